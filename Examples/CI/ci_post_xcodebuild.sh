#!/bin/sh
set -e
# Xcode Cloud keeps no files from one build to the next, so the baseline is in the repository. Write it from the records of ten
# builds: retry-report baseline retries --output ci_scripts/retry-baseline.json
baseline=$(dirname "$0")/retry-baseline.json
checkouts="$CI_DERIVED_DATA_PATH/SourcePackages/checkouts"
report() {
  swift run --package-path "$checkouts/TargetedAutoRetry/Tools" --scratch-path /tmp/retry-report retry-report "$@"
}
if [ -f "$baseline" ]; then
  report compare "$baseline" "$CI_WORKSPACE_PATH/retries" --fail-on-new-cause
fi
report ci "$CI_WORKSPACE_PATH/retries" --no-baseline --fail-on-exhausted

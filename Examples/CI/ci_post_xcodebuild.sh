#!/bin/sh
set -e
checkouts="$CI_DERIVED_DATA_PATH/SourcePackages/checkouts"
swift run --package-path "$checkouts/TargetedAutoRetry/Tools" \
  --scratch-path /tmp/retry-report \
  retry-report ci "$CI_WORKSPACE_PATH/retries" --no-baseline --fail-on-exhausted

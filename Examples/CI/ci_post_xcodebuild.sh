#!/bin/sh
# Untested. Xcode Cloud runs this script after each action of the workflow. Only this action runs the tests.
if [ "$CI_XCODEBUILD_ACTION" != test-without-building ]; then exit 0; fi
# The machine that runs the tests may have only this folder of the repository, so the program and the baseline are in it. Build the
# program on a Mac: swift build -c release --product retry-report --package-path Tools
# Write the baseline from the records of ten builds: retry-report baseline retries --output ci_scripts/retry-baseline.json
cd "$(dirname "$0")" || exit 2
# Workflow variables reach this script with their prefix, and the tests without it.
records=${TEST_RUNNER_AUTO_RETRY_REPORT:?}
status=0
if [ -f retry-baseline.json ]; then
  ./retry-report compare retry-baseline.json "$records" --fail-on-new-cause || status=$?
fi
./retry-report ci "$records" --no-baseline --fail-on-exhausted || status=$?
exit $status

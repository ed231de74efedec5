#!/bin/sh
# Builds tests, the program and its plugins with a sanitizer, in a folder of their own, and runs
# these tests: docs/testing.md lists those that are left out, with the reasons.
# Usage: test-sanitized.sh SWIFT address|thread
set -u
swift=$1 sanitizer=$2
STATEHOST_TESTS="HostTextTests HostTerminalTests HostSurfaceTests HostStatesTests HostSystemTests \
  HostContentTests PluginTests HostRuntimeTests HostWorkersTests HostPlayTests SimulationTests"
[ "$sanitizer" = thread ] || STATEHOST_TESTS="$STATEHOST_TESTS ChildPluginKitTests"
export STATEHOST_TESTS
build() { "$swift" build --scratch-path ".build/$sanitizer" --sanitize="$sanitizer" "$@"; }
build --build-tests || exit 1
tests=$(build --show-bin-path)/StateHostPackageTests.xctest

skipped='memory does not grow|more memory than a worker may have'
[ "$sanitizer" = address ] || skipped="$skipped|The bundled plugins|a plugin forks leaves|\
cannot be started|is not executable|that there is not is told|no other has that runs|\
cannot be cancelled any more|what was replaced too"
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
# Each process writes its findings to a file of its own, wherever its output goes.
export ASAN_OPTIONS="log_path=$reports/report" TSAN_OPTIONS="log_path=$reports/report"
"$tests" --testing-library swift-testing \
  --skip "$skipped"
status=$?
if [ -n "$(ls "$reports")" ]; then
  echo
  echo "What the sanitizer says:"
  cat "$reports"/*
  status=1
fi
exit $status

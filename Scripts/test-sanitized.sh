#!/bin/sh
# Builds tests, the program and its plugins with the address sanitizer, in a folder of their own, and runs
# these tests: docs/testing.md says which are left out, and why.
# Usage: test-sanitized.sh SWIFT
set -u
swift=$1
STATEHOST_TESTS="HostTextTests HostTerminalTests HostSurfaceTests HostStatesTests HostSystemTests \
  HostContentTests PluginTests HostRuntimeTests HostWorkersTests HostPlayTests SimulationTests \
  ChildPluginKitTests"
export STATEHOST_TESTS
build() { "$swift" build --scratch-path .build/address --sanitize=address "$@"; }
build --build-tests || exit 1
tests=$(build --show-bin-path)/StateHostPackageTests.xctest

reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
# Each process tells what it finds in a file of its own, whoever reads what it prints.
export ASAN_OPTIONS="log_path=$reports/report"
"$tests" --testing-library swift-testing \
  --skip 'memory does not grow|more memory than a worker may have'
status=$?
if [ -n "$(ls "$reports")" ]; then
  echo
  echo "What the sanitizer says:"
  cat "$reports"/*
  status=1
fi
exit $status

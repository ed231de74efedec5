#!/bin/sh
# Runs the tests that are built, and names those that failed once more at the end, where they are seen.
# Usage: test.sh SWIFT
set -u
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The status of the tests, not of what shows their output.
{ "$1" test --skip-build 2>&1; echo "status $?"; } | tee "$log" | grep --line-buffered -v '^status '
status=$(sed -n 's/^status //p' "$log" | tail -1)
[ "$status" = 0 ] && exit 0
echo
echo "What failed:"
grep -E '^✘|^error:|recorded an issue|^ *↳|Fatal error' "$log" | grep -v '^✘ Suite' | tail -40
exit "$status"

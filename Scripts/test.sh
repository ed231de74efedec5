#!/bin/sh
# Runs the built tests in four processes at once, and lists the failed ones again at the end. Tests
# that wait for a program delay the others of their process, so one process runs the tests of the
# program, one those that wait for other processes, one those that compile and validate plugins, and
# one those that compute.
set -u
# Tests the released program.
STATEHOST_PROGRAMS=$(readlink -f .build/release)
export STATEHOST_PROGRAMS
tests=.build/tests/debug/StateHostPackageTests.xctest
playing='^StateHostTests\.'
waiting='^(HostWorkers|HostSystem|HostRuntime|Plugin)Tests\.'
compiling='^(HostValidation|Author|Install)Tests\.'
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# The status of the tests, not of the filter of their output.
run() {
  log=$1
  shift
  { "$tests" --testing-library swift-testing "$@" 2>&1; echo "status $?"; } |
    tee "$log" | grep --line-buffered -v '^status '
}
run "$logs/playing" --filter "$playing" >"$logs/shown" &
run "$logs/waiting" --filter "$waiting" >"$logs/shown-next" &
run "$logs/compiling" --filter "$compiling" >"$logs/shown-last" &
run "$logs/computing" --skip "$playing" --skip "$waiting" --skip "$compiling"
wait
cat "$logs/shown" "$logs/shown-next" "$logs/shown-last"

notrun=$(grep -hE '^➜ .* skipped: ' "$logs/playing" "$logs/waiting" "$logs/compiling" "$logs/computing")
[ -z "$notrun" ] || printf '\nWhat was not run, and why:\n%s\n' "$notrun"

failed=0
for log in "$logs/playing" "$logs/waiting" "$logs/compiling" "$logs/computing"; do
  grep -qx 'status 0' "$log" && grep -q 'Test run with [1-9]' "$log" || failed=1
done
[ $failed = 0 ] && exit 0
echo
echo "What failed:"
grep -hE '✘|^error:|recorded an issue|^ *↳|Fatal error' \
  "$logs/playing" "$logs/waiting" "$logs/compiling" "$logs/computing" |
  grep -v '✘.* Suite' | tail -40
exit 1

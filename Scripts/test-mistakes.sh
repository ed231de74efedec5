#!/bin/sh
# Applies the patches of Tests/Mistakes, one at a time, to a copy of the tree, and checks that the test fails that
# the first line of each patch names: "TARGET: SUITE", or "Simulator: SITUATION" of the table of interruptions.
# Usage: test-mistakes.sh SWIFT [PATCH...]
set -u
swift=$1
shift
[ $# -gt 0 ] || set -- Tests/Mistakes/*.patch
# Kept, so that the next run builds only the changes.
tree=.build/mistakes
mkdir -p "$tree"
rm -rf "$tree/Sources" "$tree/Tests" "$tree/Plugins" "$tree/Benchmarks"
tar -cf - Package.swift Sources Tests Plugins Benchmarks | tar -xf - -C "$tree"
log=$tree/log

# Builds the test of a patch: its target alone, or the simulator.
build() {
  case $target in
  Simulator) "$swift" build --package-path "$tree" --product Simulator ;;
  *) STATEHOST_TESTS=$target "$swift" build --package-path "$tree" --build-tests ;;
  esac >"$log" 2>&1
}

run() {
  bin=$("$swift" build --package-path "$tree" --show-bin-path 2>"$log") || return 0
  case $target in
  Simulator)
    mkdir -p "$tree/plugins"
    for part in 1 2; do
      cc -std=c11 -shared -fPIC -I Sources/ChildPluginAPI/include -DPART=$part \
        -o "$tree/plugins/part-$part.so" Tests/Simulation/steady.c || return 0
    done
    timeout 600 "$bin/Simulator" --plugins "$tree/plugins" --interrupt "$test" --stride 3 ;;
  *)
    timeout 600 "$bin/StateHostPackageTests.xctest" --testing-library swift-testing \
      --filter "^$target\..*$test" ;;
  esac >"$log" 2>&1
}

failed=0
say() {
  echo "$1: $2"
  failed=1
}

for patch; do
  target=$(sed -n '1s/: .*//p' "$patch")
  test=$(sed -n '1s/^[^:]*: //p' "$patch")
  if ! patch -d "$tree" -p1 -s --no-backup-if-mismatch --dry-run <"$patch" >"$log" 2>&1; then
    say "$patch" "it does not apply any more"
    continue
  fi
  patch -d "$tree" -p1 -s --no-backup-if-mismatch <"$patch"
  if ! build; then
    say "$patch" "it does not build any more"
    grep -m 3 'error:' "$log"
  elif run; then
    say "$patch" "$target: $test does not find it"
  fi
  patch -d "$tree" -p1 -s --no-backup-if-mismatch -R <"$patch"
done
# Without a patch the tests must pass, or their failure would prove nothing.
for target in $(sed -sn '1s/: .*//p' "$@" | sort -u); do
  tests=$(for patch; do sed -n "1s/^$target: //p" "$patch"; done | sort -u)
  build || say "$target" "it does not build"
  echo "$tests" | while read -r test; do
    run || exit 1
  done || say "$target" "a test that patches name fails without them"
done
[ $failed = 0 ] && echo "$# mistakes: the test that each names finds it"
exit $failed

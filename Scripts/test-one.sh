#!/bin/sh
# Builds and runs the tests of one module: test-one.sh NAME, where NAME is Surface for HostSurfaceTests,
# Plugin for PluginTests and so on. Tests that run the program build that first.
set -eu
name=$1
for target in "Host${name}Tests" "${name}Tests" "$name" ''; do
  [ -z "$target" ] || [ ! -d "Tests/$target" ] || break
done
if [ -z "$target" ]; then
  echo "no tests of $name; there are:" $(ls Tests | sed -n 's/^\(Host\)\{0,1\}\(.*\)Tests$/\2/p') >&2
  exit 2
fi
if grep -rqE 'BuiltProducts|ProgramRun|STATEHOST_PROGRAMS' "Tests/$target"; then
  make --no-print-directory build
  ! grep -rq 'Simulator' "Tests/$target" || make --no-print-directory simulator
fi
STATEHOST_TESTS=$target make --no-print-directory tests
STATEHOST_PROGRAMS=$(readlink -f .build/release || true) .build/tests/debug/StateHostPackageTests.xctest \
  --testing-library swift-testing --filter "^$target\."

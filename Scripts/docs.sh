#!/bin/sh
# Converts the documentation of the engine's three modules, built in .build/tests, to DocC archives.
# usage: docs.sh SWIFT
set -eu
swift=$(command -v "$1")
tools=$(dirname "$(readlink -f "$swift")")
modules=.build/tests/debug/Modules
for module in StateContainer StateContainerEvents StateContainerTesting; do
  graphs=.build/docs/symbol-graphs/$module
  mkdir -p "$graphs"
  "$tools/swift-symbolgraph-extract" -module-name "$module" -I "$modules" \
    -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public -output-dir "$graphs"
  "$tools/docc" convert "Sources/$module/$module.docc" \
    --additional-symbol-graph-dir "$graphs" --output-path ".build/docs/$module.doccarchive" \
    --fallback-display-name "$module" \
    --fallback-bundle-identifier "org.statehost.$module" --warnings-as-errors
  echo ".build/docs/$module.doccarchive"
done

#!/bin/sh
# Converts the documentation of StateContainer, which must have been built, to a DocC archive.
# usage: docs.sh SWIFT
set -eu
swift=$(command -v "$1")
tools=$(dirname "$(readlink -f "$swift")")
graphs=.build/docs/symbol-graphs
mkdir -p "$graphs"
modules=$("$swift" build --show-bin-path)/Modules
"$tools/swift-symbolgraph-extract" -module-name StateContainer -I "$modules" \
  -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public -output-dir "$graphs"
"$tools/docc" convert Sources/StateContainer/StateContainer.docc \
  --additional-symbol-graph-dir "$graphs" --output-path .build/docs/StateContainer.doccarchive \
  --fallback-display-name StateContainer \
  --fallback-bundle-identifier org.statehost.StateContainer --warnings-as-errors
echo ".build/docs/StateContainer.doccarchive"

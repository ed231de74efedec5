#!/bin/sh
# Builds the benchmarks of another revision in .build/before, to measure it beside this one.
# Usage: build-before.sh REVISION
set -eu
folder=.build/before
revision=$(git rev-parse --verify "$1^{commit}") || exit 2
[ "$(cat $folder/.revision 2>/dev/null)" = "$revision" ] && exit 0
rm -rf "$folder"
mkdir -p "$folder"
git archive "$revision" | tar -x -C "$folder"
make -C "$folder" build
# Earlier revisions build the benchmarks with the program.
[ -x "$folder/.build/release/Benchmarks" ] || make -C "$folder" benchmarks
echo "$revision" >"$folder/.revision"

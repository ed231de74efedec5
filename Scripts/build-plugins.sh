#!/bin/sh
# Builds the bundled plugins in Embedded Swift, separately, and puts them beside the program.
# Usage: build-plugins.sh SWIFT FOLDER
set -eu
target=$("$1" -print-target-info)
said() { echo "$target" | sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}\$/\1/p" | head -1; }
# Unicode data is in a library of its own there, which is not linked by default.
tables=$(said runtimeResourcePath)/embedded/$(said unversionedTriple)
STATEHOST_PLUGINS=apart "$1" build -c release --disable-local-rpath --scratch-path .build/plugins -Xlinker "-L$tables"
# Replaces the files, so that a running program keeps the old ones.
install -C -m 755 .build/plugins/release/lib*Child.so "$2"

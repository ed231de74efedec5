#!/bin/sh
# Builds the bundled plugins apart, in Embedded Swift, and puts them beside the program.
# Usage: build-plugins.sh SWIFT FOLDER
set -eu
target=$("$1" -print-target-info)
said() { echo "$target" | sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}\$/\1/p" | head -1; }
# What characters are has a library of its own there, which is not looked for by itself.
tables=$(said runtimeResourcePath)/embedded/$(said unversionedTriple)
STATEHOST_PLUGINS=apart "$1" build -c release --disable-local-rpath --scratch-path .build/plugins -Xlinker "-L$tables"
# A program that has the old ones open keeps them.
install -C -m 755 .build/plugins/release/lib*Child.so "$2"

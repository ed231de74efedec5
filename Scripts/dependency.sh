#!/bin/sh
# Builds and runs Examples/Engine, a package that depends only on the engine: by path in debug, and
# by version, from a tag of a clone of this checkout, in release.
# usage: dependency.sh SWIFT
set -eu
swift=$1
top=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

git clone --quiet "$top" "$folder/StateHost"
git -C "$folder/StateHost" tag 1.0.0

# usage: package NAME DEPENDENCY
package() {
  cp -R "$top/Examples/Engine" "$folder/$1"
  rm -rf "$folder/$1/.build"
  cp "$top/Tests/StateContainerTests/Tutorial.swift" "$folder/$1/Sources/Tutorial/"
  sed "s|\.package(name: \"StateHost\", path: \"../..\")|$2|" \
    "$top/Examples/Engine/Package.swift" >"$folder/$1/Package.swift"
  grep -qF "$2" "$folder/$1/Package.swift"
}
package by-path ".package(name: \"StateHost\", path: \"$folder/StateHost\")"
package by-version ".package(url: \"file://$folder/StateHost\", from: \"1.0.0\")"

# usage: check NAME CONFIGURATION
check() {
  "$swift" build --quiet --package-path "$folder/$1" --cache-path "$folder/cache" --configuration "$2"
  for program in Tutorial Enumeration Content ByHand Clocked OnTime; do
    file="$folder/$1/.build/$2/$program"
    "$file"
    if ldd "$file" | grep -i foundation >&2; then
      echo "dependency: $program needs Foundation" >&2
      exit 1
    fi
  done >"$folder/output"
  diff "$top/Examples/Engine/expected.txt" "$folder/output"
  echo "dependency: $1, $2: builds, links and runs"
}
check by-path debug
check by-version release

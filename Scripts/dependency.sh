#!/bin/sh
# Builds and runs Examples/Engine, a package that depends only on the engine, by version, from a tag of a clone of this
# checkout, in release.
# usage: dependency.sh SWIFT
set -eu
swift=$1
top=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

git clone --quiet "$top" "$folder/StateHost"
git -C "$folder/StateHost" tag 1.0.0

dependency=".package(url: \"file://$folder/StateHost\", from: \"1.0.0\")"
cp -R "$top/Examples/Engine" "$folder/engine"
rm -rf "$folder/engine/.build"
cp "$top/Tests/StateContainerTests/Tutorial.swift" "$folder/engine/Sources/Tutorial/"
sed "s|\.package(name: \"StateHost\", path: \"../..\")|$dependency|" \
  "$top/Examples/Engine/Package.swift" >"$folder/engine/Package.swift"
grep -qF "$dependency" "$folder/engine/Package.swift"

"$swift" build --quiet --package-path "$folder/engine" --cache-path "$folder/cache" -c release
for program in Tutorial Enumeration Content ByHand Clocked OnTime; do
  file="$folder/engine/.build/release/$program"
  "$file"
  if ldd "$file" | grep -i foundation >&2; then
    echo "dependency: $program needs Foundation" >&2
    exit 1
  fi
done >"$folder/output"
diff "$top/Examples/Engine/expected.txt" "$folder/output"
echo "dependency: builds, links and runs"

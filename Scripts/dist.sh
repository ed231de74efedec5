#!/bin/sh
# Packs the installed files as a Debian package and as a plain archive, in a folder.
# usage: [BUILD=FOLDER] dist.sh FOLDER
#   MAINTAINER is the name and address for the Debian package.
#   SOURCE_DATE_EPOCH, else the time of the last commit, is the time of all files in them.
set -eu
umask 022
out=$1
BUILD=${BUILD:-.build/release}
export BUILD
scripts=$(dirname "$0")
version=$("$BUILD/statehost" --version | sed 's/^statehost \([^,]*\),.*/\1/')
machine=$(uname -m)
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH="$epoch"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$out"

# The archive may be unpacked anywhere: childplugin.pc derives its prefix from its own place.
name=statehost-$version-linux-$machine
mkdir "$scratch/$name"
sh "$scripts/stage.sh" "$scratch/$name" '${pcfiledir}/../..'
tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" \
  -cf - "$name" | gzip -n >"$out/$name.tar.gz"
echo "$out/$name.tar.gz"

command -v dpkg-deb >/dev/null || {
  echo "dist: no Debian package: dpkg-deb is not installed: it comes with the package dpkg" >&2
  exit 0
}

# Debian has another folder for zsh completions, compressed manual pages and one file of licences.
deb=$scratch/deb
mkdir "$deb"
mv "$scratch/$name" "$deb/usr"
sed -i 's|^prefix=.*|prefix=/usr|' "$deb/usr/lib/pkgconfig/childplugin.pc"
mkdir "$deb/usr/share/zsh/vendor-completions"
mv "$deb/usr/share/zsh/site-functions/_statehost" "$deb/usr/share/zsh/vendor-completions/"
rmdir "$deb/usr/share/zsh/site-functions"
find "$deb/usr/share/man" -type f -exec gzip -9n {} +
doc=$deb/usr/share/doc/statehost
{
  echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
  echo "Upstream-Name: StateHost"
  echo
  echo "Files: *"
  sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
  echo "License: MIT"
  sed -e '1,4d' -e 's/^$/./' -e 's/^/ /' LICENSE
  echo
  echo "Files: lib/statehost/runtime/*"
  echo "Copyright: Apple Inc. and the Swift project authors"
  echo "License: Apache-2.0 with Runtime Library Exception"
  echo " The Swift runtime, from a toolchain of swift.org. The whole licence with its exception is in"
  echo " /usr/share/doc/statehost/LICENSE.swift-runtime; see also /usr/share/common-licenses/Apache-2.0."
} >"$doc/copyright"
rm "$doc/LICENSE"
maintainer=${MAINTAINER:-The StateHost authors <statehost@localhost>}
{
  echo "statehost ($version) unstable; urgency=low"
  echo
  echo "  * Version $version."
  echo
  echo " -- $maintainer  $(LC_ALL=C date -u -R -d "@$epoch")"
} | gzip -9n >"$doc/changelog.gz"

# The dependencies of the shipped files: the packages of the libraries that the loader finds, each
# at least of the version that introduced the symbols in use.
needs() {
  find "$deb/usr" -type f \( -name '*.so' -o -path '*/bin/*' \) -print0 >"$scratch/files"
  xargs -0 ldd <"$scratch/files" >"$scratch/found"
  if grep 'not found' "$scratch/found" >&2; then exit 1; fi
  sed -n 's/^\t\(.* => \)\?\(\/.*\) (0x.*$/\2/p' "$scratch/found" | grep -vF "$deb/" |
    sort -u >"$scratch/libraries"
  xargs -0 readelf -VW <"$scratch/files" >"$scratch/symbols"
  while read -r library; do
    owner=$(dpkg -S "$library" 2>/dev/null || dpkg -S "/usr$library" 2>/dev/null ||
      dpkg -S "$(readlink -f "$library")" 2>/dev/null) || {
      echo "dist: no package has this library: $library: build where one has" >&2
      exit 1
    }
    package=${owner%%: *}
    awk -v file="File: $(basename "$library") " '
      /File: / { ours = index($0, file) > 0 }
      ours && match($0, /Name: [^ ]+/) { print substr($0, RSTART + 6, RLENGTH - 6) }
    ' "$scratch/symbols" | sort -u | while read -r symbols; do
      version_of "$symbols" "$package"
    done | sort -V | tail -1 | sed "s/^/${package%%:*} /"
  done <"$scratch/libraries" >"$scratch/needed"
  sort -k1,1 -k2,2V "$scratch/needed" | awk '{ newest[$1] = $2 } END {
    for (one in newest) print one (newest[one] == "0" ? "" : " (>= " newest[one] ")") }' |
    sort | paste -sd, | sed 's/,/, /g'
}

# The package version that introduced a symbol version, from the package's records; 0 without one.
version_of() { # version_of SYMBOLS PACKAGE
  records=/var/lib/dpkg/info/$2.symbols
  if [ ! -e "$records" ]; then records=/var/lib/dpkg/info/${2%%:*}.symbols; fi
  found=$(sed -n "s/^ $1@$1 \([^ ]*\).*/\1/p" "$records" 2>/dev/null | tail -1)
  echo "${found:-0}"
}

mkdir "$deb/DEBIAN"
depends=$(needs)
size=$(du -k -s --apparent-size "$deb/usr" | cut -f 1)
cat >"$deb/DEBIAN/control" <<end
Package: statehost
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $size
Depends: $depends
Suggests: pkgconf, gcc, make
Section: utils
Priority: optional
Description: stateful container for the terminal
 statehost shows what a command, a file or standard input delivers: a spinner
 while it loads, a searchable list when there are rows, a clear message when
 there are none or it failed. Each of these is shown by a plugin, a shared
 object behind a small C ABI.
 .
 The package brings the header, templates and manual pages for plugins of
 your own, and the Swift runtime for those that are written in Swift.
end
(cd "$deb" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$deb/DEBIAN/md5sums"
package=$out/statehost_${version}_$(dpkg --print-architecture).deb
dpkg-deb --root-owner-group --build "$deb" "$package" >/dev/null
echo "$package"

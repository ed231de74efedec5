#!/bin/sh
# Installs StateHost below $DESTDIR$PREFIX, or removes it with --remove. The Swift runtime that the
# program needs is copied beside it, so that the installed tree runs without a Swift toolchain.
set -eu

root="$DESTDIR$PREFIX"
if [ "${1:-}" = --remove ]; then
  rm -f "$root/bin/statehost" "$root/include/childplugin.h"
  rm -rf "$root/lib/statehost"
  echo "removed StateHost from $root"
  exit 0
fi

runtime="$root/lib/statehost/runtime"
mkdir -p "$root/bin" "$root/include" "$root/lib/statehost/plugins" "$runtime"
install -s -m 755 "$BUILD/statehost" "$root/bin/statehost"
for plugin in LoadingChild ListChild ErrorChild; do
  install -m 644 "$BUILD/lib$plugin.so" "$root/lib/statehost/plugins/"
done
install -m 644 Sources/ChildPluginAPI/include/childplugin.h "$root/include/"

# Every library of the toolchain that the program or a bundled plugin needs, and no other.
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v "$SWIFT")")")")/lib/swift/linux
ldd "$BUILD/statehost" "$BUILD"/lib*Child.so |
  awk -v from="$toolchain/" 'index($3, from) == 1 { print $3 }' | sort -u |
  while read -r library; do install -m 644 "$library" "$runtime/"; done
echo "installed StateHost in $root"

#!/bin/sh
# Creates the tree of installed files in an empty folder, which stands for the prefix.
# usage: [BUILD=FOLDER] stage.sh FOLDER PREFIX
#   PREFIX is the final prefix, which is written into childplugin.pc.
# The Swift runtime is copied beside the program, so that third-party Swift plugins run without a toolchain.
set -eu
umask 022
tree=$1
BUILD=${BUILD:-.build/release}
prefix=$2
plugins="LoadingChild ListChild ErrorChild"

put() { # put MODE FOLDER FILE...: copies files into a folder of the tree
  mode=$1 folder="$tree/$2"
  shift 2
  mkdir -p "$folder"
  install -m "$mode" "$@" "$folder/"
}

libraries_of() { # libraries_of FILE...: the libraries that the loader finds for them, one path a line
  ldd "$@" | sed -n 's/^.* => \(.*\) (0x.*$/\1/p' | sort -u
}

# The program and its plugins.
put 755 bin "$BUILD/statehost"
strip "$tree/bin/statehost"
for plugin in $plugins; do
  put 644 lib/statehost/plugins "$BUILD/lib$plugin.so"
done

# The standard library and the runtime, for third-party Swift plugins.
toolchain=$(readlink -f "$BUILD/../lib/statehost/runtime")
for library in Core Glibc _Concurrency _StringProcessing _RegexParser Synchronization SwiftOnoneSupport; do
  echo "$toolchain/libswift$library.so"
done >"$tree/runtime"
libraries_of $(cat "$tree/runtime") >>"$tree/runtime"
sort -u "$tree/runtime" | while read -r library; do
  case $library in
  "$toolchain"/*) put 644 lib/statehost/runtime "$library" ;;
  esac
done
rm "$tree/runtime"
strip --strip-unneeded "$tree"/lib/statehost/runtime/*.so

# For authors of plugins: the header, childplugin.pc, the templates and the kit.
version=$("$BUILD/statehost" --version)
abi=${version##* }
version=${version#statehost }
version=${version%%,*}
put 644 include Sources/ChildPluginAPI/include/childplugin.h
mkdir -p "$tree/lib/pkgconfig"
cat >"$tree/lib/pkgconfig/childplugin.pc" <<end
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/lib
pluginsdir=\${libdir}/statehost/plugins
templatesdir=\${prefix}/share/statehost/templates
kitdir=\${prefix}/share/statehost/ChildPluginKit
statehost=\${prefix}/bin/statehost
abi=$abi

Name: childplugin
Description: The C ABI between StateHost and its plugins
Version: $version
Cflags: -I"\${includedir}"
end
(cd Templates && find . -type f) | while read -r file; do
  put 644 "share/statehost/templates/$(dirname "$file")" "Templates/$file"
done
(cd Sources/ChildPluginKit && find . -name '*.swift') | while read -r file; do
  put 644 "share/statehost/ChildPluginKit/$(dirname "$file")" "Sources/ChildPluginKit/$file"
done

# For readers: manual pages, completions, documents and licences.
for page in docs/man/*.[1-8]; do put 644 "share/man/man${page##*.}" "$page"; done
mkdir -p "$tree/share/bash-completion/completions" "$tree/share/zsh/site-functions" \
  "$tree/share/fish/vendor_completions.d"
"$BUILD/statehost" completions bash >"$tree/share/bash-completion/completions/statehost"
"$BUILD/statehost" completions zsh >"$tree/share/zsh/site-functions/_statehost"
"$BUILD/statehost" completions fish >"$tree/share/fish/vendor_completions.d/statehost.fish"
put 644 share/doc/statehost README.md SECURITY.md LICENSE
for page in docs/*.md; do
  # These are about the repository.
  case $page in docs/architecture.md | docs/testing.md | docs/speed.md | docs/parity.md | docs/size.md) continue ;; esac
  put 644 share/doc/statehost/docs "$page"
done
put 644 share/doc/statehost/docs/Generated docs/Generated/*
put 644 share/doc/statehost/docs/scenarios Tests/Scenarios/finish-out-of-order.json
(cd Examples && ls README.md Makefile */Makefile */*.c */*.cpp */*.rs */*.swift */*.modulemap) |
  grep -v '^Engine/' | while read -r file; do
    put 644 "share/doc/statehost/Examples/$(dirname "$file")" "Examples/$file"
  done
put 644 share/doc/statehost/docs/pictures docs/pictures/*

# Adjusts links to the installed tree; links to files that are not in it become plain text.
doc=$tree/share/doc/statehost
find "$doc/Examples" -type f -exec sed -i \
  -e 's|\.\./\.\./Sources/ChildPluginAPI/include|../../../../../include|g' \
  -e 's|\.\./\.\./Sources/ChildPluginKit|../../../../statehost/ChildPluginKit|g' \
  -e 's|\.\./\.\./Templates|../../../../statehost/templates|g' {} +
sed -i -e 's#](Sources/ChildPluginAPI/include#](../../../include#g' \
  -e 's#](\.\./Sources/ChildPluginAPI/include#](../../../../include#g' \
  -e 's#\[\([^]]*\)\](\(\.\./\)\{0,1\}\(Tests\|Examples/Engine\)[^)]*)#\1#g' \
  -e 's#Tests/Scenarios/#scenarios/#g' \
  -e '/^<!-- Only in the repository/,/^<!-- As far as here/d' \
  "$doc/README.md" "$doc"/docs/*.md "$doc/Examples/README.md"
licence=$toolchain/../../../share/swift/LICENSE.txt
if [ -e "$licence" ]; then
  put 644 share/doc/statehost "$licence"
  mv "$tree/share/doc/statehost/LICENSE.txt" "$tree/share/doc/statehost/LICENSE.swift-runtime"
fi

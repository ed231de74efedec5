#!/bin/sh
# Installs StateHost below $DESTDIR$PREFIX, or removes it with --remove.
# usage: [DESTDIR=FOLDER] [PREFIX=FOLDER] [BUILD=FOLDER] install.sh [--remove]
# A list records each installed file, and each folder that did not exist before. Only these are
# removed, so no other file is, and no folder is left behind.
set -eu
umask 022

DESTDIR=${DESTDIR:-}
PREFIX=${PREFIX-/usr/local}
PREFIX=${PREFIX%/}
case $PREFIX in
'' | /*) ;;
*)
  if [ -n "$DESTDIR" ]; then
    echo "install: not an absolute path: PREFIX=$PREFIX: begin it with a slash" >&2
    exit 2
  fi
  PREFIX=$PWD/$PREFIX
  ;;
esac
root=$DESTDIR$PREFIX
case $root in
'' | /*) ;;
*) root=$PWD/$root ;;
esac
list=$root/share/statehost/installed-files

named() { # named KIND FILE: the names of a kind in a list
  if [ -e "$2" ]; then sed -n "s/^$1 //p" "$2"; fi
}

# Removes what one list names and another, if it exists, does not; folders only if empty.
forget() { # forget OLD NEW
  for kind in file folder; do
    named $kind "$1" | sort -r | while read -r name; do
      if grep -qsxF "$kind $name" "$2"; then continue; fi
      if [ $kind = file ]; then
        rm -f "$root/$name"
      else
        rmdir "$root/$name" 2>/dev/null || true
      fi
    done
  done
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [ "${1:-}" = --remove ]; then
  if [ ! -e "$list" ]; then
    echo "StateHost is not installed in ${root:-/}: nothing was removed"
    exit 0
  fi
  mv "$list" "$scratch/list"
  forget "$scratch/list" /dev/null
  above=$(named above "$scratch/list")
  while [ "$above" -gt 0 ] && rmdir "$root" 2>/dev/null; do
    root=$(dirname "$root")
    above=$((above - 1))
  done
  echo "removed StateHost from $DESTDIR$PREFIX"
  exit 0
fi

mkdir "$scratch/tree"
sh "$(dirname "$0")/stage.sh" "$scratch/tree" "$PREFIX"
cd "$scratch/tree"

{
  find . -type f | sed 's|^\./|file |'
  echo "file share/statehost/installed-files"
  find . -mindepth 1 -type d | sed 's|^\./||' | while read -r folder; do
    if [ ! -e "$root/$folder" ] || grep -qsxF "folder $folder" "$list"; then
      echo "folder $folder"
    fi
  done
  # The number of folders, from the prefix upwards, that this or an earlier install created.
  above=$(named above "$list")
  above=${above:-0}
  folder=$root
  while [ ! -e "${folder:-/}" ]; do
    above=$((above + 1))
    folder=$(dirname "$folder")
  done
  echo "above $above"
} | sort >"$scratch/new"

# Until the install is complete, the list also names the files of the previous one.
touch "$scratch/old"
if [ -e "$list" ]; then cp "$list" "$scratch/old"; fi
mkdir -p "$root/share/statehost"
grep -v '^above ' "$scratch/old" | sort -u - "$scratch/new" >"$list"
find . -type d | while read -r folder; do mkdir -p "$root/$folder"; done
find . -type f | while read -r file; do
  mode=644
  if [ -x "$file" ]; then mode=755; fi
  install -m "$mode" "$file" "$root/$file"
done
forget "$scratch/old" "$scratch/new"
cp "$scratch/new" "$list"
echo "installed StateHost in ${root:-/}"

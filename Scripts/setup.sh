#!/bin/sh
# Installs what the tests and benchmarks need besides the Swift toolchain: on Debian as root with
# apt-get; elsewhere it prints what is missing and the command to run.
set -eu

packages=""
need() { # need COMMAND PACKAGE
  command -v "$1" >/dev/null 2>&1 || packages="$packages $2"
}
need tmux tmux
need curl curl
need cc gcc
need c++ g++
need readelf binutils
need pkg-config pkgconf
need mandoc mandoc
need rustc rustc
need cargo cargo
[ -e /usr/include/ncurses.h ] || packages="$packages libncurses-dev"

[ -n "$packages" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "setup: installing$packages"
  apt-get install -y --no-install-recommends $packages >/dev/null 2>&1 ||
    { apt-get update >/dev/null && apt-get install -y --no-install-recommends $packages >/dev/null; }
else
  echo "setup: missing:$packages: run: sudo apt-get install$packages" >&2
  exit 1
fi

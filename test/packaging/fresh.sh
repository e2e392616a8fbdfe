#!/bin/sh
#
# Installs the Debian packages on a fresh Debian 12, compiles and runs a program,
# and measures the time that this takes.
#
#   test/packaging/fresh.sh PACKAGES FOLDER
#
# PACKAGES has the packages (scripts/package-debian.sh). FOLDER gets a base system
# (scripts/fresh-debian.sh), which later runs use again, and copies of it, which
# they replace. Needs root, debootstrap and the package sources of Debian.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source=/dev/null
. "$here/../../scripts/fresh-debian.sh"

[ $# = 2 ] || {
  echo "usage: test/packaging/fresh.sh PACKAGES FOLDER" >&2
  exit 2
}
packages=$(CDPATH='' cd -- "$1" && pwd)
mkdir -p "$2"
folder=$(CDPATH='' cd -- "$2" && pwd)

fail() {
  echo "fresh: $1" >&2
  exit 1
}

now() { date +%s.%N; }
since() { awk -v from="$1" -v to="$(now)" 'BEGIN { printf "%.1f s", to - from }'; }

# system NAME: a copy of the base system, with the program in it.
system() {
  rm -rf "${folder:?}/$1"
  cp -a "$folder/base" "$folder/$1"
  fresh_mount "$folder/$1"
  mkdir "$folder/$1/root/try"
  cp "$here/consumer/prefix_sum.c" "$folder/$1/root/try/prefix.c"
  # The list of packages is no part of what is measured.
  fresh_run "$folder/$1" apt-get -q update >/dev/null
}

fresh_base "$folder/base"

# --- the packages -----------------------------------------------------------
system packages
cp "$packages"/*ompscan*.deb "$folder/packages/root/try/"
begin=$(now)
fresh_run "$folder/packages" sh -ec 'apt-get -q -y install --no-install-recommends \
  /root/try/*.deb >/root/try/log 2>&1 || { cat /root/try/log; exit 1; }'
echo "fresh: apt-get install: $(since "$begin")"
compile=$(now)
fresh_run "$folder/packages" sh -ec 'cd /root/try
  ompscan-clang -O2 prefix.c && OMPSCAN_INFO=1 ./a.out'
echo "fresh: ompscan-clang -O2 prefix.c && ./a.out: $(since "$compile")"
echo "fresh: in all: $(since "$begin")"

# shellcheck disable=SC2016 # for the shell in there
fresh_run "$folder/packages" sh -ec 'cd /root/try
  for release in 22 19; do
    ompscan-config --clang clang-$release --check
    clang-$release -O2 $(ompscan-config --clang clang-$release --cflags) prefix.c \
      $(ompscan-config --libs) -o by-config
    ./by-config
  done
  # The path that programs get names no folder which is searched anyway.
  ! grep -q "/usr/lib/x86_64-linux-gnu" a.out
  ompscan-info >info || { cat info; exit 1; }
  grep -q "plugins for LLVM *19, 22" info || { cat info; exit 1; }
  # Packages that go leave nothing behind.
  apt-get -q -y purge libompscan0 ompscan-tools >log 2>&1 || { cat log; exit 1; }
  left=$(find / -xdev -name "*ompscan*" ! -path "/root/*" ! -path "/var/log/*")
  [ -z "$left" ] || { echo "$left"; exit 1; }' ||
  fail "the packages do not work"
echo "fresh: packages passed"

#!/bin/sh
#
# Types the commands of README.md, then scripts/check.sh, on a fresh Debian 12: a base system made by debootstrap, in a folder, entered by chroot. Then types
# the commands of README.md on another one, which has Debian's Clang with its
# OpenMP runtime, and looks that no package is removed there.
#
#   scripts/test-fresh-debian.sh DIRECTORY [--base-only | --readme-only]
#
# Needs root and debootstrap. DIRECTORY and DIRECTORY-libomp are made, or used again
# if they hold a base system already; they are left there. What is tested is the last
# commit: a clone, not the working tree. --base-only stops before the chroot;
# --readme-only leaves scripts/check.sh out.
#
# Environment:
#   OMPSCAN_SUITE  the suite (default: bookworm, Debian 12; noble is Ubuntu 24.04); only
#                  on this one, the system with another OpenMP runtime is tried
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=/dev/null
. "$root/scripts/fresh-debian.sh"

[ $# -ge 1 ] || {
  echo "usage: scripts/test-fresh-debian.sh DIRECTORY [--base-only | --readme-only]" >&2
  exit 2
}
mkdir -p "$1"
target=$(CDPATH='' cd -- "$1" && pwd)
suite=${OMPSCAN_SUITE:-bookworm}
fresh_base "$target" "$suite"
[ "${2:-}" != --base-only ] || exit 0

fail() {
  echo "test-fresh-debian: $1" >&2
  exit 1
}

# clone SYSTEM: a clone in there, with the commands of its README.md beside it. bash
# prints each with the seconds since the first one.
clone() {
  rm -rf "$1/root/OmpScan" "$1/root/ompscan"
  git clone --quiet --no-hardlinks "$root" "$1/root/OmpScan"
  echo "PS4='+ \$SECONDS s: '" >"$1/root/readme"
  "$1/root/OmpScan/test/packaging/commands.sh" "$1/root/OmpScan/README.md" >>"$1/root/readme"
}

# type_readme SYSTEM
type_readme() {
  echo "test-fresh-debian: README.md"
  fresh_run "$1" sh -c 'cd /root/OmpScan && bash -ex ../readme'
}

# names SYSTEM: the packages that it has.
names() {
  # shellcheck disable=SC2016 # the fields are dpkg-query's
  fresh_run "$1" dpkg-query -W -f '${db:Status-Status} ${Package}\n' |
    sed -n 's/^installed //p' | LC_ALL=C sort -u
}

fresh_mount "$target"
clone "$target"
type_readme "$target"
if [ "${2:-}" != --readme-only ]; then
  echo "test-fresh-debian: scripts/check.sh"
  fresh_run "$target" /root/OmpScan/scripts/check.sh
fi

[ "$suite" = bookworm ] || {
  echo "test-fresh-debian: passed"
  exit 0
}

# Debian 12 installs one libomp at a time, and that of its Clang 14 does not serve
# Clang 22.
other=$target-libomp
fresh_base "$other"
fresh_mount "$other"
fresh_run "$other" apt-get -q update
fresh_run "$other" apt-get -q -y install --no-install-recommends clang libomp-dev
names "$other" >"$other/root/before"
clone "$other"
type_readme "$other"
fresh_run "$other" /root/OmpScan/scripts/setup.sh check
names "$other" >"$other/root/after"
removed=$(LC_ALL=C comm -23 "$other/root/before" "$other/root/after" | xargs)
[ -z "$removed" ] || fail "scripts/setup.sh removed $removed"
# __kmpc_dispatch_deinit is no function of older runtimes.
cat >"$other/root/dynamic.c" <<'PROGRAM'
#include <omp.h>
int main(void) {
  int y[9] = {1};
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 9; i++)
    y[i] = i;
  return y[8] != 8 || omp_get_max_threads() < 1;
}
PROGRAM
# shellcheck disable=SC2016 # for the shell in there
fresh_run "$other" sh -exc 'cd /root
  for prefix in OmpScan/build ompscan; do
    $prefix/bin/ompscan-config --check
    $prefix/bin/ompscan-info
    $prefix/bin/ompscan-clang dynamic.c && ./a.out
    clang-22 $($prefix/bin/ompscan-config --cflags) dynamic.c \
      $($prefix/bin/ompscan-config --libs) && ./a.out
    ldd a.out | grep "libomp.so.5 => .*/ompscan/openmp/"
  done
  clang -fopenmp dynamic.c && ./a.out'
echo "test-fresh-debian: passed"

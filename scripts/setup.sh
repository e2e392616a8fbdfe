#!/bin/sh
#
# Installs what OmpScan needs on Debian 12, and only what is missing.
#
#   scripts/setup.sh [demo|check]
#
# "demo" is enough to build and to run programs; "check", the default, adds what
# the tests need. The packages are listed in scripts/packages-debian.txt. On
# other systems, and without root, says what is missing and ends with status 1
# where anything is.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
goal=${1:-check}
case $goal in
demo | check) ;;
*)
  echo "usage: scripts/setup.sh [demo|check]" >&2
  exit 2
  ;;
esac

fail() {
  echo "setup: $1" >&2
  exit 1
}

# What a system without Debian's packages needs, found by trying.
missing_elsewhere() {
  for program in cmake ninja c++; do
    command -v "$program" >/dev/null || echo "$program"
  done
  release=
  supported=$(grep '^[0-9]' "$here/../cmake/llvm-releases.txt" | xargs)
  for candidate in $supported; do
    if command -v "clang-$candidate" >/dev/null &&
       command -v "llvm-config-$candidate" >/dev/null; then
      release=$candidate
      [ -e "$("llvm-config-$candidate" --includedir)/clang/AST/ASTContext.h" ] ||
        echo "the development files of Clang $candidate (libclang)"
      break
    fi
  done
  [ -n "$release" ] ||
    echo "LLVM and Clang of one of the releases $supported, with clang-<release>, llvm-config-<release> and development files"
  for header in CL/cl.h CL/opencl.hpp sha2.h; do
    printf '#include <stdint.h>\n#include <%s>\n' "$header" |
      c++ -DCL_TARGET_OPENCL_VERSION=120 -DCL_HPP_TARGET_OPENCL_VERSION=120 \
        -DCL_HPP_MINIMUM_OPENCL_VERSION=120 -x c++ -fsyntax-only - \
        2>/dev/null || echo "the header <$header>"
  done
  if [ "$goal" = check ]; then
    [ -n "$(ls -A /etc/OpenCL/vendors 2>/dev/null)" ] ||
      echo "an OpenCL implementation (PoCL, or a driver)"
    for program in oclgrind python3 shellcheck; do
      command -v "$program" >/dev/null || echo "$program"
    done
    echo '#include <gtest/gtest.h>' |
      c++ -x c++ -fsyntax-only - 2>/dev/null || echo "GoogleTest"
    if [ -n "$release" ]; then
      tools=$("llvm-config-$release" --bindir)
      [ -x "$tools/FileCheck" ] || echo "FileCheck of LLVM $release"
      [ -x "$tools/lit" ] || command -v lit >/dev/null ||
        command -v llvm-lit >/dev/null || echo "lit"
    fi
  fi
}

# shellcheck source=/dev/null
system=$(. /etc/os-release 2>/dev/null && echo "${ID:-}-${VERSION_ID:-}") || true
if [ "$system" != debian-12 ]; then
  missing=$(missing_elsewhere)
  [ -n "$missing" ] || exit 0
  {
    echo "setup: this system is ${system:-unknown}; packages are installed on Debian 12 only."
    echo "setup: missing here:"
    echo "$missing" | sed 's/^/  /'
  } >&2
  exit 1
fi

packages=$(awk -v goal="$goal" \
  '$1 == "demo" || ($1 == "check" && goal == "check") { print $2 }' \
  "$here/packages-debian.txt")
missing=
for package in $packages; do
  # shellcheck disable=SC2016 # the field is dpkg-query's
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || true
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

[ "$(id -u)" = 0 ] ||
  fail "missing packages; as root, run: apt-get update && apt-get install --no-install-recommends$missing"

echo "setup: installing$missing"
export DEBIAN_FRONTEND=noninteractive
# One source that does not answer need not matter.
apt-get -q -o DPkg::Lock::Timeout=300 update </dev/null ||
  echo "setup: apt-get update failed; going on with what is known" >&2
for package in $missing; do
  [ -n "$(apt-cache madison "$package")" ] ||
    fail "no package source offers $package (Clang 22 comes from the suite bookworm-security)"
done
# shellcheck disable=SC2086 # a list of names
apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 \
  install --no-install-recommends $missing </dev/null

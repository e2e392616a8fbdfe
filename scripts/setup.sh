#!/bin/sh
#
# Installs what OmpScan needs on Debian 12, and only what is missing.
#
#   scripts/setup.sh [demo|check] [RELEASE...]
#
# "demo" is enough to build and to run programs; "check", the default, adds what
# the tests need. RELEASE is a release of LLVM to build the plugin for, besides the
# preferred one, or besides those that the tests need. The packages are listed in
# scripts/packages-debian.txt. On other systems, and without root, says what is
# missing and ends with status 1 where anything is.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
goal=check
case ${1:-} in
demo | check)
  goal=$1
  shift
  ;;
esac
supported=$(awk '/^[0-9]/ { print $1 }' "$here/../cmake/llvm-releases.txt" | xargs)
for release do
  case " $supported " in
  *" $release "*) ;;
  *)
    echo "usage: scripts/setup.sh [demo|check] [RELEASE...], where RELEASE is one of $supported" >&2
    exit 2
    ;;
  esac
done

fail() {
  echo "setup: $1" >&2
  exit 1
}

# has RELEASE: are its compiler and LLVM there? Names development files that are
# not.
has() {
  command -v "clang-$1" >/dev/null && command -v "llvm-config-$1" >/dev/null ||
    return 1
  [ -e "$("llvm-config-$1" --includedir)/clang/AST/ASTContext.h" ] ||
    echo "the development files of Clang $1 (libclang)"
}

# missing_elsewhere [RELEASE...]: what a system without Debian's packages needs,
# found by trying.
missing_elsewhere() {
  for program in cmake ninja c++; do
    command -v "$program" >/dev/null || echo "$program"
  done
  parts="clang-<release>, llvm-config-<release> and development files"
  for release do
    has "$release" || echo "LLVM and Clang $release, with $parts"
  done
  release=
  for candidate in $supported; do
    if has "$candidate"; then
      release=$candidate
      break
    fi
  done
  [ -n "$release" ] ||
    echo "LLVM and Clang of one of the releases $supported, with $parts"
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
  missing=$(missing_elsewhere "$@" | sort -u)
  [ -n "$missing" ] || exit 0
  {
    echo "setup: this system is ${system:-unknown}; packages are installed on Debian 12 only."
    echo "setup: missing here:"
    echo "$missing" | sed 's/^/  /'
  } >&2
  exit 1
fi

if [ "$goal" = demo ]; then
  releases="${supported%% *} $*"
else
  releases="$(awk '$2 == "check" { print $1 }' "$here/../cmake/llvm-releases.txt" |
    xargs) $*"
fi
packages=$(awk -v goal="$goal" -v releases="$releases" '
  $1 == "demo" || $1 == goal { print $2 }
  $1 == "demo-release" || $1 == goal "-release" {
    count = split(releases, each, " ")
    for (i = 1; i <= count; i++) {
      name = $2
      sub("<N>", each[i], name)
      print name
    }
  }' "$here/packages-debian.txt" | sort -u)
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
    fail "no package source offers $package (docs/install.md says where each release of Clang comes from)"
done
# shellcheck disable=SC2086 # a list of names
apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 \
  install --no-install-recommends $missing </dev/null

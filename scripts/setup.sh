#!/bin/sh
#
# Installs what OmpScan needs on Debian 12, Debian 13 and Ubuntu 24.04, and only what
# is missing.
#
#   scripts/setup.sh [demo|check] [RELEASE...]
#
# "demo" is enough to build and to run programs; "check", the default, adds what
# the tests need. RELEASE is a release of LLVM to build the plugin for, besides the
# preferred one, or besides those that the tests need. The packages are listed in
# scripts/packages-debian.txt. On other systems, and without root, says what is
# missing and ends with status 1 where anything is.
#
# No package is removed. Where one stands in the way, says which, and ends with
# status 1. Debian installs one libomp at a time, so that of another release may
# stand in the way: then the files of a fitting one go to openmp/ of the sources,
# which a build takes (cmake/CopyOpenMP.cmake).
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
table=$here/packages-debian.txt
# The release of LLVM, and the package of the OpenMP runtime.
preferred=$(awk -v name="$system" '$1 == "system" && $2 == name { print $3 }' "$table")
openmp=$(awk -v name="$system" '$1 == "system" && $2 == name { print $4 }' "$table")
if [ -z "$preferred" ]; then
  missing=$(missing_elsewhere "$@" | sort -u)
  [ -n "$missing" ] || exit 0
  {
    echo "setup: this system is ${system:-unknown}; packages are installed on$(
      awk '$1 == "system" { printf "%s %s", separator, $2; separator = "," }' "$table"
    ) only."
    echo "setup: missing here:"
    echo "$missing" | sed 's/^/  /'
  } >&2
  exit 1
fi

if [ "$goal" = demo ]; then
  releases="$preferred $*"
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
  }' "$table" | sort -u)
copy=$(dirname "$here")/openmp

is_installed() {
  # shellcheck disable=SC2016 # the field is dpkg-query's
  status=$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) || true
  [ "$status" = installed ]
}

# removed_by PACKAGE...: the packages that apt-get would remove to install these.
removed_by() {
  LC_ALL=C apt-get -q -s install --no-install-recommends "$@" 2>/dev/null |
    awk '$1 == "Remv" { print $2 }' | xargs
}

# copy_openmp: the headers and the library of $openmp, with what that depends on,
# in the folder $copy.
copy_openmp() {
  library=$(LC_ALL=C apt-cache depends "$openmp" |
    sed -n 's/^ *Depends: \(libomp5-[0-9]*\)$/\1/p')
  echo "setup: copying files of $openmp and $library to $copy"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  # shellcheck disable=SC2086 # one name, or none
  (cd "$work" && apt-get -q -o APT::Sandbox::User=root download "$openmp" $library) ||
    fail "cannot download $openmp and $library"
  for package in "$work"/*.deb; do
    dpkg-deb -x "$package" "$work/root"
  done
  header=$(find "$work/root" -name omp.h)
  object=$(find "$work/root" -name libomp.so.5 -type f)
  [ -n "$header" ] || fail "$openmp has no omp.h"
  [ -n "$object" ] || fail "neither $openmp nor $library has libomp.so.5"
  rm -rf "$copy"
  mkdir "$work/openmp"
  cp "${header%/*}"/*.h "$object" "$work/root/usr/share/doc/$openmp/copyright" \
    "$work/openmp"
  ln -s libomp.so.5 "$work/openmp/libomp.so"
  chmod 755 "$work/openmp"
  mv "$work/openmp" "$copy"
}

missing=
for package in $packages; do
  is_installed "$package" || missing="$missing $package"
done
lacks_openmp=
is_installed "$openmp" || [ -e "$copy/libomp.so" ] || lacks_openmp=$openmp
[ -n "$missing$lacks_openmp" ] || exit 0

root=
[ "$(id -u)" != 0 ] || root=yes
export DEBIAN_FRONTEND=noninteractive
if [ -n "$root" ]; then
  # One source that does not answer need not matter.
  apt-get -q -o DPkg::Lock::Timeout=300 update </dev/null ||
    echo "setup: apt-get update failed; continuing with the package lists that are there" >&2
fi
for package in $missing $lacks_openmp; do
  [ -n "$(apt-cache madison "$package")" ] || [ -z "$root" ] ||
    fail "no package source offers $package (docs/install.md says where each release of Clang comes from)"
done

if [ -n "$lacks_openmp" ]; then
  removed=$(removed_by "$openmp")
  if [ -z "$removed" ]; then
    missing="$missing $openmp"
  else
    echo "setup: $openmp would remove $removed, and is not installed"
    copy_openmp
  fi
fi
[ -n "$missing" ] || exit 0

# shellcheck disable=SC2086 # a list of names
removed=$(removed_by $missing)
if [ -n "$removed" ]; then
  echo "setup: nothing is installed, since that would remove $removed:" >&2
  for package in $missing; do
    removed=$(removed_by "$package")
    [ -z "$removed" ] || echo "  $package would remove $removed" >&2
  done
  fail "if you no longer need them, remove them and run this again"
fi
[ -n "$root" ] ||
  fail "missing packages; as root, run: apt-get update && apt-get install --no-remove --no-install-recommends$missing"

echo "setup: installing$missing"
# shellcheck disable=SC2086 # a list of names
apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 \
  install --no-remove --no-install-recommends $missing </dev/null ||
  fail "apt-get does not install them (is there a network, and room on the disk?)"

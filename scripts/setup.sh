#!/bin/sh
#
# Installs what OmpScan needs on Debian 12, Debian 13 and Ubuntu 24.04, and only what
# is missing.
#
#   scripts/setup.sh [demo|package|check] [RELEASE...]
#
# "demo" is enough to build and to run programs, "package" adds what packages are made
# with, and "check", the default, what the tests need. RELEASE is a release of LLVM to
# build the plugin for, besides the preferred one, or besides those that the tests
# need. The packages are listed in scripts/packages.txt. On other systems, and without
# root, says what is missing, with its packages, and ends with status 1 where anything
# is.
#
# No package is removed. Where one stands in the way, says which, and ends with
# status 1. Debian installs one libomp at a time, so that of another release may
# stand in the way: then the files of a fitting one go to openmp/ of the sources,
# which a build takes (cmake/CopyOpenMP.cmake), and those of LLVM's libomptarget, for
# tests, to offload/.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
goal=check
case ${1:-} in
demo | package | check)
  goal=$1
  shift
  ;;
esac
supported=$(awk '/^[0-9]/ { print $1 }' "$here/../cmake/llvm-releases.txt" | xargs)
for release do
  case " $supported " in
  *" $release "*) ;;
  *)
    echo "usage: scripts/setup.sh [demo|package|check] [RELEASE...], where RELEASE is one of $supported" >&2
    exit 2
    ;;
  esac
done

fail() {
  echo "setup: $1" >&2
  exit 1
}

table=$here/packages.txt

# packages_of PART [RELEASE]: the packages that have it.
packages_of() {
  awk -v part="$1" -v release="${2:-}" '
    $1 != "system" && $2 == part {
      gsub("<N>", release)
      debian = debian " " $3
      fedora = fedora " " $4
    }
    END { print "(Debian, Ubuntu:" debian "; Fedora:" fedora ")" }' "$table"
}

# lacks NAME PART [RELEASE]: says that the part is missing.
lacks() {
  name=$1
  shift
  echo "$name $(packages_of "$@")"
}

# has RELEASE: are its compiler, LLVM and their development files there?
has() {
  command -v "clang-$1" >/dev/null && command -v "llvm-config-$1" >/dev/null &&
    [ -e "$("llvm-config-$1" --includedir)/clang/AST/ASTContext.h" ]
}

# missing_elsewhere [RELEASE...]: what a system without Debian's packages needs,
# found by trying.
missing_elsewhere() {
  for program in cmake ninja c++; do
    command -v "$program" >/dev/null || lacks "$program" "$program"
  done
  parts="clang-<release>, llvm-config-<release> and development files"
  for release do
    has "$release" || lacks "LLVM and Clang $release, with $parts" clang "$release"
  done
  release=
  for candidate in $supported; do
    if has "$candidate"; then
      release=$candidate
      break
    fi
  done
  if [ -z "$release" ]; then
    lacks "LLVM and Clang of one of the releases $supported, with $parts" clang "<release>"
    lacks "the OpenMP runtime of that release" openmp "<release>"
  elif [ ! -e "$("llvm-config-$release" --libdir)/libomp.so" ] &&
    [ ! -e "$("clang-$release" -print-file-name=libomp.so)" ]; then
    lacks "the OpenMP runtime of Clang $release" openmp "$release"
  fi
  # A header, and the part that it belongs to.
  while read -r header part; do
    printf '#include <stdint.h>\n#include <%s>\n' "$header" |
      c++ -DCL_TARGET_OPENCL_VERSION=120 -DCL_HPP_TARGET_OPENCL_VERSION=120 \
        -DCL_HPP_MINIMUM_OPENCL_VERSION=120 -x c++ -fsyntax-only - \
        2>/dev/null || lacks "the header <$header>" "$part"
  done <<'END'
CL/cl.h opencl-headers
CL/opencl.hpp opencl-hpp
sha2.h libmd
END
  echo 'int main() {}' | c++ -x c++ - -lOpenCL -o /dev/null 2>/dev/null ||
    lacks "OpenCL's loader, libOpenCL" opencl-loader
  if [ "$goal" = package ]; then
    for program in dpkg-shlibdeps:dpkg file:file python3:python3; do
      command -v "${program%:*}" >/dev/null || lacks "${program%:*}" "${program#*:}"
    done
  fi
  if [ "$goal" = check ]; then
    [ -n "$(ls -A /etc/OpenCL/vendors 2>/dev/null)" ] ||
      lacks "an OpenCL implementation, such as PoCL, or a driver" opencl
    for program in oclgrind python3 shellcheck; do
      command -v "$program" >/dev/null || lacks "$program" "$program"
    done
    echo '#include <gtest/gtest.h>' |
      c++ -x c++ -fsyntax-only - 2>/dev/null || lacks "GoogleTest" gtest
    if [ -n "$release" ]; then
      tools=$("llvm-config-$release" --bindir)
      [ -x "$tools/FileCheck" ] || lacks "FileCheck of LLVM $release" filecheck "$release"
      [ -x "$tools/lit" ] || command -v lit >/dev/null ||
        command -v llvm-lit >/dev/null || lacks "lit" lit "$release"
    fi
  fi
}

# shellcheck source=/dev/null
system=$(. /etc/os-release 2>/dev/null && echo "${ID:-}-${VERSION_ID:-}") || true
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

if [ "$goal" != check ]; then
  releases="$preferred $*"
else
  releases="$(awk '$2 == "check" { print $1 }' "$here/../cmake/llvm-releases.txt" |
    xargs) $*"
fi
# A goal includes those before it.
case $goal in
demo) goals=demo ;;
package) goals="demo package" ;;
check) goals="demo package check" ;;
esac
packages=$(awk -v goals=" $goals " -v releases="$releases" '
  index(goals, " " $1 " ") { print $3 }
  sub("-release$", "", $1) && index(goals, " " $1 " ") {
    count = split(releases, each, " ")
    for (i = 1; i <= count; i++) {
      name = $3
      sub("<N>", each[i], name)
      print name
    }
  }' "$table" | sort -u)
copy=$(dirname "$here")/openmp
offload=
[ "$goal" != check ] || offload=$(awk '$1 == "copied" { print $3 }' "$table")
offload_copy=$(dirname "$here")/offload

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

# unpack PACKAGE DEPENDED FOLDER: PACKAGE, and those that it depends on whose names
# match DEPENDED, in $work/root, for FOLDER; their names are in $unpacked.
work=
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unpack() {
  unpacked="$1 $(LC_ALL=C apt-cache depends "$1" | sed -n "s/^ *Depends: \\($2\\)\$/\\1/p" | xargs)"
  echo "setup: copying files of $unpacked to $3"
  rm -rf "$work"
  work=$(mktemp -d)
  # shellcheck disable=SC2086 # a list of names
  (cd "$work" && apt-get -q -o APT::Sandbox::User=root download $unpacked) ||
    fail "cannot download $unpacked"
  for package in "$work"/*.deb; do
    dpkg-deb -x "$package" "$work/root"
  done
}

# file_of NAME: that file in $work/root.
file_of() {
  found=$(find "$work/root" -name "$1" -type f)
  [ -n "$found" ] || fail "none of $unpacked has $1"
  echo "$found"
}

# keep FOLDER LINK OBJECT FILE...: the library OBJECT, by the name LINK too, the files
# and the copyright of the package in FOLDER.
keep() {
  folder=$1 link=$2
  shift 2
  mkdir "$work/kept"
  cp "$@" "$work/root/usr/share/doc/${unpacked%% *}/copyright" "$work/kept"
  ln -s "${1##*/}" "$work/kept/$link"
  chmod 755 "$work/kept"
  rm -rf "$folder"
  mv "$work/kept" "$folder"
}

# copy_openmp: the headers and the library of $openmp, with what that depends on,
# in the folder $copy.
copy_openmp() {
  unpack "$openmp" 'libomp5-[0-9]*' "$copy"
  header=$(file_of omp.h)
  object=$(file_of libomp.so.5)
  keep "$copy" libomp.so "$object" "${header%/*}"/*.h
}

# copy_offload: the library of $offload in the folder $offload_copy.
copy_offload() {
  unpack "$offload" 'liboffload-[0-9]*' "$offload_copy"
  object=$(file_of 'libomptarget.so.[0-9]*')
  keep "$offload_copy" libomptarget.so "$object"
}

missing=
for package in $packages; do
  is_installed "$package" || missing="$missing $package"
done
lacks_openmp=
is_installed "$openmp" || [ -e "$copy/libomp.so" ] || lacks_openmp=$openmp
lacks_offload=
[ -z "$offload" ] || is_installed "$offload" ||
  [ -e "$offload_copy/libomptarget.so" ] || lacks_offload=$offload
[ -n "$missing$lacks_openmp$lacks_offload" ] || exit 0

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
if [ -n "$lacks_offload" ] && [ -z "$(apt-cache madison "$offload")" ]; then
  echo "setup: no package source offers $offload; its tests are left out"
elif [ -n "$lacks_offload" ]; then
  removed=$(removed_by "$offload")
  if [ -z "$removed" ]; then
    missing="$missing $offload"
  else
    echo "setup: $offload would remove $removed, and is not installed"
    copy_offload
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

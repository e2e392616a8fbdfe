#!/bin/bash
#
# Compares the interface of the libraries with that of the last release.
#
#   scripts/check-abi.sh [--full | --update]
#
# runtime/abi has the interface: a list of symbols for each library, which the
# check compares, and a description of the functions and types of libompscan.so,
# which --full compares as well, with libabigail's abidiff. For that the library
# is built once more, with debug information. Additions to the description are
# no difference. A difference that is meant is either of an ABI version of its
# own (ompscan/abi.h) or named, with its reason, in runtime/abi/suppressions.ini.
# --update writes the files anew, which is done with a release, and the lists
# where a function is added.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
build=${OMPSCAN_BUILD_DIR:-$root/build}
abi=$root/runtime/abi
abi_build=$build/abi

fail() {
  echo "check-abi: $1" >&2
  exit 1
}

symbols_of() {
  nm -D --defined-only -- "$1" | awk '{print $3}' | LC_ALL=C sort
}

# The library with debug information, unless it is there.
build_with_types() {
  command -v abidiff >/dev/null || fail "abidiff is not installed (Debian: abigail-tools)"
  [ -e "$abi_build/CMakeCache.txt" ] || cmake -S "$root" -B "$abi_build" -G Ninja \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=OFF -DOMPSCAN_BUILD_TESTS=OFF >"$build/abi.log" ||
    fail "cannot configure, see $build/abi.log"
  cmake --build "$abi_build" --parallel "$(nproc)" --target ompscan >"$build/abi.log" ||
    fail "cannot build, see $build/abi.log"
}

mode=${1:-}
case $mode in
'' | --full | --update) ;;
*) fail "usage: scripts/check-abi.sh [--full | --update]" ;;
esac
[ -e "$build/lib/libompscan.so" ] || fail "$build has no libompscan.so; build it first"

different=
for library in libompscan libompscan-mpi; do
  [ -e "$build/lib/$library.so" ] || continue
  if [ "$mode" = --update ]; then
    symbols_of "$build/lib/$library.so" >"$abi/$library.symbols"
  elif ! diff -U0 --label "last release" --label "$build/lib/$library.so" \
    "$abi/$library.symbols" <(symbols_of "$build/lib/$library.so"); then
    different=yes
  fi
done
[ -z "$different" ] ||
  fail "functions were removed or added; scripts/check-abi.sh --update, if that is meant"
[ -n "$mode" ] || exit 0

build_with_types
if [ "$mode" = --update ]; then
  # Types that no function of the interface uses would make the most of it.
  abidw --exported-interfaces-only --drop-private-types \
    --headers-dir "$root/runtime/include" --no-corpus-path --no-comp-dir-path \
    --no-show-locs --no-elf-needed --out-file "$abi/libompscan.abi" \
    "$abi_build/lib/libompscan.so"
  sed -i "s#path='$root/#path='#" "$abi/libompscan.abi"
else
  # abidiff would take all types for private ones: the file has no locations.
  abidiff --exported-interfaces-only --no-show-locs --no-added-syms \
    --suppressions "$abi/suppressions.ini" \
    "$abi/libompscan.abi" "$abi_build/lib/libompscan.so" ||
    fail "types or functions of libompscan.so have changed"
fi

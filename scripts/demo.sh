#!/bin/sh
#
# Installs what is missing, builds OmpScan, compiles examples/line_index.c with
# it and runs that on a large text: on a GPU if there is one with a driver, else
# on the host's cores, beside the sequential loop.
#
#   scripts/demo.sh [TEXT]
#
# Without TEXT, the system's own header files are put together, again and again
# until there are 100 MB.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=${OMPSCAN_BUILD_DIR:-$root/build}
least_size=100000000

fail() {
  echo "demo: $1" >&2
  exit 1
}

[ $# -le 1 ] || fail "usage: scripts/demo.sh [TEXT]"
[ $# = 0 ] || [ -r "$1" ] || fail "cannot read '$1'"

"$root/scripts/setup.sh" demo

# The first release that is there.
releases=$(awk '/^[0-9]/ { print $1 }' "$root/cmake/llvm-releases.txt")
for release in $releases; do
  ! command -v "clang++-$release" >/dev/null ||
    ! command -v "llvm-config-$release" >/dev/null || break
done

# A build tree that is there keeps its options.
if [ ! -e "$build/build.ninja" ]; then
  cmake -S "$root" -B "$build" -G Ninja \
    -DCMAKE_C_COMPILER="clang-$release" -DCMAKE_CXX_COMPILER="clang++-$release" \
    -DOMPSCAN_BUILD_TESTS=OFF
fi
# What the example needs.
cmake --build "$build" --parallel "$(nproc)" --target "ClangOmpScan-$release" ompscan

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

if [ $# = 1 ]; then
  text=$1
else
  text=$work/headers.txt
  echo "demo: putting header files together"
  find /usr/include /usr/lib/llvm-*/include -type f \
    -exec cat -- {} + >"$work/once" 2>/dev/null || true
  [ -s "$work/once" ] || fail "found no header files; name a text"
  : >"$text"
  while [ "$(wc -c <"$text")" -lt $least_size ]; do
    cat "$work/once" >>"$text"
  done
fi

echo "demo: ompscan-clang -O2 examples/line_index.c"
"$build/bin/ompscan-clang" -O2 "$root/examples/line_index.c" \
  -o "$work/line_index"
"$work/line_index" "$text"

#!/bin/bash
#
# Fuzzes the parser of directives and the files of the program cache.
#
#   scripts/fuzz.sh MINUTES [TARGET...]
#
# TARGET is pragma, file-cache, or both (the default), one after the other, for
# MINUTES each. The targets are in test/Fuzz; the build tree for them is
# instrumented for libFuzzer, and keeps the corpora. The directives of the test
# programs are the first inputs. An input that crashes, or takes a minute, ends
# the run of its target and is kept in the build tree.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build-fuzz)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
build=${OMPSCAN_BUILD_DIR:-$root/build-fuzz}

minutes=${1:-}
case $minutes in
'' | *[!0-9]*)
  echo "usage: scripts/fuzz.sh MINUTES [pragma] [file-cache]" >&2
  exit 2
  ;;
esac
shift
[ $# -gt 0 ] || set -- pragma file-cache

[ -e "$build/CMakeCache.txt" ] || cmake -S "$root" -B "$build" -G Ninja \
  -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
  -DOMPSCAN_LLVM_VERSIONS=22 -DOMPSCAN_BUILD_TESTS=OFF -DOMPSCAN_MPI=OFF -DOMPSCAN_FUZZ=ON

# An input is a digit, for the source around it, and a directive.
pragma_seeds() {
  local number=0 directive
  grep -rhoP '^\s*#pragma omp \K.*[^\\]$' --include=*.c --include=*.cpp "$root/test" |
    sort -u | while IFS= read -r directive; do
    printf '%d%s' $((number % 8)) "$directive" >"$1/seed-$number"
    number=$((number + 1))
  done
}

status=0
for target; do
  case $target in
  pragma | file-cache) ;;
  *)
    echo "fuzz: there is no target '$target'" >&2
    exit 2
    ;;
  esac
  cmake --build "$build" --parallel "$(nproc)" --target "fuzz-$target"
  corpus=$build/corpus-$target
  options=(-max_total_time=$((minutes * 60)) -timeout=60 -rss_limit_mb=3000
    -print_final_stats=1 -artifact_prefix="$build/$target-")
  mkdir -p "$corpus" "$build/seeds"
  if [ "$target" = pragma ]; then
    export OMPSCAN_FUZZ_PLUGIN=$build/lib/ClangOmpScan-22.so
    pragma_seeds "$build/seeds"
    grep -hoE '[a-z_]{2,}' "$build"/seeds/* | sort -u | sed 's/.*/"&"/' >"$build/words"
    options+=(-dict="$build/words" -max_len=300 "$corpus" "$build/seeds")
  else
    # A file is written for each input.
    [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
    options+=(-max_len=4096 "$corpus")
  fi
  echo "== $target"
  "$build/bin/fuzz-$target" "${options[@]}" 2>"$build/$target.log" || {
    status=1
    echo "fuzz: $target found an input, see $build/$target.log"
  }
  grep -E '^stat::(number_of_executed_units|peak_rss_mb)|^==.*ERROR|SUMMARY' \
    "$build/$target.log" || true
done
exit $status

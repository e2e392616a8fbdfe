#!/bin/bash
#
# Runs tests under the sanitizers and under Valgrind's memcheck.
#
#   scripts/sanitize.sh [--short] [address|thread|valgrind]...
#
#   address   AddressSanitizer with LeakSanitizer, and UndefinedBehaviorSanitizer
#   thread    ThreadSanitizer
#   valgrind  memcheck
#
# All three without an argument. For the first two the runtime, its tests and
# the test programs are built once more, in build-address and build-thread; the
# plugin is that of the build tree, which must be up to date (scripts/check.sh).
# Reports of OpenCL implementations, and of the OpenMP runtime that is not
# instrumented, are suppressed by test/Support/*.supp, each with its reason. Every
# other report is a failure, whatever the program's exit status is, and stays in
# reports/ of the build tree.
#
# --short runs the few tests that use the most threads and memory.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -u

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit
build=${OMPSCAN_BUILD_DIR:-$root/build}
support=$root/test/Support

short=
kinds=()
for argument; do
  case $argument in
  --short) short=1 ;;
  address | thread | valgrind) kinds+=("$argument") ;;
  *)
    echo "usage: scripts/sanitize.sh [--short] [address|thread|valgrind]..." >&2
    exit 2
    ;;
  esac
done
[ ${#kinds[@]} -gt 0 ] || kinds=(address thread valgrind)

cached() {
  sed -n "s/^$1:[^=]*=//p" "$build/CMakeCache.txt"
}

plugin=
for release in 22 19; do
  [ -z "$plugin" ] && [ -e "$build/lib/ClangOmpScan-$release.so" ] &&
    plugin=$build/lib/ClangOmpScan-$release.so
done
if [ -z "$plugin" ]; then
  echo "sanitize: no plugin is built in $build; run scripts/check.sh" >&2
  exit 1
fi
release=${plugin##*-}
release=${release%.so}
tools=$("llvm-config-$release" --bindir) || exit
lit=$(cached OMPSCAN_LIT)

# The programs: threads, chunks, primitives, data, constructs on the host, loops
# without a scan, processes that end.
lit_tests='Runtime/|Data/|Target/|Documentation/(data|primitives)'
lit_tests+='|Programs/(threads|openmp|sessions|signal|depend|maps|rows'
lit_tests+='|several|containers|accumulator|reproducible|sparse|standard)'
unit_tests='*'
case $short in
1)
  lit_tests='Runtime/(threads|chunks)\.c|Target/resident'
  unit_tests='Chunks.*:Present.Threads:Present.SharedFallback'
  unit_tests+=':DataEnvironment.*:BufferPool.*:ScanThreads.*'
  ;;
esac

export OCL_ICD_VENDORS=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors/pocl.icd}
failures=0

fail() {
  failures=$((failures + 1))
  echo "sanitize: failed: $1"
}

# show KIND TREE: prints what the sanitizer has reported, and fails if there is
# anything.
show() {
  local report
  for report in "$2"/reports/*; do
    # Others only say that a thread went on during the search for leaks.
    grep -qE 'ERROR: |WARNING: |runtime error: ' "$report" 2>/dev/null ||
      continue
    echo "== $report"
    head -n 40 "$report"
    fail "$1: $report"
  done
}

# instrumented KIND SANITIZERS: builds and runs the tests of one build tree.
instrumented() {
  local kind=$1 tree=$root/build-$1 unit=$unit_tests
  mkdir -p "$tree/reports" "$tree/lib" "$tree/pocl-cache"
  rm -f "$tree"/reports/*
  if ! cmake -S "$root" -B "$tree" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" \
    -DCMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" \
    -DCMAKE_C_COMPILER_LAUNCHER="$(cached CMAKE_C_COMPILER_LAUNCHER)" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$(cached CMAKE_CXX_COMPILER_LAUNCHER)" \
    -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O1 -gline-tables-only" \
    -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -gline-tables-only" \
    -DOMPSCAN_LLVM_VERSIONS="$release" -DOMPSCAN_SANITIZE="$2" ||
    ! cmake --build "$tree" --parallel "$(nproc)" --target ompscan ompscan-tiny \
      ompscan-runtime-tests ompscan-fault-tests opencl-layer ompscan-info; then
    fail "$kind: build"
    return
  fi
  ln -sf "$plugin" "$tree/lib/"
  # Kernels that the build tree has met need no instrumented compiler.
  local cache
  for cache in pocl-cache ompscan-cache; do
    mkdir -p "$build/test/$cache"
    [ -e "$tree/test/$cache" ] || ln -s "$build/test/$cache" "$tree/test/$cache"
  done

  # The names that processes give their reports. Death tests and the fault layer
  # end programs without a look for leaks, which is what they are for.
  local log="log_path=$tree/reports/$kind"
  export ASAN_SYMBOLIZER_PATH=$tools/llvm-symbolizer
  export ASAN_OPTIONS="detect_leaks=1:fast_unwind_on_malloc=0:$log"
  export LSAN_OPTIONS="suppressions=$support/lsan.supp:print_suppressions=0"
  export UBSAN_OPTIONS="print_stacktrace=1:$log"
  # A child of fork may have threads.
  export TSAN_OPTIONS="die_after_fork=0:history_size=4:suppressions=$support/tsan.supp:external_symbolizer_path=$tools/llvm-symbolizer:$log"

  (
    export POCL_CACHE_DIR=$tree/pocl-cache OMP_TARGET_OFFLOAD=DEFAULT
    OMPSCAN_CACHE=off "$tree/bin/ompscan-runtime-tests" --gtest_brief=1 \
      --gtest_filter="$unit" || exit 1
    [ -n "$short" ] || [ "$kind" = thread ] ||
      OMPSCAN_CACHE=$tree/cache OPENCL_LAYERS=$tree/test/opencl-layer.so \
        "$tree/bin/ompscan-fault-tests" --gtest_brief=1
  ) || fail "$kind: unit tests"
  "$lit" -sv --filter "$lit_tests" "$tree/test/$release" ||
    fail "$kind: test programs"
  show "$kind" "$tree"
}

# The runtime of the build tree, and few programs: they take a hundred times as
# long.
memcheck() {
  if ! command -v valgrind >/dev/null; then
    fail "valgrind: it is not installed"
    return
  fi
  "$lit" -sv --param valgrind=1 \
    --filter 'Programs/(thesis-prefix|threads)|Runtime/map-mod|Target/mapped' \
    "$build/test/$release" || fail "valgrind: test programs"
}

for kind in "${kinds[@]}"; do
  echo "== $kind"
  case $kind in
  address) instrumented address address,undefined ;;
  thread) instrumented thread thread ;;
  valgrind) memcheck ;;
  esac
done

if ((failures)); then
  echo "sanitize: $failures failed"
  exit 1
fi
echo "sanitize: all passed"

#!/bin/bash
#
# Runs tests under the sanitizers and under Valgrind's memcheck.
#
#   scripts/sanitize.sh [--short] [--only=PART]... [address|thread|valgrind]...
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
# --short runs the few tests that use the most threads and memory. --only=build,
# --only=units, --only=faults, --only=programs and --only=host do only that part:
# the build, the unit tests of the runtime, those that let OpenCL calls fail, the
# lit tests, and unit and lit tests on three threads of the host.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build)
#   OMPSCAN_JOBS       how many jobs build and test at a time (default: one for
#                      each processor)
#   OMPSCAN_LIMIT      seconds that one part of the tests may take (default: 3600);
#                      what is not done by then has failed
#   OCL_ICD_VENDORS    an ICD file, to test on something else than PoCL
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -u

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit
build=${OMPSCAN_BUILD_DIR:-$root/build}
support=$root/test/Support

jobs=${OMPSCAN_JOBS:-$(nproc)}
limit=${OMPSCAN_LIMIT:-3600}

usage() {
  echo "usage: scripts/sanitize.sh [--short] [--only=build|units|faults|programs|host]... [address|thread|valgrind]..." >&2
  exit 2
}

short=
parts=
kinds=()
for argument; do
  case $argument in
  --short) short=1 ;;
  --only=build | --only=units | --only=faults | --only=programs | --only=host)
    parts+=" ${argument#*=}"
    ;;
  address | thread | valgrind) kinds+=("$argument") ;;
  *) usage ;;
  esac
done
[ ${#kinds[@]} -gt 0 ] || kinds=(address thread valgrind)
for number in "$jobs" "$limit"; do
  case $number in
  0* | *[!0-9]*)
    echo "sanitize: OMPSCAN_JOBS and OMPSCAN_LIMIT are counts from 1 on, not '$number'" >&2
    exit 2
    ;;
  esac
done

# wanted PART: is it to be done?
wanted() {
  case "${parts:- $1} " in
  *" $1 "*) ;;
  *) return 1 ;;
  esac
}

cached() {
  sed -n "s/^$1:[^=]*=//p" "$build/CMakeCache.txt"
}

plugin=
releases=$(awk '/^[0-9]/ { print $1 }' "$root/cmake/llvm-releases.txt" | xargs)
for release in $releases; do
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
# All that runs on the host, by lit's own choice, the examples included.
host_lit_tests=.
host_unit_tests='HostPrimitives*:Move/*:SelectMore/*.Flags:SelectEqual.*'
host_unit_tests+=':Sort*:SegmentedScan.Sums:SegmentedReduce.Sums:Runs.Encode'
case $short in
1)
  host_lit_tests='Programs/(loops|directives)\.c|Examples/'
  host_unit_tests='HostPrimitives.*'
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
# anything. That a thread went on during the search for leaks is no report: it
# comes with one if it matters.
show() {
  local report notice='^==[0-9]+==Running thread [0-9]+ was not suspended\. '
  notice+='False leaks are possible\.$'
  for report in "$2"/reports/*; do
    [ -e "$report" ] || continue
    grep -qvE "$notice|^\$" "$report" || continue
    echo "== $report"
    head -n 40 "$report"
    fail "$1: $report"
  done
}

# programs TREE ARGUMENT...: runs lit tests of a build tree.
programs() {
  timeout --kill-after=10 "$limit" "$lit" -sv -j "$jobs" \
    --param icd="$OCL_ICD_VENDORS" "${@:2}" "$1/test/$release"
}

# sharded NAME TREE COMMAND...: runs a GoogleTest program as so many processes at a
# time as there are jobs, each with a part of the tests.
sharded() {
  local name=$1 tree=$2 shard log failed=0
  shift 2
  local -A shards=()
  mkdir -p "$tree/logs"
  rm -f "$tree/logs/$name".*
  for ((shard = 0; shard < jobs; shard++)); do
    GTEST_TOTAL_SHARDS=$jobs GTEST_SHARD_INDEX=$shard \
      POCL_CACHE_DIR=$tree/pocl-cache \
      OMPSCAN_CACHE=${OMPSCAN_CACHE:-$tree/cache/$name-$shard} \
      timeout --kill-after=10 "$limit" "$@" \
      </dev/null >"$tree/logs/$name.$shard" 2>&1 &
    shards[$shard]=$!
  done
  for ((shard = 0; shard < jobs; shard++)); do
    wait "${shards[$shard]}" && continue
    failed=1
    log=$tree/logs/$name.$shard
    echo "== $log"
    grep -E '^\[  FAILED|Failure$' "$log" | sort -u
    tail -n 20 "$log"
  done
  return $failed
}

# configured TREE SANITIZERS: makes a build tree and builds it.
configured() {
  local tree=$1
  cmake -S "$root" -B "$tree" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" \
    -DCMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" \
    -DCMAKE_C_COMPILER_LAUNCHER="$(cached CMAKE_C_COMPILER_LAUNCHER)" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$(cached CMAKE_CXX_COMPILER_LAUNCHER)" \
    -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O1 -gline-tables-only" \
    -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -gline-tables-only" \
    -DOMPSCAN_LOOP_COMPILER="$build/bin/ompscan-clang++" \
    -DOMPSCAN_LLVM_VERSIONS="$release" -DOMPSCAN_SANITIZE="$2" &&
    cmake --build "$tree" --parallel "$jobs" --target ompscan ompscan-tiny \
      ompscan-runtime-tests ompscan-fault-tests opencl-layer fake-cuda \
      ompscan-info
}

# instrumented KIND SANITIZERS: builds and runs the tests of one build tree.
instrumented() {
  local kind=$1 tree=$root/build-$1
  mkdir -p "$tree/reports" "$tree/lib" "$tree/pocl-cache"
  rm -f "$tree"/reports/*
  if wanted build && ! configured "$tree" "$2"; then
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
  # A test asks for more memory than there is.
  local memory=allocator_may_return_null=1
  export ASAN_OPTIONS="$memory:detect_leaks=1:fast_unwind_on_malloc=0:$log"
  export LSAN_OPTIONS="suppressions=$support/lsan.supp:print_suppressions=0"
  export UBSAN_OPTIONS="print_stacktrace=1:$log"
  # A child of fork may have threads.
  export TSAN_OPTIONS="$memory:die_after_fork=0:history_size=4:suppressions=$support/tsan.supp:external_symbolizer_path=$tools/llvm-symbolizer:$log"

  export OMP_TARGET_OFFLOAD=DEFAULT
  ! wanted units ||
    OMPSCAN_CACHE=off sharded units "$tree" "$tree/bin/ompscan-runtime-tests" \
      --gtest_brief=1 --gtest_filter="$unit_tests" || fail "$kind: unit tests"
  [ -n "$short" ] || [ "$kind" = thread ] || ! wanted faults ||
    OPENCL_LAYERS=$tree/test/opencl-layer.so sharded faults "$tree" \
      "$tree/bin/ompscan-fault-tests" --gtest_brief=1 || fail "$kind: fault tests"
  ! wanted programs || programs "$tree" --filter "$lit_tests" ||
    fail "$kind: test programs"
  if wanted host; then
    OMPSCAN_CACHE=off OMPSCAN_DEVICE=host OMPSCAN_TEST_THREADS=3 \
      sharded host "$tree" "$tree/bin/ompscan-runtime-tests" \
      --gtest_brief=1 --gtest_filter="$host_unit_tests" ||
      fail "$kind: unit tests on the host"
    programs "$tree" --filter "$host_lit_tests" --param device=host \
      --param threads=3 || fail "$kind: test programs on the host"
  fi
  show "$kind" "$tree"
}

# The runtime of the build tree, and few programs: they take a hundred times as
# long.
memcheck() {
  if ! command -v valgrind >/dev/null; then
    fail "valgrind: it is not installed"
    return
  fi
  ! wanted programs || programs "$build" --param valgrind=1 \
    --filter 'Programs/(thesis-prefix|threads)|Runtime/map-mod|Target/mapped' ||
    fail "valgrind: test programs"
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

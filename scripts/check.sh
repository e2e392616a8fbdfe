#!/bin/bash
#
# Installs what is missing, builds OmpScan and runs every test of it.
#
#   scripts/check.sh
#
# Goes on after a step that fails where the next ones can tell more, prints a
# summary, and ends with status 1 if any step failed.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build)
#   OMPSCAN_LIT_ARGS   arguments for lit (default: -sv); "-sv --param long=1"
#                      runs the long tests, too
#   OCL_ICD_VENDORS    an ICD file, to test on something else than PoCL
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The functions below are called through step.
# shellcheck disable=SC2317

set -u

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit
build=${OMPSCAN_BUILD_DIR:-$root/build}

summary=()
failures=0

# step NAME COMMAND...: runs a command and keeps what became of it.
step() {
  local name=$1 begin=$SECONDS result=passed
  shift
  echo "== $name"
  if ! "$@" </dev/null; then
    result=FAILED
    failures=$((failures + 1))
  fi
  summary+=("$(printf '%-7s %5d s  %s' "$result" $((SECONDS - begin)) "$name")")
  [ "$result" = passed ]
}

finish() {
  echo "== summary"
  printf '%s\n' "${summary[@]}"
  if [ $failures -gt 0 ]; then
    echo "check: $failures failed"
    exit 1
  fi
  echo "check: all passed"
  exit 0
}

configure() {
  local generator=()
  # The Clang that the tests need anyway; it is twice as fast as g++ here.
  [ -e "$build/CMakeCache.txt" ] || generator=(-G Ninja
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22)
  cmake -S "$root" -B "$build" "${generator[@]}" -DCMAKE_INSTALL_PREFIX=/usr \
    -DOMPSCAN_LLVM_VERSIONS="${releases// /;}" \
    -DOMPSCAN_UNOPTIMIZED_PLUGINS="${older// /;}" \
    -DOMPSCAN_BUILD_TESTS=ON -DOMPSCAN_PRIMITIVES_PTX=ON -DOMPSCAN_WERROR=ON \
    -DOMPSCAN_BUILD_BENCHMARKS=ON -DOMPSCAN_BENCH_CUDA=OFF \
    "-DOMPSCAN_BENCH_LOOP_FLAGS=-march=native;-Wno-invalid-feature-combination" \
    "$segments" \
    -DOMPSCAN_TEST_ICD="$OCL_ICD_VENDORS" -DOMPSCAN_LIT_ARGS="${lit_args// /;}"
}

# What the tests are for: all releases are there, not only one.
all_releases() {
  local release
  for release in $releases; do
    if [ ! -e "$build/lib/ClangOmpScan-$release.so" ]; then
      echo "check: no plugin for LLVM $release was built" >&2
      return 1
    fi
  done
}

lint_scripts() {
  shellcheck "$root"/scripts/*.sh "$root"/.ci/run \
    "$root"/test/Support/*.sh "$root"/test/packaging/*.sh \
    "$build"/bin/ompscan-clang "$build"/bin/ompscan-clang++
}

lit_args=${OMPSCAN_LIT_ARGS:--sv}
releases=$(awk '$2 == "check" { print $1 }' "$root/cmake/llvm-releases.txt" | xargs)
# The sources of the plugin are the same for all releases: the newest one's is
# optimized, as users get it.
older=${releases#* }
[ "$older" != "$releases" ] || older=

step "set-up" "$root/scripts/setup.sh" check || finish
# The tests run on PoCL, whatever else there is, and its cache stays in the
# build tree. In the short form it does little for each kernel, since building
# kernels takes most of the time.
export POCL_CACHE_DIR=$build/pocl-cache
case $lit_args in
*long=1*)
  pocl=/etc/OpenCL/vendors/pocl.icd
  segments=-UOMPSCAN_PTX_SEGMENTS # all
  ;;
*)
  # All types take six minutes to compile.
  segments="-DOMPSCAN_PTX_SEGMENTS=int"
  pocl=$("$root/test/Support/pocl_without_vectors.sh" "$build/pocl")
  export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable COMPILER_PATH=${pocl%/*}/linker
  ;;
esac
export OCL_ICD_VENDORS=${OCL_ICD_VENDORS:-$pocl}

step "configure" configure || finish
step "build" cmake --build "$build" --parallel "$(nproc)" || finish
mkdir -p "$POCL_CACHE_DIR"
step "all LLVM releases" all_releases
step "format" "$root/scripts/format.sh" --check
step "include directions" "$root/scripts/check-includes.py" "$root"
step "shell scripts" lint_scripts
step "exported functions" "$root/scripts/check-abi.sh"
# A test that hangs fails before the whole run is ended.
step "unit tests" ctest --test-dir "$build" --output-on-failure --timeout 600 \
  --parallel "$(nproc)"
step "lit" cmake --build "$build" --target check-ompscan
step "lit on the host's cores" cmake --build "$build" \
  --target check-ompscan-host
step "mutants" "$root/scripts/mutate-tests.py" --short --count 40 --seed 1 \
  --minutes 3
step "README.md" "$root/test/packaging/readme.sh" "$build"
step "package" "$root/test/packaging/run.sh" "$build"
finish

#!/bin/bash
#
# The tests that take long: thousands of random scan loops and loops over rows, and
# as many random programs of constructs on shared data, on all LLVM releases that are installed
# and with tiny and normal tiles; as many mutants of the test programs; the tests
# that lit keeps for `--param long=1`, and all programs once more on the host's
# cores with 1, 2, 3, 5 and 16 threads, in the calling thread alone, with each
# algorithm forced, and on Intel's OpenCL implementation; libompscan-mpi with
# MPICH; the form of packaging/recipes; a short form for AArch64
# under QEMU (scripts/test-aarch64.sh); the pages of the site; and the interface of the
# library, compared with that of the last release.
#
#   scripts/long-tests.sh [COUNT] [SEED]
#
# COUNT (default 2000) and SEED (default: the time) are those of
# scripts/random-programs.sh, which generates the loops and programs, and of
# scripts/mutate-tests.py. The build tree must be up to date (scripts/check.sh).
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
count=${1:-2000}
seed=${2:-$(date +%s)}

case $count$seed in
*[!0-9]*)
  echo "usage: scripts/long-tests.sh [COUNT] [SEED]" >&2
  exit 2
  ;;
esac
if [ ! -e "$build/lib/libompscan.so" ]; then
  echo "long-tests: nothing is built in $build; run scripts/check.sh" >&2
  exit 1
fi

# build_all: The check leaves out the peers for CUDA devices, which take minutes to
# compile, and some releases of LLVM. It compiles several files at once, where a file
# finds what another one has included.
build_all() {
  local releases older
  releases=$(awk '/^[0-9]/ { print $1 }' "$root/cmake/llvm-releases.txt" | xargs)
  older=${releases#* }
  cmake -DCMAKE_UNITY_BUILD=OFF -DOMPSCAN_BENCH_CUDA=ON \
    -DOMPSCAN_BENCH_CUDA_ARCHITECTURE=compute_90 \
    -UOMPSCAN_PTX_SEGMENTS \
    -DOMPSCAN_LLVM_VERSIONS="${releases// /;}" \
    -DOMPSCAN_UNOPTIMIZED_PLUGINS="${older// /;}" "$build" &&
    cmake --build "$build" --parallel "$(nproc)"
}

# lit TARGET PARAMETER...: with parameters of lit, besides that for long tests.
lit() {
  local target=$1 parameters="--param long=1"
  shift
  for parameter; do
    parameters+=" --param $parameter"
  done
  LIT_OPTS=$parameters cmake --build "$build" --target "$target"
}

# A second implementation of OpenCL: Intel's for CPUs, from Python packages. They name
# its library in no ICD file of use.
intel=$build/intel-opencl
install_intel() {
  local version=2026.2.0
  [ -e "$intel/intel.icd" ] || {
    python3 -m venv "$intel" &&
      "$intel/bin/pip" install --quiet "intel-opencl-rt==$version" \
        "intel-cmplr-lib-rt==$version" &&
      echo "$(cd "$intel" && pwd)/lib/libintelocl.so" >"$intel/intel.icd"
  }
}

# lit_on_intel VECTORIZER KERNELS: The vectorizer of 2026.2.0 ends the process at loops
# in SPIR-V over structures of five words, and at some others; 1 turns it off. It can
# stay on (0) with a release that builds Programs/row-batches.c from SPIR-V.
lit_on_intel() {
  CL_CONFIG_CPU_VECTORIZER_MODE=$1 \
    lit check-ompscan-22 device=opencl icd="$intel/intel.icd" kernels="$2"
}

all_steps() {
  step "build" build_all
  step "random programs" "$root/scripts/random-programs.sh" "$count" "$seed"
  step "mutants" "$root/scripts/mutate-tests.py" --count "$count" --seed "$seed"
  step "interface" "$root/scripts/check-abi.sh" --full
  step "lit" lit check-ompscan
  # The host's cores with some numbers of threads, and the calling thread alone.
  step "lit on the host's cores" lit check-ompscan device=host threads=1,2,3,5,16
  step "lit in the calling thread" lit check-ompscan device=none
  local algorithm
  for algorithm in single-pass reduce-then-scan three-kernel; do
    step "lit with $algorithm" lit check-ompscan algorithm=$algorithm
  done
  step "Intel's OpenCL" install_intel
  step "lit on it" lit_on_intel 0 opencl
  step "lit on it, SPIR-V" lit_on_intel 1 opencl,spirv
  step "MPICH" "$root/scripts/test-mpich.sh"
  step "recipes" "$root/test/packaging/recipes.sh"
  step "AArch64" "$root/scripts/test-aarch64.sh" "$build/aarch64"
  step "site" "$root/scripts/site.sh" "$build/site"
}

steps=0
failures=0
summary=()

# On a terminal, the steps are counted first, for a line that says how far the tests
# are.
all=0
if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
  step() { all=$((all + 1)); }
  all_steps
fi

# step NAME COMMAND...: runs a command and keeps what became of it.
step() {
  local name=$1 begin=$SECONDS result=passed
  shift
  steps=$((steps + 1))
  ((!all)) ||
    printf '\033[1mlong-tests: %d of %d, after %d min: %s\033[0m\n' \
      $steps $all $((SECONDS / 60)) "$name" >&2
  "$@" </dev/null
  case $? in
  0) ;;
  77) result='left out' ;; # The step has said what is missing.
  *)
    result=FAILED
    failures=$((failures + 1))
    ;;
  esac
  summary+=("$(printf '%-8s %6d s  %s' "$result" $((SECONDS - begin)) "$name")")
}
all_steps

printf '%s\n' "${summary[@]}"
if ((failures)); then
  echo "long-tests: $failures failed; seed $seed"
  exit 1
fi
echo "long-tests: all passed"

#!/bin/bash
#
# The tests that take long: thousands of random scan loops and loops over rows, and
# as many random programs of constructs on shared data, on all LLVM releases that are installed
# and with tiny and normal tiles; as many mutants of the test programs; the tests
# that lit keeps for `--param long=1`, and all programs once more on the host's
# cores with 1, 2, 3, 5 and 16 threads, in the calling thread alone, with each
# algorithm forced, and on Intel's OpenCL implementation; libompscan-mpi with
# MPICH; the form of packaging/recipes; and the interface of the library, compared with that of the last release.
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

failures=0

# The check leaves out the peers for CUDA devices, which take minutes to compile,
# and some releases of LLVM. It compiles several files at once, where a file finds
# what another one has included.
releases=$(awk '/^[0-9]/ { print $1 }' "$root/cmake/llvm-releases.txt" | xargs)
older=${releases#* }
{ cmake -DCMAKE_UNITY_BUILD=OFF -DOMPSCAN_BENCH_CUDA=ON \
  -DOMPSCAN_BENCH_CUDA_ARCHITECTURE=compute_90 \
  -UOMPSCAN_PTX_SEGMENTS \
  -DOMPSCAN_LLVM_VERSIONS="${releases// /;}" \
  -DOMPSCAN_UNOPTIMIZED_PLUGINS="${older// /;}" "$build" &&
  cmake --build "$build" --parallel "$(nproc)"; } || failures=$((failures + 1))

"$root/scripts/random-programs.sh" "$count" "$seed" || failures=$((failures + 1))

"$root/scripts/mutate-tests.py" --count "$count" --seed "$seed" ||
  failures=$((failures + 1))

"$root/scripts/check-abi.sh" --full || failures=$((failures + 1))

LIT_OPTS="--param long=1" cmake --build "$build" --target check-ompscan ||
  failures=$((failures + 1))

# The host's cores with some numbers of threads, and the calling thread alone.
LIT_OPTS="--param long=1 --param device=host --param threads=1,2,3,5,16" \
  cmake --build "$build" --target check-ompscan ||
  failures=$((failures + 1))
LIT_OPTS="--param long=1 --param device=none" \
  cmake --build "$build" --target check-ompscan ||
  failures=$((failures + 1))

for algorithm in single-pass reduce-then-scan three-kernel; do
  LIT_OPTS="--param long=1 --param algorithm=$algorithm" \
    cmake --build "$build" --target check-ompscan ||
    failures=$((failures + 1))
done

# A second implementation of OpenCL: Intel's for CPUs, from Python packages, in
# OpenCL C and in SPIR-V. The packages name its library in no ICD file of use.
intel=$build/intel-opencl
intel_version=2026.2.0
if [ ! -e "$intel/intel.icd" ]; then
  { python3 -m venv "$intel" &&
    "$intel/bin/pip" install --quiet "intel-opencl-rt==$intel_version" \
      "intel-cmplr-lib-rt==$intel_version" &&
    echo "$(cd "$intel" && pwd)/lib/libintelocl.so" >"$intel/intel.icd"; } ||
    failures=$((failures + 1))
fi
for kernels in opencl opencl,spirv; do
  # The vectorizer of 2026.2.0 ends the process at loops in SPIR-V over structures
  # of five words, and at some others; 1 turns it off. It can stay on with a
  # release that builds Programs/row-batches.c from SPIR-V.
  vectorizer=0
  [ $kernels = opencl ] || vectorizer=1
  CL_CONFIG_CPU_VECTORIZER_MODE=$vectorizer \
    LIT_OPTS="--param long=1 --param device=opencl --param icd=$intel/intel.icd --param kernels=$kernels" \
    cmake --build "$build" --target check-ompscan-22 ||
    failures=$((failures + 1))
done

"$root/scripts/test-mpich.sh" || failures=$((failures + 1))

"$root/test/packaging/recipes.sh" || failures=$((failures + 1))

if ((failures)); then
  echo "long-tests: $failures failed; seed $seed"
  exit 1
fi
echo "long-tests: all passed"

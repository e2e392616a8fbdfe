#!/bin/bash
#
# The tests that take long: thousands of random scan loops, and as many random
# programs of constructs on shared data, on both LLVM releases and with tiny and
# normal tiles; as many mutants of the test programs; the tests that lit keeps
# for `--param long=1`, and all programs once more with each algorithm forced.
#
#   scripts/long-tests.sh [COUNT] [SEED]
#
# COUNT loops (default 2000) of SEED (default: the time) are generated; the seed
# is printed, and the same seed gives the same loops. Programs that fail are
# kept, with what they printed, in long-tests/ of the build tree, which must be
# up to date (scripts/check.sh).
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
loops=25
keep=$build/long-tests

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

export OMP_TARGET_OFFLOAD=MANDATORY
export OCL_ICD_VENDORS=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors/pocl.icd}
# Kernels that are met once only are not worth keeping.
export POCL_KERNEL_CACHE=0

rm -rf "$keep"
mkdir -p "$keep"
failures=0

# batch RELEASE LANGUAGE SEED GENERATOR OPTION: generates, compiles and runs one
# program.
batch() {
  local release=$1 language=$2 number=$3 generator=$4 suffix=c driver=clang
  [ "$language" = c ] || suffix=cpp driver=clang++
  local name=$keep/$generator-$language-$number-clang$release
  local source=$name.$suffix log=$name.log program=$name.out
  if python3 "$root/test/Generator/$generator.py" --seed "$number" \
    "$5" $loops --language "$language" >"$source" &&
    OMPSCAN_CLANG=$(command -v "clang-$release") \
      "$build/bin/ompscan-$driver" -O1 -w -I "$root/test/Programs/Inputs" \
      "$source" -lm -o "$program" >"$log" 2>&1 &&
    timeout 600 "$program" >>"$log" 2>&1 &&
    LD_LIBRARY_PATH=$build/tiny/lib timeout 600 "$program" >>"$log" 2>&1; then
    rm -f "$source" "$log" "$program"
    return
  fi
  failures=$((failures + 1))
  echo "long-tests: failed: $source"
  tail -n 3 "$log"
}

releases=()
for release in 22 19; do
  [ -e "$build/lib/ClangOmpScan-$release.so" ] && releases+=("$release")
done

echo "long-tests: $count loops, seed $seed"
for ((done = 0, number = seed; done < count; done += loops, number++)); do
  # Every program on one release; each release gets both languages.
  release=${releases[number / 2 % ${#releases[@]}]}
  if ((number % 2)); then language=c++; else language=c; fi
  batch "$release" "$language" "$number" generate --loops
  batch "$release" "$language" "$number" generate_data --cases
  if ((done / loops % 20 == 19)); then
    echo "long-tests: $((done + loops)) loops, $failures programs failed"
  fi
done

"$root/scripts/mutate-tests.py" --count "$count" --seed "$seed" ||
  failures=$((failures + 1))

LIT_OPTS="--param long=1" cmake --build "$build" --target check-ompscan ||
  failures=$((failures + 1))

for algorithm in single-pass reduce-then-scan three-kernel; do
  LIT_OPTS="--param long=1 --param algorithm=$algorithm" \
    cmake --build "$build" --target check-ompscan ||
    failures=$((failures + 1))
done

if ((failures)); then
  echo "long-tests: $failures failed; seed $seed, programs in $keep"
  exit 1
fi
echo "long-tests: all passed"

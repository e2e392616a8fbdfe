#!/bin/sh
#
# Runs what docs/results.md shows, on the device that OMPSCAN_DEVICE names, and
# draws every figure.
#
#   benchmarks/reproduce.sh OUT PREFIX [PART...]
#
# Writes OUT/PREFIX-<name>.json and .md (tables), and the figures that belong to
# them as .svg and .png; and where OUT has results of several prefixes, such as
# h200 and cpu, OUT/all-<name>.svg and .png with them side by side. Parts that
# are not named all run, in this order:
#
#   scans-small scans-large    annotated loops beside their peers
#   slides-sizes slides-large  primitives beside theirs
#   slides-portable            selections without PTX (GPUs)
#   slides-cuda                primitives through OpenCL and CUDA (NVIDIA's GPUs)
#   variants                   scans, reductions and segments against size
#   blocks                     the same for what one work-group can do
#   micro-small micro-large    the twelve micro-benchmarks
#   micro-huge                 the same with 2^28 elements (GPUs)
#   micro-profile              kernels, offload and management in them
#   chain                      five loops on resident data, and their kernels
#   examples examples-large    the larger programs of examples/
#   hostdata                   scans of data on the host (GPUs)
#   host host-short            loops on the host's cores beside their peers: in
#                              OUT/PREFIX-<N>cores and PREFIX-short-<N>cores,
#                              where the host has N cores
#   figures                    only draws, with Python and matplotlib
#
# On a GPU a part takes up to a minute and a half, micro-huge four minutes. With
# OMPSCAN_DEVICE=pocl sizes are those for CPUs, and CUDA devices are hidden.
#
# Programs are those of build/bin, of OMPSCAN_BENCH_BIN, or of the bundle that
# this script lies in (benchmarks/bundle.sh).
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

all='scans-small scans-large slides-sizes slides-large slides-portable slides-cuda'
all="$all variants blocks micro-small micro-large micro-huge micro-profile chain"
all="$all examples examples-large hostdata host host-short figures"

fail() {
  echo "reproduce: $1" >&2
  exit 2
}

case ${1:-} in '' | -*) fail 'usage: benchmarks/reproduce.sh OUT PREFIX [PART...]' ;; esac
case ${2:-} in '' | *[!a-z0-9]*) fail 'the second argument is a prefix of file names, letters and digits, such as h200' ;; esac
out=$1
prefix=$2
shift 2
for part; do
  case " $all " in
  *" $part "*) ;;
  *) fail "there is no part '$part'; there are $all" ;;
  esac
done
mkdir -p "$out"
here=$(cd -- "$(dirname -- "$0")" && pwd)
bin=${OMPSCAN_BENCH_BIN:-$here/../build/bin}
[ ! -x "$here/run.sh" ] || bin=$here
[ -x "$bin/ompscan-bench" ] || [ "$*" = figures ] ||
  fail "there is no $bin/ompscan-bench (cmake -DOMPSCAN_BUILD_BENCHMARKS=ON)"

# Runs a program of the benchmarks, in a bundle with its libraries.
program() {
  name=$1
  shift
  if [ -x "$here/run.sh" ]; then
    OMPSCAN_BENCH_PROGRAM=$bin/$name "$here/run.sh" "$@"
  else
    "$bin/$name" "$@"
  fi
}

is_cpu=
case ${OMPSCAN_DEVICE:-gpu} in
pocl)
  is_cpu=1
  CUDA_VISIBLE_DEVICES=
  export CUDA_VISIBLE_DEVICES
  ;;
esac
failed=0

# The first of two values on a GPU, the second one on a CPU.
on() {
  if [ -n "$is_cpu" ]; then echo "$2"; else echo "$1"; fi
}

# bench NAME ARGUMENT...: keeps the table and every time.
bench() {
  file=$out/$prefix-$1
  shift
  # As a whole, or not at all.
  if program ompscan-bench "$@" --json "$file.json.new" >"$file.md.new" &&
    [ -s "$file.json.new" ]; then
    mv "$file.md.new" "$file.md"
    mv "$file.json.new" "$file.json"
  else
    cat "$file.md.new"
    echo "reproduce: $file has failed, and is not kept" >&2
    rm -f "$file.md.new" "$file.json.new"
    failed=1
  fi
}

# The same beside peers: those on the CPU are for CPUs.
compare() {
  if [ -n "$is_cpu" ]; then bench "$@"; else bench "$@" --no-cpu-peers; fi
}

# Whether file $1 has the results $2, a pattern, of some prefix.
holds() {
  base=$(basename -- "$1" .json)
  # shellcheck disable=SC2254
  case $base in
  "${base%%-*}"-$2) return 0 ;;
  *) return 1 ;;
  esac
}

# draw FIGURE RESULTS OPTION...: the results (a pattern) of each prefix, and
# those of all side by side.
draw() {
  figure=$1
  results=$2
  shift 2
  count=0
  for file in "$out"/*.json; do
    holds "$file" "$results" || continue
    count=$((count + 1))
    "$here/plot" "$@" "$file" "${file%.json}.svg" "${file%.json}.png" || failed=1
  done
  [ $count -gt 1 ] || return 0
  for file in "$out"/*.json; do
    ! holds "$file" "$results" || set -- "$@" "$file"
  done
  "$here/plot" "$@" "$out/all-$figure.svg" "$out/all-$figure.png" || failed=1
}

run() {
  case $1 in
  scans-small) compare 2e20 --log2 20 ;;
  scans-large) compare "$(on 2e28 2e26)" --log2 "$(on 28 26)" ;;
  slides-sizes)
    compare slides-sizes --slides --variants single-pass \
      --log2 "$(on 16,20,24 20,22,24,26)"
    ;;
  # A CPU has its largest size among the others.
  slides-large)
    [ -n "$is_cpu" ] ||
      compare slides-2e28 --slides --variants single-pass --log2 28
    ;;
  slides-portable)
    [ -n "$is_cpu" ] ||
      compare slides-portable-2e28 --slides --loop 'select in place' \
        --variants single-pass,portable --log2 28
    ;;
  slides-cuda)
    [ -n "$is_cpu" ] ||
      compare slides-cuda-2e28 --slides --variants single-pass,CUDA --log2 28
    ;;
  variants)
    compare variants --slides --loop '+, uint' \
      --variants single-pass,three-kernel \
      --log2 "$(on 12,16,20,24,28 16,18,20,22,24,26)"
    ;;
  blocks)
    compare blocks --slides --loop reduce --variants single-pass \
      --log2 5,6,7,8,9,10
    ;;
  micro-small) bench micro-2e20 micro --n 1048576 --repeat 7 ;;
  micro-large)
    bench micro-2e24 micro --n 16777216 --repeat 5 \
      --versions "$(on '' sequential,)opencl,openmp,thrust"
    ;;
  micro-huge)
    [ -n "$is_cpu" ] ||
      bench micro-2e28 micro --n 268435456 --repeat 3 \
        --versions opencl,openmp,thrust
    ;;
  micro-profile)
    bench micro-profile-2e20 micro --n 1048576 --repeat 7 \
      --versions opencl,openmp --profile
    ;;
  chain) bench chain chain --log2 "$(on 16,20,24,28 16,20,24,26)" ;;
  examples) bench examples examples ;;
  # A host needs a minute for each.
  examples-large) [ -n "$is_cpu" ] || bench examples-large examples --large ;;
  hostdata)
    [ -n "$is_cpu" ] ||
      program ompscan-hostdata --log2 30 >"$out/$prefix-hostdata-2e30.md" ||
      failed=1
    ;;
  # All programs run in each of three rounds.
  host) bench "$(nproc)cores" host --log2 25 --rounds 3 ;;
  host-short)
    bench "short-$(nproc)cores" host --n 1,10,100,1000,10000 \
      --loop 'int32 sum' --rounds 3
    ;;
  figures)
    draw 2e20 '2e20'
    draw large '2e2[68]'
    draw slides-sizes slides-sizes
    draw slides-large 'slides-2e2[68]'
    draw variants variants
    draw blocks blocks --time
    draw micro-2e20 micro-2e20
    draw micro-2e24 micro-2e24
    draw micro-2e28 micro-2e28
    draw micro-profile-2e20 micro-profile-2e20
    draw host '[0-9]*cores'
    draw host-short 'short-[0-9]*cores' --time
    ;;
  esac
}

# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $all
for part; do
  begin=$(date +%s)
  echo "reproduce: $part" >&2
  run "$part"
  echo "reproduce: $part took $(($(date +%s) - begin)) s" >&2
done
exit $failed

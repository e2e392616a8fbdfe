#!/bin/bash
#
# Random scan loops on arrays and on scalar items, loops that the compiler may
# refuse, random programs of constructs on shared data, loops over rows with loops
# in them, accumulators that use each other, and scans in OpenMP's own form, each with
# its oracle: generated, compiled and run, by all cores at once.
#
#   scripts/random-programs.sh [COUNT [SEED [JOBS]]]
#   scripts/random-programs.sh --bundle FOLDER [COUNT [SEED [JOBS]]]
#
# COUNT of each kind (default 2000) of SEED (default: the time) are generated, 25
# to a file; the same seed gives the same ones. JOBS (default: one for each core)
# files are worked on at a time. Files alternate between C and C++ and between the
# LLVM releases that are built, and run with normal and with tiny tiles on a device
# (PoCL, or what OCL_ICD_VENDORS names) and on 1, 2, 3, 5 and 16 threads of the host,
# there also with scans that the calling thread runs without a launch (ShortScan).
# Those that fail are kept, with what they printed, in random-programs/ of the build
# tree, which must be up to date (scripts/check.sh); the exit status is 1 then. The
# loops that were refused are counted by the tags of the errors.
#
# With --bundle nothing is run: FOLDER gets all that a machine without compiler
# needs, and FOLDER/run.sh [JOBS] there runs it.
#
# Environment:
#   OMPSCAN_BUILD_DIR   the build tree (default: build)
#   OMPSCAN_RANDOM_ONLY `loops`, `items`, `wild`, `data`, `nests`, `systems` or
#                       `standard`: only these
#   OMPSCAN_RANDOM_COMPILERS
#                       `others`: each file is also compiled by the same Clang at -O0
#                       and at -O3 and by GCC, without OpenMP, and `standard`, scans in
#                       OpenMP's own form, also by GCC with OpenMP; all of them have to
#                       print the same digests of the results
#   OMPSCAN_RANDOM_DEVICE
#                       `opencl` or `host`: only there. Most of the time is that
#                       of PoCL's compiler. `host`: with integers of 128 bits as
#                       well. `cuda`: only through CUDA, by kernels in PTX, which
#                       the programs do not have otherwise; their tiles have one
#                       size. Of more than 1000 nests, each file runs by two of
#                       the teams that rows can have, else by all.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -u

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit
build=${OMPSCAN_BUILD_DIR:-$root/build}
bundle=
if [ "${1:-}" = --bundle ]; then
  bundle=${2:-}
  if [ -z "$bundle" ]; then
    echo "random-programs: --bundle needs a folder" >&2
    exit 2
  fi
  shift 2
fi
count=${1:-2000}
seed=${2:-$(date +%s)}
jobs=${3:-$(nproc)}
only=${OMPSCAN_RANDOM_ONLY:-}
compilers=${OMPSCAN_RANDOM_COMPILERS:-}
device=${OMPSCAN_RANDOM_DEVICE:-}
case $#$count$seed$jobs in
[4-9]* | *[!0-9]*)
  echo "usage: scripts/random-programs.sh [--bundle FOLDER] [COUNT [SEED [JOBS]]]" >&2
  exit 2
  ;;
esac
kinds=(loops items wild data nests systems standard)
case " ${kinds[*]}  " in
*" $only "*) ;;
*)
  echo "random-programs: OMPSCAN_RANDOM_ONLY is one of '${kinds[*]}', not '$only'" >&2
  exit 2
  ;;
esac
case $compilers in
'') ;;
others)
  if ! command -v gcc >/dev/null || ! command -v g++ >/dev/null; then
    echo "random-programs: there is no gcc and g++ to compare with" >&2
    exit 1
  fi
  ;;
*)
  echo "random-programs: OMPSCAN_RANDOM_COMPILERS is 'others', not '$compilers'" >&2
  exit 2
  ;;
esac
formats=opencl
case $device in
'' | opencl | host) ;;
cuda) formats=opencl,ptx ;;
*)
  echo "random-programs: OMPSCAN_RANDOM_DEVICE is 'opencl', 'host' or 'cuda', not '$device'" >&2
  exit 2
  ;;
esac
if [ ! -e "$build/lib/libompscan.so" ]; then
  echo "random-programs: nothing is built in $build; run scripts/check.sh" >&2
  exit 1
fi

keep=${bundle:-$build/random-programs}
mkdir -p "$keep"
keep=$(cd -- "$keep" && pwd) || exit
rm -rf "$keep/failed" "$keep/programs" "$keep/refused"
mkdir -p "$keep/failed" "$keep/programs" "$keep/refused"

# Runs program $1 on a device and on the host, with both sizes of tiles; keeps
# it, and what it has printed, where it fails.
run_program() {
  local log=$1.log place status=0 policy=MANDATORY
  # What a device cannot run, such as narrow subscripts that wrap around, is the
  # host's.
  [[ $1 != */wild-* ]] || policy=DEFAULT
  local places=("OMPSCAN_DEVICE=opencl OMP_TARGET_OFFLOAD=$policy"
    'OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS='{1,2,3,5,16}
    'OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=20000 OMP_NUM_THREADS=3'
    "OMPSCAN_DEVICE=cuda OMP_TARGET_OFFLOAD=$policy")
  # Teams of each width; two of them for each of many files.
  local number=${1##*/nests-} teams
  if [[ $1 = */nests-* ]]; then
    number=${number%%-*}
    teams=(part half-warp warp group-64 group-128 group group-512 wide-group
           column columns bundle parts)
    [ "$count" -le 1000 ] ||
      teams=("${teams[number % 12]}"
             "${teams[(number / 12 + number + 5) % 12]}")
    places+=("${places[0]} OMPSCAN_ROWS="{group,column,bundle}
      "${teams[@]/#/${places[-1]} OMPSCAN_ROWS=}")
  fi
  # The digests that programs of other compilers have printed.
  local digests=$1.digests
  [ ! -e "$digests" ] || export SCAN_TEST_DIGEST=1
  local path paths
  for place in "${places[@]}"; do
    paths=("$libraries" "$libraries/tiny:$libraries")
    case $place in
    *=cuda*)
      [ "${device:-}" = cuda ] || continue
      paths=("$libraries") # The tiles of PTX have one size.
      ;;
    *"=${device:-}"*) ;;
    *) continue ;;
    esac
    for path in "${paths[@]}"; do
      echo "$place LD_LIBRARY_PATH=$path" >"$log"
      # shellcheck disable=SC2086 # several assignments
      env $place LD_LIBRARY_PATH="$path" timeout 600 "$1" 2>>"$log" >"$1.dout" ||
        status=$?
      cat "$1.dout" >>"$log"
      [ $status = 0 ] || break 2
      [ ! -e "$digests" ] || grep '^digest ' "$1.dout" | diff "$digests" - \
        >"$1.diff" || {
        echo "digests differ from those of other compilers" >>"$log"
        status=1
        break 2
      }
    done
  done
  if [ $status = 0 ]; then
    rm -f "$1.dout" "$1.diff"
    [ -n "${bundle:-}" ] || rm -f "$1" "$1".c* "$1.digests"
  else
    echo "failed: $(basename "$1"): $(tail -n 1 "$log")"
    cp "$1"* "$(dirname "$1")/../failed"
  fi
  rm -f "$log"
}

# left_out PROGRAM SOURCE: the options that compile_accepted.py has compiled with.
left_out() {
  local refused=$keep/refused/${1##*/}
  [ -e "$refused" ] || return 0
  sed -n '1s,^/\* options: \(..*\) \*/$,\1,p' "$2"
  sed 's/^\([^ ]*\) .*/-DWITHOUT_\1/' "$refused"
}

# Compiles program $1 of kind $2 from file $3 by other compilers, and keeps the digests
# of the results in $1.digests. False, and the reason in $1.log, if a compiler refuses
# it, or if a program fails or prints other digests.
compare_compilers() {
  local program=$1 kind=$2 source=$3 gcc=gcc name command left_out=()
  [[ $driver = clang ]] || gcc=g++
  mapfile -t left_out < <(left_out "$program" "$source")
  local commands=("$driver-$release -O0" "$driver-$release -O3" "$gcc -O2")
  [ "$kind" != standard ] || commands+=("$gcc -O2 -fopenmp")
  rm -f "$program.digests"
  for command in "${commands[@]}"; do
    name=$program.digests-of-${command// /}
    # shellcheck disable=SC2086 # a command with options
    $command "-std=$standard" -w -I "$root/test/Programs/Inputs" \
      "${left_out[@]}" "$source" -lm -o "$program.other" >>"$program.log" 2>&1 || return
    SCAN_TEST_DIGEST=1 OMP_NUM_THREADS=3 timeout 600 "$program.other" \
      >"$name" 2>&1 || {
      echo "by $command: $(tail -n 1 "$name")" >>"$program.log"
      return 1
    }
    sed -i '/^digest /!d' "$name"
    [ -e "$program.digests" ] || cp "$name" "$program.digests"
    cmp "$program.digests" "$name" >>"$program.log" 2>&1 || return
  done
  rm -f "$program".digests-of* "$program.other"
}

# Generates and compiles file $1; with $2, runs it, too.
make_program() {
  local number=$1 kind=$2 release language suffix=c driver=clang standard=gnu17
  local releases
  read -ra releases <<<"$built"
  release=${releases[number / 2 % ${#releases[@]}]}
  if ((number % 2)); then language=c++; else language=c; fi
  [ "$language" = c ] || suffix=cpp driver=clang++ standard=gnu++20
  local program=$keep/programs/$kind-$number-clang$release
  local source=$program.$suffix generator=generate options=(--loops 25)
  local accepted=() sources=("$source")
  case $kind in
  items) generator=generate_items ;;
  wild)
    generator=generate_items
    options+=(--wild)
    accepted=("$root/test/Generator/compile_accepted.py" "$source"
      "$keep/refused/$(basename "$program")")
    sources=() # It names the source itself.
    ;;
  data) generator=generate_data options=(--cases 25) ;;
  nests) generator=generate_nests options=(--nests 25) ;;
  systems) generator=generate_systems ;;
  standard) generator=generate_standard ;;
  esac
  [ -z "$compilers" ] || case $kind in items | wild) options+=(--portable) ;; esac
  case $device-$kind in
  host-loops | host-items | host-wild) options+=(--host) ;;
  esac
  # shellcheck disable=SC2016 # $ORIGIN is for the loader
  if ! python3 "$root/test/Generator/$generator.py" --seed "$number" \
    "${options[@]}" --language "$language" >"$source" 2>"$program.log" ||
    ! OMPSCAN_CLANG=$(command -v "clang-$release") "${accepted[@]}" \
      "$build/bin/ompscan-$driver" "-fplugin-arg-ompscan-kernels=$formats" \
      "-std=$standard" -O1 -w -I "$root/test/Programs/Inputs" \
      "${sources[@]}" -lm -o "$program" >>"$program.log" 2>&1; then
    echo "failed: $(basename "$program"): $(tail -n 1 "$program.log")"
    mv "$program"* "$keep/failed"
  elif [ -n "$compilers" ] && ! compare_compilers "$program" "$kind" "$source"; then
    echo "failed: $(basename "$program"): $(tail -n 1 "$program.log")"
    mv "$program"* "$keep/failed"
  elif [ -n "$bundle" ]; then
    rm -f "$program.log"
  else
    run_program "$program"
  fi
}

built=
supported=$(awk '/^[0-9]/ { print $1 }' "$root/cmake/llvm-releases.txt" | xargs)
for release in $supported; do
  [ ! -e "$build/lib/ClangOmpScan-$release.so" ] || built="$built $release"
done
libraries=$keep/lib
mkdir -p "$libraries/tiny"
cp -L "$build/lib/libompscan.so.0" "$libraries/"
cp -L "$build/tiny/lib/libompscan.so.0" "$libraries/tiny/"
if [ -n "$bundle" ]; then
  for library in libomp.so.5 libOpenCL.so.1 libmd.so.0 libzstd.so.1; do
    path=$(ldconfig -p | sed -n "s/.*$library .*=> //p" | head -n 1)
    copy=$build/lib/ompscan/openmp/$library # cmake/CopyOpenMP.cmake
    [ ! -e "$copy" ] || path=$copy
    [ -z "$path" ] || cp -L "$path" "$libraries/$library"
  done
fi

unset OMP_TARGET_OFFLOAD OMPSCAN_DEVICE
export OCL_ICD_VENDORS=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors/pocl.icd}
# Kernels that are met once only are not worth keeping.
export POCL_KERNEL_CACHE=0 OMPSCAN_CACHE=off
# Threads that wait for others take their cores away.
export OMP_WAIT_POLICY=passive
export root build keep bundle built libraries device formats count compilers
export -f run_program left_out compare_compilers make_program

echo "random-programs: $count of each kind, seed $seed, $jobs at a time"
for ((done = 0, number = seed; done < count; done += 25, number++)); do
  for kind in "${kinds[@]}"; do
    [ -n "$only" ] && [ "$only" != "$kind" ] || echo "$number $kind"
  done
done | xargs -P "$jobs" -L 1 bash -c 'make_program "$@"' make_program

if [ -n "$bundle" ]; then
  {
    cat <<'HEAD'
#!/bin/bash
# Runs the programs of this folder, JOBS at a time: run.sh [JOBS]
cd -- "$(dirname -- "$0")" || exit
export libraries=$PWD/lib OMP_WAIT_POLICY=passive
export OMPSCAN_CACHE=off bundle=1 device=${OMPSCAN_RANDOM_DEVICE:-}
HEAD
    echo "export count=$count"
    declare -f run_program
    cat <<'TAIL'
export -f run_program
rm -rf failed
mkdir failed
files=$(find programs -type f -perm -u+x | wc -l)
find "$PWD/programs" -type f -perm -u+x | xargs -P "${1:-$(nproc)}" -n 1 bash -c 'run_program "$1"' run_program
failed=$(find failed -type f -perm -u+x | wc -l)
echo "$files files, $failed failed"
[ "$failed" -eq 0 ]
TAIL
  } >"$keep/run.sh"
  chmod +x "$keep/run.sh"
fi
if [ -n "$(ls -A "$keep/refused")" ]; then
  cat "$keep/refused"/* | awk '{ count[$2]++ }
    END { for (tag in count) print "refused: " count[tag] " [" tag "]" }' | sort
fi
failed=$(find "$keep/failed" -name '*.log' | wc -l)
if ((failed)); then
  echo "random-programs: $failed files failed; they are in $keep/failed"
  exit 1
fi
if [ -n "$bundle" ]; then
  echo "random-programs: $keep/run.sh runs them"
else
  rm -rf "$keep"
  echo "random-programs: all passed"
fi

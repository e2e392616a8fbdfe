#!/bin/sh
#
# Packs what a machine without compilers needs to run the benchmarks.
#
#   benchmarks/bundle.sh BUILD-DIR OUTPUT.tar.gz
#
# The archive holds a folder ompscan-bench with the programs, the libraries
# that they were linked with, and run.sh, which finds NVIDIA's OpenCL driver
# where the system has not registered it, beside the drivers that it has, and
# passes its arguments on to ompscan-bench.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

if [ $# -ne 2 ]; then
  echo "usage: benchmarks/bundle.sh BUILD-DIR OUTPUT.tar.gz" >&2
  exit 2
fi
build=$1
output=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work/ompscan-bench
mkdir "$folder"

for program in ompscan-bench ompscan-bench-scans ompscan-bench-cuda \
  ompscan-bench-recurrences ompscan-bench-recurrences-cuda \
  ompscan-bench-rajaperf ompscan-bench-rajaperf-cuda \
  ompscan-bench-rows ompscan-bench-rows-cuda \
  ompscan-bench-rows-omp ompscan-bench-rows-plain \
  ompscan-bench-slides ompscan-bench-slides-cuda ompscan-bench-slides-cpu \
  ompscan-bench-slide-loops ompscan-bench-classic ompscan-bench-chain \
  ompscan-bench-back-to-back \
  ompscan-bench-host-recurrences ompscan-bench-host-recurrences-plain \
  ompscan-bench-host-recurrences-gcc \
  ompscan-bench-host-selections ompscan-bench-host-selections-plain \
  ompscan-bench-host-selections-gcc \
  ompscan-bench-cpu-plain ompscan-bench-cpu-clang ompscan-bench-cpu-gcc \
  ompscan-bench-opencl \
  ompscan-hostdata ompscan-tune; do
  [ ! -e "$build/bin/$program" ] || cp "$build/bin/$program" "$folder"
done
if [ -d "$build/bin/micro" ]; then
  cp -r "$build/bin/micro" "$folder"
  # For the count of their lines.
  cp -r "$(dirname -- "$0")/micro" "$folder/micro-sources"
fi
[ ! -d "$build/bin/examples" ] || cp -r "$build/bin/examples" "$folder"
cp "$(dirname -- "$0")/reproduce.sh" "$(dirname -- "$0")/plot" "$folder"
cp -L "$build/lib/libompscan.so.0" "$folder"
if [ -e "$build/lib/ompscan/primitives.ptx" ]; then
  mkdir "$folder/ompscan"
  cp "$build/lib/ompscan/primitives.ptx" "$folder/ompscan"
fi
for program in "$folder"/ompscan-* "$folder"/micro/*/* "$folder"/examples/*; do
  [ -f "$program" ] || continue
  LD_LIBRARY_PATH=$build/lib ldd "$program"
done | awk '/lib(omp|OpenCL|tbb|gomp|md)\.so/ && $3 ~ "^/" { print $3 }' |
  sort -u | xargs -r cp -L -t "$folder"

cat >"$folder/run.sh" <<'RUN'
#!/bin/sh
here=$(cd -- "$(dirname -- "$0")" && pwd)
registered=/etc/OpenCL/vendors
for directory in /usr/local/nvidia/lib64 /usr/lib/x86_64-linux-gnu /usr/lib64; do
  if [ -z "${OCL_ICD_VENDORS:-}" ] && [ ! -e "$registered/nvidia.icd" ] &&
    [ -e "$directory/libnvidia-opencl.so.1" ]; then
    OCL_ICD_VENDORS=$(mktemp -d)
    trap 'rm -rf "$OCL_ICD_VENDORS"' EXIT
    for icd in "$registered"/*.icd; do
      [ ! -e "$icd" ] || cp "$icd" "$OCL_ICD_VENDORS"
    done
    echo "$directory/libnvidia-opencl.so.1" >"$OCL_ICD_VENDORS/nvidia.icd"
    LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$directory
    export OCL_ICD_VENDORS
  fi
done
export LD_LIBRARY_PATH="$here${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
"${OMPSCAN_BENCH_PROGRAM:-$here/ompscan-bench}" "$@"
RUN
chmod +x "$folder/run.sh"
tar -C "$work" -czf "$output" ompscan-bench

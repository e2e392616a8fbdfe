#!/usr/bin/env bash
# Puts the program tests and the examples into a folder that runs on a machine
# without compiler and network: scripts/bundle-tests.sh BUILD-DIR FOLDER, then
# FOLDER/run.sh there.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: $0 BUILD-DIR FOLDER" >&2
  exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2/bin" "$2/lib" "$2/examples"
out=$(cd "$2" && pwd)

cp -L "$build/lib/libompscan.so.0" "$out/lib/"
if [ -e "$build/lib/ompscan/primitives.ptx" ]; then
  mkdir -p "$out/lib/ompscan"
  cp "$build/lib/ompscan/primitives.ptx" "$out/lib/ompscan/"
fi
for library in libomp.so.5 libOpenCL.so.1 libmd.so.0 libzstd.so.1; do
  path=$(ldconfig -p | sed -n "s/.*$library .*=> //p" | head -n 1)
  copy=$build/lib/ompscan/openmp/$library # cmake/CopyOpenMP.cmake
  [ ! -e "$copy" ] || path=$copy
  if [ -n "$path" ]; then cp -L "$path" "$out/lib/$library"; fi
done

# compile OPTIMISATION PROGRAM SOURCE
compile() {
  local compiler=("$build/bin/ompscan-clang")
  case $3 in
  *.cpp) compiler=("$build/bin/ompscan-clang++" -std=c++20) ;;
  esac
  # shellcheck disable=SC2016 # $ORIGIN is for the loader
  if ! "${compiler[@]}" "$1" -w "$3" -o "$out/$2" \
    -Wl,-rpath,'$ORIGIN/../lib' -lm 2>"$out/$(basename "$2").log"; then
    echo "left out: $2 (see $out/$(basename "$2").log)"
  else
    rm "$out/$(basename "$2").log"
  fi
}
export -f compile
export build out

{
  for source in "$root"/examples/*.c*; do
    case $source in
    */histogram_equalize.c | */line_index.c) continue ;; # They need a file.
    esac
    name=$(basename "$source")
    printf '%s\n' -O2 "examples/${name%.*}" "$source"
  done

  # The tests that lit runs on a device by a plain %run.
  for source in "$root"/test/{Programs,Operators,Data,Target}/*.c*; do
    grep -qE '^// RUN: .*%run( |_tiny)' "$source" || continue
    # These expect a CPU device, the host, or an argument.
    case $source in
    */device-clause.c | */clauses-in-use.c | */overlap.c | \
      */accumulator-overlap.c | */Target/resident.c) continue ;;
    esac
    printf '%s\n' -O1 "bin/$(basename "$source")" "$source"
  done
} | xargs -d '\n' -n 3 -P "$(nproc)" bash -c 'compile "$@"' compile

cat >"$out/run.sh" <<'RUN'
#!/usr/bin/env bash
# Runs every program of the bundle; prints what the examples say, the programs
# that fail, and a count.
cd "$(dirname "$0")" || exit 2
export OMP_TARGET_OFFLOAD=MANDATORY LD_LIBRARY_PATH="$PWD/lib"
failed=0 passed=0
for program in examples/* bin/*; do
  if output=$(timeout 120 "$program" 2>&1); then
    passed=$((passed + 1))
    case $program in examples/*) printf '%s\n' "$output" ;; esac
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$program" "$(printf '%s' "$output" | tail -n 5)"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
RUN
chmod +x "$out/run.sh"

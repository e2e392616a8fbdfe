#!/usr/bin/env bash
# Puts the program tests into a folder that runs on a machine without compiler
# and network: scripts/bundle-tests.sh BUILD-DIR FOLDER, then FOLDER/run.sh there.
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
mkdir -p "$2/bin" "$2/lib"
out=$(cd "$2" && pwd)

cp -L "$build/lib/libompscan.so.0" "$out/lib/"
for library in libomp.so.5 libOpenCL.so.1 libmd.so.0; do
  path=$(ldconfig -p | sed -n "s/.*$library .*=> //p" | head -n 1)
  if [ -n "$path" ]; then cp -L "$path" "$out/lib/$library"; fi
done

# The tests that lit runs on a device by a plain %run.
for source in "$root"/test/{Programs,Operators,Data,Target}/*.c*; do
  grep -qE '^// RUN: .*%run( |_tiny)' "$source" || continue
  # These expect a CPU device, the host, or an argument.
  case $source in
  */device-clause.c | */clauses-in-use.c | */overlap.c | \
    */accumulator-overlap.c | */Target/resident.c) continue ;;
  esac
  name=$(basename "$source")
  case $source in
  *.cpp) compiler=("$build/bin/ompscan-clang++" -std=c++20) ;;
  *) compiler=("$build/bin/ompscan-clang") ;;
  esac
  # shellcheck disable=SC2016 # $ORIGIN is for the loader
  if ! "${compiler[@]}" -O1 -w "$source" -o "$out/bin/$name" \
    -Wl,-rpath,'$ORIGIN/../lib' -lm 2>"$out/$name.log"; then
    echo "left out: $name (see $out/$name.log)"
  else
    rm "$out/$name.log"
  fi
done

cat >"$out/run.sh" <<'RUN'
#!/usr/bin/env bash
# Runs every program of the bundle; prints those that fail, and a count.
cd "$(dirname "$0")" || exit 2
export OMP_TARGET_OFFLOAD=MANDATORY LD_LIBRARY_PATH="$PWD/lib"
failed=0 passed=0
for program in bin/*; do
  if output=$(timeout 120 "$program" 2>&1); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$program" "$(printf '%s' "$output" | tail -n 5)"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
RUN
chmod +x "$out/run.sh"

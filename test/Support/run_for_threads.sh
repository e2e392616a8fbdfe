#!/bin/sh
#
# Runs a command once for each number of threads of a list, such as 1,2,16:
#
#   run_for_threads.sh LIST COMMAND...
#
# Of `5:1000`, 1000 is the largest size that programs with Inputs/scan_test.h
# test, if they are not given one; `default` leaves the number to OpenMP.
#
# The output is that of the last run, or of the first one that fails, whose exit
# status is that of the script. The command runs once where OMP_NUM_THREADS is
# set: a test that asks for a number of threads gets it.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -u

list=$1
shift
[ -z "${OMP_NUM_THREADS:-}" ] || exec "$@"

run() {
  (
    size=${threads#*:}
    [ "$size" = "$threads" ] || [ "$size" -ge "${SCAN_TEST_LIMIT:-$((size + 1))}" ] ||
      export SCAN_TEST_LIMIT="$size"
    [ "$threads" = default ] || export OMP_NUM_THREADS="${threads%%:*}"
    exec "$@"
  )
}

output=$(mktemp -d) || exit
trap 'rm -rf "$output"' EXIT
while :; do
  threads=${list%%,*}
  [ "$threads" != "$list" ] || break
  run "$@" >"$output/1" 2>"$output/2" || {
    status=$?
    cat "$output/1"
    cat "$output/2" >&2
    echo "run_for_threads: $threads threads" >&2
    exit $status
  }
  list=${list#*,}
done
run "$@"

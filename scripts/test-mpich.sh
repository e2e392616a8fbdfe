#!/bin/bash
#
# Runs all tests of libompscan-mpi with MPICH; the check runs them with Open MPI.
#
#   scripts/test-mpich.sh
#
# Needs what scripts/check.sh installs.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build-mpich)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
build=${OMPSCAN_BUILD_DIR:-$root/build-mpich}

for program in mpicxx.mpich mpiexec.mpich; do
  command -v $program >/dev/null || {
    echo "test-mpich: $program is not installed (Debian: libmpich-dev, mpich)" >&2
    exit 1
  }
done
release=$(awk '/^[0-9]/ { print $1; exit }' "$root/cmake/llvm-releases.txt")
[ -e "$build/CMakeCache.txt" ] ||
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_C_COMPILER="clang-$release" \
    -DCMAKE_CXX_COMPILER="clang++-$release" -DOMPSCAN_LLVM_VERSIONS="$release" \
    -DOMPSCAN_BUILD_TESTS=ON -DOMPSCAN_MPI=ON -DMPI_CXX_COMPILER=mpicxx.mpich \
    -DMPIEXEC_EXECUTABLE="$(command -v mpiexec.mpich)"
cmake --build "$build" --parallel "$(nproc)" \
  --target "ClangOmpScan-$release" ompscan ompscan-mpi
lit=$(sed -n 's/^OMPSCAN_LIT:.*=//p' "$build/CMakeCache.txt")
"$lit" -sv "$build/test/$release" --filter Mpi/

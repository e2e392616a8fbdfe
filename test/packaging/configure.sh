#!/bin/sh
#
# Configures build trees where something is missing, and where there is a copy of
# the OpenMP runtime.
#
#   test/packaging/configure.sh
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  cat "$work/log" >&2
  echo "configure: $1" >&2
  exit 1
}

# configure OPTION...: configures the one build tree, once more.
configure() {
  cmake --preset release -S "$root" -B "$work/build" -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_C_COMPILER=clang-22 -DOMPSCAN_LLVM_VERSIONS=22 "$@" >"$work/log" 2>&1
}
has_target() { cmake --build "$work/build" --target help | grep "^$1:" >/dev/null; }

# Without GoogleTest there are no tests, unless they are asked for.
configure -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON || fail "it fails without GoogleTest"
[ "$(grep -c '^-- Tests: no, missing: GoogleTest' "$work/log")" = 1 ] ||
  fail "nothing is said of GoogleTest"
! has_target check-ompscan || fail "there are tests without GoogleTest"
! has_target primitives-ptx || fail "the PTX of primitives is compiled unasked"
! configure -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON -DOMPSCAN_BUILD_TESTS=ON ||
  fail "tests are asked for, and left out"
grep -q 'missing here: GoogleTest' "$work/log" || fail "nothing is said of GoogleTest"

# Without MPI its library is left out, unless it is asked for.
configure -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON -DOMPSCAN_BUILD_TESTS=OFF ||
  fail "it fails without MPI"
grep -q '^-- libompscan-mpi: no, missing: MPI (Debian, Ubuntu: libopenmpi-dev' "$work/log" ||
  fail "nothing is said of MPI"
! has_target ompscan-mpi || fail "its library is built without MPI"
! configure -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON -DOMPSCAN_MPI=ON ||
  fail "libompscan-mpi is asked for, and left out"
grep -q 'libompscan-mpi needs MPI' "$work/log" || fail "nothing is said of MPI"

# What the runtime needs is named, all at once, with its packages.
libraries=$(readlink -f "$(clang-22 -print-file-name=libmd.so)")
libraries=${libraries%/*}
! cmake --preset release -S "$root" -B "$work/bare" -DCMAKE_CXX_COMPILER=clang++-22 \
  -DCMAKE_C_COMPILER=clang-22 -DOMPSCAN_LLVM_VERSIONS=22 -DOMPSCAN_BUILD_TESTS=OFF \
  "-DCMAKE_IGNORE_PATH=/usr/include;$libraries;${libraries#/usr}" \
  >"$work/log" 2>&1 || fail "it passes without libraries"
tr -s '\n ' ' ' <"$work/log" >"$work/line"
for part in "OpenCL's headers (Debian, Ubuntu: opencl-c-headers; Fedora: opencl-headers)" \
  "OpenCL's loader (Debian, Ubuntu: ocl-icd-opencl-dev; Fedora: OpenCL-ICD-Loader-devel)" \
  "CL/opencl.hpp (Debian, Ubuntu: opencl-clhpp-headers; Fedora: opencl-headers)" \
  "libmd (Debian, Ubuntu: libmd-dev; Fedora: libmd-devel)"; do
  grep -qF "$part" "$work/line" || fail "this is not named: $part"
done

# With GoogleTest there are tests.
mkdir "$work/openmp"
for file in omp.h libomp.so.5 libomp.so; do
  echo "$file" >"$work/openmp/$file"
done
configure -DCMAKE_DISABLE_FIND_PACKAGE_GTest=OFF -DOMPSCAN_BUILD_TESTS=AUTO \
  -DCMAKE_DISABLE_FIND_PACKAGE_MPI=OFF -DOMPSCAN_MPI=AUTO \
  -DOMPSCAN_PRIMITIVES_PTX=ON -DOMPSCAN_OPENMP_DIR="$work/openmp" ||
  fail "it fails with a copy of the OpenMP runtime"
for target in check-ompscan primitives-ptx; do
  has_target $target || fail "there is no target $target"
done

# The copy is installed, by none of the packages' components.
cmake --install "$work/build" --prefix "$work/installed" --component openmp >"$work/log" 2>&1 ||
  fail "the copy cannot be installed"
for file in omp.h libomp.so.5 libomp.so; do
  cmp "$work/openmp/$file" "$(find "$work/installed" -path "*/ompscan/openmp/$file")" ||
    fail "$file is not installed"
  [ -e "$work/build/lib/ompscan/openmp/$file" ] || fail "$file is not in the build tree"
done
# shellcheck disable=SC2016 # pkg-config's variable
grep -q -- '-L${plugindir}/openmp -Wl,-rpath=${plugindir}/openmp' \
  "$work/build/generated/package/ompscan-clang-22.pc" || fail "pkg-config does not name it"
sed -n 's/^set(CPACK_COMPONENTS_ALL "\(.*\)")/\1/p' "$work/build/CPackConfig.cmake" >"$work/log"
! grep -q 'openmp' "$work/log" || fail "a package has it"
[ -s "$work/log" ] || fail "found no components of packages"
configure -DOMPSCAN_OPENMP_DIR= || fail "it fails without OMPSCAN_OPENMP_DIR"
[ -e "$root/openmp" ] || [ ! -e "$work/build/lib/ompscan/openmp" ] || fail "the copy stays"
echo "configure: passed"

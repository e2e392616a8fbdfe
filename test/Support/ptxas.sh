#!/bin/sh
#
# Stands for NVIDIA's assembler, ptxas -arch=sm_NN INPUT -o OUTPUT, where there is
# none. Its machine code is for the driver of fake_cuda.cpp.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

if [ "$1" = -arch=sm_12 ]; then
  echo "ptxas fatal   : Value 'sm_12' is not defined for option 'gpu-name'" >&2
  exit 255
fi
grep -q '^\.entry\|\.visible \.entry' "$2" && [ "$3" = -o ] || exit 1
echo "machine code $1" >"$4"
# Variables of the module are in the machine code, too.
grep -o ompscan_dependent_launch "$2" >>"$4"
exit 0

#!/bin/sh
#
# The linker that Clang finds as "ld" in a folder of COMPILER_PATH, for PoCL.
#
# PoCL links each kernel by itself, to the C library and to those of the compiler,
# by GNU ld, which reads the symbols of them all: a quarter of the time that a
# build takes. Kernels need libm only, and gold is faster. Other programs are
# linked as ever.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

ld=/usr/bin/ld
gold=/usr/bin/ld.gold
case " $* " in
*/tempfile_*.so" "*) [ -x $gold ] || exec $ld "$@" ;; # PoCL's name for it
*) exec $ld "$@" ;;
esac

for argument; do
  shift
  case $argument in
  -lc | -lgcc | -lgcc_s | --as-needed | --no-as-needed) ;;
  *) set -- "$@" "$argument" ;;
  esac
done
exec $gold "$@"

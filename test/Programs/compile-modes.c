// The ways to compile a file.

// RUN: %clang -O0 %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o %t.O0 && %run %t.O0
// RUN: %clang %opt %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o %t.O1 && %run %t.O1
// RUN: %clang -O2 %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o %t.O2 && %run %t.O2
// RUN: %clang -O3 %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o %t.O3 && %run %t.O3
// RUN: %clang -Os -g %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o %t.g && %run %t.g
// RUN: %clang -O2 -flto=thin -c %S/Inputs/prefix_sum.c %ompscan_flags -o %t.bc
// RUN: %clang -std=c99 -pedantic %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o %t.c99 && %run %t.c99
// RUN: %clang -std=c2x %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o %t.c23 && %run %t.c23

// Compiled and linked in two steps, position independent or not.
// RUN: %clang -O2 -fPIC -c %S/Inputs/prefix_sum.c %ompscan_flags -o %t.pic.o
// RUN: %clang -pie %t.pic.o %ompscan_libs -o %t.pie && %run %t.pie
// RUN: %clang -O2 -fno-pie -c %S/Inputs/prefix_sum.c %ompscan_flags -o %t.nopic.o
// RUN: %clang -no-pie %t.nopic.o %ompscan_libs -o %t.nopie && %run %t.nopie

// Preprocessed first, and the output read back.
// RUN: %clang -E %S/Inputs/prefix_sum.c %ompscan_flags -o %t.i
// RUN: %clang %opt %t.i %ompscan_flags %ompscan_libs -o %t.from-i && %run %t.from-i
// RUN: %clang -E -P -fdirectives-only %S/Inputs/prefix_sum.c %ompscan_flags -o %t.directives.c
// RUN: %clang %opt %t.directives.c %ompscan_flags %ompscan_libs -o %t.from-directives && %run %t.from-directives
// RUN: %clang -E %S/Inputs/prefix_sum.c %ompscan_flags \
// RUN:   | %clang %opt -x cpp-output - %ompscan_flags %ompscan_libs -o %t.piped && %run %t.piped

// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %clang %opt -save-temps %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o saved && %run ./saved
// RUN: ls %t.dir | %filecheck %s --check-prefix=SAVED
// SAVED: prefix_sum.i

// RUN: %clang -fsyntax-only %S/Inputs/prefix_sum.c %ompscan_flags
// RUN: %clang -S -emit-llvm %S/Inputs/prefix_sum.c %ompscan_flags -o %t.ll
// RUN: %clang %opt %t.ll %ompscan_libs -o %t.from-ll && %run %t.from-ll
// RUN: %clang -M %S/Inputs/prefix_sum.c %ompscan_flags | %filecheck %s --check-prefix=DEPENDENCIES
// DEPENDENCIES: prefix_sum.o:
// RUN: %clang --analyze %S/Inputs/prefix_sum.c %ompscan_flags -o %t.plist

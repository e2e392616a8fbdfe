//===- WeakSymbols.h - Symbols that one release lacks --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every symbol of Clang and LLVM comes from the program that loads the plugin.
/// In a Clang of another release some are missing. Functions are bound lazily,
/// so that Driver/Plugin.cpp can report that. Data is not: a variable that is
/// not in all releases has to be weak, or the plugin cannot be loaded. The
/// compiler includes this file first everywhere.
///
//===----------------------------------------------------------------------===//

__asm__(".weak _ZN4llvm11APFloatBase13semIEEEdoubleE");
__asm__(".weak _ZN4llvm11APFloatBase18semPPCDoubleDoubleE");
__asm__(".weak _ZN4llvm17OptimizationLevel2O0E");

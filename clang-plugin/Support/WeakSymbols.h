//===- WeakSymbols.h - Symbols that one release lacks --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program that loads the plugin defines every symbol of Clang and LLVM. A
/// Clang of another release lacks some of them. Functions are bound lazily, so
/// that Driver/Plugin.cpp can report the wrong release. Variables, and
/// functions in tables of virtual ones, are bound when the plugin is loaded:
/// one that some releases lack has to be weak, or loading fails. The build
/// includes this file first in every source.
///
//===----------------------------------------------------------------------===//

__asm__(".weak _ZN4llvm11APFloatBase13semIEEEdoubleE");
__asm__(".weak _ZN4llvm11APFloatBase18semPPCDoubleDoubleE");
__asm__(".weak _ZN4llvm17OptimizationLevel2O0E");
// In the table of WithoutPlugins<EmitLLVMOnlyAction>.
__asm__(".weak "
        "_ZN5clang13CodeGenAction21BeginSourceFileActionERNS_"
        "16CompilerInstanceE");

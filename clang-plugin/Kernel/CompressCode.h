//===- CompressCode.h - Kept elements by permutations --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions that templates/native-compress.cl leaves to the plugin. The
/// text of a program is compiled once for all of its versions, so that it
/// cannot use instructions which only some of them have.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_CLANG_KERNEL_COMPRESSCODE_H
#define OMPSCAN_CLANG_KERNEL_COMPRESSCODE_H

namespace llvm {
class Module;
} // namespace llvm

namespace ompscan::plugin {

/// How a version brings the kept elements of a vector together.
enum class Compression {
  None,           ///< It has no instructions for that.
  ByPermutations, ///< AVX2, with a table
  ByInstructions  ///< AVX-512 for elements of 4 and 8 bytes
};

/// That of \p Native, a version for the processor that the user asks for.
Compression compressionOf(const llvm::Module &Native);

/// Whether \p Native, from which versions are made, gains from AVX-512.
bool hasWideCompression(const llvm::Module &Native);

/// Replaces the calls of `ompscan_may_compress` and `ompscan_compress` in \p
/// Native, a version of a program for x86-64.
void setCompression(llvm::Module &Native, Compression How);

} // namespace ompscan::plugin

#endif // OMPSCAN_CLANG_KERNEL_COMPRESSCODE_H

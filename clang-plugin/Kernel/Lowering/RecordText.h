//===- RecordText.h - Structures in OpenCL C ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_RECORDTEXT_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_RECORDTEXT_H

#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>

namespace ompscan::plugin {

/// The members of a structure or a union, with the layout that C gives them.
///
/// Padding is a member, too, and zero where nothing else sets it. The compiler
/// of NVIDIA's OpenCL driver (580.159, NVVM 7.0.1) copies a structure with a
/// hole in pieces, and may load a piece before it is stored: tiles of
/// work-groups are wrong for { uint; two pairs of doubles; two uints } in
/// Programs/spellings-complex.c, "beside". The padding can go once no such
/// compiler is supported.
class RecordText {
public:
  explicit RecordText(bool IsUnion = false) : IsUnion(IsUnion) {}

  /// Adds a member: \p Declaration without semicolon, and its bytes.
  /// \returns its offset.
  uint64_t add(const llvm::Twine &Declaration, uint64_t Bytes, uint64_t Align);
  /// Ends the record at a multiple of its alignment, which is at least
  /// \p Align. No member follows.
  void finish(uint64_t Align = 1);

  /// In bytes.
  uint64_t size() const { return End; }
  uint64_t alignment() const { return Alignment; }
  /// Declarations, each with a semicolon.
  const std::string &members() const { return Members; }
  /// Whether there is padding.
  bool isPadded() const { return Padded; }

private:
  void padTo(uint64_t Offset);

  bool IsUnion;
  std::string Members;
  uint64_t End = 0;
  uint64_t Alignment = 1;
  bool Padded = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_RECORDTEXT_H

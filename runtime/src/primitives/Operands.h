//===- Operands.h - Checks of the arguments of a primitive ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_OPERANDS_H
#define OMPSCAN_RT_PRIMITIVES_OPERANDS_H

#include "device/Device.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt {

/// Checks the arrays of a call.
class OperandCheck {
public:
  /// Adds \p N elements of \p Size bytes at \p Address.
  /// \throws Refusal if there is no such array, or if it overlaps an array
  /// added before and one of the two is stored to.
  void addArray(const char *Name, const void *Address, uint64_t N,
                uint64_t Size, bool IsStored);

  /// Whether an array is present on \p D, all of it or a part.
  bool isAnyPresentOn(Device &D) const;
  /// Whether an array stands for memory that the host does not have as a whole.
  bool isAnyOutOfReach() const;
  /// Checks that the host has memory for all of each array, where \p Results
  /// results of the call are to be stored.
  /// \throws Refusal with OMPSCAN_ERROR_OVERLAP
  void checkRoomOnHost(uint64_t Results) const;

private:
  struct Range {
    std::string Name;
    uintptr_t Begin, End;
    uint64_t Size; ///< of an element
    bool IsStored;

    bool isOutOfReach() const;
  };
  std::vector<Range> Ranges;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_OPERANDS_H

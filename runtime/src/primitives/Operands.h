//===- Operands.h - Checks of the arguments of a primitive ---- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_OPERANDS_H
#define OMPSCAN_RT_PRIMITIVES_OPERANDS_H

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

private:
  struct Range {
    std::string Name;
    uintptr_t Begin, End;
    bool IsStored;
  };
  std::vector<Range> Ranges;
};

inline const void *elementAt(const void *Array, uint64_t K, uint64_t Size) {
  return static_cast<const unsigned char *>(Array) + K * Size;
}

/// Whether two elements of a number of bytes are equal.
using HostEquality = bool (*)(const void *, const void *, uint64_t);

/// \returns the `==` of the OpenCL C type \p Type, the equality of bytes if \p
/// Type is null, or null if the host does not know the type.
HostEquality hostEquality(const char *Type);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_OPERANDS_H

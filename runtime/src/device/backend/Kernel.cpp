//===- Kernel.cpp - Programs and their kernels ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/backend/Kernel.h"
#include <cstring>

namespace ompscan::rt {

/// Returns true if argument \p I has another value. It counts as unknown then,
/// until it has been set.
bool Kernel::changes(uint32_t I, size_t Size, uint64_t Value) {
  if (I >= Last.size())
    return true; // The driver reports it.
  Argument &A = Last[I];
  if (A.Size == Size && A.Value == Value)
    return false;
  A.Size = 0;
  return true;
}

void Kernel::set(uint32_t I, size_t Size, const void *Bytes) {
  uint64_t Value = 0;
  if (Size > sizeof Value)
    return setBytes(I, Size, Bytes);
  std::memcpy(&Value, Bytes, Size);
  if (!changes(I, Size, Value))
    return;
  setBytes(I, Size, Bytes);
  Last[I] = {Size, Value};
}

void Kernel::set(uint32_t I, const Memory &M) {
  if (!changes(I, SizeOfMemory, M.number()))
    return;
  setMemory(I, M);
  Last[I] = {SizeOfMemory, M.number()};
}

} // namespace ompscan::rt

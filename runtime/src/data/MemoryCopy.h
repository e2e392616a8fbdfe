//===- MemoryCopy.h - Copies between memories ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DATA_MEMORYCOPY_H
#define OMPSCAN_RT_DATA_MEMORYCOPY_H

#include <cstdint>
#include <memory>
#include <vector>

namespace ompscan::rt {

class Device;

/// One side of a copy: memory of the host if there is no device. On a device,
/// the address is one of DataEnvironment::allocate(), or that of mapped data,
/// whose counterpart on the device is meant.
struct MemorySide {
  std::shared_ptr<Device> On;
  char *Address;
};

/// Bytes that are copied at once, and where they lie on the two sides.
struct CopiedBlock {
  uint64_t To, From; ///< Offsets from the addresses of the sides.
  uint64_t Bytes;
};

/// A box of elements in two arrays, as omp_target_memcpy_rect has it.
struct CopiedBox {
  uint64_t ElementSize;
  /// Of each dimension, the outermost first.
  struct Dimension {
    uint64_t Count;                ///< of the elements in the box
    uint64_t ToBegin, FromBegin;   ///< where the box begins
    uint64_t ToLength, FromLength; ///< of the arrays
  };
  std::vector<Dimension> Dimensions;

  /// The blocks of the box, as few as possible; none if it is empty.
  std::vector<CopiedBlock> blocks() const;
};

/// Copies \p Blocks, which do not overlap, and returns when they are there.
///
/// \throws DataError if a side is not on its device as a whole; DeviceError.
void copyMemory(const MemorySide &To, const MemorySide &From,
                const std::vector<CopiedBlock> &Blocks, const char *Call);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DATA_MEMORYCOPY_H

//===- KeySelection.h - Keys at positions of the order -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_KEYSELECTION_H
#define OMPSCAN_RT_PRIMITIVES_KEYSELECTION_H

#include "device/Device.h"
#include "primitives/NumberType.h"
#include "primitives/host/KeyRange.h"
#include <cstdint>
#include <memory>

namespace ompscan::rt {

/// The keys with some ranks in the order of an array, where equal keys keep
/// their order, and their indices.
struct KeySelection {
  const char *Function; ///< that the program has called
  const void *Keys;
  uint64_t N; ///< at least 1
  NumberType Type;
  bool IsDescending;
  Ranks Wanted; ///< at least one
  /// Receives the keys, in order; null: only indices are wanted.
  void *Out;
  const char *OutName;
  /// Receives their indices, of IndexSize bytes: 4, 8, or 0 if only keys are
  /// wanted.
  void *Indices;
  const char *IndicesName;
  uint64_t IndexSize;
};

/// \throws Refusal, Failure, std::bad_alloc; no array has changed then.
void selectKeysOnDevice(const KeySelection &S,
                        const std::shared_ptr<Device> &D);
void selectKeysOnHost(KeySelection S);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_KEYSELECTION_H

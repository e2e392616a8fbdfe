//===- Loop.h - One execution of a loop ----------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_LOOP_H
#define OMPSCAN_LOOP_H

#include "ompscan/abi.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace ompscan {

class Device;
class PresentData;
struct ProgramText;

/// One subscript of an array: element `First + k * Stride` in iteration k.
struct Access {
  ompscan_access_kind Kind;
  int64_t First;
  int64_t Stride;
  /// Of OMPSCAN_ACCESS_COUNTED: which of the results counts.
  uint32_t Counter = 0;
  /// And the largest value that it can have.
  int64_t Limit = 0;
};

/// An array of the loop. `Begin` and `Count` are the mapped section, in
/// elements, or the extent of an unmapped array of known size; an unmapped
/// array with `Count` 0 has no known size.
struct Array {
  const char *Name;
  const void *Base;
  uint64_t ElementSize;
  uint32_t Map;
  int64_t Begin;
  uint64_t Count;
  std::vector<Access> Accesses;
  uint32_t Type = OMPSCAN_ELEMENT_OPAQUE; ///< an ompscan_element_type
  /// Where the loop finds it on its device; null if it is not mapped there.
  std::shared_ptr<PresentData> Present = nullptr;
};

/// An unsigned subexpression of `Bits` bits, `First + k * Stride`, that must
/// not wrap around.
struct NoWrap {
  uint64_t First;
  int64_t Stride;
  uint32_t Bits;
};

/// A scalar that the loop accumulates into: where it is on the host, and where
/// it lies in a value of the scanned type.
struct Result {
  void *Address;
  uint64_t Offset;
  uint64_t Size;
  bool IsSigned = false;
};

/// What object code says about one execution of a loop.
struct Loop {
  const char *Kernels;
  const char *Location;
  uint64_t ItemSize;
  uint32_t Features;
  int64_t DeviceRequest;
  std::vector<Array> Arrays;
  std::vector<NoWrap> NoWraps;
  std::vector<std::vector<unsigned char>> Scalars;
  std::vector<Result> Results;
  uint32_t Abi = OMPSCAN_ABI_VERSION; ///< that the object code is made for
  /// The device whose data the arrays may be, and the number of iterations;
  /// null and 0 until they are known.
  std::shared_ptr<Device> On = nullptr;
  const ProgramText *Text = nullptr; ///< of the kernels, where it is known
  uint64_t Trips = 0;
};

/// The source of the kernels of \p L.
const ProgramText &textOf(const Loop &L);

/// `for (i = Lower; i REL Bound; i += Step)`, as `__ompscan_launch` takes it.
struct Bounds {
  int64_t Lower;
  int64_t Bound;
  int64_t Step;
  uint32_t Flags;
};

/// The number of iterations of the loop.
///
/// \throws Failure if the loop does not end, or if its induction variable
///         leaves the range of its type, which includes its last increment.
uint64_t tripCount(const Bounds &B);

} // namespace ompscan

#endif // OMPSCAN_LOOP_H

//===- Select.h - Irregular sliding --------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_SELECT_H
#define OMPSCAN_RT_PRIMITIVES_SELECT_H

#include "primitives/ElementText.h"
#include "primitives/Operands.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// An array whose elements slide.
struct SelectArray {
  const void *In = nullptr;
  void *Out = nullptr;      ///< the same as In where it slides in place
  void *Rejected = nullptr; ///< for rejected elements; null: behind kept ones
  uint64_t Size = 0;        ///< bytes of an element; 0: there is no such array

  bool isInPlace() const { return In == Out; }
};

/// A selection from N >= 1 elements (primitives/kernels/select.cl).
struct Selection {
  const char *Function; ///< that the program has called
  uint64_t N;
  SelectArray Main;
  SelectArray Values;
  /// Whether rejected elements are stored, too.
  bool HasRejected = false;
  /// Whether an element is compared with the one before it.
  bool HasPrevious = false;
  /// Receives, for each element that is kept, the distance to the next one that
  /// is kept; may be null. If it is not, nothing moves in place, and there are
  /// neither values nor rejected elements.
  size_t *Lengths = nullptr;
  /// A byte for each element, or null.
  const unsigned char *Flags = nullptr;
  /// OpenCL C that defines the type ompscan_E, and the function ompscan_keep,
  /// which follows the kernels.
  std::string Type, Keep;
  std::vector<UserValue> UserValues;
  /// Marks those of Count elements from element Begin on that are kept
  /// (primitives/host/Masks.h). Null if the condition is given by text.
  std::function<void(uint64_t Begin, uint64_t Count, unsigned char *Mask)>
      MarkOnHost;
};

/// Keeps the first element of each run of equal elements. \p Equal as for
/// ompscan_unique.
/// \throws Refusal
void keepUnique(Selection &S, const ompscan_predicate *Equal);

/// Adds the arrays of \p S to \p Check: that \p S has all of them, and that no
/// array that is stored to overlaps another one. Without \p Kept only the
/// begins of arrays are checked whose length depends on the number of elements
/// kept.
/// \throws Refusal
void checkArrays(const Selection &S, std::optional<uint64_t> Kept,
                 OperandCheck &Check);

/// Checks the arrays of \p S, of which \p Kept elements are kept.
/// \throws Refusal
void checkKept(const Selection &S, uint64_t Kept);

/// Whether no array of \p S that is stored to meets another if \p Most elements
/// are kept at most.
bool areApart(const Selection &S, uint64_t Most);

/// Whether areApart() holds, and the host has memory for \p Most elements.
bool hasRoomOnHost(const Selection &S, uint64_t Most);

/// Checks that the host can store the \p Kept elements of \p S that are kept.
/// \throws Refusal
void checkKeptOnHost(const Selection &S, uint64_t Kept);

/// Does \p S and answers how many elements are kept.
/// \throws Refusal, Failure; no array has changed then.
uint64_t selectOnDevice(const Selection &S, const std::shared_ptr<Device> &D);
uint64_t selectOnHost(Selection &S);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_SELECT_H

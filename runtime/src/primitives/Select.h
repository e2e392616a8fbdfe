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
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

/// An array that slides.
struct SelectArray {
  const void *In = nullptr;
  void *Out = nullptr;  ///< the same as In where it slides in place
  void *Rest = nullptr; ///< for what is not kept; null: behind what is kept
  uint64_t Size = 0;    ///< bytes of an element; 0: there is no such array

  bool isInPlace() const { return In == Out; }
};

/// How a selection is done. The last two count, scan the counts, and move in
/// three kernels: by way of local memory, or each work-item on its own.
enum class SelectForm { Best, Staged, Scattered };

/// A selection from N >= 1 elements: see
/// runtime/src/primitives/kernels/select.cl.
struct Selection {
  const char *Function; ///< what the program has called
  uint64_t N;
  SelectArray Main;
  SelectArray Companion;
  /// Whether elements that are not kept are wanted, too.
  bool HasRest = false;
  SelectForm Form = SelectForm::Best;
  /// Whether an element is looked at beside the one before it.
  bool HasPrevious = false;
  /// Gets, for each element that is kept, the number of elements from there to
  /// before the next one; may be null. Where it is not, nothing moves in place,
  /// and there is neither a companion nor a rest.
  size_t *Lengths = nullptr;
  /// A byte for each element, or null.
  const unsigned char *Flags = nullptr;
  /// OpenCL C that defines the type ompscan_E, and the function ompscan_keep.
  std::string Type, Keep;
  std::vector<UserValue> Values;
  /// Whether the host keeps element k; null where only text tells.
  std::function<bool(uint64_t)> KeepsOnHost;
};

/// Keeps the first one of each run of equal elements; \p Equal as for
/// ompscan_unique.
/// \throws Refusal
void keepUnique(Selection &S, const ompscan_predicate *Equal);

/// Checks that \p S has all arrays, and that none is stored to that overlaps
/// another. Before it is known how many elements are \p Kept, only the begins
/// of the arrays that take some of them are looked at.
/// \throws Refusal
void checkArrays(const Selection &S, std::optional<uint64_t> Kept);

/// Does \p S and answers how many elements are kept.
/// \throws Refusal, Failure; no array has changed then.
uint64_t selectOnDevice(const Selection &S);
uint64_t selectOnHost(const Selection &S);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_SELECT_H

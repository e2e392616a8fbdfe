//===- Segments.h - Scans that begin anew -------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_SEGMENTS_H
#define OMPSCAN_RT_PRIMITIVES_SEGMENTS_H

#include "access/LaunchDescriptor.h"
#include "ompscan/primitives.h"
#include "primitives/Operands.h"
#include "primitives/Operator.h"
#include "primitives/host/Masks.h"
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace ompscan::rt {

/// The parameters `__global Type *F_Name, const long F_Name_origin` of a loop.
struct ArrayParameter {
  const char *Type, *Name;
};

/// Elements in segments, each of which is combined from left to right.
///
/// This is a scan (docs/kernel-contract.md) of pairs: a value, and whether a
/// segment begins in the elements that it stands for (Blelloch, "Prefix Sums
/// and Their Applications", 1990, section 1.5), or how many do.
struct Segments {
  const char *Function; ///< that the program has called
  const void *In = nullptr;
  uint64_t N = 0;
  uint64_t Size = 0; ///< bytes of an element
  Operator Op = {};
  /// The begins of segments: a byte per element, keys, or offsets, from which
  /// the device makes bytes.
  const unsigned char *Heads = nullptr;
  const void *Keys = nullptr;
  SegmentBegins Begins = {};
  uint64_t KeySize = 0;
  /// The type ompscan_S of a key, and `ompscan_same_key(x, y)`.
  std::string KeyType = {}, KeyEquals = {};
  HostEquality KeyEquality = {}; ///< null: the host does not know it

  /// Takes the segments of \p G.
  /// \throws Refusal
  void tell(const ompscan_segments *G, OperandCheck &Check);
  /// Begins segments at \p Count ascending \p Offsets.
  /// \throws Refusal
  void tellByOffsets(const size_t *Offsets, size_t Count);
  /// Makes each run of equal keys a segment. \p Equal as for ompscan_unique.
  /// \throws Refusal
  void tellByKeys(const void *Array, uint64_t ElementSize,
                  const ompscan_predicate *Equal);

  /// Whether the kernels read a byte per element instead of keys.
  bool hasFlags() const { return Keys == nullptr; }
  bool canHost() const { return Op.OnHost && (hasFlags() || KeyEquality); }

  /// Has the host use its own memory.
  void placeOnHost();
  /// Marks those of \p Count elements from element \p Begin on that begin a
  /// segment.
  void markHeads(uint64_t Begin, uint64_t Count, unsigned char *Mask) const;

  /// The size of a pair, and the offset and size of its mark: the number of
  /// segments if \p Counts.
  uint64_t pairSize(bool Counts) const;
  uint64_t markOffset(bool Counts) const;
  uint64_t markSize(bool Counts) const;
  /// \returns the text of the loop with the statements \p Output of an
  /// iteration k. They may use OMPSCAN_IS_HEAD(k), OMPSCAN_KEY(k), F_initial,
  /// `ompscan_after.value` and, if \p Counts, the number of segments so far,
  /// `OMPSCAN_COUNT(ompscan_after)`.
  ///
  /// \param Outs arrays for the output, F_NAME, which follow the elements.
  /// \param Functions text that the output may call, behind ompscan_pair().
  /// \param Result element k of the result of a scan of numbers, else empty.
  std::string text(bool Counts, bool UsesBefore,
                   const std::vector<ArrayParameter> &Outs,
                   const std::string &Output, const std::string &Functions = "",
                   const std::string &Result = "") const;
  /// Whether elements and keys have the size of numbers, for which warps have
  /// their own kernels (templates/segment-warp.cl).
  bool areNumbers() const;
  /// Whether devices without warps scan one run of a segment after the other.
  bool isByRun(bool Counts) const;
  /// Runs the loop of \p Text on \p D, whose output arrays are \p Outs. \p
  /// Count, if not null, is 0 before and receives the number of segments.
  /// \throws as offload()
  void run(const std::string &Text, const std::vector<Array> &Outs,
           bool IsInPlace, const void *Initial, uint64_t *Count,
           const std::shared_ptr<Device> &D) const;
};

/// A value of a type that the host has operators of.
struct HostNumber {
  alignas(uint64_t) unsigned char Bytes[sizeof(uint64_t)];
};

/// A copy of an initial value, which may be an element of an array that
/// changes.
class HostInitial {
public:
  /// \param From an element of \p Size bytes, which the host has operators of,
  ///        or null.
  HostInitial(const void *From, uint64_t Size) : Exists(From != nullptr) {
    if (From)
      std::memcpy(Copy.Bytes, From, Size);
  }
  /// Points to the copy, or is null.
  const void *get() const { return Exists ? Copy.Bytes : nullptr; }

private:
  const bool Exists;
  HostNumber Copy{};
};

/// A block of elements, and what it does to the segment that is open in front
/// of it.
class SegmentBlock {
public:
  /// Marks the heads of the \p Count elements of \p S from element \p Begin on
  /// in \p Mask. Segments begin with \p Initial if it is not null.
  /// \param NeedsFront whether end() is called for blocks with heads.
  SegmentBlock(const Segments &S, uint64_t Begin, uint64_t Count,
               const void *Initial, unsigned char *Mask, bool NeedsFront);

  uint64_t heads() const { return Heads; }
  /// The first head and the last one, counted from the begin of the block.
  uint64_t first() const { return First; }
  uint64_t last() const { return Last; }
  /// Adds the elements in front of the first head to \p Open, the value of the
  /// segment that they belong to.
  void end(HostNumber &Open) const;
  /// Turns \p Open into the value of the segment that is open behind the block.
  void pass(HostNumber &Open) const;

private:
  const Segments &S;
  uint64_t Heads, First, Last = 0;
  HostNumber Front;  ///< of the elements in front of the first head
  HostNumber Behind; ///< the value of the last segment, if it begins here
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_SEGMENTS_H

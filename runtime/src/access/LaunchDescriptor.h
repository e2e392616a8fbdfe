//===- LaunchDescriptor.h - One execution of a loop ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_ACCESS_LAUNCHDESCRIPTOR_H
#define OMPSCAN_RT_ACCESS_LAUNCHDESCRIPTOR_H

#include "ompscan/abi.h"
#include "plan/ProgramText.h"
#include "support/Failure.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ompscan::rt {

class Device;
class PresentData;

/// Stores at the value of an accumulator; see ompscan_access_descriptor.
struct CountedAccess {
  uint32_t Result = 0;
  uint32_t Flags = 0;
  int64_t Step = 0;
  int64_t Scale = 0;
  int64_t Offset = 0;
  /// The accumulator's value before the loop, and the largest of its type.
  int64_t Initial = 0;
  int64_t Limit = 0;
  /// How many elements an iteration stores at the most.
  uint64_t Most = 1;
};

/// Iterations k with `Left + k * Stride REL Right`.
struct Guard {
  uint32_t Relation; ///< an ompscan_relation
  bool IsUnsigned;   ///< of both sides
  int64_t Left;
  int64_t Right;
  int64_t Stride;
};

/// How far something moves in each iteration of one of several loops.
struct Along {
  int64_t Stride;
  uint64_t Trips;
};

/// One subscript of an array: element `First + k * Stride` in iteration k.
struct Access {
  ompscan_access_kind Kind;
  int64_t First;
  int64_t Stride;
  /// Of OMPSCAN_ACCESS_COUNTED, for which the numbers above are not used.
  CountedAccess Counted = {};
  /// The width of an unsigned subscript that wraps around where the guards do
  /// not hold, or 0.
  uint32_t Bits = 0;
  bool ByNeighbours = false; ///< See OMPSCAN_ACCESS_BY_NEIGHBOURS.
  bool LeftOfCopy = false;   ///< See OMPSCAN_ACCESS_LEFT_OF_COPY.
  bool InSection = false;    ///< See OMPSCAN_ACCESS_IN_SECTION.
  bool Bounded = false;      ///< See OMPSCAN_ACCESS_BOUNDED.
  bool Apart = false;        ///< See OMPSCAN_ACCESS_APART.
  bool Inspected = false;    ///< See OMPSCAN_ACCESS_INSPECTED.
  bool Behind = false;       ///< See OMPSCAN_ACCESS_BEHIND.
  bool OtherMembers = false; ///< See OMPSCAN_ACCESS_OTHER_MEMBERS.
  /// It is used in the iterations that meet all of these.
  std::vector<Guard> Guards = {};
  /// The strides along the loops around the scan; and once the iterations are
  /// counted, all loops from the outside to the inside. Both are empty of a
  /// loop without rows.
  std::vector<int64_t> Outer = {};
  std::vector<Along> Nest = {};
};

/// Where segments of a loop's elements begin: ascending numbers of elements,
/// the same one, and that behind the last one, perhaps several times; or a bit
/// for each element, the lowest one of a byte first, in an even number of
/// bytes.
struct SegmentBegins {
  const size_t *Offsets = nullptr;
  size_t Count = 0;
  std::vector<unsigned char> Bits = {}; ///< They count where it is not empty.
};

/// Elements [Low, High], both included.
struct Interval {
  int64_t Low;
  int64_t High;
};

/// An array in host memory. `Begin` and `Count` are the mapped section, in
/// elements, or the extent of an unmapped array of known size; an unmapped
/// array with `Count` 0 has no known size.
struct ArraySection {
  const char *Name;
  const void *Base;
  uint64_t ElementSize;
  uint32_t Map;
  int64_t Begin;
  uint64_t Count;
  uint32_t Type = OMPSCAN_ELEMENT_OPAQUE; ///< an ompscan_element_type
  /// OMPSCAN_MAP_ALWAYS, OMPSCAN_MAP_PRESENT and OMPSCAN_MAP_ON_DEVICE
  uint32_t Modifiers = 0;
  /// The device makes the array of these (HeadFlags.h), a byte for each element
  /// from 0 on. Nothing lies at its addresses, which are reserved. Null of all
  /// others.
  const SegmentBegins *Begins = nullptr;
  /// Where another runtime has mapped it, whose data the loop uses; else null.
  std::shared_ptr<PresentData> Borrowed = nullptr;

  bool isMapped() const { return Map != OMPSCAN_MAP_NONE && Count; }
  /// Returns true if the program says that it is data on the device.
  bool isOnDevice() const { return (Modifiers & OMPSCAN_MAP_ON_DEVICE) != 0; }
  Interval section() const {
    return {Begin, Begin + static_cast<int64_t>(Count) - 1};
  }
  /// The size of elements \p I in bytes.
  uint64_t bytesOf(const Interval &I) const {
    return (static_cast<uint64_t>(I.High) - static_cast<uint64_t>(I.Low) + 1) *
           ElementSize;
  }
  /// The address of \p Element, which may lie outside of the address space.
  Wide addressOf(Wide Element) const {
    return Wide(reinterpret_cast<uintptr_t>(Base)) +
           Element * Wide(ElementSize);
  }
  /// The address of \p Element in host memory.
  unsigned char *hostAddress(int64_t Element) const {
    // As integers: the base need not point into the object that it is the base
    // of.
    return reinterpret_cast<unsigned char *>(reinterpret_cast<uintptr_t>(Base) +
                                             static_cast<uint64_t>(Element) *
                                                 ElementSize);
  }
};

/// An array of the loop, with its subscripts.
struct Array : ArraySection {
  std::vector<Access> Accesses;
};

/// An unsigned subexpression of `Bits` bits, `First + k * Stride`, that must
/// not wrap around.
struct NoWrap {
  uint64_t First;
  int64_t Stride;
  uint32_t Bits;
  std::vector<Guard> Guards = {};  ///< as those of an access
  std::vector<int64_t> Outer = {}; ///< as those of an access
  std::vector<Along> Nest = {};    ///< as that of an access
  /// The number of the array if it is that of an access which is Bounded.
  std::optional<size_t> OfBounded = std::nullopt;
};

/// A scalar that the loop accumulates into, or that its last iteration leaves
/// behind: where it is on the host, and where it lies in what the output of
/// that iteration stores, a value of the scanned type and what follows it.
struct Result {
  void *Address;
  uint64_t Offset;
  uint64_t Size;
  bool IsSigned = false;
  /// For messages, and an ompscan_element_type; null where the object code has
  /// none.
  const char *Name = nullptr;
  uint32_t Type = OMPSCAN_ELEMENT_OPAQUE;
};

/// Bytes in the memory of the host.
struct HostBytes {
  const void *Address;
  uint64_t Size;
};

/// `for (i = Lower; i REL Bound; i += Step)`; see ompscan_range_descriptor.
struct Bounds {
  int64_t Lower;
  int64_t Bound;
  int64_t Step;
  uint32_t Flags;
};

/// A loop inside of the one that is launched.
struct InnerLoop {
  Bounds Range;
  uint64_t Trips = 0; ///< once they are known
};

/// What distinguishes the launches of a loop, except for the memory at the
/// addresses. Its values live as long as the launch.
struct LaunchKey {
  std::array<uint64_t, 2> Digest; ///< of the loop's descriptor
  const uint64_t *Values;
  size_t Count;
};

/// Why a loop without PTX cannot run on a device that is used through CUDA.
constexpr char NoPtx[] =
    "it has no PTX, and the device is used through CUDA; compile it with "
    "-fplugin-arg-ompscan-kernels=opencl,ptx, which warns of loops that cannot "
    "have PTX";

/// One execution of a loop, as object code describes it.
struct LaunchDescriptor {
  const ProgramText *Text;
  const char *Location;
  uint64_t ItemSize;
  uint32_t Features;
  int64_t DeviceRequest;
  std::vector<Array> Arrays;
  std::vector<NoWrap> NoWraps;
  std::vector<std::vector<unsigned char>> Scalars;
  std::vector<Result> Results;
  Bounds Range{};    ///< of the outermost loop
  uint32_t Work = 0; ///< See ompscan_loop_descriptor.
  /// The most of the host's threads; 0 for as many as a parallel region has.
  unsigned Threads = 0;
  /// Where the Scalars are on the host, if that is known.
  std::vector<const void *> ScalarPlaces = {};
  std::vector<HostBytes> Reads = {}; ///< see ompscan_read_descriptor
  uint64_t Trips = 0; ///< number of iterations, set by countTrips()
  std::vector<InnerLoop> Inner = {}; ///< from the outside to the inside
  /// If iterations are rows: the iterations of the loop in each. Otherwise 0.
  uint64_t RowLength = 0;
  /// A call of a primitive: no loop of the host follows to compare with.
  bool IsPrimitive = false;
  /// Other processes wait for this one: the host does not run it by itself.
  bool IsShared = false;
  /// The device that the loop runs on, if DeviceRequest does not name it.
  std::shared_ptr<Device> OnDevice = nullptr;
  /// Its machine code for the host, or null.
  const ompscan_native_version *Native = nullptr;
  /// Its kernels for drivers besides their text, or null. NoPtx says what a
  /// loop without PTX lacks.
  const ompscan_kernel_version *Versions = nullptr;
  /// Nothing is kept of a launch without one for the next launch.
  std::optional<LaunchKey> Key = std::nullopt;

  /// Whether all rows are done at once; see OMPSCAN_FEATURE_ROWS.
  bool hasRows() const { return (Features & OMPSCAN_FEATURE_ROWS) != 0; }
  /// Whether iterations run loops with directives; see OMPSCAN_FEATURE_NEST.
  bool isNest() const { return (Features & OMPSCAN_FEATURE_NEST) != 0; }
  /// Whether nothing reads the Results.
  bool isUnread() const { return (Features & OMPSCAN_FEATURE_UNREAD) != 0; }
  /// Whether the object code has another way than this launch, so that it fails
  /// without a word.
  bool isAttempt() const {
    return (Features & OMPSCAN_FEATURE_ATTEMPT_MASK) != 0;
  }
  /// Whether the loop has no `target`, see OMPSCAN_FEATURE_FOLLOWS_DATA.
  bool followsData() const {
    return (Features & OMPSCAN_FEATURE_FOLLOWS_DATA) != 0;
  }
  /// Whether data is where LLVM's libomptarget has mapped it, see
  /// OMPSCAN_FEATURE_OMPTARGET.
  bool borrowsData() const {
    return (Features & OMPSCAN_FEATURE_OMPTARGET) != 0;
  }
  /// Whether that has been found, see ArraySection::Borrowed.
  bool hasBorrowed() const;
  /// Whether only the host's cores can run the loop.
  bool hasWideIntegers() const {
    return (Features & OMPSCAN_FEATURE_INT128) != 0;
  }
  bool isParallel() const { return (Features & OMPSCAN_FEATURE_PARALLEL) != 0; }
  /// Whether the program promises that iterations are independent.
  bool isIndependent() const { return isParallel() && !hasRows(); }
  /// Size of what the output of the last iteration stores, in bytes.
  uint64_t resultSize() const;
};

/// Which of the scalars of \p L is the value of \p R before the loop: the one
/// that came from the same place.
std::optional<size_t> initialOf(const LaunchDescriptor &L, const Result &R);

/// Sets the numbers of iterations of \p L and of the loops inside of it; with
/// rows, along which loops its accesses move. If rows are iterations, the
/// innermost loop is not counted.
///
/// \throws Failure as tripCount() does, or if they are too many altogether; if
///         the object code does not say how an access moves.
void countTrips(LaunchDescriptor &L);

/// The number of iterations of the loop.
///
/// \throws Failure if the loop does not end, or if its induction variable
///         leaves the range of its type, which includes its last increment.
uint64_t tripCount(const Bounds &B);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_ACCESS_LAUNCHDESCRIPTOR_H

//===- SegmentedReduce.cpp - Reductions of segments ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/SegmentedReduce.h"
#include "primitives/Call.h"
#include "primitives/ElementText.h"
#include "primitives/HostCall.h"
#include "primitives/Outcome.h"
#include "primitives/host/Elements.h"
#include "primitives/host/ParallelFor.h"
#include "support/Export.h"
#include <atomic>
#include <cstring>

namespace ompscan::rt {

namespace {

uint64_t reduceOnDevice(const SegmentedReduction &R, void *Out,
                        const std::shared_ptr<Device> &D) {
  const Segments &S = R.S;
  const auto Stored = [&](const char *Name, void *Base, uint64_t Size) {
    Access Counted{OMPSCAN_ACCESS_COUNTED, 0, 0};
    Counted.Counted = {0, 0, 1, 1, 0, 0, INT64_MAX};
    return Array{{Name, Base, Size, OMPSCAN_MAP_NONE, 0, 0}, {Counted}};
  };
  std::vector<Array> Outs{Stored("out", Out, S.Size)};
  std::vector<ArrayParameter> Parameters{{"ompscan_E", "out"}};
  const std::string Store =
      std::string("static inline void ompscan_store_segment("
                  "OMPSCAN_PARAMETERS, const ulong number, const ompscan_E "
                  "value) {\n  F_out[(long)number - F_out_origin] = ") +
      (R.Initial ? "ompscan_operate(F_initial, value)" : "value") +
      ";\n}\n"
      // The first one of keys that are equal but not the same stands for all.
      "static inline void ompscan_begin_segment("
      "OMPSCAN_PARAMETERS, const ulong number, const ulong k) {\n" +
      (R.OutKeys ? "  F_keys[(long)number - F_keys_origin] = OMPSCAN_KEY(k);\n"
                 : "") +
      "}\n";
  std::string Output =
      "  if (ompscan_k + 1 == F_trips || OMPSCAN_IS_HEAD(ompscan_k + 1))\n"
      "    ompscan_store_segment(OMPSCAN_ARGUMENTS, "
      "OMPSCAN_COUNT(ompscan_after) - 1, ompscan_after.value);\n";
  if (R.OutKeys) {
    Outs.push_back(Stored("out_keys", R.OutKeys, S.KeySize));
    Parameters.push_back({"ompscan_S", "keys"});
    Output += "  if (OMPSCAN_IS_HEAD(ompscan_k))\n"
              "    ompscan_begin_segment(OMPSCAN_ARGUMENTS, "
              "OMPSCAN_COUNT(ompscan_after) - 1, ompscan_k);\n";
  }
  uint64_t Count = 0;
  S.run(
      S.text(/*Counts=*/true, /*UsesBefore=*/false, Parameters, Output, Store),
      Outs, /*IsInPlace=*/false, R.Initial, &Count, D);
  return Count;
}

/// The number of segments of \p S, which is on the host.
uint64_t countSegments(const Segments &S) {
  const uint64_t Bytes = S.hasFlags() ? 1 : S.KeySize; // of an element
  const unsigned Threads = threadsFor(S.N * Bytes);
  const Blocks All = Blocks::ofBytes(S.N, Bytes);
  const Buffers Masks(Threads, All.items());
  std::atomic<uint64_t> Count{0};
  parallelFor(Threads, All.number(), [&](uint64_t Block, unsigned Slot) {
    S.markHeads(All.begin(Block), All.count(Block), Masks.of(Slot));
    Count += countMarked(Masks.of(Slot), All.count(Block));
  });
  return Count;
}

/// Adds the arrays of \p R, which has \p Count results.
void addArrays(const SegmentedReduction &R, uint64_t Count,
               OperandCheck &Check) {
  const Segments &S = R.S;
  if (S.Keys)
    Check.addArray("keys", S.Keys, S.N, S.KeySize, false);
  Check.addArray("in", S.In, S.N, S.Size, false);
  if (S.Heads)
    Check.addArray("heads", S.Heads, S.N, 1, false);
  if (R.OutKeys)
    Check.addArray("out_keys", R.OutKeys, Count, S.KeySize, true);
  Check.addArray("out", R.Out, Count, S.Size, true);
}

/// Whether there is room for the results if each element is a segment.
bool hasRoomOnHost(const SegmentedReduction &R) {
  try {
    OperandCheck Check;
    addArrays(R, R.S.N, Check);
    return !Check.isAnyOutOfReach();
  } catch (const Refusal &) {
    return false;
  }
}

/// Checks that the results have room and do not overlap what is read.
/// \throws Refusal
void checkResultsOnHost(const SegmentedReduction &R) {
  // Offsets tell how many results there are, which has been checked.
  if (R.S.N == 0 || R.PlaceCount || hasRoomOnHost(R))
    return;
  Segments Placed = R.S;
  Placed.placeOnHost();
  const uint64_t Count = countSegments(Placed);
  OperandCheck Check;
  addArrays(R, Count, Check);
  Check.checkRoomOnHost(Count);
}

/// A block stores the segments that end in it. The last one of all ends behind
/// the last block.
uint64_t reduceOnHost(const SegmentedReduction &R, void *Out) {
  const Segments &S = R.S;
  const HostInitial Initial(R.Initial, S.Size);
  HostCall C(S.Function, S.N, S.N * (S.Size + S.KeySize));
  const Blocks All = Blocks::ofBytes(S.N, S.Size + S.KeySize);
  const Buffers Masks(C.threads(), All.items());
  Turns Order;
  uint64_t Total = 0; // segments that have begun
  HostNumber Open{};  // the value of the last one
  parallelFor(C.threads(), All.number(), [&](uint64_t Number, unsigned Slot) {
    const uint64_t Begin = All.begin(Number);
    unsigned char *const Mask = Masks.of(Slot);
    const SegmentBlock Block(S, Begin, All.count(Number), Initial.get(), Mask,
                             /*NeedsFront=*/true);
    uint64_t At = 0;
    HostNumber Ending;
    Order.take(Number, [&] {
      At = Total;
      Ending = Open;
      Total += Block.heads();
      Block.pass(Open);
    });
    if (Block.heads() && At) {
      Block.end(Ending);
      std::memcpy(elementAt(Out, At - 1, S.Size), Ending.Bytes, S.Size);
    }
    if (Block.heads() > 1)
      S.Op.OnHost->ReduceSegments(
          elementAt(S.In, Begin + Block.first(), S.Size), Mask + Block.first(),
          Block.last() - Block.first(), Initial.get(),
          elementAt(Out, At, S.Size));
    if (R.OutKeys)
      compact(elementAt(S.Keys, Begin, S.KeySize), Mask, All.count(Number),
              Block.heads(), S.KeySize, elementAt(R.OutKeys, At, S.KeySize));
  });
  std::memcpy(elementAt(Out, Total - 1, S.Size), Open.Bytes, S.Size);
  C.end();
  return Total;
}

/// \returns the results of all segments; those in \p Compact lack empty ones.
std::vector<unsigned char> spread(const SegmentedReduction &R,
                                  const std::vector<unsigned char> &Compact) {
  const uint64_t Size = R.S.Size;
  std::vector<unsigned char> Whole(R.PlaceCount * Size);
  for (uint64_t I = 0; I != R.PlaceCount; ++I)
    std::memcpy(&Whole[I * Size], R.Initial, Size);
  for (uint64_t I = 0; I != R.Places.size(); ++I)
    std::memcpy(&Whole[R.Places[I] * Size], &Compact[I * Size], Size);
  return Whole;
}

/// Counts the segments that \p G describes by offsets and, if some are empty,
/// finds the places of the results of non-empty ones.
void findPlaces(SegmentedReduction &R, const ompscan_segments &G) {
  const uint64_t N = R.S.N;
  if (N && (G.count == 0 || G.offsets[0] != 0))
    refuse("the first segment does not begin at element 0");
  R.PlaceCount = G.count;
  const auto IsEmpty = [&](uint64_t I) {
    return G.offsets[I] == (I + 1 == G.count ? N : G.offsets[I + 1]);
  };
  uint64_t First = 0;
  while (First != G.count && !IsEmpty(First))
    ++First;
  R.HasEmpty = First != G.count;
  if (R.HasEmpty && !R.Initial)
    refuse("segment " + std::to_string(First) +
           " is empty, and there is no initial value");
  for (uint64_t I = 0; R.HasEmpty && I != G.count; ++I)
    if (!IsEmpty(I))
      R.Places.push_back(I);
}

} // namespace

void checkOperator(SegmentedReduction &R, const ompscan_predicate *Op) {
  R.S.Op = operatorOf(Op, R.S.Size);
  if (!R.S.Op.Values.empty())
    refuse("the operator of segments takes no arguments");
}

int reduceSegmentsBy(SegmentedReduction &R, size_t *Count,
                     const std::function<void(OperandCheck &)> &Check) {
  uint64_t Found = 0;
  const auto Run = [&](auto Reduce, auto Deliver) {
    if (!R.HasEmpty) {
      Found = R.S.N ? Reduce(R.Out) : 0;
      return;
    }
    std::vector<unsigned char> Compact(R.Places.size() * R.S.Size);
    if (R.S.N)
      Reduce(Compact.data());
    Deliver(spread(R, Compact));
    Found = R.PlaceCount;
  };
  const int Status = perform(
      R.S.Function,
      [&](OperandCheck &Arrays) {
        Check(Arrays);
        return R.S.N == 0 || R.S.canHost();
      },
      [&](const std::shared_ptr<Device> &D) {
        Run([&](void *Out) { return reduceOnDevice(R, Out, D); },
            [&](const std::vector<unsigned char> &Whole) {
              deliverTo(D, R.S.Function, "out", R.Out, Whole);
            });
      },
      [&] {
        checkResultsOnHost(R);
        R.S.placeOnHost();
        R.Out = onHost(R.Out);
        R.OutKeys = onHost(R.OutKeys);
        Run([&](void *Out) { return reduceOnHost(R, Out); },
            [&](const std::vector<unsigned char> &Whole) {
              std::memcpy(R.Out, Whole.data(), Whole.size());
            });
      });
  if (Status == OMPSCAN_SUCCESS && Count)
    *Count = Found;
  return Status;
}

} // namespace ompscan::rt

using namespace ompscan::rt;

extern "C" OMPSCAN_EXPORT int
ompscan_segmented_reduce(const void *in, void *out, size_t n,
                         size_t element_size, const ompscan_predicate *op,
                         const ompscan_segments *segments, const void *initial,
                         size_t *count) {
  SegmentedReduction R{{__func__, in, n, element_size}, initial, out};
  return reduceSegments(R, count, [&](OperandCheck &Check) {
    checkOperator(R, op);
    Check.addArray("in", in, n, element_size, false);
    R.S.tell(segments, Check);
    if (segments->offsets)
      findPlaces(R, *segments);
    Check.addArray("out", out, R.PlaceCount ? R.PlaceCount : someOf(n),
                   element_size, true);
  });
}

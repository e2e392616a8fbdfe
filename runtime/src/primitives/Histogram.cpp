//===- Histogram.cpp - Counts of equally wide bins -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Templates.h"
#include "ompscan/primitives.h"
#include "plan/Tuning.h"
#include "primitives/Call.h"
#include "primitives/HostCall.h"
#include "primitives/NumberType.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include "primitives/host/Elements.h"
#include "primitives/host/ParallelFor.h"
#include "support/Export.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace ompscan::rt {

namespace {

/// More bins than these are counted in global memory.
constexpr uint64_t MaxLocalBins = 4096;
/// Elements that are counted in one row of 32-bit numbers.
constexpr uint64_t MaxRowElements = uint64_t(1) << 31;

struct Histogram {
  const char *Function;
  const void *In;
  uint64_t N;
  NumberType Type;
  const void *Lower, *Upper;
  uint64_t Bins;
  size_t *Counts;
  uint64_t Range = 0;                    ///< of integers
  std::vector<unsigned char> Scale = {}; ///< of the type; 0 of integers
  void (*CountOnHost)(const Histogram &, uint64_t Begin, uint64_t Count,
                      uint64_t *Counts) = nullptr;
};

/// Counts the \p Count numbers from element \p Begin on.
template <typename T>
void countOnHost(const Histogram &H, uint64_t Begin, uint64_t Count,
                 uint64_t *Counts) {
  const T Lower = loadElement<T>(H.Lower), Upper = loadElement<T>(H.Upper);
  const T Scale = loadElement<T>(H.Scale.data());
  for (uint64_t K = Begin; K != Begin + Count; ++K) {
    const T X = loadElement<T>(H.In, K);
    if (!(X >= Lower && X < Upper))
      continue;
    if constexpr (std::is_floating_point_v<T>)
      ++Counts[std::min(static_cast<uint64_t>((X - Lower) * Scale),
                        H.Bins - 1)];
    else
      ++Counts[(static_cast<uint64_t>(X) - static_cast<uint64_t>(Lower)) *
               H.Bins / H.Range];
  }
}

/// Completes \p H, whose bounds have the type T.
template <typename T> void describe(Histogram &H) {
  const T Lower = loadElement<T>(H.Lower), Upper = loadElement<T>(H.Upper);
  if (!(Lower < Upper))
    refuse("lower is not less than upper");
  T Scale = 0;
  if constexpr (std::is_floating_point_v<T>) {
    Scale = static_cast<T>(H.Bins) / (Upper - Lower);
    if (!std::isfinite(Upper - Lower) || !std::isfinite(Scale) || Scale == 0)
      refuse("bins from lower to upper have no width in " +
             std::string(H.Type.Name));
  } else {
    uint64_t Product;
    H.Range = static_cast<uint64_t>(Upper) - static_cast<uint64_t>(Lower);
    if (__builtin_mul_overflow(H.Range, H.Bins, &Product))
      refuse("the range times the number of bins does not fit into 64 bits");
  }
  H.Scale.resize(sizeof Scale);
  std::memcpy(H.Scale.data(), &Scale, sizeof Scale);
  H.CountOnHost = countOnHost<T>;
}

void describe(Histogram &H) {
  const bool IsSigned = H.Type.Kind == NumberKind::Signed;
  if (H.Type.Kind == NumberKind::Floating)
    return H.Type.Size == 4 ? describe<float>(H) : describe<double>(H);
  switch (H.Type.Size) {
  case 1:
    return IsSigned ? describe<int8_t>(H) : describe<uint8_t>(H);
  case 2:
    return IsSigned ? describe<int16_t>(H) : describe<uint16_t>(H);
  case 4:
    return IsSigned ? describe<int32_t>(H) : describe<uint32_t>(H);
  default:
    return IsSigned ? describe<int64_t>(H) : describe<uint64_t>(H);
  }
}

/// The bins that a group has local memory for, or 0 if they are in global
/// memory. Many numbers of bins share a program.
uint64_t localBins(uint64_t Bins) {
  for (uint64_t Room : {MaxLocalBins / 16, MaxLocalBins / 4, MaxLocalBins})
    if (Bins <= Room)
      return Room;
  return 0;
}

UserValue valueAt(const void *From, uint64_t Size) {
  const auto *Bytes = static_cast<const unsigned char *>(From);
  return {"", "", {Bytes, Bytes + Size}};
}

void countOnDevice(const Histogram &H, const std::shared_ptr<Device> &D) {
  Call C(D, H.Function, H.N);
  const uint64_t Size = H.Type.Size;
  const uint64_t LocalBins = localBins(H.Bins);
  const std::string Text =
      templates::Prelude + userType("ompscan_E", H.Type.Name, Size) +
      definition("OMPSCAN_IS_FLOATING", H.Type.Kind == NumberKind::Floating) +
      definition("OMPSCAN_LOCAL_BINS", LocalBins) + countText(4) +
      templates::LookBack + templates::Histogram;
  const KernelLease Kernels =
      C.kernels(Text, slidePlan(C.device(), C.method(), Size), 4,
                {"ompscan_histogram_begin", "ompscan_histogram",
                 "ompscan_histogram_end"});
  const Shape Tile = Kernels.plan().Tile;
  const uint64_t Groups = std::min((H.N - 1) / Tile.tile() + 1,
                                   reduceGroups(C.device().units(), Tile));
  const uint64_t Rows = LocalBins ? Groups : (H.N - 1) / MaxRowElements + 1;

  const Memory In = C.operand("in", H.In, H.N * Size, Use::In);
  const Memory Counts = C.scratch(Rows * H.Bins * sizeof(uint32_t));
  const Memory Sums = C.scratch(H.Bins * sizeof(uint64_t));
  const uint64_t Clearing = (H.Bins - 1) / Tile.Group + 1;
  const uint64_t Adding = std::min(Clearing, Groups);
  if (!LocalBins) {
    ArgumentSetter(Kernels->Named[0]).add(Counts).add(Rows * H.Bins);
    C.run(Kernels->Named[0], Adding, Tile.Group);
  }
  const std::vector<UserValue> Values{valueAt(H.Lower, Size),
                                      valueAt(H.Upper, Size),
                                      valueAt(H.Scale.data(), Size)};
  for (uint64_t Row = 0; Row != (LocalBins ? 1 : Rows); ++Row) {
    ArgumentSetter(Kernels->Named[1])
        .add(In)
        .add(Counts)
        .add(Row)
        .add(Row * MaxRowElements)
        .add(LocalBins ? H.N : std::min((Row + 1) * MaxRowElements, H.N))
        .add(Values)
        .add(H.Range)
        .add(H.Bins);
    C.run(Kernels->Named[1], Groups, Tile.Group);
  }
  ArgumentSetter(Kernels->Named[2]).add(Counts).add(Rows).add(H.Bins).add(Sums);
  C.run(Kernels->Named[2], Adding, Tile.Group);
  C.fetch("counts", Sums, H.Counts, H.Bins * sizeof(size_t));
  C.end();
}

/// Each thread has counts of its own.
void countOnHost(Histogram H) {
  H.In = onHost(H.In);
  H.Counts = onHost(H.Counts);
  const uint64_t Bytes = H.N * H.Type.Size;
  HostCall C(H.Function, H.N, Bytes);
  // Not so many threads that clearing and adding their counts takes longer.
  const uint64_t RowBytes = H.Bins * sizeof(uint64_t);
  const auto Threads = static_cast<unsigned>(
      std::clamp<uint64_t>(Bytes / 4 / RowBytes, 1, C.threads()));
  const Buffers Rows(Threads, RowBytes);
  const auto Row = [&](uint64_t Slot) {
    return reinterpret_cast<uint64_t *>(Rows.of(static_cast<unsigned>(Slot)));
  };
  for (unsigned Slot = 0; Slot != Threads; ++Slot)
    std::fill_n(Row(Slot), H.Bins, 0);
  const Blocks All = Blocks::ofBytes(H.N, H.Type.Size);
  parallelFor(Threads, All.number(), [&](uint64_t Block, unsigned Slot) {
    H.CountOnHost(H, All.begin(Block), All.count(Block), Row(Slot));
  });
  const Blocks Bins = Blocks::ofBytes(H.Bins, sizeof(size_t));
  parallelFor(Threads, Bins.number(), [&](uint64_t Block, unsigned) {
    for (uint64_t I = 0; I != Bins.count(Block); ++I) {
      const uint64_t Bin = Bins.begin(Block) + I;
      uint64_t Sum = 0;
      for (unsigned Slot = 0; Slot != Threads; ++Slot)
        Sum += Row(Slot)[Bin];
      H.Counts[Bin] = Sum;
    }
  });
  C.end();
}

} // namespace

} // namespace ompscan::rt

extern "C" OMPSCAN_EXPORT int
ompscan_histogram_even(const void *in, size_t n, const char *type,
                       const void *lower, const void *upper, size_t bins,
                       size_t *counts) {
  using namespace ompscan::rt;
  Histogram H{__func__, in, n, {}, lower, upper, bins, counts};
  return perform(
      __func__,
      [&](OperandCheck &Check) {
        H.Type = numberType(type, "elements", "counted");
        if (!lower || !upper)
          refuse("the bounds are null pointers");
        if (bins == 0)
          refuse("there are no bins");
        Check.addArray("in", in, n, H.Type.Size, false);
        Check.addArray("counts", counts, bins, sizeof(size_t), true);
        describe(H);
        return true;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (n)
          countOnDevice(H, D);
        else
          deliverTo(D, H.Function, "counts", counts,
                    std::vector<unsigned char>(bins * sizeof(size_t)));
      },
      [&] { countOnHost(H); });
}

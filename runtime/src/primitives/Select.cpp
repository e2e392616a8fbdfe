//===- Select.cpp - Irregular sliding -------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Select.h"
#include "Templates.h"
#include "Tuning.h"
#include "primitives/Call.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include <algorithm>
#include <cstring>

namespace ompscan {

namespace {

std::string programOf(const Selection &S) {
  return templates::Prelude + S.Type +
         opaqueType("ompscan_C", S.Companion.Size ? S.Companion.Size : 1) +
         definition("OMPSCAN_HAS_COMPANION", S.Companion.Size != 0) +
         definition("OMPSCAN_HAS_REST", S.HasRest) +
         definition("OMPSCAN_HAS_PREVIOUS", S.HasPrevious) +
         definition("OMPSCAN_IS_SCATTERED", S.Form == SelectForm::Scattered) +
         userParameters(S.Values) + S.Keep + countText(countSize(S.N)) +
         templates::LookBack + templates::Select;
}

/// Checks the arrays of \p S, where \p Head elements are kept and \p Tail are
/// not.
void checkRanges(const Selection &S, uint64_t Head, uint64_t Tail) {
  OperandCheck Check;
  const bool InPlace = S.Main.isInPlace();
  const auto Add = [&](const Slider &A, const char *In, const char *Out,
                       const char *Rest) {
    Check.addArray(In, A.In, S.N, A.Size, InPlace);
    if (!InPlace)
      Check.addArray(Out, A.Out, Head, A.Size, true);
    if (S.Main.Rest)
      Check.addArray(Rest, A.Rest, Tail, A.Size, true);
  };
  Add(S.Main, InPlace ? "data" : "in", "out", "rest");
  if (S.Companion.Size || S.Companion.In)
    Add(S.Companion, "companion->data", "companion->out",
        "companion->out_rest");
  if (S.Flags)
    Check.addArray("flags", S.Flags, S.N, 1, false);
}

/// Whether no array of \p S that is stored to meets another, however many
/// elements are kept.
bool areApart(const Selection &S) {
  try {
    checkRanges(S, S.N, S.N);
    return true;
  } catch (const Refusal &) {
    return false;
  }
}

/// The device's side of a Slider.
struct Buffers {
  cl::Buffer In, Out, Rest;
};

class DeviceSelection {
public:
  explicit DeviceSelection(const Selection &S)
      : S(S), C(S.Function, S.N),
        IsChained(C.method() == Algorithm::SinglePass &&
                  S.Form == SelectForm::Best),
        Kernels(C.kernels(programOf(S),
                          selectPlan(C.device(),
                                     IsChained ? Algorithm::SinglePass
                                               : Algorithm::ReduceThenScan,
                                     S.Main.Size, S.Companion.Size, S.HasRest),
                          countSize(S.N), names())),
        Tile(Kernels.plan().Tile), Group(Tile.Group),
        Tiles((S.N - 1) / Tile.tile() + 1), Total(C.scratch(sizeof(cl_ulong))) {
  }

  uint64_t run() {
    begin(Main, S.Main, "data");
    begin(Companion, S.Companion, "companion");
    if (S.Flags)
      Flags = C.operand("flags", S.Flags, S.N, Use::In);
    // In place, the size of the sides has to be known before: the smaller one
    // makes room for the other.
    const bool IsCounted = S.HasRest && S.Main.isInPlace();
    if (IsCounted || !IsChained)
      count();
    uint64_t Resting = S.N; // at most
    if (IsCounted) {
      const uint64_t First = C.read(Total);
      IsMirrored = First < S.N - First;
      Resting = IsMirrored ? First : S.N - First;
      if (IsMirrored && !IsChained)
        count();
    }
    if (S.HasRest && Resting)
      for (auto [B, Array] :
           {std::pair(&Main, &S.Main), std::pair(&Companion, &S.Companion)})
        if (Array->Size)
          B->Rest = C.scratch(Resting * Array->Size);
    RestCount = Resting;
    if (IsChained) {
      ArgumentSetter Arguments = select(Kernels->Named[0]);
      C.runChained(Kernels->Named[0], Arguments.add(Total), Tiles,
                   countSize(S.N) / 4, Group);
    } else {
      select(Kernels->Named[1]).add(Sums);
      C.run(Kernels->Named[1], Tiles, Group);
    }
    const uint64_t Slid = C.read(Total);
    const uint64_t Kept = IsMirrored ? S.N - Slid : Slid;
    checkArrays(S, Kept);
    finish(Main, S.Main, "data", Kept);
    finish(Companion, S.Companion, "companion", Kept);
    C.end();
    return Kept;
  }

private:
  /// In the order of Kernels->Named.
  std::vector<std::string> names() const {
    if (IsChained)
      return S.HasRest ? std::vector<std::string>{"ompscan_select",
                                                  "ompscan_select_place",
                                                  "ompscan_scan_counts",
                                                  "ompscan_select_count"}
                       : std::vector<std::string>{"ompscan_select"};
    return {"ompscan_select_count",
            S.Form == SelectForm::Scattered ? "ompscan_select_scatter"
                                            : "ompscan_select_place",
            "ompscan_scan_counts"};
  }

  void begin(Buffers &B, const Slider &Array, const char *Name) {
    if (!Array.Size)
      return;
    const uint64_t Bytes = S.N * Array.Size;
    // Without a look-back nothing tells when a tile has been loaded.
    const bool SlidesInPlace = Array.isInPlace() && IsChained;
    B.In = C.operand(Name, Array.In, Bytes,
                     SlidesInPlace ? Use::InOut : Use::In, 0, SlidesInPlace);
    if (Array.isInPlace())
      B.Out = SlidesInPlace ? B.In : C.scratch(Bytes);
    else
      B.Out = C.operand(Name, Array.Out, Bytes, Use::Out, 0, areApart(S));
  }

  /// Brings what is stored to the program.
  void finish(Buffers &B, const Slider &Array, const char *Name,
              uint64_t Kept) {
    if (!Array.Size)
      return;
    const uint64_t Head = Kept * Array.Size;
    const uint64_t Tail = (S.N - Kept) * Array.Size;
    if (!S.HasRest) {
      C.fetch(Name, B.Out, Array.Out, Head);
    } else if (Array.Rest) {
      C.fetch(Name, B.Out, Array.Out, Head);
      C.fetch(Name, B.Rest, Array.Rest, Tail);
    } else {
      if (IsMirrored)
        C.copy(B.Rest, 0, B.Out, 0, Head);
      else
        C.copy(B.Rest, 0, B.Out, Head, Tail);
      C.fetch(Name, B.Out, Array.Out, S.N * Array.Size);
    }
  }

  /// Sets the arguments that all kernels of the selection share.
  ArgumentSetter select(cl::Kernel &K) {
    ArgumentSetter Arguments(K);
    Arguments.add(Main.In).add(Main.Out).add(Main.Rest);
    Arguments.add(Companion.In).add(Companion.Out).add(Companion.Rest);
    Arguments.add(Flags).add(RestCount).add(uint32_t(IsMirrored)).add(S.N);
    Arguments.add(S.Values);
    return Arguments;
  }

  /// Finds the total and, where no look-back does, what stands on the left of
  /// every tile.
  void count() {
    cl::Kernel &Count = Kernels->Named[IsChained ? 3 : 0];
    cl::Kernel &Scan = Kernels->Named[2];
    // As many groups as the device runs at a time are enough for the total.
    const uint64_t Groups =
        IsChained ? std::min(Tiles, reduceGroups(C.device().units(), Tile))
                  : Tiles;
    if (!Sums())
      Sums = C.scratch(Groups * sizeof(cl_ulong));
    select(Count).add(Sums);
    C.run(Count, Groups, Group);
    ArgumentSetter(Scan).add(Sums).add(Groups).add(Total);
    C.run(Scan, 1, Group);
  }

  const Selection &S;
  Call C;
  const bool IsChained;
  const KernelLease Kernels;
  const Shape Tile;
  const uint32_t Group;
  const uint64_t Tiles;
  Buffers Main, Companion;
  cl::Buffer Flags, Sums, Total;
  uint64_t RestCount = 0;
  bool IsMirrored = false;
};

const unsigned char *at(const void *Array, uint64_t K, uint64_t Size) {
  return static_cast<const unsigned char *>(Array) + K * Size;
}

unsigned char *at(void *Array, uint64_t K, uint64_t Size) {
  return static_cast<unsigned char *>(Array) + K * Size;
}

} // namespace

void checkArrays(const Selection &S, std::optional<uint64_t> Kept) {
  const uint64_t Some = std::min<uint64_t>(S.N, 1);
  const bool IsWhole = S.Main.isInPlace() || (S.HasRest && !S.Main.Rest);
  checkRanges(S, IsWhole ? S.N : Kept.value_or(Some),
              Kept ? S.N - *Kept : Some);
}

uint64_t selectOnDevice(const Selection &S) { return DeviceSelection(S).run(); }

uint64_t selectOnHost(const Selection &S) {
  // What is not kept of the arrays whose rest follows behind what is kept.
  std::vector<unsigned char> Rest[2];
  uint64_t Kept = 0;
  if (!S.Main.isInPlace()) {
    for (uint64_t K = 0; K != S.N; ++K)
      Kept += S.KeepsOnHost(K);
    checkArrays(S, Kept);
    Kept = 0;
  }
  for (uint64_t K = 0; K != S.N; ++K) {
    const bool Keeps = S.KeepsOnHost(K);
    for (const Slider *A : {&S.Main, &S.Companion}) {
      if (!A->Size || (!Keeps && !S.HasRest))
        continue;
      const unsigned char *From = at(A->In, K, A->Size);
      if (Keeps)
        std::memmove(at(A->Out, Kept, A->Size), From, A->Size);
      else if (A->Rest)
        std::memcpy(at(A->Rest, K - Kept, A->Size), From, A->Size);
      else
        Rest[A == &S.Companion].insert(Rest[A == &S.Companion].end(), From,
                                       From + A->Size);
    }
    Kept += Keeps;
  }
  for (const Slider *A : {&S.Main, &S.Companion})
    if (const std::vector<unsigned char> &R = Rest[A == &S.Companion];
        !R.empty())
      std::memcpy(at(A->Out, Kept, A->Size), R.data(), R.size());
  return Kept;
}

} // namespace ompscan

//===- Select.cpp - Irregular sliding -------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Select.h"
#include "Templates.h"
#include "plan/Tuning.h"
#include "primitives/Call.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include <algorithm>
#include <cstring>

namespace ompscan::rt {

namespace {

/// Bytes of what moves along with an element: with lengths, of its place in its
/// tile.
uint64_t companionSize(const Selection &S) {
  return S.Lengths ? 2 : S.Companion.Size;
}

std::string programOf(const Selection &S) {
  return templates::Prelude + S.Type +
         opaqueType("ompscan_V", companionSize(S) ? companionSize(S) : 1) +
         definition("OMPSCAN_HAS_VALUES", S.Companion.Size != 0) +
         definition("OMPSCAN_HAS_REJECTED", S.HasRest) +
         definition("OMPSCAN_HAS_PREVIOUS", S.HasPrevious) +
         definition("OMPSCAN_HAS_LENGTHS", S.Lengths != nullptr) +
         definition("OMPSCAN_IS_SCATTERED", S.Form == SelectForm::Scattered) +
         userParameters(S.Values) + countText(countSize(S.N)) +
         templates::LookBack + templates::Select + S.Keep;
}

/// What a program calls the arrays of a SelectArray.
struct SelectArrayNames {
  const char *In, *Out, *Rest;
};
constexpr SelectArrayNames InPlaceNames{"data", "data", "rest"},
    MainNames{"in", "out", "rest"},
    CompanionNames{"companion->data", "companion->out", "companion->out_rest"};

const SelectArrayNames &mainNames(const Selection &S) {
  return S.Main.isInPlace() ? InPlaceNames : MainNames;
}

/// Checks the arrays of \p S, where \p Head elements are kept and \p Tail are
/// not.
void checkRanges(const Selection &S, uint64_t Head, uint64_t Tail) {
  OperandCheck Check;
  const bool InPlace = S.Main.isInPlace();
  const auto Add = [&](const SelectArray &A, const SelectArrayNames &Names) {
    Check.addArray(Names.In, A.In, S.N, A.Size, InPlace);
    if (!InPlace)
      Check.addArray(Names.Out, A.Out, Head, A.Size, true);
    if (S.Main.Rest)
      Check.addArray(Names.Rest, A.Rest, Tail, A.Size, true);
  };
  Add(S.Main, mainNames(S));
  if (S.Companion.Size || S.Companion.In)
    Add(S.Companion, CompanionNames);
  if (S.Lengths)
    Check.addArray("lengths", S.Lengths, Head, sizeof(size_t), true);
  if (S.Flags)
    Check.addArray("flags", S.Flags, S.N, 1, false);
}

/// Whether no array of \p S that is stored to meets another if \p Most elements
/// are kept at most.
bool areApart(const Selection &S, uint64_t Most) {
  try {
    checkRanges(S, Most, S.N);
    return true;
  } catch (const Refusal &) {
    return false;
  }
}

/// The device's side of a SelectArray.
struct Buffers {
  Memory In, Out, Rest;
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
                                     S.Main.Size, companionSize(S), S.HasRest),
                          countSize(S.N), names())),
        Tile(Kernels.plan().Tile), Group(Tile.Group), Tiles(tilesOf(S.N)),
        Total(C.scratch(TotalBytes)) {}

  uint64_t run() {
    if (S.Lengths)
      beginLengths();
    begin(Main, S.Main, mainNames(S));
    begin(Companion, S.Companion, CompanionNames);
    if (S.Flags)
      Flags = C.operand("flags", S.Flags, S.N, Use::In);
    const uint64_t Kept = IsChained ? sweep() : place();
    finish(Main, S.Main, mainNames(S), Kept);
    finish(Companion, S.Companion, CompanionNames, Kept);
    if (S.Lengths)
      C.fetch("lengths", Lengths, S.Lengths, Kept * sizeof(uint64_t));
    C.end();
    return Kept;
  }

private:
  /// In the order of Kernels->Named.
  std::vector<std::string> names() const {
    std::vector<std::string> Names{"ompscan_select"};
    if (!IsChained)
      Names = {"ompscan_select_count",
               S.Form == SelectForm::Scattered ? "ompscan_select_scatter"
                                               : "ompscan_select_place",
               "ompscan_scan_counts"};
    else if (S.HasRest)
      Names.insert(Names.end(),
                   {"ompscan_select_append", "ompscan_select_mirrored"});
    if (S.Lengths)
      Names.push_back("ompscan_select_lengths");
    return Names;
  }

  /// Finds out how many results there is room for: as many as there may be, or
  /// what is present of the arrays for them.
  void beginLengths() {
    for (auto [Array, Size] :
         {std::pair<void *, uint64_t>(S.Main.Out, S.Main.Size),
          {S.Lengths, sizeof(uint64_t)}})
      if (const uint64_t Bytes = C.presentBytes(Array))
        Room = std::min(Room, Bytes / Size);
    Lengths = C.operand("lengths", S.Lengths, Room * sizeof(uint64_t), Use::Out,
                        0, areApart(S, Room));
    Borders = C.scratch(2 * Tiles * sizeof(uint64_t));
  }

  /// Completes the lengths when all tiles have been stored.
  void endLengths() {
    Kernel &K = Kernels->Named.back();
    ArgumentSetter(K)
        .add(Lengths)
        .add(Borders)
        .add(Room)
        .add(Tiles)
        .add(S.N)
        .add(Total);
    C.run(K, std::min<uint64_t>((Tiles - 1) / Group + 1, 64), Group);
  }

  /// \throws Refusal if there was no room for \p Kept elements.
  void checkRoom(uint64_t Kept) const {
    if (Kept > Room)
      throw Refusal(OMPSCAN_ERROR_ARGUMENT,
                    "there are " + std::to_string(Kept) +
                        " runs, and room for " + std::to_string(Room) +
                        " where out and lengths are mapped");
  }

  /// Whether results can be stored where the program's arrays are. Arrays on
  /// the device may have no room for more than is kept.
  bool canStoreThere() {
    const auto HasRoom = [&](const SelectArray &A) {
      return !A.Size || dataOf(C.device()).find(A.Out, Room * A.Size).State !=
                            Presence::Partial;
    };
    return areApart(S, Room) &&
           (!isAnythingPresent() || (HasRoom(S.Main) && HasRoom(S.Companion)));
  }

  void begin(Buffers &B, const SelectArray &Array,
             const SelectArrayNames &Names) {
    if (!Array.Size)
      return;
    const uint64_t Bytes = S.N * Array.Size;
    // Without a look-back nothing tells when a tile has been loaded.
    const bool SlidesInPlace = Array.isInPlace() && IsChained;
    B.In = C.operand(Names.In, Array.In, Bytes,
                     SlidesInPlace ? Use::InOut : Use::In, 0, SlidesInPlace);
    if (Array.isInPlace())
      B.Out = SlidesInPlace ? B.In : C.scratch(Bytes);
    else
      B.Out = canStoreThere() ? C.operand(Names.Out, Array.Out,
                                          Room * Array.Size, Use::Out, 0, true)
                              : C.scratch(Room * Array.Size);
  }

  /// Brings what is stored to the program.
  void finish(Buffers &B, const SelectArray &Array,
              const SelectArrayNames &Names, uint64_t Kept) {
    if (!Array.Size)
      return;
    if (hasAppended()) {
      C.fetch(Names.Out, B.Out, Array.Out, S.N * Array.Size);
      return;
    }
    C.fetch(Names.Out, B.Out, Array.Out, Kept * Array.Size);
    if (S.HasRest)
      C.fetch(Names.Rest, B.Rest, Array.Rest, (S.N - Kept) * Array.Size);
  }

  /// Whether the rest is to follow behind what is kept.
  bool hasAppended() const { return S.HasRest && !S.Main.Rest; }

  uint64_t tilesOf(uint64_t N) const { return (N - 1) / Tile.tile() + 1; }

  /// Which elements a kernel selects from, and where their rest goes.
  struct Part {
    uint64_t Begin, Count;
    uint64_t RestBegin, RestCount;
    Memory Rest, CompanionRest;
  };

  /// Sets the arguments that all kernels of the selection share.
  ArgumentSetter select(Kernel &K, const Part &P) {
    ArgumentSetter Arguments(K);
    Arguments.add(Main.In).add(Main.Out).add(P.Rest);
    Arguments.add(Companion.In).add(Companion.Out).add(P.CompanionRest);
    Arguments.add(Flags).add(P.Begin).add(P.RestBegin).add(P.RestCount);
    Arguments.add(P.Count).add(S.Values);
    if (S.Lengths)
      Arguments.add(Lengths).add(Borders).add(Room);
    return Arguments;
  }

  void makeRestRoom(uint64_t Count) {
    for (auto [B, Array] :
         {std::pair(&Main, &S.Main), std::pair(&Companion, &S.Companion)})
      if (Array->Size)
        B->Rest = C.scratch(Count * Array->Size);
  }

  /// The selection in a single pass.
  uint64_t sweep() {
    uint64_t Room = S.HasRest ? S.N : 0;
    if (S.HasRest && S.Main.isInPlace())
      Room = std::min(Room, partitionTiles(S.N, Tile.tile()) * Tile.tile());
    if (Room)
      makeRestRoom(Room);
    // Taken before anything changes.
    Memory Ignored;
    if (Room < S.N && S.HasRest)
      Ignored = C.scratch(TotalBytes);
    const Part All{0, S.N, 0, Room, Main.Rest, Companion.Rest};
    ArgumentSetter Arguments = select(Kernels->Named[0], All);
    C.runChained(Kernels->Named[0], Arguments.add(Total), Tiles,
                 Kernels.plan().statusWords(countSize(S.N)), Group);
    if (S.Lengths)
      endLengths();
    uint64_t Kept = 0;
    C.attempt([&] {
      if (hasAppended())
        append(S.N, Room);
      Swept Result;
      C.read(Total, &Result, S.HasRest ? sizeof Result : sizeof Result.Kept);
      Kept = Result.Kept;
      if (hasAppended() && Result.End != S.N)
        goOn(Result, Ignored);
    });
    checkRoom(Kept);
    checkArrays(S, Kept);
    return Kept;
  }

  /// What a sweep leaves: see ompscan_select_leave().
  struct Swept {
    uint64_t Kept, End, KeptBefore;
  };
  static constexpr uint64_t TotalBytes = sizeof(Swept);

  /// Partitions the elements for which there was no room. Those that are stored
  /// have left a gap in front of them, in which all that are kept find their
  /// places; the others slide to the end.
  void goOn(const Swept &Result, const Memory &Ignored) {
    const Part Others{Result.End,        S.N - Result.End,
                      Result.KeptBefore, Result.Kept - Result.KeptBefore,
                      Main.Out,          Companion.Out};
    ArgumentSetter Arguments = select(Kernels->Named[2], Others);
    C.runChained(Kernels->Named[2], Arguments.add(Ignored),
                 tilesOf(Others.Count),
                 Kernels.plan().statusWords(countSize(S.N)), Group);
    append(Result.End, Result.End - Result.KeptBefore);
  }

  /// Puts the rest, \p Most elements at most, behind what is kept if the sweep
  /// has come to \p End.
  void append(uint64_t End, uint64_t Most) {
    ArgumentSetter Arguments(Kernels->Named[1]);
    Arguments.add(Main.Out).add(Main.Rest);
    Arguments.add(Companion.Out).add(Companion.Rest);
    Arguments.add(Total).add(End);
    C.run(Kernels->Named[1], tilesOf(Most) + 1, Group);
  }

  /// The selection to other memory, without a look-back.
  uint64_t place() {
    Memory Sums = C.scratch(Tiles * sizeof(uint64_t));
    Part All{0, S.N, 0, S.N, {}, {}};
    select(Kernels->Named[0], All).add(Sums);
    C.run(Kernels->Named[0], Tiles, Group);
    ArgumentSetter(Kernels->Named[2]).add(Sums).add(Tiles).add(Total);
    C.run(Kernels->Named[2], 1, Group);
    uint64_t Kept;
    C.read(Total, &Kept, sizeof Kept);
    checkRoom(Kept);
    checkArrays(S, Kept);
    if (hasAppended()) {
      Main.Rest = Main.Out;
      Companion.Rest = Companion.Out;
      All.RestBegin = Kept;
    } else if (S.HasRest && Kept != S.N) {
      makeRestRoom(S.N - Kept);
    }
    All.Rest = Main.Rest;
    All.CompanionRest = Companion.Rest;
    select(Kernels->Named[1], All).add(Sums);
    C.run(Kernels->Named[1], Tiles, Group);
    if (S.Lengths)
      endLengths();
    return Kept;
  }

  const Selection &S;
  Call C;
  const bool IsChained;
  const KernelLease Kernels;
  const Shape Tile;
  const uint32_t Group;
  const uint64_t Tiles;
  /// Elements that the results have room for.
  uint64_t Room = S.N;
  Buffers Main, Companion;
  Memory Flags, Total, Lengths, Borders;
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
    for (const SelectArray *A : {&S.Main, &S.Companion}) {
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
    if (S.Lengths) {
      if (Keeps)
        S.Lengths[Kept] = 0;
      ++S.Lengths[Keeps ? Kept : Kept - 1];
    }
    Kept += Keeps;
  }
  for (const SelectArray *A : {&S.Main, &S.Companion})
    if (const std::vector<unsigned char> &R = Rest[A == &S.Companion];
        !R.empty())
      std::memcpy(at(A->Out, Kept, A->Size), R.data(), R.size());
  return Kept;
}

} // namespace ompscan::rt

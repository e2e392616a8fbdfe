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

/// Bytes of the value that moves along with an element. With lengths the value
/// is the element's place in its tile.
uint64_t valueSize(const Selection &S) { return S.Lengths ? 2 : S.Values.Size; }

std::string programOf(const Selection &S) {
  return templates::Prelude + S.Type +
         opaqueType("ompscan_V", valueSize(S) ? valueSize(S) : 1) +
         definition("OMPSCAN_HAS_VALUES", S.Values.Size != 0) +
         definition("OMPSCAN_HAS_REJECTED", S.HasRejected) +
         definition("OMPSCAN_HAS_PREVIOUS", S.HasPrevious) +
         definition("OMPSCAN_HAS_LENGTHS", S.Lengths != nullptr) +
         userParameters(S.UserValues) + countText(countSize(S.N)) +
         templates::LookBack + templates::Select + S.Keep;
}

/// The names of a SelectArray's parameters in the C API.
struct SelectArrayNames {
  const char *In, *Out, *Rejected;
};
constexpr SelectArrayNames InPlaceNames{"data", "data", "rest"},
    MainNames{"in", "out", "rest"},
    ValueNames{"companion->data", "companion->out", "companion->out_rest"};

const SelectArrayNames &mainNames(const Selection &S) {
  return S.Main.isInPlace() ? InPlaceNames : MainNames;
}

/// Adds the arrays of \p S to \p Check, where \p Head elements are kept and
/// \p Tail are rejected.
void checkRanges(const Selection &S, uint64_t Head, uint64_t Tail,
                 OperandCheck &Check) {
  const bool InPlace = S.Main.isInPlace();
  const auto Add = [&](const SelectArray &A, const SelectArrayNames &Names) {
    Check.addArray(Names.In, A.In, S.N, A.Size, InPlace);
    if (!InPlace)
      Check.addArray(Names.Out, A.Out, Head, A.Size, true);
    if (S.Main.Rejected)
      Check.addArray(Names.Rejected, A.Rejected, Tail, A.Size, true);
  };
  Add(S.Main, mainNames(S));
  if (S.Values.Size || S.Values.In)
    Add(S.Values, ValueNames);
  if (S.Lengths)
    Check.addArray("lengths", S.Lengths, Head, sizeof(size_t), true);
  if (S.Flags)
    Check.addArray("flags", S.Flags, S.N, 1, false);
}

/// The device's side of a SelectArray.
struct Buffers {
  Memory In, Out, Rejected;
};

class DeviceSelection {
public:
  DeviceSelection(const Selection &S, const std::shared_ptr<Device> &D)
      : S(S), C(D, S.Function, S.N),
        IsSinglePass(C.method() == Algorithm::SinglePass),
        Kernels(C.kernels(programOf(S),
                          selectPlan(C.device(), C.method(), S.Main.Size,
                                     valueSize(S), S.HasRejected),
                          countSize(S.N), names())),
        Tile(Kernels.plan().Tile), Group(Tile.Group), Tiles(tilesOf(S.N)),
        Total(C.scratch(TotalBytes)) {}

  uint64_t run() {
    if (S.Lengths)
      beginLengths();
    begin(Main, S.Main, mainNames(S));
    begin(Values, S.Values, ValueNames);
    if (S.Flags)
      Flags = C.operand("flags", S.Flags, S.N, Use::In);
    const uint64_t Kept = IsSinglePass ? sweep() : place();
    finish(Main, S.Main, mainNames(S), Kept);
    finish(Values, S.Values, ValueNames, Kept);
    if (S.Lengths)
      C.fetch("lengths", Lengths, S.Lengths, Kept * sizeof(uint64_t));
    C.end();
    return Kept;
  }

private:
  /// In the order of Kernels->Named.
  std::vector<std::string> names() const {
    std::vector<std::string> Names{"ompscan_select"};
    if (!IsSinglePass)
      Names = {"ompscan_select_count", "ompscan_select_place",
               "ompscan_scan_counts"};
    else if (S.HasRejected)
      Names.insert(Names.end(),
                   {"ompscan_select_append", "ompscan_select_mirrored"});
    if (S.Lengths)
      Names.push_back("ompscan_select_lengths");
    return Names;
  }

  /// Finds out how many results there is room for: N, or fewer if less of the
  /// result arrays is mapped.
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
           (!isAnythingPresent() || (HasRoom(S.Main) && HasRoom(S.Values)));
  }

  void begin(Buffers &B, const SelectArray &Array,
             const SelectArrayNames &Names) {
    if (!Array.Size)
      return;
    const uint64_t Bytes = S.N * Array.Size;
    // Only a look-back ensures that a tile is loaded before it is overwritten.
    const bool SlidesInPlace = Array.isInPlace() && IsSinglePass;
    B.In = C.operand(Names.In, Array.In, Bytes,
                     SlidesInPlace ? Use::InOut : Use::In, 0, SlidesInPlace);
    if (Array.isInPlace())
      B.Out = SlidesInPlace ? B.In : C.scratch(Bytes);
    else
      B.Out = canStoreThere() ? C.operand(Names.Out, Array.Out,
                                          Room * Array.Size, Use::Out, 0, true)
                              : C.scratch(Room * Array.Size);
  }

  /// Copies results to the program's arrays.
  void finish(Buffers &B, const SelectArray &Array,
              const SelectArrayNames &Names, uint64_t Kept) {
    if (!Array.Size)
      return;
    if (hasAppended()) {
      C.fetch(Names.Out, B.Out, Array.Out, S.N * Array.Size);
      return;
    }
    C.fetch(Names.Out, B.Out, Array.Out, Kept * Array.Size);
    if (S.HasRejected)
      C.fetch(Names.Rejected, B.Rejected, Array.Rejected,
              (S.N - Kept) * Array.Size);
  }

  /// Whether rejected elements follow behind the kept ones.
  bool hasAppended() const { return S.HasRejected && !S.Main.Rejected; }

  uint64_t tilesOf(uint64_t N) const { return (N - 1) / Tile.tile() + 1; }

  /// The elements that a kernel selects from, and the destination of rejected
  /// ones.
  struct Part {
    uint64_t Begin, Count;
    uint64_t RejectedBegin, RejectedCount;
    Memory Rejected, RejectedValues;
  };

  /// Sets the arguments that all kernels of the selection share.
  ArgumentSetter select(Kernel &K, const Part &P) {
    ArgumentSetter Arguments(K);
    Arguments.add(Main.In).add(Main.Out).add(P.Rejected);
    Arguments.add(Values.In).add(Values.Out).add(P.RejectedValues);
    Arguments.add(Flags).add(P.Begin).add(P.RejectedBegin).add(P.RejectedCount);
    Arguments.add(P.Count).add(S.UserValues);
    if (S.Lengths)
      Arguments.add(Lengths).add(Borders).add(Room);
    return Arguments;
  }

  void makeRejectedRoom(uint64_t Count) {
    for (auto [B, Array] :
         {std::pair(&Main, &S.Main), std::pair(&Values, &S.Values)})
      if (Array->Size)
        B->Rejected = C.scratch(Count * Array->Size);
  }

  /// The selection in a single pass.
  uint64_t sweep() {
    uint64_t Room = S.HasRejected ? S.N : 0;
    if (S.HasRejected && S.Main.isInPlace())
      Room = std::min(Room, partitionTiles(S.N, Tile.tile()) * Tile.tile());
    if (Room)
      makeRejectedRoom(Room);
    // Taken before anything changes.
    Memory Ignored;
    if (Room < S.N && S.HasRejected)
      Ignored = C.scratch(TotalBytes);
    const Part All{0, S.N, 0, Room, Main.Rejected, Values.Rejected};
    ArgumentSetter Arguments = select(Kernels->Named[0], All);
    C.runSinglePass(Kernels->Named[0], Arguments.add(Total), Tiles,
                    Kernels.plan().statusWords(countSize(S.N)), Group);
    if (S.Lengths)
      endLengths();
    uint64_t Kept = 0;
    C.attempt([&] {
      if (hasAppended())
        append(S.N, Room);
      Swept Result;
      C.read(Total, &Result,
             S.HasRejected ? sizeof Result : sizeof Result.Kept);
      Kept = Result.Kept;
      if (hasAppended() && Result.End != S.N)
        goOn(Result, Ignored);
    });
    checkRoom(Kept);
    checkKept(S, Kept);
    return Kept;
  }

  /// The counts that ompscan_select_leave() stores.
  struct Swept {
    uint64_t Kept, End, KeptBefore;
  };
  static constexpr uint64_t TotalBytes = sizeof(Swept);

  /// Partitions the elements for which sweep() had no room. The elements
  /// already stored have left a gap in front of the remaining ones, which holds
  /// all kept elements; rejected elements slide to the end.
  void goOn(const Swept &Result, const Memory &Ignored) {
    const Part Others{Result.End,        S.N - Result.End,
                      Result.KeptBefore, Result.Kept - Result.KeptBefore,
                      Main.Out,          Values.Out};
    ArgumentSetter Arguments = select(Kernels->Named[2], Others);
    C.runSinglePass(Kernels->Named[2], Arguments.add(Ignored),
                    tilesOf(Others.Count),
                    Kernels.plan().statusWords(countSize(S.N)), Group);
    append(Result.End, Result.End - Result.KeptBefore);
  }

  /// Puts the rejected elements, \p Most at most, behind the kept ones if the
  /// sweep has come to \p End.
  void append(uint64_t End, uint64_t Most) {
    ArgumentSetter Arguments(Kernels->Named[1]);
    Arguments.add(Main.Out).add(Main.Rejected);
    Arguments.add(Values.Out).add(Values.Rejected);
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
    checkKept(S, Kept);
    if (hasAppended()) {
      Main.Rejected = Main.Out;
      Values.Rejected = Values.Out;
      All.RejectedBegin = Kept;
    } else if (S.HasRejected && Kept != S.N) {
      makeRejectedRoom(S.N - Kept);
    }
    All.Rejected = Main.Rejected;
    All.RejectedValues = Values.Rejected;
    select(Kernels->Named[1], All).add(Sums);
    C.run(Kernels->Named[1], Tiles, Group);
    if (S.Lengths)
      endLengths();
    return Kept;
  }

  const Selection &S;
  Call C;
  const bool IsSinglePass;
  const KernelLease Kernels;
  const Shape Tile;
  const uint32_t Group;
  const uint64_t Tiles;
  /// Elements that the results have room for.
  uint64_t Room = S.N;
  Buffers Main, Values;
  Memory Flags, Total, Lengths, Borders;
};

} // namespace

void checkArrays(const Selection &S, std::optional<uint64_t> Kept,
                 OperandCheck &Check) {
  const uint64_t Some = std::min<uint64_t>(S.N, 1);
  const bool IsWhole =
      S.Main.isInPlace() || (S.HasRejected && !S.Main.Rejected);
  checkRanges(S, IsWhole ? S.N : Kept.value_or(Some), Kept ? S.N - *Kept : Some,
              Check);
}

void checkKept(const Selection &S, uint64_t Kept) {
  OperandCheck Check;
  checkArrays(S, Kept, Check);
}

void checkKeptOnHost(const Selection &S, uint64_t Kept) {
  OperandCheck Check;
  checkArrays(S, Kept, Check);
  Check.checkRoomOnHost(Kept);
}

bool areApart(const Selection &S, uint64_t Most) {
  try {
    OperandCheck Check;
    checkRanges(S, Most, S.N, Check);
    return true;
  } catch (const Refusal &) {
    return false;
  }
}

bool hasRoomOnHost(const Selection &S, uint64_t Most) {
  try {
    OperandCheck Check;
    checkRanges(S, Most, S.N, Check);
    return !Check.isAnyOutOfReach();
  } catch (const Refusal &) {
    return false;
  }
}

uint64_t selectOnDevice(const Selection &S, const std::shared_ptr<Device> &D) {
  return DeviceSelection(S, D).run();
}

} // namespace ompscan::rt

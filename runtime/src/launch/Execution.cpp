//===- Execution.cpp - The kernels of a loop ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Execution.h"
#include "device/Poison.h"
#include "device/Profile.h"
#include "plan/Tuning.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <string>
#include <utility>

namespace ompscan::rt {

namespace {

/// The memory of the kernel that divides columns among the host's threads
/// (templates/native-columns.cl).
struct ColumnRoom {
  ColumnRoom(uint64_t Columns, uint64_t Groups)
      : Blocks(Groups / GroupsOfThread * BlocksOfThread),
        Most(std::min(Columns, Blocks * WidestBlock)) {}

  /// The groups of \p Threads threads.
  static uint64_t groups(uint32_t Threads) {
    return GroupsOfThread * uint64_t(std::max(Threads, 1u));
  }
  /// The bytes that are 0 at first.
  uint64_t counters() const { return (1 + Blocks) * 64 + Blocks * Blocks * 8; }
  /// All bytes, for values of \p ItemSize bytes.
  uint64_t size(uint64_t ItemSize) const {
    return counters() + (1 + Blocks) * Most * ItemSize;
  }

  uint64_t Blocks; ///< that keep all threads busy
  uint64_t Most;   ///< columns that may be cut

private:
  static constexpr uint64_t GroupsOfThread = 16, BlocksOfThread = 4,
                            WidestBlock = 1024;
};

} // namespace

/// Iterations that a group of a device runs in a loop without reductions.
static uint32_t iterationsOfGroup(const Plan &P) {
  return isByTeams(P.Method) ? P.Tile.Items : P.Tile.Group;
}

/// The parts that each of \p Rows rows, of about \p Length iterations, has.
static uint64_t partsOf(const Plan &P, uint64_t Rows, uint64_t Length) {
  const uint64_t Part = P.part(Rows);
  const uint64_t Parts = Length / Part + (Length % Part != 0);
  return std::clamp<uint64_t>(Parts, 1, MaxLookbackTiles / P.rowGroups(Rows));
}

std::vector<Level> makeLevels(Device &D, uint64_t Trips, const Plan &P,
                              uint64_t ItemSize, uint64_t RowLength,
                              uint32_t Head) {
  std::vector<Level> Levels;
  if (!isScan(P.Method)) {
    // Work-groups, and what each of them leaves.
    const bool Reduces = isReduction(P.Method);
    const bool HasLists = hasLists(P.Method);
    const uint64_t Tile = Reduces || P.Kind == DriverKind::Native
                              ? P.Tile.tile()
                              : iterationsOfGroup(P);
    uint64_t Groups = Trips / Tile + (Trips % Tile != 0);
    const uint32_t Units = P.Kind == DriverKind::Native && P.Block
                               ? UnitsOfReproducible
                               : D.units();
    if (P.dividesColumns())
      Groups = ColumnRoom::groups(Units);
    if (P.Method == Algorithm::RowParts)
      Groups *= partsOf(P, Trips, RowLength);
    if (HasLists)
      Groups = std::min(Groups, listGroups(Units, P.Tile, ItemSize,
                                           P.Method == Algorithm::Histogram));
    else if (Reduces && P.IsOrdered)
      Groups = orderedReduceGroups(Units, P.Tile, Trips);
    else if (Reduces && P.Kind != DriverKind::Native)
      Groups = std::min(Groups, reduceGroups(Units, P.Tile));
    Levels.push_back({Trips, Groups, {}});
    // Behind them is what lists hold before the loop.
    if (Reduces)
      Levels.back().Totals = D.pool().take((Groups + HasLists) * ItemSize);
    if (P.dividesColumns())
      Levels.back().Totals =
          D.pool().take(ColumnRoom(Trips, Groups).size(ItemSize));
    return Levels;
  }
  uint64_t Count = Trips;
  uint64_t Tile = P.Tile.tile();
  if (P.HasHead) {
    const uint64_t Behind = Trips - std::min<uint64_t>(Head, Trips - 1);
    Levels.push_back({Trips, (Behind - 1) / Tile + 1, {}});
    Levels.back().Head = Head;
    return Levels;
  }
  do {
    const uint64_t Tiles = Count / Tile + (Count % Tile != 0);
    Levels.push_back({Count, Tiles, {}});
    if (P.Method == Algorithm::SinglePass)
      break;
    if (Tiles > D.maxBuffer() / ItemSize)
      throw Failure("the totals of " + std::to_string(Tiles) +
                    " tiles do not fit into a buffer of " + D.info().Name);
    // Behind the totals of the loop's tiles is room for a shared loop: its
    // start, and a value for each work-item. Of a scan in the fixed order, it
    // is for the start and a value for each block.
    const uint64_t Room = P.IsOrdered          ? 1 + P.blocks(Tiles)
                          : Levels.size() == 1 ? 1 + P.Tile.Group
                                               : 0;
    Levels.back().Totals = D.pool().take((Tiles + Room) * ItemSize);
    if (P.IsOrdered)
      break;
    if (P.StageSize && Levels.size() == 1) {
      const uint64_t TileBytes = Tile * P.StageSize;
      Levels.back().StageTiles = stageTiles(Tiles, TileBytes);
      Levels.back().Stage = D.pool().take(Levels.back().StageTiles * TileBytes);
    }
    Count = Tiles;
    Tile = P.sums().tile();
  } while (Count > 1);
  return Levels;
}

namespace {

/// Sets the arguments of the loop, which its kernels share, then the count and
/// \p Rest.
template <typename... Types>
void setLoopArguments(Kernel &K, const LaunchDescriptor &L,
                      const std::vector<ArrayTransfer> &Arrays,
                      const PooledBuffer &Total, uint64_t Trips,
                      const Types &...Rest) {
  const bool Divides = L.hasRows() && !L.isParallel();
  const uint32_t Given =
      static_cast<uint32_t>(2 * Arrays.size() + L.Scalars.size() +
                            (Divides ? 3 : 2) * L.Inner.size() + 2 +
                            (Total ? 2 : 0) + sizeof...(Rest));
  // Not every driver notices.
  if (const uint32_t Taken = K.parameters(); Taken != Given)
    throw Failure("the object code gives " + std::to_string(Given) +
                  " arguments to kernels that take " + std::to_string(Taken));
  uint32_t I = 0;
  for (const ArrayTransfer &A : Arrays) {
    K.set(I++, A.buffer());
    K.set(I++, A.origin());
  }
  for (const std::vector<unsigned char> &S : L.Scalars)
    K.set(I++, S.size(), S.data());
  K.set(I++, L.Range.Lower);
  for (const InnerLoop &Next : L.Inner) {
    K.set(I++, Next.Range.Lower);
    K.set(I++, Next.Trips);
    if (Divides)
      K.set(I++, UINT64_MAX / Next.Trips);
  }
  if (Total) {
    K.set(I++, *Total);
    K.set(I++, Trips);
  }
  K.set(I++, Trips);
  (K.set(I++, Rest), ...);
}

/// Of the kernels of reduce-then-scan (templates/tile-sums.cl).
constexpr uint32_t IsShared = 1, StartsBehind = 2, Finishes = 4;
/// In place of an epoch, for the kernel of a single pass that also reduces.
constexpr uint32_t NoEpoch = 0;

/// Whether the kernels of \p L take such an argument.
bool takesShared(const Plan &P, const LaunchDescriptor &L) {
  return P.Method == Algorithm::ReduceThenScan && L.Text->Traits.MovedSize == 0;
}

void setLevelArguments(Kernel &K, const Level &L, const Level &Next) {
  K.set(0, *L.Totals);
  K.set(1, Next.Count);
  K.set(2, *Next.Totals);
}

} // namespace

/// Enqueues the kernels of one launch.
class Execution::Runner {
public:
  Runner(Stream &Commands, uint32_t Group, bool TakesTimes)
      : Commands(Commands), Group(Group), TakesTimes(TakesTimes) {}

  /// \param Stores it stores what the loop stores.
  void enqueue(Kernel &K, uint64_t Tiles, bool Stores) {
    Commands.run(K, Tiles, Group);
    if (Stores)
      Commands.noteStores();
    if (TakesTimes)
      Events.push_back(Commands.lastEvent());
  }

  /// Makes what the loop reads and no host has.
  void make(const std::vector<ArrayTransfer> &Arrays) {
    for (const ArrayTransfer &A : Arrays)
      if (A.make(Commands) && TakesTimes)
        Events.push_back(Commands.lastEvent());
  }

  /// Says that the kernels so far were one run of the loop.
  void endRun() {
    if (TakesTimes)
      RunEnds.push_back(Events.size());
  }

  /// Waits for all runs, if they are timed.
  std::vector<KernelTime> times() const {
    std::vector<KernelTime> Times;
    if (TakesTimes)
      Commands.finish();
    size_t Begin = 0;
    for (size_t End : RunEnds) {
      Times.push_back(timeOf(Events[Begin], Events[End - 1]));
      Begin = End;
    }
    return Times;
  }

private:
  Stream &Commands;
  const uint32_t Group;
  const bool TakesTimes;
  std::vector<Event> Events; ///< of all kernels, where they are timed
  std::vector<size_t> RunEnds;
};

/// Puts the kernels of all algorithms but single-pass into the queue.
void Execution::enqueueLevels(Runner &To) const {
  // Reduce-then-scan finds the left of a single tile without totals.
  const bool Reduces = Kernels.plan().Method == Algorithm::ReduceThenScan;
  if (!Reduces || Levels.front().Tiles > 1)
    enqueueTotals(To, /*Shared=*/0);
  enqueueScans(To, /*Shared=*/0);
  To.endRun();
}

/// Totals of the tiles, and of all levels above. \p Shared is for the kernels
/// of reduce-then-scan.
void Execution::enqueueTotals(Runner &To, uint32_t Shared) const {
  KernelSet &Set = *Kernels;
  const Level &Bottom = Levels.front();
  if (Kernels.plan().isByOneKernel())
    setLoopArguments(*Set.First, L, Arrays, Total, Bottom.Count, *Bottom.Totals,
                     Shared, NoEpoch);
  else if (takesShared(Kernels.plan(), L))
    setLoopArguments(*Set.First, L, Arrays, Total, Bottom.Count, *Bottom.Totals,
                     Shared);
  else
    setLoopArguments(*Set.First, L, Arrays, Total, Bottom.Count,
                     *Bottom.Totals);
  To.enqueue(*Set.First, Bottom.Tiles,
             Kernels.plan().Method != Algorithm::ReduceThenScan);
  if (Kernels.plan().IsOrdered) {
    const uint64_t Blocks = Kernels.plan().blocks(Bottom.Tiles);
    for (const auto &[Each, Groups] :
         {std::pair(Set.ScanSums.get(), Blocks), {Set.AddSums.get(), 1}}) {
      Each->set(0, *Bottom.Totals);
      Each->set(1, Bottom.Tiles);
      Each->set(2, *Bottom.Totals);
      To.enqueue(*Each, Groups, /*Stores=*/false);
    }
  }
  for (size_t I = 1; I != Levels.size(); ++I) {
    setLevelArguments(*Set.ScanSums, Levels[I - 1], Levels[I]);
    To.enqueue(*Set.ScanSums, Levels[I].Tiles, /*Stores=*/false);
  }
}

/// The prefixes of all tiles, and the results of the loop.
void Execution::enqueueScans(Runner &To, uint32_t Shared) const {
  KernelSet &Set = *Kernels;
  const Level &Bottom = Levels.front();
  for (size_t I = Levels.size() - 1; I-- > 1;) {
    setLevelArguments(*Set.AddSums, Levels[I - 1], Levels[I]);
    To.enqueue(*Set.AddSums, Levels[I].Tiles, /*Stores=*/false);
  }
  if (Bottom.Stage) {
    // What a tile stores meets nothing that tiles on its right read.
    for (uint64_t First = 0; First < Bottom.Tiles; First += Bottom.StageTiles)
      for (Kernel *Each : {Set.Last.get(), Set.Put.get()}) {
        setLoopArguments(*Each, L, Arrays, Total, Bottom.Count, *Bottom.Totals,
                         *Bottom.Stage, First);
        To.enqueue(*Each, std::min(Bottom.StageTiles, Bottom.Tiles - First),
                   Each == Set.Put.get());
      }
  } else if (Kernels.plan().isByOneKernel()) {
    setLoopArguments(*Set.Last, L, Arrays, Total, Bottom.Count, *Bottom.Totals,
                     Shared | Finishes, NoEpoch);
    To.enqueue(*Set.Last, Bottom.Tiles, /*Stores=*/true);
  } else if (takesShared(Kernels.plan(), L)) {
    setLoopArguments(*Set.Last, L, Arrays, Total, Bottom.Count, *Bottom.Totals,
                     Shared);
    To.enqueue(*Set.Last, Bottom.Tiles, /*Stores=*/true);
  } else if (Kernels.plan().Method == Algorithm::ReduceThenScan ||
             Bottom.Tiles > 1) {
    setLoopArguments(*Set.Last, L, Arrays, Total, Bottom.Count, *Bottom.Totals);
    To.enqueue(*Set.Last, Bottom.Tiles, /*Stores=*/true);
  }
}

/// Puts the kernel of a loop without a scan and reductions into the queue: more
/// than once where a device may not count that many groups.
template <typename... Types>
void Execution::enqueueForEach(Runner &To, const Types &...Rest) const {
  constexpr uint64_t Most = INT32_MAX;
  const Level &Only = Levels.front();
  for (uint64_t First = 0; First < Only.Tiles; First += Most) {
    setLoopArguments(*Kernels->First, L, Arrays, Total, Only.Count,
                     First * iterationsOfGroup(Kernels.plan()), Rest...);
    To.enqueue(*Kernels->First, std::min(Most, Only.Tiles - First),
               /*Stores=*/true);
  }
  To.endRun();
}

/// Puts the kernel whose groups share long rows into the queue \p Times times.
void Execution::enqueueSharedRows(Runner &To, uint32_t Times) const {
  const SharedRows &Shared = Levels.front().Shared;
  TileStateBuffer List = Commands.takeTileStates(Shared.Words, Times);
  const auto Words =
      static_cast<uint32_t>(std::min<uint64_t>(List.Words, UINT32_MAX));
  for (uint32_t I = 0; I != Times; ++I) {
    To.make(Arrays);
    enqueueForEach(To, Shared.Longest, List.Handle, Words, List.Epoch);
    List.advance(/*Tiles=*/0);
  }
  Commands.giveBack(std::move(List));
}

/// Puts the kernel of columns that the host runs side by side into the queue.
void Execution::enqueueColumns(Runner &To) const {
  const Level &Only = Levels.front();
  const ColumnRoom Room(Only.Count, Only.Tiles);
  const std::vector<unsigned char> Zeros(Room.counters());
  Commands.write(*Only.Totals, 0, Zeros.size(), Zeros.data(), "the counters");
  setLoopArguments(*Kernels->First, L, Arrays, Total, Only.Count, Room.Blocks,
                   Room.Most, *Only.Totals);
  To.enqueue(*Kernels->First, Only.Tiles, /*Stores=*/true);
  To.endRun();
}

/// Puts the kernel that runs rows in parts into the queue \p Times times.
void Execution::enqueueParts(Runner &To, uint32_t Times) const {
  const Level &Only = Levels.front();
  const Plan &P = Kernels.plan();
  const uint64_t Parts = Only.Tiles / P.rowGroups(L.Trips);
  TileStateBuffer C = Commands.takeTileStates(
      L.Trips * Parts * P.statusWords(L.ItemSize), Times);
  for (uint32_t I = 0; I != Times; ++I) {
    To.make(Arrays);
    setLoopArguments(*Kernels->First, L, Arrays, Total, Only.Count, Parts,
                     C.Handle, C.FirstTicket, C.Epoch);
    To.enqueue(*Kernels->First, Only.Tiles, /*Stores=*/true);
    To.endRun();
    C.advance(Only.Tiles);
  }
  Commands.giveBack(std::move(C));
}

void Execution::enqueueReduction(Runner &To) const {
  const Level &Only = Levels.front();
  setLoopArguments(*Kernels->First, L, Arrays, Total, Only.Count, *Only.Totals);
  To.enqueue(*Kernels->First, Only.Tiles, /*Stores=*/true);
  setLoopArguments(*Kernels->Last, L, Arrays, Total, Only.Count, *Only.Totals,
                   Only.Tiles);
  const Plan &P = Kernels.plan();
  To.enqueue(*Kernels->Last,
             hasLists(P.Method) ? finishGroups(P.Tile, L.ItemSize) : 1,
             /*Stores=*/false);
  To.endRun();
}

void Execution::inspect() const {
  std::vector<uint64_t> Stored; // begins and ends
  for (const ArrayTransfer &Each : Arrays) {
    const ResolvedArray &A = Each.array();
    for (const Range &R : A.Ranges)
      if (R.isStore())
        for (const Wide Element : {Wide(R.low()), Wide(R.high()) + 1})
          Stored.push_back(static_cast<uint64_t>(A.addressOf(Element)));
  }
  for (const Result &R : L.Results) {
    const auto Begin = reinterpret_cast<uintptr_t>(R.Address);
    Stored.insert(Stored.end(), {Begin, Begin + R.Size});
  }
  if (Stored.empty())
    return;
  uint32_t Found = 0;
  BackendDevice &Host = D.backend();
  const std::unique_ptr<Kernel> Inspector =
      Kernels.makeKernel("ompscan_inspect");
  const Level &Only = Levels.front();
  setLoopArguments(
      *Inspector, L, Arrays, Total, Only.Count,
      Host.ofHost(Stored.data(), Stored.size() * sizeof Stored.front()),
      static_cast<uint64_t>(Stored.size() / 2),
      Host.ofHost(&Found, sizeof Found));
  Commands.run(*Inspector, Only.Tiles, Kernels.plan().Tile.Group);
  Commands.finish();
  if (Found)
    throw Failure(std::string("the loop may store to elements of ") +
                  Arrays[Found - 1].array().Name +
                  " that it reads, at subscripts that are not affine");
}

std::vector<unsigned char> Execution::totals(bool HasSeed) const {
  const Level &Only = Levels.front();
  if (Kernels.plan().Kind != DriverKind::Native) {
    Runner To(Commands, Kernels.plan().Tile.Group, /*TakesTimes=*/false);
    To.make(Arrays);
    enqueueTotals(To, IsShared | (HasSeed ? 0 : StartsBehind));
    // The top level is one tile, which has scanned the totals of the level
    // below in place.
    const bool HasOne = Levels.size() == 1;
    const Level &From = HasOne ? Levels.front() : Levels[Levels.size() - 2];
    std::vector<unsigned char> All(L.ItemSize);
    Commands.readAtOnce(*From.Totals, (From.Tiles - 1) * L.ItemSize, All.size(),
                        All.data(), "the total");
    return All;
  }
  std::vector<unsigned char> All(Only.Tiles * L.ItemSize);
  PooledBuffer Totals = D.pool().take(All.size());
  const std::unique_ptr<Kernel> K = Kernels.makeKernel("ompscan_total_tiles");
  setLoopArguments(*K, L, Arrays, Total, Only.Count, *Totals,
                   static_cast<uint32_t>(HasSeed));
  Commands.run(*K, Only.Tiles, Kernels.plan().Tile.Group);
  Commands.readAtOnce(*Totals, 0, All.size(), All.data(), "the totals");
  Totals.giveBack();
  return All;
}

void Execution::runBehindTotals(std::vector<unsigned char> &Start) const {
  Runner To(Commands, Kernels.plan().Tile.Group, /*TakesTimes=*/false);
  if (Kernels.plan().Kind == DriverKind::Native)
    return enqueueSinglePass(
        To, /*Times=*/1,
        Start.empty() ? Memory()
                      : D.backend().ofHost(Start.data(), Start.size()));
  const Level &Bottom = Levels.front();
  if (!Start.empty())
    Commands.write(*Bottom.Totals, Bottom.Tiles * L.ItemSize, L.ItemSize,
                   Start.data(), "the value before");
  enqueueScans(To, IsShared | (Start.empty() ? 0 : StartsBehind));
}

/// A single pass, from the value at \p Start, which only the host's cores take,
/// if it is not null.
void Execution::enqueueSinglePass(Runner &To, uint32_t Times,
                                  const Memory &Start) const {
  const Level &Only = Levels.front();
  const uint64_t Words = Only.Tiles * Kernels.plan().statusWords(L.ItemSize);
  TileStateBuffer C = Commands.takeTileStates(Words, Times);
  const bool TakesStart = Kernels.plan().Kind == DriverKind::Native &&
                          L.Text->Traits.MovedSize == 0;
  for (uint32_t I = 0; I != Times; ++I) {
    To.make(Arrays);
    if (TakesStart)
      setLoopArguments(*Kernels->First, L, Arrays, Total, Only.Count, C.Handle,
                       C.FirstTicket, C.Epoch, Start);
    else if (Kernels.plan().HasHead)
      setLoopArguments(*Kernels->First, L, Arrays, Total, Only.Count, C.Handle,
                       C.FirstTicket, C.Epoch, Only.Head);
    else
      setLoopArguments(*Kernels->First, L, Arrays, Total, Only.Count, C.Handle,
                       C.FirstTicket, C.Epoch);
    To.enqueue(*Kernels->First, Only.Tiles, /*Stores=*/true);
    To.endRun();
    C.advance(Only.Tiles);
  }
  Commands.giveBack(std::move(C));
}

void Execution::run(uint32_t Times) const {
  const bool TakesTimes = environment().Repeat && D.takesTimes();
  Runner To(Commands, Kernels.plan().Tile.Group, TakesTimes);
  const Algorithm Method = Kernels.plan().Method;
  if (Method == Algorithm::SinglePass)
    enqueueSinglePass(To, Times, Memory());
  else if (Method == Algorithm::RowParts)
    enqueueParts(To, Times);
  else if (Kernels.plan().SharesRows)
    enqueueSharedRows(To, Times);
  else
    for (uint32_t I = 0; I != Times; ++I) {
      To.make(Arrays);
      if (Kernels.plan().dividesColumns())
        enqueueColumns(To);
      else if (Method == Algorithm::ForEach || isByTeams(Method))
        enqueueForEach(To);
      else if (isReduction(Method))
        enqueueReduction(To);
      else
        enqueueLevels(To);
    }
  lastKernelTimes() = To.times();
}

} // namespace ompscan::rt

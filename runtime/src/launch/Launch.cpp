//===- Launch.cpp - A loop on a device ------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Launch.h"
#include "access/Conflicts.h"
#include "access/CounterIndexedStore.h"
#include "device/PendingLaunches.h"
#include "device/Poison.h"
#include "device/ShortLoops.h"
#include "device/Stream.h"
#include "launch/Choice.h"
#include "launch/Execution.h"
#include "launch/LoopPart.h"
#include "launch/ProgramCache.h"
#include "launch/Results.h"
#include "launch/Transfer.h"
#include "plan/CompiledPlans.h"
#include "plan/TunedShapes.h"
#include "report/EventLog.h"
#include "report/LaunchRecord.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstring>
#include <list>
#include <new>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ompscan::rt {

namespace {

/// "single-pass, tiles of 1 x 4096, 1 level"
std::string describeMethod(const Plan &P, const std::vector<Level> &Levels) {
  if (!isScan(P.Method))
    return std::string(algorithmName(P.Method)) +
           (P.team() ? " by teams of " + std::to_string(P.team()) : "") + ", " +
           std::to_string(Levels.front().Tiles) + " groups of " +
           std::to_string(P.Tile.Group);
  return std::string(algorithmName(P.Method)) + ", tiles of " +
         std::to_string(P.Tile.Group) + " x " + std::to_string(P.Tile.Items) +
         ", " + std::to_string(Levels.size()) +
         (Levels.size() == 1 ? " level" : " levels");
}

/// One launch, from the memory that it takes to the results.
class Launch {
public:
  Launch(const Plan &Wanted, const LaunchDescriptor &L, const ResolvedLaunch &R,
         bool MayDefer, LoopPart *Part)
      : D(*R.On), Wanted(Wanted), L(L), R(&R), Part(Part),
        Whole(Part ? Part->Whole : nullptr), MayDefer(MayDefer),
        TakesTimes(environment().takesTimes()), Record(L.Location),
        Verifies(Part ? Part->Kept != nullptr : isVerified(L)),
        SendsEarly(Part && Part->Overlaps && R.IsCounted &&
                   !D.sharesHostMemory()) {}

  Offloaded run();

private:
  void beginPhase(const char *Name) {
    if (TakesTimes)
      Record.beginPhase(Name);
  }
  void receive();
  void sendLists(Stream &Commands);
  void allocate(const Plan &P);
  void placeCounted(Stream &Commands);
  bool isPlacedLater(const ResolvedArray &A) const {
    return SendsEarly && A.isCounted();
  }
  bool wantsResults() const;
  bool storesToPresent() const;
  void compute(Stream &Commands, const KernelLease &Kernels);
  void fail(const Stream &Commands);
  NativeSource nativeSource() const;
  const ompscan_kernel_version *compiled() const;
  std::vector<DataUse> uses() const;
  std::shared_ptr<OrderedQueue> orderedQueue() const;
  void defer(Stream &Commands, const Plan &P);
  void describeRecord(const Plan &P);
  void note(const Plan &P) noexcept;

  Device &D;
  const Plan &Wanted;
  const LaunchDescriptor &L;
  const ResolvedLaunch *R;
  /// That of a slice, or of a loop whose kernels count the elements it stores.
  std::optional<ResolvedLaunch> Own;
  LoopPart *const Part;              ///< null for a whole loop
  const ResolvedLaunch *const Whole; ///< Part->Whole
  const bool MayDefer;
  const bool TakesTimes;
  LaunchRecord Record;
  const bool Verifies;
  /// A chunk of a loop that counts sends what it reads while it waits for the
  /// chunk before, whose counts say where elements go.
  const bool SendsEarly;

  /// Results have begun to go from copies to present arrays.
  bool CopiesBack = false;

  std::vector<ArrayTransfer> Arrays;
  std::vector<Level> Levels;
  PooledBuffer Total;                ///< of the accumulators, if any
  std::vector<unsigned char> Values; ///< theirs, in the end
  std::vector<unsigned char> Start;  ///< LoopPart::exchange()
  Offloaded Results;
  /// The launch is over when its kernels are in the queue.
  bool IsDeferred = false;
  bool HasReceived = false;
};

/// Lets a slice wait for what it starts from.
void Launch::receive() {
  if (!Whole || HasReceived)
    return;
  beginPhase("wait");
  Part->receive();
  HasReceived = true;
}

/// Sends what reductions hold before the loop, which is too long for arguments
/// of kernels. `Values` has it until theirs come back.
void Launch::sendLists(Stream &Commands) {
  for (const Result &R : L.Results)
    if (R.Offset < L.ItemSize)
      std::memcpy(Values.data() + R.Offset, R.Address, R.Size);
  const Level &Only = Levels.front();
  Commands.write(*Only.Totals, Only.Tiles * L.ItemSize, L.ItemSize,
                 Values.data(), "the accumulators");
}

void Launch::allocate(const Plan &P) {
  Arrays.reserve(R->Arrays.size());
  for (const ResolvedArray &A : R->Arrays)
    Arrays.emplace_back(A, D, isPlacedLater(A));
  // Parts of a loop lie as the whole of it does.
  const std::optional<uint32_t> Head =
      P.HasHead ? R->head(/*LeastCopied=*/4) : 0;
  if (!Head)
    throw Failure("a part of its arrays lies off the borders of vectors");
  Levels =
      makeLevels(D, L.Trips, P, L.ItemSize,
                 P.Method == Algorithm::RowParts ? rowLength(L, *R) : 0, *Head);
  if (P.SharesRows)
    Levels.front().Shared = rowsToShare(L, *R, P);
  // See OMPSCAN_COUNTED_EVERY.
  Values.resize(std::max((R->IsCounted ? 3 : 1) * L.ItemSize, L.resultSize()));
  if (!L.Results.empty())
    Total = D.pool().take(Values.size());
}

/// Takes memory for the elements that are stored at the values of accumulators,
/// which are known now.
void Launch::placeCounted(Stream &Commands) {
  ResolvedLaunch Now = resolveSlice(L, L.Trips, *Whole);
  check(L, Now);
  for (size_t I = 0; I != Arrays.size(); ++I)
    if (isPlacedLater(Own->Arrays[I])) {
      Own->Arrays[I] = std::move(Now.Arrays[I]);
      Arrays[I].place(D);
      Arrays[I].send(Commands);
    }
}

/// Whether the host needs what the loop leaves in its accumulators.
bool Launch::wantsResults() const {
  return Total && (!L.isUnread() || Part || R->IsCounted || Verifies);
}

bool Launch::storesToPresent() const {
  return std::any_of(Arrays.begin(), Arrays.end(), [](const ArrayTransfer &A) {
    return !A.array().movesFromHost() && A.array().isStored();
  });
}

/// Runs the kernels, and brings the results to where they belong.
void Launch::compute(Stream &Commands, const KernelLease &Kernels) {
  receive();
  if (SendsEarly)
    placeCounted(Commands);
  // If the part cannot run again, what it starts from must stay.
  const bool InOrder = !(Whole ? Whole : R)->CanRunAgain;
  // Kernels on the host store to the memory of the program.
  if (Part && storesToPresent())
    Part->beginStoring(InOrder && D.sharesHostMemory());
  if (Part)
    Part->sendSeeds(Commands, Arrays);
  const Execution Loop{D, Commands, Kernels, L, Arrays, Total, Levels};
  if (std::any_of(L.Arrays.begin(), L.Arrays.end(), isInspected))
    Loop.inspect();
  if (Part && Part->exchangesTotals()) {
    beginPhase("exchange");
    Start = Part->exchange(Loop);
    beginPhase("send and compute");
    Loop.runBehindTotals(Start);
  } else {
    Loop.run(R->CanRunAgain ? std::max(environment().Repeat, 1u) : 1);
  }
  if (IsDeferred)
    return;
  beginPhase("fetch");
  if (wantsResults())
    Commands.readAtOnce(*Total, 0, Values.size(), Values.data(),
                        "the accumulators");
  if (Part || R->IsCounted || Verifies)
    Commands.finish();
  if (Part)
    Part->handOn(Commands, Arrays, Values);
  if (R->IsCounted) {
    for (ResolvedArray &A : Own->Arrays)
      A.Ranges = settleCounts(A, A.Ranges, L.Results, Values, L.ItemSize);
    checkStores(L, R->Arrays);
    checkResults(L, R->Arrays);
  }
  if (Verifies) {
    if (!Part) {
      Results.Kept = std::make_unique<Verification>(L.Location, D.info().Name);
      for (const Result &R : L.Results)
        Results.Kept->add(R, Values.data() + R.Offset);
    }
    fetchAside(Commands, Arrays, Part ? *Part->Kept : *Results.Kept);
    return;
  }
  CopiesBack = true;
  if (!Part)
    return fetchResults(Commands, Arrays, !InOrder, [](bool) {});
  try {
    fetchResults(Commands, Arrays, !InOrder, [&](bool AllHere) {
      Part->beginStoring(InOrder);
      if (AllHere) // The next one need not wait until they are copied.
        Part->endStoring(/*HasStored=*/true);
    });
  } catch (const LostResults &) {
    throw;
  } catch (...) {
    if (!storesToPresent())
      Part->endStoring(/*HasStored=*/false);
    throw;
  }
  Part->endStoring(/*HasStored=*/true);
}

/// Ends the launch if what has failed, with the exception that is being
/// handled, cannot be undone.
void Launch::fail(const Stream &Commands) {
  for (const ResolvedArray &A : R->Arrays)
    if (A.Present)
      A.Present->distrust();
  const auto HasChanged = [&](const ArrayTransfer &A) {
    return !A.array().movesFromHost() && A.array().isStored() &&
           Commands.hasStores() && (CopiesBack || !A.isCopy());
  };
  if (std::none_of(Arrays.begin(), Arrays.end(), HasChanged))
    return;
  bool IsLost = true; // Unless there is memory to find out better.
  try {
    std::vector<bool> Changed;
    for (const ArrayTransfer &A : Arrays)
      Changed.push_back(HasChanged(A));
    IsLost = storesToInputs(R->Arrays, &Changed);
  } catch (const std::bad_alloc &) {
  }
  if (IsLost)
    throw LostResults([&] {
      std::vector<std::string> Names;
      for (const ArrayTransfer &A : Arrays)
        if (HasChanged(A))
          Names.push_back(A.array().Name);
      return "the loop has begun to overwrite what it reads in " +
             listNames(Names) +
             ", whose values are on the device only and cannot be read back: " +
             describeException();
    });
}

/// The machine code of the loop; empty for other devices than the host.
NativeSource Launch::nativeSource() const {
  if (D.compilesText() || D.takesPtx())
    return {};
  return {L.Native,
          Wanted.Tile.Items,
          Wanted.Block != 0,
          L.Text->Traits.IsOrdered ? Wanted.Block : 0,
          Wanted.Streams,
          Wanted.IsApart,
          Wanted.Tile.Items * L.Text->Traits.MovedSize,
          L.ItemSize,
          L.Threads,
          (L.Features & OMPSCAN_FEATURE_BINDING_MASK) >>
              OMPSCAN_FEATURE_BINDING_SHIFT,
          L.Work == 0 ? timeAlone(environment()) : std::chrono::nanoseconds(0)};
}

/// The kernels of the loop in the shape of the plan and in a format that the
/// device takes; null if there are none.
const ompscan_kernel_version *Launch::compiled() const {
  const ompscan_kernel_version *const Ptx = ptxOf(L, Wanted, D);
  if (D.takesPtx() || (Ptx && planOf(*Ptx, L.Text->Traits) == Wanted))
    return Ptx;
  return D.takesSpirv() ? chooseSpirv(L.Versions, Wanted) : nullptr;
}

/// The mapped data that the commands use.
std::vector<DataUse> Launch::uses() const {
  std::vector<DataUse> Uses;
  Uses.reserve(R->Arrays.size());
  for (const ResolvedArray &A : R->Arrays)
    if (A.Present)
      Uses.push_back({A.Present.get(), A.isStored()});
  return Uses;
}

/// Where the commands have to go; null if it does not matter.
std::shared_ptr<OrderedQueue> Launch::orderedQueue() const {
  return IsDeferred ? D.pending().orderedQueue(
                          /*Apart=*/(L.Features & OMPSCAN_FEATURE_NOWAIT) != 0)
                    : nullptr;
}

/// Leaves the commands to the device.
void Launch::defer(Stream &Commands, const Plan &P) {
  std::list<PendingLaunch> One(1);
  PendingLaunch &Rest = One.front();
  Rest.Location = L.Location;
  Rest.Stored = storedNames(Arrays);
  Rest.Data.reserve(R->Arrays.size());
  for (const ResolvedArray &A : R->Arrays)
    if (A.Present)
      Rest.Data.push_back(A.Present);
  for (Level &Each : Levels)
    for (PooledBuffer *B : {&Each.Totals, &Each.Stage})
      if (*B)
        Rest.Scratch.push_back(std::move(*B));
  if (Total)
    Rest.Scratch.push_back(std::move(Total));
  describeRecord(P);
  const std::vector<DataUse> Uses = uses();
  Commands.leave(Rest);
  if (TakesTimes)
    Record.end();
  Rest.Record = std::move(Record);
  D.pending().add(std::move(One), Uses);
}

void Launch::describeRecord(const Plan &P) {
  if (!TakesTimes)
    return;
  Record.IsDeferred = IsDeferred;
  if (IsDeferred)
    Record.Thread = static_cast<uint64_t>(::gettid());
  Record.Device = D.label();
  Record.Method = describeMethod(P, Levels);
  Record.HasGuessedShape = isScan(P.Method) && L.Text->Traits.MovedSize == 0 &&
                           D.info().Type == DeviceType::Gpu &&
                           shapeOrigin(D) == ShapeOrigin::Guessed;
  Record.Iterations = L.Trips;
  for (const ArrayTransfer &A : Arrays) {
    Record.BytesSent += A.bytesSent();
    Record.BytesFetched += A.bytesFetched();
  }
}

void Launch::note(const Plan &P) noexcept {
  if (!TakesTimes)
    return;
  try {
    Record.end();
    describeRecord(P);
    if (Part)
      Part->note(Record);
    else
      noteLaunch(Record);
  } catch (const std::bad_alloc &) {
    // The record is dropped: the results are what matters.
  }
}

Offloaded Launch::run() {
  // Where counted elements go is not known before.
  if (R->IsCounted && !SendsEarly)
    receive();
  beginPhase("check");
  if (Whole || R->IsCounted)
    R = &Own.emplace(Whole ? resolveSlice(L, L.Trips, *Whole) : *R);
  if (Whole)
    check(L, *Own);
  beginPhase("program");
  const KernelLease Kernels =
      takeKernels(D, *L.Text, Wanted, L.ItemSize,
                  /*Names=*/nullptr, nativeSource(), compiled());
  beginPhase("allocate");
  allocate(Kernels.plan());
  if (Verifies && !Part && R->hasPresent())
    Results.Data = std::make_unique<HostLoopMirror>(L, *R);
  IsDeferred = MayDefer && !Verifies && !R->IsCounted && Kernels.hasRun() &&
               std::none_of(Arrays.begin(), Arrays.end(),
                            [](const ArrayTransfer &A) { return A.isCopy(); });
  // Declared last: it is finished before the memory that it uses goes away.
  Stream Commands(D, Record, uses(), orderedQueue());
  if (Part && Part->Overlaps)
    Commands.overlap();
  beginPhase("send and compute");
  try {
    for (ArrayTransfer &A : Arrays)
      if (!isPlacedLater(A.array()))
        A.send(Commands, /*Seed=*/!Part || Part->HasSeeds);
    const bool HasLists = hasLists(Kernels.plan().Method);
    for (const Level &Next : Levels)
      if (Next.Totals)
        poison(Commands.queue(), *Next.Totals, (*Next.Totals).size());
    if (HasLists)
      sendLists(Commands);
    compute(Commands, Kernels);
    if (IsDeferred) {
      defer(Commands, Kernels.plan());
      return {};
    }
  } catch (const Unrecoverable &) {
    throw;
  } catch (const std::exception &) {
    fail(Commands);
    throw;
  }
  // Nothing may fail from here on: the loop is done.
  Commands.giveBack();
  Kernels.noteRun();
  if (!Part && !Verifies && wantsResults())
    for (const Result &R : L.Results)
      std::memcpy(R.Address, Values.data() + R.Offset, R.Size);
  note(Kernels.plan());
  for (ArrayTransfer &A : Arrays)
    A.giveBack();
  for (Level &Each : Levels)
    Each.Totals.giveBack(), Each.Stage.giveBack();
  Total.giveBack();
  return std::move(Results);
}

} // namespace

Offloaded runOn(const Plan &Wanted, const LaunchDescriptor &L,
                const ResolvedLaunch &R, bool MayDefer, LoopPart *Part) {
  return Launch(Wanted, L, R, MayDefer, Part).run();
}

} // namespace ompscan::rt

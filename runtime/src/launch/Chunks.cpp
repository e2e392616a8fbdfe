//===- Chunks.cpp - Loops larger than the device --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/Chunks.h"
#include "access/Conflicts.h"
#include "device/PinnedMemory.h"
#include "launch/Choice.h"
#include "launch/ChunkDealer.h"
#include "launch/ChunkPart.h"
#include "launch/ChunkPipeline.h"
#include "plan/Tuning.h"
#include "report/EventLog.h"
#include "support/Failure.h"
#include "support/HostThreads.h"
#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

namespace {

/// Elements that a buffer may begin before the first one that is used.
constexpr uint64_t Slack = 64;

/// The size of the buffer for a copy of \p A, if it is not there already.
Wide bytesFor(const ResolvedArray &A) {
  if (A.Ranges.empty() || A.Origin)
    return 0;
  return (Wide(A.Hull.High) - A.Hull.Low + 1 + Slack) * Wide(A.ElementSize);
}

} // namespace

bool fits(const ResolvedLaunch &R, const MemoryLimits &M) {
  Wide Sum = 0;
  for (const ResolvedArray &A : R.Arrays) {
    const Wide Size = bytesFor(A);
    if (Size > Wide(M.Buffer))
      return false;
    Sum += Size;
  }
  return Sum <= Wide(M.Whole);
}

namespace {

/// Says why not even \p Trips iterations, resolved as \p R, can be done.
[[noreturn]] void refuse(const ResolvedLaunch &R, uint64_t Trips,
                         const MemoryLimits &M) {
  const auto Largest =
      std::max_element(R.Arrays.begin(), R.Arrays.end(),
                       [](const ResolvedArray &A, const ResolvedArray &B) {
                         return bytesFor(A) < bytesFor(B);
                       });
  throw Failure(std::string(Largest->Name) + " needs " +
                toString(bytesFor(*Largest)) + " bytes for " +
                std::to_string(Trips) + " iterations; the device allows " +
                std::to_string(M.Buffer) + " for an array and " +
                std::to_string(M.Whole) + " for all");
}

/// The induction variable of \p L in iteration \p K.
int64_t lowerOf(const LaunchDescriptor &L, uint64_t K) {
  return static_cast<int64_t>(static_cast<uint64_t>(L.Range.Lower) +
                              K * static_cast<uint64_t>(L.Range.Step));
}

/// Throws the state of a loop in place: some chunks have stored before others
/// failed with the exception that is being handled.
[[noreturn]] void endAfterChunks(const LaunchDescriptor &L,
                                 const ChunkDealer &Chunks,
                                 const ChunkPipeline &Others) {
  const std::optional<uint64_t> Done = Others.done();
  if (!Done || !(L.Features & OMPSCAN_FEATURE_RESUMES))
    throw LostResults([] {
      return "chunks of the loop have been done on the device and have "
             "overwritten what it reads: " +
             describeException();
    });
  if (*Done == 0)
    throw DeviceError(DeviceError::Kind::CommandFailed, describeException);
  for (const Result &R : L.Results)
    std::memcpy(R.Address, Others.valuesAfter(*Done).data() + R.Offset, R.Size);
  const uint64_t First = Chunks.endOf(*Done);
  throw PartlyDone(lowerOf(L, First), [&] {
    return "after " + std::to_string(First) + " iterations, " +
           describeException();
  });
}

/// Moves \p Guards on by \p Iterations.
void advance(std::vector<Guard> &Guards, uint64_t Iterations) {
  for (Guard &G : Guards)
    G.Left = static_cast<int64_t>(static_cast<uint64_t>(G.Left) +
                                  Iterations * static_cast<uint64_t>(G.Stride));
}

} // namespace

const Access *storeAfter(const Array &A, const Access &Seed) {
  for (const Access &Use : A.Accesses)
    if (Use.Kind == OMPSCAN_ACCESS_WRITE &&
        Wide(Use.First) - Use.Stride == Seed.First)
      return &Use;
  return nullptr;
}

MemoryLimits memoryLimits(const Device &D, const Environment &E) {
  uint64_t Whole = D.memory();
  uint64_t Buffer = D.maxBuffer();
  if (E.MemoryLimit) {
    Whole = std::min(Whole, *E.MemoryLimit);
    Buffer = std::min(Buffer, *E.MemoryLimit);
  }
  // An eighth is left to the totals of tiles, and to others.
  return {Buffer, Whole - Whole / 8};
}

LaunchDescriptor sliceFrom(const LaunchDescriptor &L, uint64_t First,
                           uint64_t Trips) {
  LaunchDescriptor Slice = L;
  Slice.Range.Lower = lowerOf(L, First);
  Slice.Trips = Trips;
  for (size_t I = 0; I != L.Arrays.size(); ++I) {
    const Array &Old = L.Arrays[I];
    for (size_t J = 0; J != Old.Accesses.size(); ++J) {
      const Access &Use = Old.Accesses[J];
      int64_t Stride = Use.Stride;
      if (Use.Kind == OMPSCAN_ACCESS_SEED) {
        const Access *Store = storeAfter(Old, Use);
        Stride = Store ? Store->Stride : 0;
      }
      // Wraps around on the way only: rangesOf() has checked the whole loop.
      Slice.Arrays[I].Accesses[J].First =
          static_cast<int64_t>(static_cast<uint64_t>(Use.First) +
                               First * static_cast<uint64_t>(Stride));
      advance(Slice.Arrays[I].Accesses[J].Guards, First);
    }
  }
  for (NoWrap &N : Slice.NoWraps) {
    N.First += First * static_cast<uint64_t>(N.Stride);
    advance(N.Guards, First);
  }
  return Slice;
}

/// The number that the iterations of all chunks of \p L but the last one are a
/// multiple of: a scan in the fixed order goes on from the value in front of a
/// block.
static uint64_t granuleOf(const LaunchDescriptor &L) {
  return L.Text->Traits.IsOrdered ? OrderBlock : ChunkGranule;
}

uint64_t firstChunk(const LaunchDescriptor &L, const ResolvedLaunch &R,
                    const MemoryLimits &M) {
  if (fits(R, M))
    return L.Trips;
  // Of the numbers of granules, Good fits and Bad does not.
  const uint64_t Granule = granuleOf(L);
  uint64_t Good = 0, Bad = L.Trips / Granule + 1;
  while (Bad - Good > 1) {
    const uint64_t Middle = Good + (Bad - Good) / 2;
    (fits(resolveSlice(L, Middle * Granule, R), M) ? Good : Bad) = Middle;
  }
  if (const uint64_t Trips = std::min(L.Trips, Granule); Good == 0)
    refuse(resolveSlice(L, Trips, R), Trips, M);
  return Good * Granule;
}

namespace {

bool isCountedEvery(const Access &Use) {
  return Use.Kind == OMPSCAN_ACCESS_COUNTED &&
         (Use.Counted.Flags & OMPSCAN_COUNTED_EVERY);
}

/// Whether \p A has a seed besides \p Seed: a chunk hands on one element.
bool hasOtherSeed(const Array &A, const Access &Seed) {
  return std::any_of(A.Accesses.begin(), A.Accesses.end(),
                     [&](const Access &Use) {
                       return Use.Kind == OMPSCAN_ACCESS_SEED && &Use != &Seed;
                     });
}

/// Why \p L cannot be cut; null if it can.
const char *whyWhole(const LaunchDescriptor &L) {
  if (!L.Inner.empty() || L.hasRows())
    return "it is several loops in one";
  if (L.isParallel() && !L.Results.empty())
    return "it has results other than arrays";
  for (const Result &R : L.Results) {
    // A selection's values are counts; it leaves nothing but accumulators.
    const bool IsAccumulator =
        R.Offset < L.ItemSize || L.Text->Traits.MovedSize > 0;
    const bool HasInitial = initialOf(L, R).has_value();
    if (IsAccumulator && !HasInitial)
      return "the object code does not say which argument its accumulator is";
    if (!IsAccumulator && HasInitial)
      return "a variable carries values from one iteration to the next";
  }
  for (const Array &A : L.Arrays)
    for (const Access &Use : A.Accesses) {
      if (isCountedEvery(Use))
        return "every iteration stores at the value of an accumulator";
      if (Use.Kind == OMPSCAN_ACCESS_COUNTED &&
          (Use.Counted.Flags & OMPSCAN_COUNTED_SLIDES))
        return "it may move elements to any subscript of an array that it "
               "reads";
      if (Use.Kind == OMPSCAN_ACCESS_SEED &&
          (!storeAfter(A, Use) || hasOtherSeed(A, Use)))
        return "its scan starts from several elements";
    }
  return nullptr;
}

/// Bytes that \p L moves each way, and those of them that are in ordinary
/// memory.
struct Traffic {
  Wide Sent = 0;
  Wide Fetched = 0;
  Wide Ordinary = 0;
};

Traffic trafficOf(const ResolvedLaunch &R) {
  Traffic T;
  for (const ResolvedArray &A : R.Arrays) {
    if (A.Present)
      continue;
    for (const Range &Each : A.Ranges) {
      const uint64_t Bytes = A.bytesOf({Each.low(), Each.high()});
      (Each.isStore() ? T.Fetched : T.Sent) += Wide(Bytes);
      if (!isPinned(*R.On, A.hostAddress(Each.low()), Bytes))
        T.Ordinary += Wide(Bytes);
    }
  }
  return T;
}

/// Whether \p T is enough for several chunks under way at once to pay.
bool isMuch(Device &D, const Traffic &T) {
  const TransferRules &Rules = D.pinned().rules();
  return T.Sent + T.Fetched >= Wide(Rules.Overlap) &&
         (T.Ordinary == 0 || !Rules.Stages ||
          D.pinned().isWorth(static_cast<uint64_t>(T.Ordinary)));
}

uint64_t roundDown(Wide Trips) {
  return std::max<uint64_t>(static_cast<uint64_t>(Trips) / ChunkGranule, 1) *
         ChunkGranule;
}

/// At most \p Chunk iterations, such that \p M allows every chunk of so many:
/// a later one may use more arrays than the first one.
uint64_t chunkThatFits(const LaunchDescriptor &L, const ResolvedLaunch &R,
                       uint64_t Chunk, const MemoryLimits &M) {
  for (uint64_t First = 0; First < L.Trips;) {
    const uint64_t Count = std::min(Chunk, L.Trips - First);
    const LaunchDescriptor Slice = sliceFrom(L, First, Count);
    const uint64_t Fits = firstChunk(Slice, resolveSlice(Slice, Count, R), M);
    First = Fits < Count ? 0 : First + Chunk;
    Chunk = Fits < Count ? Fits : Chunk;
  }
  return Chunk;
}

/// The reason that \p L runs as a whole or in an order that is always the same;
/// null if there is none.
const char *whyOneRun(const LaunchDescriptor &L) {
  const Environment &E = environment();
  if (E.Verify != Verifying::Off)
    return "OMPSCAN_VERIFY compares it as a whole";
  if (E.Repeat != 0)
    return "OMPSCAN_REPEAT times it as a whole";
  return E.isReproducible(L.Features)
             ? "its results have to be the same at every run"
             : nullptr;
}

/// "NVIDIA H200 (GPU)", or of several devices their parts of the loop:
/// "NVIDIA H200 (GPU) (73 %), host, 16 threads (CPU) (27 %)".
std::string describeDevices(const std::vector<Share> &Shares,
                            const ChunkDealer &Chunks, uint64_t Trips) {
  if (Shares.size() == 1)
    return Shares.front().Name;
  std::string Text;
  for (size_t I = 0; I != Shares.size(); ++I) {
    const uint64_t Percent = static_cast<uint64_t>(
        (Wide(Chunks.dealtTo(I)) * 100 + Trips / 2) / Trips);
    Text += (I ? ", " : "") + Shares[I].Name + " (" + std::to_string(Percent) +
            " %)";
  }
  return Text;
}

/// Notes the whole loop, which is done.
void noteChunks(LaunchRecord &Record, const std::vector<Share> &Shares,
                const ChunkDealer &Chunks, size_t Threads) noexcept {
  try {
    Record.end();
    Record.Device = describeDevices(Shares, Chunks, Record.Iterations);
    Record.Method += ", " + std::to_string(Chunks.count()) + " chunks, " +
                     std::to_string(Threads) + " at once";
    noteLaunch(Record);
  } catch (const std::bad_alloc &) {
    // The record is dropped: the results are what matters.
  }
}

} // namespace

const char *whyNoOverlap(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  if (R.On->hasOwnQueue() || R.On->driverKind() == DriverKind::Oclgrind)
    return "its device runs one chunk at a time";
  if (const char *Why = whyWhole(L))
    return Why;
  for (size_t I = 0; I != L.Arrays.size(); ++I)
    for (const Access &Use : L.Arrays[I].Accesses) {
      const bool IsCounted = Use.Kind == OMPSCAN_ACCESS_COUNTED;
      const bool IsAny = Use.Kind == OMPSCAN_ACCESS_READ_ANY ||
                         Use.Kind == OMPSCAN_ACCESS_WRITE_ANY;
      if (R.Arrays[I].Present ? IsCounted || !R.Arrays[I].Origin : IsAny)
        return "an iteration may use any element of an array";
    }
  return nullptr;
}

namespace {

/// Iterations of chunks of \p L, which moves \p T, that \p Threads threads do
/// at once, and at most \p Largest of them.
///
/// \throws Failure if there is no room for so many.
uint64_t overlappingChunk(const LaunchDescriptor &L, const ResolvedLaunch &R,
                          const MemoryLimits &M, const Traffic &T,
                          unsigned Threads, unsigned ThreadsHere,
                          uint64_t Largest) {
  const TransferRules &Rules = R.On->pinned().rules();
  // Enough chunks to keep all threads at work, but none too small.
  const Wide Most = std::max({T.Sent, T.Fetched, Wide(1)});
  Wide Bytes = std::max(
      std::clamp<Wide>(Most / (2 * Threads), Rules.Chunk / 4, Rules.Chunk),
      Most / Wide(Rules.Chunks));
  if (!R.CanRunAgain) // Results wait in the blocks of a thread
                      // (Stream::hold()).
    Bytes = std::min<Wide>(Bytes, BlocksOfThread * Rules.Block);
  const Wide Trip = std::max<Wide>(Wide(L.Trips) * Bytes / Most, 1);
  return chunkThatFits(L, R, std::min(roundDown(Trip), Largest),
                       {M.Buffer, M.Whole / ThreadsHere});
}

} // namespace

Cut cutFor(const LaunchDescriptor &L, const ResolvedLaunch &R,
           const MemoryLimits &M) {
  const uint64_t Trips = L.Trips;
  if (R.isResident() || R.On->sharesHostMemory())
    return {Trips, 1}; // Nothing takes memory, and nothing moves.
  Device &D = *R.On;
  const uint64_t Largest = firstChunk(L, R, M);
  const TransferRules &Rules = D.pinned().rules();
  Cut Whole{Largest, 1};
  if (Largest != Trips) {
    if (const char *Why = whyWhole(L))
      throw Failure("the loop does not fit on the device, and cannot run in "
                    "chunks: " +
                    std::string(Why));
    Whole.Chunk = chunkThatFits(L, R, Largest, M);
  }
  if (!Rules.Stages || Rules.Threads < 2 || whyOneRun(L) || whyNoOverlap(L, R))
    return Whole;
  if (R.IsCounted && findConflict(L, R.Arrays))
    return Whole; // The whole loop will know how many elements it has stored.
  const Traffic T = trafficOf(R);
  // What fits is cut only if it can be done again when a chunk fails.
  if (Largest == Trips && (!R.CanRunAgain || !isMuch(D, T)))
    return Whole;
  try {
    const uint64_t Chunk =
        overlappingChunk(L, R, M, T, Rules.Threads, Rules.Threads, Whole.Chunk);
    return Chunk < Trips ? Cut{Chunk, Rules.Threads} : Whole;
  } catch (const Failure &) {
    return Whole; // There is room for one at a time only.
  }
}

namespace {

/// Why \p L, resolved as \p R, runs on one device; null if it can be dealt out.
const char *whyOneDevice(const LaunchDescriptor &L, const ResolvedLaunch &R) {
  if (R.hasPresent())
    return "its data is mapped there";
  if (L.IsPrimitive || L.OnDevice)
    return "primitives run on one device";
  if (const char *Why = whyOneRun(L))
    return Why;
  if (const char *Why = whyNoOverlap(L, R))
    return Why;
  if (R.IsCounted && findConflict(L, R.Arrays))
    return "how much it stores is known only when it has run";
  if (!R.CanRunAgain && !(L.Features & OMPSCAN_FEATURE_RESUMES))
    return "it overwrites what it reads, and the host could not continue after "
           "a part of it";
  return isMuch(*R.On, trafficOf(R)) ? nullptr : "it moves little data";
}

/// The names of the devices of \p Shares, numbered where several have one.
void nameDevices(std::vector<Share> &Shares) {
  for (Share &S : Shares) {
    const auto IsAlike = [&](const Share &Other) {
      return Other.R.On->label() == S.R.On->label();
    };
    S.Name = S.R.On->label();
    if (std::count_if(Shares.begin(), Shares.end(), IsAlike) > 1)
      S.Name +=
          " #" + std::to_string(std::count_if(Shares.data(), &S, IsAlike));
  }
}

} // namespace

std::vector<Share> sharesOf(const LaunchDescriptor &L,
                            const ResolvedLaunch &R) {
  const std::vector<std::shared_ptr<Device>> Devices = devicesOf(L);
  if (Devices.size() < 2 || R.On->sharesHostMemory() ||
      std::find(Devices.begin(), Devices.end(), R.On) == Devices.end())
    return {};
  if (const char *Why = whyOneDevice(L, R)) {
    noteOneDevice(L.Location, R.On->label(), Why);
    return {};
  }
  const Traffic T = trafficOf(R);
  const auto Count = static_cast<unsigned>(Devices.size());
  const auto ThreadsOf = [&](Device &D) {
    return D.sharesHostMemory() ? 1
                                : std::clamp((MaxHostThreads + 1) / Count, 1u,
                                             D.pinned().rules().Threads);
  };
  unsigned Threads = 0;
  for (const std::shared_ptr<Device> &D : Devices)
    Threads += ThreadsOf(*D);
  std::vector<Share> Shares;
  for (const std::shared_ptr<Device> &D : Devices) {
    if ((L.Features & OMPSCAN_FEATURE_FP64) && !D->hasFp64())
      continue;
    Share S{R, {L.Trips, ThreadsOf(*D)}, {}};
    S.R.On = D;
    if (D->sharesHostMemory()) {
      if (L.Native)
        Shares.push_back(std::move(S));
      continue;
    }
    const MemoryLimits M = memoryLimits(*D, environment());
    try {
      S.C.Chunk = overlappingChunk(L, S.R, M, T, Threads, S.C.Threads,
                                   firstChunk(L, S.R, M));
      Shares.push_back(std::move(S));
    } catch (const Failure &) {
      // The device has too little memory to take part.
    }
  }
  nameDevices(Shares);
  return Shares.size() < 2 ? std::vector<Share>() : std::move(Shares);
}

namespace {

/// How fast a device does the iterations of loops that are dealt out.
class KnownSpeeds : public DeviceExtension {
public:
  /// See ChunkDealer::Device::Speed.
  double of(const ProgramText *Loop) {
    const std::lock_guard<std::mutex> Guard(Lock);
    return Speeds[Loop];
  }
  /// The speed of a loop that of() has been asked for.
  void keep(const ProgramText *Loop, double Speed) noexcept {
    const std::lock_guard<std::mutex> Guard(Lock);
    Speeds[Loop] = Speed;
  }

private:
  std::mutex Lock;
  std::map<const ProgramText *, double> Speeds;
};

/// A loop that runs in chunks.
class ChunkedLoop {
public:
  ChunkedLoop(const LaunchDescriptor &L, const std::vector<Share> &Shares)
      : L(L), Shares(Shares), Chunks(L.Trips, takers()), Record(L.Location),
        Others(Record) {
    // The program's thread runs the team of the host's cores. If there are
    // fewer threads than wanted, all devices get their share.
    for (size_t Of = 0; Of != Shares.size(); ++Of)
      if (isHost(Shares[Of]))
        Workers.push_back(Of);
    for (size_t I = 0, Before = SIZE_MAX; Before != Workers.size(); ++I) {
      Before = Workers.size();
      for (size_t Of = 0; Of != Shares.size(); ++Of)
        if (I < Shares[Of].C.Threads && !isHost(Shares[Of]))
          Workers.push_back(Of);
    }
  }

  Offloaded run(std::shared_ptr<Device> *Failed);

private:
  static bool isHost(const Share &S) { return S.R.On->sharesHostMemory(); }
  std::vector<ChunkDealer::Device> takers() const {
    std::vector<ChunkDealer::Device> Takers;
    for (const Share &S : Shares)
      Takers.push_back({S.C.Chunk, S.C.Threads, /*Follows=*/isHost(S),
                        speeds(S).of(L.Text)});
    return Takers;
  }
  static KnownSpeeds &speeds(const Share &S) {
    return S.R.On->extension<KnownSpeeds>();
  }
  const ResolvedLaunch &first() const { return Shares.front().R; }
  void work(unsigned Worker, std::shared_ptr<Device> *Failed);
  void run(const Chunk &C, const Share &By);
  void finish();

  const LaunchDescriptor &L;
  const std::vector<Share> &Shares;
  std::vector<size_t> Workers; ///< the share that each thread works for
  ChunkDealer Chunks;
  LaunchRecord Record;
  ChunkPipeline Others;
  Offloaded Results;
};

void ChunkedLoop::run(const Chunk &C, const Share &By) {
  LaunchDescriptor Slice = sliceFrom(L, C.First, C.Trips);
  ChunkPart Part(Others, C.Number, Slice, By.Name);
  Part.IsLast = C.First + C.Trips == L.Trips;
  Part.Whole = &By.R;
  Part.Kept = Results.Kept.get();
  Part.Overlaps = Workers.size() > 1;
  runOn(choosePlan(Slice, By.R), Slice, By.R, /*MayDefer=*/false, &Part);
}

/// Runs chunks until all are dealt.
void ChunkedLoop::work(unsigned Worker, std::shared_ptr<Device> *Failed) {
  const size_t Of = Workers[Worker];
  try {
    bool IsFirst = true; // It builds programs and makes blocks, too.
    while (const std::optional<Chunk> C = Chunks.next(Of)) {
      const TimePoint Begin = Clock::now();
      run(*C, Shares[Of]);
      const Duration Waited = Others.waited(C->Number);
      if (!IsFirst)
        Chunks.measure(Of, C->Trips, Clock::now() - Begin - Waited);
      IsFirst = false;
    }
  } catch (...) {
    if (Others.stop(std::current_exception()) && Failed)
      *Failed = Shares[Of].R.On;
    throw;
  }
}

Offloaded ChunkedLoop::run(std::shared_ptr<Device> *Failed) {
  checkStores(L, first().Arrays);
  checkScalars(L);
  if (!first().IsCounted) // Otherwise each chunk knows better.
    checkResults(L, first().Arrays);
  if (isVerified(L)) {
    Results.Kept =
        std::make_unique<Verification>(L.Location, first().On->info().Name);
    if (first().hasPresent())
      Results.Data = std::make_unique<HostLoopMirror>(L, first());
  }
  Record.beginPhase("chunks");
  try {
    try {
      onThreads(static_cast<unsigned>(Workers.size()),
                [&](unsigned Worker) { work(Worker, Failed); });
    } catch (...) {
      // The first failure has the cause; others may have followed.
      std::rethrow_exception(Others.cause() ? Others.cause()
                                            : std::current_exception());
    }
  } catch (const Unrecoverable &) {
    throw;
  } catch (const std::exception &) {
    if (first().CanRunAgain || !Others.hasStored())
      throw;
    endAfterChunks(L, Chunks, Others);
  }
  finish();
  return std::move(Results);
}

void ChunkedLoop::finish() {
  for (const Result &Each : L.Results) {
    const unsigned char *Value = Others.last().Values.data() + Each.Offset;
    if (Results.Kept)
      Results.Kept->add(Each, Value);
    else
      std::memcpy(Each.Address, Value, Each.Size);
  }
  if (Shares.size() > 1)
    for (size_t Of = 0; Of != Shares.size(); ++Of)
      speeds(Shares[Of]).keep(L.Text, Chunks.speedOf(Of));
  if (environment().takesTimes())
    noteChunks(Record, Shares, Chunks, Workers.size());
}

} // namespace

Offloaded runInChunks(const LaunchDescriptor &L,
                      const std::vector<Share> &Shares,
                      std::shared_ptr<Device> *Failed) {
  return ChunkedLoop(L, Shares).run(Failed);
}

} // namespace ompscan::rt

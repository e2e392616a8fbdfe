//===- Launch.cpp - A loop on a device ------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Access.h"
#include "Choice.h"
#include "Environment.h"
#include "Failure.h"
#include "Journal.h"
#include "LaunchRecord.h"
#include "Poison.h"
#include "Profile.h"
#include "Report.h"
#include "Stream.h"
#include "Transfer.h"
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace ompscan {

namespace {

/// Elements, cut into tiles: the loop itself is level 0, the totals of its
/// tiles are level 1, and so on up to a level of one tile.
struct Level {
  uint64_t Count;
  uint64_t Tiles;
  cl::Buffer Totals; ///< one for each tile
};

std::vector<Level> makeLevels(Device &D, uint64_t Trips, const Plan &P,
                              uint64_t ItemSize) {
  std::vector<Level> Levels;
  uint64_t Count = Trips;
  uint64_t Tile = P.Tile.tile();
  do {
    const uint64_t Tiles = Count / Tile + (Count % Tile != 0);
    Levels.push_back({Count, Tiles, {}});
    if (P.Method == Algorithm::SinglePass)
      break;
    if (Tiles > D.maxBuffer() / ItemSize)
      throw Failure("the totals of " + std::to_string(Tiles) +
                    " tiles do not fit into a buffer of " + D.info().Name);
    Levels.back().Totals =
        cl::Buffer(D.context(), CL_MEM_READ_WRITE, Tiles * ItemSize);
    Count = Tiles;
    Tile = P.sums().tile();
  } while (Count > 1);
  return Levels;
}

/// Enqueues the kernels of one launch and waits for them.
class KernelRunner {
public:
  KernelRunner(Stream &Commands, uint32_t Group)
      : Commands(Commands), Group(Group) {}

  void enqueue(const cl::Kernel &K, uint64_t Tiles) {
    Commands.run(K, Tiles, Group);
    if (environment().Repeat)
      Events.push_back(Commands.lastEvent());
  }

  /// Says that the kernels so far were one run of the loop.
  void endRun() { RunEnds.push_back(Events.size()); }

  void finish() { Commands.finish(); }

  std::vector<KernelTime> times() const {
    std::vector<KernelTime> Times;
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
  std::vector<cl::Event> Events; ///< of all kernels, where they are timed
  std::vector<size_t> RunEnds;
};

/// Sets the arguments of the loop, which its kernels share, then the count and
/// \p Rest.
template <typename... Types>
void setLoopArguments(cl::Kernel &K, const Loop &L,
                      const std::vector<ArrayTransfer> &Arrays,
                      const cl::Buffer &Total, int64_t Lower, uint64_t Trips,
                      const Types &...Rest) {
  const cl_uint Given =
      static_cast<cl_uint>(2 * Arrays.size() + L.Scalars.size() + 2 +
                           (Total() ? 2 : 0) + sizeof...(Rest));
  // Not every driver notices.
  if (const cl_uint Taken = K.getInfo<CL_KERNEL_NUM_ARGS>(); Taken != Given)
    throw Failure("the object code gives " + std::to_string(Given) +
                  " arguments to kernels that take " + std::to_string(Taken));
  cl_uint I = 0;
  for (const ArrayTransfer &A : Arrays) {
    K.setArg(I++, A.buffer());
    K.setArg(I++, static_cast<cl_long>(A.origin()));
  }
  for (const std::vector<unsigned char> &S : L.Scalars)
    K.setArg(I++, S.size(), S.data());
  K.setArg(I++, static_cast<cl_long>(Lower));
  if (Total()) {
    K.setArg(I++, Total);
    K.setArg(I++, static_cast<cl_ulong>(Trips));
  }
  K.setArg(I++, static_cast<cl_ulong>(Trips));
  (K.setArg(I++, Rest), ...);
}

void setLevelArguments(cl::Kernel &K, const Level &L, const Level &Next) {
  K.setArg(0, L.Totals);
  K.setArg(1, static_cast<cl_ulong>(Next.Count));
  K.setArg(2, Next.Totals);
}

/// The kernels of one execution of a loop.
struct Execution {
  Device &D;
  Stream &Commands;
  const KernelLease &Kernels;
  const Loop &L;
  const std::vector<ArrayTransfer> &Arrays;
  /// Where the values of the accumulators end up; null if there are none.
  const cl::Buffer &Total;
  int64_t Lower;
  const std::vector<Level> &Levels;

  /// Puts the kernels of all algorithms but single-pass into the queue.
  void enqueueLevels(KernelRunner &Runner) const {
    KernelSet &Set = *Kernels;
    const Level &Bottom = Levels.front();
    // Reduce-then-scan finds the left of a single tile without totals.
    const bool Reduces = Kernels.plan().Method == Algorithm::ReduceThenScan;
    if (!Reduces || Bottom.Tiles > 1) {
      setLoopArguments(Set.First, L, Arrays, Total, Lower, Bottom.Count,
                       Bottom.Totals);
      Runner.enqueue(Set.First, Bottom.Tiles);
    }
    for (size_t I = 1; I != Levels.size(); ++I) {
      setLevelArguments(Set.ScanSums, Levels[I - 1], Levels[I]);
      Runner.enqueue(Set.ScanSums, Levels[I].Tiles);
    }
    for (size_t I = Levels.size() - 1; I-- > 1;) {
      setLevelArguments(Set.AddSums, Levels[I - 1], Levels[I]);
      Runner.enqueue(Set.AddSums, Levels[I].Tiles);
    }
    if (Reduces || Bottom.Tiles > 1) {
      setLoopArguments(Set.Last, L, Arrays, Total, Lower, Bottom.Count,
                       Bottom.Totals);
      Runner.enqueue(Set.Last, Bottom.Tiles);
    }
    Runner.endRun();
  }

  /// Runs the kernels \p Times times.
  void run(uint32_t Times) const {
    KernelRunner Runner(Commands, Kernels.plan().Tile.Group);
    if (Kernels.plan().Method == Algorithm::SinglePass) {
      const Level &Only = Levels.front();
      const uint64_t Words = Only.Tiles * ((L.ItemSize + 3) / 4);
      Chain C = D.chains().take(D.context(), Commands.queue(), Words, Times);
      for (uint32_t I = 0; I != Times; ++I) {
        setLoopArguments(Kernels->First, L, Arrays, Total, Lower, Only.Count,
                         C.Memory, static_cast<cl_uint>(C.FirstTicket),
                         static_cast<cl_uint>(C.Epoch));
        Runner.enqueue(Kernels->First, Only.Tiles);
        Runner.endRun();
        C.advance(Only.Tiles);
      }
      Runner.finish();
      D.chains().giveBack(std::move(C));
    } else {
      for (uint32_t I = 0; I != Times; ++I)
        enqueueLevels(Runner);
      Runner.finish();
    }
    lastKernelTimes() =
        environment().Repeat ? Runner.times() : std::vector<KernelTime>();
  }
};

/// "y", "x, y and z": the arrays that the loop stores to.
std::string storedNames(const std::vector<ArrayTransfer> &Arrays) {
  std::vector<std::string> Names;
  for (const ArrayTransfer &A : Arrays)
    if (A.isStored())
      Names.push_back(A.name());
  std::string Text;
  for (size_t I = 0; I != Names.size(); ++I)
    Text += (I == 0 ? "" : I + 1 == Names.size() ? " and " : ", ") + Names[I];
  return Text;
}

/// Brings the results into host memory.
void fetchResults(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
                  bool CanRunAgain) {
  for (ArrayTransfer &A : Arrays)
    A.fetchScattered(Commands);
  Commands.finish();
  const auto Lost = [&](const std::string &Cause) {
    return LostResults("the results in " + storedNames(Arrays) +
                       " cannot be read back, and the loop has overwritten "
                       "what it reads: " +
                       Cause);
  };
  try {
    for (ArrayTransfer &A : Arrays)
      A.fetchContiguous(Commands);
    Commands.finish();
  } catch (const cl::Error &E) {
    if (CanRunAgain || !Commands.isBusy())
      throw;
    throw Lost(describe(E));
  } catch (const Failure &E) {
    if (CanRunAgain)
      throw;
    throw Lost(E.what());
  }
  for (ArrayTransfer &A : Arrays)
    A.scatter();
}

/// Brings the results to the side, to be compared with those of the host.
std::unique_ptr<Verification>
fetchAside(Stream &Commands, const Loop &L, const Device &D,
           const std::vector<std::vector<Range>> &Ranges,
           std::vector<ArrayTransfer> &Arrays) {
  for (ArrayTransfer &A : Arrays)
    if (A.isStored())
      A.fetchAside(Commands);
  Commands.finish();
  auto Results = std::make_unique<Verification>(L.Location, D.info().Name);
  for (size_t I = 0; I != Arrays.size(); ++I)
    if (Arrays[I].isStored())
      Results->add(L.Arrays[I], Ranges[I], Arrays[I].takeResults());
  return Results;
}

/// Whether the results of \p L are to be compared with those of the host.
bool isVerified(const Loop &L) {
  if (environment().Verify == Verifying::Off)
    return false;
  // Older objects do not say when the host's loop is over.
  if (L.Abi >= 2)
    return true;
  reportWarning(std::string(L.Location) +
                ": OMPSCAN_VERIFY needs it compiled with a newer plugin");
  return false;
}

/// "single-pass, tiles of 1 x 4096, 1 level"
std::string describeMethod(const Plan &P, const std::vector<Level> &Levels) {
  return std::string(algorithmName(P.Method)) + ", tiles of " +
         std::to_string(P.Tile.Group) + " x " + std::to_string(P.Tile.Items) +
         ", " + std::to_string(Levels.size()) +
         (Levels.size() == 1 ? " level" : " levels");
}

} // namespace

std::unique_ptr<Verification> runOn(Device &D, const Plan &Wanted,
                                    const Loop &L, uint64_t Trips,
                                    int64_t Lower) {
  LaunchRecord Record(L.Location);
  Record.beginPhase("check");
  for (const NoWrap &N : L.NoWraps)
    checkNoWrap(N, Trips);
  std::vector<std::vector<Range>> Ranges;
  for (const Array &A : L.Arrays)
    Ranges.push_back(rangesOf(A, Trips));
  const bool IsCounted = hasCounted(L.Arrays);
  if (!IsCounted)
    checkOverlaps(L.Arrays, Ranges);

  Record.beginPhase("program");
  const KernelLease Kernels = D.kernels(L.Kernels, Wanted, L.ItemSize);
  Record.beginPhase("allocate");
  std::vector<ArrayTransfer> Arrays;
  for (size_t I = 0; I != L.Arrays.size(); ++I) {
    Arrays.emplace_back(L.Arrays[I], Ranges[I]);
    Arrays.back().allocate(D);
  }
  const std::vector<Level> Levels =
      makeLevels(D, Trips, Kernels.plan(), L.ItemSize);

  cl::Buffer Total;
  if (!L.Results.empty())
    Total = cl::Buffer(D.context(), CL_MEM_READ_WRITE, L.ItemSize);

  // Declared last: it is finished before the memory that it uses goes away.
  Stream Commands(D, Record);
  Record.beginPhase("send and compute");
  for (ArrayTransfer &A : Arrays)
    A.send(Commands);
  for (const Level &Next : Levels)
    if (Next.Totals())
      poison(Commands.queue(), Next.Totals, Next.Tiles * L.ItemSize);
  const bool CanRunAgain = !storesToInputs(L.Arrays, Ranges);
  Execution{D, Commands, Kernels, L, Arrays, Total, Lower, Levels}.run(
      CanRunAgain ? std::max(environment().Repeat, 1u) : 1);
  Record.beginPhase("fetch");
  std::vector<unsigned char> Values(L.ItemSize);
  if (Total())
    Commands.queue().enqueueReadBuffer(Total, CL_TRUE, 0, L.ItemSize,
                                       Values.data());
  if (IsCounted) {
    for (size_t I = 0; I != L.Arrays.size(); ++I)
      settleCounts(L.Arrays[I], Ranges[I], L.Results, Values);
    checkOverlaps(L.Arrays, Ranges);
  }
  std::unique_ptr<Verification> Results;
  // The values of accumulators are not compared yet.
  if (isVerified(L) && L.Results.empty())
    Results = fetchAside(Commands, L, D, Ranges, Arrays);
  else
    fetchResults(Commands, Arrays, CanRunAgain);
  for (const Result &R : L.Results)
    std::memcpy(R.Address, Values.data() + R.Offset, R.Size);
  Commands.giveBack();
  Record.end();

  if (environment().takesTimes()) {
    Record.Device = D.info().Name + " (" + typeName(D.info().Type) + ")";
    Record.Method = describeMethod(Kernels.plan(), Levels);
    Record.Iterations = Trips;
    for (const ArrayTransfer &A : Arrays) {
      Record.BytesSent += A.bytesSent();
      Record.BytesFetched += A.bytesFetched();
    }
    noteLaunch(Record);
  }
  return Results;
}

std::unique_ptr<Verification> offload(const Loop &L, const Bounds &B) {
  const uint64_t Trips = tripCount(B);
  if (Trips == 0)
    return nullptr;
  const auto &Devices = allDevices();
  std::vector<DeviceInfo> Infos;
  for (const auto &D : Devices)
    Infos.push_back(D->info());
  Device &D = *Devices[chooseDevice(Infos, L.DeviceRequest, environment())];
  if ((L.Features & OMPSCAN_FEATURE_FP64) && !D.hasFp64())
    throw Failure("the loop computes in double, which " + D.info().Name +
                  " cannot (it lacks cl_khr_fp64)");
  return runOn(D, choosePlan(D, L, Trips), L, Trips, B.Lower);
}

} // namespace ompscan

//===- NativeTest.cpp - The host's own cores ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The back end for the host, with kernels written by hand and the OpenMP
/// runtime of TestTeam.h.
///
//===----------------------------------------------------------------------===//

#include "PresentLoop.h"
#include "TestTeam.h"
#include "device/Devices.h"
#include "device/native/GroupDealer.h"
#include "device/native/Instructions.h"
#include "device/native/NativeDevice.h"
#include "device/native/NativeQueue.h"
#include "device/native/NativeScan.h"
#include "device/native/Team.h"
#include "ompscan/data.h"
#include "ompscan/ompscan.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace ompscan::rt;

namespace {

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A record of the calls of a kernel.
struct Seen {
  std::mutex Lock;
  std::vector<ompscan_native_task> Tasks; ///< in the order in which they began
  std::map<std::thread::id, std::set<uint64_t>> Scratch;
  int32_t Number = 0;
  void *Place = nullptr;
  std::vector<const void *> Arguments; ///< their addresses
};

/// The arguments are a Seen *, an int32_t and memory of the device. Writes all
/// of its scratch, so that threads which share some are found out.
void recordGroup(const ompscan_native_task *T, const void *const *Arguments) {
  Seen &S = **static_cast<Seen *const *>(Arguments[0]);
  {
    const std::lock_guard<std::mutex> Guard(S.Lock);
    S.Tasks.push_back(*T);
    S.Scratch[std::this_thread::get_id()].insert(T->scratch);
    S.Number = *static_cast<const int32_t *>(Arguments[1]);
    S.Place = *static_cast<void *const *>(Arguments[2]);
    S.Arguments = {Arguments[0], Arguments[1], Arguments[2]};
  }
  if (T->scratch) {
    auto *const Begin = reinterpret_cast<unsigned char *>(T->scratch);
    const auto Mark = static_cast<unsigned char>(T->group);
    std::memset(Begin, Mark, 100);
    std::this_thread::yield();
    EXPECT_EQ(std::count(Begin, Begin + 100, Mark), 100);
  }
}

class Native : public testing::Test {
protected:
  NativeSource source(uint64_t ScratchSize = 0) const {
    NativeSource Source;
    Source.Items = 48;
    Source.IsOrdered = true;
    Source.ScratchSize = ScratchSize;
    Source.AloneFor = AloneFor;
    return Source;
  }

  /// Runs recordGroup() in \p Groups groups.
  void run(uint64_t Groups, uint64_t ScratchSize = 0) {
    NativeKernel K("record", wholeGroup(recordGroup), 3, source(ScratchSize),
                   /*IsInOrder=*/false);
    Seen *const To = &S;
    K.set(0, sizeof To, &To);
    K.set(1, int32_t(-5));
    K.set(2, Memory(std::make_shared<NativeMemory>(8)));
    S.Tasks.clear();
    S.Scratch.clear();
    NativeQueue().run(K, Groups, 1, nullptr);
  }

  Seen S;
  std::chrono::nanoseconds AloneFor{0};
};

TEST_F(Native, EachGroupOnce) {
  for (int Team : {1, 2, 3, 16}) {
    const Threads Most(Team);
    for (uint64_t Groups : {0, 1, 2, 15, 1000}) {
      LastTeam = 0;
      run(Groups);
      ASSERT_EQ(S.Tasks.size(), Groups);
      std::set<uint64_t> Numbers;
      for (const ompscan_native_task &T : S.Tasks) {
        Numbers.insert(T.group);
        EXPECT_LT(T.group, Groups);
        EXPECT_EQ(T.groups, Groups);
        EXPECT_EQ(T.items, 48u);
        EXPECT_EQ(T.is_ordered, 1u);
        EXPECT_EQ(T.scratch, 0u);
      }
      EXPECT_EQ(Numbers.size(), Groups);
      const auto Wanted =
          static_cast<unsigned>(std::min<uint64_t>(Groups, Team));
      EXPECT_EQ(LastTeam, Wanted > 1 ? Wanted : 0)
          << "one thread needs no team";
    }
  }
}

TEST_F(Native, OneThreadRunsInOrder) {
  run(100);
  for (uint64_t I = 0; I != 100; ++I)
    EXPECT_EQ(S.Tasks[I].group, I);
  EXPECT_EQ(S.Scratch.begin()->first, std::this_thread::get_id());
}

/// A team may have fewer threads than it was asked for.
TEST_F(Native, SmallerTeam) {
  const Threads Most(4);
  for (unsigned Lost : {1, 3}) {
    MissingThreads = Lost;
    run(500, 100);
    EXPECT_EQ(S.Tasks.size(), 500u);
    EXPECT_LE(S.Scratch.size(), 4 - Lost);
  }
}

/// The calling thread begins without a team, unless it could keep all others
/// waiting for its first group.
TEST_F(Native, BeginsAlone) {
  const Threads Most(4);
  LastTeam = 0;
  AloneFor = std::chrono::hours(1);
  run(64);
  EXPECT_EQ(LastTeam, 0u);
  EXPECT_EQ(S.Tasks.size(), 64u);
  run(63);
  EXPECT_EQ(LastTeam, 4u);
  EXPECT_EQ(S.Tasks.size(), 63u);
  // It has run some groups, and their scratch is used again.
  LastTeam = 0;
  AloneFor = std::chrono::nanoseconds(1);
  run(500, 100);
  EXPECT_EQ(LastTeam, 4u);
  std::set<uint64_t> Numbers;
  for (const ompscan_native_task &T : S.Tasks)
    Numbers.insert(T.group);
  EXPECT_EQ(S.Tasks.size(), 500u);
  EXPECT_EQ(Numbers.size(), 500u);
  EXPECT_LE(S.Scratch.size(), 4u);
}

TEST_F(Native, TeamHasNoMoreThanTheLimit) {
  const Threads Most(8);
  EXPECT_EQ(maxTeamSize(), 8u);
  ThreadLimit = 3;
  EXPECT_EQ(maxTeamSize(), 3u);
  EXPECT_EQ(maxTeamSize(5), 3u);
  MaxThreads = 0;
  EXPECT_EQ(maxTeamSize(), 1u);
  EXPECT_EQ(maxTeamSize(2), 2u);
}

/// A region in another one has one thread unless regions may be nested.
TEST_F(Native, OneThreadInTeams) {
  const Threads Most(8);
  EXPECT_FALSE(isOneThread());
  EXPECT_TRUE(isOneThread(1));
  ActiveLevel = 1;
  EXPECT_TRUE(isOneThread());
  EXPECT_TRUE(isOneThread(3));
  LastTeam = 0;
  run(100);
  EXPECT_EQ(LastTeam, 0u);
  EXPECT_EQ(S.Tasks.size(), 100u);
  ActiveLevel = 0;
  MaxThreads = 1;
  EXPECT_TRUE(isOneThread());
  EXPECT_FALSE(isOneThread(2));
}

TEST_F(Native, Scratch) {
  const Threads Most(4);
  for (uint64_t Size : {100, 128, 4096 + 1}) {
    run(400, Size);
    std::set<uint64_t> All;
    for (const auto &[Thread, Own] : S.Scratch) {
      EXPECT_EQ(Own.size(), 1u) << "a thread keeps its own";
      EXPECT_EQ(*Own.begin() % 64, 0u);
      All.insert(Own.begin(), Own.end());
    }
    EXPECT_EQ(All.size(), S.Scratch.size());
    uint64_t Before = 0;
    for (uint64_t Each : All) {
      EXPECT_TRUE(!Before || Each - Before >= Size);
      Before = Each;
    }
  }
}

TEST_F(Native, Arguments) {
  const auto Block = std::make_shared<NativeMemory>(1000);
  const Memory All = Block, Part = All.part(64, 100);
  NativeKernel K("record", wholeGroup(recordGroup), 3, source(),
                 /*IsInOrder=*/false);
  Seen *const To = &S;
  K.set(0, sizeof To, &To);
  NativeQueue Q;
  for (int32_t Number : {7, 7, -1}) {
    K.set(1, Number);
    for (const Memory &M : {All, Part, Memory()}) {
      K.set(2, M);
      Q.run(K, 1, 1, nullptr);
      EXPECT_EQ(S.Number, Number);
      EXPECT_EQ(S.Place, M ? NativeMemory::at(M) : nullptr);
    }
  }
  for (const void *Each : S.Arguments)
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Each) % 64, 0u);
  // More bytes than any vector has.
  std::vector<unsigned char> Large(300, 9);
  K.set(1, Large.size(), Large.data());
  Q.run(K, 1, 1, nullptr);
  EXPECT_EQ(std::memcmp(S.Arguments[1], Large.data(), Large.size()), 0);
}

//===----------------------------------------------------------------------===//
// Memory and queues
//===----------------------------------------------------------------------===//

TEST_F(Native, Memory) {
  std::vector<int> Own(100, 3);
  {
    const Memory OfProgram =
        std::make_shared<NativeMemory>(Own.data(), Own.size() * sizeof(int));
    EXPECT_EQ(NativeMemory::at(OfProgram, 4),
              reinterpret_cast<unsigned char *>(&Own[1]));
    EXPECT_EQ(OfProgram.part(8, 4).allocation(),
              std::make_pair(static_cast<const void *>(&Own[2]), uint64_t(0)));
  }
  EXPECT_EQ(Own[99], 3);
  for (uint64_t Size : {1, 63, 64, 65, 1000000}) {
    const Memory M = std::make_shared<NativeMemory>(Size);
    EXPECT_EQ(M.size(), Size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(NativeMemory::at(M)) % 64, 0u);
  }
  for (uint64_t Size : {UINT64_MAX, UINT64_MAX / 2})
    try {
      NativeMemory M(Size);
      FAIL() << "there is no such memory";
    } catch (const DeviceError &E) {
      EXPECT_TRUE(E.isOutOfMemory());
      EXPECT_NE(std::string(E.what()).find(std::to_string(Size)),
                std::string::npos)
          << E.what();
    }
}

TEST_F(Native, Copies) {
  NativeQueue Q;
  const Memory A = std::make_shared<NativeMemory>(64),
               B = std::make_shared<NativeMemory>(64);
  const uint16_t Pattern = 0x0201;
  Q.fill(A, 2, 60, &Pattern, sizeof Pattern);
  EXPECT_EQ(NativeMemory::at(A)[2], 1);
  EXPECT_EQ(NativeMemory::at(A)[61], 2);
  std::string Text = "0123456789";
  Q.write(A, 4, 10, Text.data(), Blocking::No, nullptr);
  Q.copy(A, 4, A, 6, 10, nullptr); // Over itself.
  Q.copy(A, 4, B, 0, 12, nullptr);
  std::string Got(12, ' ');
  Q.read(B, 0, 12, Got.data(), Blocking::No, nullptr);
  EXPECT_EQ(Got, "010123456789");
  Q.writeStrided(B, 1, {2, 4, 3}, "abcdefghij", nullptr);
  Q.copyStrided(B, 1, B, 2, {1, 4, 3}, nullptr);
  Q.read(B, 0, 12, Got.data(), Blocking::Yes, nullptr);
  EXPECT_EQ(Got, "0aa12ee56ii9");
}

TEST_F(Native, Events) {
  NativeQueue Q;
  const Memory A = std::make_shared<NativeMemory>(64);
  Event First, Second;
  Q.write(A, 0, 2, "ab", Blocking::No, &First);
  Q.copy(A, 0, A, 4, 2, &Second);
  const Event Third = Q.mark();
  for (const Event &E : {First, Second, Third}) {
    ASSERT_TRUE(E);
    EXPECT_TRUE(E.hasEnded());
    EXPECT_EQ(E.failure(), "");
    EXPECT_LE(E.times().Queued, E.times().Begin);
    EXPECT_LE(E.times().Begin, E.times().End);
  }
  EXPECT_LE(First.times().End, Second.times().Begin);
  EXPECT_LE(Second.times().End, Third.times().Begin);
  // A kernel that finds no memory fails before any group has begun, and has no
  // event.
  NativeKernel K("record", wholeGroup(recordGroup), 3, source(UINT64_MAX / 4),
                 /*IsInOrder=*/false);
  Event OfKernel;
  EXPECT_THROW(Q.run(K, 2, 1, &OfKernel), DeviceError);
  EXPECT_FALSE(OfKernel);
}

//===----------------------------------------------------------------------===//
// Versions of the code
//===----------------------------------------------------------------------===//

// A thread begins with neighbouring groups of its own, and then takes others'.
TEST(Groups, AreDealtInShares) {
  GroupDealer Dealer(10, 4); // shares of 3, 3, 2 and 2
  const auto Take = [&](unsigned Thread) {
    uint64_t Group = 77;
    return Dealer.take(Thread, Group) ? static_cast<int>(Group) : -1;
  };
  EXPECT_EQ(Take(1), 3);
  EXPECT_EQ(Take(3), 8);
  EXPECT_EQ(Take(1), 4);
  EXPECT_EQ(Take(5), 5); // as thread 1
  EXPECT_EQ(Take(1), 6); // of thread 2
  EXPECT_EQ(Take(3), 9);
  EXPECT_EQ(Take(3), 0);
  EXPECT_FALSE(Dealer.isEmpty());
  EXPECT_EQ(Take(2), 7);
  EXPECT_EQ(Take(0), 1);
  EXPECT_EQ(Take(2), 2);
  EXPECT_TRUE(Dealer.isEmpty());
  for (unsigned Thread = 0; Thread != 4; ++Thread)
    EXPECT_EQ(Take(Thread), -1);
}

TEST(Groups, BeginInOrderFromOneShare) {
  GroupDealer Dealer(5, 1);
  uint64_t Group = 0;
  for (uint64_t I = 0; I != 5; ++I) {
    ASSERT_TRUE(Dealer.take(static_cast<unsigned>(I * 7), Group));
    EXPECT_EQ(Group, I);
  }
  EXPECT_FALSE(Dealer.take(0, Group));
}

TEST(Groups, AreDealtOnceByManyThreads) {
  for (const uint64_t Groups : {0u, 1u, 3u, 1000u, 4099u}) {
    GroupDealer Dealer(Groups, 5);
    std::vector<std::atomic<int>> Times(Groups);
    std::vector<std::thread> Threads;
    for (unsigned Thread = 0; Thread != 5; ++Thread)
      Threads.emplace_back([&, Thread] {
        uint64_t Group;
        while (Dealer.take(Thread, Group))
          ++Times[Group];
      });
    for (std::thread &Each : Threads)
      Each.join();
    for (const std::atomic<int> &Each : Times)
      EXPECT_EQ(Each, 1);
  }
}

TEST(NativeVersions, Best) {
  const auto Supported = static_cast<uint32_t>(supportedInstructions());
  const uint32_t Levels[] = {0, 3, 4, 5};
  for (unsigned Count = 1; Count <= 4; ++Count) {
    ompscan_native_version Table[4] = {};
    uint32_t Wanted = 0;
    for (unsigned I = 0; I != Count; ++I) {
      Table[I].instructions = Levels[I];
      Table[I].is_last = I + 1 == Count;
      if (Levels[I] <= Supported)
        Wanted = Levels[I];
    }
    EXPECT_EQ(bestVersion(Table).instructions, Wanted);
  }
  // The object is compiled for that anyway.
  const ompscan_native_version Only{0, 1, {}, {}};
  EXPECT_EQ(&bestVersion(&Only), &Only);
}

#if defined(__x86_64__) && defined(__linux__)
/// The flags of /proc/cpuinfo.
std::set<std::string> processorFlags() {
  std::ifstream In("/proc/cpuinfo");
  for (std::string Line; std::getline(In, Line);)
    if (Line.rfind("flags", 0) == 0) {
      std::istringstream Words(Line.substr(Line.find(':') + 1));
      return {std::istream_iterator<std::string>(Words), {}};
    }
  return {};
}

/// Everything that code for the levels of the x86-64 psABI may use.
TEST(NativeVersions, Supported) {
  const std::set<std::string> Flags = processorFlags();
  const auto Has = [&](std::initializer_list<const char *> Names) {
    return std::all_of(Names.begin(), Names.end(), [&](const char *Name) {
      return Flags.count(Name) != 0;
    });
  };
  const bool HasV3 = Has(
      {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"});
  const bool HasV4 =
      HasV3 && Has({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  EXPECT_EQ(supportedInstructions(), HasV4   ? OMPSCAN_INSTRUCTIONS_X86_64_V4
                                     : HasV3 ? OMPSCAN_INSTRUCTIONS_X86_64_V3
                                             : OMPSCAN_INSTRUCTIONS_BASE);
}
#endif

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Queues of the host that count bytes.
class CountingQueue : public NativeQueue {
public:
  explicit CountingQueue(std::atomic<uint64_t> &Bytes) : Bytes(Bytes) {}
  void write(const Memory &To, uint64_t Offset, uint64_t Size, const void *From,
             Blocking Waits, Event *E) override {
    Bytes += Size;
    NativeQueue::write(To, Offset, Size, From, Waits, E);
  }
  void read(const Memory &From, uint64_t Offset, uint64_t Size, void *To,
            Blocking Waits, Event *E) override {
    Bytes += Size;
    NativeQueue::read(From, Offset, Size, To, Waits, E);
  }
  void copy(const Memory &From, uint64_t FromOffset, const Memory &To,
            uint64_t ToOffset, uint64_t Size, Event *E) override {
    Bytes += Size;
    NativeQueue::copy(From, FromOffset, To, ToOffset, Size, E);
  }
  void writeStrided(const Memory &To, uint64_t Offset, const StridedBlocks &P,
                    const void *From, Event *E) override {
    Bytes += P.Size * P.Count;
    NativeQueue::writeStrided(To, Offset, P, From, E);
  }
  void copyStrided(const Memory &From, uint64_t FromOffset, const Memory &To,
                   uint64_t ToOffset, const StridedBlocks &P,
                   Event *E) override {
    Bytes += P.Size * P.Count;
    NativeQueue::copyStrided(From, FromOffset, To, ToOffset, P, E);
  }

private:
  std::atomic<uint64_t> &Bytes;
};

/// The host, with counters of the bytes that are copied and allocated.
class CountingHost : public BackendDevice {
public:
  const DeviceProperties &properties() const override { return Properties; }
  std::vector<std::pair<std::string, std::string>> details() const override {
    return Host->details();
  }
  std::vector<std::string> identity() const override {
    return Host->identity();
  }
  const void *pinnedScope() override { return this; }
  Memory allocate(uint64_t Size) override {
    Allocated += Size;
    return Host->allocate(Size);
  }
  Memory ofHost(void *Begin, uint64_t Size) override {
    return Host->ofHost(Begin, Size);
  }
  std::unique_ptr<PinnedMemory> allocatePinned(uint64_t Size) override {
    Allocated += Size;
    return Host->allocatePinned(Size);
  }
  std::shared_ptr<Queue> makeQueue(bool) override {
    return std::make_shared<CountingQueue>(Copied);
  }
  std::shared_ptr<const DeviceProgram>
  build(const ProgramSource &Source) override {
    return Host->build(Source);
  }
  bool testLookback() noexcept override { return Host->testLookback(); }

  std::atomic<uint64_t> Copied{0}, Allocated{0};
  static constexpr uint64_t CacheSize = 64000;

private:
  const std::shared_ptr<BackendDevice> Host = makeHostDevice();
  const DeviceProperties Properties = [this] {
    DeviceProperties P = Host->properties();
    P.CacheSize = CacheSize;
    return P;
  }();
};

/// The kernel of TestLoop<IntSum> with two arrays. Its first tile runs the
/// loop, where it has found the arrays.
struct Found {
  int32_t *Y, *X; ///< the elements with the lowest subscripts
  uint32_t Runs;
  uint32_t Streams;
} LastFound;

void scanInFirstGroup(const ompscan_native_task *T,
                      const void *const *Arguments) {
  if (T->group != 0)
    return;
  const auto Number = [&](uint32_t I) {
    int64_t Value;
    std::memcpy(&Value, Arguments[I], sizeof Value);
    return Value;
  };
  int32_t *Y, *X;
  std::memcpy(&Y, Arguments[0], sizeof Y);
  std::memcpy(&X, Arguments[2], sizeof X);
  LastFound = {Y, X, LastFound.Runs + 1, T->streams};
  const int64_t Step = Number(4), Lower = Number(9);
  for (int64_t K = 0; K != Number(10); ++K) {
    const int64_t I = Lower + K * Step;
    const auto At = [&](uint32_t Array, int64_t J) {
      return Number(5 + Array) * J + Number(6 + Array) - Number(1 + Array);
    };
    Y[At(0, I)] = IntSum::combine(Y[At(0, I - Step)], X[At(2, I)]);
  }
}

void doNothing(const ompscan_native_task *, const void *const *) {}

const ompscan_native_version Code[] = {
    {OMPSCAN_INSTRUCTIONS_BASE,
     1,
     {15, 0, 13, 2, 10},
     {scanInFirstGroup, nullptr, doNothing, doNothing, doNothing}}};

class NativeLaunch : public testing::Test {
protected:
  NativeLaunch() {
    // Statuses of tiles are allocated and cleared once.
    EXPECT_EQ(launch(loop(20000)), 1);
    LastFound = {};
    Host->Copied = Host->Allocated = 0;
  }
  ~NativeLaunch() override { detachDevice(Number); }

  template <typename Loop> int32_t launch(const Loop &L) {
    DescribedLaunch D = L.described();
    D.Descriptor.native = Code;
    return D.run();
  }
  TestLoop<IntSum> loop(uint64_t N, int64_t Stride = 1) const {
    TestLoop<IntSum> L(form(N, /*InPlace=*/false, Stride));
    L.L.DeviceRequest = Number;
    return L;
  }

  const std::shared_ptr<CountingHost> Host = std::make_shared<CountingHost>();
  const int64_t Number = attachDevice(Host);
  const int On = static_cast<int>(Number);
};

TEST_F(NativeLaunch, ArraysAreUsedInPlace) {
  const Threads Most(3);
  for (int64_t Stride : {1, -3}) {
    const TestLoop<IntSum> L = loop(20000, Stride);
    EXPECT_EQ(launch(L), 1);
    EXPECT_EQ(L.wrong(), -1);
    EXPECT_EQ(LastFound.Y, L.Y.data());
    EXPECT_EQ(LastFound.X, L.X.data());
  }
  EXPECT_EQ(LastFound.Runs, 2u);
  EXPECT_EQ(Host->Copied, 0u);
  EXPECT_EQ(Host->Allocated, 0u);
}

/// A loop streams if it stores more than the last-level cache holds, at each
/// launch, and runs on several threads.
TEST_F(NativeLaunch, Streams) {
  constexpr uint64_t Held = CountingHost::CacheSize / sizeof(int32_t);
  for (int Most : {3, 1, 2})
    for (uint64_t Trips : {Held, Held + 1, Held})
      for (uint32_t Size : {4, 0}) {
        const Threads Available(Most);
        const TestLoop<IntSum> L = loop(Trips);
        DescribedLaunch D = L.described();
        D.Descriptor.native = Code;
        D.Descriptor.streamed_size = Size;
        D.Descriptor.digest[0] += Size; // It is another loop.
        ASSERT_EQ(D.run(), 1);
        EXPECT_EQ(LastFound.Streams, Trips > Held && Size != 0 && Most > 1)
            << Trips << ", " << Most;
      }
}

/// A loop has as many threads as its `num_threads` clause asks for, at each
/// launch.
TEST_F(NativeLaunch, NumThreads) {
  const Threads Most(3);
  TestLoop<IntSum> L = loop(2000000);
  for (unsigned Asked : {2, 0, 5, 2, 1}) {
    L.L.Threads = Asked;
    LastTeam = 0;
    EXPECT_EQ(launch(L), 1);
    EXPECT_EQ(LastTeam, Asked == 0 ? 3 : Asked == 1 ? 0 : Asked);
  }
  DescribedLaunch None = L.described();
  None.Values[1] = 0;
  testing::internal::CaptureStderr();
  EXPECT_EQ(None.run(), 0);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "'num_threads' asks for 0 threads"),
            std::string::npos);
}

TEST_F(NativeLaunch, ProcBind) {
  const Threads Most(2);
  TestLoop<IntSum> L = loop(2000000);
  for (uint32_t Binding : {3, 0, 4, 2}) {
    L.L.Features = Binding << OMPSCAN_FEATURE_BINDING_SHIFT;
    EXPECT_EQ(launch(L), 1);
    EXPECT_EQ(LastBinding, Binding);
  }
}

TEST_F(NativeLaunch, MappedDataIsTheHosts) {
  TestLoop<IntSum> L = loop(20000);
  auto *const X = static_cast<int *>(L.X.data());
  ASSERT_EQ(ompscan_map(On, X, L.X.bytes(), OMPSCAN_TO), 0);
  ASSERT_EQ(ompscan_map(On, L.Y.data(), L.Y.bytes(), OMPSCAN_TO), 0);
  EXPECT_EQ(ompscan_is_present(On, X, L.X.bytes()), 1);
  EXPECT_EQ(ompscan_device_shares_memory(On), 1);
  EXPECT_EQ(launch(L), 1);
  EXPECT_EQ(L.wrong(), -1) << "without an update";
  EXPECT_EQ(LastFound.Y, L.Y.data());
  EXPECT_EQ(LastFound.X, X);
  // A change by the host counts at once; updates copy nothing.
  X[0] += 5;
  EXPECT_EQ(ompscan_update_to(On, X, L.X.bytes()), 0);
  EXPECT_EQ(launch(L), 1);
  EXPECT_EQ(ompscan_update_from(On, L.Y.data(), L.Y.bytes()), 0);
  EXPECT_EQ(L.Y.get(2 + 20000), IntSum::combine(L.Expected.get(2 + 20000), 5))
      << "the seed is the same";
  EXPECT_EQ(ompscan_unmap(On, X, L.X.bytes(), OMPSCAN_FROM), 0);
  EXPECT_EQ(ompscan_unmap(On, L.Y.data(), L.Y.bytes(), OMPSCAN_FROM), 0);
  EXPECT_EQ(ompscan_is_present(On, X, L.X.bytes()), 0);
  EXPECT_EQ(Host->Copied, 0u);
  EXPECT_EQ(Host->Allocated, 0u);
}

TEST(NativeMemoryQuery, NoDevice) {
  const int64_t Number = attachDevice(std::make_shared<CountingHost>());
  detachDevice(Number);
  EXPECT_EQ(ompscan_device_shares_memory(static_cast<int>(Number)), -1);
}

/// The warning names the cause, and the loop runs sequentially.
TEST_F(NativeLaunch, NoMachineCode) {
  try {
    Host->build({"", "", {}});
    FAIL();
  } catch (const DeviceError &E) {
    EXPECT_EQ(E.kind(), DeviceError::Kind::BuildFailed);
    EXPECT_NE(std::string(E.what()).find("no-native"), std::string::npos);
  }
  TestLoop<IntSum> L = loop(1000);
  L.L.Location = "NoMachineCode.c:3:1 (f)";
  const auto Before = L.Y.copy();
  testing::internal::CaptureStderr();
  EXPECT_EQ(L.launch(), 0);
  EXPECT_EQ(L.launch(), 0);
  const std::string Said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(L.Y.difference(Before), -1);
  L.runOnHost();
  EXPECT_EQ(L.wrong(), -1);
  EXPECT_EQ(Host->Copied, 0u);
  const std::string Begin = "ompscan: warning: NoMachineCode.c:3:1 (f): the "
                            "loop runs on the host: it was compiled without ";
  EXPECT_EQ(Said.find(Begin), 0u) << Said;
  EXPECT_EQ(Said.find(Begin, 1), std::string::npos) << "it is said once\n"
                                                    << Said;
}

/// The program finds the host by its name.
TEST(NativeProgram, Properties) {
  const auto Host = makeHostDevice();
  const DeviceProperties &P = Host->properties();
  EXPECT_EQ(P.Info.Name, std::string("host, 1 thread, ") +
                             instructionsName(supportedInstructions()));
  EXPECT_TRUE(P.Info.IsHost);
  EXPECT_TRUE(P.SharesHostMemory);
  EXPECT_FALSE(P.CompilesText);
  EXPECT_GT(P.Memory, 0u);
  const Threads Most(3);
  EXPECT_EQ(makeHostDevice()->properties().Info.Name,
            std::string("host, 3 threads, ") +
                instructionsName(supportedInstructions()));
}

/// In processes that read their own environment.
class NativePolicy : public testing::Test {
protected:
  NativePolicy() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  /// Launches a loop, ends it on the host after \p Change, and ends the
  /// process.
  template <typename Function>
  [[noreturn]] static void run(const char *Variable, Function Change) {
    setenv(Variable, "1", 1);
    setenv("OMPSCAN_INFO", "1", 1);
    const auto Host = std::make_shared<CountingHost>();
    TestLoop<IntSum> L(form(20000));
    L.L.DeviceRequest = attachDevice(Host);
    for (Array &A : L.L.Arrays)
      A.Type = OMPSCAN_ELEMENT_SIGNED;
    DescribedLaunch D = L.described();
    D.Descriptor.native = Code;
    const auto Before = L.Y.copy();
    const int Answer = D.run();
    const bool Untouched = L.Y.difference(Before) == -1;
    const bool IsInPlace = LastFound.Y == L.Y.data();
    if (!Answer) {
      L.runOnHost();
      Change(L);
      __ompscan_end();
    }
    std::fprintf(stderr, "answer %d%s%s", Answer,
                 Untouched ? ", untouched" : "",
                 IsInPlace ? ", in place" : ", copied");
    std::_Exit(0);
  }
};

TEST_F(NativePolicy, Info) {
  EXPECT_EXIT(run("OMPSCAN_INFO", [](TestLoop<IntSum> &) {}),
              testing::ExitedWithCode(0),
              "20000 iterations on host, 1 thread, .* \\(CPU\\), single-pass, "
              ".* 0 bytes in, 0 bytes out, .*\nanswer 1, in place$");
}

/// The host's results are compared with copies.
TEST_F(NativePolicy, Verify) {
  EXPECT_EXIT(run("OMPSCAN_VERIFY", [](TestLoop<IntSum> &) {}),
              testing::ExitedWithCode(0),
              "verified, all 20000 elements of y agree\n"
              "answer 0, untouched, copied$");
  EXPECT_EXIT(
      run("OMPSCAN_VERIFY",
          [](TestLoop<IntSum> &L) { L.Y.set(700, L.Y.get(700) + 2); }),
      testing::ExitedWithCode(0),
      "device and host disagree: y\\[700\\] is .* a difference of -2; 1 of "
      "20000 elements of y differ on host.*\nanswer 0, untouched, copied$");
}

} // namespace

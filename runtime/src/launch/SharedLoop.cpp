//===- SharedLoop.cpp - Loops that processes share ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/SharedLoop.h"
#include "access/Conflicts.h"
#include "access/CounterIndexedStore.h"
#include "access/ResolvedArray.h"
#include "device/Devices.h"
#include "device/ShortLoops.h"
#include "device/Stream.h"
#include "device/backend/DeviceError.h"
#include "device/backend/DriverUse.h"
#include "device/native/Instructions.h"
#include "launch/Choice.h"
#include "launch/Chunks.h"
#include "launch/Execution.h"
#include "launch/Launch.h"
#include "launch/LoopPart.h"
#include "launch/Offload.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

namespace {

using Bytes = std::vector<unsigned char>;

thread_local const ompscan_exchange *Current = nullptr;

/// Whether the iterations of \p L are kept or dropped, and counted.
bool isSelection(const LaunchDescriptor &L) {
  return L.Text->Traits.MovedSize > 0;
}

/// Why processes cannot share \p L; null if they can.
const char *whyOwn(const LaunchDescriptor &L) {
  if (L.hasRows())
    return "it scans rows ('collapse' or 'distribute'); scan each row in a "
           "loop of its own";
  if (L.Features & OMPSCAN_FEATURE_PASSES_MASK)
    return "items depend on other items; scan those in a loop of their own";
  if (L.Features & OMPSCAN_FEATURE_MOVES_POINTER)
    return "an item is a pointer, which would move by the elements of all "
           "processes; count them, and store at the counter";
  if (!L.Native)
    return "it was compiled without machine code "
           "(-fplugin-arg-ompscan-no-native, or diagnostic OS137)";
  for (const Result &R : L.Results)
    if (!isSelection(L) && R.Offset >= L.ItemSize && initialOf(L, R))
      return "a variable carries values from one iteration to the next";
  for (const Array &A : L.Arrays)
    for (const Access &Use : A.Accesses) {
      if (Use.Kind == OMPSCAN_ACCESS_COUNTED && !isSelection(L))
        return "it stores at the value of an accumulator and does more than "
               "keep some iterations; keep them in a loop of its own";
      if (Use.Kind == OMPSCAN_ACCESS_WRITE_ANY && !Use.Bounded)
        return "it stores at subscripts that are not affine";
      if (Use.Kind == OMPSCAN_ACCESS_SEED && !storeAfter(A, Use))
        return "its scan starts from several elements";
    }
  return nullptr;
}

/// Applies the operator of a loop by its machine code.
class LoopOperator : public ompscan_combiner {
public:
  explicit LoopOperator(const LaunchDescriptor &L)
      : ompscan_combiner{&apply, nullptr}, Size(L.ItemSize),
        Code(bestVersion(L.Native).kernels[OMPSCAN_NATIVE_COMBINE]) {}

private:
  static void apply(const ompscan_combiner *Self, const void *Left,
                    void *Right) {
    const auto &Own = *static_cast<const LoopOperator *>(Self);
    alignas(64) unsigned char Values[2][OMPSCAN_MAX_ITEM_SIZE];
    std::memcpy(Values[0], Left, Own.Size);
    std::memcpy(Values[1], Right, Own.Size);
    const void *const Places[] = {Values[0], Values[1]};
    const void *const Arguments[] = {&Places[0], &Places[1]};
    const ompscan_native_task Task{};
    Own.Code(&Task, Arguments);
    std::memcpy(Right, Values[1], Own.Size);
  }

  const uint64_t Size;
  const ompscan_native_kernel Code;
};

/// Takes the right operand: the value of the last process that has one.
constexpr ompscan_combiner TakeLast = {
    [](const ompscan_combiner *, const void *, void *) {}, nullptr};

/// Adds integers of 64 bits modulo 2^64.
constexpr ompscan_combiner AddNumbers = {
    [](const ompscan_combiner *, const void *Left, void *Right) {
      uint64_t A, B;
      std::memcpy(&A, Left, sizeof A);
      std::memcpy(&B, Right, sizeof B);
      B += A;
      std::memcpy(Right, &B, sizeof B);
    },
    nullptr};

class SharedLoop : LoopPart {
public:
  SharedLoop(const ompscan_exchange &With, LaunchDescriptor &L)
      : With(With), L(L) {}

  /// Finds out whether this process can run its part.
  ///
  /// \throws what is in its way.
  void prepare();
  /// Runs it, if there are iterations in any process.
  void run(const ompscan_parts &Found);

private:
  /// Whether one process has all iterations, and so needs no other's values.
  bool isAlone() const { return All.first == All.last; }
  bool exchangesTotals() const override {
    return !isSelection(L) && !isAlone();
  }
  Bytes exchange(const Execution &Loop) override;
  void handOn(Stream &, std::vector<ArrayTransfer> &,
              const Bytes &Results) override {
    Values = Results;
  }
  void runOwn();
  void move(Activity Way, const ResolvedArray &A, void *Place, uint64_t Size,
            void *Bytes);
  void passElements();
  void storeResults();
  void storeCounters();

  const ompscan_exchange &With;
  LaunchDescriptor &L;
  ResolvedLaunch R;
  ompscan_parts All{};
  /// The results of the kernels of this process.
  Bytes Values;
};

void SharedLoop::prepare() {
  countTrips(L);
  if (const char *Why = whyOwn(L))
    throw Failure(Why);
  if (L.Trips == 0)
    return;
  L.IsShared = true;
  resolve(L, R);
  if (isOnOtherDevice(L, R))
    throw Failure("its data is mapped on another device than " +
                  R.On->info().Name + ", on which this process runs it");
  check(L, R);
}

Bytes SharedLoop::exchange(const Execution &Loop) {
  const bool IsFirst = All.own == All.first;
  const Bytes Totals = Loop.totals(/*HasSeed=*/IsFirst);
  const LoopOperator Operator(L);
  Bytes Sum(Totals.begin(), Totals.begin() + static_cast<long>(L.ItemSize));
  for (size_t I = L.ItemSize; I != Totals.size(); I += L.ItemSize) {
    Bytes Next(L.ItemSize);
    std::memcpy(Next.data(), Totals.data() + I, L.ItemSize);
    Operator.combine(&Operator, Sum.data(), Next.data());
    Sum = std::move(Next);
  }
  Bytes Before(L.ItemSize);
  const bool HasBefore =
      With.prefix(&With, Sum.data(), L.ItemSize, &Operator, Before.data()) != 0;
  return HasBefore ? Before : Bytes();
}

void SharedLoop::runOwn() {
  try {
    offloadPart(L, R, /*Part=*/*this);
  } catch (const DeviceError &E) {
    throw Failure(withDevice(E.what(), R.On.get()) +
                  (R.On->sharesHostMemory()
                       ? ""
                       : "; OMPSCAN_DEVICE names another device for this "
                         "process, or its cores (host)"));
  }
}

/// Copies \p Size bytes between \p Bytes and the element of \p A at \p Place,
/// which is on the device or on the host.
void SharedLoop::move(Activity Way, const ResolvedArray &A, void *Place,
                      uint64_t Size, void *Bytes) {
  if (!A.Present || A.Present->isOnHost()) {
    const bool ToPlace = Way == Activity::Send;
    std::memcpy(ToPlace ? Place : Bytes, ToPlace ? Bytes : Place, Size);
    return;
  }
  LaunchRecord Record(L.Location);
  Stream Commands(*R.On, Record);
  const uint64_t Offset =
      A.Present->offsetOf(reinterpret_cast<uintptr_t>(Place));
  if (Way == Activity::Send)
    Commands.write(A.Present->buffer(), Offset, Size, Bytes, A.Name);
  else
    Commands.readAtOnce(A.Present->buffer(), Offset, Size, Bytes, A.Name);
  Commands.finish();
  Commands.giveBack();
}

/// Copies the last element that a recurrence has stored to the element that
/// the recurrence of the next process begins with.
void SharedLoop::passElements() {
  for (size_t I = 0; I != L.Arrays.size(); ++I) {
    const Array &A = L.Arrays[I];
    for (const Access &Use : A.Accesses) {
      if (Use.Kind != OMPSCAN_ACCESS_SEED)
        continue;
      const auto Place = [&A](int64_t Element) {
        return reinterpret_cast<void *>(
            static_cast<uintptr_t>(A.addressOf(Element)));
      };
      Bytes Last;
      if (L.Trips > 0) {
        const Access &Store = *storeAfter(A, Use);
        Last.resize(A.ElementSize);
        move(Activity::Fetch, R.Arrays[I],
             Place(static_cast<int64_t>(
                 static_cast<uint64_t>(Store.First) +
                 (L.Trips - 1) * static_cast<uint64_t>(Store.Stride))),
             A.ElementSize, Last.data());
      }
      Bytes Before(A.ElementSize);
      if (With.prefix(&With, Last.empty() ? nullptr : Last.data(),
                      A.ElementSize, &TakeLast, Before.data()) &&
          L.Trips > 0)
        move(Activity::Send, R.Arrays[I], Place(Use.First), A.ElementSize,
             Before.data());
    }
  }
}

/// Gives all processes the results of the last iteration.
void SharedLoop::storeResults() {
  if (L.Results.empty())
    return;
  Values.resize(L.resultSize());
  With.broadcast(&With, All.last, Values.data(), Values.size());
  for (const Result &R : L.Results)
    std::memcpy(R.Address, Values.data() + R.Offset, R.Size);
}

/// Every process has counted from its own begin; the counters get the sums.
void SharedLoop::storeCounters() {
  for (const Result &R : L.Results) {
    const int64_t Initial = integerAt(R.Address, R.Size, R.IsSigned);
    int64_t Own = 0, Before = 0;
    if (L.Trips > 0)
      Own = integerAt(Values.data() + R.Offset, R.Size, R.IsSigned) - Initial;
    if (!With.prefix(&With, &Own, sizeof Own, &AddNumbers, &Before))
      Before = 0;
    int64_t Sum = Before + Own;
    With.broadcast(&With, All.last, &Sum, sizeof Sum);
    const Wide End = Wide(Initial) + Sum;
    const int64_t Limit = largestInteger(R.Size, R.IsSigned);
    if (End > Wide(Limit) ||
        (Sum < 0 && End < (R.IsSigned ? -Wide(Limit) - 1 : 0)))
      throw Failure("the iterations that all processes keep, " + toString(End) +
                    " in total, are more than the counter " +
                    std::string(R.Name ? R.Name : "") + " can hold");
    const auto Final = static_cast<int64_t>(End);
    std::memcpy(R.Address, &Final, R.Size);
    With.counted(&With, R.Address, Before, Own, Sum);
  }
}

void SharedLoop::run(const ompscan_parts &Found) {
  All = Found;
  if (All.last < 0)
    return;
  if (L.Trips > 0) {
    runOwn();
  } else if (exchangesTotals()) {
    const LoopOperator Operator(L);
    Bytes Before(L.ItemSize);
    With.prefix(&With, nullptr, L.ItemSize, &Operator, Before.data());
  }
  if (!isAlone())
    passElements();
  if (isSelection(L))
    storeCounters();
  else
    storeResults();
}

} // namespace

void beginExchange(const ompscan_exchange &Exchange) {
  Current = &Exchange;
  takeTurn(Exchange.turn);
  suspendShortLoops();
}

void endExchange() noexcept {
  if (std::exchange(Current, nullptr))
    resumeShortLoops();
}

const ompscan_exchange *currentExchange() noexcept { return Current; }

void runShared(const ompscan_exchange &Exchange,
               const ompscan_loop_descriptor &D,
               const std::function<LaunchDescriptor()> &Read) noexcept {
  const auto Fail = [&](const char *Text) {
    Exchange.fail(&Exchange, D.location, Text);
  };
  std::optional<LaunchDescriptor> L;
  std::optional<SharedLoop> Loop;
  try {
    const DriverUse Use;
    L = Read();
    Loop.emplace(Exchange, *L);
    Loop->prepare();
  } catch (const std::bad_alloc &) {
    return Fail(OutOfMemoryText);
  } catch (const std::exception &E) {
    const ompscan_part Own{D.location, {D.digest[0], D.digest[1]}, 0, E.what()};
    ompscan_parts All;
    Exchange.meet(&Exchange, &Own, &All);
    return;
  }
  try {
    const ompscan_part Own{
        D.location, {D.digest[0], D.digest[1]}, L->Trips, nullptr};
    ompscan_parts All;
    Exchange.meet(&Exchange, &Own, &All);
    const DriverUse Use;
    Loop->run(All);
  } catch (const std::exception &) {
    withText(describeException, Fail);
  }
}

} // namespace ompscan::rt

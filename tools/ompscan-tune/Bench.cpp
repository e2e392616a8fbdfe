//===- Bench.cpp - Measures a loop in a shape -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "device/Profile.h"
#include "launch/Execution.h"
#include "support/Failure.h"
#include <algorithm>
#include <string>
#include <utility>

namespace ompscan::rt::tune {

namespace {

/// Elements in front of the first one that is stored, which then lies on a
/// border of vectors, or off it.
constexpr uint64_t AlignedGap = 128;
constexpr uint64_t OtherGap = AlignedGap + 1;
constexpr uint64_t MaxItemSize = 256;

constexpr uint64_t HelperItems = 1 << 18;

} // namespace

/// The kernels of one plan, and the memory between them.
class Bench::Launch {
public:
  /// \throws Failure if the kernels cannot run in the shape of \p P.
  Launch(Bench &B, const TuneLoop &L, uint64_t First, uint64_t N, const Plan &P,
         unsigned Runs)
      : B(B), First(First), N(N), P(P) {
    const DeviceProgram &Program = B.programFor({&L, P.options(L.ItemSize)});
    const auto Take = [&](const char *Name) {
      std::unique_ptr<Kernel> K = Program.kernel(Name);
      if (K->maxGroup() < P.Tile.Group)
        throw Failure(std::string(Name) + " runs in groups of at most " +
                      std::to_string(K->maxGroup()));
      return K;
    };
    if (P.Method == Algorithm::SinglePass) {
      FirstKernel = Take("ompscan_scan");
    } else {
      const bool Reduces = P.Method == Algorithm::ReduceThenScan;
      FirstKernel = Take(Reduces ? "ompscan_reduce_tiles" : "ompscan_scan_tiles");
      LastKernel = Take(Reduces ? "ompscan_finish_tiles" : "ompscan_add_tiles");
      ScanSums = Take("ompscan_scan_sums");
      AddSums = Take("ompscan_add_sums");
    }
    Levels = makeLevels(B.D, N, P, L.ItemSize);
    if (P.Method == Algorithm::SinglePass)
      States = B.D.tileStates().take(
          B.D.backend(), *B.Commands,
          Levels.front().Tiles * P.statusWords(L.ItemSize), Runs);
  }

  /// Runs the loop once. \returns its time in nanoseconds.
  double run() {
    Begin = End = Event();
    if (P.Method == Algorithm::SinglePass)
      runSinglePass();
    else
      runLevels();
    B.Commands->finish();
    const KernelTime T = timeOf(Begin, End);
    return double(T.End - T.Begin);
  }

  /// Gives the memory back when all runs have gone well.
  void giveBack() {
    if (P.Method == Algorithm::SinglePass)
      B.D.tileStates().giveBack(std::move(States));
    for (Level &Each : Levels)
      Each.Totals.giveBack();
  }

private:
  void enqueue(Kernel &K, uint64_t Tiles) {
    Event E;
    B.Commands->run(K, Tiles * P.Tile.Group, P.Tile.Group, &E);
    if (!Begin)
      Begin = E;
    End = E;
  }

  template <typename... Types>
  void setLoopArguments(Kernel &K, const Types &...Rest) {
    uint32_t I = 0;
    K.set(I++, B.Y);
    K.set(I++, 1 - int64_t(First));
    K.set(I++, B.X);
    K.set(I++, int64_t(1));
    K.set(I++, int64_t(1));
    K.set(I++, N);
    (K.set(I++, Rest), ...);
  }

  void runSinglePass() {
    if (P.HasHead)
      setLoopArguments(*FirstKernel, States.Handle, States.FirstTicket,
                       States.Epoch, /*head=*/uint32_t(0));
    else
      setLoopArguments(*FirstKernel, States.Handle, States.FirstTicket,
                       States.Epoch);
    enqueue(*FirstKernel, Levels.front().Tiles);
    States.advance(Levels.front().Tiles);
  }

  /// As Execution does.
  void runLevels() {
    const Level &Bottom = Levels.front();
    const bool Reduces = P.Method == Algorithm::ReduceThenScan;
    const auto RunBottom = [&](Kernel &K) {
      if (Reduces)
        setLoopArguments(K, *Bottom.Totals, /*shared=*/uint32_t(0));
      else
        setLoopArguments(K, *Bottom.Totals);
      enqueue(K, Bottom.Tiles);
    };
    const auto RunLevel = [&](Kernel &K, size_t I) {
      K.set(0, *Levels[I - 1].Totals);
      K.set(1, Levels[I].Count);
      K.set(2, *Levels[I].Totals);
      enqueue(K, Levels[I].Tiles);
    };
    if (!Reduces || Bottom.Tiles > 1)
      RunBottom(*FirstKernel);
    for (size_t I = 1; I != Levels.size(); ++I)
      if (!Reduces || Bottom.Tiles > 1)
        RunLevel(*ScanSums, I);
    for (size_t I = Levels.size() - 1; I-- > 1;)
      RunLevel(*AddSums, I);
    if (Reduces || Bottom.Tiles > 1)
      RunBottom(*LastKernel);
  }

  Bench &B;
  const uint64_t First, N;
  const Plan P;
  std::unique_ptr<Kernel> FirstKernel, ScanSums, AddSums, LastKernel;
  std::vector<Level> Levels;
  TileStateBuffer States;
  Event Begin, End;
};

Bench::Bench(Device &D, uint64_t Bytes)
    : D(D), Commands(D.backend().makeQueue(/*TakesTimes=*/true)),
      Y(D.backend().allocate(Bytes + OtherGap * MaxItemSize)),
      X(D.backend().allocate(Bytes)),
      Errors(D.backend().allocate(sizeof(uint32_t))) {}

Measurement Bench::measure(const TuneLoop &L, uint64_t N, const Plan &Wanted,
                           unsigned Runs) {
  Measurement M;
  const uint64_t First = Wanted.IsAligned ? AlignedGap : OtherGap;
  Launch Loop(*this, L, First, N, Wanted, Runs + 1);
  fill(L, N);
  poison(L, First);
  Loop.run();
  M.IsRight = isRight(L, First, N);
  const double Bytes = double(N) * double(L.ItemSize + L.InputSize);
  for (unsigned I = 0; I != Runs; ++I)
    M.Throughputs.push_back(Bytes / std::max(Loop.run(), 1.0));
  Loop.giveBack();
  return M;
}

/// Programs are not built twice. Only those of helpersTextOf() are the same at
/// the next run, and worth a place in the cache on disk.
const DeviceProgram &Bench::programFor(const ProgramKey &Key) {
  std::shared_ptr<const DeviceProgram> &Program = Programs[Key];
  if (!Program) {
    const auto &[Loop, Options] = Key;
    const bool IsHelper = Options.empty();
    const std::string Text =
        IsHelper ? helpersTextOf(*Loop) : programOf(*Loop);
    Program = D.backend().build(
        {Text, Options, {}, /*Compiled=*/nullptr, /*IsKept=*/IsHelper});
  }
  return *Program;
}

void Bench::runHelper(Kernel &K) {
  Commands->run(K, HelperItems, /*Group=*/0, nullptr);
  Commands->finish();
}

void Bench::fill(const TuneLoop &L, uint64_t N) {
  if (FilledFor == &L && FilledCount == N)
    return;
  FilledFor = nullptr; // Until it is.
  const auto Fill = programFor({&L, ""}).kernel("ompscan_tune_fill");
  Fill->set(0, X);
  Fill->set(1, N);
  runHelper(*Fill);
  FilledFor = &L;
  FilledCount = N;
}

/// Fills Y with what no loop leaves there, and the element in front of \p First
/// with the value that the scan starts from.
void Bench::poison(const TuneLoop &L, uint64_t First) {
  const uint32_t Pattern = 0xCAFEBABE;
  const unsigned char Zero = 0;
  Commands->fill(Y, 0, Y.size() / sizeof Pattern * sizeof Pattern, &Pattern,
                 sizeof Pattern);
  Commands->fill(Y, (First - 1) * L.ItemSize, L.ItemSize, &Zero, sizeof Zero);
}

bool Bench::isRight(const TuneLoop &L, uint64_t First, uint64_t N) {
  uint32_t Count = 0;
  Commands->fill(Errors, 0, sizeof Count, &Count, sizeof Count);
  const auto Check = programFor({&L, ""}).kernel("ompscan_tune_check");
  Check->set(0, Y);
  Check->set(1, First - 1);
  Check->set(2, X);
  Check->set(3, N);
  Check->set(4, Errors);
  runHelper(*Check);
  Commands->read(Errors, 0, sizeof Count, &Count, Blocking::Yes, nullptr);
  return Count == 0;
}

} // namespace ompscan::rt::tune

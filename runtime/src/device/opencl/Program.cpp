//===- Program.cpp - Programs and their kernels ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/opencl/Program.h"
#include "device/ProcessEnd.h"
#include "device/opencl/BuildLog.h"
#include "device/opencl/BuildProgram.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// Whether argument \p I is anything else. It is not known then, until it has
/// been set.
bool LoopKernel::changes(cl_uint I, size_t Size, uint64_t Value) {
  Argument &A = Last[I];
  if (A.Size == Size && A.Value == Value)
    return false;
  A.Size = 0;
  return true;
}

void LoopKernel::set(cl_uint I, size_t Size, const void *Bytes) {
  uint64_t Value = 0;
  if (Size > sizeof Value) {
    Handle.setArg(I, Size, Bytes);
    return;
  }
  std::memcpy(&Value, Bytes, Size);
  if (!changes(I, Size, Value))
    return;
  Handle.setArg(I, Size, Bytes);
  Last[I] = {Size, Value};
}

void LoopKernel::set(cl_uint I, const cl::Buffer &B, uint64_t Number) {
  if (!changes(I, sizeof(cl_mem), Number))
    return;
  Handle.setArg(I, B);
  Last[I] = {sizeof(cl_mem), Number};
}

/// One program, built or known not to build.
class Program {
public:
  KernelLease take(const ProgramSource &Source, const Plan &Wanted);
  void giveBack(std::unique_ptr<KernelSet> Set) noexcept;
  const Plan &plan() const { return Built; }
  bool hasRun() const { return HasRun; }
  void noteRun();

private:
  void build(const ProgramSource &Source, Plan Wanted);

  std::atomic<bool> HasRun{false};
  std::mutex Lock; ///< of what follows
  cl::Program Handle;
  Plan Built;
  std::string Problem;
  std::vector<std::unique_ptr<KernelSet>> Idle;
};

namespace {

std::unique_ptr<KernelSet> makeKernels(const cl::Program &P, const Plan &For,
                                       const std::vector<std::string> *Names) {
  auto Set = std::make_unique<KernelSet>();
  if (Names) {
    for (const std::string &Name : *Names)
      Set->Named.emplace_back(P, Name.c_str());
    return Set;
  }
  const auto SetEnds = [&](const char *First, const char *Last) {
    Set->First = LoopKernel(P, First);
    if (Last)
      Set->Last = LoopKernel(P, Last);
  };
  switch (For.Method) {
  case Algorithm::SinglePass:
    SetEnds("ompscan_scan", nullptr);
    return Set;
  case Algorithm::ForEach:
    SetEnds("ompscan_for_each", nullptr);
    return Set;
  case Algorithm::Reduce:
  case Algorithm::ReduceLists:
  case Algorithm::Histogram:
    SetEnds("ompscan_reduce_loop", "ompscan_finish_reduction");
    return Set;
  case Algorithm::ReduceThenScan:
    SetEnds("ompscan_reduce_tiles", "ompscan_finish_tiles");
    break;
  case Algorithm::ThreeKernel:
    SetEnds("ompscan_scan_tiles", "ompscan_add_tiles");
    break;
  }
  Set->ScanSums = cl::Kernel(P, "ompscan_scan_sums");
  Set->AddSums = cl::Kernel(P, "ompscan_add_sums");
  if (For.StageSize)
    Set->Put = LoopKernel(P, "ompscan_put_tiles");
  return Set;
}

/// Whether every kernel may run in groups of the size that it was built for.
bool fits(const KernelSet &Set, const cl::Device &D, Shape S) {
  const auto Takes = [&](const cl::Kernel &K) {
    return !K() || K.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(D) >= S.Group;
  };
  return Takes(Set.First.Handle) && Takes(Set.ScanSums) && Takes(Set.AddSums) &&
         Takes(Set.Last.Handle) && Takes(Set.Put.Handle) &&
         std::all_of(Set.Named.begin(), Set.Named.end(), Takes);
}

} // namespace

void Program::build(const ProgramSource &Source, Plan Wanted) {
  for (;;) {
    cl::Program P;
    const std::string Options =
        Source.Options + Wanted.options(Source.ItemSize);
    try {
      P = buildProgram(Source.Context, Source.Device, Source.Text.Text,
                       Options);
    } catch (const cl::BuildError &E) {
      if (E.err() != CL_BUILD_PROGRAM_FAILURE)
        throw;
      Problem =
          "the OpenCL compiler of " + Source.Device.getInfo<CL_DEVICE_NAME>() +
          " refuses the kernels" + (Source.Names ? " (" : " of the loop (") +
          errorName(E.err()) + "); its log:";
      for (const auto &Log : E.getBuildLog())
        Problem += "\n" + withoutConsequences(
                              withNamedLines(Log.second, Source.Text.Text));
      Problem.erase(Problem.find_last_not_of(" \n") + 1);
      return;
    }
    std::unique_ptr<KernelSet> Set = makeKernels(P, Wanted, Source.Names);
    if (Wanted.Tile.Group == 1 || fits(*Set, Source.Device, Wanted.Tile)) {
      Built = Wanted;
      Idle.push_back(std::move(Set));
      Handle = std::move(P);
      return;
    }
    Wanted = Wanted.smaller(Source.ItemSize);
  }
}

KernelLease Program::take(const ProgramSource &Source, const Plan &Wanted) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!Handle() && Problem.empty())
    build(Source, Wanted);
  if (!Problem.empty())
    throw TextFailure(Problem);
  if (Idle.empty())
    return KernelLease(*this, makeKernels(Handle, Built, Source.Names));
  std::unique_ptr<KernelSet> Set = std::move(Idle.back());
  Idle.pop_back();
  return KernelLease(*this, std::move(Set));
}

void Program::noteRun() {
  // PoCL goes on compiling when a kernel is run for the first time.
  if (!HasRun.exchange(true))
    waitForUsersAtExit();
}

void Program::giveBack(std::unique_ptr<KernelSet> Set) noexcept {
  std::lock_guard<std::mutex> Guard(Lock);
  try {
    Idle.push_back(std::move(Set));
  } catch (...) {
    // No memory to keep the set: the next launch makes another one.
  }
}

KernelLease::KernelLease(Program &Owner, std::unique_ptr<KernelSet> Set)
    : Owner(&Owner), Set(std::move(Set)) {}

KernelLease::~KernelLease() {
  if (Set)
    Owner->giveBack(std::move(Set));
}

const Plan &KernelLease::plan() const { return Owner->plan(); }
bool KernelLease::hasRun() const { return Owner->hasRun(); }
void KernelLease::noteRun() const { Owner->noteRun(); }

ProgramCache::ProgramCache() = default;
ProgramCache::~ProgramCache() = default;

KernelLease ProgramCache::get(const ProgramSource &Source, const Plan &Wanted) {
  Program *P = nullptr;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    std::vector<Variant> &Variants = Programs[&Source.Text];
    for (const Variant &V : Variants)
      if (V.ItemSize == Source.ItemSize && V.Wanted == Wanted)
        P = V.Built.get();
    if (!P) {
      Variants.push_back(
          {Wanted, Source.ItemSize, std::make_unique<Program>()});
      P = Variants.back().Built.get();
    }
  }
  return P->take(Source, Wanted);
}

} // namespace ompscan::rt

//===- ProgramCache.cpp - The programs of a device ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/ProgramCache.h"
#include "device/backend/DriverUse.h"
#include <atomic>
#include <utility>

namespace ompscan::rt {

/// One program, built or known not to build.
class BuiltProgram {
public:
  KernelLease take(BackendDevice &D, const std::string &Text,
                   const Plan &Wanted, uint64_t ItemSize,
                   const std::vector<std::string> *Names,
                   const NativeSource &Native,
                   const ompscan_kernel_version *Compiled);
  void giveBack(std::unique_ptr<KernelSet> Set) noexcept;
  const Plan &plan() const { return Built; }
  bool hasRun() const { return HasRun; }
  void noteRun();
  std::unique_ptr<Kernel> makeKernel(const char *Name) const {
    return Handle->kernel(Name);
  }

private:
  void build(BackendDevice &D, const std::string &Text, Plan Wanted,
             uint64_t ItemSize, const std::vector<std::string> *Names,
             const NativeSource &Native,
             const ompscan_kernel_version *Compiled);

  std::atomic<bool> HasRun{false};
  std::mutex Lock; ///< of what follows
  std::shared_ptr<const DeviceProgram> Handle;
  Plan Built;
  std::string Problem;
  BuildError::Cause Why = BuildError::Cause::Text; ///< of the problem
  std::vector<std::unique_ptr<KernelSet>> Idle;
};

namespace {

std::unique_ptr<KernelSet> makeKernels(const DeviceProgram &P, const Plan &For,
                                       const std::vector<std::string> *Names) {
  auto Set = std::make_unique<KernelSet>();
  if (Names) {
    for (const std::string &Name : *Names)
      Set->Named.add(P.kernel(Name.c_str()));
    return Set;
  }
  const auto SetEnds = [&](const char *First, const char *Last) {
    Set->First = P.kernel(First);
    if (Last)
      Set->Last = P.kernel(Last);
  };
  switch (For.Method) {
  case Algorithm::SinglePass:
    SetEnds("ompscan_scan", nullptr);
    return Set;
  case Algorithm::ForEach:
    SetEnds("ompscan_for_each", nullptr);
    return Set;
  case Algorithm::Rows:
    SetEnds("ompscan_rows", nullptr);
    return Set;
  case Algorithm::Columns:
    SetEnds("ompscan_columns", nullptr);
    return Set;
  case Algorithm::Bundles:
    SetEnds("ompscan_bundles", nullptr);
    return Set;
  case Algorithm::RowParts:
    SetEnds("ompscan_row_parts", nullptr);
    return Set;
  case Algorithm::Reduce:
  case Algorithm::ReduceLists:
  case Algorithm::Histogram:
    SetEnds("ompscan_reduce_loop", "ompscan_finish_reduction");
    return Set;
  case Algorithm::ReduceThenScan:
    if (For.isByOneKernel())
      SetEnds("ompscan_scan", "ompscan_scan");
    else
      SetEnds("ompscan_reduce_tiles", "ompscan_finish_tiles");
    break;
  case Algorithm::ThreeKernel:
    SetEnds("ompscan_scan_tiles", "ompscan_add_tiles");
    break;
  }
  Set->ScanSums = P.kernel("ompscan_scan_sums");
  Set->AddSums = P.kernel("ompscan_add_sums");
  if (For.StageSize)
    Set->Put = P.kernel("ompscan_put_tiles");
  return Set;
}

/// Returns true if every kernel may run in groups of the size that it was built
/// for.
bool fits(const KernelSet &Set, Shape S) {
  for (const auto *K :
       {&Set.First, &Set.ScanSums, &Set.AddSums, &Set.Last, &Set.Put})
    if (*K && (*K)->maxGroup() < S.Group)
      return false;
  for (size_t I = 0; I != Set.Named.size(); ++I)
    if (Set.Named[I].maxGroup() < S.Group)
      return false;
  return true;
}

} // namespace

void BuiltProgram::build(BackendDevice &D, const std::string &Text, Plan Wanted,
                         uint64_t ItemSize,
                         const std::vector<std::string> *Names,
                         const NativeSource &Native,
                         const ompscan_kernel_version *Compiled) {
  for (;;) {
    std::shared_ptr<const DeviceProgram> P;
    try {
      P = D.build({Text, Wanted.driverOptions(ItemSize), Native, Compiled});
    } catch (const BuildError &E) {
      Why = E.Why;
      Problem = E.Compiler + " rejects the kernels" +
                (Names ? " (" : " of the loop (") + E.Code +
                "); its log:" + (E.Log.empty() ? "" : "\n" + E.Log);
      return;
    }
    std::unique_ptr<KernelSet> Set = makeKernels(*P, Wanted, Names);
    if (Wanted.Tile.Group == 1 || fits(*Set, Wanted.Tile)) {
      Built = Wanted;
      Idle.push_back(std::move(Set));
      Handle = std::move(P);
      return;
    }
    Wanted = Wanted.smaller(ItemSize);
    Compiled = nullptr; // in the larger shape
  }
}

KernelLease BuiltProgram::take(BackendDevice &D, const std::string &Text,
                               const Plan &Wanted, uint64_t ItemSize,
                               const std::vector<std::string> *Names,
                               const NativeSource &Native,
                               const ompscan_kernel_version *Compiled) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!Handle && Problem.empty())
    build(D, Text, Wanted, ItemSize, Names, Native, Compiled);
  if (!Problem.empty())
    throw TextFailure(Problem, Why);
  if (Idle.empty())
    return KernelLease(*this, makeKernels(*Handle, Built, Names));
  std::unique_ptr<KernelSet> Set = std::move(Idle.back());
  Idle.pop_back();
  return KernelLease(*this, std::move(Set));
}

void BuiltProgram::noteRun() {
  // PoCL goes on compiling when a kernel is run for the first time.
  if (!HasRun.exchange(true))
    waitForDriverUsersAtExit();
}

void BuiltProgram::giveBack(std::unique_ptr<KernelSet> Set) noexcept {
  std::lock_guard<std::mutex> Guard(Lock);
  try {
    Idle.push_back(std::move(Set));
  } catch (...) {
    // No memory to keep the set: the next launch makes another one.
  }
}

KernelLease::KernelLease(BuiltProgram &Owner, std::unique_ptr<KernelSet> Set)
    : Owner(&Owner), Set(std::move(Set)) {}

KernelLease::~KernelLease() {
  if (Set)
    Owner->giveBack(std::move(Set));
}

const Plan &KernelLease::plan() const { return Owner->plan(); }
bool KernelLease::hasRun() const { return Owner->hasRun(); }
void KernelLease::noteRun() const { Owner->noteRun(); }

std::unique_ptr<Kernel> KernelLease::makeKernel(const char *Name) const {
  return Owner->makeKernel(Name);
}

ProgramCache::ProgramCache(BackendDevice &Owner) : Owner(Owner) {}
ProgramCache::~ProgramCache() = default;

KernelLease ProgramCache::get(const ProgramText &Source, const Plan &Wanted,
                              uint64_t ItemSize,
                              const std::vector<std::string> *Names,
                              const NativeSource &Native,
                              const ompscan_kernel_version *Compiled) {
  std::vector<ompscan_native_kernel> Code = Native.kernels();
  BuiltProgram *P = nullptr;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    std::vector<Variant> &Variants = Programs[&Source];
    for (const Variant &V : Variants)
      if (V.ItemSize == ItemSize && V.Wanted == Wanted && V.Native == Code &&
          V.Threads == Native.Threads && V.Binding == Native.Binding)
        P = V.Built.get();
    if (!P) {
      Variants.push_back({Wanted, ItemSize, std::move(Code), Native.Threads,
                          Native.Binding, std::make_unique<BuiltProgram>()});
      P = Variants.back().Built.get();
    }
  }
  return P->take(Owner, Source.Text, Wanted, ItemSize, Names, Native, Compiled);
}

KernelLease takeKernels(Device &D, const ProgramText &Source,
                        const Plan &Wanted, uint64_t ItemSize,
                        const std::vector<std::string> *Names,
                        const NativeSource &Native,
                        const ompscan_kernel_version *Compiled) {
  return D.extension<ProgramCache>(D.backend())
      .get(Source, Wanted, ItemSize, Names, Native, Compiled);
}

} // namespace ompscan::rt

//===- ProgramCache.h - The programs of a device -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_PROGRAMCACHE_H
#define OMPSCAN_RT_LAUNCH_PROGRAMCACHE_H

#include "device/Device.h"
#include "device/DeviceExtension.h"
#include "plan/Plan.h"
#include "plan/ProgramText.h"
#include "support/Failure.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// The kernels of one loop (see docs/kernel-contract.md). A kernel object holds
/// its arguments, so only one thread may use a set at a time.
struct KernelSet {
  std::unique_ptr<Kernel> First; ///< over the tiles of the loop
  std::unique_ptr<Kernel>
      ScanSums; ///< null in a single pass, like the next two
  std::unique_ptr<Kernel> AddSums;
  std::unique_ptr<Kernel> Last; ///< over the tiles, from the scanned totals
  /// Stores the results that wait if there is a Plan::StageSize.
  std::unique_ptr<Kernel> Put;

  /// Kernels of a program that is no loop, in the order of their names.
  class List {
  public:
    void add(std::unique_ptr<Kernel> K) { All.push_back(std::move(K)); }
    Kernel &operator[](size_t I) const { return *All[I]; }
    Kernel &back() const { return *All.back(); }
    size_t size() const { return All.size(); }

  private:
    std::vector<std::unique_ptr<Kernel>> All;
  };
  List Named; ///< instead of all these
};

class BuiltProgram;

/// A set of kernels for one launch. It goes back to its program in the end.
class KernelLease {
public:
  KernelLease(BuiltProgram &Owner, std::unique_ptr<KernelSet> Set);
  KernelLease(KernelLease &&) = default;
  ~KernelLease();

  KernelSet &operator*() const { return *Set; }
  KernelSet *operator->() const { return Set.get(); }
  /// What the program was built for.
  const Plan &plan() const;
  /// Returns true if a launch of the program has been seen to succeed.
  bool hasRun() const;
  void noteRun() const;
  /// A kernel of the program outside of the set.
  std::unique_ptr<Kernel> makeKernel(const char *Name) const;

private:
  BuiltProgram *Owner;
  std::unique_ptr<KernelSet> Set;
};

/// A program does not compile. The message ends with the log.
class TextFailure : public Failure {
public:
  TextFailure(const std::string &Text, BuildError::Cause Why)
      : Failure(Text), Why(Why) {}
  const BuildError::Cause Why;
};

/// The programs of one device, each built once. Safe to use from many threads:
/// while one builds a program, others that need the same one wait for it.
class ProgramCache : public DeviceExtension {
public:
  explicit ProgramCache(BackendDevice &Owner);
  ~ProgramCache() override;

  /// Kernels of \p Source as \p Wanted or, if they need too much of the device
  /// for it, in a smaller shape: those of a loop, or those of \p Names.
  ///
  /// \throws TextFailure if the text does not compile, which is found out once
  ///         only, DeviceError for other failures.
  KernelLease get(const ProgramText &Source, const Plan &Wanted,
                  uint64_t ItemSize, const std::vector<std::string> *Names,
                  const NativeSource &Native,
                  const ompscan_kernel_version *Compiled);

private:
  /// A program of one text.
  struct Variant {
    Plan Wanted;
    uint64_t ItemSize;
    std::vector<ompscan_native_kernel> Native;
    unsigned Threads, Binding;
    std::unique_ptr<BuiltProgram> Built;
  };
  BackendDevice &Owner;
  std::mutex Lock; ///< of the map, not of the programs
  std::unordered_map<const ProgramText *, std::vector<Variant>> Programs;
};

/// The kernels of \p Source on \p D for elements of \p ItemSize bytes, see
/// ProgramCache::get().
KernelLease takeKernels(Device &D, const ProgramText &Source,
                        const Plan &Wanted, uint64_t ItemSize,
                        const std::vector<std::string> *Names = nullptr,
                        const NativeSource &Native = {},
                        const ompscan_kernel_version *Compiled = nullptr);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_PROGRAMCACHE_H

//===- Program.h - Programs and their kernels ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OPENCL_PROGRAM_H
#define OMPSCAN_RT_DEVICE_OPENCL_PROGRAM_H

#include "device/ProgramText.h"
#include "device/opencl/OpenCL.h"
#include "plan/Plan.h"
#include "support/Failure.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace ompscan::rt {

/// A kernel that takes the arguments of the loop. It keeps them from launch to
/// launch, and most loops pass the same ones again: only others are set.
class LoopKernel {
public:
  cl::Kernel Handle;
  cl_uint Parameters = 0;

  LoopKernel() = default;
  LoopKernel(const cl::Program &P, const char *Name)
      : Handle(P, Name), Parameters(Handle.getInfo<CL_KERNEL_NUM_ARGS>()),
        Last(Parameters) {}

  /// Sets argument \p I < Parameters to \p Size bytes.
  void set(cl_uint I, size_t Size, const void *Bytes);
  template <typename T> void set(cl_uint I, const T &Value) {
    set(I, sizeof Value, &Value);
  }
  /// Sets it to \p B, whose number (newBufferNumber()) is \p Number.
  void set(cl_uint I, const cl::Buffer &B, uint64_t Number);

private:
  /// What an argument is: the number of a buffer, or up to 8 bytes.
  struct Argument {
    size_t Size = 0; ///< 0 if it is not known
    uint64_t Value = 0;
  };
  bool changes(cl_uint I, size_t Size, uint64_t Value);
  std::vector<Argument> Last;
};

/// The kernels of one loop (see docs/kernel-contract.md). A kernel object holds
/// its arguments, so only one thread may use a set at a time.
struct KernelSet {
  LoopKernel First;    ///< over the tiles of the loop; the totals come of it
  cl::Kernel ScanSums; ///< null in a single pass, like the next two
  cl::Kernel AddSums;
  LoopKernel Last; ///< over the tiles of the loop, from the scanned totals
  LoopKernel Put;  ///< stores what waits where there is a Plan::StageSize
  /// Instead of all these: the kernels that ProgramSource::Names asks for.
  std::vector<cl::Kernel> Named;
};

class Program;

/// A set of kernels for one launch. It goes back to its program in the end.
class KernelLease {
public:
  KernelLease(Program &Owner, std::unique_ptr<KernelSet> Set);
  KernelLease(KernelLease &&) = default;
  ~KernelLease();

  KernelSet &operator*() const { return *Set; }
  KernelSet *operator->() const { return Set.get(); }
  /// What the program was built for.
  const Plan &plan() const;
  /// Whether a launch of the program has been seen to end in good order.
  bool hasRun() const;
  void noteRun() const;

private:
  Program *Owner;
  std::unique_ptr<KernelSet> Set;
};

/// A program whose text does not compile. The text ends with the log.
class TextFailure : public Failure {
public:
  using Failure::Failure;
};

/// What a program is made from.
struct ProgramSource {
  const cl::Context &Context;
  const cl::Device &Device;
  const ProgramText &Text;
  const std::string &Options; ///< those of the device
  uint64_t ItemSize;          ///< bytes of an element
  /// The kernels of a program that is no loop; null for a loop.
  const std::vector<std::string> *Names = nullptr;
};

/// The programs of one device, each built once. Safe to use from many threads:
/// while one builds a program, others that need the same one wait for it.
class ProgramCache {
public:
  ProgramCache();
  ~ProgramCache();

  /// Kernels of \p Source as \p Wanted or, where they need too much of the
  /// device for it, in a smaller shape.
  ///
  /// \throws TextFailure with the build log if the text does not compile, which
  /// is
  ///         found out once only; cl::Error for other failures.
  KernelLease get(const ProgramSource &Source, const Plan &Wanted);

private:
  /// What one text is built for.
  struct Variant {
    Plan Wanted;
    uint64_t ItemSize;
    std::unique_ptr<Program> Built;
  };
  std::mutex Lock; ///< of the map, not of the programs
  std::unordered_map<const ProgramText *, std::vector<Variant>> Programs;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_PROGRAM_H

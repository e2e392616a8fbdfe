//===- LaunchBatch.h - Kernels that are launched together ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_LAUNCHBATCH_H
#define OMPSCAN_RT_DEVICE_CUDA_LAUNCHBATCH_H

#include "device/cuda/CudaDriver.h"
#include "device/cuda/CudaProgram.h"
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// Launches the kernel of \p Node, an early one if it \p IsDependent.
/// \throws DeviceError
void launchKernel(const cuda::KernelNode &Node, bool IsDependent,
                  cuda::Stream Stream);

/// The kernels that have been put into a stream one directly after the other
/// and that the driver does not have yet. Several go to it as a graph
/// (CUDA Driver API, "Graph Management"), which takes a quarter of the host's
/// time for each kernel, and starts each sooner after the one before.
///
/// The parts of one operation, such as the passes of a sort, come again with
/// other arguments. So a graph is made of a sequence of kernels that comes the
/// second time, and is launched with new arguments from then on.
class LaunchBatch {
public:
  LaunchBatch() = default;
  LaunchBatch(const LaunchBatch &) = delete;
  ~LaunchBatch();

  /// Adds \p K, with its present arguments, in \p Groups groups of \p Group.
  void add(const CudaKernel &K, uint32_t Groups, uint32_t Group);
  /// Launches the kernels in \p Stream. The context is current. Afterwards
  /// there are none, whatever fails.
  /// \throws DeviceError
  void submit(cuda::Stream Stream);

private:
  /// A kernel that waits. The objects are used again and again.
  struct Waiting {
    cuda::KernelNode Node;
    uint64_t Program; ///< CudaKernel::Program
    bool IsDependent;
    std::vector<CudaKernel::Block> Arguments;
    std::vector<void *> Places; ///< of each argument
  };
  /// Functions, and the numbers of their programs: a function of a program that
  /// is no more may have had the same handle.
  using Sequence = std::vector<std::pair<uint64_t, cuda::Function>>;
  struct Graph {
    ~Graph();
    Sequence Kernels;
    unsigned Uses = 0;
    cuda::Graph Description = nullptr;
    cuda::GraphExec Exec = nullptr; ///< null if there is none (yet)
    std::vector<cuda::GraphNode> Nodes;
  };

  Graph &graphOfBatch();
  void make(Graph &G) const;
  bool setArguments(Graph &G) const;
  void launchEach(cuda::Stream Stream) const;

  std::vector<Waiting> Kernels;
  size_t Count = 0; ///< of Kernels
  /// The sequences that came last, the latest one first.
  std::vector<std::unique_ptr<Graph>> Graphs;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_LAUNCHBATCH_H

//===- LaunchBatch.cpp - Kernels that are launched together ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/LaunchBatch.h"
#include <algorithm>
#include <cstddef>

namespace ompscan::rt {

namespace {

/// Numbers of sequences that are kept, and of kernels of a graph.
constexpr size_t MaxGraphs = 16, MaxKernels = 256;

} // namespace

void launchKernel(const cuda::KernelNode &Node, bool IsDependent,
                  cuda::Stream Stream) {
  if (!IsDependent) {
    OMPSCAN_CUDA(cuLaunchKernel, Node.Kernel, Node.Groups[0], 1, 1,
                 Node.Group[0], 1, 1, /*SharedMemory=*/0, Stream,
                 Node.Arguments, nullptr);
    return;
  }
  cuda::LaunchAttribute Early;
  Early.Kind = cuda::ProgrammaticSerialization;
  Early.Value.Flag = 1;
  const cuda::LaunchConfig Config = {{Node.Groups[0], 1, 1},
                                     {Node.Group[0], 1, 1},
                                     /*SharedMemory=*/0,
                                     Stream,
                                     &Early,
                                     /*AttributeCount=*/1};
  OMPSCAN_CUDA(cuLaunchKernelEx, &Config, Node.Kernel, Node.Arguments, nullptr);
}

LaunchBatch::Graph::~Graph() {
  if (Exec)
    cuda::driver().cuGraphExecDestroy(Exec);
  if (Description)
    cuda::driver().cuGraphDestroy(Description);
}

LaunchBatch::~LaunchBatch() = default;

void LaunchBatch::add(const CudaKernel &K, uint32_t Groups, uint32_t Group) {
  if (Count == Kernels.size())
    Kernels.emplace_back();
  Waiting &W = Kernels[Count];
  W.Program = K.Program;
  W.IsDependent = K.IsDependent;
  K.copyArguments(W.Arguments, W.Places);
  W.Node = {K.Handle,           {Groups, 1, 1},  {Group, 1, 1},
            /*SharedMemory=*/0, W.Places.data(), nullptr};
  ++Count;
}

/// The graph of the sequence of kernels that waits; it comes to the front.
LaunchBatch::Graph &LaunchBatch::graphOfBatch() {
  const auto IsOfBatch = [&](const std::unique_ptr<Graph> &G) {
    return std::equal(G->Kernels.begin(), G->Kernels.end(), Kernels.begin(),
                      Kernels.begin() + static_cast<ptrdiff_t>(Count),
                      [](const Sequence::value_type &K, const Waiting &W) {
                        return K.first == W.Program &&
                               K.second == W.Node.Kernel;
                      });
  };
  auto Found = std::find_if(Graphs.begin(), Graphs.end(), IsOfBatch);
  if (Found == Graphs.end()) {
    auto New = std::make_unique<Graph>();
    for (size_t I = 0; I != Count; ++I)
      New->Kernels.emplace_back(Kernels[I].Program, Kernels[I].Node.Kernel);
    if (Graphs.size() == MaxGraphs)
      Graphs.pop_back();
    Found = Graphs.insert(Graphs.end(), std::move(New));
  }
  std::rotate(Graphs.begin(), Found, Found + 1);
  return *Graphs.front();
}

/// Makes the graph of the kernels that wait. There is none if the driver makes
/// none; what is wrong shows in what happens instead.
void LaunchBatch::make(Graph &G) const {
  const cuda::Driver &D = cuda::driver();
  if (!D.cuGraphInstantiateWithFlags ||
      D.cuGraphCreate(&G.Description, /*Flags=*/0) != cuda::Success)
    return;
  for (size_t I = 0; I != Count; ++I) {
    cuda::GraphNode Node;
    if (D.cuGraphAddKernelNode(&Node, G.Description,
                               I ? &G.Nodes.back() : nullptr, I != 0,
                               &Kernels[I].Node) != cuda::Success)
      return;
    G.Nodes.push_back(Node);
  }
  if (D.cuGraphInstantiateWithFlags(&G.Exec, G.Description, /*Flags=*/0) !=
      cuda::Success)
    G.Exec = nullptr;
}

/// Gives the kernels of \p G, which has been made, the sizes and the arguments
/// of those that wait. It is of no use any more if that fails.
bool LaunchBatch::setArguments(Graph &G) const {
  for (size_t I = 0; I != Count; ++I)
    if (cuda::driver().cuGraphExecKernelNodeSetParams(
            G.Exec, G.Nodes[I], &Kernels[I].Node) != cuda::Success) {
      cuda::driver().cuGraphExecDestroy(G.Exec);
      G.Exec = nullptr;
      return false;
    }
  return true;
}

void LaunchBatch::launchEach(cuda::Stream Stream) const {
  for (size_t I = 0; I != Count; ++I)
    launchKernel(Kernels[I].Node, Kernels[I].IsDependent, Stream);
}

void LaunchBatch::submit(cuda::Stream Stream) {
  struct Emptied {
    size_t &Count;
    ~Emptied() { Count = 0; }
  } const AtEnd{Count};
  if (Count < 2 || Count > MaxKernels)
    return launchEach(Stream);
  Graph &G = graphOfBatch();
  ++G.Uses;
  if (G.Uses == 2)
    make(G);
  else if (!G.Exec || !setArguments(G))
    return launchEach(Stream);
  if (!G.Exec)
    return launchEach(Stream);
  OMPSCAN_CUDA(cuGraphLaunch, G.Exec, Stream);
}

} // namespace ompscan::rt

//===- OpenCLQueue.h - Queues and kernels in OpenCL -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_OPENCL_OPENCLQUEUE_H
#define OMPSCAN_RT_DEVICE_OPENCL_OPENCLQUEUE_H

#include "device/backend/Queue.h"
#include "device/opencl/OpenCL.h"
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// A buffer.
class OpenCLMemory : public MemoryObject {
public:
  /// \param Alignment bytes, of the begin of parts
  OpenCLMemory(cl::Buffer Handle, uint64_t Size, uint64_t Alignment)
      : MemoryObject(Size), Handle(std::move(Handle)), Alignment(Alignment) {}

  std::pair<const void *, uint64_t> allocation() const override;
  std::shared_ptr<MemoryObject> part(uint64_t Offset,
                                     uint64_t Size) const override;

  const cl::Buffer Handle;

private:
  const uint64_t Alignment;
};

/// The buffer of \p M; null of null.
cl_mem handleOf(const Memory &M);

class OpenCLKernel : public Kernel {
public:
  /// \param FitsRequired whether the driver compiles a kernel so that it runs
  ///        in groups of the size that it requires.
  OpenCLKernel(cl::Kernel Handle, const cl::Device &Device, bool FitsRequired);

  uint64_t maxGroup() const override;
  std::string name() const override;

  const cl::Kernel Handle;

private:
  void setBytes(uint32_t I, size_t Size, const void *Bytes) override;
  void setMemory(uint32_t I, const Memory &M) override;

  const cl::Device Device;
  const bool FitsRequired;
};

class OpenCLQueue : public Queue {
public:
  explicit OpenCLQueue(cl::CommandQueue Handle) : Handle(std::move(Handle)) {}

  void write(const Memory &To, uint64_t Offset, uint64_t Size, const void *From,
             Blocking Waits, Event *E) override;
  void read(const Memory &From, uint64_t Offset, uint64_t Size, void *To,
            Blocking Waits, Event *E) override;
  void copy(const Memory &From, uint64_t FromOffset, const Memory &To,
            uint64_t ToOffset, uint64_t Size, Event *E) override;
  void writeStrided(const Memory &To, uint64_t Offset, const StridedBlocks &P,
                    const void *From, Event *E) override;
  void copyStrided(const Memory &From, uint64_t FromOffset, const Memory &To,
                   uint64_t ToOffset, const StridedBlocks &P,
                   Event *E) override;
  void fill(const Memory &To, uint64_t Offset, uint64_t Size,
            const void *Pattern, uint64_t PatternSize) override;
  void run(Kernel &K, uint64_t Items, uint32_t Group, Event *E) override;
  Event mark() override;
  void waitFor(const std::vector<Event> &Events) override;
  void flush() override;
  void finish() override;

  const cl::CommandQueue Handle;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_OPENCL_OPENCLQUEUE_H

//===- CudaQueue.h - Memory and streams of CUDA --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_CUDA_CUDAQUEUE_H
#define OMPSCAN_RT_DEVICE_CUDA_CUDAQUEUE_H

#include "device/backend/Queue.h"
#include "device/cuda/CudaDriver.h"
#include "device/cuda/LaunchBatch.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// Memory of a device, or a part of some.
class CudaMemory : public MemoryObject,
                   public std::enable_shared_from_this<CudaMemory> {
public:
  /// \throws DeviceError
  CudaMemory(cuda::Context Context, uint64_t Size);
  /// Memory of the program, which stays its own.
  CudaMemory(cuda::Address Begin, uint64_t Size)
      : MemoryObject(Size), Begin(Begin) {}
  CudaMemory(std::shared_ptr<const CudaMemory> Whole, uint64_t Offset,
             uint64_t Size)
      : MemoryObject(Size), Whole(std::move(Whole)),
        Begin(this->Whole->Begin + Offset) {}
  ~CudaMemory() override;

  std::pair<const void *, uint64_t> allocation() const override;
  std::shared_ptr<MemoryObject> part(uint64_t Offset,
                                     uint64_t Size) const override;

  static cuda::Address at(const Memory &M, uint64_t Offset = 0) {
    return static_cast<const CudaMemory &>(*M.object()).Begin + Offset;
  }

private:
  const std::shared_ptr<const CudaMemory> Whole; ///< null if it is no part
  cuda::Context Context = nullptr;               ///< null if it is not freed
  cuda::Address Begin = 0;
};

/// A stream, which does not wait for the default stream of CUDA's runtime
/// library.
class CudaQueue : public Queue {
public:
  /// \param MaxPitch the most bytes from a row to the next one in a copy
  /// \throws DeviceError
  CudaQueue(cuda::Context Context, bool TakesTimes, uint64_t MaxPitch);
  /// A queue on \p Own, a stream of the program.
  CudaQueue(cuda::Context Context, cuda::Stream Own, bool TakesTimes,
            uint64_t MaxPitch);
  ~CudaQueue() override;

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
  void submit() override;
  /// The driver begins with what it has at once.
  void flush() override { submit(); }
  void finish() override;

private:
  class Command;
  void submitBatch();
  bool copyRows(cuda::Copy2D &Rows, const StridedBlocks &P);
  void beginTimes();

  /// A moment on the clocks of the host and of the stream.
  struct Origin;

  cuda::Context Context;
  const uint64_t MaxPitch;
  cuda::Stream Handle = nullptr;
  bool IsOwned = true;                 ///< by this queue
  std::shared_ptr<const Origin> Begin; ///< null without times
  /// Of Batch: threads that wait for this queue have it submitted.
  std::mutex Lock;
  LaunchBatch Batch;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_CUDA_CUDAQUEUE_H

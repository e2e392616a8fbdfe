//===- NativeQueue.h - Memory, kernels and queues of the host - -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_NATIVE_NATIVEQUEUE_H
#define OMPSCAN_RT_DEVICE_NATIVE_NATIVEQUEUE_H

#include "device/backend/ProgramSource.h"
#include "device/backend/Queue.h"
#include "device/native/NativeScan.h"
#include <memory>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// Memory of the process: allocated here, or of the program.
class NativeMemory : public MemoryObject {
public:
  /// \throws DeviceError if there is no memory.
  explicit NativeMemory(uint64_t Size);
  /// Memory of the program, which stays its own.
  NativeMemory(void *Begin, uint64_t Size)
      : MemoryObject(Size), Begin(static_cast<unsigned char *>(Begin)) {}
  ~NativeMemory() override;

  std::pair<const void *, uint64_t> allocation() const override {
    return {Begin, 0};
  }
  std::shared_ptr<MemoryObject> part(uint64_t Offset,
                                     uint64_t Size) const override;

  static unsigned char *at(const Memory &M, uint64_t Offset = 0) {
    return static_cast<NativeMemory &>(*M.object()).Begin + Offset;
  }

private:
  unsigned char *Begin;
  bool IsOwn = false;
};

/// A kernel of the object code with its arguments.
class NativeKernel : public Kernel {
public:
  NativeKernel(const char *Name, std::unique_ptr<const NativeGroup> Group,
               uint32_t Parameters, const NativeSource &Source, bool IsInOrder)
      : Kernel(Parameters), Source(Source), Name(Name), IsInOrder(IsInOrder),
        Group(std::move(Group)), Values(Parameters), Addresses(Parameters) {}

  uint64_t maxGroup() const override { return 1; }
  std::string name() const override { return Name; }

  /// Runs \p Groups groups on the threads of a team.
  ///
  /// \throws DeviceError before any has begun.
  void run(uint64_t Groups) const;

private:
  void setBytes(uint32_t I, size_t Size, const void *Bytes) override;
  void setMemory(uint32_t I, const Memory &M) override;

  /// As much as most arguments need, aligned for every type.
  struct alignas(64) Block {
    unsigned char Bytes[64];
  };
  const NativeSource Source;
  const char *const Name;
  const bool IsInOrder; ///< Groups begin in the order of their numbers.
  const std::unique_ptr<const NativeGroup> Group;
  std::vector<std::vector<Block>> Values;
  std::vector<const void *> Addresses;
};

/// Executes every command before it returns.
class NativeQueue : public Queue {
public:
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
  void waitFor(const std::vector<Event> &) override {}
  void flush() override {}
  void finish() override {}
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_NATIVE_NATIVEQUEUE_H

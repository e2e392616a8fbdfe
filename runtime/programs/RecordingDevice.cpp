//===- RecordingDevice.cpp - A device that records programs ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordingDevice.h"
#include "device/cuda/PtxLibrary.h"
#include "plan/CompiledPlans.h"
#include <cstring>

namespace ompscan::rt {

namespace {

class NoMemory : public MemoryObject {
public:
  using MemoryObject::MemoryObject;
  std::pair<const void *, uint64_t> allocation() const override {
    return {this, 0};
  }
  std::shared_ptr<MemoryObject> part(uint64_t, uint64_t Size) const override {
    return std::make_shared<NoMemory>(Size);
  }
};

class UnpinnedMemory : public PinnedMemory {
public:
  explicit UnpinnedMemory(uint64_t Size) : All(new unsigned char[Size]) {}
  unsigned char *bytes() const override { return All.get(); }

private:
  const std::unique_ptr<unsigned char[]> All;
};

class NoEvents final : public EventOperations {
public:
  constexpr NoEvents() = default;
  void retain(void *) const override {}
  void release(void *) const noexcept override {}
  void wait(void *) const override {}
  bool hasEnded(void *) const override { return true; }
  std::string failure(void *) const override { return ""; }
  EventTimes times(void *) const override { return {0, 0, 0}; }
};
constexpr NoEvents Operations;

class NoQueue : public Queue {
public:
  void write(const Memory &, uint64_t, uint64_t, const void *, Blocking,
             Event *E) override {
    end(E);
  }
  void read(const Memory &, uint64_t, uint64_t Size, void *To, Blocking,
            Event *E) override {
    std::memset(To, 0, Size);
    end(E);
  }
  void copy(const Memory &, uint64_t, const Memory &, uint64_t, uint64_t,
            Event *E) override {
    end(E);
  }
  void writeStrided(const Memory &, uint64_t, const StridedBlocks &,
                    const void *, Event *E) override {
    end(E);
  }
  void copyStrided(const Memory &, uint64_t, const Memory &, uint64_t,
                   const StridedBlocks &, Event *E) override {
    end(E);
  }
  void fill(const Memory &, uint64_t, uint64_t, const void *,
            uint64_t) override {}
  void run(Kernel &, uint64_t, uint32_t, Event *E) override { end(E); }
  Event mark() override { return {Operations, this}; }
  void waitFor(const std::vector<Event> &) override {}
  void flush() override {}
  void finish() override {}

private:
  void end(Event *E) {
    if (E)
      *E = mark();
  }
};

} // namespace

RecordingDevice::RecordingDevice() {
  Properties.Info = {"recording device", DeviceType::Gpu};
  Properties.Kind = DriverKind::Nvidia;
  Properties.Limits = CudaLimits;
  Properties.MaxBuffer = Properties.Memory = uint64_t(1) << 50;
  Properties.Units = 1;
  Properties.HasFp64 = true;
  Properties.CompilesText = false;
  Properties.TakesPtx = true;
  Properties.ShowsFailures = true;
  Properties.ComputeCapability = LeastPtxCapability;
}

Memory RecordingDevice::allocate(uint64_t Size) {
  return std::make_shared<NoMemory>(Size);
}

std::unique_ptr<PinnedMemory> RecordingDevice::allocatePinned(uint64_t Size) {
  return std::make_unique<UnpinnedMemory>(Size);
}

std::shared_ptr<Queue> RecordingDevice::makeQueue(bool) {
  return std::make_shared<NoQueue>();
}

std::shared_ptr<const DeviceProgram>
RecordingDevice::build(const ProgramSource &Source) {
  ++Requests;
  Programs.try_emplace(programName(Source.Text, Source.Options),
                       RecordedProgram{Source.Text, Source.Options});
  throw DeviceError(DeviceError::Kind::BuildFailed,
                    [] { return "the program has been recorded"; });
}

} // namespace ompscan::rt

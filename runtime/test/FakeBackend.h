//===- FakeBackend.h - A device without a driver -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A back end for tests. Its memory is in arrays of the host, its commands end
/// at once, and it runs one loop: that of TestLoop<IntSum> with two arrays, by
/// reduce-then-scan. It records all calls and lets one of them fail.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_FAKEBACKEND_H
#define OMPSCAN_TEST_FAKEBACKEND_H

#include "device/backend/Backend.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ompscan::rt {

class FakeEvents final : public EventOperations {
public:
  constexpr FakeEvents() = default;
  void retain(void *) const override {}
  void release(void *) const noexcept override {}
  void wait(void *) const override {}
  bool hasEnded(void *) const override { return true; }
  std::string failure(void *) const override { return ""; }
  EventTimes times(void *) const override { return {0, 0, 10000000}; }
};
constexpr FakeEvents FakeEventOperations;

/// An event that can be told from others by \p Object.
inline Event fakeEvent(void *Object) { return {FakeEventOperations, Object}; }

/// The calls that a device has seen.
class FakeCalls {
public:
  /// Has call \p K from now on, counted from 1, fail; 0: none.
  void failAt(unsigned K) {
    const std::lock_guard<std::mutex> Guard(Lock);
    Seen.clear();
    At = K;
  }
  /// Notes a call.
  ///
  /// \throws DeviceError if it is the one that has to fail.
  void note(const std::string &Name) {
    const std::lock_guard<std::mutex> Guard(Lock);
    Seen.push_back(Name);
    if (Seen.size() == At)
      throw DeviceError(DeviceError::Kind::Other, [&] {
        return Name + " fails as call " + std::to_string(At);
      });
  }
  size_t count() const {
    const std::lock_guard<std::mutex> Guard(Lock);
    return Seen.size();
  }
  size_t count(const std::string &Name) const {
    const std::lock_guard<std::mutex> Guard(Lock);
    return static_cast<size_t>(std::count(Seen.begin(), Seen.end(), Name));
  }

private:
  mutable std::mutex Lock;
  std::vector<std::string> Seen;
  size_t At = 0;
};

class FakeMemory : public MemoryObject {
public:
  explicit FakeMemory(uint64_t Size) : MemoryObject(Size), Bytes(Size, 0xEE) {}
  std::pair<const void *, uint64_t> allocation() const override {
    return {this, 0};
  }
  std::shared_ptr<MemoryObject> part(uint64_t, uint64_t) const override {
    return nullptr;
  }
  static unsigned char *at(const Memory &M, uint64_t Offset) {
    return static_cast<FakeMemory &>(*M.object()).Bytes.data() + Offset;
  }

private:
  std::vector<unsigned char> Bytes;
};

class FakeKernel : public Kernel {
public:
  FakeKernel(std::string Name, uint32_t Parameters)
      : Kernel(Parameters), Name(std::move(Name)) {}
  uint64_t maxGroup() const override { return 256; }
  std::string name() const override { return Name; }

  /// The effect of the loop of TestLoop<IntSum>, from its arguments.
  void scan() {
    const int64_t Step = number(4), Lower = number(9);
    int32_t *const Y = array(0), *const X = array(2);
    const auto Element = [&](uint32_t Array, int64_t I) {
      return number(5 + Array) * I + number(6 + Array) - number(1 + Array);
    };
    for (int64_t K = 0; K != number(10); ++K) {
      const int64_t I = Lower + K * Step;
      Y[Element(0, I)] =
          static_cast<int32_t>(static_cast<uint32_t>(Y[Element(0, I - Step)]) +
                               static_cast<uint32_t>(X[Element(2, I)]));
    }
  }

private:
  void setBytes(uint32_t I, size_t Size, const void *Bytes) override {
    std::memcpy(&Numbers[I], Bytes, std::min(Size, sizeof Numbers[I]));
  }
  void setMemory(uint32_t I, const Memory &M) override { Arrays[I] = M; }
  int64_t number(uint32_t I) { return Numbers[I]; }
  int32_t *array(uint32_t I) {
    return reinterpret_cast<int32_t *>(FakeMemory::at(Arrays[I], 0));
  }

  const std::string Name;
  std::map<uint32_t, int64_t> Numbers;
  std::map<uint32_t, Memory> Arrays;
};

class FakeProgram : public DeviceProgram {
public:
  std::unique_ptr<Kernel> kernel(const char *Name) const override {
    const bool IsOfLoop = std::strstr(Name, "_tiles") != nullptr;
    return std::make_unique<FakeKernel>(Name, IsOfLoop ? 13 : 3);
  }
};

class FakeQueue : public Queue {
public:
  explicit FakeQueue(FakeCalls &Calls) : Calls(Calls) {}

  void write(const Memory &To, uint64_t Offset, uint64_t Size, const void *From,
             Blocking, Event *E) override {
    note("write", E);
    std::memcpy(FakeMemory::at(To, Offset), From, Size);
  }
  void read(const Memory &From, uint64_t Offset, uint64_t Size, void *To,
            Blocking, Event *E) override {
    note("read", E);
    std::memcpy(To, FakeMemory::at(From, Offset), Size);
  }
  void copy(const Memory &From, uint64_t FromOffset, const Memory &To,
            uint64_t ToOffset, uint64_t Size, Event *E) override {
    note("copy", E);
    std::memmove(FakeMemory::at(To, ToOffset), FakeMemory::at(From, FromOffset),
                 Size);
  }
  void writeStrided(const Memory &To, uint64_t Offset, const StridedBlocks &P,
                    const void *From, Event *E) override {
    note("writeStrided", E);
    for (uint64_t I = 0; I != P.Count; ++I)
      std::memcpy(FakeMemory::at(To, Offset + I * P.Stride),
                  static_cast<const unsigned char *>(From) + I * P.Stride,
                  P.Size);
  }
  void copyStrided(const Memory &From, uint64_t FromOffset, const Memory &To,
                   uint64_t ToOffset, const StridedBlocks &P,
                   Event *E) override {
    note("copyStrided", E);
    for (uint64_t I = 0; I != P.Count; ++I)
      std::memcpy(FakeMemory::at(To, ToOffset + I * P.Stride),
                  FakeMemory::at(From, FromOffset + I * P.Stride), P.Size);
  }
  void fill(const Memory &To, uint64_t Offset, uint64_t Size,
            const void *Pattern, uint64_t PatternSize) override {
    note("fill", nullptr);
    for (uint64_t I = 0; I != Size; I += PatternSize)
      std::memcpy(FakeMemory::at(To, Offset + I), Pattern, PatternSize);
  }
  void run(Kernel &K, uint64_t, uint32_t, Event *E) override {
    note("run " + K.name(), E);
    if (K.name() == "ompscan_finish_tiles")
      static_cast<FakeKernel &>(K).scan();
  }
  Event mark() override { return fakeEvent(this); }
  void waitFor(const std::vector<Event> &) override {}
  void flush() override { Calls.note("flush"); }
  void finish() override { Calls.note("finish"); }

private:
  void note(const std::string &Name, Event *E) {
    Calls.note(Name);
    if (E)
      *E = fakeEvent(this);
  }
  FakeCalls &Calls;
};

class FakePinned : public PinnedMemory {
public:
  explicit FakePinned(uint64_t Size) : All(Size) {}
  unsigned char *bytes() const override {
    return const_cast<unsigned char *>(All.data());
  }

private:
  const std::vector<unsigned char> All;
};

class FakeDevice : public BackendDevice {
public:
  FakeDevice() {
    Properties.Info = {"Fake device", DeviceType::Other};
    Properties.Limits = {false, 256, 48 * 1024};
    Properties.MaxBuffer = Properties.Memory = uint64_t(1) << 30;
    Properties.Units = 4;
  }
  const DeviceProperties &properties() const override { return Properties; }
  std::vector<std::pair<std::string, std::string>> details() const override {
    return {};
  }
  std::vector<std::string> identity() const override { return {"fake"}; }
  const void *pinnedScope() override { return this; }

  Memory allocate(uint64_t Size) override {
    Calls.note("allocate");
    return std::make_shared<FakeMemory>(Size);
  }
  std::unique_ptr<PinnedMemory> allocatePinned(uint64_t Size) override {
    Calls.note("allocatePinned");
    return std::make_unique<FakePinned>(Size);
  }
  std::shared_ptr<Queue> makeQueue(bool) override {
    Calls.note("makeQueue");
    return std::make_shared<FakeQueue>(Calls);
  }
  std::shared_ptr<const DeviceProgram> build(const ProgramSource &) override {
    Calls.note("build");
    if (FailsToBuild)
      throw DeviceError(DeviceError::Kind::Other,
                        [] { return "nothing can be built"; });
    return std::make_shared<FakeProgram>();
  }
  bool testLookback() noexcept override { return false; }

  DeviceProperties Properties;
  FakeCalls Calls;
  bool FailsToBuild = false;
};

} // namespace ompscan::rt

#endif // OMPSCAN_TEST_FAKEBACKEND_H

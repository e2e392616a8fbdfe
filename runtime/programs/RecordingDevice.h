//===- RecordingDevice.h - A device that records programs ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PROGRAMS_RECORDINGDEVICE_H
#define OMPSCAN_PROGRAMS_RECORDINGDEVICE_H

#include "device/backend/Backend.h"
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// A program that a device has been asked for.
struct RecordedProgram {
  std::string Text, Options;
};

/// A device with the properties that programs for CUDA depend on. It has no
/// memory, and builds nothing: a call on it ends with an error when it has
/// asked for its program.
class RecordingDevice : public BackendDevice {
public:
  RecordingDevice();

  /// By the names of PtxLibrary.
  const std::map<std::string, RecordedProgram> &programs() const {
    return Programs;
  }

  /// How often a program has been asked for.
  unsigned requests() const { return Requests; }

  const DeviceProperties &properties() const override { return Properties; }
  std::vector<std::pair<std::string, std::string>> details() const override {
    return {};
  }
  std::vector<std::string> identity() const override { return {"recording"}; }
  const void *pinnedScope() override { return this; }
  Memory allocate(uint64_t Size) override;
  std::unique_ptr<PinnedMemory> allocatePinned(uint64_t Size) override;
  std::shared_ptr<Queue> makeQueue(bool TakesTimes) override;
  std::shared_ptr<const DeviceProgram>
  build(const ProgramSource &Source) override;
  bool testLookback() noexcept override { return true; }

private:
  DeviceProperties Properties;
  unsigned Requests = 0;
  std::map<std::string, RecordedProgram> Programs;
};

} // namespace ompscan::rt

#endif // OMPSCAN_PROGRAMS_RECORDINGDEVICE_H

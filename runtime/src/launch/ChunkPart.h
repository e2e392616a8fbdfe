//===- ChunkPart.h - A chunk among the others ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_CHUNKPART_H
#define OMPSCAN_RT_LAUNCH_CHUNKPART_H

#include "launch/ChunkPipeline.h"
#include "launch/LoopPart.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt {

/// A chunk of a loop. The carry comes by way of a pipeline.
class ChunkPart : public LoopPart {
public:
  /// Chunk \p Number, on the device that reports call \p Device. The scalars of
  /// \p Slice get the values of accumulators.
  ChunkPart(ChunkPipeline &Others, uint64_t Number, LaunchDescriptor &Slice,
            const std::string &Device)
      : Others(Others), Number(Number), Slice(Slice), Device(Device) {
    HasSeeds = Number == 0;
  }

  void receive() override;
  void sendSeeds(Stream &Commands,
                 std::vector<ArrayTransfer> &Arrays) const override;
  void handOn(Stream &Commands, std::vector<ArrayTransfer> &Arrays,
              const std::vector<unsigned char> &Values) override;
  void beginStoring(bool InOrder) override {
    Others.beginStoring(Number, InOrder);
  }
  void endStoring(bool HasStored) override {
    Others.endStoring(Number, HasStored);
  }
  void note(const LaunchRecord &Record) const override {
    Others.note(Record, Device);
  }

  bool IsLast = false;

private:
  ChunkPipeline &Others;
  const uint64_t Number;
  LaunchDescriptor &Slice;
  const std::string &Device;
  const Carry *Before = nullptr; ///< null in the first chunk
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_CHUNKPART_H

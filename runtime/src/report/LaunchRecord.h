//===- LaunchRecord.h - What a launch did, and when ----------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_REPORT_LAUNCHRECORD_H
#define OMPSCAN_RT_REPORT_LAUNCHRECORD_H

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

/// What a device was doing.
enum class Activity { Kernel, Send, Fetch, Copy };

/// A command on the device, in the time of the host.
struct DeviceSpan {
  Activity What;
  std::string Name; ///< of the kernel or array
  uint64_t Bytes;   ///< 0 for a kernel
  TimePoint Begin, End;
  std::string Device = {}; ///< empty for that of the launch
};

/// A part of the host's work for a launch.
struct Phase {
  const char *Name;
  TimePoint Begin, End;
};

/// One execution of a loop that a device has done, or a transfer of data.
class LaunchRecord {
public:
  /// Begins now, where the environment asks for times.
  explicit LaunchRecord(const char *Location);

  /// Ends the phase at work and begins another one.
  void beginPhase(const char *Name);
  /// Ends the last phase, and the launch.
  void end();

  /// Time that the device spent in kernels and in transfers.
  Duration kernelTime() const;
  Duration transferTime() const;
  /// Time of the launch in which the device had nothing to do for it.
  Duration managementTime() const;
  /// All of these; a deferred launch goes on when the host has left it.
  Duration wholeTime() const;

  const char *Location;
  std::string Device;
  std::string Method; ///< algorithm and tiles; empty for a transfer
  uint64_t Iterations = 0;
  uint64_t BytesSent = 0;
  uint64_t BytesFetched = 0;
  TimePoint Begin, End;
  /// ompscan-tune has not been run for its tiles, whose shape is a guess.
  bool HasGuessedShape = false;
  /// The host has not waited for the device: End is when it went on.
  bool IsDeferred = false;
  uint64_t Thread = 0; ///< that has launched it; 0 for the one that notes it
  std::vector<Phase> Phases;
  std::vector<DeviceSpan> Spans;

private:
  Duration busyBetween(TimePoint From, TimePoint To) const;
};

/// The line of OMPSCAN_INFO.
std::string describe(const LaunchRecord &R);

/// In milliseconds, "1.234".
std::string milliseconds(Duration D);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_REPORT_LAUNCHRECORD_H

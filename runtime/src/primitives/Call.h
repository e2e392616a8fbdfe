//===- Call.h - A primitive on a device ----------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_CALL_H
#define OMPSCAN_RT_PRIMITIVES_CALL_H

#include "data/DataEnvironment.h"
#include "device/BufferPool.h"
#include "device/Device.h"
#include "device/Stream.h"
#include "launch/ProgramCache.h"
#include "plan/Plan.h"
#include "primitives/ElementText.h"
#include "report/LaunchRecord.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::rt {

/// The access of a call to an array of the program.
enum class Use {
  In,    ///< reads it
  Out,   ///< stores to it
  InOut, ///< changes it
};

/// Sets arguments of a kernel one after the other.
class ArgumentSetter {
public:
  explicit ArgumentSetter(Kernel &K) : K(K) {}
  /// A null buffer is a null pointer.
  ArgumentSetter &add(const Memory &B) {
    K.set(Next++, B);
    return *this;
  }
  ArgumentSetter &add(uint64_t Value) {
    K.set(Next++, Value);
    return *this;
  }
  ArgumentSetter &add(uint32_t Value) {
    K.set(Next++, Value);
    return *this;
  }
  ArgumentSetter &add(const std::vector<UserValue> &Values) {
    for (const UserValue &V : Values)
      K.set(Next++, V.Bytes.size(), V.Bytes.data());
    return *this;
  }

private:
  Kernel &K;
  uint32_t Next = 0;
};

/// One call of a primitive on a device. Nothing in the memory of the program
/// changes before end(), when all kernels have ended well, but for data that is
/// present on the device (operand()).
class Call {
public:
  /// \param Function the name of the primitive, for messages and profiles.
  Call(const std::shared_ptr<Device> &D, const char *Function, uint64_t N);
  Call(const Call &) = delete;
  ~Call();

  Device &device() { return *D; }
  /// Single-pass, or reduce-then-scan.
  Algorithm method() const { return Method; }

  /// Returns a buffer on the device for the \p Bytes bytes at \p Host, with
  /// room for \p Room bytes if that is more. All arrays of a program pass
  /// through here. The buffer is a copy, unless the data is present on the
  /// device and the call only reads it or \p MayChange is set: nothing else of
  /// the call overlaps it. Results are copied back by fetch() only.
  /// \throws Refusal if only a part of the data is present.
  Memory operand(const char *Name, const void *Host, uint64_t Bytes, Use What,
                 uint64_t Room = 0, bool MayChange = false);
  /// The number of bytes from \p Host on that are present on the device.
  uint64_t presentBytes(const void *Host);
  /// Uninitialized memory for the call.
  Memory scratch(uint64_t Bytes);
  /// Copies \p Bytes bytes of \p From, from \p Offset on, to \p Host in end().
  void fetch(const char *Name, const Memory &From, void *Host, uint64_t Bytes,
             uint64_t Offset = 0);

  /// Kernels of \p Text by their \p Names (KernelSet::Named).
  KernelLease kernels(const std::string &Text, const Plan &Wanted,
                      uint64_t ItemSize, const std::vector<std::string> &Names);

  void run(Kernel &K, uint64_t Groups, uint32_t Group);
  /// Runs \p K in a single pass over \p Tiles tiles with statuses of
  /// \p Words words. The tile states are its last arguments, behind those that
  /// \p Setter has set.
  void runSinglePass(Kernel &K, ArgumentSetter &Setter, uint64_t Tiles,
                     uint64_t Words, uint32_t Group);
  /// Waits for the kernels and reads the first \p Bytes bytes of \p From.
  void read(const Memory &From, void *To, uint64_t Bytes);
  /// Does \p Step. An error after which data may be lost is a Refusal.
  void attempt(const std::function<void()> &Step);

  /// Copies the results to the program's arrays.
  void end();

private:
  struct Result {
    const char *Name;
    Memory From;
    void *Host;
    uint64_t Bytes, Offset;
    std::shared_ptr<PresentData> To; ///< where it is present
  };

  /// The data that an array is present in; null if it is not present.
  std::shared_ptr<PresentData> presentOf(const char *Name, const void *Host,
                                         uint64_t Bytes);

  /// Data that is used where it is.
  struct View {
    Memory Buffer;
    std::shared_ptr<PresentData> Data;
  };

  /// A buffer for the \p Bytes bytes at \p Host within \p Data; null if the
  /// device cannot make one.
  Memory viewOf(const PresentData &Data, const void *Host, uint64_t Bytes);
  void bringResults();
  /// Throws an error that names the first \p Begun results, some of which are
  /// lost because of \p Cause.
  [[noreturn]] void loseResults(size_t Begun, const std::string &Cause) const;

  const std::shared_ptr<Device> D;
  Algorithm Method;
  LaunchRecord Record;
  std::string Shape;                       ///< for the record
  std::vector<Event> Kernels;              ///< and copies, where they are timed
  std::vector<TileStateBuffer> TileStates; ///< to be given back at the end
  std::vector<Result> Results;
  std::vector<View> Views;
  /// Memory of the host that the call reads.
  std::vector<std::pair<uintptr_t, uintptr_t>> Inputs;
  bool Changes = false; ///< some arrays on the device
  bool HasRun = false;  ///< a kernel has been enqueued
  bool HasEnded = false;
  std::vector<PooledBuffer> Held; ///< until all commands are over
  // Declared last: it is finished before the memory that it uses goes away.
  Stream Commands;
};

/// Copies \p Bytes to the array \p Name of a program at \p Host, or to its
/// place on \p D.
void deliverTo(const std::shared_ptr<Device> &D, const char *Function,
               const char *Name, void *Host,
               const std::vector<unsigned char> &Bytes);

/// Whether a call on \p D can be done in a single pass.
Algorithm chooseMethod(Device &D);

/// The plan for tiles of \p ItemSize bytes an element by \p Method.
Plan slidePlan(Device &D, Algorithm Method, uint64_t ItemSize);

/// The plan of a selection, by warps where the device has them. Each element of
/// \p ItemSize bytes moves together with a value of \p ValueSize bytes.
/// \p HasRejected: rejected elements are stored, too.
Plan selectPlan(Device &D, Algorithm Method, uint64_t ItemSize,
                uint64_t ValueSize, bool HasRejected);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_CALL_H

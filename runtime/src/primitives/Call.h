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

/// What a call does with an array of the program.
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
  /// \throws Failure if there is no device.
  Call(const char *Function, uint64_t N);
  Call(const Call &) = delete;
  ~Call();

  Device &device() { return *D; }
  /// Single-pass, or reduce-then-scan.
  Algorithm method() const { return Method; }

  /// The device's side of \p Bytes bytes at \p Host: the one place through
  /// which every array of a program goes. What is stored comes back where
  /// fetch() says so. The buffer has room for \p Room bytes, if that is more.
  /// It is a copy, or the data itself where that is present on the device and
  /// is only read, or \p MayChange: nothing else of the call lies there.
  /// \throws Refusal if only a part of it is present.
  Memory operand(const char *Name, const void *Host, uint64_t Bytes, Use What,
                 uint64_t Room = 0, bool MayChange = false);
  /// How many bytes of data that is present on the device there are from \p
  /// Host on; 0 where it is not.
  uint64_t presentBytes(const void *Host);
  /// Memory for the call, with nothing in it.
  Memory scratch(uint64_t Bytes);
  /// Has \p Bytes bytes of \p From brought to \p Host at the end.
  void fetch(const char *Name, const Memory &From, void *Host, uint64_t Bytes);

  /// Kernels of \p Text by their \p Names (KernelSet::Named).
  KernelLease kernels(const std::string &Text, const Plan &Wanted,
                      uint64_t ItemSize, const std::vector<std::string> &Names);

  void run(Kernel &K, uint64_t Groups, uint32_t Group);
  /// Runs \p K in a single pass over \p Tiles tiles with statuses of
  /// \p Words words; its last arguments, which follow those that \p Setter has
  /// set, are the chain.
  void runChained(Kernel &K, ArgumentSetter &Setter, uint64_t Tiles,
                  uint64_t Words, uint32_t Group);
  /// Waits for the kernels and brings the first \p Bytes bytes of \p From.
  void read(const Memory &From, void *To, uint64_t Bytes);
  /// Does \p Step. An error after which data may be lost is a Refusal.
  void attempt(const std::function<void()> &Step);

  /// Brings the results to the program.
  void end();

private:
  struct Result {
    const char *Name;
    Memory From;
    void *Host;
    uint64_t Bytes;
    std::shared_ptr<PresentData> To; ///< where it is present
  };

  /// What is present of an array; null if nothing is.
  std::shared_ptr<PresentData> presentOf(const char *Name, const void *Host,
                                         uint64_t Bytes);

  /// Data that is used where it is.
  struct View {
    Memory Buffer;
    std::shared_ptr<PresentData> Data;
  };

  /// \p Bytes bytes at \p Host in \p Data as a buffer of their own; null where
  /// that cannot be.
  Memory viewOf(const PresentData &Data, const void *Host, uint64_t Bytes);
  void bringResults();
  /// Throws what has become of the first \p Begun results when \p Cause kept
  /// the others, or some of them, from coming.
  [[noreturn]] void loseResults(size_t Begun, const std::string &Cause) const;

  const std::shared_ptr<Device> D;
  Algorithm Method;
  LaunchRecord Record;
  std::string Shape;                   ///< for the record
  std::vector<Event> Kernels;          ///< and copies, where they are timed
  std::vector<TileStateBuffer> Chains; ///< to be given back at the end
  std::vector<Result> Results;
  std::vector<View> Views;
  /// Memory of the host that the call reads.
  std::vector<std::pair<uintptr_t, uintptr_t>> Inputs;
  bool Changes = false; ///< some of them
  bool HasRun = false;  ///< a kernel
  bool HasEnded = false;
  std::vector<PooledBuffer> Held; ///< until all commands are over
  // Declared last: it is finished before the memory that it uses goes away.
  Stream Commands;
};

/// Brings \p Bytes to the array \p Name of a program at \p Host, or to its
/// place on the device.
void deliverTo(const char *Function, const char *Name, void *Host,
               const std::vector<unsigned char> &Bytes);

/// Whether a call on \p D can be done in a single pass.
Algorithm chooseMethod(Device &D);

/// The plan for tiles of \p ItemSize bytes an element by \p Method.
Plan slidePlan(Device &D, Algorithm Method, uint64_t ItemSize);

/// The same for selections, which warps do where they can. Elements of
/// \p ItemSize bytes have companions of \p CompanionSize. \p HasRest: those
/// that are not kept are stored, too.
Plan selectPlan(Device &D, Algorithm Method, uint64_t ItemSize,
                uint64_t CompanionSize, bool HasRest);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_CALL_H

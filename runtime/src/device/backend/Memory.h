//===- Memory.h - Memory of a device ---------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DEVICE_BACKEND_MEMORY_H
#define OMPSCAN_RT_DEVICE_BACKEND_MEMORY_H

#include <cstdint>
#include <memory>
#include <utility>

namespace ompscan::rt {

/// An allocation of a back end, which frees it in its destructor.
class MemoryObject {
public:
  explicit MemoryObject(uint64_t Size) : Size(Size) {}
  MemoryObject(const MemoryObject &) = delete;
  virtual ~MemoryObject() = default;

  /// The driver's object that it is or is a part of, and where it begins there.
  virtual std::pair<const void *, uint64_t> allocation() const = 0;

  /// \p Size bytes from \p Offset on, as memory of their own; null if the
  /// device has no such thing.
  virtual std::shared_ptr<MemoryObject> part(uint64_t Offset,
                                             uint64_t Size) const = 0;

  const uint64_t Size; ///< bytes

  /// A number that no other object of the process has had, from 1. An address
  /// or a handle may be used again.
  const uint64_t Number = newNumber();

private:
  static uint64_t newNumber();
};

/// Memory of a device. Copies share it.
class Memory {
public:
  Memory() = default;
  template <typename T>
  Memory(std::shared_ptr<T> Object) : Object(std::move(Object)) {}

  explicit operator bool() const { return Object != nullptr; }
  bool operator==(const Memory &M) const { return Object == M.Object; }
  bool operator!=(const Memory &M) const { return Object != M.Object; }

  /// MemoryObject::Number; 0 of null.
  uint64_t number() const { return Object ? Object->Number : 0; }
  uint64_t size() const { return Object->Size; }
  /// See MemoryObject::allocation().
  std::pair<const void *, uint64_t> allocation() const {
    return Object->allocation();
  }
  /// See MemoryObject::part().
  Memory part(uint64_t Offset, uint64_t Size) const {
    return Object->part(Offset, Size);
  }
  /// The back end's object; null of null.
  const std::shared_ptr<MemoryObject> &object() const { return Object; }

private:
  std::shared_ptr<MemoryObject> Object;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DEVICE_BACKEND_MEMORY_H

//===- DataDirective.h - Directives on data ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `target data`, `target enter data`, `target exit data` and `target update`
/// of OpenMP 5.2 (sections 13.5 to 13.7, 13.9), as object code describes them.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DATA_DATADIRECTIVE_H
#define OMPSCAN_RT_DATA_DATADIRECTIVE_H

#include "data/DataEnvironment.h"
#include "ompscan/status.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ompscan::rt {

class Device;

/// The status that a directive returns for \p E.
ompscan_status statusOf(const DeviceError &E);

/// One execution of a directive on data, which another thread than the one that
/// has made the object may do.
class DataDirective {
public:
  DataDirective(const char *Location, std::shared_ptr<Device> On);

  const char *location() const { return Location; }
  const Device *device() const { return On.get(); }

  /// Adds a list item; \p Flags are ompscan_map_flags and ompscan_item_flags.
  /// One of no bytes is only the target of its pointer.
  ///
  /// \throws DataError if it has no address.
  void add(const char *Name, const void *Address, uint64_t Bytes,
           unsigned Flags);

  /// Repeats the list item that was added last, which an update moves, \p Count
  /// times, each \p Distance bytes behind the one before.
  void repeat(uint64_t Count, uint64_t Distance);

  /// Maps all items or none.
  ///
  /// \throws DataError or Failure; then nothing is mapped.
  void enter();
  /// Takes away what enter() has counted. What is not there is passed over, as
  /// OpenMP has it.
  ///
  /// \throws DataError or Failure.
  void exit();
  /// Moves what is there.
  ///
  /// \throws DataError or Failure.
  void update();

private:
  struct Item {
    const char *Name;
    void *Address;
    uint64_t Bytes;
    unsigned Flags;
    /// Where the pointer that the item is a section of lies; null if it is
    /// none.
    const void *Pointer = nullptr;
    /// It is so many blocks of `Bytes` bytes, `Distance` bytes apart.
    uint64_t Count = 1;
    uint64_t Distance = 0;

    HostBlocks blocks() const { return {Address, Bytes, Count, Distance}; }
  };
  void divide();
  void attach(const std::vector<bool> &IsNew);
  std::vector<Item> present() const;
  std::vector<Item> joined(const std::vector<Item> &All) const;

  const char *const Location;
  const std::shared_ptr<Device> On;
  const Mapper By;
  std::vector<Item> Items;
  std::vector<const void *> EmptyPointers; ///< those of items of no bytes
  bool LastIsEmpty = false; ///< The item that was added last has no bytes.
  size_t LastItem = 0;      ///< where that item begins, which may be several
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DATA_DATADIRECTIVE_H

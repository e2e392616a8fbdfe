//===- DataEnvironment.h - What is present on a device -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The device data environment of OpenMP 5.2: which bytes of the host have a
/// counterpart on a device, where that is, and how often they are mapped.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_DATA_DATAENVIRONMENT_H
#define OMPSCAN_RT_DATA_DATAENVIRONMENT_H

#include "device/BufferPool.h"
#include "device/DataUses.h"
#include "device/Device.h"
#include "device/MappedCount.h"
#include "ompscan/data.h"
#include "report/LaunchRecord.h"
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace ompscan::rt {

/// A call on data cannot be done. The text is a clause without a full stop.
class DataError : public std::runtime_error {
public:
  DataError(ompscan_status Code, const std::string &Text)
      : std::runtime_error(Text), Code(Code) {}
  const ompscan_status Code;
};

/// The thread that a program has a thing done by.
struct Mapper {
  std::thread::id Thread;
  bool IsFirst; ///< of the program

  static Mapper thisThread();
};

/// Keeps the data of another runtime where it is for as long as it exists.
class Keeper {
public:
  Keeper() = default;
  Keeper(const Keeper &) = delete;
  virtual ~Keeper() = default;
};

/// Bytes of the host from `Begin` to before `End`, and the buffer that holds
/// their counterparts. Whoever holds a pointer to it may use the buffer, also
/// when the data is no longer mapped.
class PresentData : public DeviceData,
                    public std::enable_shared_from_this<PresentData> {
public:
  uintptr_t begin() const { return Begin; }
  uintptr_t end() const { return End; }
  const Memory &buffer() const {
    return OnHost ? OnHost : Foreign ? Foreign : *Own;
  }
  /// The device uses the host's memory: nothing is copied.
  bool isOnHost() const { return bool(OnHost); }
  /// Where the byte at `begin()` lies in the buffer.
  uint64_t offset() const { return Offset; }
  /// Where the byte at \p Address, which is one of them, lies in the buffer.
  uint64_t offsetOf(uintptr_t Address) const {
    return Offset + (Address - Begin);
  }
  /// There is no memory on the host (ompscan_device_alloc).
  bool isDeviceOnly() const { return DeviceOnly; }
  /// The buffer is not used again for other data.
  void distrust() override { Sound = false; }
  /// Whether this thread has its values on the host for a while, so that the
  /// host's memory is what counts (DataEnvironment::lend()).
  bool isLentHere() const {
    return Borrower.load() == std::this_thread::get_id();
  }

  /// Whether any thread has.
  bool isLent() const { return Borrower.load() != std::thread::id(); }

  /// Whether the program knows the buffer, so that it may put commands of its
  /// own on it: it finds all loops on it ended.
  bool isShared() const { return Foreign || Shared; }
  void share() { Shared = true; }

  /// Whether this thread, or the program's first one, has mapped it. What other
  /// threads have mapped they may be at work on.
  bool isOfThisThread() const;

  /// Data of another runtime, in \p Buffer, for one launch: no data environment
  /// has it. If it \p IsDeviceOnly, the addresses are the device's.
  static std::shared_ptr<PresentData> borrow(uintptr_t Begin, uintptr_t End,
                                             const Memory &Buffer,
                                             std::unique_ptr<Keeper> Keep,
                                             bool IsDeviceOnly);

  PresentData(const PresentData &) = delete;
  ~PresentData() override;

private:
  friend class DataEnvironment;
  PresentData(uintptr_t Begin, uintptr_t End, const Mapper &By);

  const uintptr_t Begin, End;
  const Mapper By;
  PooledBuffer Own;
  Memory OnHost;  ///< the data itself
  Memory Foreign; ///< a program's own
  uint64_t Offset = 0;
  std::shared_ptr<PresentData> Lender; ///< of Foreign, if allocate() made it
  std::unique_ptr<Keeper> Keep;        ///< of borrow()
  bool DeviceOnly = false;
  std::atomic<bool> Shared{false};
  /// All commands on the memory have ended in good order.
  std::atomic<bool> Sound{true};
  /// The thread that has its values on the host.
  std::atomic<std::thread::id> Borrower{std::thread::id()};

  /// A pointer of the program, and what its counterpart on the device holds:
  /// where the data that it leads to begins, as an address of the host.
  struct Attachment {
    uintptr_t Pointer;
    uintptr_t Value;
  };

  // Guarded by the lock of the environment:
  uint64_t References = 1;
  std::vector<Attachment> Attached; ///< pointers that lie in this data
  bool Endless = false;             ///< References are not counted.
  bool Busy = false; ///< It is on its way in or out; others wait.
};

/// Bytes of the host to copy: blocks at equal distances, at least as far apart
/// as they are long.
struct HostBlocks {
  void *Address;
  uint64_t Size; ///< of a block, at least 1
  uint64_t Count = 1;
  uint64_t Distance = 0;

  /// The bytes from the first block's begin to the last one's end.
  uint64_t extent() const { return (Count - 1) * Distance + Size; }
};

/// What a look into the table has found.
struct Presence {
  enum { Absent, Present, Partial } State = Absent;
  /// Of Present: the data that holds all of the bytes. Of Partial: some data
  /// that has bytes in common with them.
  std::shared_ptr<PresentData> Data;
};

/// The data environment of one device. Safe to use from many threads: what is
/// being mapped by one is waited for by others that want it. Transfers are over
/// when a function returns.
class DataEnvironment : public DeviceExtension {
public:
  explicit DataEnvironment(Device &Owner) : Owner(Owner) {}
  ~DataEnvironment() override;

  /// Looks for \p Bytes >= 1 bytes at \p Address.
  Presence find(const void *Address, uint64_t Bytes);
  /// The same for addresses from \p Begin to before \p End.
  Presence find(uintptr_t Begin, uintptr_t End);
  /// Whether nothing at all is present; a hint, where other threads map.
  bool isEmpty() const { return Entries == 0; }

  /// A number that changes whenever the result of find() may change.
  uint64_t version() const { return Version; }
  /// Holds the table as it is, if it is that of \p Since; holds nothing if not.
  std::unique_lock<std::mutex> lockUnchanged(uint64_t Since);

  /// All that has bytes in common with those from \p Begin to before \p End.
  std::vector<std::shared_ptr<PresentData>> overlapping(uintptr_t Begin,
                                                        uintptr_t End);
  /// Until takeBack(), the values of \p D are on the host for this thread: no
  /// other one moves them. Only one thread of the process lends at a time
  /// (HostMirrorLock).
  /// \return false, and nothing is lent, if it is present no more.
  bool lend(PresentData &D);
  void takeBack(PresentData &D);

  // These do what the functions of ompscan/data.h do; flags are
  // ompscan_map_flags, sizes at least 1. Transfers are noted in the eventLog
  // under the name of \p Call.

  /// \return whether the data is new.
  /// \throws DataError or Failure; then nothing has changed.
  bool enter(const void *Address, uint64_t Bytes, unsigned Flags,
             const char *Call = "ompscan_map",
             const Mapper &By = Mapper::thisThread());
  void exit(const void *Address, uint64_t Bytes, unsigned Flags,
            const char *Call = "ompscan_unmap");
  void updateTo(const HostBlocks &What, const char *Call = "ompscan_update_to");
  void updateFrom(const HostBlocks &What,
                  const char *Call = "ompscan_update_from");

  /// Attaches the counterpart of the pointer at \p Pointer, if it is present,
  /// to the data that the pointer leads to now (OpenMP 5.2, section 5.8.3).
  /// Transfers leave both pointers as they are then.
  ///
  /// \throws Failure
  void attach(const void *Pointer, const char *Call);

  // The same of memory that programs hold themselves (DeviceMemory.cpp).

  /// The data with the bytes at \p Address.
  ///
  /// \throws DataError if they are not present as a whole.
  std::shared_ptr<PresentData> locate(const void *Address, uint64_t Bytes);
  /// Associates host memory with a part of the memory at \p On, an address of
  /// allocate(), which then lasts until disassociate() at least.
  void associateAllocated(const void *Address, uint64_t Bytes, const void *On);
  /// The address of allocate() that \p Address is associated with; \p Address
  /// itself for other data that is present; null where it is not.
  void *mappedAddress(const void *Address);
  void associate(const void *Address, uint64_t Bytes, const Memory &Buffer,
                 uint64_t Offset);
  void disassociate(const void *Address);
  void *allocate(uint64_t Bytes);
  void free(void *Address);
  void copy(void *To, const void *From, uint64_t Bytes);

private:
  using Entry = std::shared_ptr<PresentData>;

  void associate(const void *Address, uint64_t Bytes, const Memory &Buffer,
                 uint64_t Offset, Entry Lender);
  static uintptr_t number(const void *Address) {
    return reinterpret_cast<uintptr_t>(Address);
  }
  [[noreturn]] static void throwOverlap(const PresentData &D,
                                        const void *Address, uint64_t Bytes);
  Presence look(uintptr_t Begin, uintptr_t End) const;
  Presence settle(std::unique_lock<std::mutex> &Guard, uintptr_t Begin,
                  uintptr_t End, bool WaitsForBorrower = false);
  Entry require(std::unique_lock<std::mutex> &Guard, const void *Address,
                uint64_t Bytes);
  void count(size_t More);
  void insert(const Entry &E);
  void remove(const Entry &E);
  void release(const Entry &E);
  void fill(PresentData &D, bool Send, const char *Call);
  std::vector<PresentData::Attachment>
  attachedIn(const PresentData &D, uintptr_t Begin, uintptr_t End);
  void transfer(PresentData &D, Activity Way, const HostBlocks &What,
                const char *Call);
  void send(PresentData &D, const void *Address, uint64_t Bytes,
            const char *Call) {
    transfer(D, Activity::Send, {const_cast<void *>(Address), Bytes}, Call);
  }

  Device &Owner;
  std::atomic<size_t> Entries{0};
  std::mutex Lock; ///< of what follows
  std::atomic<uint64_t> Version{0};
  std::condition_variable Settled;
  /// By the first address; no two have a byte in common.
  std::map<uintptr_t, Entry> Table;
};

/// The data environment of \p D.
inline DataEnvironment &dataOf(Device &D) {
  return D.extension<DataEnvironment>(D);
}

/// To be called by a thread that DriverUse has turned away. Returns if it can
/// go on without a device. Where data is mapped it cannot: it waits for the end
/// of the process, which is near. If something waits for the thread instead, as
/// the destructor of a static object may, it ends the process with an error.
void endWithProcess() noexcept;

/// "4000 bytes at 0x7fff1000"
std::string describeBytes(const void *Address, uint64_t Bytes);

/// \param Hint the text after the reason.
/// \throws DataError if the bytes do not lie in the address space.
void checkAddress(const void *Address, uint64_t Bytes, const char *Hint = "");

} // namespace ompscan::rt

#endif // OMPSCAN_RT_DATA_DATAENVIRONMENT_H

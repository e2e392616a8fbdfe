//===- ReservedAddresses.cpp - Addresses of device memory -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/ReservedAddresses.h"
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <sys/mman.h>

namespace ompscan::rt {

namespace {

struct Reserved {
  std::atomic<size_t> Count{0};
  std::mutex Lock;                       ///< of what follows
  std::map<uintptr_t, uintptr_t> Ranges; ///< end by begin
};

/// Never destroyed: loops may run while static objects are destroyed.
Reserved &reserved() {
  static Reserved &R = *new Reserved;
  return R;
}

} // namespace

void *reserveAddresses(uint64_t Bytes) {
  Reserved &R = reserved();
  std::lock_guard<std::mutex> Guard(R.Lock);
  void *Begin = ::mmap(nullptr, Bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Begin == MAP_FAILED)
    throw std::bad_alloc();
  const auto Number = reinterpret_cast<uintptr_t>(Begin);
  try {
    R.Ranges.emplace(Number, Number + Bytes);
  } catch (...) {
    ::munmap(Begin, Bytes);
    throw;
  }
  ++R.Count;
  return Begin;
}

void unreserveAddresses(uintptr_t Begin) {
  Reserved &R = reserved();
  std::lock_guard<std::mutex> Guard(R.Lock);
  const auto Found = R.Ranges.find(Begin);
  ::munmap(reinterpret_cast<void *>(Begin), Found->second - Begin);
  R.Ranges.erase(Found);
  --R.Count;
}

bool isReserved(const void *Address) {
  Reserved &R = reserved();
  if (R.Count == 0)
    return false;
  const auto Number = reinterpret_cast<uintptr_t>(Address);
  std::lock_guard<std::mutex> Guard(R.Lock);
  const auto Next = R.Ranges.upper_bound(Number);
  return Next != R.Ranges.begin() && Number < std::prev(Next)->second;
}

/// The bytes from \p Begin to the end of what is reserved there.
static size_t sizeAt(uintptr_t Begin) {
  Reserved &R = reserved();
  std::lock_guard<std::mutex> Guard(R.Lock);
  return R.Ranges.at(Begin) - Begin;
}

void openAddresses(uintptr_t Begin) {
  if (::mprotect(reinterpret_cast<void *>(Begin), sizeAt(Begin),
                 PROT_READ | PROT_WRITE) != 0)
    throw std::bad_alloc();
}

void closeAddresses(uintptr_t Begin) noexcept {
  const size_t Size = sizeAt(Begin);
  ::madvise(reinterpret_cast<void *>(Begin), Size, MADV_DONTNEED);
  ::mprotect(reinterpret_cast<void *>(Begin), Size, PROT_NONE);
}

static std::atomic<bool> SharedAllocations{false};

void noteSharedAllocation() noexcept { SharedAllocations = true; }

bool hasSharedAllocations() noexcept { return SharedAllocations; }

} // namespace ompscan::rt

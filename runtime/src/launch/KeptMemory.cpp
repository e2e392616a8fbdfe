//===- KeptMemory.cpp - Memory between the passes of a loop ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/KeptMemory.h"
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace ompscan::rt {

namespace {

/// Stands in front of the memory.
struct alignas(64) Block {
  size_t Bytes; ///< behind it
};

constexpr size_t HugePage = size_t(2) << 20;

std::atomic<Block *> Spare;

/// The size of the largest block that is not given back to the system.
size_t mostSpare() {
  static const size_t Most = [] {
    const long Pages = ::sysconf(_SC_PHYS_PAGES),
               Size = ::sysconf(_SC_PAGESIZE);
    return Pages > 0 && Size > 0
               ? static_cast<size_t>(Pages) * static_cast<size_t>(Size) / 16
               : 0;
  }();
  return Most;
}

} // namespace

void *allocateKept(size_t Bytes) {
  Block *B = Spare.exchange(nullptr);
  if (B && B->Bytes >= Bytes)
    return B + 1;
  std::free(B);
  const size_t Alignment = Bytes < 2 * HugePage ? alignof(Block) : HugePage;
  if (Bytes > SIZE_MAX / 2)
    throw std::bad_alloc();
  const size_t Whole =
      (sizeof(Block) + Bytes + Alignment - 1) / Alignment * Alignment;
  void *Place = std::aligned_alloc(Alignment, Whole);
  if (!Place)
    throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (Alignment == HugePage)
    ::madvise(Place, Whole, MADV_HUGEPAGE); // It may refuse.
#endif
  return new (Place) Block{Whole - sizeof(Block)} + 1;
}

void freeKept(void *Kept) noexcept {
  if (!Kept)
    return;
  Block *B = static_cast<Block *>(Kept) - 1;
  std::free(B->Bytes <= mostSpare() ? Spare.exchange(B) : B);
}

} // namespace ompscan::rt

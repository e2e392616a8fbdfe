//===- KnownLoops.h - The loops of the program ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_LAUNCH_KNOWNLOOPS_H
#define OMPSCAN_RT_LAUNCH_KNOWNLOOPS_H

#include "ompscan/abi.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ompscan::rt {

/// PTX with memory of its own: the library that it comes from may be unloaded.
class CopiedPtx {
public:
  explicit CopiedPtx(const ompscan_kernel_version &Of);
  CopiedPtx(const CopiedPtx &) = delete;

  const ompscan_kernel_version &version() const { return Version; }

private:
  std::string Bytes;
  ompscan_compressed_text Compressed{}; ///< of PTX that is
  ompscan_kernel_version Version;
};

/// The loops with PTX of the program and of the libraries that are loaded, in
/// the order in which they are added. Safe to use from many threads.
///
/// A thread that unloads a library holds a lock of the dynamic linker while it
/// waits for the lock here. So nothing that may need the dynamic linker is done
/// under the latter.
class KnownLoops {
public:
  /// The \p Count loops of an object.
  void add(const ompscan_loop_descriptor *const *Loops, uint64_t Count);
  void remove(const ompscan_loop_descriptor *const *Loops,
              uint64_t Count) noexcept;

  /// Chooses a version of a loop; null if none serves.
  using Choice = std::function<const ompscan_kernel_version *(
      const ompscan_loop_descriptor &)>;

  /// A copy of what \p Choose takes of the first loop behind number \p Last for
  /// which that is anything. \p Last becomes the number of that loop. Null if
  /// there is no such loop.
  std::unique_ptr<CopiedPtx> next(uint64_t &Last, const Choice &Choose);

private:
  struct Loop {
    uint64_t Number; ///< from 1 up, never used again
    const ompscan_loop_descriptor *Descriptor;
  };
  std::mutex Lock; ///< of what follows
  std::vector<Loop> All;
  uint64_t Added = 0;
};

} // namespace ompscan::rt

#endif // OMPSCAN_RT_LAUNCH_KNOWNLOOPS_H

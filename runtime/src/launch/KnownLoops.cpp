//===- KnownLoops.cpp - The loops of the program --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/KnownLoops.h"
#include <algorithm>

namespace ompscan::rt {

CopiedPtx::CopiedPtx(const ompscan_kernel_version &Of) : Version(Of) {
  Version.is_last = 1; // The list is not copied.
  if (Of.format == OMPSCAN_FORMAT_ZSTD_PTX) {
    Compressed = *reinterpret_cast<const ompscan_compressed_text *>(Of.code);
    Bytes.assign(Compressed.frame, Compressed.frame_size);
    Compressed.frame = Bytes.data();
    Version.code = reinterpret_cast<const char *>(&Compressed);
  } else {
    Bytes.assign(Of.code, Of.size);
    Version.code = Bytes.c_str();
  }
}

void KnownLoops::add(const ompscan_loop_descriptor *const *Loops,
                     uint64_t Count) {
  const std::lock_guard<std::mutex> Guard(Lock);
  All.reserve(All.size() + Count);
  for (uint64_t I = 0; I != Count; ++I)
    // In objects of another version members are elsewhere.
    if (Loops[I]->abi == OMPSCAN_ABI_VERSION)
      All.push_back({++Added, Loops[I]});
}

void KnownLoops::remove(const ompscan_loop_descriptor *const *Loops,
                        uint64_t Count) noexcept {
  const std::lock_guard<std::mutex> Guard(Lock);
  // They are neighbours, but for those of inline functions, of which the
  // linker has kept the descriptor of one object.
  for (uint64_t I = 0; I != Count; ++I) {
    const auto Found = std::find_if(All.begin(), All.end(), [&](const Loop &L) {
      return L.Descriptor == Loops[I];
    });
    if (Found != All.end())
      All.erase(Found);
  }
}

std::unique_ptr<CopiedPtx> KnownLoops::next(uint64_t &Last,
                                            const Choice &Choose) {
  const std::lock_guard<std::mutex> Guard(Lock);
  const auto First = std::upper_bound(
      All.begin(), All.end(), Last,
      [](uint64_t Number, const Loop &L) { return Number < L.Number; });
  for (auto I = First; I != All.end(); ++I)
    if (const ompscan_kernel_version *V = Choose(*I->Descriptor)) {
      Last = I->Number;
      return std::make_unique<CopiedPtx>(*V);
    }
  return nullptr;
}

} // namespace ompscan::rt

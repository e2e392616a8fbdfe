//===- TopK.cpp - First keys, keys at positions, and orders ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompscan/primitives.h"
#include "primitives/KeySelection.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include "support/Export.h"
#include <string>

namespace ompscan::rt {

namespace {

/// Indices of \p Size bytes have to tell \p N keys apart.
/// \throws Refusal
void checkIndexSize(uint64_t Size, uint64_t N) {
  if (Size != 4 && Size != 8)
    refuse("index_size is " + std::to_string(Size) + "; 4 and 8 are supported");
  if (Size == 4 && N > uint64_t(1) << 32)
    refuse("indices of " + std::to_string(N) + " keys do not fit into 4 bytes");
}

/// Does \p S, whose type has the name \p KeyType. \p Check checks the other
/// arguments.
template <typename Function>
int select(KeySelection &S, const char *KeyType, Function CheckOthers) {
  return perform(
      S.Function,
      [&](OperandCheck &Check) {
        S.Type = keyType(KeyType);
        CheckOthers();
        Check.addArray("keys", S.Keys, S.N, S.Type.Size, false);
        if (S.OutName)
          Check.addArray(S.OutName, S.Out, S.Wanted.Count, S.Type.Size, true);
        if (S.IndexSize)
          Check.addArray(S.IndicesName, S.Indices, S.Wanted.Count, S.IndexSize,
                         true);
        return true;
      },
      [&](const std::shared_ptr<Device> &D) {
        if (S.Wanted.Count)
          selectKeysOnDevice(S, D);
      },
      [&] {
        if (S.Wanted.Count)
          selectKeysOnHost(S);
      });
}

} // namespace

} // namespace ompscan::rt

using namespace ompscan::rt;

extern "C" OMPSCAN_EXPORT int ompscan_top_k(const void *keys, size_t n,
                                            const char *key_type,
                                            int descending, size_t k, void *out,
                                            void *indices, size_t index_size) {
  KeySelection S{
      __func__, keys,  n,       {},        descending != 0,         {0, k},
      out,      "out", indices, "indices", indices ? index_size : 0};
  return select(S, key_type, [&] {
    if (k > n)
      refuse("k is " + std::to_string(k) + ", but there are " +
             std::to_string(n) + " keys");
    if (indices)
      checkIndexSize(index_size, n);
  });
}

extern "C" OMPSCAN_EXPORT int
ompscan_nth_element(const void *keys, size_t n, const char *key_type,
                    int descending, size_t position, void *out, size_t *index) {
  KeySelection S{
      __func__, keys,  n,     {},      descending != 0,           {position, 1},
      out,      "out", index, "index", index ? sizeof(size_t) : 0};
  return select(S, key_type, [&] {
    if (position >= n)
      refuse("position is " + std::to_string(position) + ", but there are " +
             std::to_string(n) + " keys");
  });
}

extern "C" OMPSCAN_EXPORT int ompscan_argsort(const void *keys, size_t n,
                                              const char *key_type,
                                              int descending, void *indices,
                                              size_t index_size) {
  KeySelection S{__func__, keys,    n,       {},        descending != 0, {0, n},
                 nullptr,  nullptr, indices, "indices", index_size};
  return select(S, key_type, [&] { checkIndexSize(index_size, n); });
}

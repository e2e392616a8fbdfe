//===- Sha256.cpp - SHA-256 -----------------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Sha256.h"
#include <cstdint>

namespace ompscan::rt {

Sha256::Sha256() { SHA256Init(&State); }

void Sha256::add(const void *Data, size_t Size) {
  SHA256Update(&State, static_cast<const uint8_t *>(Data), Size);
}

void Sha256::addField(const std::string &Text) {
  const uint64_t Size = Text.size();
  add(&Size, sizeof Size);
  add(Text.data(), Text.size());
}

Digest Sha256::finish() {
  Digest D;
  SHA256Final(D.data(), &State);
  return D;
}

std::string toHex(const Digest &D) {
  std::string Text;
  for (unsigned char Byte : D)
    for (unsigned Nibble : {Byte >> 4, Byte & 15})
      Text += "0123456789abcdef"[Nibble];
  return Text;
}

} // namespace ompscan::rt

//===- Sha256.h - SHA-256 ------------------------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SHA-256 (FIPS 180-4), by libmd.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_SHA256_H
#define OMPSCAN_RT_SUPPORT_SHA256_H

#include <array>
#include <cstddef>
#include <sha2.h>
#include <string>

namespace ompscan::rt {

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

/// A digest at work.
class Sha256 {
public:
  Sha256();

  /// Takes \p Size bytes in.
  void add(const void *Data, size_t Size);
  /// Takes a text in, with its length in front, so that texts which follow one
  /// another cannot be mistaken for others.
  void addField(const std::string &Text);
  /// Ends the digest.
  Digest finish();

private:
  SHA2_CTX State;
};

/// In hexadecimal, 64 characters.
std::string toHex(const Digest &D);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_SHA256_H

//===- FileCache.h - Blobs kept in a directory ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A directory of files, each a header and a blob. It may be shared by any
/// number of threads and processes: a file is written beside its place and
/// renamed to it, so that it is there as a whole or not at all.
///
/// What is in the files runs with the user's rights, so a directory or file
/// that others own or may write to is never used, nor one that they can
/// exchange: the directories on the way to it have to belong to the user or the
/// administrator, and to be closed to others or sticky.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_SUPPORT_FILECACHE_H
#define OMPSCAN_RT_SUPPORT_FILECACHE_H

#include "support/Sha256.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

class FileCache {
public:
  using Blob = std::vector<unsigned char>;

  /// A cache in \p Directory that keeps its files below \p Limit bytes
  /// together. Nothing is looked at before the first use.
  FileCache(std::string Directory, uint64_t Limit)
      : Directory(std::move(Directory)), Limit(Limit) {}

  /// The blob kept under \p Key; nothing where there is none that can be used.
  /// \p Problem then says why, or stays empty where it just is not there.
  std::optional<Blob> load(const Digest &Key, std::string &Problem) const;

  /// Keeps \p Data under \p Key, and removes the files that were not used for
  /// the longest time where the limit is exceeded.
  /// \return why it is not kept; empty where it is.
  std::string store(const Digest &Key, const Blob &Data) const;

  /// Removes the blob kept under \p Key.
  /// \return why it is still there; empty where there is none.
  std::string remove(const Digest &Key) const;

  /// Why the directory cannot be used; empty where it can, or is still to be
  /// made.
  std::string problem() const;
  /// Makes the directory if it is not there.
  /// \return why it cannot be used; empty where it can.
  std::string prepare() const;

  /// What the cache holds.
  struct Content {
    uint64_t Files = 0;
    uint64_t Bytes = 0;
  };
  /// Nothing where the directory cannot be read.
  Content content() const;

  const std::string &directory() const { return Directory; }
  uint64_t limit() const { return Limit; }

private:
  std::string problem(bool Makes) const;

  std::string Directory;
  uint64_t Limit;
};

/// The cache that OMPSCAN_CACHE names; null where it is off.
const FileCache *diskCache();

} // namespace ompscan::rt

#endif // OMPSCAN_RT_SUPPORT_FILECACHE_H

//===- KeptPrograms.cpp - Programs of the cache on disk -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/backend/KeptPrograms.h"
#include "report/Report.h"
#include "support/Environment.h"

namespace ompscan::rt {

namespace {

/// Goes up whenever the content of the cache, or what it depends on, changes.
constexpr const char *FormatVersion = "1";

void explain(const std::string &What) {
  if (environment().Info)
    reportInfo(What);
}

} // namespace

Digest keyOfProgram(const std::vector<std::string> &Makers,
                    const std::string &Text, const std::string &Options) {
  Sha256 S;
  S.addField(std::string(FormatVersion));
  S.addField(std::string(OMPSCAN_VERSION));
  for (const std::string &Field : Makers)
    S.addField(Field);
  S.addField(Options);
  S.addField(Text);
  return S.finish();
}

std::optional<FileCache::Blob> loadProgram(const Digest &Key) {
  const FileCache *const Cache = diskCache();
  if (!Cache)
    return std::nullopt;
  std::string Problem;
  std::optional<FileCache::Blob> Found = Cache->load(Key, Problem);
  if (!Problem.empty())
    reportPassedOver(Problem);
  return Found;
}

void keepProgram(const Digest &Key, const FileCache::Blob &Program) {
  const FileCache *const Cache = diskCache();
  if (!Cache)
    return;
  if (const std::string Problem = Cache->store(Key, Program); !Problem.empty())
    reportNotKept(Problem);
}

void reportPassedOver(const std::string &Problem) {
  explain("the program cache is not used: " + Problem);
}

void reportNotKept(const std::string &Problem) {
  explain("the program is not kept for the next run: " + Problem);
}

} // namespace ompscan::rt

//===- ArrayUse.cpp - What a loop does with an array ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/ArrayUse.h"

using namespace clang;
using namespace ompscan::plugin;

StringRef ompscan::plugin::spelling(MapKind Map) {
  static constexpr StringRef Names[] = {"none", "to", "from", "tofrom",
                                        "alloc"};
  return Names[static_cast<unsigned>(Map)];
}

bool ArrayUse::isStored() const {
  return llvm::any_of(Accesses, [](const Access &A) {
    return A.Kind == AccessKind::Write || A.Kind == AccessKind::WriteAny ||
           A.Kind == AccessKind::Counted;
  });
}

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

BinaryOperatorKind ompscan::plugin::comparisonOf(Relation Rel) {
  switch (Rel) {
  case Relation::LT:
    return BO_LT;
  case Relation::LE:
    return BO_LE;
  case Relation::GT:
    return BO_GT;
  case Relation::GE:
    return BO_GE;
  case Relation::NE:
    return BO_NE;
  case Relation::EQ:
    return BO_EQ;
  }
  llvm_unreachable("unknown relation");
}

Relation ompscan::plugin::relationOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_LT:
    return Relation::LT;
  case BO_LE:
    return Relation::LE;
  case BO_GT:
    return Relation::GT;
  case BO_GE:
    return Relation::GE;
  case BO_EQ:
    return Relation::EQ;
  default:
    return Relation::NE;
  }
}

bool ArrayUse::isStored() const {
  return llvm::any_of(Accesses,
                      [](const Access &Use) { return Use.isStore(); });
}

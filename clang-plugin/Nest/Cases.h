//===- Cases.h - The cases of a switch ------------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NEST_CASES_H
#define OMPSCAN_PLUGIN_NEST_CASES_H

#include "Nest/Statement.h"
#include <vector>

namespace ompscan::plugin::nest {

/// The cases of a `switch` whose labels are statements of its body.
class Cases {
public:
  explicit Cases(const Switch &S);

  /// The statements under labels, without a `break` at their end. Without a
  /// `break`, control falls through to the next case.
  struct Case {
    llvm::SmallVector<const Statement *, 4> Statements;
    bool Ends = false;
  };
  llvm::ArrayRef<Case> all() const { return All; }
  bool hasDefault() const { return HasDefault; }
  /// The first statement that is in no case; null if there is none.
  const Statement *refused() const { return Refused; }

private:
  std::vector<Case> All;
  bool HasDefault = false;
  const Statement *Refused = nullptr;
};

} // namespace ompscan::plugin::nest

#endif // OMPSCAN_PLUGIN_NEST_CASES_H

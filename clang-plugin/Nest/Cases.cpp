//===- Cases.cpp - The cases of a switch --------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nest/Cases.h"

namespace ompscan::plugin::nest {

static bool isBreak(const Statement *S) {
  const auto *To = llvm::dyn_cast<Jump>(S);
  return To && To->isBreak();
}

Cases::Cases(const Switch &S) {
  const auto *Body = llvm::dyn_cast<Block>(&S.body());
  if (!Body) {
    Refused = &S.body();
    return;
  }
  for (const Statement *Each : Body->statements()) {
    if (llvm::isa<nest::Case>(Each)) {
      All.emplace_back();
      while (const auto *Label = llvm::dyn_cast<nest::Case>(Each)) {
        HasDefault |= Label->isDefault();
        Each = &Label->next();
      }
    }
    if (All.empty() || All.back().Ends) {
      Refused = Each;
      return;
    }
    Case &Last = All.back();
    const auto *Inner = llvm::dyn_cast<Block>(Each);
    if (Inner && !Inner->statements().empty() &&
        isBreak(Inner->statements().back())) {
      llvm::append_range(Last.Statements, Inner->statements().drop_back());
      Last.Ends = true;
    } else if (isBreak(Each)) {
      Last.Ends = true;
    } else {
      Last.Statements.push_back(Each);
    }
  }
}

} // namespace ompscan::plugin::nest

//===- LoweringFunctions.cpp - Functions in OpenCL C ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/LoweringModule.h"

using namespace clang;
using namespace ompscan;

std::string LoweringModule::function(const FunctionDecl *F, SourceLocation Loc,
                                     bool Zeroed) {
  refuse(Loc, "a function call");
  return "";
}

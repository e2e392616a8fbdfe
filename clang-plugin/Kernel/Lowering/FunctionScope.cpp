//===- FunctionScope.cpp - Names and variables of one function ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/FunctionScope.h"
#include "llvm/ADT/StringExtras.h"

using namespace ompscan::plugin;
using llvm::StringRef;

std::string NameTable::unique(StringRef Prefix, StringRef Name) {
  std::string Spelling = Prefix.str();
  for (char C : Name)
    Spelling += llvm::isAlnum(C) ? C : '_';
  // A name that is taken gets a number, which may be taken in turn.
  while (unsigned Use = Uses[Spelling]++)
    Spelling += "_" + std::to_string(Use);
  return Spelling;
}

std::string FunctionScope::temporaries() const {
  std::string Text;
  for (const std::string &Declaration : Temporaries)
    Text += "  " + Declaration + ";\n";
  return Text;
}

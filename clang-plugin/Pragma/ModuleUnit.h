//===- ModuleUnit.h - Declarations in C++20 module units ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_MODULEUNIT_H
#define OMPSCAN_PLUGIN_PRAGMA_MODULEUNIT_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
class Preprocessor;
class Token;
} // namespace clang

namespace ompscan::plugin {

/// Whether the main file begins with the declaration of a module, or with a
/// global module fragment. No other declaration may precede either.
bool isModuleUnit(const clang::CompilerInstance &CI);

/// Inserts declarations into a module unit at the first place where the
/// language allows them: in its global module fragment, if there is one, or
/// after the declaration of the module and its imports.
class ModuleUnit {
public:
  ModuleUnit(clang::Preprocessor &PP, llvm::StringRef Declarations)
      : PP(PP), Declarations(Declarations) {}

  /// Has to see every token that the parser gets.
  void see(const clang::Token &Tok);

private:
  bool isImportNext(clang::SourceLocation Semicolon) const;

  clang::Preprocessor &PP;
  const llvm::StringRef Declarations;
  unsigned Seen = 0;  ///< Tokens before this one.
  unsigned Depth = 0; ///< Open brackets.
  bool IsDeclared = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_MODULEUNIT_H

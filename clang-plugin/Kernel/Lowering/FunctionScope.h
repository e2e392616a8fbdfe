//===- FunctionScope.h - Names and variables of one function -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_FUNCTIONSCOPE_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_FUNCTIONSCOPE_H

#include "Kernel/Lowering/Piece.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <string>

namespace ompscan::plugin {

/// Gives each name a spelling of its own that OpenCL C accepts.
class NameTable {
public:
  std::string unique(llvm::StringRef Prefix, llvm::StringRef Name);

private:
  llvm::StringMap<unsigned> Uses;
};

/// The function whose body is being lowered, or the outermost expression.
struct FunctionScope {
  struct Variable {
    std::string Name;
    /// The address space that a pointer or a reference points to.
    Space To = Space::Private;
  };

  /// Null for an expression of a loop.
  const clang::FunctionDecl *Function = nullptr;
  /// The prefix of the names of variables.
  llvm::StringRef Prefix = "v_";
  llvm::DenseMap<const clang::ValueDecl *, Variable> Variables;
  /// In a lambda, the members of the closure that its captures are.
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captures;
  llvm::DenseMap<const clang::Expr *, std::string> Opaque;
  NameTable Names;
  /// Declarations of variables that keep values within an expression.
  llvm::SmallVector<std::string, 2> Temporaries;
  /// The pointer to the object of a member function.
  std::optional<Piece> This;
  /// The subscripts of the arrays being copied, innermost last.
  llvm::SmallVector<std::string, 2> Subscripts;
  /// True if the function makes the object that it returns.
  bool IsConstructor = false;
  /// The address space of the pointer or reference that the function returns.
  std::optional<Space> Returns;

  std::string name(llvm::StringRef Name) { return Names.unique(Prefix, Name); }
  /// The declarations of Temporaries, one a line.
  std::string temporaries() const;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_FUNCTIONSCOPE_H

//===- FunctionLowering.h - Functions in OpenCL C ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_FUNCTIONLOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_FUNCTIONLOWERING_H

#include "Kernel/Lowering/Lowering.h"
#include "Kernel/Lowering/Piece.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace ompscan::plugin {

class ExprLowering;
class LoweringModule;
class StmtLowering;

/// Defines each function that lowered code calls once, callees before callers.
class FunctionLowering {
public:
  FunctionLowering(LoweringModule &M, clang::ASTContext &Context,
                   Lowering::BodyRequest RequestBody)
      : M(M), Context(Context), RequestBody(std::move(RequestBody)) {}

  /// The definition of \p F, of which a template may have none yet; \p F itself
  /// if there is none.
  const clang::FunctionDecl *definition(const clang::FunctionDecl *F,
                                        clang::SourceLocation Loc);

  /// The OpenCL C function for a function of the host program.
  struct Callee {
    std::string Name;
    /// The address space of the pointer or reference that it returns.
    Space Returns = Space::Private;
  };
  /// The function that \p F became for arguments that point to \p Spaces, the
  /// object's first. A constructor returns the object; \p Zeroed asks that it
  /// starts from zeros.
  Callee function(const clang::FunctionDecl *F, clang::SourceLocation Loc,
                  llvm::ArrayRef<Space> Spaces = {}, bool Zeroed = false);
  /// Defines \p Text, a function that stands for a built-in one, once.
  void helper(llvm::StringRef Text);

  /// The definitions of all functions so far.
  const std::string &definitions() const { return Definitions; }

private:
  using VariantMap = llvm::StringMap<Callee>;

  Callee define(const clang::FunctionDecl *F, llvm::ArrayRef<Space> Spaces,
                bool Zeroed);
  void initializeMembers(const clang::CXXConstructorDecl *C,
                         StmtLowering &Stmts, ExprLowering &Exprs);

  LoweringModule &M;
  clang::ASTContext &Context;
  Lowering::BodyRequest RequestBody;
  std::string Definitions;
  /// By the address spaces of the arguments.
  llvm::DenseMap<const clang::FunctionDecl *, VariantMap> Functions;
  llvm::StringSet<> Helpers;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_FUNCTIONLOWERING_H

//===- ConstantLowering.h - Constants in OpenCL C ------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_CONSTANTLOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_CONSTANTLOWERING_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>

namespace ompscan::plugin {

class LoweringModule;

/// Spells values that are known at compile time, and defines tables of them in
/// the constant address space.
class ConstantLowering {
public:
  ConstantLowering(LoweringModule &M, clang::ASTContext &Context)
      : M(M), Context(Context) {}

  std::string integer(llvm::APSInt V, clang::QualType T,
                      clang::SourceLocation Loc);
  std::string floating(const llvm::APFloat &V, clang::QualType T,
                       clang::SourceLocation Loc);
  /// \p V as an operand for a scalar \p T, and in braces for an aggregate.
  std::string initializer(const clang::APValue &V, clang::QualType T,
                          clang::SourceLocation Loc);
  /// The value of \p V if it is a scalar, else the name of its table;
  /// std::nullopt if \p V is not a constant.
  std::optional<std::string> constant(const clang::VarDecl *V,
                                      clang::SourceLocation Loc);
  /// The name of the table that holds \p S.
  std::string table(const clang::StringLiteral *S);

  /// The definitions of all tables so far.
  const std::string &definitions() const { return Definitions; }

private:
  std::string aggregate(const clang::APValue &V, const clang::RecordDecl *R,
                        clang::SourceLocation Loc);

  LoweringModule &M;
  clang::ASTContext &Context;
  std::string Definitions;
  llvm::DenseMap<const clang::Decl *, std::string> Tables;
  llvm::DenseMap<const clang::StringLiteral *, std::string> Strings;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_CONSTANTLOWERING_H

//===- StmtLowering.h - Statements in OpenCL C ---------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_STMTLOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_STMTLOWERING_H

#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/ObjectLowering.h"
#include "Nest/Body.h"
#include "llvm/Support/raw_ostream.h"

namespace ompscan::plugin {

/// Lowers the statements of a function's body.
class StmtLowering {
public:
  StmtLowering(ExprLowering &Exprs, llvm::raw_ostream &OS, unsigned Depth = 1)
      : Exprs(Exprs), Objects(Exprs), M(Exprs.module()), Scope(Exprs.scope()),
        OS(OS), Depth(Depth) {}

  /// Text to put in place of a statement, if any.
  using Replacement =
      llvm::function_ref<std::optional<std::string>(const nest::Statement &)>;
  void setReplacement(Replacement New) { Replace = New; }

  void lower(const nest::Statement &S);
  /// The statements of a GNU statement expression, the last for its value.
  void lowerStmtExpr(const clang::CompoundStmt &S);
  /// Initialises \p Target, an lvalue of type \p T in OpenCL C.
  void initialize(const std::string &Target, clang::QualType T,
                  const clang::Expr *Init);
  /// Starts a new line.
  llvm::raw_ostream &line() { return OS.indent(Depth * 2); }

private:
  void lowerOther(const nest::Statement &S);
  void lowerIf(const nest::If &S);
  void lowerLoop(const nest::InnerLoop &S);
  void lowerSwitch(const nest::Switch &S);
  void lowerCase(const nest::Case &S);
  void lowerJump(const nest::Jump &S);
  void lowerReturn(const nest::Jump &S);
  void lowerDeclaration(const clang::DeclStmt &S);

  void open(llvm::StringRef Head = "");
  void close(llvm::StringRef Tail = "");
  /// \p S in braces between \p Head and \p Tail.
  void block(llvm::StringRef Head, const nest::Statement &S,
             llvm::StringRef Tail = "");
  std::string condition(const clang::Expr *E);

  void variable(const clang::VarDecl *V);
  void reference(const clang::VarDecl *V);
  void array(const std::string &Target, const clang::ConstantArrayType *A,
             const clang::Expr *Init);
  /// A loop over the elements of \p A from \p First; \p Element gets each.
  void elements(const std::string &Target, const clang::ConstantArrayType *A,
                uint64_t First,
                llvm::function_ref<void(const std::string &Element,
                                        const std::string &Index)>
                    Element);

  ExprLowering &Exprs;
  ObjectLowering Objects;
  LoweringModule &M;
  FunctionScope &Scope;
  llvm::raw_ostream &OS;
  unsigned Depth;
  Replacement Replace;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_STMTLOWERING_H

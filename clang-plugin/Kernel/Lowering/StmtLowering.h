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
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/raw_ostream.h"

namespace ompscan::plugin {

/// Lowers the statements of a function's body.
class StmtLowering : public clang::ConstStmtVisitor<StmtLowering> {
public:
  StmtLowering(ExprLowering &Exprs, llvm::raw_ostream &OS, unsigned Depth = 1)
      : Exprs(Exprs), Objects(Exprs), M(Exprs.module()), Scope(Exprs.scope()),
        OS(OS), Depth(Depth) {}

  /// Text to put in place of a statement, if any.
  using Replacement =
      llvm::function_ref<std::optional<std::string>(const clang::Stmt *)>;
  void setReplacement(Replacement New) { Replace = New; }

  void lower(const clang::Stmt *S);
  /// The statements of a GNU statement expression, the last for its value.
  void lowerStmtExpr(const clang::CompoundStmt *S);
  /// Initialises \p Target, an lvalue of type \p T in OpenCL C.
  void initialize(const std::string &Target, clang::QualType T,
                  const clang::Expr *Init);
  /// Starts a new line.
  llvm::raw_ostream &line() { return OS.indent(Depth * 2); }

  void VisitStmt(const clang::Stmt *S);
  void VisitExpr(const clang::Expr *E);
  void VisitNullStmt(const clang::NullStmt *S);
  void VisitCompoundStmt(const clang::CompoundStmt *S);
  void VisitDeclStmt(const clang::DeclStmt *S);
  void VisitAttributedStmt(const clang::AttributedStmt *S);
  void VisitLabelStmt(const clang::LabelStmt *S);
  void VisitIfStmt(const clang::IfStmt *S);
  void VisitWhileStmt(const clang::WhileStmt *S);
  void VisitDoStmt(const clang::DoStmt *S);
  void VisitForStmt(const clang::ForStmt *S);
  void VisitCXXForRangeStmt(const clang::CXXForRangeStmt *S);
  void VisitSwitchStmt(const clang::SwitchStmt *S);
  void VisitCaseStmt(const clang::CaseStmt *S);
  void VisitDefaultStmt(const clang::DefaultStmt *S);
  void VisitBreakStmt(const clang::BreakStmt *S);
  void VisitContinueStmt(const clang::ContinueStmt *S);
  void VisitReturnStmt(const clang::ReturnStmt *S);

private:
  void open(llvm::StringRef Head = "");
  void close(llvm::StringRef Tail = "");
  /// \p S in braces between \p Head and \p Tail.
  void block(llvm::StringRef Head, const clang::Stmt *S,
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

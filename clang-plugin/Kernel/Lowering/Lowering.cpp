//===- Lowering.cpp - C and C++ to OpenCL C -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/Lowering.h"
#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "Kernel/Lowering/StmtLowering.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

Lowering::Lowering(ASTContext &Context, const Diagnostics &Diags,
                   BodyRequest RequestBody, ArrayRef<InlinedCall> Inlined)
    : M(std::make_unique<LoweringModule>(Context, Diags, std::move(RequestBody),
                                         Inlined)) {}

Lowering::~Lowering() = default;

std::string Lowering::type(QualType T, SourceLocation Loc) {
  return M->Types.type(T, Loc);
}

std::string Lowering::elementType(QualType T, SourceLocation Loc) {
  return M->Types.placeType(T, Loc);
}

std::string Lowering::expression(const Expr *E, Substitution Substitute) {
  FunctionScope Own;
  Own.Prefix = "ompscan_v_";
  FunctionScope &Scope = Open ? *Open : Own;
  return ExprLowering(*M, Scope, Substitute).lower(E).Text;
}

std::string Lowering::statements(const nest::Statement &S,
                                 Substitution Substitute,
                                 StatementSubstitution Replace) {
  FunctionScope Scope;
  Scope.Prefix = "ompscan_v_";
  llvm::SaveAndRestore<FunctionScope *> Opened(Open, &Scope);
  ExprLowering Exprs(*M, Scope, Substitute);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  StmtLowering Stmts(Exprs, OS);
  auto Here = [&](const Expr *E) { return Exprs.lower(E).Text; };
  auto ReplaceHere = [&](const nest::Statement &Sub) {
    return Replace(Sub, Here);
  };
  Stmts.setReplacement(ReplaceHere);
  Stmts.lower(S);
  return Scope.temporaries() + Text;
}

std::string Lowering::statements(const Expr &E, Substitution Substitute) {
  const nest::Body Body(E, M->context());
  return statements(Body.root(), Substitute,
                    [](const nest::Statement &, Here) { return std::nullopt; });
}

std::string Lowering::definitions() const { return M->definitions(); }

bool Lowering::usesDouble() const { return M->usesDouble(); }

QualType Lowering::wideInteger() const { return M->wideInteger(); }

LibraryCalls Lowering::libraryCalls() const { return M->libraryCalls(); }

void Lowering::checkArithmetic(const Stmt *Code) {
  M->follow(rulesIn(Code, M->context()));
}

bool Lowering::allowsContraction() const { return M->allowsContraction(); }

bool Lowering::hasFailed() const { return M->hasFailed(); }

void Lowering::fail(llvm::function_ref<void()> Report) { M->fail(Report); }

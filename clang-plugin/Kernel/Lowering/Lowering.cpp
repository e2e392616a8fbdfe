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
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

class Lowering::Impl {
public:
  Impl(ASTContext &Context, const Diagnostics &Diags, BodyRequest RequestBody)
      : Module(Context, Diags, std::move(RequestBody)) {}

  std::optional<std::string> run(llvm::function_ref<std::string()> Body) {
    std::string Result;
    if (!Module.attempt([&] { Result = Body(); }))
      return std::nullopt;
    return Result;
  }

  LoweringModule Module;
  /// That of the statements at work, whose variables the expressions that a
  /// substitution lowers may use.
  FunctionScope *Open = nullptr;
};

Lowering::Lowering(ASTContext &Context, const Diagnostics &Diags,
                   BodyRequest RequestBody)
    : P(std::make_unique<Impl>(Context, Diags, std::move(RequestBody))) {}

Lowering::~Lowering() = default;

std::optional<std::string> Lowering::type(QualType T, SourceLocation Loc) {
  return P->run([&] { return P->Module.Types.type(T, Loc); });
}

std::optional<std::string> Lowering::expression(const Expr *E,
                                                Substitution Substitute) {
  return P->run([&] {
    FunctionScope Own;
    Own.Prefix = "ompscan_v_";
    FunctionScope &Scope = P->Open ? *P->Open : Own;
    return ExprLowering(P->Module, Scope, Substitute).lower(E).Text;
  });
}

std::optional<std::string> Lowering::statements(const Stmt *S,
                                                Substitution Substitute,
                                                StatementSubstitution Replace) {
  return P->run([&] {
    FunctionScope Scope;
    Scope.Prefix = "ompscan_v_";
    llvm::SaveAndRestore<FunctionScope *> Opened(P->Open, &Scope);
    ExprLowering Exprs(P->Module, Scope, Substitute);
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    StmtLowering Stmts(Exprs, OS);
    auto Here = [&](const Expr *E) -> std::optional<std::string> {
      return Exprs.lower(E).Text;
    };
    auto ReplaceHere = [&](const Stmt *Sub) { return Replace(Sub, Here); };
    Stmts.setReplacement(ReplaceHere);
    Stmts.lower(S);
    return Scope.temporaries() + Text;
  });
}

std::optional<std::string> Lowering::function(const FunctionDecl *F,
                                              SourceLocation Loc) {
  return P->run([&] { return P->Module.Functions.function(F, Loc).Name; });
}

std::string Lowering::definitions() const { return P->Module.definitions(); }

bool Lowering::usesDouble() const { return P->Module.usesDouble(); }

bool Lowering::allowsContraction() const {
  return P->Module.allowsContraction();
}

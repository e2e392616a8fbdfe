//===- LibraryMacros.cpp - Macros of the C library ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/LibraryMacros.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace ompscan::plugin;

std::optional<CharacterTable> ompscan::plugin::characterTable(const Expr *E) {
  const auto *Deref = dyn_cast<UnaryOperator>(stripImplicit(E));
  if (!Deref || Deref->getOpcode() != UO_Deref)
    return std::nullopt;
  const auto *Call = dyn_cast<CallExpr>(stripImplicit(Deref->getSubExpr()));
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isLibraryFunction(*Callee))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<CharacterTable>>(Callee->getName())
      .Case("__ctype_b_loc", CharacterTable::Classes)
      .Case("__ctype_tolower_loc", CharacterTable::Lower)
      .Case("__ctype_toupper_loc", CharacterTable::Upper)
      .Default(std::nullopt);
}

/// The first call of tolower or toupper in \p S; null if there is none.
static CallExpr *conversionIn(const Stmt *S) {
  const Expr *Found = firstExpr(S, [](const Expr *E) {
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return Callee && isLibraryFunction(*Callee) &&
           (Callee->getName() == "tolower" || Callee->getName() == "toupper");
  });
  return const_cast<CallExpr *>(cast_or_null<CallExpr>(Found));
}

// `({ int __res; if (sizeof(c) > 1) ... __res = tolower(c); ... __res; })`
CallExpr *ompscan::plugin::characterConversion(const StmtExpr &E) {
  const CompoundStmt &Body = *E.getSubStmt();
  if (Body.size() != 3 || !branchesOf(Body.body_begin()[1]))
    return nullptr;
  const auto *Last = dyn_cast<Expr>(Body.body_back());
  const VarDecl *Result = Last ? variableOf(stripImplicit(Last)) : nullptr;
  if (!Result || variableDeclaredBy(Body.body_front()) != Result ||
      Result->getName() != "__res")
    return nullptr;
  return conversionIn(Body.body_begin()[1]);
}

bool ompscan::plugin::isAssertionFailure(const FunctionDecl &F) {
  static constexpr StringRef Names[] = {"__assert_fail", "__assert_rtn",
                                        "__assert"};
  return isLibraryFunction(F) && F.isNoReturn() &&
         llvm::is_contained(Names, F.getName());
}

bool ompscan::plugin::isAssertion(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Comma = dyn_cast<BinaryOperator>(E);
      Comma && Comma->getOpcode() == BO_Comma)
    return isa<UnaryExprOrTypeTraitExpr>(Comma->getLHS()->IgnoreParenCasts()) &&
           isAssertion(Comma->getRHS());
  const Expr *Condition = nullptr;
  const Stmt *Otherwise = nullptr;
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
    Condition = Conditional->getCond();
    Otherwise = Conditional->getFalseExpr();
  } else if (const auto *Block = dyn_cast<StmtExpr>(E)) {
    const CompoundStmt &Body = *Block->getSubStmt();
    const std::optional<Branches> If =
        Body.size() == 1 ? branchesOf(Body.body_front()) : std::nullopt;
    if (If && isa<NullStmt>(If->Then)) {
      Condition = If->Condition;
      Otherwise = If->Else;
    }
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(Otherwise);
  return Call && Call->getDirectCallee() &&
         isAssertionFailure(*Call->getDirectCallee()) &&
         !changesAnything(Condition);
}

//===- LibraryMacros.cpp - Macros of the C library ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/LibraryMacros.h"
#include "AST/Expressions.h"
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

/// The first call in \p S of a function that \p Pred accepts; null if there is
/// none.
static CallExpr *callIn(const Stmt *S,
                        llvm::function_ref<bool(const FunctionDecl &)> Pred) {
  if (!S)
    return nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && Call->getDirectCallee() && Pred(*Call->getDirectCallee()))
    return const_cast<CallExpr *>(Call);
  for (const Stmt *Child : S->children())
    if (CallExpr *Found = callIn(Child, Pred))
      return Found;
  return nullptr;
}

CallExpr *ompscan::plugin::characterConversion(const StmtExpr &E) {
  const auto Calls = [&](llvm::ArrayRef<StringRef> Names) {
    return callIn(E.getSubStmt(), [Names](const FunctionDecl &F) {
      return isLibraryFunction(F) && llvm::is_contained(Names, F.getName());
    });
  };
  return Calls({"__ctype_tolower_loc", "__ctype_toupper_loc"})
             ? Calls({"tolower", "toupper"})
             : nullptr;
}

bool ompscan::plugin::isAssertionFailure(const FunctionDecl &F) {
  return isLibraryFunction(F) && F.isNoReturn() &&
         llvm::is_contained({"__assert_fail", "__assert_rtn", "__assert"},
                            F.getName());
}

bool ompscan::plugin::isAssertion(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Comma = dyn_cast<BinaryOperator>(E);
      Comma && Comma->getOpcode() == BO_Comma)
    return isAssertion(Comma->getRHS());
  const Stmt *Otherwise = nullptr;
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
    Otherwise = Conditional->getFalseExpr();
  } else if (const auto *Block = dyn_cast<StmtExpr>(E)) {
    const CompoundStmt &Body = *Block->getSubStmt();
    const auto *If =
        Body.size() == 1 ? dyn_cast<IfStmt>(Body.body_front()) : nullptr;
    if (If && isa<NullStmt>(If->getThen()))
      Otherwise = If->getElse();
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(Otherwise);
  return Call && Call->getDirectCallee() &&
         isAssertionFailure(*Call->getDirectCallee());
}

//===- SelfCopies.cpp - Copies that are made only elsewhere ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/SelfCopies.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/Directives.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

class SelfCopies {
public:
  SelfCopies(const Stmt &Body, ASTContext &Context, TreeRewriter &Rewriter)
      : Body(Body), Context(Context), Rewriter(Rewriter) {}

  Stmt *rewritten(Stmt *S) const;

private:
  const Expr *subscript(const Expr *E) const;
  bool changes(const Expr *Place) const;
  bool isCopy(const Stmt *S, const Expr *A, const Expr *B) const;
  bool isTest(const Branches &If) const;

  const Stmt &Body;
  ASTContext &Context;
  TreeRewriter &Rewriter;
};

} // namespace

/// \p E without implicit casts after which different values lead to different
/// elements still.
const Expr *SelfCopies::subscript(const Expr *E) const {
  while (true) {
    E = stripWidening(E, Context);
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    if (!Cast || Cast->getCastKind() != CK_IntegralCast ||
        Context.getTypeSize(E->getType()) <
            Context.getTypeSize(Context.getPointerDiffType()))
      return E;
    E = Cast->getSubExpr();
  }
}

/// Whether the body assigns or increments \p Place.
bool SelfCopies::changes(const Expr *Place) const {
  return anyNode(&Body, [&](const Stmt *Node) {
    const auto *E = dyn_cast<Expr>(Node);
    const Expr *Changed = E ? changedBy(E) : nullptr;
    return Changed && sameExpression(strip(Changed), Place);
  });
}

/// Whether \p S only copies elements at the subscript \p B to those at \p A, or
/// the other way round, so that it changes nothing where both are equal.
bool SelfCopies::isCopy(const Stmt *S, const Expr *A, const Expr *B) const {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return !Block->body_empty() &&
           llvm::all_of(Block->body(),
                        [&](const Stmt *Inner) { return isCopy(Inner, A, B); });
  const auto *E = dyn_cast<Expr>(S);
  const Assignment Copy = E ? plainAssignment(strip(E)) : Assignment();
  if (!Copy.Target)
    return false;
  const Expr *From = strip(Copy.Value);
  const auto IsPair = [&](const Expr *To, const Expr *Of) {
    To = subscript(To), Of = subscript(Of);
    return (sameExpression(To, A) && sameExpression(Of, B)) ||
           (sameExpression(To, B) && sameExpression(Of, A));
  };
  return From->isLValue() && elementHolding(strip(Copy.Target), Context) &&
         Context.hasSameUnqualifiedType(Copy.Target->getType(),
                                        From->getType()) &&
         matches(Copy.Target, From, [&](const Expr *To, const Expr *Of) {
           return IsPair(To, Of) ? std::optional<bool>(true) : std::nullopt;
         });
}

/// Whether \p If does nothing but copy elements that are not the same.
bool SelfCopies::isTest(const Branches &If) const {
  const auto *Compare = dyn_cast<BinaryOperator>(strip(If.Condition));
  if (!If.IsPlain || If.IsConstant || If.Else || !Compare ||
      Compare->getOpcode() != BO_NE ||
      !Compare->getLHS()->getType()->isIntegerType())
    return false;
  const Expr *A = subscript(Compare->getLHS());
  const Expr *B = subscript(Compare->getRHS());
  return A->getType()->isIntegerType() && !isa<CastExpr>(A) &&
         !isa<CastExpr>(B) && (changes(A) || changes(B)) &&
         isCopy(If.Then, A, B);
}

Stmt *SelfCopies::rewritten(Stmt *S) const {
  if (isa<Expr>(S))
    return S;
  S = Rewriter.rebuilt(S, [this](Stmt *Child) { return rewritten(Child); });
  const std::optional<Branches> If = branchesOf(S);
  return If && isTest(*If) ? const_cast<Stmt *>(If->Then) : S;
}

Stmt *ompscan::plugin::withoutSelfCopyTests(Stmt *S, ASTContext &Context) {
  Stmt *Body = S;
  while (ForStmt *For = loopIn(Body))
    Body = For->getBody();
  TreeRewriter Rewriter(*S, Context);
  return Rewriter.finished(SelfCopies(*Body, Context, Rewriter).rewritten(S));
}

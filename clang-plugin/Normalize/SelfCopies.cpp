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
  bool isCopy(const Stmt *S, const Expr *A, const Expr *B,
              const Expr *Counted) const;
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
/// the other way round, so that it changes nothing where both are equal, and
/// increments \p Counted, one of the two, in the end. If that is null, \p S
/// increments neither.
bool SelfCopies::isCopy(const Stmt *S, const Expr *A, const Expr *B,
                        const Expr *Counted) const {
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    llvm::ArrayRef Statements(Block->body_begin(), Block->body_end());
    if (Counted && Statements.size() > 1)
      if (const Expr *Place = incrementedBy(Statements.back());
          Place && sameExpression(Place, Counted)) {
        Statements = Statements.drop_back();
        Counted = nullptr;
      }
    return !Statements.empty() && (!Counted || Statements.size() == 1) &&
           llvm::all_of(Statements, [&](const Stmt *Inner) {
             return isCopy(Inner, A, B, Counted);
           });
  }
  const auto *E = dyn_cast<Expr>(S);
  const Assignment Copy = E ? plainAssignment(strip(E)) : Assignment();
  if (!Copy.Target)
    return false;
  const Expr *From = strip(Copy.Value);
  bool HasCounted = !Counted;
  // `k++` is `k` in the copy.
  const auto Place = [&](const Expr *E) {
    E = subscript(E);
    const auto *Increment = dyn_cast<UnaryOperator>(E);
    if (!Counted || !Increment || Increment->getOpcode() != UO_PostInc)
      return E;
    const Expr *Operand = strip(Increment->getSubExpr());
    if (!sameExpression(Operand, Counted))
      return E;
    HasCounted = true;
    return Operand;
  };
  const auto IsPair = [&](const Expr *To, const Expr *Of) {
    To = Place(To), Of = Place(Of);
    return (sameExpression(To, A) && sameExpression(Of, B)) ||
           (sameExpression(To, B) && sameExpression(Of, A));
  };
  return From->isLValue() && elementHolding(strip(Copy.Target), Context) &&
         Context.hasSameUnqualifiedType(Copy.Target->getType(),
                                        From->getType()) &&
         matches(Copy.Target, From,
                 [&](const Expr *To, const Expr *Of) {
                   return IsPair(To, Of) ? std::optional<bool>(true)
                                         : std::nullopt;
                 }) &&
         HasCounted;
}

/// Whether \p If does nothing but copy elements that are not the same, and
/// increment one of the subscripts in either branch.
bool SelfCopies::isTest(const Branches &If) const {
  const auto *Compare = dyn_cast<BinaryOperator>(strip(If.Condition));
  if (!If.IsPlain || If.IsConstant || !Compare ||
      !Compare->getLHS()->getType()->isIntegerType())
    return false;
  const Expr *A = subscript(Compare->getLHS());
  const Expr *B = subscript(Compare->getRHS());
  if (Compare->getOpcode() == BO_GT)
    std::swap(A, B);
  // Elements move down, or the launch runs the loop as it is written. The
  // values of elements tell nothing of that: `if (y[i] < x[i]) y[i] = x[i];`.
  const bool MovesDown =
      (Compare->getOpcode() == BO_LT || Compare->getOpcode() == BO_GT) &&
      !elementAccess(A, Context).Base && !elementAccess(B, Context).Base;
  const Expr *Counted = incrementedBy(If.Else);
  if (!(Compare->getOpcode() == BO_NE ||
        (MovesDown && changes(A) && !changes(B))) ||
      (If.Else && !(Counted && (sameExpression(Counted, A) ||
                                sameExpression(Counted, B)))))
    return false;
  return A->getType()->isIntegerType() && !isa<CastExpr>(A) &&
         !isa<CastExpr>(B) && (changes(A) || changes(B)) &&
         isCopy(If.Then, A, B, Counted);
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

//===- Sequences.cpp - Assignments in one statement -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Sequences.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Makes statements of the parts of others.
class Sequences {
public:
  Sequences(ASTContext &Context, TreeRewriter &Rewriter)
      : Context(Context), Rewriter(Rewriter) {}

  /// \p S, a statement of a body.
  Stmt *rewritten(Stmt *S);

private:
  static bool isSequence(const Expr *E);
  void append(Stmt *S, llvm::SmallVectorImpl<Stmt *> &To);
  bool appendChain(Expr *E, llvm::SmallVectorImpl<Stmt *> &To);

  ASTContext &Context;
  TreeRewriter &Rewriter;
};

} // namespace

/// Appends `v = value` and `place = v` for \p E, `v = place = value` with an
/// element as the place; false if it is something else. Of variables, `place`
/// would depend on `v`.
bool Sequences::appendChain(Expr *E, llvm::SmallVectorImpl<Stmt *> &To) {
  const auto *Outer = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!Outer || Outer->getOpcode() != BO_Assign)
    return false;
  auto *Inner = dyn_cast<BinaryOperator>(stripImplicit(Outer->getRHS()));
  const VarDecl *Var = variableOf(Outer->getLHS()->IgnoreParens());
  if (!Inner || Inner->getOpcode() != BO_Assign || !Var ||
      variableOf(Inner->getLHS()->IgnoreParens()) ||
      !Var->getType()->isArithmeticType() ||
      Var->getType().isVolatileQualified() ||
      Inner->getType().isVolatileQualified() ||
      !Context.hasSameUnqualifiedType(Var->getType(), Inner->getType()) ||
      Inner->getLHS()->refersToBitField() || mentions(Inner->getLHS(), Var) ||
      changesAnything(Inner->getLHS()) || changesAnything(Inner->getRHS()))
    return false;
  Expr *const Place = Outer->getLHS();
  To.push_back(assign(Place, Inner->getRHS(), Context));
  To.push_back(assign(Inner->getLHS(), loadOf(Place, Context), Context));
  return true;
}

/// Whether \p E is `a, b` and more than an update of members, which a declared
/// operator may write in the same way.
bool Sequences::isSequence(const Expr *E) {
  const auto *Comma = dyn_cast<BinaryOperator>(E->IgnoreParens());
  return Comma && Comma->getOpcode() == BO_Comma &&
         llvm::none_of(changedPlaces(E), [](const Expr *Place) {
           return isa<MemberExpr>(Place);
         });
}

/// Appends the statements of which \p S is made.
void Sequences::append(Stmt *S, llvm::SmallVectorImpl<Stmt *> &To) {
  auto *E = dyn_cast<Expr>(S);
  if (!E)
    return To.push_back(rewritten(S));
  if (isSequence(E)) {
    const auto *Comma = cast<BinaryOperator>(E->IgnoreParens());
    append(Comma->getLHS(), To);
    append(Comma->getRHS(), To);
  } else if (!appendChain(E, To)) {
    To.push_back(E);
  }
}

Stmt *Sequences::rewritten(Stmt *S) {
  if (isa<OMPExecutableDirective>(S))
    return S;
  const auto *Block = dyn_cast<CompoundStmt>(S);
  if (Block || isa<Expr>(S)) {
    llvm::SmallVector<Stmt *, 8> Parts;
    if (!Block)
      append(S, Parts);
    else
      for (Stmt *Child : Block->body())
        append(Child, Parts);
    const bool IsSame =
        Block ? llvm::equal(Parts, Block->body()) : Parts.size() == 1;
    return IsSame ? S : blockOf(Parts, S->getSourceRange(), Context);
  }
  const auto Bodies = bodiesOf(S);
  return Rewriter.rebuilt(S, [&](Stmt *Child) {
    return llvm::is_contained(Bodies, Child) ? rewritten(Child) : Child;
  });
}

Stmt *ompscan::plugin::withoutSequences(Stmt *S, const ScanDirective &D,
                                        ASTContext &Context,
                                        TreeRewriter &Rewriter) {
  ForStmt *For = innermostLoop(S, D.loopCount());
  if (!For)
    return S;
  Stmt *Body = For->getBody();
  return Rewriter.replaced(S, Body,
                           Sequences(Context, Rewriter).rewritten(Body));
}

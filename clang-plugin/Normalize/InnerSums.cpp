//===- InnerSums.cpp - Items that inner loops update ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/InnerSums.h"
#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/ItemReader.h"
#include "Normalize/Positions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// A number that a clause names, and its operator.
struct Summed {
  const VarDecl *Var;
  BinaryOperatorKind Op;
};

/// Rewrites the inner loops that update one number.
class InnerSums {
public:
  InnerSums(Summed Of, Sema &S, TreeRewriter &Rewriter)
      : Item(*Of.Var), Op(Of.Op),
        Type(Item.getType().getNonReferenceType().getUnqualifiedType()),
        Context(S.Context), DC(*S.CurContext), Nodes(S), Rewriter(Rewriter) {}

  /// \p S, the body of the loop or a part of it.
  Stmt *rewritten(Stmt *S);

private:
  bool combines(BinaryOperatorKind Kind) const {
    return Kind == Op || (Op == BO_Add && Kind == BO_Sub);
  }
  bool isInput(const Expr *E, QualType Computed) const;
  bool isUpdate(const Stmt *S) const;
  Expr *neutral() const;
  Stmt *withUpdate(Stmt *Loop);

  const VarDecl &Item;
  const BinaryOperatorKind Op;
  const QualType Type;
  ASTContext &Context;
  DeclContext &DC;
  NodeBuilder Nodes;
  TreeRewriter &Rewriter;
};

} // namespace

/// `+=` for `+`.
static BinaryOperatorKind assigning(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Mul:
    return BO_MulAssign;
  case BO_And:
    return BO_AndAssign;
  case BO_Or:
    return BO_OrAssign;
  case BO_Xor:
    return BO_XorAssign;
  default:
    return BO_AddAssign;
  }
}

/// Whether the sum of inputs like \p E can be computed first. A fraction is cut
/// off each time that it is added to an integer. \p Computed is the type of the
/// operation.
bool InnerSums::isInput(const Expr *E, QualType Computed) const {
  return !mentions(E, &Item) &&
         (!Type->isIntegerType() || Computed->isIntegerType());
}

/// Whether \p S is `s += e`, `s++` or `s = s + e`, where e does not use s.
bool InnerSums::isUpdate(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = strip(E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Op == BO_Add && Unary->isIncrementDecrementOp() &&
           variableOf(strip(Unary->getSubExpr())) == &Item;
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E))
    return variableOf(strip(Compound->getLHS())) == &Item &&
           combines(BinaryOperator::getOpForCompoundAssignment(
               Compound->getOpcode())) &&
           isInput(Compound->getRHS(), Compound->getComputationResultType());
  const Assignment Plain = plainAssignment(E);
  const auto *Value = dyn_cast_or_null<BinaryOperator>(
      Plain.Value ? stripImplicit(Plain.Value) : nullptr);
  if (!Value || variableOf(strip(Plain.Target)) != &Item ||
      !combines(Value->getOpcode()))
    return false;
  const Expr *Left = Value->getLHS(), *Right = Value->getRHS();
  if (Value->getOpcode() != BO_Sub && variableOf(stripImplicit(Right)) == &Item)
    std::swap(Left, Right);
  return variableOf(stripImplicit(Left)) == &Item &&
         isInput(Right, Value->getType());
}

/// The value with which combining begins.
Expr *InnerSums::neutral() const {
  Expr *Number = Nodes.number(Op == BO_Mul ? 1 : Op == BO_And ? -1 : 0);
  return Type->isIntegerType()
             ? Nodes.integer(Number, Type)
             : Nodes.cast(Number, Type, CK_IntegralToFloating);
}

/// \p Loop, combining in a variable of its own, and the update of the item.
Stmt *InnerSums::withUpdate(Stmt *Loop) {
  const SourceLocation Loc = Loop->getBeginLoc();
  Nodes.setLoc(Loc);
  VarDecl *Sum = iterationVariable(Item.getName(), neutral(), DC, Context);
  Expr *Update = Nodes.binary(referTo(&Item, Loc, Context), assigning(Op),
                              loadOf(referTo(Sum, Loc, Context), Context));
  if (!Update)
    return Loop;
  Stmt *Statements[] = {declarationOf(Sum, Loc, Context),
                        Rewriter.renamed(Loop, Item, *Sum), Update};
  return blockOf(Statements, {Loc, Loop->getEndLoc()}, Context);
}

Stmt *InnerSums::rewritten(Stmt *S) {
  if (isa<Expr>(S) || !mentions(S, &Item))
    return S;
  if (!loopBody(S))
    return Rewriter.rebuilt(S, [&](Stmt *Child) { return rewritten(Child); });
  return mentionsOnlyIn(S, Item, [&](const Stmt *Sub) { return isUpdate(Sub); })
             ? withUpdate(S)
             : S;
}

/// The operation of a clause on \p Name; std::nullopt for others.
static std::optional<BinaryOperatorKind> operationOf(DeclarationName Name) {
  switch (Name.getCXXOverloadedOperator()) {
  case OO_Plus:
    return BO_Add;
  case OO_Star:
    return BO_Mul;
  case OO_Amp:
    return BO_And;
  case OO_Pipe:
    return BO_Or;
  case OO_Caret:
    return BO_Xor;
  default:
    return std::nullopt;
  }
}

/// The numbers that the clauses of \p D name.
static llvm::SmallVector<Summed, 4> summedIn(const ScanDirective &D) {
  llvm::SmallVector<Summed, 4> Result;
  for (const auto *C : D.Inner->getClausesOfKind<OMPReductionClause>())
    if (const auto Op = operationOf(C->getNameInfo().getName()))
      for (const Expr *Named : compat::varlist(C)) {
        const VarDecl *Var = variableOf(itemBase(D.operand(Named)));
        const QualType Type =
            Var ? Var->getType().getNonReferenceType() : QualType();
        if (Var && !Type->isBooleanType() && !Type.isVolatileQualified() &&
            (Type->isIntegerType() || Type->isRealFloatingType()))
          Result.push_back({Var, *Op});
      }
  return Result;
}

Stmt *ompscan::plugin::withInnerSums(Stmt *S, const ScanDirective &D,
                                     Sema &Sema, TreeRewriter &Rewriter) {
  ForStmt *For = D.Scan ? innermostLoop(S, D.loopCount()) : nullptr;
  if (!For)
    return S;
  Stmt *Body = For->getBody();
  for (const Summed &Item : summedIn(D))
    Body = InnerSums(Item, Sema, Rewriter).rewritten(Body);
  return Rewriter.replaced(S, For->getBody(), Body);
}

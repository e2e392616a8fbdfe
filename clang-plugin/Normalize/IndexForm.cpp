//===- IndexForm.cpp - Loops over pointers and iterators ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/IndexForm.h"
#include "AST/CodeBuilder.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/CopyNode.h"
#include "AST/Expressions.h"
#include "AST/TreeRewriter.h"
#include "AST/TreeWalk.h"
#include "Analysis/Clauses/Directives.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Normalize/IteratorCalls.h"
#include "Normalize/Positions.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// The parts of a loop that Sema has found to be canonical.
struct Parts {
  const VarDecl *Var = nullptr;
  Expr *Lower = nullptr;
  Expr *Bound = nullptr;
  BinaryOperatorKind Relation = BO_NE;
  /// Added to the variable or, if Down, subtracted; null for 1.
  Expr *Step = nullptr;
  bool Down = false;
};

class IndexFormBuilder {
public:
  IndexFormBuilder(Sema &S, TreeRewriter &Rewriter, const Diagnostics &Diags)
      : Context(S.Context), Rewriter(Rewriter), Diags(Diags), Nodes(S) {}

  /// The loop that replaces \p St: itself if its variable is an integer, null
  /// after an error.
  Stmt *build(Stmt *St);

private:
  bool readFor(const ForStmt &For);
  Expr *elementsBefore(const std::optional<Position> &End) const;
  bool readRange(const CXXForRangeStmt &Range);
  bool refuseType() const;
  bool isVar(const Expr *E) const {
    return isReferenceTo(Nodes.plain(E), Loop.Var);
  }

  Expr *index() { return Nodes.reference(Index); }
  Expr *place(const Expr *E, bool &IsPlace);
  Expr *element(Expr *Place);
  Stmt *rewritten(Stmt *St);
  const Expr *useIn(const Stmt *St) const;
  Expr *rewrittenExpr(Expr *E);
  Expr *comparison(Expr *E);
  Stmt *refuse(const Expr *E) {
    Diags.report(E->getExprLoc(), Diag::err_iterator_use)
        << Loop.Var->getName();
    return nullptr;
  }
  bool refersTo(const Expr *E) const {
    return isVar(E) && isa<DeclRefExpr>(E->IgnoreParens());
  }

  ASTContext &Context;
  TreeRewriter &Rewriter;
  const Diagnostics &Diags;
  NodeBuilder Nodes;
  Parts Loop;
  Position First;
  VarDecl *Index = nullptr;
  /// The variable of a range-based loop, if it is a reference to the element.
  const VarDecl *Alias = nullptr;
};

} // namespace

bool IndexFormBuilder::refuseType() const {
  return Diags.report(Loop.Var->getLocation(), Diag::err_induction_type)
         << Loop.Var->getType();
}

bool IndexFormBuilder::readFor(const ForStmt &For) {
  if (const VarDecl *Declared = variableDeclaredBy(For.getInit())) {
    Loop.Var = Declared;
    Loop.Lower = const_cast<Expr *>(Declared->getInit());
  } else {
    const Operation Assign = operation(dyn_cast_or_null<Expr>(For.getInit()));
    const auto *Ref = Assign.Kind == BO_Assign
                          ? dyn_cast<DeclRefExpr>(Nodes.plain(Assign.Left))
                          : nullptr;
    Loop.Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Loop.Lower = Assign.Right;
  }
  const Operation Condition = operation(For.getCond());
  if (!Loop.Var || !Loop.Lower || !Condition.Right)
    return false;
  const bool Swapped = !isVar(Condition.Left);
  Loop.Bound = Swapped ? Condition.Left : Condition.Right;
  const std::optional<BinaryOperatorKind> Relation =
      loopComparison(Condition.Kind, Swapped);
  if (!Relation)
    return false;
  Loop.Relation = *Relation;

  const Operation Inc = operation(For.getInc());
  if (Inc.IsIncrement) {
    Loop.Down = Inc.Kind == BO_Sub;
  } else if (Inc.Kind == BO_AddAssign || Inc.Kind == BO_SubAssign) {
    Loop.Down = Inc.Kind == BO_SubAssign;
    Loop.Step = Inc.Right;
  } else if (Inc.Kind == BO_Assign) {
    const Operation Sum = operation(Nodes.plain(Inc.Right));
    if (!Sum.Right || (Sum.Kind != BO_Add && Sum.Kind != BO_Sub))
      return false;
    Loop.Down = Sum.Kind == BO_Sub;
    Loop.Step = isVar(Sum.Left) ? Sum.Right : Sum.Left;
  } else {
    return false;
  }
  return true;
}

bool IndexFormBuilder::readRange(const CXXForRangeStmt &Range) {
  Loop.Var = variableDeclaredBy(Range.getBeginStmt());
  Loop.Lower = const_cast<Expr *>(Loop.Var->getInit());
  Loop.Bound =
      const_cast<Expr *>(variableDeclaredBy(Range.getEndStmt())->getInit());
  return true;
}

/// The number of the element that \p E points to, if \p E is the induction
/// variable plus an offset. Null with \p IsPlace set is an error.
Expr *IndexFormBuilder::place(const Expr *E, bool &IsPlace) {
  E = Nodes.plain(E);
  IsPlace = true;
  if (isVar(E)) {
    Expr *Start = Nodes.number(First, /*Size=*/nullptr);
    return Start ? Nodes.compute(Start, BO_Add, index()) : index();
  }
  const Operation Sum = operation(E);
  // An increment has no right operand.
  if (Sum.Right && (Sum.Kind == BO_Add || Sum.Kind == BO_Sub)) {
    const bool OnLeft = !Sum.Left->getType()->isIntegralOrEnumerationType();
    Expr *Offset = OnLeft ? Sum.Right : Sum.Left;
    if (Offset->getType()->isIntegralOrEnumerationType() &&
        (OnLeft || Sum.Kind == BO_Add)) {
      Expr *Base = place(OnLeft ? Sum.Left : Sum.Right, IsPlace);
      Stmt *Moved = Base ? rewritten(Offset) : nullptr;
      return Moved ? Nodes.compute(Base, Sum.Kind, cast<Expr>(Moved)) : nullptr;
    }
  }
  IsPlace = false;
  return nullptr;
}

Expr *IndexFormBuilder::element(Expr *Place) {
  return Nodes.element(First.Base, Place);
}

/// A difference or comparison of two positions in the array, rewritten to
/// element numbers; null for anything else.
Expr *IndexFormBuilder::comparison(Expr *E) {
  const Operation Op = operation(E);
  if (!Op.Right ||
      (Op.Kind != BO_Sub && !BinaryOperator::isComparisonOp(Op.Kind)))
    return nullptr;
  Expr *Sides[] = {Op.Left, Op.Right};
  for (Expr *&Side : Sides) {
    bool IsPlace = false;
    if (Expr *Number = place(Side, IsPlace)) {
      Side = Number;
      continue;
    }
    const std::optional<Position> Other =
        IsPlace ? std::nullopt : Nodes.position(Side, /*OfIterators=*/true);
    if (!Other || !sameExpression(Other->Base, First.Base))
      return nullptr;
    Expr *Number = Nodes.number(*Other, Nodes.size(*Other));
    Side = Number ? Number : Nodes.number(0);
  }
  return Nodes.compute(Sides[0], Op.Kind, Sides[1]);
}

/// \p E as an element of the array or a comparison of element numbers; null for
/// anything else.
Expr *IndexFormBuilder::rewrittenExpr(Expr *E) {
  bool IsPlace = false;
  // `*p`, `*(p + 1)`
  if (const Expr *Pointer = dereferenced(E))
    if (Expr *Place = place(Pointer, IsPlace))
      return element(Place);
  // `p[1]`
  if (const Operation Subscript = subscripted(E); Subscript.Left)
    if (Expr *Place = place(Subscript.Left, IsPlace)) {
      Stmt *Moved = rewritten(Subscript.Right);
      return Moved ? element(Nodes.compute(Place, BO_Add, cast<Expr>(Moved)))
                   : nullptr;
    }
  // `p->key`
  if (auto *Member = dyn_cast<MemberExpr>(E); Member && Member->isArrow()) {
    const Expr *Pointer = arrowed(Member->getBase());
    if (Expr *Place = place(Pointer, IsPlace)) {
      Expr *Object = element(Place);
      if (!Object)
        return nullptr;
      const QualType Type = Member->getBase()->getType()->getPointeeType();
      if (Type.isConstQualified() && !Object->getType().isConstQualified())
        Object = convertTo(Type, CK_NoOp, Object, Context, VK_LValue);
      return MemberExpr::Create(
          Context, Object, /*IsArrow=*/false, Member->getOperatorLoc(),
          Member->getQualifierLoc(), Member->getTemplateKeywordLoc(),
          Member->getMemberDecl(), Member->getFoundDecl(),
          Member->getMemberNameInfo(), /*TemplateArgs=*/nullptr,
          Member->getType(), Member->getValueKind(), Member->getObjectKind(),
          Member->isNonOdrUse());
    }
  }
  return comparison(E);
}

/// \p St without the induction variable; null after an error.
Stmt *IndexFormBuilder::rewritten(Stmt *St) {
  if (auto *E = dyn_cast<Expr>(St)) {
    Nodes.setLoc(E->getExprLoc());
    auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (Ref && Alias && Ref->getDecl() == Alias)
      return element(index());
    if (Expr *New = rewrittenExpr(E))
      return New;
    if (refersTo(E))
      return refuse(E);
  }
  if (const Expr *Use = isOpaque(*St) ? useIn(St) : nullptr)
    return refuse(Use);
  return Rewriter.rebuilt(St, [this](Stmt *Child) { return rewritten(Child); });
}

/// A use of the induction variable in \p St; null if there is none.
const Expr *IndexFormBuilder::useIn(const Stmt *St) const {
  return firstExpr(St, [this](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && (refersTo(Ref) || (Alias && Ref->getDecl() == Alias));
  });
}

/// The number of elements from the first one to the end of the loop, which is
/// at \p End if that is known. Null if it cannot be built.
Expr *
IndexFormBuilder::elementsBefore(const std::optional<Position> &End) const {
  if (End && sameExpression(End->Base, First.Base)) {
    Expr *Count = Nodes.number(*End, Nodes.size(*End));
    if (!Count)
      Count = Nodes.number(0);
    Expr *From = Nodes.number(First, /*Size=*/nullptr);
    return From ? Nodes.compute(Count, BO_Sub, From) : Count;
  }
  if (!isContiguousIterator(Loop.Bound->getType()) ||
      !isContiguousIterator(Loop.Lower->getType()))
    return nullptr;
  // Without the copy of an iterator.
  const auto Own = [&](Expr *E) {
    return isIterator(E->getType()) ? const_cast<Expr *>(Nodes.plain(E)) : E;
  };
  return Nodes.compute(Own(Loop.Bound), BO_Sub, Own(Loop.Lower));
}

Stmt *IndexFormBuilder::build(Stmt *St) {
  const auto *For = dyn_cast<ForStmt>(St);
  const auto *Range = dyn_cast<CXXForRangeStmt>(St);
  if (For) {
    // Loops over integers are in this form already.
    if (!readFor(*For) || Loop.Var->getType()
                              .getNonReferenceType()
                              ->isIntegralOrEnumerationType())
      return St;
  } else if (!Range || !readRange(*Range)) {
    return St;
  }
  Nodes.setLoc(St->getBeginLoc());
  const std::optional<Position> Start =
      Nodes.position(Loop.Lower, /*OfIterators=*/true);
  const std::optional<Position> End =
      Nodes.position(Loop.Bound, /*OfIterators=*/true);
  if (!Start || Start->IsEnd) {
    refuseType();
    return nullptr;
  }
  First = *Start;

  Expr *Count = elementsBefore(End);
  if (!Count) {
    refuseType();
    return nullptr;
  }
  // Diagnostics name the user's variable.
  const auto *Named =
      Range ? variableDeclaredBy(Range->getLoopVarStmt()) : Loop.Var;
  Index = Nodes.counter(Named->getName(), Nodes.number(0));

  const Stmt *Body = For ? For->getBody() : Range->getBody();
  llvm::SmallVector<Stmt *, 2> Statements;
  if (Range) {
    auto *Declaration = const_cast<DeclStmt *>(Range->getLoopVarStmt());
    const auto *Var = Named;
    const Expr *Pointer =
        Var->getInit() ? dereferenced(Nodes.plain(Var->getInit())) : nullptr;
    if (isa<DecompositionDecl>(Var)) {
      Diags.report(Var->getLocation(), Diag::err_range_binding);
      return nullptr;
    }
    if (Var->getType()->isReferenceType() && Pointer && isVar(Pointer) &&
        strip(Var->getInit()) == Nodes.plain(Var->getInit()))
      Alias = Var;
    else if (Stmt *Own = rewritten(Declaration))
      Statements.push_back(Own);
    else
      return nullptr;
  }
  Stmt *Inner = rewritten(const_cast<Stmt *>(Body));
  if (!Inner)
    return nullptr;
  if (!Statements.empty()) {
    Statements.push_back(Inner);
    Inner = blockOf(Statements, Body->getSourceRange(), Context);
  }
  Nodes.setLoc(St->getBeginLoc());
  Expr *Condition = Nodes.compute(index(), Loop.Relation, Count);
  Expr *Step = Loop.Step ? Loop.Step : Nodes.number(1);
  Expr *Inc = Nodes.compute(Nodes.reference(Index),
                            Loop.Down ? BO_SubAssign : BO_AddAssign, Step);
  if (!Condition || !Inc)
    return nullptr;
  const SourceLocation Loc = St->getBeginLoc();
  auto *Init = declarationOf(Index, Loc, Context);
  return new (Context) ForStmt(Context, Init, Condition, /*condVar=*/nullptr,
                               Inc, Inner, Loc, Loc, Loc);
}

std::optional<Stmt *> ompscan::plugin::indexForm(Stmt *Statement, Sema &S,
                                                 DeclContext *DC,
                                                 const Diagnostics &Diags) {
  const SemaContext InFunction(S, DC);
  TreeRewriter Rewriter(*Statement, S.Context);
  Stmt *Written = onlyStatement(Statement);
  Stmt *New =
      Rewriter.finished(IndexFormBuilder(S, Rewriter, Diags)
                            .build(Rewriter.finished(
                                withoutIteratorCalls(Written, S, Rewriter))));
  if (!New)
    return std::nullopt;
  return New == Written ? Statement : New;
}

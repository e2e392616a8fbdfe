//===- CopyNode.cpp - Copies of nodes of Clang's AST ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/CopyNode.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/AST/StmtVisitor.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// Makes the copy of one node; null for opaque ones.
class NodeCopier : public StmtVisitor<NodeCopier, Stmt *> {
public:
  NodeCopier(ChildCopy Child, VariableCopy Variable, ASTContext &Context)
      : Child(Child), Variable(Variable), Context(Context) {}

  Stmt *VisitStmt(Stmt *) { return nullptr; }

  Stmt *VisitCompoundStmt(CompoundStmt *S) {
    llvm::SmallVector<Stmt *, 8> New;
    for (Stmt *Each : S->body())
      New.push_back(Child(Each));
    return CompoundStmt::Create(Context, New,
                                S->hasStoredFPFeatures()
                                    ? S->getStoredFPFeatures()
                                    : FPOptionsOverride(),
                                S->getLBracLoc(), S->getRBracLoc());
  }
  Stmt *VisitIfStmt(IfStmt *S) {
    Stmt *Init = optional(S->getInit());
    VarDecl *Var = variable(S->getConditionVariable());
    return IfStmt::Create(Context, S->getIfLoc(), S->getStatementKind(), Init,
                          Var, expr(S->getCond()), S->getLParenLoc(),
                          S->getRParenLoc(), Child(S->getThen()),
                          S->getElseLoc(), optional(S->getElse()));
  }
  Stmt *VisitSwitchStmt(SwitchStmt *S) {
    Stmt *Init = optional(S->getInit());
    VarDecl *Var = variable(S->getConditionVariable());
    auto *New = SwitchStmt::Create(Context, Init, Var, expr(S->getCond()),
                                   S->getLParenLoc(), S->getRParenLoc());
    New->setBody(withOwnCases(Child(S->getBody())), S->getSwitchLoc());
    addCases(*New, New->getBody());
    if (S->isAllEnumCasesCovered())
      New->setAllEnumCasesCovered();
    return New;
  }
  Stmt *VisitCaseStmt(CaseStmt *S) {
    auto *New =
        CaseStmt::Create(Context, S->getLHS(), S->getRHS(), S->getCaseLoc(),
                         S->getEllipsisLoc(), S->getColonLoc());
    New->setSubStmt(Child(S->getSubStmt()));
    return New;
  }
  Stmt *VisitDefaultStmt(DefaultStmt *S) {
    return new (Context) DefaultStmt(S->getDefaultLoc(), S->getColonLoc(),
                                     Child(S->getSubStmt()));
  }
  Stmt *VisitForStmt(ForStmt *S) {
    Stmt *Init = optional(S->getInit());
    VarDecl *Var = variable(S->getConditionVariable());
    Expr *Condition = expr(S->getCond());
    Expr *Step = expr(S->getInc());
    return new (Context)
        ForStmt(Context, Init, Condition, Var, Step, Child(S->getBody()),
                S->getForLoc(), S->getLParenLoc(), S->getRParenLoc());
  }
  Stmt *VisitWhileStmt(WhileStmt *S) {
    VarDecl *Var = variable(S->getConditionVariable());
    Expr *Condition = expr(S->getCond());
    return WhileStmt::Create(Context, Var, Condition, Child(S->getBody()),
                             S->getWhileLoc(), S->getLParenLoc(),
                             S->getRParenLoc());
  }
  Stmt *VisitDoStmt(DoStmt *S) {
    Stmt *Body = Child(S->getBody());
    return new (Context) DoStmt(Body, expr(S->getCond()), S->getDoLoc(),
                                S->getWhileLoc(), S->getRParenLoc());
  }
  Stmt *VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    Stmt *Init = optional(S->getInit());
    const auto Declared = [this](DeclStmt *D) {
      return cast_or_null<DeclStmt>(optional(D));
    };
    DeclStmt *Range = Declared(S->getRangeStmt());
    DeclStmt *Begin = Declared(S->getBeginStmt());
    DeclStmt *End = Declared(S->getEndStmt());
    Expr *Condition = expr(S->getCond());
    Expr *Step = expr(S->getInc());
    DeclStmt *Var = Declared(S->getLoopVarStmt());
    return new (Context)
        CXXForRangeStmt(Init, Range, Begin, End, Condition, Step, Var,
                        Child(S->getBody()), S->getForLoc(), S->getCoawaitLoc(),
                        S->getColonLoc(), S->getRParenLoc());
  }
  Stmt *VisitLabelStmt(LabelStmt *S) {
    return new (Context)
        LabelStmt(S->getIdentLoc(), S->getDecl(), Child(S->getSubStmt()));
  }
  Stmt *VisitAttributedStmt(AttributedStmt *S) {
    return AttributedStmt::Create(Context, S->getAttrLoc(), S->getAttrs(),
                                  Child(S->getSubStmt()));
  }
  Stmt *VisitReturnStmt(ReturnStmt *S) {
    return ReturnStmt::Create(Context, S->getReturnLoc(),
                              expr(S->getRetValue()), S->getNRVOCandidate());
  }
  Stmt *VisitOMPAtomicDirective(OMPAtomicDirective *S) {
    // Its parts are nodes of the statement.
    llvm::SmallDenseMap<const Stmt *, Stmt *, 16> Copies;
    const std::function<Stmt *(Stmt *)> Whole = [&](Stmt *Part) -> Stmt * {
      Stmt *New = Child(Part);
      pair(Part, New, Copies);
      return New;
    };
    Stmt *Operation = Whole(S->getRawStmt());
    const auto Of = [&](Expr *E) {
      return cast_or_null<Expr>(E ? Copies.lookup(E) : nullptr);
    };
    OMPAtomicDirective::Expressions Parts;
    Parts.X = Of(S->getX());
    Parts.V = Of(S->getV());
    Parts.R = Of(S->getR());
    Parts.E = Of(S->getExpr());
    Parts.UE = S->getUpdateExpr();
    Parts.D = Of(S->getD());
    Parts.Cond = Of(S->getCondExpr());
    Parts.IsXLHSInRHSPart = S->isXLHSInRHSPart();
    Parts.IsPostfixUpdate = S->isPostfixUpdate();
    Parts.IsFailOnly = S->isFailOnly();
    return OMPAtomicDirective::Create(Context, S->getBeginLoc(), S->getEndLoc(),
                                      S->clauses(), Operation, Parts);
  }

  Stmt *VisitParenExpr(ParenExpr *E) {
    return new (Context)
        ParenExpr(E->getLParen(), E->getRParen(), expr(E->getSubExpr()));
  }
  Stmt *VisitImplicitCastExpr(ImplicitCastExpr *E) {
    const CXXCastPath Path = pathOf(*E);
    auto *New = ImplicitCastExpr::Create(
        Context, E->getType(), E->getCastKind(), expr(E->getSubExpr()), &Path,
        E->getValueKind(), E->getFPFeatures());
    New->setIsPartOfExplicitCast(E->isPartOfExplicitCast());
    return New;
  }
  Stmt *VisitCStyleCastExpr(CStyleCastExpr *E) {
    const CXXCastPath Path = pathOf(*E);
    return CStyleCastExpr::Create(
        Context, E->getType(), E->getValueKind(), E->getCastKind(),
        expr(E->getSubExpr()), &Path, E->getFPFeatures(),
        E->getTypeInfoAsWritten(), E->getLParenLoc(), E->getRParenLoc());
  }
  Stmt *VisitCXXFunctionalCastExpr(CXXFunctionalCastExpr *E) {
    const CXXCastPath Path = pathOf(*E);
    return CXXFunctionalCastExpr::Create(
        Context, E->getType(), E->getValueKind(), E->getTypeInfoAsWritten(),
        E->getCastKind(), expr(E->getSubExpr()), &Path, E->getFPFeatures(),
        E->getLParenLoc(), E->getRParenLoc());
  }
  Stmt *VisitCXXStaticCastExpr(CXXStaticCastExpr *E) {
    const CXXCastPath Path = pathOf(*E);
    return CXXStaticCastExpr::Create(Context, E->getType(), E->getValueKind(),
                                     E->getCastKind(), expr(E->getSubExpr()),
                                     &Path, E->getTypeInfoAsWritten(),
                                     E->getFPFeatures(), E->getOperatorLoc(),
                                     E->getRParenLoc(), E->getAngleBrackets());
  }
  Stmt *VisitCXXReinterpretCastExpr(CXXReinterpretCastExpr *E) {
    const CXXCastPath Path = pathOf(*E);
    return CXXReinterpretCastExpr::Create(
        Context, E->getType(), E->getValueKind(), E->getCastKind(),
        expr(E->getSubExpr()), &Path, E->getTypeInfoAsWritten(),
        E->getOperatorLoc(), E->getRParenLoc(), E->getAngleBrackets());
  }
  Stmt *VisitCXXConstCastExpr(CXXConstCastExpr *E) {
    return CXXConstCastExpr::Create(
        Context, E->getType(), E->getValueKind(), expr(E->getSubExpr()),
        E->getTypeInfoAsWritten(), E->getOperatorLoc(), E->getRParenLoc(),
        E->getAngleBrackets());
  }
  Stmt *VisitCompoundAssignOperator(CompoundAssignOperator *E) {
    Expr *Left = expr(E->getLHS());
    return CompoundAssignOperator::Create(
        Context, Left, expr(E->getRHS()), E->getOpcode(), E->getType(),
        E->getValueKind(), E->getObjectKind(), E->getOperatorLoc(),
        compat::fpFeatures(*E, Context), E->getComputationLHSType(),
        E->getComputationResultType());
  }
  Stmt *VisitBinaryOperator(BinaryOperator *E) {
    Expr *Left = expr(E->getLHS());
    return BinaryOperator::Create(
        Context, Left, expr(E->getRHS()), E->getOpcode(), E->getType(),
        E->getValueKind(), E->getObjectKind(), E->getOperatorLoc(),
        compat::fpFeatures(*E, Context));
  }
  Stmt *VisitCXXRewrittenBinaryOperator(CXXRewrittenBinaryOperator *E) {
    return new (Context)
        CXXRewrittenBinaryOperator(expr(E->getSemanticForm()), E->isReversed());
  }
  Stmt *VisitUnaryOperator(UnaryOperator *E) {
    return UnaryOperator::Create(Context, expr(E->getSubExpr()), E->getOpcode(),
                                 E->getType(), E->getValueKind(),
                                 E->getObjectKind(), E->getOperatorLoc(),
                                 E->canOverflow(), E->getFPOptionsOverride());
  }
  Stmt *VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    Expr *Left = expr(E->getLHS());
    return new (Context) ArraySubscriptExpr(
        Left, expr(E->getRHS()), E->getType(), E->getValueKind(),
        E->getObjectKind(), E->getRBracketLoc());
  }
  Stmt *VisitExtVectorElementExpr(ExtVectorElementExpr *E) {
    return new (Context) ExtVectorElementExpr(
        E->getType(), E->getValueKind(), expr(E->getBase()), E->getAccessor(),
        E->getAccessorLoc());
  }
  Stmt *VisitMemberExpr(MemberExpr *E) {
    return MemberExpr::Create(
        Context, expr(E->getBase()), E->isArrow(), E->getOperatorLoc(),
        E->getQualifierLoc(), E->getTemplateKeywordLoc(), E->getMemberDecl(),
        E->getFoundDecl(), E->getMemberNameInfo(), /*TemplateArgs=*/nullptr,
        E->getType(), E->getValueKind(), E->getObjectKind(), E->isNonOdrUse());
  }
  Stmt *VisitConditionalOperator(ConditionalOperator *E) {
    Expr *Condition = expr(E->getCond());
    Expr *True = expr(E->getTrueExpr());
    return new (Context) ConditionalOperator(
        Condition, E->getQuestionLoc(), True, E->getColonLoc(),
        expr(E->getFalseExpr()), E->getType(), E->getValueKind(),
        E->getObjectKind());
  }
  Stmt *VisitInitListExpr(InitListExpr *E) {
    llvm::SmallVector<Expr *, 4> New;
    for (Expr *Each : E->inits())
      New.push_back(expr(Each));
    auto *Copy = new (Context)
        InitListExpr(Context, E->getLBraceLoc(), New, E->getRBraceLoc());
    Copy->setType(E->getType());
    if (E->hasArrayFiller())
      Copy->setArrayFiller(E->getArrayFiller());
    else if (FieldDecl *Field = E->getInitializedFieldInUnion())
      Copy->setInitializedFieldInUnion(Field);
    return Copy;
  }
  Stmt *VisitCompoundLiteralExpr(CompoundLiteralExpr *E) {
    return new (Context) CompoundLiteralExpr(
        E->getLParenLoc(), E->getTypeSourceInfo(), E->getType(),
        E->getValueKind(), expr(E->getInitializer()), E->isFileScope());
  }
  Stmt *VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    return new (Context) UnaryExprOrTypeTraitExpr(
        E->getKind(), expr(E->getArgumentExpr()), E->getType(),
        E->getOperatorLoc(), E->getRParenLoc());
  }
  Stmt *VisitStmtExpr(StmtExpr *E) {
    return new (Context)
        StmtExpr(cast<CompoundStmt>(Child(E->getSubStmt())), E->getType(),
                 E->getLParenLoc(), E->getRParenLoc(), E->getTemplateDepth());
  }

  Stmt *VisitCallExpr(CallExpr *E) {
    if (E->getStmtClass() != Stmt::CallExprClass)
      return nullptr;
    Expr *Callee = expr(E->getCallee());
    return CallExpr::Create(Context, Callee, arguments(*E), E->getType(),
                            E->getValueKind(), E->getRParenLoc(),
                            E->getFPFeatures(), /*MinNumArgs=*/0,
                            E->getADLCallKind());
  }
  Stmt *VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    Expr *Callee = expr(E->getCallee());
    return CXXOperatorCallExpr::Create(Context, E->getOperator(), Callee,
                                       arguments(*E), E->getType(),
                                       E->getValueKind(), E->getOperatorLoc(),
                                       E->getFPFeatures(), E->getADLCallKind());
  }
  Stmt *VisitCXXMemberCallExpr(CXXMemberCallExpr *E) {
    Expr *Callee = expr(E->getCallee());
    return CXXMemberCallExpr::Create(Context, Callee, arguments(*E),
                                     E->getType(), E->getValueKind(),
                                     E->getRParenLoc(), E->getFPFeatures());
  }
  Stmt *VisitCXXConstructExpr(CXXConstructExpr *E) {
    return CXXConstructExpr::Create(
        Context, E->getType(), E->getLocation(), E->getConstructor(),
        E->isElidable(), constructed(*E), E->hadMultipleCandidates(),
        E->isListInitialization(), E->isStdInitListInitialization(),
        E->requiresZeroInitialization(), E->getConstructionKind(),
        E->getParenOrBraceRange());
  }
  Stmt *VisitCXXTemporaryObjectExpr(CXXTemporaryObjectExpr *E) {
    return CXXTemporaryObjectExpr::Create(
        Context, E->getConstructor(), E->getType(), E->getTypeSourceInfo(),
        constructed(*E), E->getParenOrBraceRange(), E->hadMultipleCandidates(),
        E->isListInitialization(), E->isStdInitListInitialization(),
        E->requiresZeroInitialization());
  }
  Stmt *VisitMaterializeTemporaryExpr(MaterializeTemporaryExpr *E) {
    auto *New = new (Context) MaterializeTemporaryExpr(
        E->getType(), expr(E->getSubExpr()), E->isBoundToLvalueReference());
    if (const auto *Var = dyn_cast_or_null<VarDecl>(E->getExtendingDecl()))
      New->setExtendingDecl(variable(const_cast<VarDecl *>(Var)),
                            E->getManglingNumber());
    return New;
  }
  Stmt *VisitExprWithCleanups(ExprWithCleanups *E) {
    return ExprWithCleanups::Create(Context, expr(E->getSubExpr()),
                                    E->cleanupsHaveSideEffects(),
                                    E->getObjects());
  }
  Stmt *VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) {
    return CXXBindTemporaryExpr::Create(Context, E->getTemporary(),
                                        expr(E->getSubExpr()));
  }

private:
  Stmt *optional(Stmt *S) { return S ? Child(S) : nullptr; }
  Expr *expr(Expr *E) { return cast_or_null<Expr>(optional(E)); }
  VarDecl *variable(VarDecl *Var) { return Var ? Variable(Var) : nullptr; }
  llvm::SmallVector<Expr *, 4> arguments(CallExpr &E) {
    llvm::SmallVector<Expr *, 4> New;
    for (Expr *Each : E.arguments())
      New.push_back(expr(Each));
    return New;
  }
  llvm::SmallVector<Expr *, 4> constructed(CXXConstructExpr &E) {
    llvm::SmallVector<Expr *, 4> New;
    for (Expr *Each : E.arguments())
      New.push_back(expr(Each));
    return New;
  }
  static CXXCastPath pathOf(CastExpr &E) {
    return CXXCastPath(E.path_begin(), E.path_end());
  }

  /// \p S with copies of its labels, each of which is in the list of one
  /// switch.
  Stmt *withOwnCases(Stmt *S) {
    if (!S || isa<Expr, SwitchStmt, DeclStmt>(S) || isOpaque(*S))
      return S;
    llvm::SmallDenseMap<const Stmt *, Stmt *, 8> Own;
    bool Changes = isa<SwitchCase>(S);
    for (Stmt *Sub : S->children()) {
      Own[Sub] = withOwnCases(Sub);
      Changes |= Own[Sub] != Sub;
    }
    return Changes ? copyNode(
                         *S, [&](Stmt *Sub) { return Own.lookup(Sub); },
                         [](VarDecl *Var) { return Var; }, Context)
                   : S;
  }
  /// Adds the labels in \p S, which is in the body of \p Switch.
  static void addCases(SwitchStmt &Switch, Stmt *S) {
    if (!S || isa<Expr, SwitchStmt>(S))
      return;
    if (auto *Case = dyn_cast<SwitchCase>(S))
      Switch.addSwitchCase(Case);
    for (Stmt *Sub : S->children())
      addCases(Switch, Sub);
  }
  /// Notes which nodes of the copy \p New are those of \p Old. What stands for
  /// a name has other nodes below it.
  static void pair(Stmt *Old, Stmt *New,
                   llvm::SmallDenseMap<const Stmt *, Stmt *, 16> &Copies) {
    if (!Old || !New)
      return;
    Copies[Old] = New;
    if (Old->getStmtClass() != New->getStmtClass())
      return;
    const auto End = New->child_end();
    auto Next = New->child_begin();
    for (Stmt *Sub : Old->children()) {
      if (Next == End)
        return;
      pair(Sub, *Next++, Copies);
    }
  }

  ChildCopy Child;
  VariableCopy Variable;
  ASTContext &Context;
};

} // namespace

bool ompscan::plugin::isOpaque(const Stmt &S) {
  // The size of an array type may be an expression.
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(&S))
    return Size->isArgumentType();
  switch (S.getStmtClass()) {
  case Stmt::ArraySubscriptExprClass:
  case Stmt::AttributedStmtClass:
  case Stmt::BinaryOperatorClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXBindTemporaryExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXForRangeStmtClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CallExprClass:
  case Stmt::CaseStmtClass:
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::CompoundLiteralExprClass:
  case Stmt::CompoundStmtClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::DeclStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ExtVectorElementExprClass:
  case Stmt::ForStmtClass:
  case Stmt::IfStmtClass:
  case Stmt::ImplicitCastExprClass:
  case Stmt::InitListExprClass:
  case Stmt::LabelStmtClass:
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::MemberExprClass:
  case Stmt::OMPAtomicDirectiveClass:
  case Stmt::ParenExprClass:
  case Stmt::ReturnStmtClass:
  case Stmt::StmtExprClass:
  case Stmt::SwitchStmtClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::WhileStmtClass:
    return false;
  default:
    // Nothing in such a node can be replaced if it has no children.
    return S.child_begin() != S.child_end();
  }
}

Stmt *ompscan::plugin::copyNode(Stmt &S, ChildCopy Child, VariableCopy Variable,
                                ASTContext &Context) {
  Stmt *New = NodeCopier(Child, Variable, Context).Visit(&S);
  assert(New && "an opaque node, or a DeclStmt");
  return New;
}

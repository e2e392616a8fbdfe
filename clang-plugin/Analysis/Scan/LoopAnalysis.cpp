//===- LoopAnalysis.cpp - From Clang's AST to a ScanLoop ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/LoopAnalysis.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/VariableUse.h"
#include "Analysis/Accesses/AccessCollector.h"
#include "Analysis/Accesses/Batch.h"
#include "Analysis/Clauses/Directives.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Analysis/Expressions/FunctionReader.h"
#include "Analysis/Expressions/Members.h"
#include "Analysis/Scan/BodyReader.h"
#include "Analysis/Scan/ItemSeries.h"
#include "Analysis/Scan/OperatorChoice.h"
#include "Analysis/Scan/Recurrence.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

/// The loop that is all of \p S; null, with an error, if there is none.
static const ForStmt *findLoop(const Stmt *S, SourceLocation ScanLoc,
                               const Diagnostics &Diags) {
  S = onlyStatement(const_cast<Stmt *>(S));
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For;
  if (isa<OMPExecutableDirective>(S))
    Diags.report(S->getBeginLoc(), Diag::err_transformed);
  else
    Diags.report(ScanLoc, Diag::err_no_for);
  return nullptr;
}

std::optional<LoopNest> ompscan::plugin::findLoops(const Stmt *S,
                                                   unsigned Count,
                                                   SourceLocation ScanLoc,
                                                   const Diagnostics &Diags) {
  LoopNest Found;
  for (; Count != 0; --Count) {
    const ForStmt *For = findLoop(S, ScanLoc, Diags);
    if (!For)
      return std::nullopt;
    Found.push_back(For);
    S = For->getBody();
  }
  return Found;
}

std::string ompscan::plugin::functionName(const DeclContext &Context) {
  for (const DeclContext *DC = &Context; DC; DC = DC->getParent())
    if (const auto *Function = dyn_cast<FunctionDecl>(DC))
      return Function->getQualifiedNameAsString();
  return "file scope";
}

/// Whether \p Ref names a private variable of the loop.
static bool isOwn(const ScanLoop &Loop, const DeclRefExpr &Ref) {
  const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
  return Var && llvm::is_contained(Loop.Privates, Var);
}

bool ompscan::plugin::addPrivates(ScanLoop &Loop, const Clauses &Said,
                                  const Diagnostics &Diags) {
  const Stmt *Body = Loop.body().source();
  // Directives between `target` and the loop may all name a variable.
  for (const VarDecl *Var : Said.Privates)
    if (Var->getCanonicalDecl() != Loop.IV.Var->getCanonicalDecl() &&
        !llvm::is_contained(Loop.Privates, Var) &&
        llvm::none_of(Loop.Outer, [&](const NestedLoop &Next) {
          return Next.IV.Var->getCanonicalDecl() == Var->getCanonicalDecl();
        }))
      Loop.Privates.push_back(Var);
  for (const Expr *E : Said.Lastprivates) {
    const auto *Ref = dyn_cast<DeclRefExpr>(strip(E));
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (llvm::any_of(Loop.Lasts, [&](const DeclRefExpr *Last) {
          return Last->getDecl() == Var;
        }))
      continue;
    const QualType Type = E->getType().getNonReferenceType();
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    if (!Var || Type->isArrayType() || Type->isPointerType() ||
        Type.isVolatileQualified() || Type->isAtomicType() ||
        (Class && !Class->isTrivial())) {
      auto Report = Diags.report(E->getExprLoc(), Diag::err_private_type);
      if (Var)
        Report << Var;
      else
        Report << "this";
      Report << Type << "lastprivate";
      return false;
    }
    if (Var->getCanonicalDecl() == Loop.IV.Var->getCanonicalDecl()) {
      Loop.Lasts.push_back(Ref);
      continue;
    }
    if (!useOf(Var, Body).AlwaysAssigned)
      return Diags.report(E->getExprLoc(), Diag::err_last_value) << Var;
    Loop.Lasts.push_back(Ref);
    if (!llvm::is_contained(Loop.Privates, Var))
      Loop.Privates.push_back(Var);
  }
  for (const Expr *E : Said.Firstprivates) {
    const VarDecl *Var = variableOf(strip(E));
    if (!Var)
      continue;
    const VariableUse Use = useOf(Var, Body);
    if (!Use.IsAssigned)
      continue;
    const QualType Type = Var->getType().getNonReferenceType();
    if (Type->isPointerType())
      continue; // Nobody can assign what names an array.
    if (!Type->isArithmeticType())
      return Diags.report(E->getExprLoc(), Diag::err_private_type)
             << Var << Type << "firstprivate";
    if (Use.ReadBefore)
      return Diags.report(Use.ReadBefore->getExprLoc(), Diag::err_carried_value)
             << Var << 0;
    if (!llvm::is_contained(Loop.Privates, Var))
      Loop.Privates.push_back(Var);
  }
  return true;
}

bool ompscan::plugin::checkPrivates(const ScanLoop &Loop,
                                    const Diagnostics &Diags) {
  const Scan *Mode = Loop.scan();
  const VariableUses Uses(Loop.body().source());
  for (const VarDecl *Var : Loop.Privates) {
    if (!Var->getType().getNonReferenceType()->isArithmeticType() ||
        (Mode && llvm::any_of(
                     Mode->LoopCarriedScalars,
                     [&](const LoopCarriedScalar &C) { return C.Var == Var; })))
      continue;
    const VariableUse Use = Uses.of(Var);
    if (Use.IsAssigned && Use.ReadUnassigned)
      return Diags.report(Use.ReadUnassigned->getExprLoc(),
                          Diag::err_carried_value)
             << Var << 0;
  }
  return true;
}

/// Reports a bound of \p Loop that the loop changes.
static bool checkBounds(const ScanLoop &Loop, const ASTContext &Context,
                        const Diagnostics &Diags) {
  for (const Expr *E : {Loop.IV.Lower, Loop.IV.Bound}) {
    const bool Changes = anyOf(E, [&](const Expr *Sub) {
      if (Loop.scalarItem(Sub) || Loop.listItem(Sub, Context))
        return true;
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Sub))
        return isOwn(Loop, *Ref);
      const ElementAccess Element = elementAccess(Sub, Context);
      return Element.Base && llvm::any_of(Loop.Arrays, [&](const ArrayUse &A) {
               return A.isStored() && sameExpression(A.Base, Element.Base);
             });
    });
    if (Changes)
      return Diags.report(E->getExprLoc(), Diag::err_condition)
             << (E == Loop.IV.Lower) << Loop.IV.Var;
  }
  return true;
}

static bool isArray(const Item &I) {
  return !I.isList() && isSequence(I.Base->getType());
}

/// Records the accesses of the only update of \p Loop.
static bool addAccesses(ScanLoop &Loop, AccessCollector &Collector) {
  Item &Target = Loop.Items.front();
  return Collector.addRecurrence(Target) &&
         llvm::all_of(Target.Updates.front().Input, [&](const Term &T) {
           return Collector.addInput(T.Value);
         });
}

/// Adds to \p I what its operator and the body of \p Loop say about it.
static void completeItem(Item &I, const ScanLoop &Loop,
                         const ASTContext &Context) {
  if (I.Declared)
    findMembers(I, Context);
  if ((I.Op == Operator::Affine || I.Op == Operator::Auto) && !isArray(I) &&
      !I.isList())
    findRemainder(
        I, Loop.body().source(),
        [&](const Expr *E) { return Loop.scalarItem(E) == &I; }, Context);
}

/// Notes how to scan the item \p I, the place of an extremum, if an iteration
/// compares an element at that place with another value.
static void noteBest(const ScanLoop &Loop, const Item &I, SourceLocation Loc,
                     const ASTContext &Context, const Diagnostics &Diags) {
  nest::forEachStatement(Loop.body(), [&](const nest::Statement &S) {
    const auto *If = dyn_cast<nest::If>(&S);
    const auto *Compared =
        If ? dyn_cast<BinaryOperator>(stripImplicit(&If->condition()))
           : nullptr;
    const nest::Statement *Then =
        If ? nest::onlyStatement(If->thenBranch()) : nullptr;
    const Expr *Node = Then ? Then->expression() : nullptr;
    const Assignment Plain = Node ? plainAssignment(Node) : Assignment();
    if (!Compared || !Compared->isRelationalOp() || !Plain.Target ||
        Loop.scalarItem(Plain.Target) != &I)
      return;
    const auto IsBest = [&](const Expr *E) {
      const Expr *Index = elementAccess(E, Context).Index;
      return Index && Loop.scalarItem(stripImplicit(Index)) == &I;
    };
    const Expr *Best = Compared->getLHS(), *New = Compared->getRHS();
    const bool IsSwapped = IsBest(New);
    if (IsSwapped)
      std::swap(Best, New);
    if (!IsBest(Best) || !elementAccess(New, Context).Base)
      return;
    const BinaryOperatorKind Op =
        IsSwapped ? Compared->getOpcode()
                  : BinaryOperator::reverseComparisonOp(Compared->getOpcode());
    Diags.report(Loc, Diag::note_best)
        << text(stripImplicit(Best), Context)
        << text(stripImplicit(New), Context) << BinaryOperator::getOpcodeStr(Op)
        << I.Name << text(stripImplicit(Plain.Value), Context)
        << spelling(Op == BO_GT || Op == BO_GE ? Operator::Max : Operator::Min);
  });
}

/// Gives the items of `scan(auto : v)`, and those that the loop resets, an
/// operator.
static bool chooseOperators(ScanLoop &Loop, const ASTContext &Context,
                            const Diagnostics &Diags) {
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items)) {
    if (I.Op != Operator::Auto) {
      I.Op = operatorOfResets(Loop, Number, Context).value_or(I.Op);
      continue;
    }
    const std::optional<FittingOperator> Found =
        fittingOperator(Loop, Number, Context);
    if (!Found || Found->NeedsPromise) {
      const SourceLocation Loc = I.place()->getExprLoc();
      Diags.report(Loc, Diag::err_no_operator) << I.Name;
      if (Found)
        Diags.report(Loc, Diag::note_operator)
            << spelling(Found->Op) << I.Name << Found->NeedsPromise;
      else
        noteBest(Loop, I, Loc, Context, Diags);
      return false;
    }
    I.Op = Found->Op;
  }
  return true;
}

/// Notes the operators by which \p Named, the items of a clause at \p Loc,
/// could be scanned instead.
static void noteOperators(const ScanLoop &Loop, llvm::ArrayRef<Item> Named,
                          SourceLocation Loc, const ASTContext &Context,
                          const Diagnostics &Diags) {
  ScanLoop Plain = Loop;
  Plain.Items.assign(Named.begin(), Named.end());
  for (const auto &[Number, I] : llvm::enumerate(Named)) {
    if (I.isList() || I.isSystem() || I.Declared || I.Op == Operator::Auto)
      continue;
    const std::optional<FittingOperator> Found =
        fittingOperator(Plain, Number, Context);
    if (Found && Found->Op != I.Op &&
        Found->Op != operatorOfResets(Plain, Number, Context) &&
        !fitsOperator(Plain, Number, I.Op, Context))
      Diags.report(Loc, Diag::note_operator)
          << spelling(Found->Op) << (I.Series ? text(I.Base, Context) : I.Name)
          << Found->NeedsPromise;
    else if (!Found)
      noteBest(Plain, Plain.Items[Number], Loc, Context, Diags);
  }
}

std::optional<DirectiveLoop> ompscan::plugin::loopOf(const ScanDirective &D,
                                                     const ASTContext &Context,
                                                     const Diagnostics &Diags) {
  std::optional<Clauses> Said = analyzeClauses(D, Context, Diags);
  if (!Said)
    return std::nullopt;
  const auto Find = [&](const Stmt *S, unsigned Count) {
    return findLoops(S, Count, Said->ScanLoc, Diags);
  };
  const unsigned Count = D.IsInnermost ? 1 : Said->Loops;
  const std::optional<LoopNest> Loops = Find(D.plain(), Count);
  const std::optional<LoopNest> OnHost =
      Loops ? Find(D.onHost(), Count) : std::nullopt;
  if (!OnHost)
    return std::nullopt;
  return DirectiveLoop{std::move(*Said), *Loops, *OnHost};
}

std::optional<ScanLoop> ompscan::plugin::analyzeLoop(
    const ScanDirective &D, const DeclContext &Function,
    const ASTContext &Context, const Diagnostics &Diags, bool AsBatch) {
  const std::optional<DirectiveLoop> Own = loopOf(D, Context, Diags);
  return Own ? analyzeLoop(*Own, Function, Context, Diags, AsBatch)
             : std::nullopt;
}

std::optional<ScanLoop> ompscan::plugin::analyzeLoop(
    const DirectiveLoop &Own, const DeclContext &Function,
    const ASTContext &Context, const Diagnostics &Diags, bool AsBatch) {
  const Clauses &Said = Own.Said;
  ScanLoop Loop;
  Loop.Loc = Said.ScanLoc;
  Loop.Function = functionName(Function);
  Loop.Items = Said.Items;
  Loop.Kept = Said.Kept;
  Loop.Where = Said.Where;
  Loop.Fills = Said.Fills;
  Loop.scan()->IsBatch = AsBatch;
  for (const auto &[Read, OnHost] : llvm::zip_equal(Own.Loops, Own.OnHost)) {
    const std::optional<Induction> IV = analyzeInduction(*Read, Context, Diags);
    if (!IV)
      return std::nullopt;
    if (Read != Own.Loops.back()) {
      Loop.Outer.push_back({OnHost, *IV});
      continue;
    }
    Loop.For = OnHost;
    Loop.IV = *IV;
    Loop.Body = std::make_shared<nest::Body>(*Read->getBody(), Context);
  }
  if ((AsBatch && !checkBatchBounds(Loop, Context, Diags)) ||
      !addPrivates(Loop, Said, Diags))
    return std::nullopt;

  for (Item &I : Loop.Items)
    completeItem(I, Loop, Context);
  if (!findSeries(Loop, Context, Diags))
    return std::nullopt;
  const auto Named = Loop.Items;
  if (!chooseOperators(Loop, Context, Diags))
    return std::nullopt;
  AccessCollector Collector(Loop, Said, Context, Diags);
  for (const Item &I : Loop.Items)
    if (isArray(I))
      Collector.addItem(I.Base);
  std::optional<bool> Simple;
  if (Loop.Items.size() == 1 && isArray(Loop.Items.front()) &&
      !Loop.Items.front().Series && Loop.Lasts.empty() &&
      !Loop.Items.front().isFunction())
    Simple = analyzeRecurrence(Loop, Loop.Items.front(), Context, Diags);
  Loop.IsSingleUpdate = Simple.has_value();
  if (!(Simple ? *Simple && addAccesses(Loop, Collector)
               : analyzeBody(Loop, Collector, Context, Diags)) ||
      !Collector.addFills() || !Collector.settle() || !Collector.checkMaps() ||
      !checkBounds(Loop, Context, Diags) || !checkPrivates(Loop, Diags) ||
      (AsBatch && !checkBatch(Loop, Diags))) {
    noteOperators(Loop, Named, Said.ScanLoc, Context, Diags);
    return std::nullopt;
  }
  Collector.findReadsBehind();
  return Loop;
}

//===- ParallelBody.cpp - The body of a parallel loop ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Parallel/ParallelBody.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Parallel/Histogram.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

/// Calls \p F for each operand that the expression \p E may assign, increment
/// or change by a call.
static void forEachTarget(const Expr *E,
                          llvm::function_ref<void(const Expr *)> F) {
  if (const Expr *Object = addressedBy(E))
    return F(Object);
  if (const Expr *Target = changedBy(E))
    return F(Target);
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call || isa<CXXPseudoDestructorExpr>(Call->getCallee()))
    return;
  for (const Expr *Operand : changedOperands(*Call, /*WithRValues=*/true))
    F(Operand);
}

ParallelBody::ParallelBody(ScanLoop &Loop, AccessCollector &Accesses,
                           const ASTContext &Context, const Diagnostics &Diags,
                           std::function<bool(const VarDecl *)> IsMapped)
    : Loop(Loop), Accesses(Accesses), Context(Context), Diags(Diags),
      IsMapped(std::move(IsMapped)) {
  Own.insert(Loop.Privates.begin(), Loop.Privates.end());
  for (const NestedLoop &Nested : Loop.parallel()->Nested)
    Own.insert(Nested.IV.Var);
}

/// Notes what \p S itself changes.
void ParallelBody::noteChanged(const nest::Statement &S) {
  if (const auto *Atomic = dyn_cast<nest::Atomic>(&S))
    if (const VarDecl *Var = variableOf(Atomic->directive().getX());
        Var && IsMapped(Var))
      Shared.insert(Var->getCanonicalDecl());
  for (const VarDecl *Var : nest::variablesOf(S))
    if (Var->getType()->isReferenceType() && Var->getInit())
      if (const VarDecl *Bound = variableOf(wholeObject(Var->getInit())))
        Changed.insert(Bound);
  nest::forEachExpression(S, [&](const Expr &E) { noteChanged(E); });
}

void ParallelBody::noteChanged(const Expr &E) {
  forEachTarget(&E, [&](const Expr *Target) {
    if (const VarDecl *Var = variableOf(wholeObject(Target)))
      Changed.insert(Var);
  });
  for (const Expr *Sub : operands(&E))
    noteChanged(*Sub);
}

bool ParallelBody::read() {
  nest::forEachStatement(Loop.body(),
                         [&](const nest::Statement &S) { noteChanged(S); });
  const auto Asked = Accesses.askReader(*this);
  for (const Item &Target : Loop.Items)
    if (Target.FirstValue &&
        !Accesses.addScalar(Target.FirstValue, Target.FirstValue))
      return false;
  if (!walk(Loop.body()))
    return false;
  Loop.parallel()->IsByElement =
      valueSize(Loop.Items, Context) > MostValueBytes;
  for (Item &Target : Loop.Items) {
    const uint64_t Size = Context.getTypeSizeInChars(Target.Type).getQuantity();
    if (Size > MostValueBytes)
      return Diags.report(Loop.Loc, Diag::err_parallel_element)
             << Target.Name << std::to_string(Size)
             << std::to_string(MostValueBytes);
    if (Loop.parallel()->IsByElement)
      continue;
    Target.Initial = Loop.Scalars.size();
    Loop.Scalars.push_back({Target.Name, Target.place(), Target.placeType()});
  }
  if (Loop.parallel()->IsByElement)
    findHistogramUpdates(Loop, Context);
  for (ArrayUse &Array : Loop.Arrays)
    placeUnknown(Array);
  for (ArrayUse &Array : Loop.Arrays)
    if (llvm::any_of(ReadAfter, [&](const Expr *Base) {
          return sameExpression(Base, Array.Base);
        }))
      for (Access &Use : Array.Accesses)
        Use.ByNeighbours = Use.Kind == AccessKind::Read;
  return true;
}

/// Gives conditional accesses a formula if every iteration accesses the same
/// element of \p Array anyhow. Writing an unchanged element back is harmless.
void ParallelBody::placeUnknown(ArrayUse &Array) {
  const llvm::SmallVector<Access, 4> Known(
      llvm::make_filter_range(Array.Accesses, [](const Access &A) {
        return (A.Kind == AccessKind::Read || A.Kind == AccessKind::Write) &&
               A.Guards.empty() && A.Index;
      }));
  for (Access &Use : Array.Accesses) {
    if ((Use.Kind != AccessKind::ReadAny && Use.Kind != AccessKind::WriteAny) ||
        !Use.Index)
      continue;
    const auto *Found = llvm::find_if(Known, [&](const Access &A) {
      return sameExpression(A.Index, Use.Index);
    });
    if (Found == Known.end())
      continue;
    const AccessKind Kind =
        Use.Kind == AccessKind::ReadAny ? AccessKind::Read : AccessKind::Write;
    Use = *Found;
    Use.Kind = Kind;
  }
}

/// Reads what runs in front of a condition.
bool ParallelBody::walkHead(const nest::Head &H) {
  return (!H.Init || walk(*H.Init)) && (!H.Variable || walk(*H.Variable));
}

bool ParallelBody::walkIf(const nest::If &If) {
  if (!walkHead(If.head()) || !readExpr(&If.condition()))
    return false;
  const auto WalkBranch = [&](const nest::Statement &Branch, bool Holds) {
    Accesses.pushCondition(&If.condition(), Holds);
    const bool Valid = walk(Branch);
    Accesses.popCondition();
    return Valid;
  };
  return WalkBranch(If.thenBranch(), true) &&
         (!If.elseBranch() || WalkBranch(*If.elseBranch(), false));
}

/// Reads statements that run any number of times in an iteration.
bool ParallelBody::walkInner(llvm::function_ref<bool()> Walk, bool IsLoop) {
  llvm::SaveAndRestore<bool> Maybe(IsMaybe, true);
  llvm::SaveAndRestore<unsigned> Deeper(LoopDepth, LoopDepth + IsLoop);
  const bool HadStored = HasStored;
  const size_t NumBefore = ReadBefore.size();
  if (!Walk())
    return false;
  if (HasStored && !HadStored)
    ReadAfter.append(ReadBefore.begin() + NumBefore, ReadBefore.end());
  return true;
}

bool ParallelBody::walkLoop(const nest::InnerLoop &Inner) {
  const Expr *Condition = Inner.head().Condition;
  const bool ComesLast = Inner.form() == nest::InnerLoop::Form::Do;
  const auto ReadCondition = [&] { return !Condition || readExpr(Condition); };
  return (!Inner.head().Init || walk(*Inner.head().Init)) &&
         walkInner(
             [&] {
               return (ComesLast || ReadCondition()) && walk(Inner.body()) &&
                      (!ComesLast || ReadCondition()) &&
                      (!Inner.step() || readExpr(Inner.step()));
             },
             /*IsLoop=*/true);
}

/// Makes \p Var an alias of its initializer.
bool ParallelBody::bindReference(const VarDecl &Var) {
  const Expr *Bound = Var.getInit();
  if (Bound && isFixedObject(Bound)) {
    Loop.parallel()->Aliases.push_back(&Var);
    return true;
  }
  if (Bound && Var.getType().getNonReferenceType().isConstQualified() &&
      !strip(Bound)->isGLValue()) {
    Own.insert(&Var); // A temporary.
    return readExpr(Bound);
  }
  return Diags.report(Var.getLocation(), Diag::err_parallel_reference) << &Var;
}

bool ParallelBody::walkDeclaration(const DeclStmt &Declaration) {
  const auto Variables = declaredVariables(Declaration, Diags);
  if (!Variables)
    return false;
  for (const VarDecl *Var : *Variables) {
    if (Var->getType()->isReferenceType()) {
      if (!Declaration.isSingleDecl() || !bindReference(*Var))
        return false;
      continue;
    }
    Own.insert(Var);
    if (Var->getInit() && !readExpr(Var->getInit()))
      return false;
  }
  return true;
}

bool ParallelBody::walk(const nest::Statement &S) {
  if (const auto *Block = dyn_cast<nest::Block>(&S))
    return llvm::all_of(Block->statements(), [&](const nest::Statement *Each) {
      return walk(*Each);
    });
  if (const Expr *E = S.expression())
    return readExpr(E);
  if (const auto *D = dyn_cast<nest::Declaration>(&S))
    return walkDeclaration(D->declared());
  if (const auto *If = dyn_cast<nest::If>(&S))
    return walkIf(*If);
  if (const auto *Inner = dyn_cast<nest::InnerLoop>(&S);
      Inner && !Inner->head().Variable &&
      Inner->form() != nest::InnerLoop::Form::Range)
    return walkLoop(*Inner);
  if (const auto *Switch = dyn_cast<nest::Switch>(&S);
      Switch && Switch->head().isPlain())
    return readExpr(&Switch->condition()) &&
           walkInner([&] { return walk(Switch->body()); }, /*IsLoop=*/false);
  if (const auto *Case = dyn_cast<nest::Case>(&S))
    return walk(Case->next());
  if (const auto *Atomic = dyn_cast<nest::Atomic>(&S))
    return walkAtomic(Atomic->directive());
  // The halves of an iteration run in the order in which they are written.
  if (S.kind() == nest::Statement::Kind::Empty ||
      S.kind() == nest::Statement::Kind::Separator)
    return true;
  if (const auto *Jump = dyn_cast<nest::Jump>(&S); Jump && Jump->isInLoop()) {
    HasLeft |= !Jump->isBreak() && LoopDepth == 0;
    return true;
  }
  return Diags.report(S.loc(), Diag::err_parallel_statement)
         << isa<OMPExecutableDirective>(S.source());
}

/// An atomic operation on an element or a mapped scalar.
bool ParallelBody::walkAtomic(const OMPAtomicDirective &D) {
  bool Compares = false;
  for (const OMPClause *C : D.clauses())
    switch (C->getClauseKind()) {
    case llvm::omp::OMPC_compare:
      Compares = true;
      break;
    case llvm::omp::OMPC_read:
    case llvm::omp::OMPC_write:
    case llvm::omp::OMPC_update:
    case llvm::omp::OMPC_capture:
    case llvm::omp::OMPC_relaxed:
    case llvm::omp::OMPC_hint:
      break;
    default: // Orders, for which OpenCL 1.2 has no words.
      Diags.report(C->getBeginLoc(), Diag::err_clause)
          << llvm::omp::getOpenMPClauseName(C->getClauseKind());
      return false;
    }
  const Expr *X = D.getX();
  const QualType Type = X ? X->getType() : QualType();
  const uint64_t Size = X ? Context.getTypeSize(Type) : 0;
  if (!X || !(Type->isIntegerType() || Type->isRealFloatingType()) ||
      Type->isBooleanType() || Type.isVolatileQualified() ||
      (Size != 32 && Size != 64) ||
      (Compares && (D.getV() || D.getR() || !D.getExpr() || !D.getCondExpr())))
    return Diags.report(D.getBeginLoc(), Diag::err_parallel_atomic);
  if ((D.getExpr() && !readExpr(D.getExpr())) ||
      (Compares && D.getD() && !readExpr(D.getD())))
    return false;
  // Any iteration may use any element, so there is no formula.
  llvm::SaveAndRestore<bool> Maybe(IsMaybe, true);
  WholeElement Element = wholeElement(X, Context);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(strip(X));
      Ref && Shared.contains(Ref->getDecl()->getCanonicalDecl())) {
    Element.Node = Ref;
    Element.Access = {Ref, nullptr};
  }
  if (!Element.Node || isOwn(X))
    return Diags.report(X->getExprLoc(), Diag::err_shared_scalar)
           << text(X, Context);
  if (!readSubscripts(X, Element.Node) || !use(Element, AccessKind::Read) ||
      !use(Element, AccessKind::Write))
    return false;
  const Expr *V = D.getV();
  if (!V)
    return true;
  if (isOwn(V))
    return readOwn(V);
  const WholeElement Captured = wholeElement(V, Context);
  if (!Captured.Node)
    return Diags.report(V->getExprLoc(), Diag::err_shared_scalar)
           << text(V, Context);
  return readSubscripts(V, Captured.Node) && use(Captured, AccessKind::Read) &&
         use(Captured, AccessKind::Write);
}

/// Whether \p E is a variable of the iteration, a reduction, or a part of one.
bool ParallelBody::isOwn(const Expr *E) const {
  if (accumulator(E))
    return true;
  const Expr *Root = wholeObject(E);
  const VarDecl *Var = variableOf(Root);
  return Var && (Own.contains(Var) || Loop.scalarItem(Root));
}

/// The accumulator of a list that \p E is, or is a part of; else null.
const Expr *ParallelBody::accumulator(const Expr *E) const {
  for (E = strip(E); E; E = partAround(E))
    if (Loop.listItem(E, Context))
      return E;
  return nullptr;
}

/// The list whose array or pointer \p E is, or is a member of; else null.
const Item *ParallelBody::namedList(const Expr *E) const {
  for (; isa<DeclRefExpr, MemberExpr>(E);
       E = stripImplicit(cast<MemberExpr>(E)->getBase())) {
    for (const Item &I : Loop.Items)
      if (I.isList() && sameExpression(I.Base, E))
        return &I;
    if (isa<DeclRefExpr>(E))
      break;
  }
  return nullptr;
}

/// The initializer of the alias \p E; null if it is none.
const Expr *ParallelBody::aliased(const Expr *E) const {
  const VarDecl *Var = variableOf(E);
  return Var && llvm::is_contained(Loop.parallel()->Aliases, Var)
             ? Var->getInit()
             : nullptr;
}

/// Whether \p E has the same value everywhere in an iteration.
bool ParallelBody::isFixed(const Expr *E) const {
  return !anyOf(E, [&](const Expr *Sub) {
    const VarDecl *Var = variableOf(Sub);
    return (Var && (Changed.contains(Var) || Loop.scalarItem(Sub))) ||
           isa<CallExpr>(Sub) || elementAccess(Sub, Context).Base;
  });
}

/// Whether \p E is a known object, and the same one everywhere in an iteration.
bool ParallelBody::isFixedObject(const Expr *E) const {
  const Expr *Root = wholeObject(E);
  if (const Expr *Element = accumulator(E)) {
    if (const Expr *Index = elementAccess(Element, Context).Index;
        Index && !isFixed(Index))
      return false;
    Root = Element;
  } else if (!aliased(Root) && !isOwn(E)) {
    const WholeElement Element = wholeElement(E, Context);
    if (!Element.Node || !isFixed(Element.Access.Base) ||
        (Element.Access.Index && !isFixed(Element.Access.Index)))
      return false;
    Root = Element.Node;
  }
  for (const Expr *Part = strip(E); Part != Root; Part = partAround(Part))
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part);
        Subscript && !isFixed(Subscript->getIdx()))
      return false;
  return true;
}

bool ParallelBody::readExpr(const Expr *E) {
  return Accesses.addInput(E, IsMaybe || HasLeft);
}

/// Reads the subscripts on the path from \p From to the object \p To that it is
/// a part of.
bool ParallelBody::readSubscripts(const Expr *From, const Expr *To) {
  for (const Expr *Part = strip(From); Part != To; Part = partAround(Part))
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part);
        Subscript && !readExpr(Subscript->getIdx()))
      return false;
  return true;
}

/// Reads the subscripts that select a part of the iteration's own variables or
/// of the reductions.
bool ParallelBody::readOwn(const Expr *E) {
  const Expr *Element = accumulator(E);
  return Element ? readAccumulator(Element) && readSubscripts(E, Element)
                 : readSubscripts(E, wholeObject(E));
}

/// Records the accumulator \p E.
bool ParallelBody::readAccumulator(const Expr *E) {
  const Item *List = Loop.listItem(E, Context);
  const Expr *Index = elementAccess(E, Context).Index;
  if (List->excludes(Index, Context))
    return Diags.report(E->getExprLoc(), Diag::err_list_element)
           << List->Name << std::to_string(List->Length) << false;
  Loop.Meanings.set(
      E, Accumulator{static_cast<unsigned>(List - Loop.Items.begin()), Index});
  return !Index || readExpr(Index);
}

/// Records a use of \p Element.
bool ParallelBody::use(const WholeElement &Element, AccessKind Kind) {
  if (Element.HasVariableRows)
    return Diags.report(Element.Node->getExprLoc(), Diag::err_array);
  const Expr *Base = Element.Access.Base;
  if (Kind == AccessKind::Read)
    (HasStored ? ReadAfter : ReadBefore).push_back(Base);
  else
    HasStored = true;
  return Accesses.addElement(Element.Node, Element.Access, Kind,
                             IsMaybe || HasLeft);
}

bool ParallelBody::isChanging(const Expr *E) const {
  const VarDecl *Var = boundVariable(E);
  if (Loop.listItem(E, Context))
    return true;
  // With several loops, iterations are not counted by one variable.
  return Var && (Own.contains(Var) || Loop.scalarItem(E) ||
                 (!Loop.parallel()->Nested.empty() &&
                  Var->getCanonicalDecl() == Loop.IV.Var->getCanonicalDecl()));
}

std::optional<bool> ParallelBody::intercept(const Expr *E, bool /*Guarded*/) {
  const Expr *Node = strip(E);
  if (const Expr *Target = changedBy(Node))
    return effect(Node, Target);
  if (const auto *Call = dyn_cast<CallExpr>(Node))
    if (const std::optional<bool> Valid = interceptCall(*Call))
      return Valid;
  if (isOwn(Node))
    return readOwn(Node);
  if (const Item *List = namedList(Node))
    return Diags.report(E->getExprLoc(), Diag::err_parallel_list) << List->Name;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Node);
      Ref && Shared.contains(Ref->getDecl()->getCanonicalDecl()))
    return Diags.report(Ref->getExprLoc(), Diag::err_parallel_shared)
           << Ref->getDecl();
  const Expr *Root = wholeObject(Node);
  if (const Expr *Named = aliased(Root))
    return readSubscripts(Node, Root) && readExpr(Named);
  if (const WholeElement Element = wholeElement(Node, Context);
      Element.Node && !Node->getType()->isArrayType())
    return readSubscripts(Node, Element.Node) && use(Element, AccessKind::Read);
  return std::nullopt;
}

/// Checks a call that may change its operands: these have to be the iteration's
/// own.
std::optional<bool> ParallelBody::interceptCall(const CallExpr &Call) {
  if (elementAccess(&Call, Context).Base || sizedContainer(&Call))
    return std::nullopt;
  bool Valid = true;
  forEachTarget(&Call, [&](const Expr *Target) {
    const Expr *Named = Target;
    while (const Expr *Bound = aliased(wholeObject(Named)))
      Named = Bound;
    if (Valid && !isOwn(Named)) {
      Diags.report(Target->getExprLoc(), Diag::err_parallel_argument);
      Valid = false;
    }
  });
  if (!Valid)
    return false;
  return std::nullopt;
}

/// Records an assignment, increment or decrement of \p Target.
bool ParallelBody::effect(const Expr *Node, const Expr *Target) {
  Target = strip(Target);
  const Assignment Plain = plainAssignment(Node);
  const auto *Binary = dyn_cast<BinaryOperator>(Node);
  const Expr *Value = Plain.Target ? Plain.Value
                      : Binary     ? Binary->getRHS()
                                   : nullptr;
  if (Value && !readExpr(Value))
    return false;
  // A partial assignment keeps the other parts.
  bool IsWhole = Plain.Target != nullptr;
  const Expr *Root = wholeObject(Target);
  while (const Expr *Named = aliased(Root)) {
    if (!readSubscripts(Target, Root))
      return false;
    IsWhole &= Target == Root;
    Target = strip(Named);
    Root = wholeObject(Target);
  }
  if (isOwn(Target))
    return readOwn(Target);
  const WholeElement Element = wholeElement(Target, Context);
  if (!Element.Node) {
    const Bit Stored = bitNamed(Target);
    return Diags.report(Target->getExprLoc(),
                        Stored.Base ? Diag::err_bits : whyNoTarget(Target))
           << text(Stored.Base ? Stored.Base : Target, Context);
  }
  IsWhole &= Target == Element.Node;
  return readSubscripts(Target, Element.Node) &&
         (IsWhole || use(Element, AccessKind::Read)) &&
         use(Element, AccessKind::Write);
}

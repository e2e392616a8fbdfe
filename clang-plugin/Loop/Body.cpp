//===- Body.cpp - The statements of a scan loop ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loop/Body.h"
#include "Loop/Combination.h"
#include "Loop/Expressions.h"
#include "Loop/Recurrence.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan;

namespace {

class BodyReader {
public:
  BodyReader(ScanLoop &Loop, AccessCollector &Accesses,
             const ASTContext &Context, const Diagnostics &Diags);

  bool read();

private:
  /// How often an item is updated on the ways through a piece of the body.
  struct Count {
    unsigned Least = 0;
    unsigned Most = 0;
  };

  /// Whether the place at work is not reached in every iteration.
  bool isGuarded() const {
    return !Guards.empty() || MaybeDepth != 0 || Accesses.isInOperand();
  }

  // Statements.
  bool walk(const Stmt *S);
  bool walkIf(const IfStmt &If);
  bool walkLoop(const Stmt *Whole, const Stmt *Init, const Expr *Condition,
                const Expr *Step, const Stmt *Body);
  bool walkDeclaration(const DeclStmt &Declaration);
  bool walkBranch(const Stmt *S, bool Depends);
  bool finish(const Stmt *S);

  // Expressions.
  bool readExpr(const Expr *E, bool &Depends);
  std::optional<bool> intercept(const Expr *E, bool Guarded);
  std::optional<bool> interceptElement(const Expr *E);
  std::optional<bool> interceptCall(const CallExpr &Call);
  bool effect(const Expr *Node, const Expr *Target);
  bool assignLocal(const Expr *Node, const VarDecl *Local);
  bool store(const Expr *Node, const Expr *Target);

  // Updates.
  bool updateScalar(const Expr *Node, unsigned Number);
  bool updateArray(const Expr *Node, const Expr *Target, unsigned Number);
  std::optional<bool> updateByIf(const IfStmt &If);
  bool addUpdate(unsigned Number, Update U, SourceLocation Loc);

  std::optional<unsigned> scalarItem(const Expr *E) const;
  std::optional<unsigned> arrayItem(const Expr *E) const;
  const VarDecl *localRoot(const Expr *E) const;
  bool checkArrays() const;
  bool checkReferences() const;

  ScanLoop &Loop;
  AccessCollector &Accesses;
  const ASTContext &Context;
  const Diagnostics &Diags;
  /// One for each item; used for those that are arrays.
  std::vector<Recurrence> Arrays;
  std::vector<Count> Counts;
  llvm::DenseSet<const VarDecl *> Locals;
  llvm::SmallVector<const VarDecl *, 2> References;
  /// Locals that depend on the value of an item.
  llvm::DenseSet<const VarDecl *> Dependent;
  /// Whether the expression at work does.
  bool ExprDepends = false;
  /// Conditions around the place at work, and how many depend on an item.
  llvm::SmallVector<const Stmt *, 4> Guards;
  unsigned DependentGuards = 0;
  unsigned LoopDepth = 0;
  /// Inner loops that may not run at all.
  unsigned MaybeDepth = 0;
  /// What the statement at work does.
  struct Effects {
    /// Something that only the output needs.
    bool Output = false;
    /// Something that an input may need.
    bool Input = false;
    llvm::SmallVector<ScanLoop::UpdateRef, 1> Updates;
  } Done;

  /// Element accesses in the order of the program.
  struct Use {
    const Expr *Element;
    bool IsStore;
  };
  std::vector<Use> Uses;
  /// The guards of each item's update, and stores at an item's value, which
  /// have to stand under the same.
  std::vector<llvm::SmallVector<const Stmt *, 4>> UpdateGuards;
  struct CountedStore {
    const Expr *Target;
    unsigned Item;
    llvm::SmallVector<const Stmt *, 4> Guards;
  };
  std::vector<CountedStore> CountedStores;
};

} // namespace

BodyReader::BodyReader(ScanLoop &Loop, AccessCollector &Accesses,
                       const ASTContext &Context, const Diagnostics &Diags)
    : Loop(Loop), Accesses(Accesses), Context(Context), Diags(Diags),
      Counts(Loop.Items.size()), UpdateGuards(Loop.Items.size()) {
  for (Item &I : Loop.Items)
    Arrays.emplace_back(Loop, I, Context, Diags);
  Locals.insert(Loop.Privates.begin(), Loop.Privates.end());
}

std::optional<unsigned> BodyReader::scalarItem(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(strip(E));
  for (unsigned I = 0; Ref && I != Loop.Items.size(); ++I)
    if (sameExpression(Loop.Items[I].Base, Ref) &&
        !Ref->getType()->isPointerType() && !Ref->getType()->isArrayType())
      return I;
  return std::nullopt;
}

std::optional<unsigned> BodyReader::arrayItem(const Expr *E) const {
  for (unsigned I = 0; I != Loop.Items.size(); ++I)
    if (Arrays[I].isElement(E))
      return I;
  return std::nullopt;
}

/// What \p E is a field or an element of, at the root.
static const Expr *partOf(const Expr *E) {
  E = strip(E);
  while (true) {
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
    if (Member && !Member->isArrow())
      E = stripImplicit(Member->getBase());
    else if (Subscript)
      E = stripImplicit(Subscript->getBase());
    else
      return E;
  }
}

/// The variable of the iteration that \p E names, or of which it is a part.
const VarDecl *BodyReader::localRoot(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(partOf(E));
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Locals.contains(Var) ? Var : nullptr;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool BodyReader::read() {
  Accesses.setInterceptor(
      [this](const Expr *E, bool Guarded) { return intercept(E, Guarded); });
  Accesses.setChanging([this](const VarDecl *Var) {
    return Locals.contains(Var) || Loop.scalarItem(Var);
  });
  const bool Valid = walk(Loop.For->getBody());
  Accesses.setInterceptor({});
  if (!Valid)
    return false;
  for (unsigned I = 0; I != Loop.Items.size(); ++I) {
    Item &Target = Loop.Items[I];
    if (Counts[I].Most == 0) {
      Diags.report(Target.Base->getExprLoc(), Diag::err_no_update)
          << Target.Name;
      return false;
    }
    Target.Conditional = Counts[I].Least == 0;
    if (!Target.isArray()) {
      Target.Initial = Loop.Scalars.size();
      Loop.Scalars.push_back({Target.Name, Target.Base, Target.Type});
    }
    if (Target.isArray() && Target.Conditional) {
      Diags.report(Target.Store->getExprLoc(), Diag::err_statement)
          << Target.Name;
      return false;
    }
    if (Target.isArray() &&
        (!Accesses.addElement(Target.Store, AccessKind::Write) ||
         !Accesses.addElement(Target.Previous, AccessKind::Seed)))
      return false;
  }
  for (const CountedStore &Store : CountedStores) {
    const Item &Counter = Loop.Items[Store.Item];
    Expr::EvalResult Amount;
    const bool Constant =
        Counter.Updates.size() == 1 && Counter.Op == Operator::Add &&
        Counter.Type->isIntegerType() &&
        Counter.Updates.front().Input.size() == 1 &&
        !Counter.Updates.front().Input.front().Negated &&
        Counter.Updates.front().Input.front().Value->EvaluateAsInt(Amount,
                                                                   Context) &&
        Amount.Val.getInt().isStrictlyPositive();
    if (!Constant || UpdateGuards[Store.Item] != Store.Guards) {
      const ElementAccess Element = elementAccess(Store.Target, Context);
      std::string Array;
      llvm::raw_string_ostream OS(Array);
      Element.Base->printPretty(OS, nullptr,
                                PrintingPolicy(Context.getLangOpts()));
      Diags.report(Store.Target->getExprLoc(), Diag::err_collision)
          << Array << Counter.Name;
      return false;
    }
    if (!Accesses.addCounted(Store.Target, Store.Item,
                             Amount.Val.getInt().getExtValue()))
      return false;
  }
  Loop.Body = Loop.For->getBody();
  return checkArrays() && checkReferences();
}

/// Notes what the statement \p S, which has been read, did.
bool BodyReader::finish(const Stmt *S) {
  const Effects Was = std::exchange(Done, Effects());
  if (!Was.Output)
    return true;
  if (Was.Input) {
    Diags.report(S->getBeginLoc(), Diag::err_mixed);
    return false;
  }
  Loop.OutputOnly[S] = Was.Updates;
  return true;
}

bool BodyReader::walkBranch(const Stmt *S, bool Depends) {
  Guards.push_back(S);
  DependentGuards += Depends;
  const bool Valid = walk(S);
  DependentGuards -= Depends;
  Guards.pop_back();
  return Valid;
}

bool BodyReader::walkIf(const IfStmt &If) {
  if (const std::optional<bool> Done = updateByIf(If))
    return *Done;
  if (If.getInit() && !walk(If.getInit()))
    return false;
  if (const DeclStmt *Declaration = If.getConditionVariableDeclStmt();
      Declaration && !walkDeclaration(*Declaration))
    return false;
  bool Depends = false;
  const std::vector<Count> Start = Counts;
  if (!readExpr(If.getCond(), Depends))
    return false;
  for (unsigned I = 0; I != Counts.size(); ++I)
    if (Counts[I].Most != Start[I].Most) {
      Diags.report(If.getCond()->getExprLoc(), Diag::err_update_place)
          << Loop.Items[I].Name << 1;
      return false;
    }
  Done.Output |= Depends;
  if (!finish(&If) || !walkBranch(If.getThen(), Depends))
    return false;
  const std::vector<Count> Then = std::exchange(Counts, Start);
  if (If.getElse() && !walkBranch(If.getElse(), Depends))
    return false;
  for (unsigned I = 0; I != Counts.size(); ++I)
    Counts[I] = {std::min(Counts[I].Least, Then[I].Least),
                 std::max(Counts[I].Most, Then[I].Most)};
  return true;
}

/// Whether \p For runs at least once: its bounds are constant.
static bool runsAtLeastOnce(const ForStmt &For, const ASTContext &Context) {
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(For.getInit());
  const auto *Var = Declaration && Declaration->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                        : nullptr;
  const auto *Condition =
      For.getCond() ? dyn_cast<BinaryOperator>(stripImplicit(For.getCond()))
                    : nullptr;
  Expr::EvalResult First, Bound;
  if (!Var || !Var->getInit() || !Condition || !Condition->isRelationalOp() ||
      !mentions(Condition->getLHS(), Var) ||
      !Var->getInit()->EvaluateAsInt(First, Context) ||
      !Condition->getRHS()->EvaluateAsInt(Bound, Context))
    return false;
  const int Order =
      llvm::APSInt::compareValues(First.Val.getInt(), Bound.Val.getInt());
  switch (Condition->getOpcode()) {
  case BO_LT:
    return Order < 0;
  case BO_LE:
    return Order <= 0;
  case BO_GT:
    return Order > 0;
  default:
    return Order >= 0;
  }
}

bool BodyReader::walkLoop(const Stmt *Whole, const Stmt *Init,
                          const Expr *Condition, const Expr *Step,
                          const Stmt *Body) {
  if (Init && !walk(Init))
    return false;
  llvm::SaveAndRestore<unsigned> Deeper(LoopDepth, LoopDepth + 1);
  const auto *For = dyn_cast<ForStmt>(Whole);
  llvm::SaveAndRestore<unsigned> Maybe(
      MaybeDepth, MaybeDepth + !(For && runsAtLeastOnce(*For, Context)));
  bool Depends = false;
  if (Condition && !readExpr(Condition, Depends))
    return false;
  Done.Output |= Depends;
  if (!finish(Whole))
    return false;
  DependentGuards += Depends;
  // Twice: what the first round finds to depend on an item may be read above.
  bool Valid = walk(Body);
  if (Valid && Step)
    Valid = readExpr(Step, Depends);
  if (Valid && Condition)
    Valid = readExpr(Condition, Depends);
  Done.Output |= Depends;
  Valid = Valid && finish(Whole) && walk(Body);
  DependentGuards -= Depends;
  return Valid;
}

bool BodyReader::walkDeclaration(const DeclStmt &Declaration) {
  for (const Decl *D : Declaration.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var)
      continue;
    if (Var->isStaticLocal()) {
      if (Var->getType().isConstQualified())
        continue;
      Diags.report(Var->getLocation(), Diag::err_shared_scalar)
          << Var->getName();
      return false;
    }
    if (Var->getType()->isReferenceType() &&
        !Var->getType().getNonReferenceType().isConstQualified()) {
      Diags.report(Var->getLocation(), Diag::err_local_reference)
          << Var->getName();
      return false;
    }
    Locals.insert(Var);
    if (Var->getType()->isReferenceType() && Var->getInit())
      References.push_back(Var);
    bool Depends = false;
    if (Var->getInit() && !readExpr(Var->getInit(), Depends))
      return false;
    if (Depends || DependentGuards)
      Dependent.insert(Var);
    (Depends || DependentGuards ? Done.Output : Done.Input) = true;
  }
  return finish(&Declaration);
}

bool BodyReader::walk(const Stmt *S) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Compound->body(),
                        [&](const Stmt *Sub) { return walk(Sub); });
  if (isa<NullStmt, OMPScanDirective>(S))
    return true;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return walkDeclaration(*Declaration);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return walkIf(*If);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return walkLoop(For, For->getInit(), For->getCond(), For->getInc(),
                    For->getBody());
  if (const auto *While = dyn_cast<WhileStmt>(S);
      While && !While->getConditionVariable())
    return walkLoop(While, nullptr, While->getCond(), nullptr,
                    While->getBody());
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return walkLoop(Do, nullptr, Do->getCond(), nullptr, Do->getBody());
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return walk(Attributed->getSubStmt());
  if (const auto *E = dyn_cast<Expr>(S)) {
    bool Depends = false;
    return readExpr(E, Depends) && finish(E);
  }
  if (LoopDepth != 0 && isa<BreakStmt, ContinueStmt>(S))
    return true;
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(S)) {
    Diags.report(S->getBeginLoc(), Diag::err_leaves)
        << (isa<BreakStmt>(S)      ? "break"
            : isa<ContinueStmt>(S) ? "continue"
            : isa<ReturnStmt>(S)   ? "return"
                                   : "goto");
    return false;
  }
  Diags.report(S->getBeginLoc(), Diag::err_statement)
      << Loop.Items.front().Name;
  return false;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Reads \p E and tells whether its value depends on an item.
bool BodyReader::readExpr(const Expr *E, bool &Depends) {
  llvm::SaveAndRestore<bool> Outer(ExprDepends, false);
  const bool Valid = Accesses.addInput(E, isGuarded());
  Depends |= ExprDepends;
  return Valid;
}

std::optional<bool> BodyReader::intercept(const Expr *E, bool Guarded) {
  const Expr *Node = strip(E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Node);
      Unary && Unary->isIncrementDecrementOp())
    return effect(Node, Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(Node);
      Binary && Binary->isAssignmentOp())
    return effect(Node, Binary->getLHS());
  if (const Assignment Plain = plainAssignment(Node); Plain.Target)
    return effect(Node, Plain.Target);
  if (const auto *Call = dyn_cast<CallExpr>(Node))
    if (const std::optional<bool> Valid = interceptCall(*Call))
      return Valid;
  const VarDecl *Local = localRoot(Node);
  if (Local || scalarItem(partOf(Node))) {
    ExprDepends |= !Local || Dependent.contains(Local);
    // Subscripts on the way to a part of it.
    while (!isa<DeclRefExpr>(Node)) {
      if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Node)) {
        if (!Accesses.addInput(Subscript->getIdx(), Guarded))
          return false;
        Node = stripImplicit(Subscript->getBase());
      } else {
        Node = stripImplicit(cast<MemberExpr>(Node)->getBase());
      }
    }
    return true;
  }
  if (elementAccess(Node, Context).Base && !Node->getType()->isArrayType())
    return interceptElement(Node);
  return std::nullopt;
}

std::optional<bool> BodyReader::interceptElement(const Expr *E) {
  const std::optional<unsigned> Number = arrayItem(E);
  if (!Number) {
    Uses.push_back({E, /*IsStore=*/false});
    return std::nullopt;
  }
  // An element of an item. Until the store is known nothing can be said of it;
  // the update itself looks at what it reads.
  switch (Arrays[*Number].role(E)) {
  case Role::Previous:
    Loop.Carried[E] = {*Number, false};
    ExprDepends = true;
    return true;
  case Role::Current:
    if (Counts[*Number].Most == 0)
      return std::nullopt; // In place: what it held before.
    Loop.Carried[E] = {*Number, true};
    ExprDepends = true;
    return true;
  case Role::None:
  case Role::Other:
    Diags.report(E->getExprLoc(), Diag::err_item_read)
        << Loop.Items[*Number].Name;
    return false;
  }
  llvm_unreachable("unknown role");
}

/// A call that may change one of its operands, through a reference or as the
/// object of a member function.
std::optional<bool> BodyReader::interceptCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return std::nullopt;
  llvm::SmallVector<const Expr *, 2> Changed;
  unsigned First = 0;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool HasObject = Method && Method->isInstance();
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    Object = Member->getImplicitObjectArgument();
  } else if (HasObject && isa<CXXOperatorCallExpr>(Call)) {
    Object = Call.getArg(0);
    First = 1;
  }
  if (Object && HasObject && !Method->isConst())
    Changed.push_back(Object);
  for (unsigned I = First; I < Call.getNumArgs(); ++I)
    if (const unsigned P = I - First; P < Callee->getNumParams()) {
      const QualType Type = Callee->getParamDecl(P)->getType();
      if (Type->isLValueReferenceType() &&
          !Type.getNonReferenceType().isConstQualified())
        Changed.push_back(Call.getArg(I));
    }
  if (Changed.empty())
    return std::nullopt;

  // The combiner of a declared operator may work in place.
  for (const Expr *E : Changed)
    if (const std::optional<unsigned> Number = scalarItem(partOf(E))) {
      Item &Target = Loop.Items[*Number];
      auto IsBefore = [&](const Expr *Sub) {
        return scalarItem(Sub) == Number;
      };
      CombinationReader Reader(Target, IsBefore, Context, Diags);
      if (!Target.Declared)
        return Reader.reportOperator(Call.getBeginLoc(), "call");
      Update U;
      U.Node = &Call;
      return Reader.readCombiner(&Call, IsBefore, U) &&
             addUpdate(*Number, std::move(U), Call.getExprLoc());
    }
  bool Depends = DependentGuards != 0;
  for (unsigned I = 0; I < Call.getNumArgs(); ++I)
    if (!readExpr(Call.getArg(I), Depends))
      return false;
  if (Object && !readExpr(Object, Depends))
    return false;
  for (const Expr *E : Changed) {
    const VarDecl *Local = localRoot(E);
    if (!Local) {
      Diags.report(E->getExprLoc(), Diag::err_side_effect);
      return false;
    }
    if (Depends)
      Dependent.insert(Local);
  }
  (Depends ? Done.Output : Done.Input) = true;
  ExprDepends |= Depends;
  return true;
}

/// An assignment, or an increment or decrement, of \p Target.
bool BodyReader::effect(const Expr *Node, const Expr *Target) {
  Target = strip(Target);
  if (const std::optional<unsigned> Number = scalarItem(Target))
    return updateScalar(Node, *Number);
  if (const VarDecl *Local = localRoot(Target))
    return assignLocal(Node, Local);
  if (const std::optional<unsigned> Number = arrayItem(Target))
    return updateArray(Node, Target, *Number);
  if (elementAccess(Target, Context).Base)
    return store(Node, Target);
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Target->printPretty(OS, nullptr, PrintingPolicy(Context.getLangOpts()));
  Diags.report(Target->getExprLoc(), Diag::err_shared_scalar) << Name;
  return false;
}

/// The value that \p Node assigns; null for an increment or decrement.
static const Expr *assignedValue(const Expr *Node) {
  if (const Assignment Plain = plainAssignment(Node); Plain.Target)
    return Plain.Value;
  const auto *Binary = dyn_cast<BinaryOperator>(Node);
  return Binary ? Binary->getRHS() : nullptr;
}

/// Whether \p Node uses what its target holds before.
static bool readsTarget(const Expr *Node) {
  return isa<CompoundAssignOperator, UnaryOperator>(Node);
}

bool BodyReader::assignLocal(const Expr *Node, const VarDecl *Local) {
  bool Depends = DependentGuards != 0;
  const bool WholeVariable =
      plainAssignment(Node).Target &&
      isa<DeclRefExpr>(strip(plainAssignment(Node).Target));
  if (!WholeVariable || isGuarded())
    Depends |= Dependent.contains(Local);
  if (const Expr *Value = assignedValue(Node);
      Value && !readExpr(Value, Depends))
    return false;
  if (Depends)
    Dependent.insert(Local);
  else
    Dependent.erase(Local);
  (Depends ? Done.Output : Done.Input) = true;
  ExprDepends |= Depends;
  return true;
}

bool BodyReader::store(const Expr *Node, const Expr *Target) {
  const ElementAccess Element = elementAccess(Target, Context);
  Done.Output = true;
  bool Depends = false;
  if (const Expr *Value = assignedValue(Node);
      Value && !readExpr(Value, Depends))
    return false;
  if (readsTarget(Node))
    Uses.push_back({Target, /*IsStore=*/false});
  Uses.push_back({Target, /*IsStore=*/true});

  // `out[k]` and `out[k++]`, where k is an item.
  if (Element.Index) {
    const Expr *Index = stripImplicit(Element.Index);
    const auto *Unary = dyn_cast<UnaryOperator>(Index);
    const bool Counts = Unary && Unary->isIncrementOp() && Unary->isPostfix();
    const Expr *Counter = Counts ? Unary->getSubExpr() : Index;
    if (const std::optional<unsigned> Number = scalarItem(Counter)) {
      const bool Before = this->Counts[*Number].Most == 0;
      bool IndexDepends = false;
      if (!readExpr(Element.Index, IndexDepends))
        return false;
      if (!Before || readsTarget(Node)) {
        std::string Name;
        llvm::raw_string_ostream OS(Name);
        Element.Base->printPretty(OS, nullptr,
                                  PrintingPolicy(Context.getLangOpts()));
        Diags.report(Target->getExprLoc(), Diag::err_collision)
            << Name << Loop.Items[*Number].Name;
        return false;
      }
      CountedStores.push_back({Target, *Number, Guards});
      return true;
    }
  }
  const bool Guarded = isGuarded();
  if (readsTarget(Node) &&
      !Accesses.addElement(Target, AccessKind::Read, Guarded))
    return false;
  return Accesses.addElement(Target, AccessKind::Write, Guarded);
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

bool BodyReader::addUpdate(unsigned Number, Update U, SourceLocation Loc) {
  Item &Target = Loop.Items[Number];
  // The bodies of inner loops are walked twice.
  if (LoopDepth != 0) {
    Diags.report(Loc, Diag::err_update_place) << Target.Name << 0;
    return false;
  }
  if (Accesses.isInOperand()) {
    Diags.report(Loc, Diag::err_update_place) << Target.Name << 1;
    return false;
  }
  if (DependentGuards != 0) {
    Diags.report(Loc, Diag::err_depends) << 1;
    return false;
  }
  if (Counts[Number].Most != 0) {
    Diags.report(Loc, Diag::err_update_again) << Target.Name;
    return false;
  }
  for (const Term &T : U.Input) {
    bool Depends = false;
    if (!readExpr(T.Value, Depends))
      return false;
    if (Depends) {
      Diags.report(T.Value->getExprLoc(), Diag::err_depends) << 0;
      return false;
    }
  }
  if (U.Input.empty()) {
    Diags.report(Loc, Diag::err_no_input) << Target.Name;
    return false;
  }
  Counts[Number] = {1, 1};
  UpdateGuards[Number] = Guards;
  Done.Output = true;
  Done.Updates.push_back(
      {Number, static_cast<unsigned>(Target.Updates.size())});
  Target.Updates.push_back(std::move(U));
  ExprDepends = true;
  return true;
}

bool BodyReader::updateScalar(const Expr *Node, unsigned Number) {
  Item &Target = Loop.Items[Number];
  auto IsBefore = [&](const Expr *E) { return scalarItem(E) == Number; };
  CombinationReader Reader(Target, IsBefore, Context, Diags);
  Update U;
  U.Node = Node;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Node)) {
    if (Target.Op != Operator::Add)
      return Reader.reportOperator(
          Unary->getOperatorLoc(),
          UnaryOperator::getOpcodeStr(Unary->getOpcode()));
    U.YieldsOld = Unary->isPostfix();
    auto *One = IntegerLiteral::Create(
        Context, llvm::APInt(Context.getIntWidth(Context.IntTy), 1),
        Context.IntTy, Unary->getOperatorLoc());
    U.Input.push_back({One, Unary->isDecrementOp()});
  } else if (const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
             Compound && !Target.Declared) {
    if (!Reader.readCompound(*Compound, U))
      return false;
  } else if (Compound) {
    if (!Reader.readCombiner(Node, IsBefore, U))
      return false;
  } else if (!Reader.readValue(plainAssignment(Node).Value, U)) {
    return false;
  }
  return addUpdate(Number, std::move(U), Node->getExprLoc());
}

bool BodyReader::updateArray(const Expr *Node, const Expr *Target,
                             unsigned Number) {
  Item &Stored = Loop.Items[Number];
  Recurrence &Array = Arrays[Number];
  const Expr *Value = assignedValue(Node);
  if (!Value) {
    Diags.report(Node->getExprLoc(), Diag::err_statement) << Stored.Name;
    return false;
  }
  if (Counts[Number].Most != 0) {
    Diags.report(Node->getExprLoc(), Diag::err_update_again) << Stored.Name;
    return false;
  }
  if (!Array.setStore(Target) || !Array.checkReads(Value) ||
      !Array.requirePrevious(Value->getExprLoc()))
    return false;
  auto IsBefore = [&](const Expr *E) {
    return Array.role(E) == Role::Previous;
  };
  CombinationReader Reader(Stored, IsBefore, Context, Diags);
  Update U;
  U.Node = Node;
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
  if (!(Compound ? Reader.readInPlace(*Compound, U)
                 : Reader.readValue(Value, U)))
    return false;
  return addUpdate(Number, std::move(U), Node->getExprLoc());
}

/// `if (x < s) s = x;`, where s is an item of operator min.
std::optional<bool> BodyReader::updateByIf(const IfStmt &If) {
  const Stmt *Then = If.getThen();
  while (const auto *Compound = dyn_cast<CompoundStmt>(Then)) {
    if (Compound->size() != 1)
      return std::nullopt;
    Then = Compound->body_front();
  }
  const auto *E = dyn_cast<Expr>(Then);
  if (!E || If.getElse() || If.hasInitStorage() || If.hasVarStorage())
    return std::nullopt;
  const Assignment Plain = plainAssignment(E);
  const std::optional<unsigned> Number =
      Plain.Target ? scalarItem(Plain.Target) : std::nullopt;
  if (!Number)
    return std::nullopt;
  Item &Target = Loop.Items[*Number];
  auto IsBefore = [&](const Expr *Sub) { return scalarItem(Sub) == Number; };
  if (!anyOf(If.getCond(), IsBefore))
    return std::nullopt;
  CombinationReader Reader(Target, IsBefore, Context, Diags);
  if (!Reader.isMinMax())
    return Reader.reportOperator(If.getIfLoc(), "if");
  Update U;
  U.Node = &If;
  if (!Reader.readChoice(If.getCond(), Plain.Value, Plain.Target, U))
    return false;
  return addUpdate(*Number, std::move(U), If.getIfLoc()) && finish(&If);
}

//===----------------------------------------------------------------------===//
// All accesses together
//===----------------------------------------------------------------------===//

/// A reference would see what is stored or updated after it was bound, and the
/// device has a copy.
bool BodyReader::checkReferences() const {
  for (const VarDecl *Var : References) {
    const Expr *Bound = stripImplicit(Var->getInit());
    const ElementAccess Element = elementAccess(Bound, Context);
    const bool Changes =
        scalarItem(partOf(Bound)) || arrayItem(Bound) ||
        (Element.Base && llvm::any_of(Uses, [&](const Use &U) {
           return U.IsStore &&
                  sameExpression(elementAccess(U.Element, Context).Base,
                                 Element.Base);
         }));
    if (Changes) {
      Diags.report(Var->getLocation(), Diag::err_local_reference)
          << Var->getName();
      return false;
    }
  }
  return true;
}

/// An array that is stored may be read only where the same iteration stores it,
/// and before.
bool BodyReader::checkArrays() const {
  for (const auto &[Order, Store] : llvm::enumerate(Uses)) {
    if (!Store.IsStore)
      continue;
    const ElementAccess Stored = elementAccess(Store.Element, Context);
    for (const auto &[OtherOrder, Other] : llvm::enumerate(Uses)) {
      const ElementAccess Read = elementAccess(Other.Element, Context);
      if (Other.IsStore || !sameExpression(Stored.Base, Read.Base))
        continue;
      const bool Before = OtherOrder < Order;
      if (Before && Stored.Index && Read.Index &&
          sameExpression(Stored.Index, Read.Index) &&
          mentions(Stored.Index, Loop.IV.Var))
        continue;
      std::string Name;
      llvm::raw_string_ostream OS(Name);
      Stored.Base->printPretty(OS, nullptr,
                               PrintingPolicy(Context.getLangOpts()));
      Diags.report(Other.Element->getExprLoc(), Diag::err_in_place) << Name;
      return false;
    }
  }
  return true;
}

bool ompscan::analyzeBody(ScanLoop &Loop, AccessCollector &Accesses,
                          const ASTContext &Context, const Diagnostics &Diags) {
  return BodyReader(Loop, Accesses, Context, Diags).read();
}

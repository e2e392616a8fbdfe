//===- BodyReader.cpp - The statements of a scan loop ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/BodyReader.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Analysis/Expressions/FunctionReader.h"
#include "Analysis/Expressions/InnerLoops.h"
#include "Analysis/Scan/CounterStores.h"
#include "Analysis/Scan/ElementChecks.h"
#include "Analysis/Scan/ItemChecks.h"
#include "Analysis/Scan/LinearLocals.h"
#include "Analysis/Scan/LoopCarriedScalars.h"
#include "Analysis/Scan/SelectionReader.h"
#include "Analysis/Scan/UpdateReader.h"
#include "Nest/Cases.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p I is the target of a pointer or an element.
static bool isTarget(const Item &I) { return I.All && !I.isList(); }

namespace {

/// Items that a value depends on, by number.
using ItemSet = llvm::SmallBitVector;

/// Walks the statements of a body, reads their expressions and tracks which
/// values depend on an item.
class BodyReader final : AccessReader {
public:
  BodyReader(ScanLoop &Loop, AccessCollector &Accesses,
             const ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Accesses(Accesses), Context(Context), Diags(Diags),
        Items(Loop, Context), Updates(Loop, &Accesses, Context, Diags),
        Checks(Loop, Context, Diags),
        Linear(Loop, Facts, Updates, Context, Diags),
        Counters(Loop, Facts, Accesses, Context, Diags),
        Counts(Loop.Items.size() + Loop.Kept.size()) {
    for (Item &I : Loop.Items)
      Arrays.emplace_back(Loop, I, Context, Diags);
    Facts.Locals.insert(Loop.Privates.begin(), Loop.Privates.end());
    Facts.UpdatePlaces.resize(Counts.size());
  }

  bool read();

private:
  /// The numbers of updates of an item on the paths through a part of the body.
  struct Count {
    unsigned Least = 0;
    unsigned Most = 0;
    /// The value behind an update has been read.
    bool IsRead = false;
    /// An update behind which the remainder has not been taken, if there is
    /// one.
    SourceLocation Unreduced = {};
  };

  /// Whether the current place is not reached in every iteration.
  bool isGuarded() const {
    return !Guards.empty() || MaybeDepth != 0 || Accesses.isInOperand();
  }

  // Statements.
  bool walk(const nest::Statement &S);
  bool walkBlock(const nest::Block &Block);
  std::optional<bool> combineCopy(const nest::Statement &Copy,
                                  const nest::Statement &Combination);
  bool walkHead(const nest::Statement &S, const nest::Head &H,
                ItemSet &Depends);
  static std::vector<Count> either(std::vector<Count> A,
                                   const std::vector<Count> &B);
  bool walkIf(const nest::If &If);
  bool walkSwitch(const nest::Switch &Switch);
  bool walkLoop(const nest::InnerLoop &Inner);
  bool readLoop(const nest::InnerLoop &Inner);
  size_t numDependences() const;
  bool walkDeclaration(const nest::Declaration &Declared);
  bool walkBranch(const nest::Statement &S, const nest::If &If,
                  const ItemSet &Depends);
  bool finish(const nest::Statement &S);

  // Expressions.
  bool isDiscarded(const Expr *E) const;
  bool readExpr(const Expr *E, ItemSet &Depends);
  std::optional<bool> intercept(const Expr *E, bool Guarded) override;
  bool isChanging(const Expr *E) const override;
  bool readListed(const Expr *E, unsigned Number, bool Guarded);
  std::optional<bool> interceptElement(const Expr *E);
  std::optional<bool> interceptMember(const Expr *E);
  std::optional<bool> readItem(const Expr *E, unsigned Number);
  std::optional<bool> interceptCall(const CallExpr &Call);
  void reportGrowth(const CXXMemberCallExpr &Call, const Expr *Value) const;
  bool effect(const Expr *Node, const Expr *Target);
  bool reportShared(const Expr *Node, const Expr *Target) const;
  bool checkShared(const nest::Statement &Branch) const;
  /// The items that decide whether the current operand is evaluated.
  ItemSet operandDepends() const {
    return Accesses.isInOperand() ? OperandDepends | ExprDepends
                                  : OperandDepends;
  }
  /// The items that decide whether the current place is reached.
  ItemSet placeDepends() const { return GuardsDepend | operandDepends(); }
  bool assignLocal(const Expr *Node, const Expr *Target, const VarDecl *Local);
  bool isIndependent(const Expr *E) const;
  void noteDependent(const VarDecl *Local, const Expr *Node,
                     const ItemSet &Depends);
  bool store(const Expr *Node, const Expr *Part, const Expr *Element);

  std::optional<bool> storeAtItem(const Expr *Node, const Expr *Target,
                                  const Expr *Part, const Expr *Value);

  // Updates.
  bool updateArray(const Expr *Node, const Expr *Target, unsigned Number);
  bool addUpdate(unsigned Number, Update U, SourceLocation Loc);
  bool checkFirst(unsigned Number, SourceLocation Loc) const;
  void reportDependence(SourceLocation Loc, unsigned Number, bool IsCondition,
                        const ItemSet &Depends) const;
  bool addInputs(const Update &U, unsigned Number);
  bool addFunction(const Update &U, unsigned Place, unsigned Number);
  bool checkStoresNothing(const Expr *E) const;
  bool addInput(const Expr *E, unsigned Number);
  void addDependence(unsigned Number) {
    ItemSet Own(Loop.Items.size());
    Own.set(Number);
    ExprDepends |= Own;
  }
  void noteUpdate(unsigned Number, const Stmt *Node);
  void noteRead(unsigned Number) {
    Counts[Number].IsRead |= Counts[Number].Most != 0;
  }

  const VarDecl *localRoot(const Expr *E) const;
  ItemSet dependenceOf(const VarDecl *Local) const;

  ScanLoop &Loop;
  AccessCollector &Accesses;
  const ASTContext &Context;
  const Diagnostics &Diags;
  const ItemLookup Items;
  const UpdateReader Updates;
  const ItemChecks Checks;
  BodyFacts Facts;
  LinearLocals Linear;
  CounterStores Counters;
  /// The body has been read; what is read now are parts of stores.
  bool HasWalked = false;
  /// One for each item; used for arrays only.
  std::vector<Recurrence> Arrays;
  /// One for each item, then one for each KeptItem.
  std::vector<Count> Counts;
  /// The places of updates of an item in its Updates, and in UpdatePlaces.
  llvm::DenseMap<std::pair<unsigned, const Stmt *>, unsigned> UpdateNumbers,
      PlaceNumbers;
  /// The items that locals depend on, if there are any.
  llvm::DenseMap<const VarDecl *, ItemSet> Dependent;
  /// Locals that are declared by a statement of the output only.
  llvm::DenseSet<const VarDecl *> OutputLocals;
  /// The items that the current expression depends on.
  ItemSet ExprDepends;
  /// The items that decide whether it is evaluated.
  ItemSet OperandDepends;
  /// The conditions around the current place, and the items that these depend
  /// on.
  BranchList Guards;
  ItemSet GuardsDepend;
  unsigned LoopDepth = 0;
  /// The items that the number of iterations of inner loops depends on.
  llvm::DenseMap<const nest::Statement *, ItemSet> LoopDepends;
  /// The variables of the current inner loop that depend on items are known.
  bool IsSettled = false;
  /// The items of conditions that may leave the current inner loop.
  ItemSet LeavesBy;
  unsigned SwitchDepth = 0;
  /// The number of inner loops that may have no iteration.
  unsigned MaybeDepth = 0;
  /// The current statement, if it is an expression.
  const nest::Statement *Current = nullptr;
  const Expr *current() const {
    return Current ? strip(Current->expression()) : nullptr;
  }
  /// The effects of the current statement.
  struct Effects {
    /// Only the output needs it.
    bool Output = false;
    /// An input may need it.
    bool Input = false;
    /// It changes a variable of the iteration.
    bool Local = false;
    llvm::SmallVector<UpdateRef, 1> Updates;
  } Done;

  /// The current member, on the way to the element that it is a part of.
  const Expr *ReadPart = nullptr;
};

} // namespace

bool BodyReader::read() {
  const auto Asked = Accesses.askReader(*this);
  // Knowing the store first gives reads of the item in front of it a role.
  for (unsigned I = 0; I != Loop.Items.size(); ++I) {
    const Item &Next = Loop.Items[I];
    if (Next.FirstValue &&
        !Accesses.addScalar(Next.FirstValue, Next.FirstValue))
      return false;
    const Expr *Stored =
        Next.isList() ? nullptr : Arrays[I].findStore(Loop.body());
    if (Stored && !Arrays[I].setStore(Stored))
      return false;
  }
  SelectionReader Selections(Loop, Facts, Accesses, Counters, Context, Diags);
  Selections.findLastKept();
  if (!walk(Loop.body()))
    return false;
  HasWalked = true;
  for (const Count &Each : Counts)
    Facts.MostUpdates.push_back(Each.Most);
  for (unsigned I = 0; I != Loop.Items.size(); ++I) {
    Item &Target = Loop.Items[I];
    if (Counts[I].Most == 0)
      return Diags.report(Target.place()->getExprLoc(), Diag::err_no_update)
             << Target.Name;
    Target.Conditional |= Counts[I].Least == 0;
    if (Counts[I].Unreduced.isValid())
      return Diags.report(Counts[I].Unreduced, Diag::err_remainder)
             << Target.Name << unsigned(RemainderFault::NotLast);
    if (!Checks.checkForm(Target))
      return false;
    if (!Target.isArray()) {
      Target.Initial = Loop.Scalars.size();
      Loop.Scalars.push_back({Target.Name, Target.place(), Target.placeType()});
    }
    for (SystemMember &Other : Target.Others) {
      Other.Initial = Loop.Scalars.size();
      Loop.Scalars.push_back({Other.Name, Other.Base, Other.Base->getType()});
    }
    if (Target.isArray() && Target.Conditional)
      return Diags.report(Target.Store->getExprLoc(), Diag::err_statement)
             << Target.Name;
    if (Target.isArray() && !Accesses.addRecurrence(Target))
      return false;
  }
  Accesses.findOtherMembers();
  if (!Counters.check() || !Selections.read())
    return false;
  ElementChecks Elements(Loop, Facts, Accesses, Context, Diags);
  Elements.dropWhole();
  if (const Scan *Mode = Loop.scan())
    for (const LoopCarriedScalar &C : Mode->LoopCarriedScalars)
      if (Dependent.count(C.Var))
        return Diags.report(C.Passed.Value->getExprLoc(), Diag::err_carry)
               << C.Var->getName();
  // Counters has added the stores at its items.
  Accesses.findOtherMembers();
  if (!Elements.check() ||
      (Loop.scan() && !checkLoopCarriedScalars(Loop, Context, Diags)))
    return false;
  Accesses.addNeighbours();
  return true;
}

/// Records the effects of the statement \p S, which has been read.
bool BodyReader::finish(const nest::Statement &S) {
  const Effects Was = std::exchange(Done, Effects());
  if (!Was.Output)
    return true;
  if (Was.Input)
    return Diags.report(S.loc(), Diag::err_mixed);
  StatementFacts &Known = Loop.Facts[&S];
  Known.IsOutputOnly = true;
  Known.Updates = Was.Updates;
  return true;
}

/// How much depends on items, which grows while loops are read.
size_t BodyReader::numDependences() const {
  size_t Count = 0;
  for (const auto &[Var, Depends] : Dependent)
    Count += Depends.count();
  for (const auto &[Loop, Depends] : LoopDepends)
    Count += Depends.count();
  return Count;
}

bool BodyReader::walkLoop(const nest::InnerLoop &Inner) {
  if (Inner.head().Init && !walk(*Inner.head().Init))
    return false;
  llvm::SaveAndRestore<unsigned> Maybe(
      MaybeDepth, MaybeDepth + !runsAtLeastOnce(Inner, Context));
  // Statements at the top may read what later ones make dependent on an item or
  // store. So the loop is read, with the loops in it, until nothing changes.
  llvm::SaveAndRestore<unsigned> Deeper(LoopDepth, LoopDepth + 1);
  const bool IsOutermost = LoopDepth == 1;
  for (bool IsFirst = true; IsOutermost; IsFirst = false) {
    const size_t Known = numDependences();
    if (!readLoop(Inner))
      return false;
    Done = Effects();
    if (!IsFirst && numDependences() == Known)
      break;
  }
  llvm::SaveAndRestore<bool> Settled(IsSettled, IsSettled || IsOutermost);
  if (!readLoop(Inner))
    return false;
  if (IsSettled)
    return finish(Inner);
  Done = Effects();
  return true;
}

/// Reads one iteration of \p Inner.
bool BodyReader::readLoop(const nest::InnerLoop &Inner) {
  ItemSet Depends = LoopDepends.lookup(&Inner);
  llvm::SaveAndRestore<ItemSet> Leaves(LeavesBy, ItemSet());
  llvm::SaveAndRestore<ItemSet> Guarded(GuardsDepend, GuardsDepend | Depends);
  const Expr *Condition = Inner.head().Condition;
  bool Valid = !Condition || readExpr(Condition, Depends);
  const Effects Head = std::exchange(Done, Effects());
  Valid = Valid && walk(Inner.body()) &&
          (!Inner.step() || readExpr(Inner.step(), Depends));
  if (!Valid)
    return false;
  if (!Head.Updates.empty() || !Done.Updates.empty())
    return Diags.report(Inner.loc(), Diag::err_update_place)
           << Loop.Items
                  [(Head.Updates.empty() ? Done : Head).Updates.front().Item]
                      .Name
           << 2;
  Depends |= LeavesBy;
  Done.Output |= Head.Output || Depends.any();
  Done.Input |= Head.Input;
  if (Depends.any())
    LoopDepends[&Inner] = Depends;
  return true;
}

bool BodyReader::walkDeclaration(const nest::Declaration &Declared) {
  const auto Variables = declaredVariables(Declared.declared(), Diags);
  if (!Variables)
    return false;
  for (const VarDecl *Var : *Variables) {
    if (Var->getType()->isReferenceType() &&
        !Var->getType().getNonReferenceType().isConstQualified())
      return Diags.report(Var->getLocation(), Diag::err_local_reference)
             << Var->getName();
    Facts.Locals.insert(Var);
    if (Var->getType()->isReferenceType() && Var->getInit())
      Facts.References.push_back(Var);
    ItemSet Depends = GuardsDepend;
    if (Var->getInit() && !readExpr(Var->getInit(), Depends))
      return false;
    Facts.LocalValues.push_back(
        {Var, Var->getInit(), Guards, /*IsInitial=*/true});
    (Depends.any() ? Done.Output : Done.Input) = true;
    if (Depends.any()) {
      OutputLocals.insert(Var);
      Dependent[Var] |= Depends;
      if (Var->getInit())
        noteDependent(Var, Var->getInit(), Depends);
    }
  }
  return finish(Declared);
}

bool BodyReader::walkBlock(const nest::Block &Block) {
  const llvm::ArrayRef<const nest::Statement *> All = Block.statements();
  for (size_t I = 0; I != All.size(); ++I) {
    const std::optional<bool> Combined =
        I + 1 != All.size() ? combineCopy(*All[I], *All[I + 1]) : std::nullopt;
    if (!Combined.value_or(true) || (!Combined && !walk(*All[I])))
      return false;
    I += Combined.has_value();
  }
  return true;
}

/// Reads \p Copy and \p Combination, statements behind each other, if they are
/// an update of an array; std::nullopt if not.
std::optional<bool>
BodyReader::combineCopy(const nest::Statement &Copy,
                        const nest::Statement &Combination) {
  for (unsigned I = 0; I != Loop.Items.size(); ++I) {
    Update U;
    const std::optional<bool> Found =
        Updates.readCopyAndCombine(Copy, Combination, Arrays[I], I, U);
    if (!Found)
      continue;
    llvm::SaveAndRestore<const nest::Statement *> Whole(Current, &Combination);
    if (!*Found || !checkFirst(I, Combination.loc()) ||
        !addUpdate(I, std::move(U), Combination.loc()))
      return false;
    Accesses.noteStore();
    StatementFacts &Known = Loop.Facts[&Copy];
    Known.IsOutputOnly = Known.IsCopy = true;
    return finish(Combination);
  }
  return std::nullopt;
}

/// Reports at \p Loc that the array item \p Number is updated already.
bool BodyReader::checkFirst(unsigned Number, SourceLocation Loc) const {
  if (Counts[Number].Most != 0)
    Diags.report(Loc, Diag::err_update_again)
        << Loop.Items[Number].Name << false;
  return Counts[Number].Most == 0;
}

bool BodyReader::walk(const nest::Statement &S) {
  using Kind = nest::Statement::Kind;
  if (const auto *Block = dyn_cast<nest::Block>(&S))
    return walkBlock(*Block);
  if (S.kind() == Kind::Empty || S.kind() == Kind::Separator)
    return true;
  if (const auto *Declared = dyn_cast<nest::Declaration>(&S))
    return walkDeclaration(*Declared);
  if (const auto *If = dyn_cast<nest::If>(&S))
    return walkIf(*If);
  if (const auto *Switch = dyn_cast<nest::Switch>(&S))
    return walkSwitch(*Switch);
  if (const auto *Inner = dyn_cast<nest::InnerLoop>(&S);
      Inner && !Inner->head().Variable &&
      Inner->form() != nest::InnerLoop::Form::Range)
    return walkLoop(*Inner);
  if (const Expr *E = S.expression()) {
    ItemSet Depends;
    llvm::SaveAndRestore<const nest::Statement *> Whole(Current, &S);
    if (!readExpr(E, Depends))
      return false;
    Done.Output |= Depends.any();
    return finish(S);
  }
  if (const auto *Jump = dyn_cast<nest::Jump>(&S)) {
    if (LoopDepth != 0 && Jump->isInLoop()) {
      LeavesBy |= GuardsDepend;
      return true;
    }
    if (SwitchDepth != 0 && Jump->isBreak())
      Diags.report(S.loc(), Diag::err_case);
    else
      Diags.report(S.loc(), Diag::err_leaves)
          << Jump->spelling()
          << (Jump->target() == nest::Jump::Target::Continue);
    return false;
  }
  return Diags.report(S.loc(), Diag::err_statement) << Loop.Items.front().Name;
}

/// Reads \p H, the parts of \p S, an `if` or `switch`, in front of its
/// branches. Adds the items that the condition depends on to \p Depends.
bool BodyReader::walkHead(const nest::Statement &S, const nest::Head &H,
                          ItemSet &Depends) {
  if ((H.Init && !walk(*H.Init)) ||
      (H.Variable && !walkDeclaration(*H.Variable)))
    return false;
  const std::vector<Count> Start = Counts;
  if (!readExpr(H.Condition, Depends))
    return false;
  for (unsigned I = 0; I != Loop.Items.size(); ++I)
    if (Counts[I].Most != Start[I].Most)
      return Diags.report(H.Condition->getExprLoc(), Diag::err_update_place)
             << Loop.Items[I].Name << 1;
  Done.Output |= Depends.any();
  return checkStoresNothing(H.Condition) && finish(S);
}

/// The updates on the paths through one of two parts of the body.
std::vector<BodyReader::Count> BodyReader::either(std::vector<Count> A,
                                                  const std::vector<Count> &B) {
  for (size_t I = 0; I != A.size(); ++I)
    A[I] = {std::min(A[I].Least, B[I].Least), std::max(A[I].Most, B[I].Most),
            A[I].IsRead || B[I].IsRead,
            A[I].Unreduced.isValid() ? A[I].Unreduced : B[I].Unreduced};
  return A;
}

/// Reads \p S, a branch of \p If.
bool BodyReader::walkBranch(const nest::Statement &S, const nest::If &If,
                            const ItemSet &Depends) {
  const bool Holds = &S == &If.thenBranch();
  Accesses.pushCondition(&If.condition(), Holds);
  Facts.Conditions[&S] = {&If.condition(), Holds};
  Guards.push_back(&S);
  llvm::SaveAndRestore<ItemSet> Guarded(GuardsDepend, GuardsDepend | Depends);
  const bool Valid = walk(S);
  Guards.pop_back();
  Accesses.popCondition();
  return Valid;
}

bool BodyReader::walkIf(const nest::If &If) {
  unsigned Number = 0;
  Update U;
  if (const std::optional<bool> Valid = Updates.readIf(If, Number, U))
    return *Valid && addUpdate(Number, std::move(U), If.loc()) && finish(If);
  for (unsigned I = 0; I != Loop.Items.size(); ++I)
    if (const std::optional<bool> Valid =
            Updates.readArrayIf(If, Arrays[I], I, U)) {
      if (!*Valid || !checkFirst(I, If.loc()) ||
          !addUpdate(I, std::move(U), If.loc()))
        return false;
      Accesses.noteStore();
      return finish(If);
    }
  ItemSet Depends;
  if (!walkHead(If, If.head(), Depends) ||
      (Depends.any() && !checkShared(If.thenBranch())))
    return false;
  const std::vector<Count> Start = Counts;
  if (!walkBranch(If.thenBranch(), If, Depends))
    return false;
  const std::vector<Count> Then = std::exchange(Counts, Start);
  if (If.elseBranch() && !walkBranch(*If.elseBranch(), If, Depends))
    return false;
  Counts = either(Counts, Then);
  return true;
}

bool BodyReader::walkSwitch(const nest::Switch &Switch) {
  const nest::Cases Cases(Switch);
  if (Cases.refused())
    return Diags.report(Cases.refused()->loc(), Diag::err_case);
  ItemSet Depends;
  if (!walkHead(Switch, Switch.head(), Depends))
    return false;
  const std::vector<Count> Start = Counts;
  std::optional<std::vector<Count>> All;
  if (!Cases.hasDefault())
    All = Start;
  bool GoesOn = false; // The case before goes on into the next one.
  llvm::SaveAndRestore<unsigned> Deeper(SwitchDepth, SwitchDepth + 1);
  for (const nest::Cases::Case &Next : Cases.all()) {
    Counts = GoesOn ? either(Start, Counts) : Start;
    Accesses.pushUnknownCondition();
    Guards.push_back(Next.Statements.empty() ? &Switch
                                             : Next.Statements.front());
    llvm::SaveAndRestore<ItemSet> Guarded(GuardsDepend, GuardsDepend | Depends);
    const bool Valid = llvm::all_of(
        Next.Statements, [&](const nest::Statement *S) { return walk(*S); });
    Guards.pop_back();
    Accesses.popCondition();
    if (!Valid)
      return false;
    GoesOn = !Next.Ends;
    if (!GoesOn || &Next == &Cases.all().back())
      All = All ? either(*All, Counts) : Counts;
  }
  Counts = All.value_or(Start);
  return true;
}

/// Whether nothing uses the value of \p E: it is the current statement, or an
/// operand of a comma in it.
bool BodyReader::isDiscarded(const Expr *E) const {
  const Expr *Last = current();
  while (const auto *Comma = dyn_cast_or_null<BinaryOperator>(Last)) {
    if (Comma->getOpcode() != BO_Comma || strip(Comma->getRHS()) == E)
      break;
    Last = strip(Comma->getLHS());
  }
  const auto *Comma = dyn_cast_or_null<BinaryOperator>(Last);
  return Last == E || (Comma && Comma->getOpcode() == BO_Comma);
}

/// Reads \p E. Adds the items that its value depends on to \p Depends.
bool BodyReader::readExpr(const Expr *E, ItemSet &Depends) {
  llvm::SaveAndRestore<ItemSet> Operand(OperandDepends, operandDepends());
  llvm::SaveAndRestore<ItemSet> Outer(ExprDepends, ItemSet());
  const bool Valid = Accesses.addInput(E, /*Guarded=*/MaybeDepth != 0);
  Depends |= ExprDepends;
  return Valid;
}

bool BodyReader::isChanging(const Expr *E) const {
  const VarDecl *Var = boundVariable(E);
  return (Var && Facts.Locals.contains(Var)) || Items.accumulator(E);
}

std::optional<bool> BodyReader::intercept(const Expr *E, bool Guarded) {
  if (HasWalked)
    return std::nullopt;
  const Expr *Node = strip(E);
  if (const Expr *Target = changedBy(Node))
    return effect(Node, Target);
  if (const auto *Call = dyn_cast<CallExpr>(Node))
    if (const std::optional<bool> Valid = interceptCall(*Call))
      return Valid;
  if (const std::optional<unsigned> List = Items.list(Node))
    return readListed(Node, *List, Guarded);
  const VarDecl *Local = localRoot(Node);
  if (Local || Items.holding(Node)) {
    // A reference stands for its element, which a store may have changed.
    if (Accesses.hasStored() && Local && Local->getType()->isReferenceType() &&
        llvm::is_contained(Facts.References, Local) &&
        !Accesses.addInput(Local->getInit(), Guarded))
      return false;
    if (Local) {
      ExprDepends |= dependenceOf(Local);
    } else {
      const unsigned Number = *Items.holding(Node);
      const Item &Held = Loop.Items[Number];
      addDependence(Number);
      noteRead(Number);
      Accesses.addUse(Held.isSystem() ? Node : Held.place(), Guarded);
    }
    // Reads the subscripts on the path to a part of it.
    while (!isa<DeclRefExpr>(Node) && !Items.scalar(Node)) {
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
  if (isa<MemberExpr, ArraySubscriptExpr>(Node))
    if (const std::optional<bool> Valid = interceptMember(Node))
      return Valid;
  // The next calls are for the objects that it is a member of, up to the
  // element.
  if (isa<MemberExpr, ArraySubscriptExpr>(Node) && !ReadPart &&
      !elementAccess(Node, Context).Base && elementHolding(Node, Context))
    ReadPart = Node;
  if (isa<DeclRefExpr, MemberExpr>(Node))
    if (const Item *Inside = Items.inside(Node))
      return Diags.report(E->getExprLoc(), Diag::err_item_inside)
             << text(Node, Context) << Inside->Name;
  return std::nullopt;
}

/// Reads an accumulator of a list.
bool BodyReader::readListed(const Expr *E, unsigned Number, bool Guarded) {
  const Expr *Index = elementAccess(E, Context).Index;
  Loop.Meanings.set(E, Accumulator{Number, Index});
  addDependence(Number);
  Accesses.addUse(Loop.Items[Number].place(), Guarded);
  return Updates.checkListed(E, Number) &&
         (!Index || Accesses.addInput(Index, Guarded));
}

/// Reads \p E if it is a member that a series of members has.
std::optional<bool> BodyReader::interceptMember(const Expr *E) {
  const std::optional<unsigned> Number = Items.array(E);
  if (!Number || !Loop.Items[*Number].IsOfMembers)
    return std::nullopt;
  switch (Arrays[*Number].role(E)) {
  case Role::Apart:
  case Role::MaybeApart:
  case Role::None:
    return std::nullopt; // A part of an element like any other.
  case Role::Current:
    if (Counts[*Number].Most == 0)
      return std::nullopt;
    [[fallthrough]];
  default:
    return readItem(E, *Number);
  }
}

std::optional<bool> BodyReader::interceptElement(const Expr *E) {
  const std::optional<unsigned> Number = Items.array(E);
  const Expr *Read = std::exchange(ReadPart, nullptr);
  const bool IsPart = Read && elementHolding(Read, Context) == strip(E);
  const Expr *Part = IsPart ? Read : E;
  if (E == Facts.LastKept.Element) {
    Accesses.addLastKept(E);
    return true;
  }
  if (Number)
    return readItem(E, *Number);
  // A member may be read before its update, and where the launch finds that it
  // is no element of the series.
  if (const std::optional<ItemLookup::Overlap> Series = Items.overlapping(Part);
      Series &&
      (Counts[Series->Number].Most != 0 || Series->Meets == Meeting::Elsewhere))
    return Diags.report(E->getExprLoc(), Diag::err_item_read)
           << Loop.Items[Series->Number].Name;
  Facts.Uses.push_back({E, Part, /*IsStore=*/false, Guards});
  return std::nullopt;
}

/// Reads \p E, an element of the array item \p Number, or a member of one.
std::optional<bool> BodyReader::readItem(const Expr *E, unsigned Number) {
  // An element of an item has no role until the store is known. Updates check
  // their reads themselves.
  switch (Arrays[Number].role(E)) {
  case Role::Earlier:
    // The scan has the values that updates use.
    if (Arrays[Number].lag(E) > Loop.Items[Number].order())
      break;
    [[fallthrough]];
  case Role::Previous:
    Loop.Meanings.set(
        E, ItemValue{Number, /*IsAfter=*/false, Arrays[Number].lag(E)});
    addDependence(Number);
    return true;
  case Role::Current:
    if (Counts[Number].Most == 0)
      return std::nullopt; // In place: what it held before.
    Loop.Meanings.set(E, ItemValue{Number, /*IsAfter=*/true});
    addDependence(Number);
    return true;
  case Role::MaybeApart:
    if (Counts[Number].Most != 0)
      break;
    [[fallthrough]];
  case Role::Apart:
    Facts.Uses.push_back({E, E, /*IsStore=*/false, Guards});
    return std::nullopt;
  case Role::None:
  case Role::Other:
    break;
  }
  return Diags.report(E->getExprLoc(), Diag::err_item_read)
         << Loop.Items[Number].Name;
}

/// The value that \p Call appends to a container; null for another call.
static const Expr *appendedBy(const CallExpr &Call) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  const CXXMethodDecl *Method = Member ? Member->getMethodDecl() : nullptr;
  return Method && Method->getIdentifier() && Call.getNumArgs() == 1 &&
                 (Method->getName() == "push_back" ||
                  Method->getName() == "emplace_back") &&
                 isContainer(Member->getImplicitObjectArgument()->getType())
             ? Call.getArg(0)
             : nullptr;
}

/// Reports that \p Call appends \p Value to a container.
void BodyReader::reportGrowth(const CXXMemberCallExpr &Call,
                              const Expr *Value) const {
  const auto *Counter = llvm::find_if(Loop.Items, [](const Item &I) {
    return !isSequence(I.Base->getType()) && I.Op == Operator::Add &&
           I.Type->isIntegerType() && isa<DeclRefExpr>(I.Base);
  });
  Diags.report(Call.getExprLoc(), Diag::err_grows)
      << text(stripImplicit(Call.getImplicitObjectArgument()), Context)
      << (Counter == Loop.Items.end() ? "k" : Counter->Name)
      << text(stripImplicit(Value), Context)
      << text(Loop.IV.Bound->IgnoreParenCasts(), Context);
}

/// The object whose address \p Argument of a call is; null if it is none.
static const Expr *addressed(const Expr *Argument) {
  const Expr *Object = addressedBy(stripImplicit(Argument));
  return Object ? strip(Object) : nullptr;
}

/// Reads a call that may change operands, through a reference or a pointer or
/// as the object of a member function.
std::optional<bool> BodyReader::interceptCall(const CallExpr &Call) {
  if (!Call.getDirectCallee() || elementAccess(&Call, Context).Base ||
      sizedContainer(&Call))
    return std::nullopt;
  if (const Expr *Value = appendedBy(Call)) {
    reportGrowth(cast<CXXMemberCallExpr>(Call), Value);
    return false;
  }
  llvm::SmallVector<const Expr *, 2> Changed =
      changedOperands(Call, /*WithRValues=*/false);
  bool HasAddress = false;
  for (const Expr *Argument : Call.arguments()) {
    const Expr *Object = addressed(Argument);
    if (!Object || !(localRoot(Object) || Items.holding(Object)))
      continue;
    HasAddress = true;
    if (!Argument->getType()->getPointeeType().isConstQualified())
      Changed.push_back(Object);
  }
  if (Changed.empty() && !HasAddress)
    return std::nullopt;

  // The combiner of a declared operator may work in place.
  for (const Expr *E : Changed) {
    const std::optional<unsigned> List = Items.list(E);
    if (const std::optional<unsigned> Number = List ? List : Items.holding(E)) {
      std::optional<Update> U = Updates.readCall(Call, E, *Number);
      return U && addUpdate(*Number, std::move(*U), Call.getExprLoc());
    }
  }
  ItemSet Depends = placeDepends();
  for (const Expr *Argument : Call.arguments()) {
    const Expr *Object = addressed(Argument);
    if (!readExpr(Object && localRoot(Object) ? Object : Argument, Depends))
      return false;
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
      Member && !readExpr(Member->getImplicitObjectArgument(), Depends))
    return false;
  for (const Expr *E : Changed) {
    const VarDecl *Local = localRoot(E);
    if (!Local)
      return Diags.report(E->getExprLoc(), Diag::err_side_effect);
    Facts.Assigned.insert(Local);
    Facts.LocalValues.push_back({Local, nullptr, Guards, /*IsInitial=*/false});
    Linear.forget(Local);
    if (Depends.any())
      Dependent[Local] |= Depends;
  }
  if (!Changed.empty()) {
    bool &Way = Depends.any() ? Done.Output : Done.Input;
    Way = Done.Local = true;
  }
  ExprDepends |= Depends;
  return true;
}

/// Whether \p E depends on no item, and has no effect.
bool BodyReader::isIndependent(const Expr *E) const {
  return !changesAnything(E) && !anyOf(E, [this](const Expr *Sub) {
    const VarDecl *Local = localRoot(Sub);
    return Items.holding(Sub) || Items.list(Sub) || Items.array(Sub) ||
           (elementAccess(Sub, Context).Base && Items.overlapping(Sub)) ||
           (Local && dependenceOf(Local).any());
  });
}

/// Notes that \p Node gives \p Local, or a part of it, a value that depends on
/// \p Depends: an assignment, increment or decrement, or the initial value.
void BodyReader::noteDependent(const VarDecl *Local, const Expr *Node,
                               const ItemSet &Depends) {
  const Expr *Target = changedBy(Node);
  const unsigned Number = Depends.find_first();
  if (Depends.count() != 1 || Number >= Loop.Items.size() ||
      !Loop.Items[Number].isSystem() || LoopDepth != 0 || MaybeDepth != 0 ||
      Accesses.isInOperand() || GuardsDepend.any() ||
      (Target && !variableOf(strip(Target)))) {
    Linear.forget(Local);
    return;
  }
  if (std::optional<UpdateRef> New =
          Linear.assign(Local, Node, Number, Guards,
                        [this](const Expr *E) { return isIndependent(E); }))
    Done.Updates.push_back(*New);
}

/// Reads an assignment, increment or decrement of \p Target.
bool BodyReader::effect(const Expr *Node, const Expr *Target) {
  Target = strip(Target);
  if (const std::optional<unsigned> Number = Items.accumulator(Target)) {
    // As a variable it might have a pass of its own.
    if (isTarget(Loop.Items[*Number]) && GuardsDepend.any()) {
      reportDependence(Node->getExprLoc(), *Number, /*IsCondition=*/true,
                       GuardsDepend);
      return false;
    }
    std::optional<Update> U = Loop.Items[*Number].isSystem()
                                  ? Linear.readUpdate(Node, Target, *Number)
                                  : Updates.readScalar(Node, Target, *Number);
    return U && addUpdate(*Number, std::move(*U), Node->getExprLoc());
  }
  // The combiner of a declared operator may change a member.
  if (const std::optional<unsigned> Number = Items.holding(Target);
      Number && Loop.Items[*Number].Declared) {
    if (!isDiscarded(Node))
      return Diags.report(Node->getExprLoc(), Diag::err_mixed);
    std::optional<Update> U = Updates.readMember(Node, Target, *Number);
    return U && addUpdate(*Number, std::move(*U), Node->getExprLoc());
  }
  if (const VarDecl *Local = localRoot(Target))
    return assignLocal(Node, Target, Local);
  const Expr *const Element = elementHolding(Target, Context);
  if (const std::optional<unsigned> Number = Items.array(Target))
    return Arrays[*Number].role(Target) == Role::Apart
               ? store(Node, Target, Element)
               : updateArray(Node, Target, *Number);
  if (Element) {
    const std::optional<unsigned> List = Items.list(Element);
    std::optional<unsigned> Number = List ? List : Items.array(Element);
    if (const auto Series = Items.overlapping(Target))
      Number = Series->Number;
    if (Number)
      return Diags.report(Target->getExprLoc(), Diag::err_statement)
             << Loop.Items[*Number].Name;
    return store(Node, Target, Element);
  }
  return reportShared(Node, Target);
}

/// Reports \p Node, which assigns \p Target, no place of an iteration. If an
/// iteration reads the value of an earlier one, a note says how to name it.
bool BodyReader::reportShared(const Expr *Node, const Expr *Target) const {
  if (const Bit Stored = bitNamed(Target); Stored.Base)
    return Diags.report(Target->getExprLoc(), Diag::err_bits)
           << text(Stored.Base, Context);
  const VarDecl *Var = variableOf(Target);
  const bool IsInduction = Var && Loop.isInduction(Var);
  Diags.report(Target->getExprLoc(),
               IsInduction ? Diag::err_loop_variable : whyNoTarget(Target))
      << text(Target, Context);
  if (IsInduction)
    return false;
  const VariableUse Use = Var ? useOf(Var, Loop.For->getBody()) : VariableUse();
  if (Use.ReadBefore && LoopDepth != 0 && Var->getType()->isIntegerType()) {
    Diags.report(Node->getExprLoc(), Diag::note_advance) << Var->getName();
    return false;
  }
  const Expr *Value = plainAssignment(Node).Value;
  const bool IsLast = Var && Value && !mentions(Value, Var);
  if (Use.ReadBefore &&
      (IsLast ? Use.Changes == 1 : Var->getType()->isArithmeticType()))
    Diags.report(Loop.Loc, Diag::note_carried)
        << spelling(IsLast ? Operator::Last : Operator::Auto) << Var->getName();
  return false;
}

/// Reports the first statement of \p Branch that assigns a variable which all
/// iterations share.
bool BodyReader::checkShared(const nest::Statement &Branch) const {
  const Expr *Node = nullptr;
  nest::forEachStatement(Branch, [&](const nest::Statement &S) {
    const Expr *E = S.expression();
    const Expr *Target = E ? changedBy(strip(E)) : nullptr;
    if (!Node && Target && variableOf(strip(Target)) && !localRoot(Target) &&
        !Items.accumulator(strip(Target)))
      Node = strip(E);
  });
  return !Node || reportShared(Node, strip(changedBy(Node)));
}

/// The value that \p Node assigns; null for an increment or decrement.
static const Expr *assignedValue(const Expr *Node) {
  if (const Assignment Plain = plainAssignment(Node); Plain.Target)
    return Plain.Value;
  const auto *Binary = dyn_cast<BinaryOperator>(Node);
  return Binary ? Binary->getRHS() : nullptr;
}

/// Whether \p Node uses the value that its target has before.
static bool readsTarget(const Expr *Node) {
  return isa<CompoundAssignOperator, UnaryOperator>(Node);
}

bool BodyReader::assignLocal(const Expr *Node, const Expr *Target,
                             const VarDecl *Local) {
  ItemSet Depends = placeDepends();
  for (const Expr *Part = strip(Target); !isa<DeclRefExpr>(Part);) {
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part);
    if (Subscript && !readExpr(Subscript->getIdx(), Depends))
      return false;
    Part = stripImplicit(Subscript ? Subscript->getBase()
                                   : cast<MemberExpr>(Part)->getBase());
  }
  const Expr *Assigned = plainAssignment(Node).Target;
  const bool WholeVariable = Assigned && variableOf(strip(Assigned));
  // In an inner loop another round may have left a value that depends on an
  // item, and variables of the output are known there only.
  if (!WholeVariable || isGuarded() || LoopDepth != 0 ||
      OutputLocals.contains(Local))
    Depends |= Dependent.lookup(Local);
  if (const Expr *Value = assignedValue(Node);
      Value && !readExpr(Value, Depends))
    return false;
  Facts.Assigned.insert(Local);
  Done.Local = true;
  if (const std::optional<unsigned> Kept = Counters.kept(Local)) {
    Counts[*Kept] = {1, Counts[*Kept].Most + 1};
    noteUpdate(*Kept, Node);
  }
  Facts.LocalValues.push_back({Local,
                               WholeVariable && LoopDepth == 0 &&
                                       MaybeDepth == 0 &&
                                       !Accesses.isInOperand()
                                   ? assignedValue(Node)
                                   : nullptr,
                               Guards, /*IsInitial=*/false});
  if (Depends.any()) {
    noteDependent(Local, Node, Depends);
    Dependent[Local] = Depends;
  } else {
    Dependent.erase(Local);
    Linear.forget(Local);
  }
  (Depends.any() ? Done.Output : Done.Input) = true;
  ExprDepends |= Depends;
  return true;
}

/// Reads a store by \p Node to \p Part, which is \p Element or a member of it.
bool BodyReader::store(const Expr *Node, const Expr *Part,
                       const Expr *Element) {
  Done.Output = true;
  ItemSet Depends;
  const Expr *Value = assignedValue(Node);
  if (Value && !readExpr(Value, Depends))
    return false;
  for (const Expr *Step : pathOf(Part, Context))
    if (const auto *Inner = dyn_cast<ArraySubscriptExpr>(Step);
        Inner && !readExpr(Inner->getIdx(), Depends))
      return false;
  if (readsTarget(Node))
    Facts.Uses.push_back({Element, Part, /*IsStore=*/false, Guards});
  Facts.Uses.push_back({Element, Part, /*IsStore=*/true, Guards});

  if (const std::optional<bool> Valid =
          storeAtItem(Node, Element, Part, Depends.any() ? nullptr : Value))
    return *Valid;
  const size_t NumUpdates = Done.Updates.size();
  const bool Guarded = MaybeDepth != 0;
  const auto InPart = Accesses.inPart(Part);
  if (readsTarget(Node) &&
      !Accesses.addElement(Element, AccessKind::Read, Guarded))
    return false;
  if (!Accesses.addElement(Element, AccessKind::Write, Guarded))
    return false;
  // `out[k++ - 1]`. The accumulators of a list are up to the program.
  for (const UpdateRef &New :
       llvm::ArrayRef<UpdateRef>(Done.Updates).drop_front(NumUpdates))
    if (!Loop.Items[New.Item].isList())
      return Counters.reportCollision(Element, New.Item);
  Facts.OtherStores.push_back(
      {Element, readsTarget(Node) ? nullptr : Value, Guards});
  Facts.PartialStores.push_back({Element, Part, !isGuarded()});
  if (Part != Element && !Accesses.addKept(Element, Guarded))
    return false;
  Accesses.noteStore();
  return true;
}

/// Reads a store by \p Node to \p Part, which is \p Target or a member of it,
/// if its subscript follows an item; else returns std::nullopt. \p Value is the
/// stored value, or null if that depends on an item.
std::optional<bool> BodyReader::storeAtItem(const Expr *Node,
                                            const Expr *Target,
                                            const Expr *Part,
                                            const Expr *Value) {
  std::optional<CountedStore> Store = Counters.read(
      Target, [this](unsigned Item) { return Counts[Item].Most != 0; });
  if (!Store)
    return std::nullopt;
  Store->Part = Part;
  Store->Value = Value;
  Store->Statement = Node == current() ? Current : nullptr;
  Store->IsMovable =
      Store->Statement && LoopDepth == 0 &&
      llvm::all_of(pathOf(Part, Context), [&](const Expr *Step) {
        return isa<MemberExpr>(Step) || constantIndex(Step, Context);
      });
  Store->Guards = Guards;
  Store->IsMaybe = MaybeDepth != 0 || Accesses.isInOperand();
  ItemSet Depends;
  const ElementAccess Element = elementAccess(Target, Context);
  Accesses.addUse(Element.Base, /*Guarded=*/MaybeDepth != 0);
  Store->NumUpdates = Facts.UpdatePlaces[Store->Item].size();
  if (!readExpr(Element.Index, Depends))
    return false;
  Store->IsUpdate = Store->NumUpdates != Facts.UpdatePlaces[Store->Item].size();
  if (isa<CompoundAssignOperator, UnaryOperator>(Node))
    return Counters.reportCollision(Target, Store->Item);
  if (Store->Statement && Guards.empty() && LoopDepth == 0 && !Store->IsMaybe &&
      Done.Updates.empty() && !Done.Local)
    Store->IsAlways = true;
  Facts.CountedStores.push_back(std::move(*Store));
  return true;
}

/// Reports at \p Loc that an update of the item \p Number depends on items in
/// a way that no scan has.
void BodyReader::reportDependence(SourceLocation Loc, unsigned Number,
                                  bool IsCondition,
                                  const ItemSet &Depends) const {
  const bool IsOwn = Number < Depends.size() && Depends.test(Number);
  const Item &Other = Loop.Items[IsOwn ? Number : Depends.find_first()];
  const bool IsWhole = IsOwn && !(isTarget(Other) && Loop.Items.size() > 1);
  Diags.report(Loc, Diag::err_depends)
      << Loop.Items[Number].Name << IsCondition << IsWhole << Other.Name
      << static_cast<unsigned>(Other.WhyUnkept);
}

/// Reports \p E, which the input of an iteration needs, if it stores an
/// element: inputs are evaluated any number of times.
bool BodyReader::checkStoresNothing(const Expr *E) const {
  const bool Stores = anyOf(E, [this](const Expr *Sub) {
    const Expr *Target = changedBy(Sub);
    return Target && elementHolding(strip(Target), Context);
  });
  if (Stores)
    Diags.report(E->getExprLoc(), Diag::err_side_effect);
  return !Stores;
}

/// Reads \p E, an input of an update of the item \p Number.
bool BodyReader::addInput(const Expr *E, unsigned Number) {
  if (!checkStoresNothing(E))
    return false;
  ItemSet Depends;
  if (!readExpr(E, Depends))
    return false;
  if (Depends.any())
    reportDependence(E->getExprLoc(), Number, /*IsCondition=*/false, Depends);
  return Depends.none();
}

bool BodyReader::addInputs(const Update &U, unsigned Number) {
  if (!U.Function.empty())
    return addFunction(U, U.Function.size() - 1, Number);
  return llvm::all_of(U.Input,
                      [&](const Term &T) { return addInput(T.Value, Number); });
}

/// Reads the inputs of the node \p Place of the function of \p U, an update of
/// the item \p Number, under the conditions that choose them.
bool BodyReader::addFunction(const Update &U, unsigned Place, unsigned Number) {
  const FunctionNode &Node = U.Function[Place];
  auto Read = [&](unsigned Operand, bool Holds) {
    const Expr *Condition = U.Input[Node.Term].Value;
    Accesses.pushCondition(Condition, Holds);
    const bool Valid = addFunction(U, Operand, Number);
    Accesses.popCondition();
    return Valid;
  };
  switch (Node.Kind) {
  case FunctionKind::Before:
    return true;
  case FunctionKind::Input:
    return addInput(U.Input[Node.Term].Value, Number);
  case FunctionKind::Lookup:
    for (unsigned State = 0; State != Loop.Items[Number].States; ++State)
      if (!addInput(U.Input[Node.Term + State].Value, Number))
        return false;
    return true;
  case FunctionKind::Choose:
    return addInput(U.Input[Node.Term].Value, Number) &&
           Read(Node.Left, true) && Read(Node.Right, false);
  case FunctionKind::Negate:
  case FunctionKind::Complement:
  case FunctionKind::Remainder:
    return addFunction(U, Node.Left, Number);
  default:
    return addFunction(U, Node.Left, Number) &&
           addFunction(U, Node.Right, Number);
  }
}

/// Records where \p Node, an update of the item \p Number, stands.
void BodyReader::noteUpdate(unsigned Number, const Stmt *Node) {
  auto &Places = Facts.UpdatePlaces[Number];
  const UpdatePlace Now{Node, Guards, Facts.LocalValues.size()};
  // Bodies of inner loops are read several times.
  const auto [Known, IsNew] =
      PlaceNumbers.try_emplace({Number, Node}, Places.size());
  if (IsNew)
    Places.push_back(Now);
  else
    Places[Known->second] = Now;
}

bool BodyReader::addUpdate(unsigned Number, Update U, SourceLocation Loc) {
  Item &Target = Loop.Items[Number];
  // How far a counter moves in such a loop is not known.
  const bool IsRepeated = LoopDepth != 0 && !Target.isList();
  const bool IsCounter =
      Target.Op == Operator::Add && Target.Type->isIntegerType();
  if (IsRepeated && (IsCounter || !Checks.mayStep(Target)))
    return Diags.report(Loc, Diag::err_update_place) << Target.Name << 0;
  Target.IsStepwise |= IsRepeated;
  Target.Conditional |= IsRepeated;
  if (Accesses.isInOperand())
    return Diags.report(Loc, Diag::err_update_place) << Target.Name << 1;
  if (GuardsDepend.any()) {
    reportDependence(Loc, Number, /*IsCondition=*/true, GuardsDepend);
    return false;
  }
  // Updates may follow each other in an iteration. Of most items only the
  // values before and after the iteration are known, so nothing may use those
  // between.
  U.Follows = IsRepeated || (!Target.isList() && Counts[Number].Most != 0);
  if (!Target.isArray())
    Accesses.addUse(Target.places()[U.Row - 1].At,
                    /*Guarded=*/MaybeDepth != 0);
  if (Target.isSystem() && isGuarded() && !Checks.checkRestart(Target, U, Loc))
    return false;
  const auto *Node = dyn_cast<Expr>(U.Node);
  const bool IsUsed = Node && !isDiscarded(Node);
  // The output makes each update of a linear system again.
  if (U.Follows && !Target.isSystem() &&
      (Target.IsStepwise || Counts[Number].IsRead || (U.YieldsOld && IsUsed))) {
    if (!Checks.mayStep(Target))
      return Diags.report(Loc, Diag::err_update_again) << Target.Name << true;
    Target.IsStepwise = true;
  }
  if ((U.Index && !addInput(U.Index, Number)) || !addInputs(U, Number))
    return false;
  if (U.Input.empty() && U.Function.empty())
    return Diags.report(Loc, Diag::err_no_input) << Target.Name;
  // Updates of lists may be any number, or none. The value of an update that is
  // part of a statement is used there.
  Target.Conditional |= U.Follows && Counts[Number].Least == 0;
  Counts[Number] = {Target.isList() ? 0u : 1u, Counts[Number].Most + 1, IsUsed,
                    U.IsReducedLater ? Loc
                    : mayKeep(U)     ? Counts[Number].Unreduced
                                     : SourceLocation()};
  noteUpdate(Number, U.Node);
  Done.Output = true;
  // Bodies of inner loops are read several times.
  const auto [Known, IsNew] =
      UpdateNumbers.try_emplace({Number, U.Node}, Target.Updates.size());
  const UpdateRef New{Number, Known->second};
  Done.Updates.push_back(New);
  if (Node && !Target.isSystem())
    Loop.Meanings.set(Node, New);
  if (IsNew)
    Target.Updates.push_back(std::move(U));
  addDependence(Number);
  return true;
}

bool BodyReader::updateArray(const Expr *Node, const Expr *Target,
                             unsigned Number) {
  const Item &Stored = Loop.Items[Number];
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
  const Expr *Value =
      Compound ? Compound->getRHS() : plainAssignment(Node).Value;
  if (!Value)
    return Diags.report(Node->getExprLoc(), Diag::err_statement) << Stored.Name;
  if (!checkFirst(Number, Node->getExprLoc()))
    return false;
  std::optional<Update> U =
      Updates.readArray(Node, Target, Value, Arrays[Number], Number);
  if (!U || !addUpdate(Number, std::move(*U), Node->getExprLoc()))
    return false;
  Accesses.noteStore();
  return true;
}

/// The variable of the iteration that \p E names or is a part of.
const VarDecl *BodyReader::localRoot(const Expr *E) const {
  const VarDecl *Var = boundVariable(rootOf(E));
  return Var && Facts.Locals.contains(Var) ? Var : nullptr;
}

/// The items that \p Local, or the object that it refers to, depends on.
ItemSet BodyReader::dependenceOf(const VarDecl *Local) const {
  if (Dependent.count(Local))
    return Dependent.lookup(Local);
  const VarDecl *Bound = Local->getType()->isReferenceType() && Local->getInit()
                             ? localRoot(Local->getInit())
                             : nullptr;
  return Bound && Bound != Local ? dependenceOf(Bound) : ItemSet();
}

bool ompscan::plugin::analyzeBody(ScanLoop &Loop, AccessCollector &Accesses,
                                  const ASTContext &Context,
                                  const Diagnostics &Diags) {
  if (!findLoopCarriedScalars(Loop, Diags))
    return false;
  return BodyReader(Loop, Accesses, Context, Diags).read();
}

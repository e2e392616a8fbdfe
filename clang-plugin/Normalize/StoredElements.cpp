//===- StoredElements.cpp - Elements that are read back -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/StoredElements.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Normalize/ItemTargets.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

StoredElements::StoredElements(const ScanDirective &D, Sema &S,
                               TreeRewriter &Rewriter)
    : Context(S.Context), DC(*S.CurContext), Rewriter(Rewriter),
      Items(namedItems(D, S.Context)) {}

/// Whether \p Call assigns an object to another one byte by byte.
static bool copiesObject(const CXXOperatorCallExpr &Call) {
  const auto *Operator =
      dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  return Operator &&
         (Operator->isCopyAssignmentOperator() ||
          Operator->isMoveAssignmentOperator()) &&
         Operator->isTrivial();
}

/// The assignment, increment or decrement of a number, or the copy of an
/// object, that the statement \p S is; null if it is none.
static Expr *assignmentIn(Stmt *S) {
  auto *E = dyn_cast_or_null<Expr>(S);
  if (auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr();
  if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E))
    return copiesObject(*Call) ? E : nullptr;
  return E && isa<BinaryOperator, UnaryOperator>(E) && changedBy(E) ? E
                                                                    : nullptr;
}

/// Whether a variable can have a value of type \p T: a number, or an object
/// that is copied byte by byte.
static bool canKeepType(QualType T, const ASTContext &Context) {
  return !T.isVolatileQualified() &&
         (T->isArithmeticType() ||
          (T->isRecordType() && T.isTriviallyCopyableType(Context)));
}

/// Whether \p Array is an item, or a part of one.
bool StoredElements::isItem(const Expr *Array) const {
  return llvm::any_of(Items, [&](const Expr *Item) {
    return anyOf(Array,
                 [&](const Expr *Part) { return sameExpression(Part, Item); });
  });
}

/// Whether \p S adds `const` to the type of an object.
static bool isConstQualification(const Stmt &S) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(&S);
  return Cast && Cast->getCastKind() == CK_NoOp && Cast->isGLValue();
}

/// Whether \p Child is an operand of \p Call that the call only reads: an
/// argument that is bound to a constant reference, or the object of a method
/// that is constant.
static bool isReadOperand(const Stmt *Child, const CallExpr &Call,
                          const ASTContext &Context) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || Call.getType()->isPointerType())
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool HasObject =
      isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic();
  for (const auto [Number, Argument] : llvm::enumerate(Call.arguments())) {
    if (Argument != Child)
      continue;
    if (HasObject && Number == 0)
      return Method->isConst();
    const size_t Parameter = Number - HasObject;
    if (Parameter >= Callee->getNumParams())
      return false;
    const QualType Type = Callee->getParamDecl(Parameter)->getType();
    return Type->isLValueReferenceType() &&
           Type->getPointeeType().isConstQualified() &&
           canKeepType(Type->getPointeeType(), Context);
  }
  return false;
}

/// What \p Child is for \p Parent, whose own role is \p OfParent.
StoredElements::Role StoredElements::roleOf(const Stmt *Child,
                                            const Stmt &Parent,
                                            Role OfParent) const {
  if (loadedBy(&Parent))
    return Role::Read;
  if (isa<ParenExpr>(Parent) || isConstQualification(Parent))
    return OfParent;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(&Parent);
      Call && copiesObject(*Call))
    return Child == Call->getArg(1) ? Role::Read : Role::Operand;
  // Calls return a value, or one of their arguments, as std::max() does.
  if (const auto *Call = dyn_cast<CallExpr>(&Parent);
      Call && isReadOperand(Child, *Call, Context))
    return Call->isGLValue() ? OfParent : Role::Read;
  if (const auto *Member = dyn_cast<MemberExpr>(&Parent);
      Member && !Member->isArrow()) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    const QualType Result = Method ? Method->getReturnType() : QualType();
    if (!Method)
      return OfParent == Role::Read ? Role::Read : Role::Operand;
    return Method->isConst() && !Result->isReferenceType() &&
                   !Result->isPointerType()
               ? Role::Read
               : Role::Operand;
  }
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(&Parent);
      Copy && Copy->getConstructor()->isCopyOrMoveConstructor() &&
      Copy->getConstructor()->isTrivial())
    return Role::Read;
  // In C++ a choice of objects is an object.
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&Parent))
    return Child != Choice->getCond() ? OfParent : Role::Operand;
  return isa<CompoundStmt>(Parent) ||
                 llvm::is_contained(bodiesOf(&Parent), Child)
             ? Role::Statement
             : Role::Operand;
}

/// Whether \p Index is a formula whose value does not change in a block with
/// these \p Uses.
static bool isSteadyIndex(const Expr *Index, const VariableUses &Uses) {
  return !anyOf(Index, [&](const Expr *Sub) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Sub)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var ? Var->getType()->isReferenceType() ||
                       Var->getType().isVolatileQualified() ||
                       Uses.of(Var).IsAssigned
                 : !isa<EnumConstantDecl>(Ref->getDecl());
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(Sub))
      return Binary->isAssignmentOp();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Sub))
      return !Unary->isArithmeticOp();
    return !isa<CastExpr, ParenExpr, IntegerLiteral, CharacterLiteral,
                ConstantExpr, SubstNonTypeTemplateParmExpr,
                UnaryExprOrTypeTraitExpr>(Sub);
  });
}

/// Finds what \p Block does with variables, and the members of objects that it
/// assigns.
void StoredElements::findChanges(const CompoundStmt &Block) {
  Uses.emplace(&Block);
  AssignedMembers.clear();
  forEachNode(&Block, [this](const Stmt *Node) {
    const auto *E = dyn_cast<Expr>(Node);
    const Expr *Target = E ? changedBy(E) : nullptr;
    if (const auto *Member =
            Target ? dyn_cast<MemberExpr>(strip(Target)) : nullptr)
      AssignedMembers.insert(Member->getMemberDecl());
    return true;
  });
}

/// Whether \p Place is an element of an array or a part of one, and the same
/// one throughout \p Block. No pointer that leads to the array may change.
bool StoredElements::canKeep(const Expr *Place, const CompoundStmt &Block) {
  const Expr *Element = elementHolding(Place, Context);
  if (!Element || !canKeepType(Place->getType(), Context) ||
      Place->refersToBitField())
    return false;
  const auto [Array, Index] = elementAccess(Element, Context);
  if (!Index || isItem(Array))
    return false;
  if (!Uses)
    findChanges(Block);
  const bool Moves = anyOf(Array, [&](const Expr *Sub) {
    if (!Sub->getType()->isPointerType())
      return false;
    if (const auto *Member = dyn_cast<MemberExpr>(Sub))
      return AssignedMembers.contains(Member->getMemberDecl());
    const VarDecl *Var = variableOf(Sub);
    return Var && Uses->of(Var).IsAssigned;
  });
  return !Moves && isSteadyIndex(Index, *Uses) &&
         llvm::all_of(pathOf(Place, Context), [&](const Expr *Step) {
           return isa<MemberExpr>(Step) || constantIndex(Step, Context);
         });
}

/// The number in Arrays of the array \p E; std::nullopt if it is none of them.
std::optional<unsigned> StoredElements::arrayNumber(const Expr *E) const {
  if (E->getType()->isArithmeticType())
    return std::nullopt;
  for (const unsigned Number : ArrayNumbers.find(E))
    if (sameExpression(E, Arrays[Number].Array))
      return Number;
  return std::nullopt;
}

/// Adds that a statement uses the place \p New in the element at \p Index of
/// \p Array.
void StoredElements::addPlace(ArrayUse &Array, const Expr *Index,
                              PlaceUse New) {
  if (Array.IsOther)
    return;
  if (Array.Places.empty())
    Array.Index = Index;
  else if (!Index || !Array.Index || !sameExpression(Index, Array.Index))
    Array.IsOther = true;
  auto *Known = llvm::find_if(Array.Places, [&](const PlaceUse &Each) {
    return sameExpression(Each.Place, New.Place);
  });
  if (Known == Array.Places.end()) {
    Array.Places.push_back(New);
    return;
  }
  Known->IsStored |= New.IsStored;
  Known->IsRead |= New.IsRead;
  Known->IsOther |= New.IsOther;
}

/// Adds what \p S, a statement or a part of one, does with the arrays.
void StoredElements::addUses(const Stmt *S, Role Here) {
  const auto *E = dyn_cast<Expr>(S);
  if (E && sizedContainer(E))
    return;
  const Expr *Assignment = E && Here == Role::Statement
                               ? assignmentIn(const_cast<Stmt *>(S))
                               : nullptr;
  const Expr *Place = Assignment ? changedBy(Assignment) : E;
  // Around a place there may be conversions, which have roles of their own.
  const bool IsPlace =
      Assignment || (E && (Here == Role::Read || strip(E) == E));
  const Expr *Element = IsPlace ? elementHolding(Place, Context) : nullptr;
  const ElementAccess At =
      Element ? elementAccess(Element, Context) : ElementAccess();
  const std::optional<unsigned> Number =
      At.Base ? arrayNumber(At.Base) : std::nullopt;
  if (E && !Assignment)
    if (const std::optional<unsigned> Whole = arrayNumber(E))
      Arrays[*Whole].IsOther = true;
  if (!Number) {
    for (const Stmt *Child : childrenOf(S))
      addUses(Child, roleOf(Child, *S, Here));
    return;
  }
  const bool IsPlain = Assignment && plainAssignment(Assignment).Target;
  addPlace(Arrays[*Number], At.Index,
           {Place, Assignment != nullptr,
            Assignment ? !IsPlain : Here == Role::Read,
            !Assignment && Here != Role::Read});
  if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(Assignment))
    addUses(Binary->getRHS(), Role::Operand);
  else if (const auto *Copy = dyn_cast_or_null<CXXOperatorCallExpr>(Assignment))
    addUses(Copy->getArg(1), roleOf(Copy->getArg(1), *Copy, Here));
  // What leads to the place may use other arrays.
  for (const Expr *Step : pathOf(Place, Context))
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Step))
      addUses(Subscript->getIdx(), Role::Operand);
  if (At.Index)
    addUses(At.Index, Role::Operand);
  for (const Stmt *Child : childrenOf(At.Base))
    addUses(Child, roleOf(Child, *At.Base, Role::Operand));
}

/// Whether \p Place is a part of the object \p Whole.
bool StoredElements::isPartOf(const Expr *Place, const Expr *Whole) const {
  return llvm::any_of(pathOf(Place, Context), [&](const Expr *Step) {
    const auto *Member = dyn_cast<MemberExpr>(Step);
    return Member && sameExpression(strip(Member->getBase()), Whole);
  });
}

/// Whether the statements that have been added read what \p S stores, and use
/// the array in no other way.
bool StoredElements::isReadBack(const Store &S) const {
  const ArrayUse &Array = Arrays[S.Array];
  const Expr *Index =
      elementAccess(elementHolding(S.Place, Context), Context).Index;
  if (Array.IsOther || Array.Places.empty() || !Array.Index ||
      !sameExpression(Array.Index, Index))
    return false;
  bool IsRead = false;
  for (const PlaceUse &Use : Array.Places) {
    const bool IsPart = !Use.IsStored && isPartOf(Use.Place, S.Place);
    if (!Use.IsOther && (IsPart || sameExpression(Use.Place, S.Place)))
      IsRead |= Use.IsRead;
    else if (mayMeet(Use.Place, S.Place, Context))
      return false;
  }
  return IsRead;
}

/// `Place = Var`
Expr *StoredElements::store(Expr *Place, VarDecl &Var) const {
  return assign(Place,
                loadOf(referTo(&Var, Place->getExprLoc(), Context), Context),
                Context);
}

/// The value that \p Place has when \p E is assigned to it.
Expr *StoredElements::valueOf(const Expr &E, const Expr &Place) const {
  auto *Value = const_cast<Expr *>(&E);
  if (Value->isPRValue())
    return Value;
  // An object, or the result of a call that a reference is bound to.
  if (Expr *Object = Value->IgnoreImplicit();
      Context.hasSameUnqualifiedType(Object->getType(), Place.getType()))
    Value = Object;
  return Value->isPRValue() ? Value : loadOf(Value, Context);
}

/// The statement \p S, an assignment, with \p Var as its target and a value by
/// \p Value.
Stmt *StoredElements::assignInstead(Stmt *S, VarDecl *Var,
                                    TreeRewriter::Replacement Value) {
  const Expr *Assignment = assignmentIn(S);
  const Expr *Target = changedBy(Assignment);
  return Rewriter.rebuilt(S, [&](Stmt *Child) -> Stmt * {
    if (S != Assignment) // Clean-up behind it.
      return assignInstead(Child, Var, Value);
    return Child == Target ? referTo(Var, S->getBeginLoc(), Context)
                           : Value(Child);
  });
}

/// The variable that stands for \p Place; null if there is none.
VarDecl *StoredElements::variableFor(const Expr *Place) const {
  for (const unsigned Number : VariableNumbers.find(Place))
    if (sameExpression(Place, Variables[Number].Place))
      return Variables[Number].Var;
  return nullptr;
}

/// \p S, a statement or a part of one, with variables in the place of what they
/// stand for.
Stmt *StoredElements::replaceUses(Stmt *S, Role Here) {
  auto *E = dyn_cast<Expr>(S);
  if (E && Here == Role::Read)
    if (VarDecl *Var = variableFor(E))
      return referTo(Var, E->getExprLoc(), Context);
  Expr *Assignment = Here == Role::Statement ? assignmentIn(S) : nullptr;
  auto *Target =
      Assignment ? const_cast<Expr *>(changedBy(Assignment)) : nullptr;
  if (VarDecl *Var = Target ? variableFor(Target) : nullptr) {
    Stmt *Both[] = {assignInstead(S, Var,
                                  [&](Stmt *Value) {
                                    return replaceUses(Value, Role::Operand);
                                  }),
                    store(Target, *Var)};
    return blockOf(Both, S->getSourceRange(), Context);
  }
  return Rewriter.rebuilt(S, [&](Stmt *Child) {
    return replaceUses(Child, roleOf(Child, *S, Here));
  });
}

/// The statements of \p Block that store numbers which later ones read back, by
/// number.
llvm::BitVector StoredElements::findReadBack(const CompoundStmt &Block) {
  Uses.reset();
  Arrays.clear();
  ArrayNumbers.clear();
  llvm::BitVector Found(Block.size());
  llvm::DenseMap<size_t, Store> Stores;
  for (const auto &[Number, S] : llvm::enumerate(Block.body())) {
    const Expr *Assignment = assignmentIn(const_cast<Stmt *>(S));
    const Expr *Place = Assignment ? changedBy(Assignment) : nullptr;
    if (!Place || !canKeep(Place, Block))
      continue;
    const Expr *Array =
        elementAccess(elementHolding(Place, Context), Context).Base;
    std::optional<unsigned> Known = arrayNumber(Array);
    if (!Known) {
      Known = Arrays.size();
      Arrays.emplace_back().Array = Array;
      ArrayNumbers.update(Arrays,
                          [](const ArrayUse &Each) { return Each.Array; });
    }
    Stores[Number] = {Place, *Known};
  }
  for (size_t Number = Stores.empty() ? 0 : Block.size(); Number-- != 0;) {
    if (const auto S = Stores.find(Number);
        S != Stores.end() && isReadBack(S->second))
      Found.set(Number);
    addUses(Block.body_begin()[Number], Role::Statement);
  }
  return Found;
}

CompoundStmt &StoredElements::kept(CompoundStmt &Block) {
  if (Items.empty())
    return Block;
  const llvm::BitVector ReadBack = findReadBack(Block);
  if (ReadBack.none())
    return Block;
  Variables.clear();
  VariableNumbers.clear();
  llvm::SmallVector<Stmt *, 8> Body;
  for (const auto &[Number, Old] : llvm::enumerate(Block.body())) {
    Stmt *S = Variables.empty() ? Old : replaceUses(Old, Role::Statement);
    Expr *Assignment = ReadBack.test(Number) ? assignmentIn(S) : nullptr;
    if (!Assignment) { // There is nothing to keep, or it is kept already.
      Body.push_back(S);
      continue;
    }
    auto *Place = const_cast<Expr *>(changedBy(Assignment));
    const Expr *Value = plainAssignment(Assignment).Value;
    VarDecl *Var = iterationVariable(
        "stored", Value ? valueOf(*Value, *Place) : loadOf(Place, Context), DC,
        Context);
    Body.push_back(declarationOf(
        Var, {Place->getBeginLoc(), Place->getEndLoc()}, Context));
    if (!Value)
      Body.push_back(assignInstead(S, Var, [](Stmt *Same) { return Same; }));
    Body.push_back(store(Place, *Var));
    Variables.push_back({Place, Var});
    VariableNumbers.update(Variables,
                           [](const Kept &Each) { return Each.Place; });
  }
  return *blockOf(Body, Block.getSourceRange(), Context);
}

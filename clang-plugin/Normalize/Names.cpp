//===- Names.cpp - Variables that stand for elements and numbers ----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Names.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/CopyExpr.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "AST/TreeWalk.h"
#include "Normalize/InlinedCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// The largest number of nodes that a name may stand for. Names of names would
/// grow without a limit.
static constexpr unsigned MostNodes = 128;

/// How deep the calls in a subscript may be nested.
static constexpr unsigned MostCalls = 4;

static unsigned countNodes(const Stmt *S) {
  unsigned Count = 0;
  forEachNode(S, [&](const Stmt *) { return ++Count <= MostNodes; });
  return Count;
}

void Names::remove(const VarDecl &Var) {
  Pointers.erase(&Var);
  References.erase(&Var);
  Values.erase(&Var);
}

const Expr *Names::baseOf(const VarDecl &Var) const {
  const auto Found = Pointers.find(&Var);
  return Found == Pointers.end() ? nullptr : Found->second.Base;
}

/// The value of the integer that \p E reads; null if that is no name.
Expr *Names::valueOfName(const Expr *E) const {
  const Expr *Place = loadedBy(E);
  const VarDecl *Var = Place ? variableOf(Place->IgnoreParens()) : nullptr;
  return Var ? Values.lookup(Var) : nullptr;
}

/// \p E without names; null if it cannot be copied.
Expr *Names::copied(const Expr *E) const {
  return copyExpr(
      E, [this](const Expr *Sub) { return replaced(Sub); }, Context);
}

/// The integer \p E without names; null if it cannot be copied or is too large.
Expr *Names::valueOf(const Expr *E) const {
  Expr *Value = copied(E);
  return Value && countNodes(Value) <= MostNodes ? Value : nullptr;
}

/// The target of \p E if it is counted from a name, or a sum that is counted
/// from an array. Its numbers may contain names.
std::optional<Position> Names::place(const Expr *E) const {
  std::optional<Position> Found = Nodes.position(E, /*OfIterators=*/true);
  if (!Found || Found->IsEnd)
    return std::nullopt;
  const VarDecl *Var = variableOf(Found->Base->IgnoreParens());
  const auto From = Var ? Pointers.find(Var) : Pointers.end();
  if (From == Pointers.end())
    return Found->Plus.size() + Found->Minus.size() != 0 && isPlace(*Found) &&
                   isSequence(Found->Base->getType())
               ? Found
               : std::nullopt;
  Position Result = From->second;
  Result.Plus.append(Found->Plus);
  Result.Minus.append(Found->Minus);
  return Result;
}

const Expr *ompscan::plugin::tableAround(const Expr *E,
                                         const ASTContext &Context) {
  const Expr *Root = nullptr;
  bool HasRows = E->getType()->isArrayType();
  for (E = E->IgnoreParens();
       const auto *Part = dyn_cast<ArraySubscriptExpr>(E); E = Root) {
    HasRows |= Part->getType()->isArrayType();
    Root = stripImplicit(Part->getBase());
  }
  return Root && HasRows && isa<DeclRefExpr, MemberExpr>(Root) &&
                 !elementHolding(Root, Context)
             ? Root
             : nullptr;
}

/// The element \p E of an array of countThroughRows() by one subscript; null if
/// it is none.
Expr *Names::inTable(const Expr *E) const {
  const Expr *Table =
      E->getType()->isArrayType() ? nullptr : tableAround(E, Context);
  if (!Table || llvm::none_of(Tables, [&](const Expr *Known) {
        return sameExpression(Known, Table);
      }))
    return nullptr;
  const Expr *Index = wholeElement(E, Context).Access.Index;
  Expr *Number = Index ? copied(Index) : nullptr;
  auto *First = const_cast<Expr *>(Table);
  do
    First = Nodes.element(First, Nodes.number(0));
  while (First && First->getType()->isArrayType());
  First = Nodes.unary(UO_AddrOf, First);
  return First && Number ? Nodes.element(First, Number) : nullptr;
}

/// The element at \p At as an object of \p Type, which may be `const` where the
/// element is not.
Expr *Names::elementAt(const Position &At, QualType Type) const {
  // A subscript alone keeps its type.
  Expr *Number = At.Plus.size() == 1 && At.Minus.empty()
                     ? At.Plus.front()
                     : Nodes.number(At, /*Size=*/nullptr);
  Expr *Element = Nodes.element(At.Base, Number ? Number : Nodes.number(0));
  if (Expr *InTable = Element ? inTable(Element) : nullptr)
    Element = InTable;
  if (!Element || Type.isNull() || !Type.isConstQualified() ||
      Element->getType().isConstQualified())
    return Element;
  return convertTo(Element->getType().withConst(), CK_NoOp, Element, Context,
                   VK_LValue);
}

/// The element \p Further elements behind \p Pointer; null if that is not
/// counted from a name.
Expr *Names::element(const Expr *Pointer, const Expr *Further) const {
  std::optional<Position> At = place(Pointer);
  if (!At)
    return nullptr;
  if (Further && constantValue(Further, Context) != 0)
    At->Plus.push_back(const_cast<Expr *>(Further));
  for (auto *Numbers : {&At->Plus, &At->Minus})
    for (Expr *&Number : *Numbers)
      if (!(Number = copied(Number)))
        return nullptr;
  return elementAt(*At, targetOf(Pointer->getType()));
}

/// \p Member of the element that a pointer among the names leads to; null for
/// another one.
Expr *Names::member(const MemberExpr &Member) const {
  const Expr *Pointer = arrowed(Member.getBase());
  Expr *Object = Member.isArrow() && isa<FieldDecl>(Member.getMemberDecl())
                     ? element(Pointer, nullptr)
                     : nullptr;
  return Object ? MemberExpr::CreateImplicit(Context, Object, /*IsArrow=*/false,
                                             Member.getMemberDecl(),
                                             Member.getType(), VK_LValue,
                                             Member.getObjectKind())
                : nullptr;
}

/// The object that \p Ref stands for, in nodes of its own; null if it names no
/// element.
Expr *Names::referenced(const DeclRefExpr &Ref) const {
  const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
  const auto Found = Var ? References.find(Var) : References.end();
  if (Found == References.end())
    return nullptr;
  Expr *Object = elementAt(Found->second.At, QualType());
  for (const MemberExpr *Member : Found->second.Path)
    Object = Object ? MemberExpr::CreateImplicit(
                          Context, Object, /*IsArrow=*/false,
                          Member->getMemberDecl(), Member->getType(), VK_LValue,
                          Member->getObjectKind())
                    : nullptr;
  const QualType Type = Ref.getType();
  if (!Object || !Type.isConstQualified() ||
      Object->getType().isConstQualified())
    return Object;
  return convertTo(Type, CK_NoOp, Object, Context, VK_LValue);
}

/// What the call \p E returns; null if it stays, or is an element at an
/// iterator among the names.
const Expr *Names::returned(const Expr *E) const {
  const Operation Subscript = subscripted(E);
  const Expr *At = Subscript.Left ? Subscript.Left : dereferenced(E);
  return At && isa<CallExpr>(E) && place(At) ? nullptr : inlinedCall(E, S);
}

/// The replacement of \p E in a formula; null if only its operands may change.
Expr *Names::replaced(const Expr *E) const {
  Nodes.setLoc(E->getExprLoc());
  // The begin of a table is not an element.
  if (const Expr *First = addressedBy(E); First && tableAround(First, Context))
    return const_cast<Expr *>(E);
  // `m(i, j)`, whose arguments may contain names.
  if (const Expr *Returned = returned(E))
    return copied(Returned);
  if (const Expr *Pointer = dereferenced(E)) {
    // `*(y + i)` is read as it is written.
    const Expr *Base = elementAccess(E, Context).Base;
    return Base && isa<DeclRefExpr, MemberExpr>(Base) &&
                   !Pointers.count(variableOf(Base))
               ? nullptr
               : element(Pointer, nullptr);
  }
  if (const Operation Subscript = subscripted(E); Subscript.Left) {
    Expr *New = element(Subscript.Left, Subscript.Right);
    return New ? New : inTable(E);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return member(*Member);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return referenced(*Ref);
  return valueOfName(E);
}

/// Whether \p E is a member of what a function returns.
static bool isMemberOfValue(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member && !Member->isArrow() &&
         isa<CallExpr>(stripImplicit(Member->getBase())) &&
         !stripImplicit(Member->getBase())->isLValue();
}

/// Whether \p E is an element, a member or a name.
static bool isAccess(const Expr *E, const ASTContext &Context) {
  if (isMemberOfValue(E))
    return false;
  return isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E) ||
         dereferenced(E) || subscripted(E).Left ||
         (isa<CallExpr>(E) && elementAccess(E, Context).Base);
}

Stmt *Names::rewritten(Stmt *St, bool IsInFormula) {
  if (isa<LambdaExpr>(St))
    return St; // What it captures is declared.
  if (auto *E = dyn_cast<Expr>(St)) {
    const Expr *Returned = returned(E);
    const bool IsWhole = Returned || isAccess(E, Context);
    Expr *New = Returned                 ? copied(Returned)
                : IsWhole || IsInFormula ? copied(E)
                                         : nullptr;
    if (New || IsWhole)
      return New ? New : E;
  }
  const std::optional<Branches> If = branchesOf(St);
  const Expr *Condition =
      If && IsFormula && IsFormula(If->Condition) ? If->Condition : nullptr;
  return Rewriter.rebuilt(
      St, [&](Stmt *Child) { return rewritten(Child, Child == Condition); });
}

bool Names::addInteger(const VarDecl &Var, const Expr *Init,
                       Predicate IsSteady) {
  Expr *Value = valueOf(Init);
  if (!Value || !IsSteady(Value))
    return false;
  Values[&Var] =
      new (Context) ParenExpr(Init->getBeginLoc(), Init->getEndLoc(), Value);
  return true;
}

/// Whether \p At is counted from the begin of a variable or a member, or of a
/// row of one.
bool Names::isPlace(const Position &At) const {
  const Expr *Base = At.Base;
  while (const auto *Row = dyn_cast<ArraySubscriptExpr>(Base)) {
    if (!Row->getType()->isArrayType())
      return false;
    Base = stripImplicit(Row->getBase());
  }
  return !At.IsEnd && isa<DeclRefExpr, MemberExpr>(Base);
}

/// The number \p E with the values of functions in the place of their calls;
/// null if it is too large or may not be evaluated several times.
Expr *Names::withoutCalls(Expr *E) const {
  const auto ValueOf = [this](const Expr *Sub) -> Expr * {
    const auto *Call = dyn_cast<CallExpr>(Sub);
    return Call ? valueOfCall(*Call, S) : nullptr;
  };
  const auto IsCall = [](const Expr *Sub) { return isa<CallExpr>(Sub); };
  if (!isPlainNumber(E, S))
    return nullptr;
  for (unsigned Depth = 0; E && Depth != MostCalls && anyOf(E, IsCall); ++Depth)
    if ((E = copyExpr(E, ValueOf, Context)))
      E = valueOf(E);
  return E;
}

/// Replaces the names in \p At; false if it is not the same place throughout.
bool Names::resolve(Position &At, Predicate IsSteady) {
  if (!isPlace(At) || !IsSteady(At.Base))
    return false;
  for (auto *Numbers : {&At.Plus, &At.Minus})
    for (Expr *&Number : *Numbers) {
      Number = valueOf(Number);
      if (Number && !IsSteady(Number))
        Number = withoutCalls(Number);
      if (!Number || !IsSteady(Number))
        return false;
    }
  return true;
}

bool Names::addPointer(const VarDecl &Var, const Expr *Init,
                       Predicate IsSteady) {
  std::optional<Position> At = place(Init);
  if (!At)
    At = Nodes.position(Init);
  if (!At || !isSequence(At->Base->getType()) ||
      !Context.hasSameUnqualifiedType(elementOf(At->Base->getType()),
                                      targetOf(Var.getType())) ||
      !resolve(*At, IsSteady))
    return false;
  Pointers[&Var] = *At;
  return true;
}

bool Names::addReference(const VarDecl &Var, const Expr *Init,
                         Predicate IsSteady) {
  Target New;
  const Expr *E = Init->IgnoreParens();
  while (true) {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && Cast->getCastKind() == CK_NoOp) {
      E = Cast->getSubExpr()->IgnoreParens();
      continue;
    }
    const auto *Member = dyn_cast<MemberExpr>(E);
    if (!Member || Member->isArrow() ||
        !isa<FieldDecl>(Member->getMemberDecl()))
      break;
    New.Path.insert(New.Path.begin(), Member);
    E = Member->getBase()->IgnoreParens();
  }
  // A reference to a reference.
  if (const VarDecl *Known = variableOf(E); Known && References.count(Known)) {
    Target Whole = References.lookup(Known);
    Whole.Path.append(New.Path);
    References[&Var] = std::move(Whole);
    return true;
  }
  if (E->getType()->isArrayType() || E->isPRValue())
    return false;
  std::optional<Position> At;
  if (const Expr *Pointer = dereferenced(E))
    At = place(Pointer);
  else if (const Operation Subscript = subscripted(E); Subscript.Left) {
    At = place(Subscript.Left);
    if (At)
      At->Plus.push_back(Subscript.Right);
  }
  if (!At) {
    const ElementAccess Element = elementAccess(E, Context);
    if (!Element.Base)
      return false;
    At.emplace();
    At->Base = Element.Base;
    if (Element.Index)
      At->Plus.push_back(const_cast<Expr *>(Element.Index));
  }
  if (!isSequence(At->Base->getType()) ||
      !Context.hasSameUnqualifiedType(elementOf(At->Base->getType()),
                                      E->getType()) ||
      !resolve(*At, IsSteady))
    return false;
  New.At = std::move(*At);
  References[&Var] = std::move(New);
  return true;
}

bool Names::add(const VarDecl &Var, Expr *Init, Predicate IsSteady) {
  const QualType Type = Var.getType();
  if (!Init || Type.getNonReferenceType().isVolatileQualified() ||
      mentions(Init, &Var)) // has no value
    return false;
  Nodes.setLoc(Var.getLocation());
  if (Type->isReferenceType())
    return addReference(Var, Init, IsSteady);
  if (isContiguousIterator(Type))
    return addPointer(Var, Init, IsSteady);
  return Type->isIntegralOrUnscopedEnumerationType() &&
         addInteger(Var, Init, IsSteady);
}

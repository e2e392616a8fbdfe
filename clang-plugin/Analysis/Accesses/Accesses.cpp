//===- Accesses.cpp - Elements that a loop uses ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/Accesses.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Affine.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

unsigned AccessCollector::arrayFor(const Expr *Base, QualType Element) {
  for (const auto &[Index, Known] : llvm::enumerate(Loop.Arrays))
    if (sameExpression(Known.Base, Base))
      return Index;
  ArrayUse Array;
  Array.Base = Base;
  Array.Name = text(Base, Context);
  Array.Element = Element.getUnqualifiedType();
  const CharUnits Size = Context.getTypeSizeInChars(Element);
  if (Context.getAsConstantArrayType(Base->getType()))
    Array.KnownCount = Context.getTypeSizeInChars(Base->getType()) / Size;
  if (!isSequence(Base->getType()))
    Array.KnownCount = 1; // A scalar that atomic directives change.
  else if (const QualType Row = elementOf(Base->getType());
           Context.getAsConstantArrayType(Row))
    Array.RowCount = Context.getTypeSizeInChars(Row) / Size;
  if (const MapItem *Map = mapOf(Base)) {
    Array.Map = Map->Kind;
    Array.MapsAlways = Map->Always;
    Array.MapsPresent = Map->Present;
    Array.IsOnDevice = Map->OnDevice;
    Array.SectionBegin = Map->Begin;
    Array.SectionCount = Map->Count;
  }
  Loop.Arrays.push_back(std::move(Array));
  return Loop.Arrays.size() - 1;
}

void AccessCollector::addItem(const Expr *Base) {
  arrayFor(Base, elementOf(Base->getType()));
}

/// Whether \p Base always names the same array while the loop runs.
bool AccessCollector::isFixed(const Expr *Base) const {
  return !Loop.mentionsInduction(Base) && !anyOf(Base, [](const Expr *E) {
    return !isa<DeclRefExpr, MemberExpr, CXXThisExpr, ArraySubscriptExpr,
                CastExpr, IntegerLiteral, BinaryOperator, UnaryOperator>(E) ||
           E->getType().isVolatileQualified();
  }) && !isa<BinaryOperator, UnaryOperator>(Base);
}

/// Gives \p Use the strides of \p Formula, by \p Step; false if they overflow.
static bool follow(const Affine &Formula, int64_t Step, Access &Use) {
  bool Fits = !llvm::MulOverflow(Formula.Coefficient, Step, Use.Stride);
  auto ByStep = [&](Scaled S) {
    Fits &= !llvm::MulOverflow(S.Factor, Step, S.Factor);
    return S;
  };
  llvm::transform(Formula.Strides, std::back_inserter(Use.Symbols), ByStep);
  for (NoWrap N : Formula.NoWraps) {
    Fits &= !llvm::MulOverflow(N.Stride, Step, N.Stride);
    llvm::transform(N.Symbols, N.Symbols.begin(), ByStep);
    Use.NoWraps.push_back(N);
  }
  return Fits;
}

bool AccessCollector::changes(const Expr *E) const {
  return IsChanging && anyOf(E, IsChanging);
}

bool AccessCollector::addElement(const Expr *E, AccessKind Kind, bool Guarded) {
  const Expr *Node = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(Node))
    Node = Cast->getSubExpr()->IgnoreParens();
  return addElement(Node, elementAccess(Node, Context), Kind, Guarded);
}

bool AccessCollector::addElement(const Expr *Node, const ElementAccess &Element,
                                 AccessKind Kind, bool Guarded) {
  const QualType Type = Node->getType();
  if (!isFixed(Element.Base)) {
    Diags.report(Element.Base->getExprLoc(), Diag::err_array);
    return false;
  }
  if (Type.isVolatileQualified() || Type->isAtomicType()) {
    Diags.report(Node->getExprLoc(), Diag::err_volatile)
        << text(Element.Base, Context);
    return false;
  }
  if (changes(Element.Base)) {
    Diags.report(Element.Base->getExprLoc(), Diag::err_array);
    return false;
  }
  const unsigned Number = arrayFor(Element.Base, Type);
  const Expr *Resolved = strip(Node);
  Loop.Elements[Node] = Loop.Elements[Resolved] = {Number, Element.Index};
  if (Element.Index && !addInput(Element.Index, Guarded))
    return false;

  Access New{Kind, Element.Index, 0, {}, {}, {}};
  New.IsKept = Keeps;
  std::optional<Affine> Formula;
  if (!Element.Index)
    Formula.emplace();
  else if (!changes(Element.Index))
    Formula = affine(Element.Index, Loop.IV.Var, Context);
  for (const GuardSet &Condition : Conditions)
    Guarded |= !Condition.IsComplete;
  bool Known = Formula && !Guarded;
  if (Known)
    for (const GuardSet &Condition : Conditions)
      New.Guards.append(Condition.Guards.begin(), Condition.Guards.end());
  Known = Known && follow(*Formula, Loop.IV.Step, New);
  // Where a guard does not hold the subscript may have wrapped around, which
  // the runtime mends if nothing else is computed from it.
  if (Known && !New.Guards.empty())
    Known = llvm::all_of(New.NoWraps, [&](const NoWrap &N) {
      return N.Bits >= 63 ||
             (N.Bits == Context.getIntWidth(Element.Index->getType()) &&
              N.Value->getType()->isUnsignedIntegerOrEnumerationType());
    });
  // What another access uses in every iteration may be used once more.
  if (!Known && Formula &&
      llvm::any_of(Loop.Arrays[Number].Accesses, [&](const Access &Old) {
        return Old.Kind == Kind && Old.Guards.empty() && Old.Index &&
               New.Index && sameExpression(Old.Index, New.Index);
      }))
    return true;
  // The whole section is sent where it is stored so.
  if (!Known && Keeps)
    return true;
  const Expr *Checked = nullptr;
  if (const Expr *Container = atContainer(Node, Checked)) {
    if (!Known) {
      Diags.report(Node->getExprLoc(), Diag::err_at)
          << text(Container, Context);
      return false;
    }
    // Where it has no elements, the runtime does not know that.
    Loop.NotEmpty.push_back(Container);
  }
  if (!Known) {
    const bool IsStore = Kind == AccessKind::Write;
    Unknown.push_back({Node, New.Index, Number, IsStore, Formula && Guarded});
    New = {IsStore ? AccessKind::WriteAny : AccessKind::ReadAny,
           New.Index,
           0,
           {},
           {},
           {}};
  }
  if (Loop.isBatch() && !followOuter(New, Node))
    return false;
  record(Number, std::move(New));
  return true;
}

bool AccessCollector::addKept(const Expr *E, bool Guarded) {
  llvm::SaveAndRestore<bool> Kept(Keeps, true);
  return addElement(E, AccessKind::Read, Guarded);
}

void AccessCollector::dropKept(const Expr *E) {
  const ElementAccess Element = elementAccess(E, Context);
  llvm::erase_if(Loop.Arrays[arrayFor(Element.Base, E->getType())].Accesses,
                 [&](const Access &Use) {
                   return Use.IsKept && Use.Kind == AccessKind::Read &&
                          !Use.Index == !Element.Index &&
                          (!Use.Index ||
                           sameExpression(Use.Index, Element.Index));
                 });
}

bool AccessCollector::addCounted(const Expr *E,
                                 std::optional<CountedAccess> Range) {
  const Expr *Node = E->IgnoreParens();
  const ElementAccess Element = elementAccess(Node, Context);
  if (!isFixed(Element.Base) || changes(Element.Base)) {
    Diags.report(Element.Base->getExprLoc(), Diag::err_array);
    return false;
  }
  const unsigned Number = arrayFor(Element.Base, Node->getType());
  Loop.Elements[Node] = Loop.Elements[strip(Node)] = {Number, Element.Index};
  if (!Range && !requireExtent(Node, Number, /*IsStore=*/true,
                               /*IsGuarded=*/false))
    return false;
  Access New{Range ? AccessKind::Counted : AccessKind::WriteAny,
             Element.Index,
             0,
             {},
             Range.value_or(CountedAccess()),
             {}};
  if (Range)
    New.Stride = Range->Scale * Range->Step;
  const bool IsOfRow =
      Range && llvm::any_of(Range->Symbols, [&](const Scaled &S) {
        return Loop.mentionsInduction(S.Value) ||
               (S.Times && Loop.mentionsInduction(S.Times));
      });
  if (Loop.isBatch() && (!Range || IsOfRow)) {
    New.Kind = AccessKind::WriteAny;
    if (!followOuter(New, Node))
      return false;
  }
  record(Number, std::move(New));
  return true;
}

void AccessCollector::addSeed(const Expr *E) {
  const ElementAccess Element = elementAccess(E, Context);
  const unsigned Number = arrayFor(Element.Base, E->getType());
  Loop.Elements[E] = {Number, Element.Index};
  record(Number, {AccessKind::Seed, Element.Index, 0, {}, {}, {}});
}

void AccessCollector::readInPlace(const Expr *E,
                                  llvm::ArrayRef<const Expr *> Overtaken) {
  const ElementAccess Element = elementAccess(E, Context);
  for (Access &Use :
       Loop.Arrays[arrayFor(Element.Base, E->getType())].Accesses) {
    Use.Counted.Slides = Use.Kind == AccessKind::Counted;
    if (Use.Kind == AccessKind::ReadAny)
      if (const std::optional<Affine> Formula =
              affine(Use.Index, Loop.IV.Var, Context);
          Formula && follow(*Formula, Loop.IV.Step, Use)) {
        Use.Kind = AccessKind::Read;
        Use.IsInSection = true;
      }
    Use.IsLeftOfCopy = Use.Kind == AccessKind::Read &&
                       llvm::none_of(Overtaken, [&](const Expr *Index) {
                         return sameExpression(Index, Use.Index);
                       });
  }
}

bool AccessCollector::isAlwaysRead(const Expr *E) {
  const ElementAccess Element = elementAccess(E, Context);
  return Element.Index &&
         llvm::any_of(
             Loop.Arrays[arrayFor(Element.Base, E->getType())].Accesses,
             [&](const Access &Use) {
               return Use.Kind == AccessKind::Read && Use.Guards.empty() &&
                      Use.Index && sameExpression(Use.Index, Element.Index);
             });
}

bool AccessCollector::addFills() {
  // Whoever has read the body is gone; nothing of it is in what is filled.
  setInterceptor({});
  setChanging({});
  for (const Fill &F : Loop.Fills)
    for (const Fill::Store &Store : F.Stores) {
      if (Store.Guard)
        pushCondition(Store.Guard, true);
      const bool Valid = (!Store.Guard || addInput(Store.Guard)) &&
                         addInput(Store.Value) &&
                         addElement(Store.Target, AccessKind::Write);
      if (Store.Guard)
        popCondition();
      if (!Valid)
        return false;
    }
  // An input may run again when elements have been stored, and reads what stood
  // there in front of both loops: nothing is in place.
  if (!Loop.Fills.empty())
    for (ArrayUse &Array : Loop.Arrays)
      for (Access &Use : Array.Accesses)
        Use.ByNeighbours |= Use.Kind == AccessKind::Read && !Array.isStored();
  return true;
}

void AccessCollector::addNeighbours() {
  // Otherwise an iteration reads them for the next one.
  const Scan *Mode = Loop.scan();
  if (!Mode || Mode->LoopCarriedScalars.empty() || Mode->ReadsAhead)
    return;
  for (ArrayUse &Array : Loop.Arrays)
    for (Access &Use : Array.Accesses)
      Use.ByNeighbours = Use.Kind == AccessKind::Read && !Array.isStored();
}

void AccessCollector::record(unsigned Array, Access New) {
  auto &Accesses = Loop.Arrays[Array].Accesses;
  auto SameGuards = [](const Access &A, const Access &B) {
    return A.Guards.size() == B.Guards.size() &&
           llvm::equal(A.Guards, B.Guards, [](const Guard &G, const Guard &H) {
             return G.Left == H.Left && G.Right == H.Right && G.Rel == H.Rel;
           });
  };
  auto *Found = llvm::find_if(Accesses, [&](const Access &Old) {
    return Old.Kind == New.Kind && !Old.Index == !New.Index &&
           (!New.Index || sameExpression(Old.Index, New.Index)) &&
           (Old.Guards.empty() || SameGuards(Old, New));
  });
  if (Found == Accesses.end())
    Accesses.push_back(std::move(New));
  else
    Found->IsKept &= New.IsKept;
}

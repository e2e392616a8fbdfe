//===- AccessCollector.cpp - Arrays and scalars of a loop -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/AccessCollector.h"
#include "AST/Containers.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "AST/TreeWalk.h"
#include "Analysis/Accesses/Batch.h"
#include "Analysis/Accesses/FirstIteration.h"
#include "Analysis/Expressions/Affine.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>

using namespace clang;
using namespace ompscan::plugin;

unsigned AccessCollector::arrayFor(const Expr *Base, QualType Element) {
  ArrayNumbers.update(Loop.Arrays,
                      [](const ArrayUse &Known) { return Known.Base; });
  for (const unsigned Number : ArrayNumbers.find(Base))
    if (sameExpression(Loop.Arrays[Number].Base, Base))
      return Number;
  ArrayUse Array;
  Array.Base = Base;
  Array.Name = text(Base, Context);
  Array.Element = Element.getUnqualifiedType();
  const CharUnits Size = Context.getTypeSizeInChars(Element);
  if (Context.getAsConstantArrayType(Base->getType()))
    Array.KnownCount = Context.getTypeSizeInChars(Base->getType()) / Size;
  if (!isSequence(Base->getType()) && !isBitVector(Base->getType()))
    Array.KnownCount = 1; // A scalar that atomic directives change.
  else if (const QualType Row = elementOf(Base->getType());
           Context.getAsConstantArrayType(Row))
    Array.RowCount = Context.getTypeSizeInChars(Row) / Size;
  const auto InElements = [&](const Expr *Rows) -> const Expr * {
    const QualType Row = isSequence(Base->getType())
                             ? elementOf(Base->getType())
                             : Base->getType();
    if (!Rows || !Context.getAsVariableArrayType(Row))
      return Rows;
    const SourceLocation Loc = Rows->getExprLoc();
    return BinaryOperator::Create(Context, asWideAsAddress(Rows, Context),
                                  elementsIn(Row, Loc, Context), BO_Mul,
                                  Context.getPointerDiffType(), VK_PRValue,
                                  OK_Ordinary, Loc, FPOptionsOverride());
  };
  if (const MapItem *Map = Maps.find(Base)) {
    Array.Map = Map->Kind;
    Array.MapsAlways = Map->Always;
    Array.MapsPresent = Map->Present;
    Array.IsOnDevice = Map->OnDevice;
    Array.SectionBegin = InElements(Map->Begin);
    Array.SectionCount = InElements(Map->Count);
  }
  Loop.Arrays.push_back(std::move(Array));
  return Loop.Arrays.size() - 1;
}

void AccessCollector::addItem(const Expr *Base) {
  arrayFor(Base, Context.getBaseElementType(elementOf(Base->getType())));
}

/// Whether \p E may be part of the name of an array.
static bool namesArray(const Expr *E, const ASTContext &Context) {
  if (E->getType().isVolatileQualified())
    return false;
  if (isa<DeclRefExpr, MemberExpr, CXXThisExpr, ArraySubscriptExpr, CastExpr,
          IntegerLiteral, BinaryOperator, UnaryOperator>(E))
    return true;
  // The launch finds out whether a container has the row.
  const Expr *Rows =
      isa<CXXOperatorCallExpr>(E) ? elementAccess(E, Context).Base : nullptr;
  return Rows && isContainer(Rows->getType());
}

/// Whether \p Base names the same array throughout the loop.
bool AccessCollector::isFixed(const Expr *Base) const {
  const auto *Unary = dyn_cast<UnaryOperator>(Base);
  if (isa<BinaryOperator>(Base) || (Unary && Unary->getOpcode() != UO_Deref))
    return false;
  return !Loop.mentionsInduction(Base) &&
         !anyOf(Base, [&](const Expr *E) { return !namesArray(E, Context); });
}

/// Sets the strides of \p Use from \p Formula for iterations of \p Step; false
/// if they overflow.
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

static void dropFormula(Access &Use) {
  Use.IsBounded = false;
  Use.Stride = 0;
  Use.Symbols.clear();
  Use.Guards.clear();
  Use.NoWraps.clear();
}

void AccessCollector::addUse(const Expr *Value, bool Guarded) {
  // The launch evaluates nothing that varies.
  if (!isAlwaysDefined(Value, Context) && !Loop.mentionsInduction(Value))
    record(Conditions.readOf(Value, Guarded));
}

void AccessCollector::record(GuardedRead New) {
  const auto SameConditions = [&](const GuardedRead &Old) {
    return std::equal(Old.Conditions.begin(), Old.Conditions.end(),
                      New.Conditions.begin(), New.Conditions.end(),
                      [](const auto &A, const auto &B) {
                        return A.Value == B.Value && A.Holds == B.Holds;
                      });
  };
  // Bodies of inner loops are read several times.
  ReadNumbers.update(Loop.GuardedReads,
                     [](const GuardedRead &Old) { return Old.Value; });
  if (llvm::none_of(ReadNumbers.find(New.Value), [&](unsigned Number) {
        const GuardedRead &Old = Loop.GuardedReads[Number];
        return Old.IsComplete == New.IsComplete && SameConditions(Old) &&
               sameExpression(Old.Value, New.Value);
      }))
    Loop.GuardedReads.push_back(std::move(New));
}

/// Whether \p G compares a number of few bits. Such a number usually wraps
/// around in a loop, which the runtime would leave to the host.
static bool isNarrow(const Guard &G) {
  return llvm::any_of(G.NoWraps, [](const NoWrap &N) { return N.Bits < 31; });
}

bool AccessCollector::changes(const Expr *E) const {
  return Reader &&
         anyOf(E, [this](const Expr *Sub) { return Reader->isChanging(Sub); });
}

bool AccessCollector::isDefinedAtLaunch(const Expr *E) const {
  return isAlwaysDefined(
      E, Context, [this](const Expr *Part) { return Loop.IV.evaluates(Part); });
}

bool AccessCollector::addElement(const Expr *E, AccessKind Kind, bool Guarded) {
  const Expr *Node = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(Node))
    Node = Cast->getSubExpr()->IgnoreParens();
  return addElement(Node, elementAccess(Node, Context), Kind, Guarded);
}

/// Reports \p Node, an element of \p Base, if no array of a loop can have it.
bool AccessCollector::checkElement(const Expr *Node, const Expr *Base) const {
  if (!isFixed(Base))
    return Diags.report(Base->getExprLoc(), Diag::err_array);
  const QualType Type = Node->getType();
  if (Type.isVolatileQualified() || Type->isAtomicType())
    return Diags.report(Node->getExprLoc(), Diag::err_volatile)
           << text(Base, Context);
  if (changes(Base))
    return Diags.report(Base->getExprLoc(), Diag::err_array);
  return true;
}

/// Whether the runtime corrects \p Index, the subscript of \p Use, where that
/// wraps around and the guards do not hold: nothing else is computed from it.
static bool correctsWraps(const Access &Use, const Expr *Index,
                          const ASTContext &Context) {
  return llvm::all_of(Use.NoWraps, [&](const NoWrap &N) {
    return !N.wrapsAsNarrow() ||
           (N.Bits == Context.getIntWidth(Index->getType()) &&
            N.Value->getType()->isUnsignedIntegerOrEnumerationType());
  });
}

/// The accesses to the subscript \p Index, null for none, of the array with
/// this number.
llvm::SmallVector<Access *, 2> AccessCollector::accessesTo(unsigned Array,
                                                           const Expr *Index) {
  if (AccessNumbers.size() <= Array)
    AccessNumbers.resize(Loop.Arrays.size());
  auto &Accesses = Loop.Arrays[Array].Accesses;
  ExpressionIndex &Numbers = AccessNumbers[Array];
  Numbers.update(Accesses, [](const Access &Use) { return Use.Index; });
  llvm::SmallVector<Access *, 2> Found;
  for (const unsigned Number : Numbers.find(Index))
    if (Access &Use = Accesses[Number]; Index && Use.Index
                                            ? sameExpression(Use.Index, Index)
                                            : Use.Index == Index)
      Found.push_back(&Use);
  return Found;
}

/// The first access to \p Index, as above, for which \p Holds; null if there is
/// none.
Access *
AccessCollector::findAccess(unsigned Array, const Expr *Index,
                            llvm::function_ref<bool(const Access &)> Holds) {
  const auto All = accessesTo(Array, Index);
  const auto *Found =
      llvm::find_if(All, [&](const Access *Use) { return Holds(*Use); });
  return Found == All.end() ? nullptr : *Found;
}

/// Removes the accesses to the array with this number for which \p Holds.
void AccessCollector::dropAccesses(
    unsigned Array, llvm::function_ref<bool(const Access &)> Holds) {
  llvm::erase_if(Loop.Arrays[Array].Accesses, Holds);
  if (Array < AccessNumbers.size())
    AccessNumbers[Array].clear();
}

/// The part of \p Element, an element, that the current place uses, or the
/// element itself.
const Expr *AccessCollector::partOf(const Expr *Element) const {
  return CurrentPart && elementHolding(CurrentPart, Context) == Element
             ? CurrentPart
             : Element;
}

/// Notes that \p New, an access to \p Use, has no formula that always holds.
void AccessCollector::addUnknown(const UnknownUse &Use, Access &New) {
  Unknown.push_back(Use);
  New.Kind = Use.IsStore ? AccessKind::WriteAny : AccessKind::ReadAny;
  New.Node = Use.Node;
  New.IsGuarded = Use.IsGuarded;
  New.IsBounded = Use.IsBounded;
  if (!Use.IsBounded)
    dropFormula(New);
}

bool AccessCollector::addElement(const Expr *Node, const ElementAccess &Element,
                                 AccessKind Kind, bool Guarded) {
  if (!checkElement(Node, Element.Base))
    return false;
  const unsigned Number = arrayFor(Element.Base, Node->getType());
  const Expr *Resolved = strip(Node);
  const ArrayElement Meaning{Number, Element.Index};
  Loop.Meanings.set(Node, Meaning);
  Loop.Meanings.set(Resolved, Meaning);
  addUse(Element.Base, Guarded);
  if (InSubscript)
    SubscriptReads.push_back(Conditions.readOf(Resolved, Guarded));
  const size_t NumReads = SubscriptReads.size();
  if (Element.Index) {
    llvm::SaveAndRestore<bool> Inside(InSubscript, true);
    if (!addInput(Element.Index, Guarded))
      return false;
  }

  Access New{Kind, Element.Index, 0, {}, {}, {}};
  New.IsKept = Keeps;
  New.Parts.push_back(partOf(Resolved));
  New.ByNeighbours = HasStored && Kind == AccessKind::Read;
  std::optional<Affine> Formula;
  if (!Element.Index)
    Formula.emplace();
  else if (!changes(Element.Index))
    Formula = affine(Element.Index, Loop.IV.Var, Context);
  Guarded |= !Conditions.isComplete();
  const bool Follows = Formula && follow(*Formula, Loop.IV.Step, New);
  const bool MayBeBounded = Follows && Maps.maySkipExtents() &&
                            !Loop.isBatch() &&
                            (!New.Index || isDefinedAtLaunch(New.Index));
  const Expr *Checked = nullptr;
  const Expr *Container = atContainer(Node, Checked);
  if (Follows)
    Conditions.collect(New.Guards);
  // The section, or the elements of all iterations, do as well.
  if (!Container && (MayBeBounded || Maps.knowsExtent(Loop.Arrays[Number])) &&
      llvm::any_of(New.Guards, isNarrow)) {
    llvm::erase_if(New.Guards, isNarrow);
    Guarded = true;
  }
  bool Known = Follows && !Guarded;
  if (!New.Guards.empty() && !correctsWraps(New, Element.Index, Context)) {
    Known = false;
    New.Guards.clear();
  }
  // Another access may use the element in every iteration.
  Access *const Always =
      !Known && Formula && New.Index
          ? findAccess(Number, New.Index,
                       [&](const Access &Each) {
                         return Each.Kind == New.Kind && Each.Guards.empty();
                       })
          : nullptr;
  if (Always) {
    Always->ByNeighbours |= New.ByNeighbours;
    Always->Parts.append(New.Parts);
    return true;
  }
  // The element is transferred with the section.
  if (!Known && Keeps)
    return true;
  if (Container) {
    if (!Known)
      return Diags.report(Node->getExprLoc(), Diag::err_at)
             << text(Container, Context);
    // The runtime does not know whether the container has elements.
    Loop.NotEmpty.push_back(Container);
  }
  // Otherwise only the kernel evaluates the subscript.
  if (Known && New.Index && !isAlwaysDefined(New.Index, Context)) {
    record(Conditions.readOf(New.Index, /*Guarded=*/false));
    for (const GuardedRead &Read :
         llvm::ArrayRef<GuardedRead>(SubscriptReads).drop_front(NumReads))
      if (!Loop.mentionsInduction(Read.Value))
        record(Read);
  }
  if (!Known)
    addUnknown({Node, New.Index, Number, Kind == AccessKind::Write,
                Formula && Guarded, Guarded || !Conditions.isEmpty(),
                MayBeBounded},
               New);
  if (Loop.isBatch() && !followOuter(New, Node, Loop, Context, Diags))
    return false;
  record(Number, std::move(New));
  return true;
}

/// Whether the first iteration does not read the element of \p Target in front
/// of the one that it stores.
bool AccessCollector::startsAnew(const Item &Target) const {
  const QualType Type = Target.Type;
  const bool IsPlain =
      Type->isIntegerType() ||
      (Type->isRealFloatingType() && Context.getTypeSize(Type) >= 32);
  if (!IsPlain || Context.getTypeSize(Type) > 64 || Target.IsOfMembers ||
      Target.Series || !Target.Earlier.empty() || Loop.isBatch())
    return false;
  const ElementAccess Previous = elementAccess(Target.Previous, Context);
  const std::optional<Affine> Before =
      Previous.Index ? affine(Previous.Index, Loop.IV.Var, Context)
                     : std::nullopt;
  if (!Before)
    return false;
  const auto MayBePrevious = [&](const Expr *E) {
    const ElementAccess Element = elementAccess(E, Context);
    if (!Element.Base || !sameExpression(Element.Base, Previous.Base))
      return false;
    const std::optional<Affine> At =
        Element.Index ? affine(Element.Index, Loop.IV.Var, Context)
                      : std::nullopt;
    const std::optional<Affine> Apart = At ? At->minus(*Before) : std::nullopt;
    return !Apart || !Apart->isConstant() || Apart->isZero();
  };
  return !FirstIteration(Loop.IV, Context)
              .evaluates(Loop.body(), MayBePrevious) &&
         anyNode(Loop.body().source(), [&](const Stmt *Node) {
           const auto *E = dyn_cast<Expr>(Node);
           return E && MayBePrevious(E);
         });
}

bool AccessCollector::addRecurrence(Item &Target) {
  const auto Add = [&](const Expr *E, AccessKind Kind, ArrayElement &Named) {
    const Expr *Whole = Target.IsOfMembers ? elementHolding(E, Context) : E;
    const auto Part = inPart(E);
    const ElementAccess Element = elementAccess(Whole, Context);
    if (!addElement(Whole, Element, Kind, /*Guarded=*/false))
      return false;
    Named = {arrayFor(Element.Base, Whole->getType()), Element.Index};
    return Kind != AccessKind::Write || !Target.IsOfMembers ||
           addKept(Whole, /*Guarded=*/false);
  };
  Target.EarlierElements.resize(Target.Earlier.size());
  if (startsAnew(Target)) {
    // The kernels read no seed. The one that the runtime sees keeps it from
    // running the loop in parts, the next of which needs one.
    Target.StartsAnew = true;
    const ElementAccess Element = elementAccess(Target.Previous, Context);
    Target.PreviousElement = {
        arrayFor(Element.Base, Target.Previous->getType()), Element.Index};
    Loop.Meanings.set(Target.Previous, Target.PreviousElement);
    ArrayElement Seed;
    return Add(Target.Store, AccessKind::Write, Target.StoreElement) &&
           Add(Target.Store, AccessKind::Seed, Seed);
  }
  return Add(Target.Store, AccessKind::Write, Target.StoreElement) &&
         Add(Target.Previous, AccessKind::Seed, Target.PreviousElement) &&
         llvm::all_of(llvm::zip_equal(Target.Earlier, Target.EarlierElements),
                      [&](auto Each) {
                        return Add(std::get<0>(Each), AccessKind::Seed,
                                   std::get<1>(Each));
                      });
}

bool AccessCollector::addKept(const Expr *E, bool Guarded) {
  llvm::SaveAndRestore<bool> Kept(Keeps, true);
  return addElement(E, AccessKind::Read, Guarded);
}

void AccessCollector::dropKept(llvm::ArrayRef<const Expr *> Elements) {
  llvm::DenseMap<unsigned, llvm::DenseSet<const Access *>> Dropped;
  for (const Expr *E : Elements) {
    const ElementAccess Element = elementAccess(E, Context);
    const unsigned Array = arrayFor(Element.Base, E->getType());
    for (const Access *Use : accessesTo(Array, Element.Index))
      if (Use->IsKept && Use->Kind == AccessKind::Read)
        Dropped[Array].insert(Use);
  }
  for (const auto &[Array, Uses] : Dropped)
    dropAccesses(Array, [Uses = &Uses](const Access &Use) {
      return Uses->contains(&Use);
    });
}

bool AccessCollector::addCounted(const Expr *E,
                                 std::optional<CountedAccess> Range) {
  const Expr *Node = E->IgnoreParens();
  const ElementAccess Element = elementAccess(Node, Context);
  if (!isFixed(Element.Base) || changes(Element.Base))
    return Diags.report(Element.Base->getExprLoc(), Diag::err_array);
  const unsigned Number = arrayFor(Element.Base, Node->getType());
  Loop.Meanings.set(Node, ArrayElement{Number, Element.Index});
  Loop.Meanings.set(strip(Node), ArrayElement{Number, Element.Index});
  if (!Range && !Maps.requireExtent(Node, Loop.Arrays[Number], /*IsStore=*/true,
                                    /*IsGuarded=*/false))
    return false;
  Access New{Range ? AccessKind::Counted : AccessKind::WriteAny,
             Element.Index,
             0,
             {},
             Range.value_or(CountedAccess()),
             {}};
  New.IsByItem = !Range;
  if (Range)
    New.Stride = Range->Scale * Range->Step;
  const bool IsOfRow =
      Range && llvm::any_of(Range->Symbols, [&](const Scaled &S) {
        return Loop.mentionsInduction(S.Value) ||
               (S.Times && Loop.mentionsInduction(S.Times));
      });
  if (Loop.isBatch() && (!Range || IsOfRow)) {
    New.Kind = AccessKind::WriteAny;
    if (!followOuter(New, Node, Loop, Context, Diags))
      return false;
  }
  record(Number, std::move(New));
  return true;
}

void AccessCollector::addLastKept(const Expr *E) {
  const ElementAccess Element = elementAccess(E, Context);
  const unsigned Number = arrayFor(Element.Base, E->getType());
  Loop.Meanings.set(E, LastKeptElement{Number});
  record(Number, {AccessKind::Seed, Element.Index, 0, {}, {}, {}});
}

void AccessCollector::readInPlace(const Expr *E,
                                  llvm::ArrayRef<const Expr *> Overtaken) {
  const ElementAccess Element = elementAccess(E, Context);
  ArrayUse &Array = Loop.Arrays[arrayFor(Element.Base, E->getType())];
  const bool NeedsExtent = Maps.knowsExtent(Array) || !Maps.maySkipExtents();
  for (Access &Use : Array.Accesses) {
    Use.Counted.Slides = Use.Kind == AccessKind::Counted;
    if (Use.Kind == AccessKind::ReadAny && NeedsExtent) {
      dropFormula(Use);
      if (const std::optional<Affine> Formula =
              affine(Use.Index, Loop.IV.Var, Context);
          Formula && follow(*Formula, Loop.IV.Step, Use)) {
        Use.Kind = AccessKind::Read;
        Use.IsInSection = true;
      }
    }
    Use.IsLeftOfCopy =
        Use.isFormulaRead() && llvm::none_of(Overtaken, [&](const Expr *Index) {
          return sameExpression(Index, Use.Index);
        });
  }
}

bool AccessCollector::isAlwaysRead(const Expr *E) {
  const ElementAccess Element = elementAccess(E, Context);
  return Element.Index && findAccess(arrayFor(Element.Base, E->getType()),
                                     Element.Index, [](const Access &Use) {
                                       return Use.Kind == AccessKind::Read &&
                                              Use.Guards.empty();
                                     });
}

bool AccessCollector::followsFormula(const Expr *E) {
  const ElementAccess Element = elementAccess(E, Context);
  return Element.Index && findAccess(arrayFor(Element.Base, E->getType()),
                                     Element.Index, [](const Access &Use) {
                                       return Use.Kind == AccessKind::Write;
                                     });
}

bool AccessCollector::addFills() {
  assert(!Reader && "fills use no variable of the body");
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
  // An input may be computed again after elements have been stored, and needs
  // their values from before both loops. So no element is read in place.
  if (!Loop.Fills.empty())
    for (ArrayUse &Array : Loop.Arrays)
      for (Access &Use : Array.Accesses)
        Use.ByNeighbours |= Use.isFormulaRead() && !Array.isStored();
  return true;
}

void AccessCollector::addNeighbours() {
  // Otherwise no iteration reads ahead for the next one.
  const Scan *Mode = Loop.scan();
  if (!Mode || Mode->LoopCarriedScalars.empty() || Mode->ReadsAhead)
    return;
  for (ArrayUse &Array : Loop.Arrays)
    for (Access &Use : Array.Accesses)
      Use.ByNeighbours |=
          Use.isFormulaRead() && (!Array.isStored() || Use.IsOfOtherMembers);
}

void AccessCollector::findOtherMembers() {
  for (ArrayUse &Array : Loop.Arrays) {
    llvm::SmallVector<const Expr *, 4> Stored;
    bool AreKnown = true;
    for (const Access &Use : Array.Accesses)
      if (Use.isStore()) {
        Stored.append(Use.Parts);
        AreKnown &= !Use.Parts.empty();
      }
    for (Access &Use : Array.Accesses)
      Use.IsOfOtherMembers =
          AreKnown && !Stored.empty() && !Use.isStore() && !Use.IsKept &&
          !Use.Parts.empty() && llvm::all_of(Use.Parts, [&](const Expr *Read) {
            return llvm::all_of(Stored, [&](const Expr *Store) {
              return areSeparate(Store, Read, Context);
            });
          });
  }
}

void AccessCollector::findReadsBehind() {
  if (!Loop.scan())
    return;
  for (ArrayUse &Array : Loop.Arrays) {
    if (Array.isStored())
      continue;
    // The reads at constant distances from the first of them.
    SmallVector<std::pair<Access *, int64_t>, 4> Reads;
    std::optional<Affine> First;
    for (Access &Use : Array.Accesses) {
      if (Use.Kind != AccessKind::Read || !Use.Guards.empty() || !Use.Index ||
          !Use.hasStride(1))
        continue;
      const std::optional<Affine> Formula =
          affine(Use.Index, Loop.IV.Var, Context);
      if (!Formula)
        continue;
      if (!First)
        First = Formula;
      const std::optional<Affine> Distance = Formula->minus(*First);
      if (Distance && Distance->isConstant())
        Reads.push_back({&Use, Distance->Constant});
    }
    // LLVM 18 and older releases have no llvm::max_element.
    const auto *Leading =
        std::max_element(Reads.begin(), Reads.end(), llvm::less_second());
    for (const auto &[Use, Place] : Reads) {
      const uint64_t Behind = uint64_t(Leading->second) - uint64_t(Place);
      if (Behind == 0 || Behind > Access::MaxBehind)
        continue;
      Use->Behind = static_cast<unsigned>(Behind);
      Use->LeadingIndex = Leading->first->Index;
    }
  }
}

void AccessCollector::record(unsigned Array, Access New) {
  auto SameGuards = [](const Access &A, const Access &B) {
    return std::equal(A.Guards.begin(), A.Guards.end(), B.Guards.begin(),
                      B.Guards.end(), [](const Guard &G, const Guard &H) {
                        return G.Left == H.Left && G.Right == H.Right &&
                               G.Rel == H.Rel;
                      });
  };
  Access *Found = findAccess(Array, New.Index, [&](const Access &Old) {
    return Old.Kind == New.Kind && Old.IsBounded == New.IsBounded &&
           (Old.Guards.empty() || SameGuards(Old, New));
  });
  if (!Found) {
    Loop.Arrays[Array].Accesses.push_back(std::move(New));
    return;
  }
  // An element that is only kept is not used.
  if (Found->IsKept && !New.IsKept)
    Found->Parts = New.Parts;
  else if (!New.IsKept)
    Found->Parts.append(New.Parts);
  Found->IsKept &= New.IsKept;
  Found->ByNeighbours |= New.ByNeighbours;
}

/// Whether a launch can evaluate \p Base, the address of an array: the bounds,
/// or all iterations, evaluate the parts of it that need not be defined.
bool AccessCollector::isAddressDefined(const Expr *Base) const {
  return isAlwaysDefined(Base, Context, [this](const Expr *Part) {
    return Loop.IV.evaluates(Part) ||
           llvm::any_of(Loop.GuardedReads, [Part](const GuardedRead &Read) {
             return Read.IsComplete && Read.Conditions.empty() &&
                    evaluates(Read.Value, Part);
           });
  });
}

/// Reports \p Use if the extent of its array has to be known, and is not.
bool AccessCollector::settleExtent(const UnknownUse &Use) {
  ArrayUse &Array = Loop.Arrays[Use.Array];
  if (Maps.knowsExtent(Array)) {
    for (Access &A : Array.Accesses)
      if (A.IsBounded)
        dropFormula(A);
    return true;
  }
  // The launch evaluates the address of the array.
  if (!Maps.maySkipExtents() || (Use.IsStore && !Use.IsBounded) ||
      (Use.IsConditional && !isAddressDefined(Array.Base)))
    return Maps.requireExtent(Use.Node, Array, Use.IsStore, Use.IsGuarded);
  Array.IsOnHostOnly = true;
  return true;
}

bool AccessCollector::settle() {
  for (const UnknownUse &Use : Unknown) {
    const auto Same = Use.Index ? accessesTo(Use.Array, Use.Index)
                                : llvm::SmallVector<Access *, 2>();
    const auto *Known = llvm::find_if(Same, [&](const Access *A) {
      return A->Guards.empty() && !A->IsInSection &&
             (A->Kind == AccessKind::Read || A->Kind == AccessKind::Write);
    });
    if (Use.IsStore || Known == Same.end()) {
      if (!settleExtent(Use))
        return false;
      continue;
    }
    Access Always = **Known;
    Always.Kind = AccessKind::Read;
    Always.IsKept = false;
    for (const Access *A : Same)
      Always.ByNeighbours |= A->ByNeighbours;
    const auto IsDropped = [](const Access &A) {
      return A.Kind == AccessKind::ReadAny || A.IsInSection;
    };
    if (llvm::any_of(Same, [&](const Access *A) { return IsDropped(*A); }))
      dropAccesses(Use.Array, [&](const Access &A) {
        return IsDropped(A) && llvm::is_contained(Same, &A);
      });
    record(Use.Array, std::move(Always));
  }
  return true;
}

bool AccessCollector::addScalar(const Expr *Key, const Expr *Value,
                                bool Guarded) {
  const QualType Type = Value->getType();
  if (Type.isVolatileQualified() || Type->isAtomicType())
    return Diags.report(Value->getExprLoc(), Diag::err_volatile)
           << text(Value, Context);
  ScalarNumbers.update(Loop.Scalars,
                       [](const ScalarUse &Known) { return Known.Value; });
  const auto Same = ScalarNumbers.find(Value);
  const auto *Known = llvm::find_if(Same, [&](unsigned Number) {
    return sameExpression(Loop.Scalars[Number].Value, Value);
  });
  const unsigned Number = Known == Same.end() ? Loop.Scalars.size() : *Known;
  if (Known == Same.end())
    Loop.Scalars.push_back({text(Value, Context), Value,
                            Type.getNonReferenceType().getUnqualifiedType()});
  Loop.Meanings.set(Key, ScalarValue{Number});
  Loop.Meanings.set(Value, ScalarValue{Number});
  addUse(Value, Guarded);
  return true;
}

bool AccessCollector::addChildren(const Expr *E, bool Guarded) {
  return llvm::all_of(operands(E),
                      [&](const Expr *Sub) { return addInput(Sub, Guarded); });
}

/// The variable, member of a variable or of *this at the root of \p E, behind
/// any number of fields, or the expression itself.
static const Expr *memberRoot(const Expr *E) {
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl>(Member->getMemberDecl()))
      return Member;
    E = stripImplicit(Member->getBase());
  }
  return E;
}

/// Records an operand that is evaluated only if \p Condition is \p Value.
bool AccessCollector::addOperand(const Expr *E, bool Guarded,
                                 const Expr *Condition, bool Value) {
  llvm::SaveAndRestore<bool> Conditional(InOperand, true);
  pushCondition(Condition, Value);
  const bool Valid = addInput(E, Guarded);
  popCondition();
  return Valid;
}

/// Records the bit \p Read, which is \p E.
bool AccessCollector::addBit(const Expr *E, const Bit &Read, bool Guarded) {
  const FieldDecl *Words = bitWords(Read.Base->getType());
  if (!Words || !isFixed(Read.Base) || changes(Read.Base) || Loop.isBatch())
    return Diags.report(E->getExprLoc(), Diag::err_bits)
           << text(Read.Base, Context);
  const QualType Word = Words->getType()->getPointeeType();
  const unsigned Number = arrayFor(Read.Base, Word);
  const unsigned Width = Context.getTypeSize(Word);
  Loop.Meanings.set(E, ArrayBit{Number, Read.Index, Width});
  addUse(Read.Base, Guarded);
  // Any word may be read: all of them are compared with what is stored.
  Access New{AccessKind::ReadAny, nullptr, 0, {}, {}, {}};
  New.Node = E;
  record(Number, std::move(New));
  return addInput(Read.Index, Guarded);
}

/// Reports that an iteration cannot read \p E.
bool AccessCollector::refuseOperand(const Expr *E) const {
  return Diags.report(E->getExprLoc(), Diag::err_operand) << text(E, Context);
}

/// Records the variable that \p Ref names as the meaning of \p Key.
bool AccessCollector::addVariable(const Expr *Key, const DeclRefExpr &Ref,
                                  bool Guarded) {
  const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
  if (!Var || Loop.isInduction(Var) || Ref.isCXX11ConstantExpr(Context))
    return true; // An enumerator, a function, a constant.
  if (Var->getType().isVolatileQualified())
    return addScalar(Key, &Ref, Guarded);
  Expr::EvalResult Value;
  if (!Var->getType()->isReferenceType() && Var->getType().isConstQualified() &&
      Ref.EvaluateAsRValue(Value, Context) && !Value.HasSideEffects)
    return true;
  if (isBitVector(Ref.getType()))
    return Diags.report(Ref.getExprLoc(), Diag::err_bits)
           << text(&Ref, Context);
  return isSequence(Ref.getType()) ? refuseOperand(&Ref)
                                   : addScalar(Key, &Ref, Guarded);
}

/// Records the same of \p Member, or what its object reads.
bool AccessCollector::addMember(const Expr *Key, const MemberExpr &Member,
                                bool Guarded) {
  const Expr *Root = memberRoot(&Member);
  const bool IsField = isa<FieldDecl>(Member.getMemberDecl());
  const bool IsSequence = isSequence(Member.getType());
  if (elementAccess(Root, Context).Base || isa<ArraySubscriptExpr>(Root))
    return addInput(Root, Guarded);
  // A member of what a function returns.
  if (isa<CallExpr>(Root) && IsField && !IsSequence)
    return addInput(Root, Guarded);
  if (isa<DeclRefExpr, CXXThisExpr>(Root) && IsField && !IsSequence &&
      !isBitVector(Member.getType()))
    return addScalar(Key, &Member, Guarded);
  return refuseOperand(&Member);
}

/// The pointer whose comparison with null \p E is; null for anything else.
static const Expr *testedPointer(const Expr *E, const ASTContext &Context) {
  const auto IsPointer = [](const Expr *Operand) {
    return Operand->getType()->isPointerType();
  };
  const auto IsNull = [&Context](const Expr *Operand) {
    return Operand->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                          Expr::NPC_ValueDependentIsNotNull) !=
           Expr::NPCK_NotNull;
  };
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_PointerToBoolean
               ? stripImplicit(Cast->getSubExpr())
               : nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot && IsPointer(Unary->getSubExpr())
               ? stripImplicit(Unary->getSubExpr())
               : nullptr;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->isEqualityOp())
    return nullptr;
  const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
  if (IsNull(Left->IgnoreParenCasts()))
    std::swap(Left, Right);
  return IsPointer(Left) && IsNull(Right->IgnoreParenCasts())
             ? stripImplicit(Left)
             : nullptr;
}

/// Records the operands of \p E if it is a built-in operator that needs more
/// than that all of them are read; else returns std::nullopt.
std::optional<bool> AccessCollector::addOperator(const Expr *E, bool Guarded) {
  if (const auto *Short = dyn_cast<BinaryConditionalOperator>(E))
    return addInput(Short->getCommon(), Guarded) &&
           addOperand(Short->getFalseExpr(), Guarded, Short->getCommon(),
                      false);
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E))
    return addInput(Conditional->getCond(), Guarded) &&
           addOperand(Conditional->getTrueExpr(), Guarded,
                      Conditional->getCond(), true) &&
           addOperand(Conditional->getFalseExpr(), Guarded,
                      Conditional->getCond(), false);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp())
      return Diags.report(Binary->getOperatorLoc(), Diag::err_side_effect);
    if (Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem)
      addUse(E, Guarded);
    return addInput(Binary->getLHS(), Guarded) &&
           (Binary->isLogicalOp()
                ? addOperand(Binary->getRHS(), Guarded, Binary->getLHS(),
                             Binary->getOpcode() == BO_LAnd)
                : addInput(Binary->getRHS(), Guarded));
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->isIncrementDecrementOp())
      return Diags.report(Unary->getOperatorLoc(), Diag::err_side_effect);
    if (Unary->getOpcode() == UO_AddrOf)
      return refuseOperand(E);
  }
  return std::nullopt;
}

bool AccessCollector::addInput(const Expr *E, bool Guarded) {
  const Expr *Key = E->IgnoreParens();
  if (Reader)
    if (const std::optional<bool> Done = Reader->intercept(Key, Guarded))
      return *Done;
  E = strip(E);
  if (const Expr *Base = elementAccess(E, Context).Base;
      Base && !E->getType()->isArrayType()) {
    // Elements of an array with a Fill are computed.
    if (const Fill *Filled = Loop.fillOf(Base)) {
      const FilledElement Meaning{
          static_cast<unsigned>(Filled - Loop.Fills.begin())};
      Loop.Meanings.set(Key, Meaning);
      Loop.Meanings.set(E, Meaning);
      return addInput(Filled->Value, Guarded);
    }
    return addElement(E, AccessKind::Read, Guarded);
  }

  if (const Bit Read = bitRead(E); Read.Base)
    return addBit(E, Read, Guarded);
  if (const auto *Ref =
          dyn_cast_or_null<DeclRefExpr>(testedPointer(E, Context));
      Ref && isFixed(Ref) && !changes(Ref))
    return addScalar(Key, E, Guarded);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return addVariable(Key, *Ref, Guarded);
  const bool IsPart = !CurrentPart && isa<MemberExpr, ArraySubscriptExpr>(E) &&
                      elementHolding(E, Context);
  llvm::SaveAndRestore<const Expr *> Part(CurrentPart,
                                          IsPart ? E : CurrentPart);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return addMember(Key, *Member, Guarded);
  if (const Expr *Container = sizedContainer(E);
      Container && isFixed(Container) && !changes(Container))
    return addScalar(Key, E, Guarded);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
      Call && !addInput(Call->getImplicitObjectArgument(), Guarded))
    return false;
  if (InSubscript && isa<CallExpr>(E))
    SubscriptReads.push_back(Conditions.readOf(E, Guarded));
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return llvm::all_of(Call->arguments(), [&](const Expr *Argument) {
      return addInput(Argument, Guarded);
    });
  if (const std::optional<bool> Valid = addOperator(E, Guarded))
    return *Valid;
  if (isa<CXXThisExpr, StmtExpr, LambdaExpr, CXXNewExpr, CXXDeleteExpr,
          CXXThrowExpr>(E))
    return refuseOperand(E);
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return !Trait->getTypeOfArgument()->isVariablyModifiedType() ||
           addScalar(Key, E, Guarded);
  return addChildren(E, Guarded);
}

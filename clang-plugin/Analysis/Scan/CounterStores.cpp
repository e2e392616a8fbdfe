//===- CounterStores.cpp - Stores at the value of an item -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/CounterStores.h"
#include "AST/Containers.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/ImplicitCasts.h"
#include "Analysis/Scan/CountedRange.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include <algorithm>
#include <map>

using namespace clang;
using namespace ompscan::plugin;

bool CounterStores::reportCollision(const Expr *Target, unsigned Number) const {
  return Diags.report(Target->getExprLoc(), Diag::err_collision)
         << text(elementAccess(Target, Context).Base, Context)
         << counter(Number).Name;
}

std::optional<unsigned> CounterStores::kept(const VarDecl *Var) const {
  const auto *Found = llvm::find_if(Loop.Kept, [&](const KeptItem &K) {
    return variableOf(K.Counter.Base) == Var;
  });
  return Found == Loop.Kept.end()
             ? std::nullopt
             : std::optional<unsigned>(Loop.Items.size() +
                                       (Found - Loop.Kept.begin()));
}

/// The number of the scalar item or KeptItem that \p E is.
std::optional<unsigned> CounterStores::scalar(const Expr *E) const {
  const std::optional<unsigned> Number = Items.scalar(E);
  const VarDecl *Var = variableOf(strip(E));
  return Number || !Var ? Number : kept(Var);
}

/// The only increment or decrement of an item in \p Index, or null.
const Expr *CounterStores::incrementIn(const Expr *Index) const {
  const Expr *Found = nullptr;
  unsigned Number = 0;
  anyOf(Index, [&](const Expr *Sub) {
    const auto *Unary = dyn_cast<UnaryOperator>(Sub);
    if (Unary && Unary->isIncrementDecrementOp() &&
        scalar(stripImplicit(Unary->getSubExpr()))) {
      Found = Sub;
      ++Number;
    }
    return false;
  });
  return Number == 1 ? Found : nullptr;
}

std::optional<CountedStore>
CounterStores::read(const Expr *Target,
                    llvm::function_ref<bool(unsigned)> IsUpdated) const {
  const ElementAccess Element = elementAccess(Target, Context);
  if (!Element.Index)
    return std::nullopt;
  CountedStore Store;
  Store.Target = Target;

  // `k`, `k++`, `++k` and `k += 2`.
  const Expr *Index = stripWidening(Element.Index, Context);
  const Expr *Counter = Index;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Index);
      Unary && Unary->isIncrementDecrementOp()) {
    Counter = stripImplicit(Unary->getSubExpr());
    Store.IsAfter = Unary->isPrefix();
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(Index);
             Binary && Binary->isAssignmentOp()) {
    Counter = stripImplicit(Binary->getLHS());
    Store.IsAfter = true;
  }
  std::optional<unsigned> Number = scalar(Counter);
  const Expr *Inside = Number ? nullptr : incrementIn(Index);
  if (Number) {
    Store.Formula.Coefficient = 1;
  } else if (Inside) {
    // `n + k++`
    const auto *Unary = cast<UnaryOperator>(Inside);
    Counter = stripImplicit(Unary->getSubExpr());
    Store.IsAfter = Unary->isPrefix();
    if (const std::optional<Affine> Formula =
            mentions(Element.Index, Loop.IV.Var)
                ? std::nullopt
                : affineAt(Element.Index, Inside, Context);
        Formula && Formula->Coefficient != 0 && Formula->Strides.empty()) {
      Number = scalar(Counter);
      Store.Formula = *Formula;
    }
  } else {
    // `2 * k + 1`; a subscript with the induction variable is no subscript of
    // an item.
    if (mentions(Element.Index, Loop.IV.Var))
      return std::nullopt;
    Counter = Index;
    const unsigned Counters = Loop.Items.size() + Loop.Kept.size();
    for (unsigned I = 0; I != Counters && !Number; ++I) {
      const Expr *Base = counter(I).Base;
      if (isSequence(Base->getType()))
        continue;
      const std::optional<Affine> Formula =
          affine(Element.Index, Base, Context);
      if (Formula && Formula->Coefficient != 0 && Formula->Strides.empty()) {
        Number = I;
        Store.Formula = *Formula;
      }
    }
  }
  if (!Number)
    return std::nullopt;
  if (Counter == Index)
    Store.IsAfter = IsUpdated(*Number);
  Store.Item = *Number;
  if (isInRange(Store))
    return std::nullopt;
  return Store;
}

/// Whether \p Store is to one of the elements that an iteration counts before
/// it adds their number to the item.
bool CounterStores::isInRange(const CountedStore &Store) const {
  const Affine &Formula = Store.Formula;
  if (Formula.Symbols.size() != 1 || isKept(Store.Item) || Store.IsAfter)
    return false;
  const Scaled &S = Formula.Symbols.front();
  const VarDecl *Count = variableOf(strip(S.Value));
  // Narrow numbers wrap around.
  const auto IsWide = [this](QualType T) {
    return Context.getTypeSize(T) >= 32;
  };
  return Count && IsWide(Count->getType()) &&
         IsWide(counter(Store.Item).Type) && !S.Times &&
         S.Factor == Formula.Coefficient && Facts.Locals.contains(Count) &&
         CountedRange(Loop.body(), *counter(Store.Item).Base, *Count)
             .contains(*Store.Target);
}

/// The distance of the elements of \p A and \p B, stores at the value of one
/// item, in an iteration; std::nullopt if it is not known.
std::optional<int64_t> CounterStores::distance(const CountedStore &A,
                                               const CountedStore &B) {
  const std::optional<Affine> Distance = A.Formula.minus(B.Formula);
  if (!Distance || !Distance->isConstant() || A.IsEvery != B.IsEvery)
    return std::nullopt;
  if (A.IsAfter == B.IsAfter)
    return Distance->Constant;
  // `k++; y[k - 1]`
  if (A.IsEvery || A.Step == 0)
    return std::nullopt;
  return Distance->Constant +
         (int(A.IsAfter) - int(B.IsAfter)) * A.Formula.Coefficient * A.Step;
}

/// Whether stores \p A and \p B to one array never store the same element in
/// different iterations, unless only the last of them counts.
bool CounterStores::agree(const CountedStore &A, const CountedStore &B) const {
  // The runtime knows what stores of different items have stored.
  if (A.Item != B.Item)
    return A.IsPlain && B.IsPlain;
  if (A.IsDense && B.IsDense)
    return true;
  const std::optional<int64_t> Apart = distance(A, B);
  return Apart &&
         (*Apart == 0 || (!A.IsEvery && A.Step != 0 &&
                          *Apart % (A.Formula.Coefficient * A.Step) != 0));
}

bool CounterStores::sameElement(const CountedStore &A,
                                const CountedStore &B) const {
  return A.Item == B.Item && distance(A, B) == 0 &&
         sameExpression(elementAccess(A.Target, Context).Base,
                        elementAccess(B.Target, Context).Base);
}

/// Whether the iterations that move the item of \p Store store the whole
/// element that \p Store stores to: under the branches of each update, if it is
/// under those of one.
bool CounterStores::isStoredWhole(const CountedStore &Store) const {
  if (Store.IsEvery || !Facts.isUpdatedUnder(Store.Item, Store.Guards))
    return isStoredWhole(Store, Store.Guards);
  return llvm::all_of(Facts.UpdatePlaces[Store.Item],
                      [&](const UpdatePlace &Place) {
                        return isStoredWhole(Store, Place.Guards);
                      });
}

/// Whether the iterations that run \p Guards do so.
bool CounterStores::isStoredWhole(const CountedStore &Store,
                                  const BranchList &Guards) const {
  if (Store.Part == Store.Target && Store.Guards == Guards)
    return true;
  StoredBits Stored(Context);
  for (const CountedStore &Other : Facts.CountedStores)
    if (Other.Guards == Guards && !Other.IsMaybe && sameElement(Other, Store))
      Stored.add(Other.Part, Other.Target);
  return Stored.covers(Store.Target->getType());
}

/// Sets the width at which the subscript of \p Store wraps around; false if
/// there are several.
bool CounterStores::setBits(CountedStore &Store) const {
  const Expr *Index =
      stripWidening(elementAccess(Store.Target, Context).Index, Context);
  for (const NoWrap &N : Store.Formula.NoWraps) {
    // Addresses wrap around like the subscript.
    if (!N.wrapsAsNarrow())
      continue;
    if ((Store.Bits != 0 && Store.Bits != N.Bits) ||
        Context.getIntWidth(Index->getType()) != N.Bits)
      return false;
    Store.Bits = N.Bits;
  }
  return true;
}

/// Whether \p E has the same value in all iterations and is known on the host.
/// An element may be on the device, unless the host reads it anyway.
bool CounterStores::isKnownBefore(const Expr *E) const {
  return !Accesses.changes(E) && !anyOf(E, [&](const Expr *Sub) {
    return elementAccess(Sub, Context).Base && !Accesses.isDefinedAtLaunch(Sub);
  });
}

/// Whether \p Store, whose item is updated several times in an iteration, is at
/// the value in front of one of these updates, or behind it, and in the same
/// branches. As all updates move the item forward, each has its own value.
bool CounterStores::isAtUpdate(CountedStore &Store) const {
  const auto &Places = Facts.UpdatePlaces[Store.Item];
  const size_t Next = Store.NumUpdates;
  if (Store.IsUpdate)
    return true;
  if (Next != Places.size() && Places[Next].Guards == Store.Guards)
    Store.IsAfter = false;
  else if (Next != 0 && Places[Next - 1].Guards == Store.Guards)
    Store.IsAfter = true;
  else
    return false;
  return true;
}

/// How much each update of the counter \p Number adds, in the order of the
/// program; std::nullopt if one adds anything but a small positive constant.
std::optional<llvm::SmallVector<int64_t, 4>>
CounterStores::amountsOf(unsigned Number) const {
  constexpr int64_t Largest = 64;
  const Item &Counter = counter(Number);
  if (Counter.Op != Operator::Add || Counter.Type->isBooleanType() ||
      Context.getTypeSize(Counter.Type) > 64)
    return std::nullopt;
  llvm::SmallVector<int64_t, 4> Amounts;
  for (const UpdatePlace &Place : Facts.UpdatePlaces[Number]) {
    const auto &Updates = Counter.Updates;
    const auto *U = llvm::find_if(
        Updates, [&](const Update &Each) { return Each.Node == Place.Node; });
    if (U == Updates.end() || U->Input.size() != 1 || U->Input[0].Negated ||
        !U->Function.empty())
      return std::nullopt;
    const std::optional<int64_t> Amount =
        constantValue(U->Input[0].Value, Context);
    if (!Amount || *Amount < 1 || *Amount > Largest)
      return std::nullopt;
    Amounts.push_back(*Amount);
  }
  return Amounts;
}

/// The update in whose branches a store stands, and the place of the element
/// behind the one at the value in front of that update.
struct CounterStores::DensePlace {
  size_t Update;
  int64_t Offset;
};

/// That of \p Store, where updates add \p Amounts; std::nullopt if there is
/// none.
std::optional<CounterStores::DensePlace>
CounterStores::placeOf(const CountedStore &Store,
                       llvm::ArrayRef<int64_t> Amounts) const {
  const auto &Places = Facts.UpdatePlaces[Store.Item];
  const size_t Next = Store.NumUpdates;
  const int64_t Constant = Store.Formula.Constant;
  const bool IsInFront =
      Next != Places.size() && Places[Next].Guards == Store.Guards;
  if (Store.IsUpdate)
    return DensePlace{Next, Constant + (Store.IsAfter ? Amounts[Next] : 0)};
  if (IsInFront)
    return DensePlace{Next, Constant};
  if (Next != 0 && Places[Next - 1].Guards == Store.Guards)
    return DensePlace{Next - 1, Constant + Amounts[Next - 1]};
  return std::nullopt;
}

/// Whether \p Stores, those to one array at the values of one counter, are to
/// all elements that its updates pass. If so, sets what the runtime has to
/// know.
bool CounterStores::fillDense(llvm::ArrayRef<CountedStore *> Stores) const {
  const CountedStore &First = *Stores.front();
  const unsigned Number = First.Item;
  if (isKept(Number) || counter(Number).isList())
    return false;
  const std::optional<llvm::SmallVector<int64_t, 4>> Amounts =
      amountsOf(Number);
  if (!Amounts)
    return false;
  // Of each update, what is stored at each place.
  std::vector<std::map<int64_t, StoredBits>> Stored(Amounts->size());
  for (const CountedStore *Store : Stores) {
    const std::optional<Affine> Apart = Store->Formula.minus(First.Formula);
    const std::optional<DensePlace> At = placeOf(*Store, *Amounts);
    if (!Apart || !Apart->isConstant() || !At || Store->IsMaybe ||
        Store->Formula.Coefficient != 1)
      return false;
    Stored[At->Update]
        .try_emplace(At->Offset, Context)
        .first->second.add(Store->Part, Store->Target);
  }
  const int64_t Begin =
      Stored.front().empty() ? 0 : Stored.front().begin()->first;
  for (const auto &[Places, Amount] : llvm::zip_equal(Stored, *Amounts)) {
    int64_t Next = Begin;
    for (const auto &[Offset, Bits] : Places)
      if (Offset != Next++ || !Bits.covers(First.Target->getType()))
        return false;
    if (Next != Begin + Amount)
      return false;
  }
  for (CountedStore *Store : Stores) {
    Store->IsDense = true;
    Store->Formula.Constant = Begin;
    Store->Step = 1;
    Store->IsAfter = Store->IsEvery = Store->HasGaps = false;
  }
  return true;
}

/// Finds the stores to all elements that counters pass, of which the updates of
/// an iteration may pass several. \p Unordered are those of which the updates
/// alone do not tell that they keep apart.
void CounterStores::findDense(
    const llvm::SmallPtrSetImpl<const CountedStore *> &Unordered) {
  std::vector<CountedStore *> Left;
  for (CountedStore &Store : Facts.CountedStores)
    Left.push_back(&Store);
  while (!Left.empty()) {
    const CountedStore &Next = *Left.front();
    std::vector<CountedStore *> Same, Others;
    for (CountedStore *Store : Left) {
      const bool IsSame =
          Store->Item == Next.Item &&
          sameExpression(elementAccess(Store->Target, Context).Base,
                         elementAccess(Next.Target, Context).Base);
      (IsSame ? Same : Others).push_back(Store);
    }
    Left = std::move(Others);
    if (llvm::any_of(Same, [&](const CountedStore *Store) {
          return Store->HasGaps || Store->Step == 0 ||
                 Unordered.contains(Store);
        }))
      fillDense(Same);
  }
}

/// How many elements an iteration stores at the values that \p Store is at.
unsigned CounterStores::mostOf(const CountedStore &Store) const {
  if (!Store.IsDense)
    return 1;
  const auto Amounts = amountsOf(Store.Item);
  return Facts.MostUpdates[Store.Item] *
         *std::max_element(Amounts->begin(), Amounts->end());
}

/// Sets what the updates of its item tell of \p Store; false if iterations that
/// are no neighbours may store the same element.
bool CounterStores::setStep(CountedStore &Store) const {
  const Item &Counter = counterOf(Store);
  bool IsForward = false;
  if (Counter.IsStepwise) {
    const std::optional<int64_t> Step = Steps.stepOf(Counter, IsForward);
    Store.Step = Step.value_or(0);
    // The runtime does not know how many elements an iteration may store.
    Store.HasGaps = true;
    return ((Step && IsForward) || Steps.growthOf(Counter, Store.Item) ==
                                       CounterSteps::Growth::Forward) &&
           !isKept(Store.Item) && isAtUpdate(Store);
  }
  if (const std::optional<int64_t> Step = Steps.stepOf(Counter, IsForward)) {
    Store.Step = *Step;
    if (*Step == 0)
      return false;
  } else {
    const CounterSteps::Growth Growth = Steps.growthOf(Counter, Store.Item);
    if (Growth == CounterSteps::Growth::Unknown)
      return false;
    IsForward = Growth == CounterSteps::Growth::Forward;
  }
  Store.IsEvery = !IsForward || !Facts.isUpdatedUnder(Store.Item, Store.Guards);
  bool IsOnly = false;
  if (Store.IsEvery && !Store.Guards.empty() &&
      Steps.movesUnder(Store.Guards, Counter, Store.Item, IsOnly)) {
    Store.IsEvery = false;
    Store.HasGaps = !IsOnly;
  }
  return !Store.IsEvery || (Store.IsAlways && Store.Step >= 0);
}

/// Whether every iteration that runs \p Guards moves the counter \p Number
/// forward, so that no other iteration with these has the same value.
bool CounterStores::moves(const BranchList &Guards, unsigned Number) const {
  const Item &Counter = counter(Number);
  if (Counter.IsStepwise)
    return false;
  bool IsForward = false, IsOnly = false;
  const std::optional<int64_t> Step = Steps.stepOf(Counter, IsForward);
  const CounterSteps::Growth Growth = Steps.growthOf(Counter, Number);
  if (Step ? *Step == 0 : Growth == CounterSteps::Growth::Unknown)
    return false;
  IsForward |= Growth == CounterSteps::Growth::Forward;
  return (IsForward && Facts.isUpdatedUnder(Number, Guards)) ||
         Steps.movesUnder(Guards, Counter, Number, IsOnly);
}

/// Adds the counters in \p E, a part of a subscript, to \p Found; false if it
/// depends on anything else that is not the same in all iterations.
bool CounterStores::addParts(const Expr *E, Parts &Found) const {
  E = strip(E);
  if (const std::optional<unsigned> Number = scalar(E)) {
    Found.Counters.push_back(*Number);
    return true;
  }
  const VarDecl *Var = boundVariable(E);
  if (Items.holding(E) || Items.list(E) || (Var && Var == Loop.IV.Var))
    return false;
  if (Var && Facts.Locals.contains(Var)) {
    // `const int j = k;`
    const auto IsOf = [&](const LocalValue &Value) { return Value.Var == Var; };
    const auto Only = llvm::find_if(Facts.LocalValues, IsOf);
    return Only != Facts.LocalValues.end() && Only->Value &&
           std::none_of(Only + 1, Facts.LocalValues.end(), IsOf) &&
           addParts(Only->Value, Found);
  }
  if (const Expr *Base = elementAccess(E, Context).Base)
    if (llvm::any_of(Facts.Uses, [&](const ElementUse &U) {
          return U.IsStore &&
                 sameExpression(elementAccess(U.Element, Context).Base, Base);
        }))
      return false;
  const size_t Before = Found.Counters.size();
  if (!hasOnlyOperands(E) || !llvm::all_of(operands(E), [&](const Expr *Part) {
        return addParts(Part, Found);
      }))
    return false;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  Found.IsLossy |= Found.Counters.size() != Before && Binary &&
                   !Binary->isAdditiveOp() && Binary->getOpcode() != BO_Mul &&
                   Binary->getOpcode() != BO_Shl && !Binary->isAssignmentOp() &&
                   Binary->getOpcode() != BO_Comma;
  return true;
}

/// Whether all stores to the array of \p Store store the same constant.
bool CounterStores::isFlag(const OtherStore &Store) const {
  const Expr *Base = elementAccess(Store.Target, Context).Base;
  const auto IsOther = [&](const Expr *Target, const Expr *Value) {
    return sameExpression(elementAccess(Target, Context).Base, Base) &&
           !(Value && sameExpression(Value, Store.Value));
  };
  return Store.Value && constantValue(Store.Value, Context) &&
         llvm::none_of(Facts.OtherStores,
                       [&](const OtherStore &Each) {
                         return IsOther(Each.Target, Each.Value);
                       }) &&
         llvm::none_of(Facts.CountedStores, [&](const CountedStore &Each) {
           return IsOther(Each.Target, Each.Value);
         });
}

/// Reports \p Store if its subscript depends on counters alone, so that other
/// iterations store the same element.
bool CounterStores::checkOther(const OtherStore &Store) const {
  const Expr *Index = elementAccess(Store.Target, Context).Index;
  Parts Found;
  if (!Index || !addParts(Index, Found) || Found.Counters.empty() ||
      isFlag(Store) ||
      (!Found.IsLossy && llvm::any_of(Found.Counters, [&](unsigned Number) {
        return moves(Store.Guards, Number);
      })))
    return true;
  return reportCollision(Store.Target, Found.Counters.front());
}

/// Whether the elements at the values of the item follow its direction, or its
/// opposite, at a distance that the runtime can compute with.
static bool isScale(const CountedStore &Store) {
  const int64_t Scale = Store.Formula.Coefficient;
  return (Scale > 0 || (Scale < 0 && !Store.IsEvery)) && Scale >= -INT32_MAX &&
         Scale <= INT32_MAX;
}

/// Whether \p A and \p B are the two branches of an `if` in \p S.
static bool areBranches(const nest::Statement &S, const nest::Statement *A,
                        const nest::Statement *B) {
  return nest::anyStatement(S, [&](const nest::Statement &Each) {
    const auto *If = dyn_cast<nest::If>(&Each);
    return If && ((&If->thenBranch() == A && If->elseBranch() == B) ||
                  (&If->thenBranch() == B && If->elseBranch() == A));
  });
}

bool CounterStores::excludes(const BranchList &A, const BranchList &B) const {
  const size_t Length = std::min(A.size(), B.size());
  size_t Place = 0;
  while (Place != Length && A[Place] == B[Place])
    ++Place;
  return Place != Length && areBranches(Loop.body(), A[Place], B[Place]);
}

bool CounterStores::areApart(unsigned A, unsigned B) const {
  return llvm::all_of(Facts.UpdatePlaces[A], [&](const UpdatePlace &One) {
    return llvm::all_of(Facts.UpdatePlaces[B], [&](const UpdatePlace &Other) {
      return excludes(One.Guards, Other.Guards);
    });
  });
}

/// Whether no iteration changes the item of \p Store as well as another one at
/// whose value the array is stored, or stores where neither changes.
bool CounterStores::isAlone(const CountedStore &Store) const {
  return llvm::all_of(Facts.CountedStores, [&](const CountedStore &Other) {
    return !sameExpression(elementAccess(Store.Target, Context).Base,
                           elementAccess(Other.Target, Context).Base) ||
           (!Other.IsEvery &&
            (Other.Item == Store.Item || areApart(Store.Item, Other.Item)));
  });
}

/// Has only the last iteration with a value of its KeptItem run \p Store.
bool CounterStores::keepLast(const CountedStore &Store) {
  const unsigned Number = Store.Item - Loop.Items.size();
  Loop.Facts[Store.Statement].StoresAt = KeptValue{Number, Store.IsAfter};
  const KeptItem &Kept = Loop.Kept[Number];
  return llvm::all_of(
             Kept.Values,
             [&](const Expr *Value) { return Accesses.addInput(Value); }) &&
         Accesses.addInput(Kept.Final);
}

/// Makes the elements of all stores to an array unknown where those of one are:
/// the runtime could not compare them.
void CounterStores::spreadUnknown() {
  llvm::SmallVector<const Expr *, 2> Unknown;
  for (const CountedStore &Store : Facts.CountedStores)
    if (!Store.IsPlain)
      Unknown.push_back(elementAccess(Store.Target, Context).Base);
  for (CountedStore &Store : Facts.CountedStores)
    Store.IsPlain &= llvm::none_of(Unknown, [&](const Expr *Base) {
      return sameExpression(elementAccess(Store.Target, Context).Base, Base);
    });
}

/// Reports two stores that may meet.
bool CounterStores::checkPairs() const {
  for (const auto &[Number, A] : llvm::enumerate(Facts.CountedStores))
    for (const CountedStore &B :
         llvm::ArrayRef<CountedStore>(Facts.CountedStores).take_front(Number))
      if (sameExpression(elementAccess(A.Target, Context).Base,
                         elementAccess(B.Target, Context).Base) &&
          !agree(A, B)) {
        if (A.Item == B.Item)
          return reportCollision(A.Target, A.Item);
        return Diags.report(A.Target->getExprLoc(),
                            Diag::err_collision_counters)
               << text(elementAccess(A.Target, Context).Base, Context)
               << counterOf(A).Name << counterOf(B).Name;
      }
  return true;
}

/// The input of the next iteration is computed ahead, so no iteration may store
/// what it reads. Reports an array of which it does.
bool CounterStores::checkAhead() const {
  for (const ArrayUse &Array : Loop.Arrays) {
    auto Has = [&](AccessKind A, AccessKind B) {
      return llvm::any_of(Array.Accesses, [&](const Access &Use) {
        return (Use.Kind == A || Use.Kind == B) && !Use.IsOfOtherMembers &&
               !Use.IsKept;
      });
    };
    if (Has(AccessKind::Read, AccessKind::ReadAny) && Array.isStored())
      return Diags.report(Facts.CountedStores.front().Target->getExprLoc(),
                          Diag::err_collision_ahead)
             << Array.Name;
  }
  return true;
}

bool CounterStores::check() {
  bool LooksAhead = false;
  if (!llvm::all_of(Facts.OtherStores,
                    [&](const OtherStore &Store) { return checkOther(Store); }))
    return false;
  llvm::SmallPtrSet<const CountedStore *, 4> Unordered;
  for (CountedStore &Store : Facts.CountedStores)
    if (!setStep(Store))
      Unordered.insert(&Store);
  findDense(Unordered);
  for (const CountedStore &Store : Facts.CountedStores)
    if (Unordered.contains(&Store) && !Store.IsDense)
      return reportCollision(Store.Target, Store.Item);
  for (CountedStore &Store : Facts.CountedStores) {
    // The runtime knows the values of the loop's own items.
    Store.IsPlain = !isKept(Store.Item) && Store.Step != 0 && !Store.IsMaybe &&
                    !Store.HasGaps && isScale(Store) &&
                    llvm::all_of(Store.Formula.Symbols,
                                 [&](const Scaled &S) {
                                   return isKnownBefore(S.Value) &&
                                          (!S.Times || isKnownBefore(S.Times));
                                 }) &&
                    setBits(Store);
  }
  // The number of elements to transfer would not be known.
  for (CountedStore &Store : Facts.CountedStores)
    Store.IsPlain = Store.IsPlain && (Store.IsDense || isStoredWhole(Store));
  spreadUnknown();
  for (const CountedStore &Store : Facts.CountedStores) {
    const Item &Counter = counterOf(Store);
    // The runtime would not know whether the subscript wraps around.
    if (!Store.IsPlain &&
        (Context.getTypeSize(Counter.Type) < 32 ||
         llvm::any_of(Store.Formula.NoWraps,
                      [](const NoWrap &N) { return N.Bits < 31; })))
      return reportCollision(Store.Target, Store.Item);
  }
  if (!checkPairs())
    return false;
  for (const CountedStore &Store : Facts.CountedStores) {
    std::optional<CountedAccess> Range;
    if (Store.IsPlain)
      Range = CountedAccess{Store.Item,
                            Store.Step,
                            Store.Formula.Coefficient,
                            Store.Formula.Constant,
                            Store.Formula.Symbols,
                            Store.IsAfter,
                            Store.IsEvery,
                            Store.Bits,
                            /*Slides=*/false,
                            !Store.IsDense && isAlone(Store),
                            mostOf(Store)};
    if (!Accesses.addCounted(Store.Target, Range))
      return false;
    if (Store.IsEvery && isKept(Store.Item)) {
      if (!keepLast(Store))
        return false;
    } else if (Store.IsEvery) {
      Loop.Facts[Store.Statement].StoresAt =
          ItemValue{Store.Item, Store.IsAfter};
      LooksAhead |= Store.IsAfter;
    }
  }
  return !LooksAhead || checkAhead();
}

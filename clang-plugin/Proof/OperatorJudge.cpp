//===- OperatorJudge.cpp - Is an operator associative? --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/OperatorJudge.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <cmath>

using namespace clang;
using namespace ompscan::plugin;

/// Instructions for one operator.
static constexpr uint64_t MostSteps = 2'000'000;
/// Instructions to search one of the five domains.
static constexpr uint64_t SearchSteps = 100'000;
/// Instructions that tryAllValues() leaves for the five searches and for the
/// other properties.
static constexpr uint64_t OtherSteps = 6 * SearchSteps;

OperatorJudge::OperatorJudge(const OperatorProgram &Program,
                             const ValueLayout &Layout)
    : Program(Program), Layout(Layout), Eval(Program.module(), MostSteps),
      Random(Layout) {
  if (!Layout.isNumber())
    findFlags();
}

/// Domains whose numbers occur in values.
llvm::ArrayRef<Domain> OperatorJudge::usual() const {
  static constexpr Domain OfNumbers[] = {Domain::Natural, Domain::Small,
                                         Domain::Wide};
  static constexpr Domain OfMembers[] = {Domain::Positive};
  if (Layout.isNumber())
    return OfNumbers;
  return OfMembers;
}

/// Finds the members that are 0 or 1 in results on operands of such numbers.
void OperatorJudge::findFlags() {
  static constexpr unsigned Pairs = 16;
  std::vector<bool> IsFlag;
  for (const Field &F : Layout.fields())
    IsFlag.push_back(F.isInteger());
  Bytes Result;
  for (unsigned I = 0; I != Pairs; ++I)
    if (combine(Random.next(Domain::Flags, 0), Random.next(Domain::Flags, 0),
                Result))
      for (size_t N = 0; N != IsFlag.size(); ++N)
        if (IsFlag[N] && Layout.fields()[N].read(Result) > 1)
          IsFlag[N] = false;
  Random.setFlags(std::move(IsFlag));
}

/// Sets \p Result to `A op B`; false, with the reason in Last, if it has no
/// value.
bool OperatorJudge::combine(const Bytes &A, const Bytes &B, Bytes &Result) {
  Result.assign(Layout.size(), 0);
  Last = Eval.run(Program.combine(), Result, {A, B});
  Met.Magnitude = std::max(Met.Magnitude, Eval.trace().Magnitude);
  Met.HasNegativeRemainder |= Eval.trace().HasNegativeRemainder;
  return Last == Outcome::Value;
}

double OperatorJudge::magnitudeOf(const Bytes &Value) const {
  double Largest = 0;
  for (const Field &F : Layout.fields())
    if (F.Is == Field::Floating)
      if (const double D = std::fabs(F.readFloating(Value)); std::isfinite(D))
        Largest = std::max(Largest, D);
  return Largest;
}

/// A result of the operator on samples.
std::optional<Bytes> OperatorJudge::reached(Domain D) {
  static constexpr unsigned MostTrials = 32;
  Bytes Result;
  for (unsigned I = 0; I != MostTrials; ++I) {
    // A flag may have a meaning only beside another one. And beside an operand
    // without a flag, the other one may be the result as it is.
    const uint64_t Flags = Random.below(2);
    const Bytes First = Random.next(D, Flags), Second = Random.next(D, Flags);
    if (!combine(First, Second, Result)) {
      if (Last != Outcome::Undefined)
        return std::nullopt;
      continue;
    }
    if (Random.below(4) != 0)
      return Result;
    const Bytes Part = Result;
    if (combine(Part, Random.next(D, Flags), Result))
      return Result;
  }
  return std::nullopt;
}

const std::vector<Bytes> &OperatorJudge::poolOf(Domain D) {
  static constexpr size_t Size = 16;
  std::vector<Bytes> &Pool = Pools[static_cast<unsigned>(D)];
  while (Pool.size() < Size) {
    std::optional<Bytes> New = reached(D);
    if (!New)
      break;
    Pool.push_back(std::move(*New));
  }
  return Pool;
}

Finding OperatorJudge::finding(Finding::Kind Is,
                               const Counterexample &Of) const {
  Finding Result;
  Result.Is = Is;
  for (const Bytes *Each : {&Of.A, &Of.B, &Of.C})
    if (!Each->empty())
      Result.Operands.push_back(Layout.print(*Each));
  Result.Left = Layout.print(Of.Left);
  Result.Right = Layout.print(Of.Right);
  return Result;
}

Finding OperatorJudge::unknown(const char *Reason) const {
  Finding Result;
  Result.Reason = Last == Outcome::Unsupported  ? Eval.whyNot()
                  : Last == Outcome::OutOfSteps ? "it takes too long"
                                                : Reason;
  return Result;
}

namespace {

/// The operator as a table of at most 256 values. A result that is none of them
/// has the number of values, as has all that is computed from it.
class Table {
public:
  static constexpr size_t Most = 256;

  explicit Table(size_t Size)
      : Size(Size), Results((Size + 1) * (Size + 1), uint16_t(Size)) {}

  uint16_t &at(size_t A, size_t B) { return Results[A * (Size + 1) + B]; }
  const uint16_t *row(size_t A) const { return &Results[A * (Size + 1)]; }
  bool isValue(size_t Number) const { return Number != Size; }

  /// Values that all of \p Among are products of. If `(a b) c == a (b c)` for
  /// each of them as b, it holds for all (Light's test).
  std::vector<size_t> generators(const std::vector<size_t> &Among) const;
  /// Calls \p Found with a, b and c, of \p Among, until it returns true.
  template <typename T>
  bool findViolation(const std::vector<size_t> &Among, T Found) const;

private:
  size_t Size;
  std::vector<uint16_t> Results;
};

} // namespace

std::vector<size_t> Table::generators(const std::vector<size_t> &Among) const {
  std::vector<size_t> Chosen, Known;
  std::vector<bool> IsKnown(Size);
  const auto Add = [&](size_t Value) {
    if (!isValue(Value) || IsKnown[Value])
      return;
    IsKnown[Value] = true;
    Known.push_back(Value);
  };
  size_t Done = 0;
  for (size_t I = 0; I != Among.size(); ++I) {
    // From both ends: many values are products of 1 and -1.
    const size_t Each = Among[I % 2 ? Among.size() - 1 - I / 2 : I / 2];
    if (IsKnown[Each])
      continue;
    Chosen.push_back(Each);
    Add(Each);
    for (; Done != Known.size(); ++Done)
      for (size_t J = 0; J <= Done; ++J) {
        Add(row(Known[J])[Known[Done]]);
        Add(row(Known[Done])[Known[J]]);
      }
  }
  return Chosen;
}

template <typename T>
bool Table::findViolation(const std::vector<size_t> &Among, T Found) const {
  for (const size_t B : generators(Among)) {
    const uint16_t *const OfB = row(B);
    for (const size_t A : Among) {
      const uint16_t *const OfA = row(A), *const OfAB = row(OfA[B]);
      unsigned Difference = 0;
      for (size_t C = 0; C != Size; ++C)
        Difference |= unsigned(OfAB[C] ^ OfA[OfB[C]]);
      if (Difference == 0)
        continue;
      for (const size_t C : Among)
        if (OfAB[C] != OfA[OfB[C]] && isValue(OfAB[C]) &&
            isValue(OfA[OfB[C]]) && Found(A, B, C))
          return true;
    }
  }
  return false;
}

/// All values of \p Layout, if they are few.
static std::vector<Bytes> allValues(const ValueLayout &Layout) {
  std::vector<Bytes> All = {Bytes(Layout.size())};
  for (const Field &F : Layout.fields()) {
    const size_t Count = F.Is == Field::Truth        ? 2
                         : F.Is == Field::Enumerator ? F.Enumerators.size()
                         : F.Is == Field::Floating || F.Width > 8
                             ? Table::Most + 1
                             : size_t(1) << F.Width;
    if (All.size() * Count > Table::Most)
      return {};
    std::vector<Bytes> Longer;
    for (const Bytes &Each : All)
      for (size_t I = 0; I != Count; ++I) {
        Longer.push_back(Each);
        F.write(Longer.back(),
                F.Is == Field::Enumerator ? F.Enumerators[I] : I);
      }
    All = std::move(Longer);
  }
  return All;
}

/// Tries all triples of a type with few values; std::nullopt if it has more.
std::optional<Finding> OperatorJudge::tryAllValues() {
  const std::vector<Bytes> All = allValues(Layout);
  if (All.empty())
    return std::nullopt;
  const auto NumberOf = [&](const Bytes &Value) {
    for (size_t I = 0; I != All.size(); ++I)
      if (Layout.areEqual(All[I], Value, 0))
        return I;
    return All.size(); // No enumerator.
  };
  // The values of most types are in the order of their bytes.
  const bool IsByte = Layout.isNumber() && All.size() == Table::Most;
  Table T(All.size());
  std::vector<bool> IsResult(All.size());
  bool IsTotal = true;
  Bytes Result;
  const uint64_t Begin = Eval.stepsLeft();
  for (size_t A = 0; A != All.size(); ++A) {
    // If all take as long as those so far, there have to be enough.
    if ((Begin - Eval.stepsLeft()) * All.size() > A * (Begin - OtherSteps) ||
        Eval.stepsLeft() < OtherSteps)
      return std::nullopt;
    for (size_t B = 0; B != All.size(); ++B) {
      if (!combine(All[A], All[B], Result)) {
        if (Last != Outcome::Undefined)
          return std::nullopt;
        IsTotal = false;
        continue;
      }
      const size_t Number = IsByte ? Result[0] : NumberOf(Result);
      T.at(A, B) = uint16_t(Number);
      if (T.isValue(Number))
        IsResult[Number] = true;
      else
        IsTotal = false;
    }
  }
  std::vector<size_t> Every, Results;
  for (size_t I = 0; I != All.size(); ++I) {
    Every.push_back(I);
    if (IsResult[I])
      Results.push_back(I);
  }
  std::optional<Finding> Found;
  const auto Report = [&](Finding::Kind Is) {
    return [&, Is](size_t A, size_t B, size_t C) {
      Met = {};
      Bytes AB, BC, Left, Right;
      if (!combine(All[A], All[B], AB) || !combine(AB, All[C], Left) ||
          !combine(All[B], All[C], BC) || !combine(All[A], BC, Right))
        return false;
      const bool Hardly =
          Is == Finding::OnlyOtherwise || Met.HasNegativeRemainder;
      if (Hardly && Found)
        return false;
      Found = finding(Hardly ? Finding::OnlyOtherwise : Is,
                      {All[A], All[B], All[C], Left, Right, false});
      Found->Reason = Met.HasNegativeRemainder
                          ? "negative operands of a remainder"
                          : "values that are no results of it";
      return Is == Finding::OnlyOtherwise || !Hardly;
    };
  };
  if (T.findViolation(Results, Report(Finding::Disproved)) ||
      T.findViolation(Every, Report(Finding::OnlyOtherwise)))
    return Found;
  if (Found)
    return Found;
  Finding None;
  None.Is = IsTotal ? Finding::Proven : Finding::NotDisproved;
  None.Reason = "all values were tried";
  return None;
}

/// Looks for a counterexample of numbers of \p D, with \p Steps instructions.
std::optional<OperatorJudge::Counterexample>
OperatorJudge::search(Domain D, uint64_t Budget) {
  const uint64_t Limit =
      Eval.stepsLeft() > Budget ? Eval.stepsLeft() - Budget : 0;
  std::vector<Bytes> Pool = poolOf(D);
  // A comparison of rounded numbers may go either way, once in a while.
  const unsigned Needed = Layout.hasFloating() ? 3 : 1;
  std::optional<Counterexample> First;
  unsigned Count = 0;
  Bytes AB, BC, Left, Right;
  while (!Pool.empty() && Eval.stepsLeft() > Limit) {
    const auto Pick = [&]() -> Bytes & {
      return Pool[Random.below(Pool.size())];
    };
    const Bytes A = Pick(), B = Pick(), C = Pick();
    Met = {};
    if (combine(A, B, AB) && combine(AB, C, Left) && combine(B, C, BC) &&
        combine(A, BC, Right)) {
      ++Defined;
      double Magnitude = Met.Magnitude;
      for (const Bytes *Each : {&A, &B, &C})
        Magnitude = std::max(Magnitude, magnitudeOf(*Each));
      if (!Layout.areEqual(Left, Right, Magnitude)) {
        ++Count;
        if (!First ||
            (First->HasNegativeRemainder && !Met.HasNegativeRemainder))
          First = {A, B, C, Left, Right, Met.HasNegativeRemainder};
        if (Count >= Needed && !First->HasNegativeRemainder)
          return First;
      }
    } else if (Last != Outcome::Undefined) {
      break;
    }
    if (std::optional<Bytes> New = reached(D))
      Pick() = std::move(*New);
    else if (Last != Outcome::Undefined)
      break;
  }
  return Count >= Needed ? First : std::nullopt;
}

/// Whether the operator of \p M asks for NaN.
static bool testsForNaN(const llvm::Module &M) {
  for (const llvm::Function &F : M) {
    if (F.isDeclaration() && F.getName().contains("isnan"))
      return true;
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (const auto *Compare = llvm::dyn_cast<llvm::FCmpInst>(&I))
        if (Compare->getPredicate() == llvm::CmpInst::FCMP_UNO ||
            Compare->getPredicate() == llvm::CmpInst::FCMP_ORD)
          return true;
  }
  return false;
}

/// Whether the operator is associative for all values of these numbers.
bool OperatorJudge::holdsFor(const FieldValues &Values) {
  constexpr size_t MostValues = 27;
  std::vector<Bytes> All = {Bytes(Layout.size())};
  for (size_t I = 0; I != Values.size(); ++I) {
    std::vector<Bytes> Longer;
    for (const Bytes &Each : All)
      for (const uint64_t Bits : Values[I]) {
        Longer.push_back(Each);
        Layout.fields()[I].write(Longer.back(), Bits);
      }
    All = std::move(Longer);
    if (All.size() > MostValues)
      return false;
  }
  Bytes AB, BC, Left, Right;
  for (const Bytes &A : All)
    for (const Bytes &B : All) {
      if (!combine(A, B, AB))
        return false;
      for (const Bytes &C : All)
        if (!combine(AB, C, Left) || !combine(B, C, BC) ||
            !combine(A, BC, Right) || !Layout.areEqual(Left, Right, 0))
          return false;
    }
  return true;
}

/// Proves that the operator is associative, if it has a form that allows it.
std::optional<Finding> OperatorJudge::proof() {
  Finding Result;
  Result.Is = Finding::Proven;
  const llvm::Function &F = Program.combine();
  const bool HasFloating = Layout.hasFloating();
  if (isAssociativePolynomial(F, Layout)) {
    Result.Reason = HasFloating ? "both sides are the same polynomials, but "
                                  "for rounding"
                                : "both sides are the same polynomials";
    return Result;
  }
  if (const auto Patterns = bitPatterns(F, Layout);
      Patterns && holdsFor(*Patterns)) {
    Result.Reason = "it combines values bit by bit, and all bits were tried";
    return Result;
  }
  if (const auto Patterns = orderPatterns(F, Layout);
      Patterns && holdsFor(*Patterns)) {
    Result.Reason = HasFloating ? "it compares and keeps numbers, and all "
                                  "orders were tried, without NaN"
                                : "it compares and keeps numbers, and all "
                                  "orders were tried";
    return Result;
  }
  return std::nullopt;
}

Finding OperatorJudge::associativity() {
  std::optional<Finding> Proof = proof();
  if (!Proof)
    if (std::optional<Finding> Whole = tryAllValues())
      if (Layout.isNumber() || Whole->Is != Finding::Disproved)
        return *Whole;
  std::optional<Finding> Hardly;
  const auto Note = [&](const Counterexample &Found, const char *Reason) {
    if (Hardly)
      return;
    Hardly = finding(Finding::OnlyOtherwise, Found);
    Hardly->Reason = Found.HasNegativeRemainder
                         ? "negative operands of a remainder"
                         : Reason;
  };
  if (!Proof)
    for (const Domain D :
         {Domain::Positive, Domain::Natural, Domain::Small, Domain::Wide}) {
      const std::optional<Counterexample> Found = search(D, SearchSteps);
      if (Last == Outcome::Unsupported)
        return unknown("");
      if (!Found)
        continue;
      if (!Found->HasNegativeRemainder && llvm::is_contained(usual(), D))
        return finding(Finding::Disproved, *Found);
      Note(*Found, "values that may not occur");
    }
  constexpr uint64_t Few = 8;
  if (!Proof && Defined < Few)
    return unknown("it has no value for nearly all samples");
  if (Layout.hasFloating()) {
    Eval.allowNonFinite(true);
    const std::optional<Counterexample> Found =
        search(Domain::NaN, SearchSteps);
    Eval.allowNonFinite(false);
    if (Found && testsForNaN(Program.module()))
      return finding(Finding::Disproved, *Found);
    if (Found)
      Note(*Found, "NaN");
  }
  if (Hardly)
    return *Hardly;
  if (Proof)
    return *Proof;
  Finding None;
  None.Is = Finding::NotDisproved;
  return None;
}

Finding OperatorJudge::commutativity() {
  Finding Result;
  unsigned Pairs = 0, Differences = 0;
  std::optional<Counterexample> Found;
  Bytes AB, BA;
  for (const Domain D : usual()) {
    const std::vector<Bytes> &Pool = poolOf(D);
    for (size_t I = 0; I + 1 < Pool.size(); ++I) {
      const Bytes &A = Pool[I], &B = Pool[I + 1];
      Met = {};
      if (!combine(A, B, AB) || !combine(B, A, BA))
        continue;
      ++Pairs;
      const double Magnitude =
          std::max({Met.Magnitude, magnitudeOf(A), magnitudeOf(B)});
      if (Layout.areEqual(AB, BA, Magnitude) || Met.HasNegativeRemainder)
        continue;
      ++Differences;
      if (!Found)
        Found = {A, B, {}, AB, BA, false};
    }
  }
  if (Pairs == 0)
    return unknown("it has no value for nearly all samples");
  Result.Is = Finding::NotDisproved;
  if (!Found)
    return Result;
  // Of few pairs, those of which either operand may be kept.
  const bool IsOfTies = Differences * 4 < Pairs;
  Result =
      finding(IsOfTies ? Finding::OnlyOtherwise : Finding::Disproved, *Found);
  Result.Reason = "equal keys";
  return Result;
}

std::optional<Finding> OperatorJudge::neutrality() {
  if (!Program.identity())
    return std::nullopt;
  for (const Domain D : usual())
    poolOf(D);
  Eval.allowNonFinite(true); // The infinite e of a minimum.
  const Finding Result = neutralityOf(Program.identity());
  Eval.allowNonFinite(false);
  return Result;
}

Finding OperatorJudge::neutralityOf(const llvm::Function *Identity) {
  Bytes E(Layout.size());
  Last = Eval.run(*Identity, E, {});
  if (Last != Outcome::Value)
    return unknown("its initializer has no value");
  unsigned Tried = 0, Differences = 0;
  std::optional<Counterexample> Found;
  Bytes Left, Right;
  for (const Domain D : usual()) {
    // Identities such as {1000, -1000} need not be ones of the whole type.
    if (D == Domain::Wide)
      continue;
    for (const Bytes &A : poolOf(D)) {
      Met = {};
      if (!combine(A, E, Right) || !combine(E, A, Left) ||
          Met.HasNegativeRemainder)
        continue;
      ++Tried;
      const double Magnitude = std::max(Met.Magnitude, magnitudeOf(A));
      if (Layout.areEqual(Left, A, Magnitude) &&
          Layout.areEqual(Right, A, Magnitude))
        continue;
      ++Differences;
      if (!Found)
        Found = {A, E, {}, Left, Right, false};
    }
  }
  if (Tried == 0)
    return unknown("it has no value for nearly all samples");
  Finding Result;
  Result.Is = Finding::NotDisproved;
  // Members may have no meaning in some values, such as empty intervals.
  return !Found ? Result
                : finding(Differences * 2 > Tried ? Finding::Disproved
                                                  : Finding::OnlyOtherwise,
                          *Found);
}

OperatorFindings
ompscan::plugin::judgeOperator(const Item &I, CompilerInstance &CI,
                               Lowering::BodyRequest RequestBody) {
  OperatorFindings Result;
  const std::optional<ValueLayout> Layout =
      ValueLayout::of(I.Type, CI.getASTContext());
  std::string &WhyNot = Result.Associativity.Reason;
  if (!Layout) {
    WhyNot = "its values are not made of integers and floating-point numbers";
    return Result;
  }
  const std::unique_ptr<OperatorProgram> Program =
      OperatorProgram::compile(I, CI, std::move(RequestBody), WhyNot);
  if (!Program)
    return Result;
  OperatorJudge Judge(*Program, *Layout);
  Result.Associativity = Judge.associativity();
  Result.Commutativity = Judge.commutativity();
  if (std::optional<Finding> Found = Judge.neutrality())
    Result.Neutrality = *Found;
  return Result;
}

//===- Affine.cpp - Subscripts as formulas of the induction variable ------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/Affine.h"
#include "AST/Arithmetic.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "Analysis/Expressions/Conversions.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// The factors of \p S, of which the second may be null. A signed product does
/// not wrap around.
std::pair<const Expr *, const Expr *> factorsOf(const Scaled &S) {
  const auto *Product = dyn_cast<BinaryOperator>(strip(S.Value));
  if (!S.Times && Product && Product->getOpcode() == BO_Mul &&
      Product->getType()->isSignedIntegerType())
    return {Product->getLHS(), Product->getRHS()};
  return {S.Value, S.Times};
}

/// Whether \p A and \p B are multiples of the same value.
bool sameProduct(const Scaled &A, const Scaled &B) {
  const auto [A1, A2] = factorsOf(A);
  const auto [B1, B2] = factorsOf(B);
  if (!A2 || !B2)
    return !A2 && !B2 && sameExpression(A1, B1);
  return (sameExpression(A1, B1) && sameExpression(A2, B2)) ||
         (sameExpression(A1, B2) && sameExpression(A2, B1));
}

/// Whether \p E is one of the two integers whose product is \p S.
bool hasFactor(const Scaled &S, const Expr *E) {
  const auto [First, Second] = factorsOf(S);
  return sameExpression(First, E) || (Second && sameExpression(Second, E));
}

/// `A * FactorA + B * FactorB`, unless a number overflows.
std::optional<Affine> combine(const Affine &A, int64_t FactorA, const Affine &B,
                              int64_t FactorB) {
  Affine Result;
  bool Overflow = false;
  auto Multiply = [&](int64_t X, int64_t Y) {
    int64_t Product = 0;
    Overflow |= llvm::MulOverflow(X, Y, Product);
    return Product;
  };
  auto Sum = [&](int64_t X, int64_t Y) {
    int64_t Total = 0;
    Overflow |=
        llvm::AddOverflow(Multiply(X, FactorA), Multiply(Y, FactorB), Total);
    return Total;
  };
  Result.Coefficient = Sum(A.Coefficient, B.Coefficient);
  Result.Constant = Sum(A.Constant, B.Constant);
  auto Add = [&](llvm::SmallVectorImpl<Scaled> &To, ArrayRef<Scaled> From,
                 int64_t By) {
    for (const Scaled &S : From) {
      const int64_t Factor = Multiply(S.Factor, By);
      auto *Known =
          llvm::find_if(To, [&](const Scaled &K) { return sameProduct(K, S); });
      if (Known == To.end())
        To.push_back({S.Value, Factor, S.Times});
      else
        Overflow |= llvm::AddOverflow(Known->Factor, Factor, Known->Factor);
    }
    llvm::erase_if(To, [](const Scaled &S) { return S.Factor == 0; });
  };
  Add(Result.Strides, A.Strides, FactorA);
  Add(Result.Strides, B.Strides, FactorB);
  Add(Result.Symbols, A.Symbols, FactorA);
  Add(Result.Symbols, B.Symbols, FactorB);
  Result.NoWraps.append(A.NoWraps.begin(), A.NoWraps.end());
  Result.NoWraps.append(B.NoWraps.begin(), B.NoWraps.end());
  if (Overflow)
    return std::nullopt;
  return Result;
}

/// `A * B`, where \p B is invariant; std::nullopt if that needs products of
/// three values.
std::optional<Affine> multiply(const Affine &A, const Affine &B) {
  if (!B.isInvariant())
    return std::nullopt;
  std::optional<Affine> Result = combine(A, B.Constant, {}, 1);
  if (!Result)
    return std::nullopt;
  for (const Scaled &S : B.Symbols) {
    Affine Part;
    Part.Strides.push_back({S.Value, A.Coefficient, S.Times});
    Part.Symbols.push_back({S.Value, A.Constant, S.Times});
    auto Multiply = [&](llvm::SmallVectorImpl<Scaled> &To,
                        ArrayRef<Scaled> From) {
      for (const Scaled &Other : From) {
        if (S.Times || Other.Times)
          return false;
        To.push_back({Other.Value, Other.Factor, S.Value});
      }
      return true;
    };
    if (!Multiply(Part.Strides, A.Strides) ||
        !Multiply(Part.Symbols, A.Symbols))
      return std::nullopt;
    Result = combine(*Result, 1, Part, S.Factor);
    if (!Result)
      return std::nullopt;
  }
  Result->NoWraps.append(B.NoWraps.begin(), B.NoWraps.end());
  return Result;
}

class AffineReader {
public:
  /// Whether an expression, without parentheses, is the variable.
  using Predicate = llvm::function_ref<bool(const Expr *)>;

  AffineReader(Predicate IsVar, const ASTContext &Context)
      : IsVar(IsVar), Context(Context) {}

  std::optional<Affine> read(const Expr *E) const;

private:
  std::optional<Affine> readCast(const CastExpr *Cast) const;
  std::optional<Affine> readBinary(const BinaryOperator *Binary) const;
  /// \p A, which is the formula of \p E, restricted to [0, 2^Bits).
  static Affine within(Affine A, const Expr *E, unsigned Bits) {
    A.NoWraps.push_back({E, A.Coefficient, Bits, A.Strides});
    return A;
  }

  bool mentionsVar(const Expr *E) const { return anyOf(E, IsVar); }

  Predicate IsVar;
  const ASTContext &Context;
};

} // namespace

std::optional<Affine> Affine::minus(const Affine &Other) const {
  std::optional<Affine> Difference = combine(*this, 1, Other, -1);
  if (Difference)
    Difference->NoWraps.clear();
  return Difference;
}

std::optional<Affine> Affine::step(const Induction &IV) const {
  Affine Step;
  bool Overflow = llvm::MulOverflow(Coefficient, IV.Step, Step.Constant);
  for (Scaled S : Strides) {
    Overflow |= llvm::MulOverflow(S.Factor, IV.Step, S.Factor);
    Step.Symbols.push_back(S);
  }
  if (Overflow)
    return std::nullopt;
  return Step;
}

/// Whether \p A, which is invariant, is a multiple of \p B whatever the values
/// of symbols are.
static bool isMultiple(const Affine &A, const Affine &B) {
  if (B.isConstant())
    return B.Constant != 0 && A.Constant % B.Constant == 0 &&
           llvm::all_of(A.Symbols, [&](const Scaled &S) {
             return S.Factor % B.Constant == 0;
           });
  const int64_t Factor = B.Symbols.front().Factor;
  const auto *Same = llvm::find_if(A.Symbols, [&](const Scaled &S) {
    return sameProduct(S, B.Symbols.front());
  });
  if (Same == A.Symbols.end() || Same->Factor % Factor != 0)
    return A.isZero();
  const std::optional<Affine> Rest = combine(A, 1, B, -(Same->Factor / Factor));
  return Rest && Rest->isZero();
}

static uint64_t magnitude(int64_t N) {
  return N < 0 ? -static_cast<uint64_t>(N) : static_cast<uint64_t>(N);
}

/// Whether \p A are elements of one row, `a[r * n + i]`, and those in
/// \p Distance to them may be of another row: then the distance is made of what
/// the begin of the row is made of, or a number of rows of known length, which
/// is longer than a step. Other distances, as in `a[i - k]`, are those of a
/// recurrence of a higher order.
static bool mayBeInOtherRow(const Affine &A, const Affine &Distance,
                            int64_t Step) {
  uint64_t Length = 0;
  for (const Scaled &Begin : A.Symbols) {
    Length = std::gcd(Length, magnitude(Begin.Factor));
    const auto [First, Second] = factorsOf(Begin);
    for (const Scaled &D : Distance.Symbols)
      for (const Expr *Factor : {First, Second})
        if (Factor && hasFactor(D, Factor))
          return true;
  }
  return Distance.isConstant() && Length > magnitude(Step) &&
         magnitude(Distance.Constant) % Length == 0;
}

Meeting ompscan::plugin::meet(const Affine &A, const Affine &B,
                              const Induction &IV) {
  const std::optional<Affine> Distance = A.minus(B);
  const std::optional<Affine> Step = A.step(IV);
  if (!Distance || !Step || !Distance->isInvariant())
    return Meeting::Elsewhere;
  if (Distance->isZero())
    return A.isInvariant() ? Meeting::Elsewhere : Meeting::SameIteration;
  if (A.isInvariant())
    return Distance->isConstant() ? Meeting::Never : Meeting::Unknown;
  if (isMultiple(*Distance, *Step))
    return Step->isConstant() && mayBeInOtherRow(A, *Distance, Step->Constant)
               ? Meeting::Unknown
               : Meeting::Elsewhere;
  // The symbols of the distance may be multiples of the step.
  Affine Rest = *Distance;
  Rest.Constant = 0;
  return Step->isConstant() && isMultiple(Rest, *Step) ? Meeting::Never
                                                       : Meeting::Unknown;
}

std::optional<Affine> AffineReader::read(const Expr *E) const {
  E = strip(E);
  if (!E->getType()->isIntegralOrUnscopedEnumerationType() ||
      E->isValueDependent() || Context.getIntWidth(E->getType()) > 64)
    return std::nullopt;
  Affine Result;
  if (const std::optional<int64_t> Constant = constantValue(E, Context)) {
    Result.Constant = *Constant;
    return Result;
  }
  if (IsVar(E)) {
    Result.Coefficient = 1;
    return Result;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && !Binary->isAssignmentOp()) {
    if (std::optional<Affine> Formula = readBinary(Binary))
      return Formula;
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Minus &&
        E->getType()->isSignedIntegerOrEnumerationType())
      if (std::optional<Affine> Sub = read(Unary->getSubExpr()))
        return combine({}, 1, *Sub, -1);
    if (Unary->getOpcode() == UO_Plus)
      return read(Unary->getSubExpr());
  } else if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (std::optional<Affine> Formula = readCast(Cast))
      return Formula;
  }
  if (mentionsVar(E) || (E->HasSideEffects(Context) && !sizedContainer(E)))
    return std::nullopt;
  Result.Symbols.push_back({E, 1});
  return Result;
}

std::optional<Affine> AffineReader::readCast(const CastExpr *Cast) const {
  const QualType From = Cast->getSubExpr()->getType();
  const QualType To = Cast->getType();
  if (Cast->getCastKind() != CK_IntegralCast || To->isBooleanType())
    return std::nullopt;
  std::optional<Affine> Sub = read(Cast->getSubExpr());
  if (!Sub || fits(From, To, Context))
    return Sub;
  // Without the variable, a cast that may change the value is another symbol.
  if (!mentionsVar(Cast))
    return std::nullopt;
  const unsigned Bits = Context.getIntWidth(To);
  return within(std::move(*Sub), Cast,
                To->isUnsignedIntegerOrEnumerationType() ? Bits : Bits - 1);
}

std::optional<Affine>
AffineReader::readBinary(const BinaryOperator *Binary) const {
  std::optional<Affine> LHS = read(Binary->getLHS());
  std::optional<Affine> RHS = read(Binary->getRHS());
  if (!LHS || !RHS)
    return std::nullopt;
  std::optional<Affine> Result;
  switch (Binary->getOpcode()) {
  case BO_Add:
    Result = combine(*LHS, 1, *RHS, 1);
    break;
  case BO_Sub:
    Result = combine(*LHS, 1, *RHS, -1);
    break;
  case BO_Mul:
    if (RHS->isConstant())
      Result = combine(*LHS, RHS->Constant, {}, 1);
    else if (LHS->isConstant())
      Result = combine(*RHS, LHS->Constant, {}, 1);
    else if (!LHS->isInvariant())
      Result = multiply(*LHS, *RHS);
    else if (!RHS->isInvariant())
      Result = multiply(*RHS, *LHS);
    break;
  case BO_Shl:
    if (RHS->isConstant() && RHS->Constant >= 0 && RHS->Constant < 31)
      Result = combine(*LHS, int64_t(1) << RHS->Constant, {}, 1);
    break;
  default:
    break;
  }
  if (!Result)
    return std::nullopt;
  const QualType Type = Binary->getType();
  const unsigned Bits = Context.getIntWidth(Type);
  // Addresses wrap around as numbers of 64 bits do.
  if (Bits < 64 && Context.getLangOpts().isSignedOverflowDefined() &&
      mayOverflow(Binary->getOpcode(), Type) && mentionsVar(Binary))
    Result->NoWraps.push_back({Binary,
                               Result->Coefficient,
                               Bits,
                               Result->Strides,
                               {},
                               /*IsSigned=*/true});
  if (!Type->isUnsignedIntegerOrEnumerationType())
    return Result;
  // Unsigned arithmetic wraps around. A value that does not change in the loop
  // is one symbol, wrapped or not.
  if (!mentionsVar(Binary))
    return std::nullopt;
  return within(std::move(*Result), Binary, Bits);
}

std::optional<Affine> ompscan::plugin::affine(const Expr *E, const VarDecl *Var,
                                              const ASTContext &Context) {
  return AffineReader(
             [Var](const Expr *Sub) { return isReferenceTo(Sub, Var); },
             Context)
      .read(E);
}

std::optional<Affine> ompscan::plugin::affine(const Expr *E, const Expr *Var,
                                              const ASTContext &Context) {
  return AffineReader(
             [Var](const Expr *Sub) {
               return isa<DeclRefExpr, MemberExpr>(Sub) &&
                      sameExpression(Var, Sub);
             },
             Context)
      .read(E);
}

std::optional<Affine> ompscan::plugin::affineAt(const Expr *E, const Expr *Node,
                                                const ASTContext &Context) {
  return AffineReader([Node](const Expr *Sub) { return Sub == Node; }, Context)
      .read(E);
}

std::optional<Movement> ompscan::plugin::movement(const Expr *E,
                                                  const Induction &IV,
                                                  const ASTContext &Context) {
  const std::optional<Affine> Formula = affine(E, IV.Var, Context);
  Movement Result;
  if (!Formula ||
      llvm::MulOverflow(Formula->Coefficient, IV.Step, Result.Stride))
    return std::nullopt;
  for (Scaled S : Formula->Strides) {
    if (llvm::MulOverflow(S.Factor, IV.Step, S.Factor))
      return std::nullopt;
    Result.Symbols.push_back(S);
  }
  return Result;
}

//===- FunctionCode.h - Scanned functions in OpenCL C --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_FUNCTIONCODE_H
#define OMPSCAN_PLUGIN_KERNEL_FUNCTIONCODE_H

#include "Kernel/LinearCode.h"
#include "Kernel/Lowering/EmulatedTypes.h"
#include "Kernel/Lowering/RecordText.h"
#include "Model/Item.h"
#include <memory>
#include <vector>

namespace ompscan::plugin {

/// Text for the functions that an operator of the family Function scans, and
/// for products of floating-point numbers, which are functions as well. A
/// function is a structure of its parameters, the first of which, `v`, is its
/// value if it is constant:
///
///   Mul               x * v * 2^e (ProductCode)
///   Affine            a * x + v; k ? v : x + v if no factor is there; a
///                     matrix (LinearCode) if several last values are used
///   Sum2              k ? v + e : x + v + e, where e is at most half a unit in
///                     the last place of v
///   Rational          (a * x + v) / (c * x + d)
///   Last              k ? v : x
///   Bits              (x & a) ^ v
///   MaxPlus, MinPlus  max(x + a, v) or min(x + a, v), or with both of them
///                     min(max(x + a, v), w); of integers
///                     x <= p ? v : min(v + (x - p), w) (StepCode); with
///                     factors min(max(a * x + c, v), w) (BoundedCode)
///
/// Integers are affine modulo 2^w, and constant if a is 0; where updates end by
/// a remainder, modulo the item's Modulus, which a is in the identity. Floating
/// affine functions are not, since 0 * infinity is not 0: they are constant if
/// a is NaN, or by a flag if nothing is multiplied. So is an input whose factor
/// is NaN: its value is NaN everywhere. Products of factors keep this mark by
/// themselves.
/// Rational functions are homogeneous in their parameters, which are scaled by
/// powers of two to keep them in range; a constant one has a and c = 0 and d
/// = 1.
class FunctionCode {
public:
  /// \p Type is that of the value of \p I, which is item \p Number.
  FunctionCode(const Item &I, std::string Type, unsigned Number,
               const clang::ASTContext &Context);

  const std::string &type() const { return Name; }
  /// The members of the type, on the host as on the device.
  RecordText record() const;
  /// The definition of the type.
  std::string definition() const;

  /// For products, what lets a template multiply factors as numbers of the
  /// type (docs/kernel-contract.md); empty for other functions.
  std::string factors() const { return Form ? Form->factors() : ""; }

  /// The function that leaves every value as it is.
  std::string identity() const;
  /// The function that is \p Value everywhere; of a recurrence of an order
  /// above 1 its last values, the last one first.
  std::string constant(llvm::ArrayRef<std::string> Values) const;
  /// The function that is everywhere what \p Value is, a constant function.
  std::string constantOf(llvm::StringRef Value) const;
  /// The function that adds \p Value, where isRestartedSum().
  std::string addition(llvm::StringRef Value) const;
  /// An expression: whether \p Value is constant, so that it is the composition
  /// behind any other function, bit by bit. Empty if it never is, or if that
  /// cannot be told.
  std::string isConstant(llvm::StringRef Value) const;
  /// Whether it is a sum of floating-point numbers that some iterations begin
  /// anew.
  bool isRestartedSum() const { return IsSum; }
  /// Whether it is a long sum, and none begins anew: the host adds such sums in
  /// the lanes of vectors (templates/native-long-sums.cl).
  bool addsInLanes() const { return I.isLongSum() && !HasConstants; }
  bool isRational() const { return I.Op == Operator::Rational; }
  /// The least normal number of the type of the factors of affine functions, if
  /// these are floating-point numbers; else empty.
  std::string leastFactor() const;
  /// The members of affine functions that are factors.
  std::vector<std::string> factorNames() const;
  /// Whether it takes longer to compose two functions than to apply one to a
  /// number.
  bool isApplied() const {
    return linear() || hasMarks() || isExtremum() ||
           I.Op == Operator::Rational || I.Op == Operator::Last ||
           I.Op == Operator::Bits || I.Op == Operator::Table || I.Modulus != 0;
  }
  /// The function of \p U, whose lowered terms are \p Texts.
  std::string input(const Update &U, llvm::ArrayRef<std::string> Texts) const;
  /// The map of a linear recurrence or system; null for other functions.
  const LinearCode *linear() const {
    return I.isLinear() ? static_cast<const LinearCode *>(Form.get()) : nullptr;
  }
  /// Statements that return the function that applies `a` and then `b`.
  std::string composition() const;

private:
  /// The parameters of a function, as text. An empty one is the identity's,
  /// which is not computed with.
  struct Parameters {
    std::string V, A, W, C, D;
    /// The function is constant, with the value V.
    bool IsConstant = false;
    /// Affine: whether the value before is used, if a condition decides that.
    std::string Uses;
  };

  struct Member {
    std::string Type;
    char Name;
    uint64_t Bytes, Align;
  };
  std::vector<Member> members() const;

  bool isExtremum() const {
    return I.Op == Operator::MaxPlus || I.Op == Operator::MinPlus;
  }
  bool has(FunctionKind Kind) const { return Kinds >> unsigned(Kind) & 1; }
  bool hasBothBounds() const {
    return isExtremum() && has(FunctionKind::Minimum) &&
           has(FunctionKind::Maximum);
  }
  /// Whether the only bound is an upper one.
  bool isUpper() const {
    return isExtremum() && !has(FunctionKind::Maximum) &&
           (has(FunctionKind::Minimum) || I.Op == Operator::MinPlus);
  }
  /// Whether NaN marks constant functions.
  bool hasMarks() const {
    return I.Op == Operator::Affine && IsFloating && HasConstants && !IsSum;
  }
  std::string constantAt(llvm::StringRef Value) const;
  std::string operation(llvm::StringRef A, llvm::StringRef Op,
                        llvm::StringRef B) const;
  std::string extremum(llvm::StringRef A, llvm::StringRef B, bool IsMax) const;
  std::string negative(llvm::StringRef A) const;
  /// The real number \p Value in the item's type.
  std::string number(llvm::StringRef Value) const;
  std::string sum(llvm::StringRef A, llvm::StringRef B, bool Subtracts) const;
  std::string product(llvm::StringRef A, llvm::StringRef B) const;
  std::string applied(llvm::StringRef Factor, llvm::StringRef Value) const;
  std::string lostProduct(const std::string &NotANumber) const;
  std::string markedFunctions() const;
  /// \p A, a number that is not negative, modulo the item's Modulus.
  std::string residue(llvm::StringRef A) const;
  /// \p A, of the type \p T, as a number that is not negative and has the same
  /// residue.
  std::string natural(llvm::StringRef A, clang::QualType T) const;
  /// \p A \p Op \p B modulo the item's Modulus.
  std::string residues(llvm::StringRef A, llvm::StringRef Op,
                       llvm::StringRef B) const;
  std::string remainderComposition() const;
  std::string longSumComposition() const;
  std::string rationalHelpers() const;
  std::string rationalComposition() const;
  std::string literal(Parameters F) const;
  Parameters complete(Parameters F) const;
  /// \p IsDividend: of a remainder.
  Parameters evaluate(const Update &U, llvm::ArrayRef<std::string> Texts,
                      unsigned Node, bool IsDividend = false) const;
  Parameters choose(llvm::StringRef Condition, Parameters F,
                    Parameters G) const;
  Parameters affine(FunctionKind Kind, Parameters F, Parameters G) const;
  Parameters rational(FunctionKind Kind, Parameters F, Parameters G) const;
  Parameters extreme(FunctionKind Kind, Parameters F, Parameters G) const;
  Parameters bits(FunctionKind Kind, Parameters F, Parameters G) const;

  const Item &I;
  std::string Type, Name;
  const clang::ASTContext &Context;
  bool IsFloating;
  /// Set if the item is a complex number, or one of 16 bits.
  std::optional<EmulatedType> Complex;
  /// The unsigned type in which integers wrap around.
  std::string Wrapping;
  /// Set if the functions are of a form of their own: linear maps, if an
  /// iteration uses several of the last values, products, bounded sums of
  /// integers, or tables.
  std::unique_ptr<const FunctionForm> Form;
  /// The kinds of nodes of all updates, a bit each.
  unsigned Kinds = 0;
  /// An input may be a constant function.
  bool HasConstants = false;
  bool IsSum = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_FUNCTIONCODE_H

//===- LinearCode.h - Linear recurrences in OpenCL C ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LINEARCODE_H
#define OMPSCAN_PLUGIN_KERNEL_LINEARCODE_H

#include "Kernel/FunctionForm.h"

namespace ompscan::plugin {

/// Text for a linear recurrence of an order k above 1: an iteration maps the
/// last k values to the next k ones,
///
///   (y[i], y[i-1], ..., y[i-k+1]) = m (y[i-1], ..., y[i-k]) + v
///
/// where the first row of the matrix m has the coefficients of the update, and
/// each other row moves a value on. Such maps are closed under composition: the
/// scanned value is the structure of v (`v`, `v1`, ...) and m (`m00`, `m01`,
/// ...). If it is constant, m is 0 and `v` is the item's value.
///
/// The values of a linear system are its accumulators. They change one after
/// the other, so an iteration begins with the identity, and each update sets a
/// row of it, a multiple of rows as they are then. A variable of the iteration
/// that depends on accumulators has a row as well.
class LinearCode final : public FunctionForm {
public:
  /// \p Type is that of the value of \p I, \p Name the name of the structure,
  /// and \p Wrapping the unsigned type in which integers wrap around.
  /// The members of the structure have \p Bytes and \p Align each.
  LinearCode(const Item &I, std::string Type, std::string Name,
             std::string Wrapping, uint64_t Bytes, uint64_t Align)
      : I(I), Type(std::move(Type)), Name(std::move(Name)),
        Wrapping(std::move(Wrapping)), Bytes(Bytes), Align(Align),
        Order(I.order()) {}

  RecordText record() const override;
  /// The members that are the numbers of the matrix.
  std::vector<std::string> factorNames() const;
  std::string definition() const override;

  /// The map that leaves all values as they are.
  std::string identity() const override;
  std::string constant(llvm::ArrayRef<std::string> Values) const override;
  std::string constantOf(llvm::StringRef Value) const override;
  /// Statements that declare the rows of a system's Locals.
  std::string locals() const;
  /// A statement that changes \p Map, or the row of a local, by \p U, an update
  /// of a system whose lowered terms are \p Texts.
  std::string assignment(const Update &U, llvm::ArrayRef<std::string> Texts,
                         llvm::StringRef Map) const;
  std::string input(const Update &U,
                    llvm::ArrayRef<std::string> Texts) const override;
  /// The definitions by which the host uses powers of a matrix that all
  /// iterations have (docs/kernels.md).
  std::string powerFunctions() const;
  std::string composition() const override;

  /// The member for the value of \p Lag iterations ago, or for the accumulator
  /// \p Lag, in a constant map to the values before an iteration.
  static std::string value(unsigned Lag) {
    return Lag == 1 ? "v" : "v" + std::to_string(Lag - 1);
  }

private:
  /// A sum of multiples of the last values. An empty text is 0.
  struct Sum {
    llvm::SmallVector<std::string, MostLag> Factors;
    std::string Rest;
  };
  /// The value of the node \p Node of \p U as a function of the last values; of
  /// a system, behind the updates that \p Map has.
  Sum evaluate(const Update &U, llvm::ArrayRef<std::string> Texts,
               unsigned Node, llvm::StringRef Map = "") const;
  Sum rowOf(unsigned Row, llvm::StringRef Map) const;
  template <typename Function> Sum mapped(Sum A, Function F) const;
  std::string operation(llvm::StringRef A, llvm::StringRef Op,
                        llvm::StringRef B) const;
  std::string sum(llvm::StringRef A, llvm::StringRef B, bool Subtracts) const;
  std::string negative(llvm::StringRef A) const;
  /// The number that leaves every other one as it is when it is added.
  llvm::StringRef zero() const;
  std::string literal(llvm::ArrayRef<std::string> Values,
                      llvm::ArrayRef<std::string> Matrix) const;
  std::string matrix(unsigned Row, unsigned Column) const;
  /// The product of the row \p Row of \p Map and the numbers \p Factor, added
  /// to \p First.
  using Right = llvm::function_ref<std::string(unsigned At)>;
  std::string sumOfProducts(std::string First, llvm::StringRef Map,
                            unsigned Row, Right Factor) const;

  const Item &I;
  std::string Type, Name, Wrapping;
  uint64_t Bytes, Align;
  unsigned Order;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LINEARCODE_H

//===- EmulatedTypes.h - Numbers that OpenCL C lacks ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_EMULATEDTYPES_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_EMULATEDTYPES_H

#include "clang/AST/Expr.h"
#include <optional>
#include <string>

namespace ompscan::plugin {

/// A number that is a structure in OpenCL C, with functions for its operators:
/// a complex number, or a floating-point number of 16 bits, of which only the
/// storage is emulated. Operations on those compute in float and round.
class EmulatedType {
public:
  /// std::nullopt if \p T is another type.
  static std::optional<EmulatedType> of(clang::QualType T,
                                        const clang::ASTContext &Context);

  /// The name of the structure, with which the names of its functions begin.
  const std::string &name() const { return Name; }
  /// The definition of the structure and of its functions.
  std::string definition() const;
  /// The definition of fromDouble(), for numbers of 16 bits.
  std::string doubleDefinition() const;
  std::string fromDouble(llvm::StringRef Value) const;
  bool isComplex() const { return Which == Kind::Complex; }
  /// The type in OpenCL C of the parts of a complex number, or of what an
  /// operation computes with.
  const std::string &real() const { return Real; }

  /// \p Value, of the type real(), as a number of this type. The imaginary part
  /// is \p Imaginary.
  std::string from(llvm::StringRef Value,
                   llvm::StringRef Imaginary = "0.0f") const;
  /// The real part of a complex number, or the value of another one.
  std::string toReal(llvm::StringRef Value) const;
  /// Whether \p Value is not zero.
  std::string isNonZero(llvm::StringRef Value) const;
  /// An operation on two numbers of this type.
  std::string operation(clang::BinaryOperatorKind Op, llvm::StringRef Left,
                        llvm::StringRef Right) const;
  /// An operation of a complex number and a real one, or the other way round:
  /// it does not compute with an imaginary part of 0.
  std::string mixed(clang::BinaryOperatorKind Op, llvm::StringRef Left,
                    bool LeftIsReal, llvm::StringRef Right) const;
  /// The product of \p Factor and \p Value, which is \p Value where the factor
  /// is 1: as the product with a complex 1, an infinity would become NaN, and
  /// zeros would change their signs.
  std::string applied(llvm::StringRef Factor, llvm::StringRef Value) const;
  std::string negative(llvm::StringRef Value) const;
  /// The number with these bits, or with these parts.
  std::string constant(llvm::ArrayRef<std::string> Parts) const;

  /// Whether \p Op is an operation of such numbers.
  static bool takes(clang::BinaryOperatorKind Op);

private:
  enum class Kind { Complex, Half, Brain };

  std::string filled(llvm::StringRef Form) const;

  EmulatedType(Kind Which, std::string Name, std::string Real)
      : Which(Which), Name(std::move(Name)), Real(std::move(Real)) {}

  Kind Which;
  std::string Name, Real;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_EMULATEDTYPES_H

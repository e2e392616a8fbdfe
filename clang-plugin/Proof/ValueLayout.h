//===- ValueLayout.h - The numbers in a value of a type ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PROOF_VALUELAYOUT_H
#define OMPSCAN_PLUGIN_PROOF_VALUELAYOUT_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ompscan::plugin {

using Bytes = std::vector<uint8_t>;

/// A number in a value: the value itself, a member or an element.
struct Field {
  enum Kind { Signed, Unsigned, Truth, Enumerator, Floating };

  std::string Name; ///< ".at[1]"; empty for the value itself.
  Kind Is;
  uint64_t Offset; ///< in bits
  unsigned Width;  ///< in bits
  /// Those of an enumeration.
  std::vector<uint64_t> Enumerators = {};

  bool isInteger() const { return Is == Signed || Is == Unsigned; }
  uint64_t read(llvm::ArrayRef<uint8_t> Value) const;
  void write(llvm::MutableArrayRef<uint8_t> Value, uint64_t Bits) const;
  int64_t readSigned(llvm::ArrayRef<uint8_t> Value) const;
  double readFloating(llvm::ArrayRef<uint8_t> Value) const;
  void writeFloating(llvm::MutableArrayRef<uint8_t> Value, double D) const;
  std::string print(llvm::ArrayRef<uint8_t> Value) const;
};

/// The numbers that a value of one type is made of. Padding is none of them.
class ValueLayout {
public:
  /// std::nullopt if the type has pointers, unions, or other numbers than
  /// integers of at most 64 bits, float and double.
  static std::optional<ValueLayout> of(clang::QualType T,
                                       const clang::ASTContext &Context);

  uint64_t size() const { return Size; }
  const std::vector<Field> &fields() const { return Fields; }
  bool isNumber() const { return Fields.size() == 1 && Fields[0].Name.empty(); }
  bool hasFloating() const;

  /// Whether \p A and \p B are equal. Floating-point numbers may differ by
  /// \p Tolerance times \p Magnitude, and NaN is equal to NaN.
  bool areEqual(llvm::ArrayRef<uint8_t> A, llvm::ArrayRef<uint8_t> B,
                double Magnitude) const;
  /// "3", "{.low = 1, .high = 3}"
  std::string print(llvm::ArrayRef<uint8_t> Value) const;

private:
  bool add(clang::QualType T, uint64_t Offset, const std::string &Name,
           const clang::ASTContext &Context);

  uint64_t Size = 0;
  std::vector<Field> Fields;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PROOF_VALUELAYOUT_H

//===- ProductCode.h - Products of floating-point numbers ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_PRODUCTCODE_H
#define OMPSCAN_PLUGIN_KERNEL_PRODUCTCODE_H

#include "Kernel/FunctionForm.h"

namespace ompscan::plugin {

/// Text for products of floating-point numbers, x * v * 2^e. The exponent keeps
/// a product in range where the products of the loop are; it has a mark of its
/// own if the function is constant.
class ProductCode final : public FunctionForm {
public:
  /// \p Type is that of the value, \p Name the name of the structure.
  ProductCode(std::string Type, std::string Name, bool IsDouble)
      : Type(std::move(Type)), Name(std::move(Name)), IsDouble(IsDouble) {}

  RecordText record() const override;
  std::string definition() const override;
  std::string factors() const override;
  std::string identity() const override;
  std::string constant(llvm::ArrayRef<std::string> Values) const override;
  std::string input(const Update &U,
                    llvm::ArrayRef<std::string> Texts) const override;
  std::string composition() const override;

private:
  std::string exponentMark() const;

  std::string Type, Name;
  bool IsDouble;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_PRODUCTCODE_H

//===- StepCode.h - Bounded sums of integers ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_STEPCODE_H
#define OMPSCAN_PLUGIN_KERNEL_STEPCODE_H

#include "Kernel/FunctionForm.h"

namespace ompscan::plugin {

/// Text for bounded sums of integers, x <= p ? v : min(v + (x - p), w): such a
/// function rises from v to w, its values for the smallest and the largest
/// number. Bounds beyond these are limits that no value of the loop passes.
/// They are computed with at least 32 bits, as C does. No sum of the
/// iterations' summands is needed, which could overflow where the loop does
/// not.
class StepCode final : public OperationForm {
public:
  /// \p Type is that of the value, which has \p Width bits, \p Name the name of
  /// the structure, and \p Wrapping the unsigned type in which integers wrap
  /// around.
  StepCode(std::string Type, std::string Name, std::string Wrapping,
           unsigned Width)
      : Type(std::move(Type)), Name(std::move(Name)),
        Wrapping(std::move(Wrapping)), Width(Width) {}

  /// Whether the functions of \p I are such sums.
  static bool fits(const Item &I) {
    return (I.Op == Operator::MaxPlus || I.Op == Operator::MinPlus) &&
           !I.Type->isFloatingType();
  }

  RecordText record() const override;
  std::string definition() const override;
  std::string identity() const override;
  std::string constant(llvm::ArrayRef<std::string> Values) const override;
  std::string isConstant(llvm::StringRef Value) const override;
  std::string composition() const override;

private:
  std::string limit(bool IsMax) const;
  std::string make(const std::string &V, const std::string &W,
                   const std::string &P) const;
  std::string operation(FunctionKind Kind, const std::string &Function,
                        const std::string &Input, bool IsOnLeft) const override;

  std::string Type, Name, Wrapping;
  unsigned Width;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_STEPCODE_H

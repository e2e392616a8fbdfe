//===- BoundedCode.h - Bounded affine functions --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_BOUNDEDCODE_H
#define OMPSCAN_PLUGIN_KERNEL_BOUNDEDCODE_H

#include "Kernel/FunctionForm.h"

namespace ompscan::plugin {

/// Text for affine functions of floating-point numbers with bounds,
/// min(max(a * x + c, v), w), where v <= w: maxima that decay and the like. An
/// affine function of such a function is one again, whatever the sign of its
/// factor, which decides what becomes of which bound. A bound that is missing
/// is infinite.
class BoundedCode final : public OperationForm {
public:
  /// \p Type is that of the value, which has \p Bytes bytes, \p Name the name
  /// of the structure. \p Extrema: how the loop chooses between two numbers.
  BoundedCode(std::string Type, std::string Name, uint64_t Bytes,
              Choice Extrema)
      : Type(std::move(Type)), Name(std::move(Name)), Bytes(Bytes),
        Extrema(Extrema) {}

  /// Whether the functions of \p I are such ones.
  static bool fits(const Item &I);

  RecordText record() const override;
  std::string definition() const override;
  std::string identity() const override;
  std::string constant(llvm::ArrayRef<std::string> Values) const override;
  std::string composition() const override;

private:
  std::string make(const std::string &V, const std::string &W,
                   const std::string &A, const std::string &C) const;
  std::string extremum(llvm::StringRef Value, llvm::StringRef Bound,
                       bool IsMax) const;
  std::string operation(FunctionKind Kind, const std::string &Function,
                        const std::string &Input, bool IsOnLeft) const override;

  std::string Type, Name;
  uint64_t Bytes;
  Choice Extrema;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_BOUNDEDCODE_H

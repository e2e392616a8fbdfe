//===- Operator.h - Operators of reductions and scans --------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_RT_PRIMITIVES_OPERATOR_H
#define OMPSCAN_RT_PRIMITIVES_OPERATOR_H

#include "ompscan/primitives.h"
#include "primitives/ElementText.h"
#include "primitives/host/Operations.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ompscan::rt {

/// An associative operator, given by a sign that the host knows or by text.
struct Operator {
  /// The type ompscan_E, which userParameters() follows, and a declaration of
  /// ompscan_operate() and OMPSCAN_OPERATE(x, y), which calls it.
  std::string Type, Declaration;
  /// The definition. It belongs behind the kernels, where macros of the user's
  /// text change nothing.
  std::string Function;
  std::vector<UserValue> Values;
  bool IsCommutative = false;
  /// The functions of the host; null if the operator is given by text.
  const HostOperator *OnHost = nullptr;
};

/// \returns the operator \p P on elements of \p Size bytes.
/// \throws Refusal
Operator operatorOf(const ompscan_predicate *P, uint64_t Size);

} // namespace ompscan::rt

#endif // OMPSCAN_RT_PRIMITIVES_OPERATOR_H

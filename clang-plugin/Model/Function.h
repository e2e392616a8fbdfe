//===- Function.h - Updates that are functions of a value ----- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operators of the family Function scan the functions by which iterations
/// change an item: `v = a[i] * v + b[i]` is the function `a * v + b`. Functions
/// of one form are closed under composition, which is associative, and their
/// parameters are the scanned value (Blelloch, "Prefix Sums and Their
/// Applications", 1990, section 1.4). The seed is the constant function of the
/// value before the loop, so that every prefix is constant, too, and the item's
/// value is one of its parameters.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_FUNCTION_H
#define OMPSCAN_PLUGIN_MODEL_FUNCTION_H

namespace ompscan::plugin {

/// The operations of which an update makes a function.
enum class FunctionKind : unsigned {
  Before, ///< The value before the update.
  Input,  ///< An operand that does not use it.
  Choose, ///< `condition ? Left : Right`, by an operand that does not use it.
  Add,
  Subtract,
  Multiply,
  Divide,
  Shift,     ///< To the left, by a constant.
  Remainder, ///< By the item's Modulus.
  Negate,
  Minimum,
  Maximum,
  And,
  Or,
  Xor,
  Complement, ///< Of each bit, or of a truth value.
  Lookup      ///< The Term plus the value before of those from Term on.
};

/// An operation, with the numbers of those in front of it that it uses.
struct FunctionNode {
  FunctionKind Kind;
  unsigned Left = 0, Right = 0;
  /// The number of the Term of the update that is the Input or the condition.
  unsigned Term = 0;
  /// Which value Before is: how many iterations ago it was made, from 1; of a
  /// linear system its Update::Row.
  unsigned Of = 1;
};

/// The most values before that a linear recurrence may use, and the most
/// accumulators of a linear system.
constexpr unsigned MostLag = 4;

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_FUNCTION_H

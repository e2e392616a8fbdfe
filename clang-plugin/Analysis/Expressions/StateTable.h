//===- StateTable.h - Tables that a value selects from -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_STATETABLE_H
#define OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_STATETABLE_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace ompscan::plugin {

/// Returns whether an expression is the state.
using IsState = llvm::function_ref<bool(const clang::Expr *)>;

/// The most states of a table.
constexpr unsigned MostStates = 16;

/// The number of states, from 2 to MostStates, if \p E reads one element of an
/// array at the state, `table[state][c]`, and uses the state for nothing else:
/// the number of elements in this dimension, as the type of the array has it.
/// \p E may select bits of the element. Without a state of these, the program
/// reads no element of the table, so \p E can be evaluated for each of them.
std::optional<unsigned> statesOf(const clang::Expr *E, IsState Is,
                                 const clang::ASTContext &Context);

/// \p E, of which statesOf() knows the number of states, with the state
/// \p Number; null if it cannot be copied.
clang::Expr *atState(const clang::Expr *E, unsigned Number, IsState Is,
                     clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_EXPRESSIONS_STATETABLE_H

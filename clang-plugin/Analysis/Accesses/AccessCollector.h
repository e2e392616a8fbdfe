//===- AccessCollector.h - Arrays and scalars of a loop ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ACCESSCOLLECTOR_H
#define OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ACCESSCOLLECTOR_H

#include "AST/Expressions.h"
#include "Analysis/Accesses/ArrayMaps.h"
#include "Analysis/Accesses/ConditionStack.h"
#include "Analysis/Clauses/Clauses.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include <functional>

namespace ompscan::plugin {

/// Fills Arrays and Scalars of a loop with what its expressions use.
class AccessCollector {
public:
  AccessCollector(ScanLoop &Loop, const Clauses &Said,
                  const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Context(Context), Diags(Diags), Conditions(Loop, Context),
        Maps(Loop, Said, Context, Diags) {}

  /// Asked for every expression that addInput comes to: true or false, if all
  /// has been done about it, as the answer of addInput; std::nullopt to go on.
  using Interceptor =
      std::function<std::optional<bool>(const clang::Expr *E, bool Guarded)>;
  void setInterceptor(Interceptor New) { Intercept = std::move(New); }

  /// Whether a variable or member may change from one iteration to the next, or
  /// while one runs: no formula may use it.
  using Predicate = std::function<bool(const clang::Expr *)>;
  void setChanging(Predicate New) { IsChanging = std::move(New); }

  /// Whether the value of \p E may.
  bool changes(const clang::Expr *E) const;

  /// Once all has been recorded: reads an element that some iterations read in
  /// all of them, where each stores or reads it anyhow; false, with an error,
  /// if how much there is of some other array cannot be told.
  bool settle();

  /// Makes \p Base, a pointer or an array, the first array of the loop.
  void addItem(const clang::Expr *Base);

  /// Records the element \p E of an array; false, with an error, if the
  /// subscript cannot be used. A Guarded element is not used in every
  /// iteration.
  bool addElement(const clang::Expr *E, AccessKind Kind, bool Guarded = false);

  /// Records that \p E is stored in part: what is not stored of it is sent, and
  /// comes back with the rest.
  bool addKept(const clang::Expr *E, bool Guarded);

  /// Records \p Value, which the loop does not change and \p Key stands for.
  bool addScalar(const clang::Expr *Key, const clang::Expr *Value);

  /// Says that all of \p E, which has been recorded so, is stored.
  void dropKept(const clang::Expr *E);

  /// The same of \p Element, which \p Node is; of an array of arrays its
  /// elements that are none.
  bool addElement(const clang::Expr *Node, const ElementAccess &Element,
                  AccessKind Kind, bool Guarded);

  /// Records all that the input \p E reads. \p Guarded: not in every
  /// iteration.
  bool addInput(const clang::Expr *E, bool Guarded = false);

  /// Records that \p E is stored at a subscript that follows a scalar item, in
  /// \p Range or, without that, anywhere in what is mapped; false, with an
  /// error, if nothing is.
  bool addCounted(const clang::Expr *E, std::optional<CountedAccess> Range);

  /// Records what the loop's Fills store.
  bool addFills();

  /// Records that iterations may read the elements from which the ones before
  /// them leave something in the loop's LoopCarriedScalars.
  void addNeighbours();

  /// Records that the first iteration reads the element \p E, at a subscript
  /// that is known when the loop begins.
  void addSeed(const clang::Expr *E);

  /// Says that the array of the element \p E, which is stored at the value of
  /// an item, is read in place: at subscripts that follow the induction
  /// variable, which every iteration may look at. \p Overtaken: those of them
  /// that the iteration before must not store at.
  void readInPlace(const clang::Expr *E,
                   llvm::ArrayRef<const clang::Expr *> Overtaken);

  /// Whether every iteration may read the element \p E.
  bool isAlwaysRead(const clang::Expr *E);

  /// Says that what is recorded from now on is used only where \p Condition is
  /// \p Value. A guard on the induction variable narrows what the loop is known
  /// to use; behind any other nothing is known.
  void pushCondition(const clang::Expr *Condition, bool Value) {
    Conditions.push(Condition, Value,
                    [this](const clang::Expr *E) { return changes(E); });
  }
  void pushUnknownCondition() { Conditions.pushUnknown(); }
  void popCondition() { Conditions.pop(); }

  /// Whether addInput is inside of an operand of `&&`, `||` or `?:` that is not
  /// always evaluated.
  bool isInOperand() const { return InOperand; }

  /// Compares the recorded accesses with the `map` clauses.
  bool checkMaps() const { return Maps.check(); }

private:
  bool addOperand(const clang::Expr *E, bool Guarded,
                  const clang::Expr *Condition, bool Value);
  bool isFixed(const clang::Expr *Base) const;
  unsigned arrayFor(const clang::Expr *Base, clang::QualType Element);
  bool addChildren(const clang::Expr *E, bool Guarded);
  void record(unsigned Array, Access New);

  /// An element that is used where or when no formula tells.
  struct UnknownUse {
    const clang::Expr *Node;
    const clang::Expr *Index;
    unsigned Array;
    bool IsStore;
    bool IsGuarded;
  };
  llvm::SmallVector<UnknownUse, 2> Unknown;

  ScanLoop &Loop;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  Interceptor Intercept;
  Predicate IsChanging;
  bool InOperand = false;
  /// What is recorded is read only to be kept.
  bool Keeps = false;
  ConditionStack Conditions;
  ArrayMaps Maps;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ACCESSCOLLECTOR_H

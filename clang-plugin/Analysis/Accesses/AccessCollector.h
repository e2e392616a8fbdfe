//===- AccessCollector.h - Arrays and scalars of a loop ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ACCESSCOLLECTOR_H
#define OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ACCESSCOLLECTOR_H

#include "AST/Containers.h"
#include "AST/ExpressionIndex.h"
#include "AST/Expressions.h"
#include "Analysis/Accesses/ArrayMaps.h"
#include "Analysis/Accesses/ConditionStack.h"
#include "Analysis/Clauses/Clauses.h"
#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include "llvm/Support/SaveAndRestore.h"

namespace ompscan::plugin {

/// A reader of a body, which an AccessCollector asks about the expressions in
/// it.
class AccessReader {
public:
  /// Called for every expression that AccessCollector::addInput reads. Returns
  /// the result of addInput if it has handled the expression, else
  /// std::nullopt.
  virtual std::optional<bool> intercept(const clang::Expr *E, bool Guarded) = 0;
  /// Whether the variable or member \p E may change in the loop, so that no
  /// formula may use it.
  virtual bool isChanging(const clang::Expr *E) const = 0;

protected:
  ~AccessReader() = default;
};

/// Records the arrays and scalars that the expressions of a loop use in its
/// Arrays and Scalars.
class AccessCollector {
public:
  AccessCollector(ScanLoop &Loop, const Clauses &Said,
                  const clang::ASTContext &Context, const Diagnostics &Diags)
      : Loop(Loop), Context(Context), Diags(Diags), Conditions(Loop, Context),
        Maps(Loop, Said, Context, Diags) {}

  /// Asks \p Of while the result lives.
  [[nodiscard]] llvm::SaveAndRestore<AccessReader *>
  askReader(AccessReader &Of) {
    return llvm::SaveAndRestore<AccessReader *>(Reader, &Of);
  }

  /// Whether the value of \p E may change in the loop.
  bool changes(const clang::Expr *E) const;
  /// Whether a launch can evaluate \p E, whatever the iterations do.
  bool isDefinedAtLaunch(const clang::Expr *E) const;

  /// Says that accesses are to \p Part of an element while the result lives.
  [[nodiscard]] llvm::SaveAndRestore<const clang::Expr *>
  inPart(const clang::Expr *Part) {
    return llvm::SaveAndRestore<const clang::Expr *>(CurrentPart, Part);
  }

  /// Says that an iteration has stored to an array. Reads behind that are not
  /// made before the store if the arrays are the same.
  void noteStore() { HasStored = true; }
  bool hasStored() const { return HasStored; }

  /// To be called after all accesses have been recorded. Makes a conditional
  /// read of an element unconditional if each iteration accesses the element
  /// anyhow. For the remaining accesses without a formula the extent of the
  /// array has to be known; false, with an error, if it is not.
  bool settle();

  /// Makes \p Base, a pointer or an array, the first array of the loop.
  void addItem(const clang::Expr *Base);

  /// Records the element \p E of an array; false, with an error, if the
  /// subscript cannot be used. A Guarded element is not used in every
  /// iteration.
  bool addElement(const clang::Expr *E, AccessKind Kind, bool Guarded = false);

  /// Records the elements that an iteration stores of the array item \p Target
  /// and that the first one reads; false, with an error, if a subscript cannot
  /// be used.
  bool addRecurrence(Item &Target);

  /// Records that \p E is stored in part: the whole element is transferred in
  /// both directions.
  bool addKept(const clang::Expr *E, bool Guarded);

  /// Records the scalar \p Value, which the loop does not change, as the
  /// meaning of \p Key.
  bool addScalar(const clang::Expr *Key, const clang::Expr *Value,
                 bool Guarded = false);

  /// Records that the current place reads, or stores, the object \p Value. Such
  /// places decide whether the launch evaluates it, if it need not be defined.
  void addUse(const clang::Expr *Value, bool Guarded = false);

  /// Undoes addKept() for \p Elements, all of which are stored.
  void dropKept(llvm::ArrayRef<const clang::Expr *> Elements);

  /// Records \p Element as the meaning of \p Node. It may be an innermost
  /// element of an array of arrays.
  bool addElement(const clang::Expr *Node, const ElementAccess &Element,
                  AccessKind Kind, bool Guarded);

  /// Records all that \p E reads. \p Guarded: not in every iteration.
  bool addInput(const clang::Expr *E, bool Guarded = false);

  /// Records a store to \p E at a subscript that follows a scalar item: in
  /// \p Range or, without that, anywhere in the mapped section. False, with an
  /// error, if there is no such section.
  bool addCounted(const clang::Expr *E, std::optional<CountedAccess> Range);

  /// Records the stores of the loop's Fills.
  bool addFills();

  /// Records that iterations may read the elements from which preceding
  /// iterations compute LoopCarriedScalars.
  void addNeighbours();

  /// Finds the reads of members that no iteration stores.
  void findOtherMembers();

  /// Finds the reads of a scan that lie a few elements behind another one.
  void findReadsBehind();

  /// Records that \p E is the element that was kept last, which only the first
  /// iteration reads.
  void addLastKept(const clang::Expr *E);

  /// Records that the array of \p E, which is stored at the value of an item,
  /// is read in place at subscripts that follow the induction variable and that
  /// every iteration may read. The preceding iteration must not store at the
  /// subscripts \p Overtaken.
  void readInPlace(const clang::Expr *E,
                   llvm::ArrayRef<const clang::Expr *> Overtaken);

  /// Whether every iteration may read the element \p E.
  bool isAlwaysRead(const clang::Expr *E);

  /// Whether the runtime compares the stored element \p E with what the loop
  /// reads of its array.
  bool followsFormula(const clang::Expr *E);

  /// Begins accesses that are made only if \p Condition is \p Value. If that is
  /// a guard on the induction variable, the accesses keep their formulas.
  void pushCondition(const clang::Expr *Condition, bool Value) {
    for (GuardedRead &Operand :
         Conditions.push(Condition, Value,
                         [this](const clang::Expr *E) { return changes(E); }))
      record(std::move(Operand));
  }
  void pushUnknownCondition() { Conditions.pushUnknown(); }
  void popCondition() { Conditions.pop(); }

  /// Whether addInput is in an operand of `&&`, `||` or `?:` that is evaluated
  /// conditionally.
  bool isInOperand() const { return InOperand; }

  /// Compares the recorded accesses with the `map` clauses.
  bool checkMaps() const { return Maps.check(); }

private:
  /// An access to an element without a formula.
  struct UnknownUse {
    const clang::Expr *Node;
    const clang::Expr *Index;
    unsigned Array;
    bool IsStore;
    /// Not made in every iteration, although there is a formula.
    bool IsGuarded;
    bool IsConditional;
    bool IsBounded;
  };

  bool refuseOperand(const clang::Expr *E) const;
  bool addVariable(const clang::Expr *Key, const clang::DeclRefExpr &Ref,
                   bool Guarded);
  bool addMember(const clang::Expr *Key, const clang::MemberExpr &Member,
                 bool Guarded);
  std::optional<bool> addOperator(const clang::Expr *E, bool Guarded);
  bool checkElement(const clang::Expr *Node, const clang::Expr *Base) const;
  const clang::Expr *partOf(const clang::Expr *Element) const;
  void addUnknown(const UnknownUse &Use, Access &New);
  bool addOperand(const clang::Expr *E, bool Guarded,
                  const clang::Expr *Condition, bool Value);
  bool isFixed(const clang::Expr *Base) const;
  unsigned arrayFor(const clang::Expr *Base, clang::QualType Element);
  bool addChildren(const clang::Expr *E, bool Guarded);
  bool addBit(const clang::Expr *E, const Bit &Read, bool Guarded);
  void record(unsigned Array, Access New);
  void record(GuardedRead New);
  llvm::SmallVector<Access *, 2> accessesTo(unsigned Array,
                                            const clang::Expr *Index);
  Access *findAccess(unsigned Array, const clang::Expr *Index,
                     llvm::function_ref<bool(const Access &)> Holds);
  void dropAccesses(unsigned Array,
                    llvm::function_ref<bool(const Access &)> Holds);
  bool startsAnew(const Item &Target) const;
  bool isAddressDefined(const clang::Expr *Base) const;
  bool settleExtent(const UnknownUse &Use);

  llvm::SmallVector<UnknownUse, 2> Unknown;

  ScanLoop &Loop;
  const clang::ASTContext &Context;
  const Diagnostics &Diags;
  /// Null if no reader is at work.
  AccessReader *Reader = nullptr;
  bool InOperand = false;
  bool HasStored = false;
  /// The part of an element that is used, on the way to that element, or null.
  const clang::Expr *CurrentPart = nullptr;
  /// The current element is read only to keep parts that are not stored.
  bool Keeps = false;
  /// The current place is in a subscript, which the launch may evaluate: the
  /// elements and calls in it so far.
  bool InSubscript = false;
  llvm::SmallVector<GuardedRead, 0> SubscriptReads;
  ConditionStack Conditions;
  ArrayMaps Maps;

  // The lists of Loop, by their expressions.
  ExpressionIndex ArrayNumbers, ScalarNumbers, ReadNumbers;
  /// The accesses of each array, by their subscripts.
  std::vector<ExpressionIndex> AccessNumbers;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_ANALYSIS_ACCESSES_ACCESSCOLLECTOR_H

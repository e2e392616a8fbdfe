//===- OperatorChoice.cpp - The operator that fits an item ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/OperatorChoice.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Scan/Recurrence.h"
#include "Analysis/Scan/UpdateReader.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether the functions of \p I have an operation of the kind \p Kind.
static bool uses(const Item &I, FunctionKind Kind) {
  return llvm::any_of(I.Updates, [&](const Update &U) {
    return llvm::any_of(U.Function, [&](const FunctionNode &Node) {
      return Node.Kind == Kind;
    });
  });
}

namespace {

/// An operator that combines values, how functions do the same, and the
/// operator that composes these.
struct Combiner {
  Operator Op;
  FunctionKind Kind;
  Operator Functions;
};

constexpr Combiner Combiners[] = {
    {Operator::Add, FunctionKind::Add, Operator::Affine},
    {Operator::Mul, FunctionKind::Multiply, Operator::Affine},
    {Operator::Max, FunctionKind::Maximum, Operator::MaxPlus},
    {Operator::Min, FunctionKind::Minimum, Operator::MinPlus},
    {Operator::And, FunctionKind::And, Operator::Bits},
    {Operator::Or, FunctionKind::Or, Operator::Bits},
    {Operator::Xor, FunctionKind::Xor, Operator::Bits}};

/// Finds out whether a function combines the value before with inputs by one
/// operator, or resets it: assigns a value that does not depend on it.
class ResetReader {
public:
  ResetReader(const Update &U, FunctionKind Combines)
      : U(U), Combines(Combines) {}

  /// Whether it does one of these, under any condition.
  bool reads() { return reads(unsigned(U.Function.size()) - 1); }
  bool hasReset() const { return HasReset; }

private:
  bool reads(unsigned Number);

  const Update &U;
  const FunctionKind Combines;
  bool HasReset = false;
};

/// Reads the updates of one item by one operator.
class Fitting {
public:
  Fitting(const ScanLoop &Original, unsigned Number, Operator Op,
          const ASTContext &Context, const Diagnostics &Quiet)
      : Loop(Original), Number(Number), Items(Loop, Context),
        Updates(Loop, /*Accesses=*/nullptr, Context, Quiet),
        Array(Loop, Loop.Items[Number], Context, Quiet) {
    Loop.Items[Number].Op = Op;
  }

  bool fits() {
    return read(Loop.body()) && !item().Updates.empty() &&
           isRecurrence(item()) && isWanted();
  }

  /// Whether an update, which fits, has a dividend that the program promises.
  bool needsPromise() const { return Loop.Items[Number].PromisesDividends; }

  /// Whether all updates, which fit, combine values by \p Kind or reset the
  /// item, and one resets it.
  bool hasResets(FunctionKind Kind) const {
    bool HasReset = false;
    for (const Update &U : Loop.Items[Number].Updates) {
      ResetReader Reader(U, Kind);
      if (U.Function.empty() || !Reader.reads())
        return false;
      HasReset |= Reader.hasReset();
    }
    return HasReset;
  }

private:
  bool read(const nest::Statement &S);
  bool read(const Expr &E);
  bool isWanted() const;
  Item &item() { return Loop.Items[Number]; }
  bool isItem(const Expr *E) const {
    return Items.accumulator(E) == Number || isElement(E);
  }
  /// Whether \p E is an element of the item that an iteration may store.
  bool isElement(const Expr *E) const {
    return Items.array(E) == Number && Array.role(E) != Role::Apart;
  }
  bool add(std::optional<Update> U) {
    if (!U || DependentGuards != 0 || (U->Input.empty() && U->Function.empty()))
      return false;
    item().Updates.push_back(std::move(*U));
    item().Conditional |= Guards != 0;
    return true;
  }

  ScanLoop Loop;
  unsigned Number;
  const ItemLookup Items;
  const UpdateReader Updates;
  Recurrence Array;
  /// The number of conditions around the current place, and of those that use
  /// the item.
  unsigned Guards = 0, DependentGuards = 0;
};

} // namespace

bool ResetReader::reads(unsigned Number) {
  if (!U.usesBefore(Number)) {
    HasReset = true;
    return true;
  }
  const FunctionNode &Node = U.Function[Number];
  if (Node.Kind == FunctionKind::Before)
    return true;
  if (Node.Kind == FunctionKind::Choose)
    return reads(Node.Left) && reads(Node.Right);
  const bool IsLeft = U.usesBefore(Node.Left);
  if (IsLeft && U.usesBefore(Node.Right))
    return false;
  const bool IsInverse =
      Combines == FunctionKind::Add && Node.Kind == FunctionKind::Subtract;
  return (Node.Kind == Combines || (IsInverse && IsLeft)) &&
         reads(IsLeft ? Node.Left : Node.Right);
}

bool Fitting::read(const nest::Statement &S) {
  const auto *If = dyn_cast<nest::If>(&S);
  if (If) {
    unsigned Which = Number;
    Update U;
    if (const std::optional<bool> Valid = Updates.readIf(*If, Which, U);
        Valid && Which == Number)
      return *Valid && add(std::move(U));
  }
  const Expr *Condition = nest::branchCondition(S);
  const bool Depends =
      Condition && anyOf(Condition, [&](const Expr *E) { return isItem(E); });
  Guards += Condition != nullptr;
  DependentGuards += Depends;
  bool Fits = true;
  nest::forEachExpression(S, [&](const Expr &E) { Fits = Fits && read(E); });
  nest::forEachChild(
      S, [&](const nest::Statement &Child) { Fits = Fits && read(Child); });
  Guards -= Condition != nullptr;
  DependentGuards -= Depends;
  return Fits;
}

bool Fitting::read(const Expr &E) {
  const Expr *Node = strip(&E);
  if (const Expr *Target = changedBy(Node)) {
    Target = strip(Target);
    if (Items.accumulator(Target) == Number)
      return add(Updates.readScalar(Node, Target, Number));
    if (isElement(Target)) {
      const auto *Compound = dyn_cast<CompoundAssignOperator>(Node);
      const Expr *Value =
          Compound ? Compound->getRHS() : plainAssignment(Node).Value;
      return Value &&
             add(Updates.readArray(Node, Target, Value, Array, Number));
    }
  }
  return llvm::all_of(operands(&E),
                      [&](const Expr *Sub) { return read(*Sub); });
}

/// Whether the operator is the simplest one: of the two that take minima and
/// maxima, the one whose extremum occurs.
bool Fitting::isWanted() const {
  const Item &I = Loop.Items[Number];
  if (I.Op == Operator::MaxPlus)
    return uses(I, FunctionKind::Maximum);
  return I.Op != Operator::MinPlus || uses(I, FunctionKind::Minimum);
}

bool ompscan::plugin::isRecurrence(const Item &I) {
  if (!I.isFunction())
    return true;
  return I.isArray() ? I.Previous != nullptr
                     : I.Conditional || uses(I, FunctionKind::Before);
}

bool ompscan::plugin::fitsOperator(const ScanLoop &Loop, unsigned Number,
                                   Operator Op, const ASTContext &Context) {
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  return Fitting(Loop, Number, Op, Context, NoDiags).fits();
}

std::optional<Operator>
ompscan::plugin::operatorOfResets(const ScanLoop &Loop, unsigned Number,
                                  const ASTContext &Context) {
  const auto *Known = llvm::find_if(Combiners, [&](const Combiner &C) {
    return C.Op == Loop.Items[Number].Op;
  });
  if (Known == std::end(Combiners))
    return std::nullopt;
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  Fitting Functions(Loop, Number, Known->Functions, Context, NoDiags);
  if (!Functions.fits() || !Functions.hasResets(Known->Kind))
    return std::nullopt;
  return Known->Functions;
}

std::optional<FittingOperator>
ompscan::plugin::fittingOperator(const ScanLoop &Loop, unsigned Number,
                                 const ASTContext &Context) {
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  for (const OperatorTraits &Traits : predefinedOperators()) {
    Fitting Tried(Loop, Number, Traits.Op, Context, NoDiags);
    if (Tried.fits())
      return FittingOperator{Traits.Op, Tried.needsPromise()};
  }
  return std::nullopt;
}

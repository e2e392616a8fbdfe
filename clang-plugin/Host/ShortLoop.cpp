//===- ShortLoop.cpp - Loops too short for the runtime --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/ShortLoop.h"
#include "AST/Expressions.h"
#include "Host/IterationCount.h"
#include "Host/ReadConditions.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The call that runs the machine code of a short scan (ShortScan.h) takes
/// 50 ns on an AMD EPYC and up to 200 ns on a Xeon. In nanoseconds, an
/// iteration takes there, as it is written and by its machine code: a linear
/// recurrence of floats 1.6 and 0.5, 2.3 and 0.7; a sum of floats 0.8 and 0.3,
/// 0.7 and 0.5; sums of bytes and maxima of int 0.3 and 0.15. So the call pays
/// from 250, 600 and 1000 iterations on. A selection takes 0.2, and 0.3 to 5 as
/// it is written, by how predictable its condition is: from 600 on. Machine
/// code that calls exponentials pays from 100 on. Without optimization, a
/// debugger is to see the loop as it is written.
unsigned ompscan::plugin::shortWork(const ScanLoop &Loop, const Program &P,
                                    bool Optimizes) {
  // Parts of the usual limit.
  constexpr unsigned ForLinear = 160, ForFloats = 64, ForOthers = 40,
                     Most = 400;
  const Item &I = Loop.Items.front();
  const bool IsSelection = P.Template == OMPSCAN_TEMPLATE_SELECTION;
  if (!Optimizes || !Loop.Outer.empty() ||
      (P.Template != OMPSCAN_TEMPLATE_SCAN && !IsSelection) ||
      !(P.Traits & OMPSCAN_TRAIT_IS_FAST_ALONE) ||
      (P.Features & ~OMPSCAN_FEATURE_SHORT_SCAN_MASK) != 0)
    return P.Work;
  const bool IsExtremum = traits(I.Op).Family == OperatorFamily::Extremum;
  const unsigned Part =
      I.isLinear() || I.Op == Operator::Affine ? ForLinear
      : IsSelection || (I.Type->isRealFloatingType() && !IsExtremum)
          ? ForFloats
          : ForOthers;
  return std::max(P.Work, std::min(P.Work * Part, Most));
}

/// Whether the bounds of \p Inner depend on one of the loops \p All.
static bool dependsOn(const Induction &Inner, ArrayRef<const Induction *> All) {
  return llvm::any_of(All, [&](const Induction *Outer) {
    return mentions(Inner.Lower, Outer->Var) ||
           mentions(Inner.Bound, Outer->Var);
  });
}

/// Adds to \p Idle, which may be null, that \p Condition, if it is not null,
/// does not hold. False if that cannot be built.
bool ShortLoop::addUnless(Expr *Condition, Expr *&Idle) const {
  bool Always = false;
  if (!Condition ||
      (Condition->EvaluateAsBooleanCondition(Always, Calls.context()) &&
       Always))
    return true;
  Expr *Fails = Calls.negated(Condition);
  Idle = Fails ? Calls.either(Idle, Fails) : nullptr;
  return Idle != nullptr;
}

/// \p Idle where loops without iterations need not call the runtime. Processes
/// that share loops exchange the totals of all of them, and have a negative
/// limit of short loops.
Expr *ShortLoop::unlessShared(Expr *Idle) const {
  return Idle ? Calls.binary(Idle, BO_LAnd, Calls.isShort(Calls.number(-1), 1))
              : nullptr;
}

bool ShortLoop::declare(const ScanLoop &Loop, unsigned Work, const Rebase &Move,
                        SmallVectorImpl<Stmt *> &Statements) {
  reset();
  llvm::SmallVector<const Induction *, 3> All;
  for (const NestedLoop &Next : Loop.Outer)
    All.push_back(&Next.IV);
  All.push_back(&Loop.IV);
  if (const ParallelLoop *Parallel = Loop.parallel())
    for (const NestedLoop &Next : Parallel->Nested)
      All.push_back(&Next.IV);
  // From the outside to the inside, as the sequential loops evaluate bounds.
  Expr *Idle = nullptr, *Product = nullptr;
  bool Depends = false;
  for (const Induction *Each : All) {
    Depends |= dependsOn(*Each, All);
    if (Depends)
      break;
    IterationCount Iterations(*Each, Move, Calls);
    Expr *Runs = Iterations.isPositive();
    Expr *Count = Iterations.estimate();
    Product = Product ? Calls.compute(Product, BO_Mul, Count) : Count;
    if (!Runs || !Product || !addUnless(Runs, Idle))
      return false;
  }
  if (Loop.Outer.empty() &&
      !addUnless(ReadConditions(Calls, Loop, Move).ofItems(), Idle))
    return false;
  Idle = unlessShared(Idle);
  if (Work != 0 && !Depends && !haveLongSums(Loop.Items) &&
      !Loop.Where.IsOrdered) {
    Expr *IsShort = Calls.isShort(Product, Work);
    Idle = IsShort ? Calls.either(Idle, IsShort) : nullptr;
    if (!Idle)
      return false;
  }
  keep(Idle, Statements);
  return true;
}

bool ShortLoop::declareForRow(const ScanLoop &Loop, const Rebase &Move,
                              SmallVectorImpl<Stmt *> &Statements) {
  llvm::SmallVector<const Induction *, 2> Rows;
  for (const NestedLoop &Next : Loop.Outer)
    Rows.push_back(&Next.IV);
  Expr *Idle = nullptr;
  if (dependsOn(Loop.IV, Rows)) {
    Expr *Runs = IterationCount(Loop.IV, Move, Calls).isPositive();
    if (!Runs || !addUnless(Runs, Idle))
      return false;
  }
  if (!addUnless(ReadConditions(Calls, Loop, Move).ofItems(), Idle))
    return false;
  Idle = unlessShared(Idle);
  if (Idle && Holds) {
    Idle = Calls.either(Holds, Idle);
    if (!Idle)
      return false;
  }
  keep(Idle, Statements);
  return true;
}

/// Keeps \p Condition, if it is not null, as the answer.
void ShortLoop::keep(Expr *Condition, SmallVectorImpl<Stmt *> &Statements) {
  if (Condition)
    Holds = Calls.held(Condition, Statements, "__ompscan_short");
}

Expr *ShortLoop::unless(Expr *E, Expr *IfShort) const {
  return Holds ? Calls.choose(Holds, IfShort, E) : E;
}

Stmt *ShortLoop::unless(Stmt *Statement) const {
  return Holds ? Calls.unless(Holds, Statement) : Statement;
}

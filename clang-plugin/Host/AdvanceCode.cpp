//===- AdvanceCode.cpp - Variables that a loop advances -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/AdvanceCode.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "Host/IterationCount.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// The statement behind a loop of \p Iterations that advances the variable of
/// \p Each.
static Stmt *addition(const Advance &Each, Expr *Iterations, const Rebase &Move,
                      RuntimeCalls &Code) {
  const ASTContext &Context = Code.context();
  Expr *Var = Move.copy(Each.Var);
  const QualType Type = Var->getType().getUnqualifiedType();
  const unsigned Bits = Context.getTypeSize(Type) > 64 ? 128 : 64;
  const QualType Unsigned =
      Context.getIntTypeForBitwidth(Bits, /*Signed=*/false);
  Expr *All = Each.Count ? Code.reference(Each.Count)
                         : Code.compute(Iterations, BO_Mul,
                                        Move.expression(Each.Amount), Unsigned);
  if (!isIterator(Type) && Type->isIntegerType())
    return Code.binary(
        Var, BO_Assign,
        Code.integer(Code.compute(Var, BO_Add, All, Unsigned), Type));
  All = Code.integer(All, Context.getPointerDiffType());
  if (isIterator(Type))
    return Code.binary(Var, BO_AddAssign, All);
  return Code.binary(Var, BO_Assign,
                     Code.integer(Code.binary(Var, BO_Add, All), Type));
}

Stmt *ompscan::plugin::withAdvances(Stmt *Code, ArrayRef<Advance> Advances,
                                    const Induction &IV, DeclContext *DC,
                                    Sema &S) {
  if (!Code || Advances.empty())
    return Code;
  const SemaContext InTarget(S, DC);
  RuntimeCalls Calls(S);
  Calls.setLoc(Code->getBeginLoc());
  const Rebase Move(S.Context, DC);
  llvm::SmallVector<Stmt *, 4> Statements;
  Expr *Count = Calls.held(IterationCount(IV, Move, Calls).exact(), Statements);
  if (!Count)
    return nullptr;
  for (const Advance &Each : Advances)
    if (Each.Count)
      Statements.push_back(declarationOf(Each.Count, Calls.loc(), S.Context));
  Statements.push_back(Code);
  for (const Advance &Each : Advances)
    Statements.push_back(addition(Each, Count, Move, Calls));
  return Calls.block(Statements, Code->getEndLoc());
}

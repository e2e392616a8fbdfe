//===- ItemChecks.cpp - Updates that scans can have ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/ItemChecks.h"
#include "Analysis/Expressions/FunctionReader.h"
#include "Analysis/Scan/OperatorChoice.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

bool ItemChecks::checkFunction(const Item &Target) const {
  if (isRecurrence(Target) ||
      (Target.Op == Operator::Last && !Target.isArray()))
    return true;
  const SourceLocation Loc = Target.Updates.front().Node->getBeginLoc();
  if (Target.isArray())
    Diags.report(Loc, Diag::err_no_previous) << Target.Name;
  else
    Diags.report(Loc, Diag::err_function)
        << Target.Name << traits(Target.Op).Function;
  return false;
}

bool ItemChecks::checkLinear(const Item &Target) const {
  if (!Target.isLinear())
    return true;
  const QualType Type = Target.Type;
  const bool IsNumber =
      Type->isSpecificBuiltinType(BuiltinType::Float) ||
      Type->isSpecificBuiltinType(BuiltinType::Double) ||
      (Type->isIntegerType() && Context.getIntWidth(Type) <= 64);
  const auto *Choice = llvm::find_if(Target.Updates, [](const Update &U) {
    return llvm::any_of(U.Function, [](const FunctionNode &Node) {
      return Node.Kind == FunctionKind::Choose ||
             Node.Kind == FunctionKind::Remainder;
    });
  });
  const bool IsChoice = Choice != Target.Updates.end();
  const bool IsOneUpdate =
      Target.isSystem() || (Target.Updates.size() == 1 && !Target.Conditional);
  // Accumulators may continue through the rows of a batch.
  const bool Continues = Loop.isBatch() && Target.isSystem();
  if (IsNumber && IsOneUpdate && !IsChoice && !Continues)
    return true;
  const SourceLocation Loc =
      (IsChoice ? *Choice : Target.Updates.front()).Node->getBeginLoc();
  const unsigned Why = !IsOneUpdate || IsChoice ? 1 : !IsNumber ? 2 : 3;
  if (Target.isSystem())
    Diags.report(Loc, Diag::err_system) << Target.names() << Why;
  else
    Diags.report(Loc, Diag::err_order) << Target.Name << Why;
  return false;
}

bool ItemChecks::checkRestart(const Item &System, const Update &U,
                              SourceLocation Loc) const {
  const bool UsesBefore =
      llvm::any_of(U.Function, [](const FunctionNode &Node) {
        return Node.Kind == FunctionKind::Before;
      });
  if (UsesBefore || !System.Type->isFloatingType())
    return true;
  return Diags.report(Loc, Diag::err_system) << System.names() << 0;
}

bool ItemChecks::mayStep(const Item &Target) const {
  // The values of such an item are scanned in another form than its updates.
  const bool IsScaled =
      Target.isLinear() || Target.isLongSum() ||
      Target.Op == Operator::Rational || Target.Op == Operator::Table ||
      Target.Modulus != 0 ||
      (Target.Op == Operator::Mul && Target.Type->isFloatingType());
  return !Target.Declared && !IsScaled && !Target.isList() &&
         !Target.isArray() && Target.Type->isRealType() &&
         Context.getTypeSize(Target.Type) <= 64 && Loop.scan() &&
         Loop.scan()->LoopCarriedScalars.empty() &&
         // OpenMP's own form has the value of the iteration alone there.
         !nest::anyStatement(Loop.body(), [](const nest::Statement &S) {
           return S.kind() == nest::Statement::Kind::Separator;
         });
}

//===- ScanLoop.cpp - Description of one scan loop ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/ScanLoop.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

static StringRef textOf(Relation Rel) {
  static constexpr StringRef Names[] = {"<", "<=", ">", ">=", "!=", "=="};
  return Names[static_cast<unsigned>(Rel)];
}

static StringRef textOf(AccessKind Kind) {
  static constexpr StringRef Names[] = {"read",     "write",     "seed",
                                        "read any", "write any", "counted"};
  return Names[static_cast<unsigned>(Kind) - OMPSCAN_ACCESS_READ];
}

llvm::ArrayRef<NestedLoop> ScanLoop::countedLoops() const {
  if (const ParallelLoop *Parallel = parallel())
    return Parallel->Nested;
  return isBatch() ? llvm::ArrayRef<NestedLoop>(Outer)
                   : llvm::ArrayRef<NestedLoop>();
}

const StatementFacts &ScanLoop::factsOf(const nest::Statement &S) const {
  static const StatementFacts None;
  const auto Found = Facts.find(&S);
  return Found == Facts.end() ? None : Found->second;
}

const UpdateRef *ScanLoop::updateAt(const nest::Statement &S) const {
  if (const Expr *E = S.expression())
    return Meanings.find<UpdateRef>(strip(E));
  // No other `if` makes an update itself.
  const auto &Updates = factsOf(S).Updates;
  return isa<nest::If>(&S) && !Updates.empty() ? &Updates.front() : nullptr;
}

bool ScanLoop::isInduction(const VarDecl *Var) const {
  const VarDecl *Canonical = Var->getCanonicalDecl();
  return IV.Var->getCanonicalDecl() == Canonical ||
         (isBatch() && llvm::any_of(Outer, [&](const NestedLoop &Next) {
            return Next.IV.Var->getCanonicalDecl() == Canonical;
          }));
}

bool Induction::evaluates(const Expr *E) const {
  return plugin::evaluates(Lower, E) || plugin::evaluates(Bound, E);
}

bool ScanLoop::mentionsInduction(const Expr *E) const {
  return anyOf(E, [this](const Expr *Sub) {
    const VarDecl *Var = variableOf(Sub);
    return Var && isInduction(Var);
  });
}

/// Whether \p E has the same value in every iteration of \p Loop: it consists
/// of literals, and of scalars that the loop does not change.
static bool isSteady(const Expr *E, const ScanLoop &Loop) {
  E = strip(E);
  if (Loop.Meanings.find<ScalarValue>(E) ||
      isa<IntegerLiteral, FloatingLiteral>(E))
    return true;
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return ((Unary && Unary->isArithmeticOp()) ||
          (Binary &&
           (Binary->isMultiplicativeOp() || Binary->isAdditiveOp())) ||
          isa<CastExpr>(E)) &&
         llvm::all_of(operands(E), [&Loop](const Expr *Operand) {
           return isSteady(Operand, Loop);
         });
}

bool ScanLoop::runsAllUpdates(const Item &I) const {
  size_t Count = 0;
  for (const nest::Statement *St : nest::sequence(body()))
    if (St->expression() || isa<nest::Declaration>(St))
      Count += llvm::count_if(factsOf(*St).Updates, [&](const UpdateRef &Ref) {
        return &Items[Ref.Item] == &I;
      });
  return Count == I.Updates.size();
}

bool ScanLoop::hasSteadyFactors(const Item &I) const {
  const auto Keeps = [this](const Update &U, const FunctionNode &Node) {
    switch (Node.Kind) {
    case FunctionKind::Multiply:
    case FunctionKind::Divide: {
      const bool OnLeft = U.usesBefore(Node.Left);
      if (OnLeft == U.usesBefore(Node.Right))
        return true;
      const FunctionNode &Factor = U.Function[OnLeft ? Node.Right : Node.Left];
      return Factor.Kind == FunctionKind::Input &&
             isSteady(U.Input[Factor.Term].Value, *this);
    }
    case FunctionKind::Choose:
      return false;
    default:
      return true;
    }
  };
  return (!I.isSystem() || runsAllUpdates(I)) &&
         llvm::all_of(I.Updates, [&](const Update &U) {
           return llvm::all_of(U.Function, [&](const FunctionNode &Node) {
             return Keeps(U, Node);
           });
         });
}

bool ScanLoop::isFold() const {
  return Body && !isBatch() &&
         llvm::none_of(Arrays,
                       [](const ArrayUse &A) { return A.isStored(); }) &&
         llvm::all_of(Fills, [](const Fill &F) { return F.Stores.empty(); });
}

const Fill *ScanLoop::fillOf(const Expr *Base) const {
  const auto *Found = llvm::find_if(
      Fills, [&](const Fill &F) { return sameExpression(F.Base, Base); });
  return Found == Fills.end() ? nullptr : Found;
}

const Item *ScanLoop::scalarItem(const Expr *E) const {
  E = strip(E);
  if (!isa<DeclRefExpr, MemberExpr>(E))
    return nullptr;
  const auto *Found =
      llvm::find_if(Items, [E](const Item &I) { return I.rowOf(E) != 0; });
  return Found == Items.end() ? nullptr : Found;
}

const Item *ScanLoop::listItem(const Expr *E, const ASTContext &Context) const {
  if (llvm::none_of(Items, [](const Item &I) { return I.isList(); }))
    return nullptr;
  const Expr *Base = elementAccess(strip(E), Context).Base;
  const auto *Found = llvm::find_if(Items, [&](const Item &I) {
    return Base && I.isList() && sameExpression(I.Base, Base);
  });
  return Found == Items.end() ? nullptr : Found;
}

void ScanLoop::print(raw_ostream &OS, const ASTContext &Context) const {
  const SourceManager &SM = Context.getSourceManager();
  const PrintingPolicy Policy(Context.getLangOpts());
  auto Text = [&](const Expr *E) {
    std::string S;
    llvm::raw_string_ostream Stream(S);
    E->printPretty(Stream, nullptr, Policy);
    return S;
  };

  const PresumedLoc Place = SM.getPresumedLoc(SM.getFileLoc(Loc));
  OS << "scan loop at " << Place.getLine() << ":" << Place.getColumn() << " in "
     << Function << "\n";
  for (const NestedLoop &Next : Outer)
    OS << "  for each " << Next.IV.Var->getName() << "\n";
  OS << "  for " << IV.Type.getAsString(Policy) << " " << IV.Var->getName()
     << " = " << Text(IV.Lower) << "; " << IV.Var->getName() << " "
     << textOf(IV.Rel) << " " << Text(IV.Bound) << "; step " << IV.Step << "\n";
  for (const Item &I : Items) {
    OS << "  item " << I.names();
    if (I.isList())
      OS << "[" << (I.FirstValue ? Text(I.FirstValue) : std::to_string(I.First))
         << " : " << I.Length << "]";
    OS << ", " << I.Type.getAsString(Policy) << ", operator ";
    if (I.Op == Operator::Declared)
      OS << I.Declared->getDeclName() << ": "
         << Text(I.Declared->getCombiner());
    else
      OS << spelling(I.Op);
    OS << (I.Conditional ? ", conditional\n" : "\n");
    if (I.isArray()) {
      OS << "  store " << Text(I.Store) << ", previous " << Text(I.Previous);
      for (const Expr *Each : I.Earlier)
        OS << ", " << Text(Each);
      OS << "\n";
    }
    for (const Update &U : I.Updates)
      for (const Term &T : U.Input)
        OS << "  input "
           << (T.Member ? "of " + I.Members[*T.Member].Name + ": " : "")
           << (T.Negated ? "-" : "") << Text(T.Value) << "\n";
  }
  for (const ArrayUse &A : Arrays) {
    OS << "  array " << A.Name << ", " << A.Element.getAsString(Policy)
       << ", map " << spelling(A.Map);
    if (A.SectionCount)
      OS << " [" << (A.SectionBegin ? Text(A.SectionBegin) : "0") << " : "
         << Text(A.SectionCount) << "]";
    else if (A.KnownCount != 0)
      OS << " [0 : " << A.KnownCount << "]";
    OS << "\n";
    for (const Access &Use : A.Accesses) {
      OS << "    " << textOf(Use.Kind) << " at "
         << (Use.Index ? Text(Use.Index) : "0");
      if (Use.IsApart)
        OS << ", apart";
      if (A.isInspected(Use))
        OS << ", inspected";
      if (Use.IsBounded)
        OS << ", at most";
      if ((Use.Kind != AccessKind::ReadAny &&
           Use.Kind != AccessKind::WriteAny) ||
          Use.IsBounded)
        OS << ", stride " << Use.Stride;
      for (const Scaled &S : Use.Symbols)
        OS << " + " << S.Factor << " * " << Text(S.Value)
           << (S.Times ? " * " + Text(S.Times) : "");
      for (const Guard &G : Use.Guards)
        OS << ", if " << Text(G.Left) << " " << textOf(G.Rel) << " "
           << (G.Right ? Text(G.Right) : "0");
      for (const NoWrap &N : Use.NoWraps)
        OS << ", while " << Text(N.Value) << " fits " << N.Bits
           << (N.IsSigned ? " signed bits" : " bits");
      OS << "\n";
    }
  }
  for (const Fill &F : Fills) {
    OS << "  computes " << Text(F.Base) << " as " << Text(F.Value) << "\n";
    for (const Fill::Store &Store : F.Stores) {
      OS << "    stores " << Text(Store.Value) << " at " << Text(Store.Target);
      if (Store.Guard)
        OS << ", if " << Text(Store.Guard);
      OS << "\n";
    }
  }
  for (const ScalarUse &S : Scalars)
    OS << "  scalar " << S.Name << ", " << S.Type.getAsString(Policy) << "\n";
  for (const DeclRefExpr *Last : Lasts)
    OS << "  last " << Last->getDecl()->getName() << "\n";
  for (const Expr *Condition : Where.Conditions)
    OS << "  if " << Text(stripImplicit(Condition)) << "\n";
  if (IsUnread)
    OS << "  results unread\n";
  if (Where.IsReproducible)
    OS << "  reproducible\n";
  switch (Where.Device.Kind) {
  case DeviceClauseKind::Any:
    break;
  case DeviceClauseKind::Number:
    OS << "  device " << Text(Where.Device.Number) << "\n";
    break;
  case DeviceClauseKind::GPU:
    OS << "  device GPU\n";
    break;
  case DeviceClauseKind::CPU:
    OS << "  device CPU\n";
    break;
  }
}

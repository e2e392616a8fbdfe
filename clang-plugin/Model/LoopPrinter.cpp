//===- LoopPrinter.cpp - Prints the description of a loop -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Expressions.h"
#include "Model/ScanLoop.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

static StringRef textOf(Relation Rel) {
  return BinaryOperator::getOpcodeStr(comparisonOf(Rel));
}

static StringRef textOf(AccessKind Kind) {
  static constexpr StringRef Names[] = {"read",     "write",     "seed",
                                        "read any", "write any", "counted"};
  return Names[static_cast<unsigned>(Kind) - OMPSCAN_ACCESS_READ];
}

namespace {

/// Prints the parts of a loop, a line each.
class LoopPrinter {
public:
  LoopPrinter(raw_ostream &OS, const ASTContext &Context)
      : OS(OS), SM(Context.getSourceManager()), Policy(Context.getLangOpts()) {}

  void print(const ScanLoop &Loop);

private:
  std::string text(const Expr *E) const;
  std::string text(QualType Type) const { return Type.getAsString(Policy); }
  void print(const Induction &IV);
  void print(const Item &I);
  void print(const ArrayUse &A);
  void print(const ArrayUse &A, const Access &Use);
  void print(const Fill &F);
  void print(const Placement &Where);

  raw_ostream &OS;
  const SourceManager &SM;
  const PrintingPolicy Policy;
};

} // namespace

std::string LoopPrinter::text(const Expr *E) const {
  std::string S;
  llvm::raw_string_ostream Stream(S);
  E->printPretty(Stream, nullptr, Policy);
  return S;
}

void LoopPrinter::print(const Induction &IV) {
  OS << "  for " << text(IV.Type) << " " << IV.Var->getName() << " = "
     << text(IV.Lower) << "; " << IV.Var->getName() << " " << textOf(IV.Rel)
     << " " << text(IV.Bound) << "; step " << IV.Step << "\n";
}

void LoopPrinter::print(const Item &I) {
  OS << "  item " << I.names();
  if (I.isList())
    OS << "[" << (I.FirstValue ? text(I.FirstValue) : std::to_string(I.First))
       << " : " << I.Length << "]";
  OS << ", " << text(I.Type) << ", operator ";
  if (I.Op == Operator::Declared)
    OS << I.Declared->getDeclName() << ": " << text(I.Declared->getCombiner());
  else
    OS << spelling(I.Op);
  OS << (I.Conditional ? ", conditional\n" : "\n");
  if (I.isArray()) {
    OS << "  store " << text(I.Store) << ", previous " << text(I.Previous);
    for (const Expr *Each : I.Earlier)
      OS << ", " << text(Each);
    OS << "\n";
  }
  for (const Update &U : I.Updates)
    for (const Term &T : U.Input)
      OS << "  input "
         << (T.Member ? "of " + I.Members[*T.Member].Name + ": " : "")
         << (T.Negated ? "-" : "") << text(T.Value) << "\n";
}

void LoopPrinter::print(const ArrayUse &A, const Access &Use) {
  OS << "    " << textOf(Use.Kind) << " at "
     << (Use.Index ? text(Use.Index) : "0");
  if (Use.IsApart)
    OS << ", apart";
  if (A.isInspected(Use))
    OS << ", inspected";
  if (Use.IsBounded)
    OS << ", at most";
  if ((Use.Kind != AccessKind::ReadAny && Use.Kind != AccessKind::WriteAny) ||
      Use.IsBounded)
    OS << ", stride " << Use.Stride;
  for (const Scaled &S : Use.Symbols)
    OS << " + " << S.Factor << " * " << text(S.Value)
       << (S.Times ? " * " + text(S.Times) : "");
  for (const Guard &G : Use.Guards)
    OS << ", if " << text(G.Left) << " " << textOf(G.Rel) << " "
       << (G.Right ? text(G.Right) : "0");
  for (const NoWrap &N : Use.NoWraps)
    OS << ", while " << text(N.Value) << " fits " << N.Bits
       << (N.IsSigned ? " signed bits" : " bits");
  OS << "\n";
}

void LoopPrinter::print(const ArrayUse &A) {
  OS << "  array " << A.Name << ", " << text(A.Element) << ", map "
     << spelling(A.Map);
  if (A.SectionCount)
    OS << " [" << (A.SectionBegin ? text(A.SectionBegin) : "0") << " : "
       << text(A.SectionCount) << "]";
  else if (A.KnownCount != 0)
    OS << " [0 : " << A.KnownCount << "]";
  OS << "\n";
  for (const Access &Use : A.Accesses)
    print(A, Use);
}

void LoopPrinter::print(const Fill &F) {
  OS << "  computes " << text(F.Base) << " as " << text(F.Value) << "\n";
  for (const Fill::Store &Store : F.Stores) {
    OS << "    stores " << text(Store.Value) << " at " << text(Store.Target);
    if (Store.Guard)
      OS << ", if " << text(Store.Guard);
    OS << "\n";
  }
}

void LoopPrinter::print(const Placement &Where) {
  if (Where.BorrowsData)
    OS << "  data of libomptarget\n";
  if (Where.IsReproducible)
    OS << "  reproducible\n";
  switch (Where.Device.Kind) {
  case DeviceClauseKind::Any:
    break;
  case DeviceClauseKind::Number:
    OS << "  device " << text(Where.Device.Number) << "\n";
    break;
  case DeviceClauseKind::GPU:
    OS << "  device GPU\n";
    break;
  case DeviceClauseKind::CPU:
    OS << "  device CPU\n";
    break;
  }
}

void LoopPrinter::print(const ScanLoop &Loop) {
  const PresumedLoc Place = SM.getPresumedLoc(SM.getFileLoc(Loop.Loc));
  OS << "scan loop at " << Place.getLine() << ":" << Place.getColumn() << " in "
     << Loop.Function << "\n";
  for (const NestedLoop &Next : Loop.Outer)
    OS << "  for each " << Next.IV.Var->getName() << "\n";
  print(Loop.IV);
  for (const Item &I : Loop.Items)
    print(I);
  for (const ArrayUse &A : Loop.Arrays)
    print(A);
  for (const Fill &F : Loop.Fills)
    print(F);
  for (const ScalarUse &S : Loop.Scalars)
    OS << "  scalar " << S.Name << ", " << text(S.Type) << "\n";
  for (const DeclRefExpr *Last : Loop.Lasts)
    OS << "  last " << Last->getDecl()->getName() << "\n";
  for (const Expr *Condition : Loop.Where.Conditions)
    OS << "  if " << text(stripImplicit(Condition)) << "\n";
  if (Loop.IsUnread)
    OS << "  results unread\n";
  print(Loop.Where);
}

void ScanLoop::print(raw_ostream &OS, const ASTContext &Context) const {
  LoopPrinter(OS, Context).print(*this);
}

//===- LoopCarriedScalars.cpp - Temporaries that rotate -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Scan/LoopCarriedScalars.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p S declares \p Var.
static bool declares(const nest::Statement &S, const VarDecl *Var) {
  return nest::anyStatement(S, [&](const nest::Statement &Each) {
    return llvm::is_contained(nest::variablesOf(Each), Var);
  });
}

/// Whether \p S is or contains \p Part.
static bool contains(const Stmt *S, const Stmt *Part) {
  return anyNode(S, [&](const Stmt *Node) { return Node == Part; });
}

/// Whether \p S uses \p Var.
static bool uses(const nest::Statement &S, const VarDecl *Var) {
  return nest::anyStatement(S, [&](const nest::Statement &Each) {
    bool Found = false;
    nest::forEachExpression(
        Each, [&](const Expr &E) { Found = Found || mentions(&E, Var); });
    return Found;
  });
}

namespace {

/// An assignment that may leave its variable a value for the next iteration.
struct Candidate {
  const DeclRefExpr *Target;
  Definition Assigned;
  const Expr *ReadBefore;
};
using DefinitionMap = llvm::DenseMap<const VarDecl *, Definition>;

} // namespace

/// The statements of \p Body that assign a scalar once. Variables whose value
/// the iteration computes go to \p Definitions.
static llvm::SmallVector<Candidate, 2>
findCandidates(const ScanLoop &Loop, const nest::Block &Body,
               DefinitionMap &Definitions) {
  llvm::SmallVector<Candidate, 2> Candidates;
  const VariableUses Uses(Body.source());
  for (const auto &[Place, S] : llvm::enumerate(Body.statements())) {
    for (const VarDecl *Var : nest::variablesOf(*S))
      if (Var->getInit() && !Var->getType()->isReferenceType() &&
          !Uses.of(Var).IsAssigned)
        Definitions[Var] = {Var->getInit(), Place};
    const Expr *E = S->expression();
    const Assignment Plain = E ? plainAssignment(E) : Assignment();
    const auto *Target =
        Plain.Target ? dyn_cast<DeclRefExpr>(strip(Plain.Target)) : nullptr;
    const auto *Var = Target ? dyn_cast<VarDecl>(Target->getDecl()) : nullptr;
    if (!Var || Loop.scalarItem(Target) || mentions(Plain.Value, Var) ||
        Var->getCanonicalDecl() == Loop.IV.Var->getCanonicalDecl())
      continue;
    const QualType Type = Var->getType().getNonReferenceType();
    const VariableUse Use = Uses.of(Var);
    if ((!Type->isArithmeticType() && !Type->isRecordType()) ||
        Type.isVolatileQualified() || Use.Changes != 1)
      continue;
    Candidates.push_back({Target, {Plain.Value, Place}, Use.ReadBefore});
    if (!Use.ReadBefore)
      Definitions[Var] = Candidates.back().Assigned;
  }
  return Candidates;
}

bool ompscan::plugin::findLoopCarriedScalars(ScanLoop &Loop,
                                             const Diagnostics &Diags) {
  const auto *Body = dyn_cast<nest::Block>(&Loop.body());
  if (!Body)
    return true;
  Scan &Mode = *Loop.scan();
  DefinitionMap Definitions;
  const llvm::SmallVector<Candidate, 2> Candidates =
      findCandidates(Loop, *Body, Definitions);

  // Variables that are read before they are assigned, and outer variables that
  // such a one takes its value from.
  const llvm::DenseSet<const VarDecl *> Inside = variablesIn(Body->source());
  auto IsPrivate = [&](const VarDecl *Var) {
    return llvm::is_contained(Loop.Privates, Var);
  };
  for (const Candidate &C : Candidates) {
    const auto *Var = cast<VarDecl>(C.Target->getDecl());
    // A variable of the body does not keep the value of the preceding
    // iteration.
    if (!C.ReadBefore || Inside.contains(Var))
      continue;
    if (IsPrivate(Var))
      return Diags.report(C.ReadBefore->getExprLoc(), Diag::err_carried_value)
             << Var << 1;
    Mode.LoopCarriedScalars.push_back({Var, C.Assigned, 0});
    Loop.Privates.push_back(Var);
    Loop.Lasts.push_back(C.Target);
  }
  const unsigned NumCarries = Mode.LoopCarriedScalars.size();
  for (const Candidate &C : Candidates) {
    const auto *Var = cast<VarDecl>(C.Target->getDecl());
    if (C.ReadBefore || IsPrivate(Var) || Inside.contains(Var))
      continue;
    for (unsigned I = 0; I != NumCarries; ++I)
      if (mentions(Mode.LoopCarriedScalars[I].Passed.Value, Var)) {
        Loop.Privates.push_back(Var);
        Loop.Lasts.push_back(C.Target);
        break;
      }
  }
  for (LoopCarriedScalar &C : Mode.LoopCarriedScalars) {
    C.Initial = Loop.Scalars.size();
    const Expr *Value = nullptr;
    for (const DeclRefExpr *Last : Loop.Lasts)
      if (Last->getDecl() == C.Var)
        Value = Last;
    Loop.Scalars.push_back(
        {C.Var->getNameAsString(), Value,
         C.Var->getType().getNonReferenceType().getUnqualifiedType()});
  }
  if (NumCarries != 0)
    Mode.Definitions = std::move(Definitions);
  return true;
}

namespace {

/// Collects what a value uses, with variables replaced by their definitions.
class Expansion {
public:
  Expansion(const ScanLoop &Loop, const ASTContext &Context)
      : Loop(Loop), Mode(*Loop.scan()), Context(Context) {}

  /// Reads \p E, which is in the statement of the body with number \p Place.
  void read(const Expr *E, size_t Place) {
    anyOf(E, [&](const Expr *Sub) {
      const ElementAccess Element = elementAccess(Sub, Context);
      if (Element.Base)
        Elements.push_back(Sub);
      IsOpaque |= Loop.scalarItem(Sub) != nullptr;
      const VarDecl *Var = variableOf(Sub);
      if (!Var || Var->getCanonicalDecl() == Loop.IV.Var->getCanonicalDecl())
        return false;
      const auto *Carried = llvm::find_if(
          Mode.LoopCarriedScalars,
          [&](const LoopCarriedScalar &C) { return C.Var == Var; });
      if (Carried != Mode.LoopCarriedScalars.end() &&
          Place <= Carried->Passed.Statement)
        Before.push_back(Carried);
      else if (Carried != Mode.LoopCarriedScalars.end())
        read(Carried->Passed);
      else if (auto Found = Mode.Definitions.find(Var);
               Found != Mode.Definitions.end())
        read(Found->second);
      else if (llvm::is_contained(Loop.Privates, Var) ||
               declares(Loop.body(), Var))
        IsOpaque = true;
      return false;
    });
  }

  void read(const Definition &D) { read(D.Value, D.Statement); }

  llvm::SmallVector<const Expr *, 4> Elements;
  /// Scalars whose value from the preceding iteration is used.
  llvm::SmallVector<const LoopCarriedScalar *, 2> Before;
  /// The value uses a variable of the iteration without a unique definition.
  bool IsOpaque = false;

private:
  const ScanLoop &Loop;
  const Scan &Mode;
  const ASTContext &Context;
};

/// Whether the value of \p C depends on \p Origin at most \p Depth iterations
/// before: that would be a recurrence of its own.
bool comesFrom(const LoopCarriedScalar &C, const LoopCarriedScalar &Origin,
               const ScanLoop &Loop, const ASTContext &Context, size_t Depth) {
  Expansion Value(Loop, Context);
  Value.read(C.Passed);
  return llvm::any_of(Value.Before, [&](const LoopCarriedScalar *Next) {
    return Next == &Origin || Depth == 0 ||
           comesFrom(*Next, Origin, Loop, Context, Depth - 1);
  });
}

} // namespace

bool ompscan::plugin::checkLoopCarriedScalars(ScanLoop &Loop,
                                              const ASTContext &Context,
                                              const Diagnostics &Diags) {
  Scan &Mode = *Loop.scan();
  auto Report = [&](const LoopCarriedScalar &C) -> bool {
    return Diags.report(C.Passed.Value->getExprLoc(), Diag::err_carry)
           << C.Var->getName();
  };
  auto IsStored = [&](const Expr *Element) {
    const ElementAccess Read = elementAccess(Element, Context);
    const auto IsRead = [&](const Access &Use, bool OfOthers) {
      return !Use.isStore() && Use.IsOfOtherMembers == OfOthers &&
             !Use.Index == !Read.Index &&
             (!Read.Index || sameExpression(Use.Index, Read.Index));
    };
    const auto Has = [&](const ArrayUse &A, bool OfOthers) {
      return llvm::any_of(
          A.Accesses, [&](const Access &Use) { return IsRead(Use, OfOthers); });
    };
    return llvm::any_of(Loop.Arrays, [&](const ArrayUse &A) {
      return A.isStored() && sameExpression(A.Base, Read.Base) &&
             !(Has(A, /*OfOthers=*/true) && !Has(A, /*OfOthers=*/false));
    });
  };
  for (const LoopCarriedScalar &C : Mode.LoopCarriedScalars) {
    Expansion Value(Loop, Context);
    Value.read(C.Passed);
    if (Value.IsOpaque ||
        comesFrom(C, C, Loop, Context, Mode.LoopCarriedScalars.size() - 1))
      return Report(C);
    const bool IsInPlace = llvm::any_of(Value.Elements, IsStored);
    if (!IsInPlace)
      continue;
    // The next iteration finds these elements overwritten, so its input has to
    // be computed in this one, and nothing else may use the scalar.
    const Item &Only = Loop.Items.front();
    if (Loop.Items.size() != 1 || !Only.isArray() || Only.Series ||
        Mode.LoopCarriedScalars.size() != 1)
      return Report(C);
    for (const Expr *Element : Value.Elements)
      if (IsStored(Element) &&
          (!sameExpression(elementAccess(Element, Context).Base, Only.Base) ||
           !sameExpression(elementAccess(Element, Context).Index,
                           elementAccess(Only.Store, Context).Index)))
        return Report(C);
    const Update &U = Only.Updates.front();
    for (const Term &T : U.Input) {
      Expansion Input(Loop, Context);
      Input.read(T.Value, /*Place=*/0);
      if (Input.IsOpaque || !Input.Elements.empty())
        return Report(C);
    }
    // The value before the update must not be used elsewhere, either.
    for (const auto &[E, Meaning] : Loop.Meanings)
      if (const auto *Carried = std::get_if<ItemValue>(&Meaning);
          Carried && !Carried->IsAfter && !contains(U.Node, E))
        return Report(C);
    // Tracks other uses of the scalar and of variables computed from it.
    llvm::SmallVector<const VarDecl *, 4> Tainted{C.Var};
    for (const nest::Statement *S :
         cast<nest::Block>(Loop.body()).statements()) {
      const Expr *E = S->expression();
      if (E && strip(E) == U.Node)
        continue;
      if (E && plainAssignment(E).Value == C.Passed.Value) {
        // From here on what it has been assigned.
        llvm::erase_if(Tainted,
                       [&](const VarDecl *Var) { return Var == C.Var; });
        continue;
      }
      const bool Uses = llvm::any_of(
          Tainted, [&](const VarDecl *Var) { return uses(*S, Var); });
      if (!Uses)
        continue;
      const VarDecl *Declared = variableDeclaredBy(S->source());
      if (!Declared)
        return Report(C);
      Tainted.push_back(Declared);
    }
    Mode.ReadsAhead = true;
  }
  return true;
}

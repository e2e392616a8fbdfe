//===- BodyExpressions.cpp - What the expressions of a body do ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/Combination.h"
#include "Analysis/Scan/BodyReader.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

/// Reads \p E and tells whether its value depends on an item.
bool BodyReader::readExpr(const Expr *E, bool &Depends) {
  llvm::SaveAndRestore<bool> Operand(
      IsDependentOperand,
      IsDependentOperand || (Accesses.isInOperand() && ExprDepends));
  llvm::SaveAndRestore<bool> Outer(ExprDepends, false);
  const bool Valid = Accesses.addInput(E, /*Guarded=*/MaybeDepth != 0);
  Depends |= ExprDepends;
  return Valid;
}

std::optional<bool> BodyReader::intercept(const Expr *E, bool Guarded) {
  const Expr *Node = strip(E);
  if (const Expr *Target = changedBy(Node))
    return effect(Node, Target);
  if (const auto *Call = dyn_cast<CallExpr>(Node))
    if (const std::optional<bool> Valid = interceptCall(*Call))
      return Valid;
  if (const std::optional<unsigned> List = listItem(Node))
    return readListed(Node, *List, Guarded);
  const VarDecl *Local = localRoot(Node);
  if (Local || itemOf(Node)) {
    ExprDepends |= !Local || isDependent(Local);
    // Subscripts on the way to a part of it.
    while (!isa<DeclRefExpr>(Node) && !scalarItem(Node)) {
      if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Node)) {
        if (!Accesses.addInput(Subscript->getIdx(), Guarded))
          return false;
        Node = stripImplicit(Subscript->getBase());
      } else {
        Node = stripImplicit(cast<MemberExpr>(Node)->getBase());
      }
    }
    return true;
  }
  if (elementAccess(Node, Context).Base && !Node->getType()->isArrayType())
    return interceptElement(Node);
  // The next one to come here is what it is a member of, up to the element.
  if (isa<MemberExpr, ArraySubscriptExpr>(Node) && !ReadPart &&
      !elementAccess(Node, Context).Base && elementHolding(Node, Context))
    ReadPart = Node;
  if (isa<DeclRefExpr, MemberExpr>(Node))
    if (const Item *Inside = itemIn(Node)) {
      Diags.report(E->getExprLoc(), Diag::err_item_inside)
          << text(Node, Context) << Inside->Name;
      return false;
    }
  return std::nullopt;
}

/// Reports if it shows that \p E is none of the accumulators of its list.
bool BodyReader::checkListed(const Expr *E, unsigned Number) const {
  const Item &List = Loop.Items[Number];
  const Expr *Index = elementAccess(E, Context).Index;
  const bool Follows =
      Index && !Accesses.changes(Index) && [&](std::optional<Affine> Formula) {
        return Formula &&
               (Formula->Coefficient != 0 || !Formula->Strides.empty());
      }(affine(Index, Loop.IV.Var, Context));
  if (!Follows && !List.excludes(Index, Context))
    return true;
  Diags.report(E->getExprLoc(), Diag::err_list_element)
      << List.Name << std::to_string(List.Length) << Follows;
  return false;
}

/// An accumulator of a list that is read.
bool BodyReader::readListed(const Expr *E, unsigned Number, bool Guarded) {
  const Expr *Index = elementAccess(E, Context).Index;
  Loop.Listed[E] = {Number, Index};
  ExprDepends = true;
  return checkListed(E, Number) &&
         (!Index || Accesses.addInput(Index, Guarded));
}

std::optional<bool> BodyReader::interceptElement(const Expr *E) {
  const std::optional<unsigned> Number = arrayItem(E);
  const Expr *Part = std::exchange(ReadPart, nullptr);
  if (E == LastKept.Element) {
    Accesses.addSeed(E);
    return true;
  }
  if (!Number) {
    const bool IsPart = Part && elementHolding(Part, Context) == strip(E);
    Uses.push_back({E, IsPart ? Part : E, /*IsStore=*/false, branch()});
    return std::nullopt;
  }
  // An element of an item. Until the store is known nothing can be said of it;
  // the update itself looks at what it reads.
  switch (Arrays[*Number].role(E)) {
  case Role::Previous:
    Loop.scan()->Carried[E] = {*Number, false};
    ExprDepends = true;
    return true;
  case Role::Current:
    if (Counts[*Number].Most == 0)
      return std::nullopt; // In place: what it held before.
    Loop.scan()->Carried[E] = {*Number, true};
    ExprDepends = true;
    return true;
  case Role::None:
  case Role::Other:
    Diags.report(E->getExprLoc(), Diag::err_item_read)
        << Loop.Items[*Number].Name;
    return false;
  }
  llvm_unreachable("unknown role");
}

/// A call that may change one of its operands, through a reference or as the
/// object of a member function.
std::optional<bool> BodyReader::interceptCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || elementAccess(&Call, Context).Base || sizedContainer(&Call))
    return std::nullopt;
  llvm::SmallVector<const Expr *, 2> Changed;
  unsigned First = 0;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool HasObject = Method && Method->isInstance();
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    Object = Member->getImplicitObjectArgument();
  } else if (HasObject && isa<CXXOperatorCallExpr>(Call)) {
    Object = Call.getArg(0);
    First = 1;
  }
  if (Object && HasObject && !Method->isConst())
    Changed.push_back(Object);
  for (unsigned I = First; I < Call.getNumArgs(); ++I)
    if (const unsigned P = I - First; P < Callee->getNumParams()) {
      const QualType Type = Callee->getParamDecl(P)->getType();
      if (Type->isLValueReferenceType() &&
          !Type.getNonReferenceType().isConstQualified())
        Changed.push_back(Call.getArg(I));
    }
  if (Changed.empty())
    return std::nullopt;

  // The combiner of a declared operator may work in place.
  for (const Expr *E : Changed)
    if (const std::optional<unsigned> List = listItem(E),
        Number = List ? List : itemOf(E);
        Number) {
      Item &Target = Loop.Items[*Number];
      auto IsBefore = [&](const Expr *Sub) {
        return List ? isSameAccumulator(Sub, E) : scalarItem(Sub) == Number;
      };
      CombinationReader Reader(Target, IsBefore, Context, Diags);
      if (!Target.Declared)
        return Reader.reportOperator(Call.getBeginLoc(), "call");
      Update U;
      U.Node = &Call;
      if (List) {
        U.Index = elementAccess(strip(E), Context).Index;
        if (!checkListed(strip(E), *List))
          return false;
      }
      return Reader.readCombiner(&Call, IsBefore, U) &&
             addUpdate(*Number, std::move(U), Call.getExprLoc());
    }
  bool Depends = isDependentPlace();
  for (unsigned I = 0; I < Call.getNumArgs(); ++I)
    if (!readExpr(Call.getArg(I), Depends))
      return false;
  if (Object && !readExpr(Object, Depends))
    return false;
  for (const Expr *E : Changed) {
    const VarDecl *Local = localRoot(E);
    if (!Local) {
      Diags.report(E->getExprLoc(), Diag::err_side_effect);
      return false;
    }
    Assigned.insert(Local);
    if (Depends)
      Dependent.insert(Local);
  }
  (Depends ? Done.Output : Done.Input) = true;
  ExprDepends |= Depends;
  return true;
}

/// An assignment, or an increment or decrement, of \p Target.
bool BodyReader::effect(const Expr *Node, const Expr *Target) {
  Target = strip(Target);
  if (const std::optional<unsigned> Number = accumulator(Target))
    return updateScalar(Node, Target, *Number);
  if (const VarDecl *Local = localRoot(Target))
    return assignLocal(Node, Target, Local);
  if (const std::optional<unsigned> Number = arrayItem(Target))
    return updateArray(Node, Target, *Number);
  if (const Expr *Element = elementHolding(Target, Context)) {
    const std::optional<unsigned> List = listItem(Element);
    if (const std::optional<unsigned> Number =
            List ? List : arrayItem(Element)) {
      Diags.report(Target->getExprLoc(), Diag::err_statement)
          << Loop.Items[*Number].Name;
      return false;
    }
    return store(Node, Target, Element);
  }
  Diags.report(Target->getExprLoc(), whyNoTarget(Target))
      << text(Target, Context);
  return false;
}

/// The value that \p Node assigns; null for an increment or decrement.
static const Expr *assignedValue(const Expr *Node) {
  if (const Assignment Plain = plainAssignment(Node); Plain.Target)
    return Plain.Value;
  const auto *Binary = dyn_cast<BinaryOperator>(Node);
  return Binary ? Binary->getRHS() : nullptr;
}

/// Whether \p Node uses what its target holds before.
static bool readsTarget(const Expr *Node) {
  return isa<CompoundAssignOperator, UnaryOperator>(Node);
}

bool BodyReader::assignLocal(const Expr *Node, const Expr *Target,
                             const VarDecl *Local) {
  bool Depends = isDependentPlace();
  for (const Expr *Part = strip(Target); !isa<DeclRefExpr>(Part);) {
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part);
    if (Subscript && !readExpr(Subscript->getIdx(), Depends))
      return false;
    Part = stripImplicit(Subscript ? Subscript->getBase()
                                   : cast<MemberExpr>(Part)->getBase());
  }
  const bool WholeVariable =
      plainAssignment(Node).Target &&
      isa<DeclRefExpr>(strip(plainAssignment(Node).Target));
  // In a loop another round may have left what depends on an item; and what is
  // declared as such is known to the output only.
  if (!WholeVariable || isGuarded() || LoopDepth != 0 ||
      OutputLocals.contains(Local))
    Depends |= Dependent.contains(Local);
  if (const Expr *Value = assignedValue(Node);
      Value && !readExpr(Value, Depends))
    return false;
  Assigned.insert(Local);
  if (Depends)
    Dependent.insert(Local);
  else
    Dependent.erase(Local);
  (Depends ? Done.Output : Done.Input) = true;
  ExprDepends |= Depends;
  return true;
}

/// A store by \p Node to \p Part, which is \p Element or a member of it.
bool BodyReader::store(const Expr *Node, const Expr *Part,
                       const Expr *Element) {
  Done.Output = true;
  bool Depends = false;
  const Expr *Value = assignedValue(Node);
  if (Value && !readExpr(Value, Depends))
    return false;
  for (const Expr *Step : pathOf(Part, Context))
    if (const auto *Inner = dyn_cast<ArraySubscriptExpr>(Step);
        Inner && !readExpr(Inner->getIdx(), Depends))
      return false;
  if (readsTarget(Node))
    Uses.push_back({Element, Part, /*IsStore=*/false, branch()});
  Uses.push_back({Element, Part, /*IsStore=*/true, branch()});

  if (const std::optional<bool> Valid =
          storeAtItem(Node, Element, Part, Depends ? nullptr : Value))
    return *Valid;
  const size_t NumUpdates = Done.Updates.size();
  const bool Guarded = MaybeDepth != 0;
  if (readsTarget(Node) &&
      !Accesses.addElement(Element, AccessKind::Read, Guarded))
    return false;
  if (!Accesses.addElement(Element, AccessKind::Write, Guarded))
    return false;
  // `out[k++ - 1]`. Which accumulator of a list it is the program decides, and
  // it says where these lead.
  for (const UpdateRef &New :
       llvm::ArrayRef(Done.Updates).drop_front(NumUpdates))
    if (!Loop.Items[New.Item].isList())
      return reportCollision(Element, New.Item);
  PartialStores.push_back({Element, Part, !isGuarded()});
  return Part == Element || Accesses.addKept(Element, Guarded);
}

/// A reference would see what is stored or updated after it was bound, and the
/// device has a copy.
bool BodyReader::checkReferences() {
  for (const VarDecl *Var : References) {
    // An element, or a member of one.
    const Expr *Bound = stripImplicit(Var->getInit());
    while (const auto *Member = dyn_cast<MemberExpr>(Bound)) {
      if (Member->isArrow())
        break;
      Bound = stripImplicit(Member->getBase());
    }
    const ElementAccess Element = elementAccess(Bound, Context);
    const bool Changes =
        itemOf(Bound) || listItem(Bound) || arrayItem(Bound) ||
        (Element.Base && llvm::any_of(Uses, [&](const Use &U) {
           return U.IsStore &&
                  sameExpression(elementAccess(U.Element, Context).Base,
                                 Element.Base);
         }));
    if (Changes) {
      Diags.report(Var->getLocation(), Diag::err_local_reference)
          << Var->getName();
      return false;
    }
    if (Element.Base)
      Loop.References.push_back(Var);
  }
  return true;
}

/// An array that is stored may be read only where the same iteration stores it,
/// and before, unless it stores another member. A selection has been looked at.
bool BodyReader::checkArrays() const {
  if (Loop.selection() && Loop.selection()->IsInPlace)
    return true;
  for (const auto &[Order, Store] : llvm::enumerate(Uses)) {
    if (!Store.IsStore)
      continue;
    const ElementAccess Stored = elementAccess(Store.Element, Context);
    for (const auto &[OtherOrder, Other] : llvm::enumerate(Uses)) {
      const ElementAccess Read = elementAccess(Other.Element, Context);
      if (Other.IsStore || !sameExpression(Stored.Base, Read.Base))
        continue;
      const bool Before = OtherOrder < Order;
      if ((Before || !mayMeet(Store.Part, Other.Part, Context)) &&
          Stored.Index && Read.Index &&
          sameExpression(Stored.Index, Read.Index) &&
          mentions(Stored.Index, Loop.IV.Var))
        continue;
      Diags.report(Other.Element->getExprLoc(), Diag::err_in_place)
          << text(Stored.Base, Context);
      return false;
    }
  }
  return true;
}

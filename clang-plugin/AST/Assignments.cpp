//===- Assignments.cpp - What expressions assign --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Assignments.h"
#include "AST/Control.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

Assignment ompscan::plugin::plainAssignment(const Expr *E) {
  E = strip(E);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->getOpcode() == BO_Assign
               ? Assignment{Binary->getLHS(), Binary->getRHS()}
               : Assignment();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
    return {};
  return {Call->getArg(0), Call->getArg(1)};
}

const Stmt *ompscan::plugin::singleStatement(const Stmt *S) {
  while (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    const Stmt *Only = nullptr;
    for (const Stmt *Sub : Compound->body()) {
      if (isa<NullStmt>(Sub))
        continue;
      if (Only)
        return nullptr;
      Only = Sub;
    }
    if (!Only)
      return nullptr;
    S = Only;
  }
  return S;
}

const Expr *ompscan::plugin::changedBy(const Expr *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isIncrementDecrementOp())
    return Unary->getSubExpr();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAssignmentOp())
    return Binary->getLHS();
  return plainAssignment(E).Target;
}

/// The specialization of std::pair or std::tuple that \p Class is; null if it
/// is another class.
static const ClassTemplateSpecializationDecl *
tupleOf(const CXXRecordDecl &Class) {
  return Class.isInStdNamespace() && Class.getIdentifier() &&
                 (Class.getName() == "pair" || Class.getName() == "tuple")
             ? dyn_cast<ClassTemplateSpecializationDecl>(&Class)
             : nullptr;
}

bool ompscan::plugin::makesTuple(const FunctionDecl &F) {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
    return tupleOf(*Constructor->getParent());
  return F.isInStdNamespace() && F.getIdentifier() &&
         (F.getName() == "make_pair" || F.getName() == "make_tuple");
}

bool ompscan::plugin::isPlainTuple(QualType T, const ASTContext &Context) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const ClassTemplateSpecializationDecl *Tuple =
      Class ? tupleOf(*Class) : nullptr;
  if (!Tuple)
    return false;
  const auto IsPlain = [&](const TemplateArgument &Argument) {
    if (Argument.getKind() != TemplateArgument::Type)
      return false;
    const QualType Part = Argument.getAsType();
    return Part.isTriviallyCopyableType(Context) || isPlainTuple(Part, Context);
  };
  return llvm::all_of(Tuple->getTemplateArgs().asArray(),
                      [&](const TemplateArgument &Argument) {
                        return Argument.getKind() == TemplateArgument::Pack
                                   ? llvm::all_of(Argument.pack_elements(),
                                                  IsPlain)
                                   : IsPlain(Argument);
                      });
}

bool ompscan::plugin::assignsTuple(const CXXMethodDecl &F) {
  const CXXRecordDecl *Class = F.getParent();
  if (F.getOverloadedOperator() != OO_Equal || F.getNumParams() != 1)
    return false;
  const ASTContext &Context = F.getASTContext();
  const CXXRecordDecl *From =
      F.getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return From && From->getCanonicalDecl() == Class->getCanonicalDecl() &&
         isPlainTuple(compat::tagType(Context, Class), Context);
}

/// The member that \p E names, of this object or, if \p Other is not null, of
/// that parameter; null if there is none.
static const FieldDecl *memberOf(const Expr *E, const ParmVarDecl *Other) {
  const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  if (!Member)
    return nullptr;
  const Expr *Object = Member->getBase()->IgnoreParenImpCasts();
  const auto *Name = dyn_cast<DeclRefExpr>(Object);
  if (Other ? !Name || Name->getDecl() != Other : !isa<CXXThisExpr>(Object))
    return nullptr;
  return dyn_cast<FieldDecl>(Member->getMemberDecl());
}

/// Whether \p E is `this != &Other`.
static bool comparesAddresses(const Expr *E, const ParmVarDecl *Other) {
  const auto *Compare = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Compare || Compare->getOpcode() != BO_NE)
    return false;
  const Expr *Left = Compare->getLHS()->IgnoreParenImpCasts();
  const Expr *Right = Compare->getRHS()->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(Right))
    std::swap(Left, Right);
  const Expr *Object = addressedBy(Right);
  return isa<CXXThisExpr>(Left) && Object &&
         variableOf(Object->IgnoreParenImpCasts()) == Other;
}

/// Whether \p E is `*this`.
static bool isThisObject(const Expr *E) {
  const auto *Deref = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  return Deref && Deref->getOpcode() == UO_Deref &&
         isa<CXXThisExpr>(Deref->getSubExpr()->IgnoreParenImpCasts());
}

/// The array member that \p For copies from \p Other, element by element; null
/// if there is none.
static const FieldDecl *copiedArray(const ForStmt &For,
                                    const ParmVarDecl *Other) {
  const VarDecl *I = variableDeclaredBy(For.getInit());
  const auto *Condition =
      For.getCond() ? dyn_cast<BinaryOperator>(For.getCond()) : nullptr;
  const auto *Inc =
      For.getInc() ? dyn_cast<UnaryOperator>(For.getInc()) : nullptr;
  const auto *Copy = dyn_cast_or_null<BinaryOperator>(
      For.getBody() ? singleStatement(For.getBody()) : nullptr);
  if (!I || !I->getInit() || !Condition || Condition->getOpcode() != BO_LT ||
      !Inc || !Inc->isIncrementOp() || !Copy || Copy->getOpcode() != BO_Assign)
    return nullptr;
  const auto IsCounter = [&](const Expr *E) {
    return variableOf(E->IgnoreParenImpCasts()) == I;
  };
  const auto *To = dyn_cast<ArraySubscriptExpr>(Copy->getLHS()->IgnoreParens());
  const auto *From =
      dyn_cast<ArraySubscriptExpr>(Copy->getRHS()->IgnoreParenImpCasts());
  if (!To || !From || !IsCounter(Condition->getLHS()) ||
      !IsCounter(Inc->getSubExpr()) || !IsCounter(To->getIdx()) ||
      !IsCounter(From->getIdx()))
    return nullptr;
  const FieldDecl *Field = memberOf(To->getBase(), nullptr);
  const ASTContext &Context = I->getASTContext();
  const auto *Array =
      Field ? Context.getAsConstantArrayType(Field->getType()) : nullptr;
  return Array && Field == memberOf(From->getBase(), Other) &&
                 constantValue(I->getInit(), Context) == 0 &&
                 constantValue(Condition->getRHS(), Context) ==
                     static_cast<int64_t>(Array->getSize().getZExtValue())
             ? Field
             : nullptr;
}

/// Whether \p S only copies members from \p Other, possibly under the condition
/// that it is another object. Adds the members to \p Copied.
static bool copiesMembers(const Stmt *S, const ParmVarDecl *Other,
                          llvm::SmallPtrSetImpl<const FieldDecl *> &Copied) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(), [&](const Stmt *Each) {
      return copiesMembers(Each, Other, Copied);
    });
  if (const std::optional<Branches> If = branchesOf(S))
    return If->IsPlain && !If->Else &&
           comparesAddresses(If->Condition, Other) &&
           copiesMembers(If->Then, Other, Copied);
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    const FieldDecl *Array = copiedArray(*For, Other);
    return Array && (Copied.insert(Array), true);
  }
  const auto *E = dyn_cast<BinaryOperator>(S);
  if (!E || E->getOpcode() != BO_Assign)
    return false;
  const FieldDecl *Field = memberOf(E->getLHS(), nullptr);
  if (!Field || Field != memberOf(E->getRHS(), Other))
    return false;
  Copied.insert(Field);
  return true;
}

bool ompscan::plugin::copiesMembers(const CXXMethodDecl &F) {
  const CXXRecordDecl *Class = F.getParent();
  const FunctionDecl *Definition = nullptr;
  if ((!F.isCopyAssignmentOperator() && !F.isMoveAssignmentOperator()) ||
      (!F.getParamDecl(0)->getType()->isReferenceType() &&
       (!Class->hasTrivialCopyConstructor() ||
        Class->hasUserDeclaredDestructor())) ||
      Class->getNumBases() != 0 || Class->isDynamicClass() ||
      Class->isUnion() || !F.hasBody(Definition))
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body)
    return false;
  llvm::SmallPtrSet<const FieldDecl *, 8> Copied;
  for (const Stmt *S : Body->body()) {
    const auto *Return = dyn_cast<ReturnStmt>(S);
    if (Return
            ? S != Body->body_back() || (Return->getRetValue() &&
                                         !isThisObject(Return->getRetValue()))
            : !::copiesMembers(S, Definition->getParamDecl(0), Copied))
      return false;
  }
  return llvm::all_of(Class->fields(), [&](const FieldDecl *Field) {
    return Copied.count(Field);
  });
}

static bool onlyReadsObject(const Stmt *S);

/// Whether \p Place, which is read, is a part of `*this`, or contains `this`
/// only where a part of `*this` is read.
static bool isReadOfObject(const Expr *Place) {
  Place = strip(Place);
  if (const auto *Member = dyn_cast<MemberExpr>(Place))
    return (isa<FieldDecl>(Member->getMemberDecl()) && Member->isArrow() &&
            isa<CXXThisExpr>(strip(Member->getBase()))) ||
           isReadOfObject(Member->getBase());
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Place);
  const auto *Decay =
      Element ? dyn_cast<ImplicitCastExpr>(Element->getBase()) : nullptr;
  if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
    return isReadOfObject(Decay->getSubExpr()) &&
           onlyReadsObject(Element->getIdx());
  return onlyReadsObject(Place);
}

/// Whether \p S, in the body of a method, uses the object by reads of members
/// alone.
static bool onlyReadsObject(const Stmt *S) {
  if (const Expr *Place = loadedBy(S))
    return isReadOfObject(Place);
  return !isa<CXXThisExpr>(S) && llvm::all_of(childrenOf(S), onlyReadsObject);
}

bool ompscan::plugin::changesObject(const CXXMethodDecl &F) {
  const FunctionDecl *Definition = nullptr;
  return !F.isConst() && !(F.hasBody(Definition) && !F.isVirtual() &&
                           onlyReadsObject(Definition->getBody()));
}

llvm::SmallVector<const Expr *, 2>
ompscan::plugin::changedOperands(const CallExpr &Call, bool WithRValues) {
  llvm::SmallVector<const Expr *, 2> Changed;
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || makesTuple(*Callee) || isForwarding(*Callee))
    return Changed;
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
  if (Object && HasObject && changesObject(*Method))
    Changed.push_back(Object);
  for (unsigned I = First; I < Call.getNumArgs(); ++I)
    if (const unsigned P = I - First; P < Callee->getNumParams()) {
      const QualType Type = Callee->getParamDecl(P)->getType();
      if ((Type->isLValueReferenceType() ||
           (WithRValues && Type->isRValueReferenceType())) &&
          !Type.getNonReferenceType().isConstQualified())
        Changed.push_back(Call.getArg(I));
    }
  return Changed;
}

/// The places that \p S may change, without the operands of calls for which
/// \p IsElement holds.
static llvm::SmallVector<const Expr *, 8>
changedPlacesExcept(const Stmt *S,
                    llvm::function_ref<bool(const CallExpr &)> IsElement) {
  llvm::SmallVector<const Expr *, 8> Places;
  forEachNode(S, [&](const Stmt *Node) {
    const auto *E = dyn_cast<Expr>(Node);
    if (const Expr *Target = E ? changedBy(E) : nullptr)
      Places.push_back(strip(Target));
    if (const auto *Call = dyn_cast<CallExpr>(Node); Call && !IsElement(*Call))
      for (const Expr *Operand : changedOperands(*Call, /*WithRValues=*/true))
        Places.push_back(strip(Operand));
    return true;
  });
  return Places;
}

llvm::SmallVector<const Expr *, 8>
ompscan::plugin::changedPlaces(const Stmt *S) {
  return changedPlacesExcept(S, [](const CallExpr &) { return false; });
}

llvm::SmallVector<const Expr *, 8>
ompscan::plugin::changedElements(const Stmt *S, const ASTContext &Context) {
  return changedPlacesExcept(S, [&](const CallExpr &Call) {
    return elementAccess(&Call, Context).Base != nullptr;
  });
}

const Expr *ompscan::plugin::incrementedBy(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S ? singleStatement(S) : nullptr);
  const auto *Unary = E ? dyn_cast<UnaryOperator>(strip(E)) : nullptr;
  return Unary && Unary->isIncrementOp() ? strip(Unary->getSubExpr()) : nullptr;
}

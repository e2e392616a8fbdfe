//===- ObjectLowering.cpp - New objects in OpenCL C -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/ObjectLowering.h"
#include "Kernel/Lowering/CallLowering.h"
#include "Kernel/Lowering/EmulatedTypes.h"
#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace ompscan::plugin;

ObjectLowering::ObjectLowering(ExprLowering &Exprs, bool WantsLValue)
    : Exprs(Exprs), M(Exprs.module()), Context(M.context()),
      WantsLValue(WantsLValue) {}

/// The type of a compound literal. Clang does not add the address space, which
/// matters when an array decays.
static std::string literalType(LoweringModule &M, QualType T,
                               SourceLocation Loc) {
  std::string Type = M.Types.declare(T.getUnqualifiedType(), "", Loc);
  return T->isArrayType() ? "__private " + Type : Type;
}

Piece ObjectLowering::zero(QualType T, SourceLocation Loc) {
  if (T->isVoidType())
    return std::string("((void)0)");
  std::string Type = literalType(M, T, Loc);
  return "((" + Type + ")" +
         (T->isScalarType() && !EmulatedType::of(T, Context) ? "0" : "{0}") +
         ")";
}

/// The elements of a string literal that fit into an array \p A.
static std::string characters(LoweringModule &M, const StringLiteral *S,
                              const ConstantArrayType *A) {
  std::string Text;
  llvm::ListSeparator Comma;
  uint64_t Count =
      std::min<uint64_t>(S->getLength(), A->getSize().getZExtValue());
  for (unsigned I = 0; I != Count; ++I)
    Text += StringRef(Comma).str() +
            M.Constants.integer(llvm::APSInt::getUnsigned(S->getCodeUnit(I)),
                                A->getElementType(), S->getBeginLoc());
  return "{" + (Count ? Text : "0") + "}";
}

std::string ObjectLowering::initializer(const Expr *E) {
  const ConstantArrayType *A = Context.getAsConstantArrayType(E->getType());
  if (!A)
    return withoutParens(Exprs.lower(E).Text).str();

  // C has no array values: an array is initialised by braces.
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(E))
    E = Literal->getInitializer();
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    if (!List->isStringLiteralInit())
      return braces(E, List->inits(), List->getArrayFiller());
    E = List->getInit(0)->IgnoreParenImpCasts();
  }
  if (const auto *List = dyn_cast<CXXParenListInitExpr>(E))
    return braces(E, List->getInitExprs(), List->getArrayFiller());
  if (const auto *String = dyn_cast<StringLiteral>(E))
    return characters(M, String, A);
  if (isa<ImplicitValueInitExpr>(E))
    return "{0}";
  M.refuse(E->getExprLoc(), "this initialisation of an array");
  return "";
}

bool ompscan::plugin::isZero(const Expr *Init, ASTContext &Context) {
  return isa<ImplicitValueInitExpr>(Init) ||
         Init->isNullPointerConstant(Context,
                                     Expr::NPC_ValueDependentIsNotNull);
}

std::string ObjectLowering::braces(const Expr *E, ArrayRef<const Expr *> Inits,
                                   const Expr *Filler,
                                   const FieldDecl *Active) {
  SmallVector<std::string, 8> Parts;
  const QualType T = E->getType();
  const auto Designators = M.Types.designators(T, E->getExprLoc());
  unsigned Bases = 0, Members = 0;
  const auto *Class = T->getAsCXXRecordDecl();
  for (const Expr *Init : Inits) {
    // An empty base has no member to initialise.
    if (Class && Bases++ < Class->getNumBases() &&
        Init->getType()->getAsCXXRecordDecl()->isEmpty())
      continue;
    if (Designators.empty()) {
      Parts.push_back(initializer(Init));
      continue;
    }
    const auto &[Text, Field] = Designators[Members++];
    if (!Field || !M.Types.isBytes(Field))
      Parts.push_back(Text + initializer(Init));
    else if (!isZero(Init, Context))
      M.Types.refusesUse(Field, Init->getExprLoc());
  }
  const ConstantArrayType *A = Context.getAsConstantArrayType(T);
  // C zeroes elements without an initializer; a constructor may not.
  if (A && Filler && !isa<ImplicitValueInitExpr>(Filler)) {
    std::string Rest = initializer(Filler);
    Parts.append(A->getSize().getZExtValue() - Inits.size(), Rest);
  }
  if (Active && M.Types.isBytes(Active)) {
    if (!Inits.empty() && !isZero(Inits.front(), Context))
      M.Types.refusesUse(Active, Inits.front()->getExprLoc());
    return "{0}";
  }
  if (Active && !Parts.empty())
    return "{." + M.Types.field(Active) + " = " + Parts.front() + "}";
  return "{" + (Parts.empty() ? "0" : llvm::join(Parts, ", ")) + "}";
}

Piece ObjectLowering::aggregate(const Expr *E, ArrayRef<const Expr *> Inits,
                                const Expr *Filler, const FieldDecl *Active) {
  QualType T = E->getType();
  std::string Type = literalType(M, T, E->getExprLoc());
  const RecordDecl *R = T->getAsRecordDecl();
  if (R && llvm::any_of(R->fields(),
                        [](const FieldDecl *F) { return F->isBitField(); }))
    return Exprs.refuse(E->getExprLoc(), "an initializer of bit-fields");
  return "((" + Type + ")" + braces(E, Inits, Filler, Active) + ")";
}

Piece ObjectLowering::VisitInitListExpr(const InitListExpr *E) {
  if (E->isTransparent())
    return Exprs.lower(E->getInit(0), WantsLValue);
  if (const auto Number = EmulatedType::of(E->getType(), Context);
      Number && E->getNumInits() == 2) {
    M.Types.type(E->getType(), E->getExprLoc());
    return Number->constant(
        {Exprs.lower(E->getInit(0)).Text, Exprs.lower(E->getInit(1)).Text});
  }
  if (E->getType()->isScalarType())
    return E->getNumInits() ? Exprs.lower(E->getInit(0))
                            : zero(E->getType(), E->getExprLoc());
  if (E->isStringLiteralInit())
    return "((" + literalType(M, E->getType(), E->getExprLoc()) + ")" +
           initializer(E) + ")";
  return aggregate(E, E->inits(), E->getArrayFiller(),
                   E->getInitializedFieldInUnion());
}

Piece ObjectLowering::VisitCXXParenListInitExpr(const CXXParenListInitExpr *E) {
  return aggregate(E, E->getInitExprs(), E->getArrayFiller(),
                   E->getInitializedFieldInUnion());
}

Piece ObjectLowering::VisitCompoundLiteralExpr(const CompoundLiteralExpr *E) {
  Piece Value = Exprs.lower(E->getInitializer());
  if (WantsLValue && E->getType()->isScalarType())
    return Exprs.temporary(Value.Text, E->getType().getUnqualifiedType(),
                           E->getExprLoc());
  return Value;
}

Piece ObjectLowering::VisitMaterializeTemporaryExpr(
    const MaterializeTemporaryExpr *E) {
  Piece Value = Exprs.lower(E->getSubExpr());
  // An array's compound literal is an lvalue already.
  if (!WantsLValue || E->getType()->isArrayType())
    return Value;
  Piece Result = Exprs.temporary(Value.Text, E->getType().getUnqualifiedType(),
                                 E->getExprLoc());
  Result.To = Value.To;
  return Result;
}

Piece ObjectLowering::VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *E) {
  // Within an aggregate, `this` would be that object, which has no name.
  llvm::SaveAndRestore This(Exprs.scope().This, std::optional<Piece>());
  return Exprs.lower(E->getExpr());
}

Piece ObjectLowering::VisitLambdaExpr(const LambdaExpr *E) {
  SmallVector<const Expr *, 4> Captured(E->capture_init_begin(),
                                        E->capture_init_end());
  return aggregate(E, Captured, /*Filler=*/nullptr, /*Active=*/nullptr);
}

Piece ObjectLowering::construct(const CXXConstructExpr *E, QualType T) {
  const CXXConstructorDecl *Constructor = E->getConstructor();
  SourceLocation Loc = E->getExprLoc();
  T = T.getUnqualifiedType();
  if (Constructor->isTrivial()) {
    // An empty class has no byte to copy; as a base it would copy another's.
    if (!Constructor->isCopyOrMoveConstructor() ||
        T->getAsCXXRecordDecl()->isEmpty())
      return zero(T, Loc);
    M.Types.type(T, Loc);
    return Exprs.lower(E->getArg(0)).Text;
  }
  CallLowering Calls(Exprs);
  SmallVector<CallLowering::Argument, 4> Args;
  Calls.addArguments(Constructor, ArrayRef(E->getArgs(), E->getNumArgs()),
                     Args);
  return Calls.call(Constructor, Args, Loc, E->requiresZeroInitialization());
}

Piece ObjectLowering::VisitCXXConstructExpr(const CXXConstructExpr *E) {
  return construct(E, E->getType());
}

Piece ObjectLowering::VisitCXXInheritedCtorInitExpr(
    const CXXInheritedCtorInitExpr *E) {
  FunctionScope &Scope = Exprs.scope();
  SmallVector<CallLowering::Argument, 4> Args;
  for (const ParmVarDecl *P : Scope.Function->parameters()) {
    const FunctionScope::Variable &V = Scope.Variables[P];
    Piece Value(V.Name);
    Value.To = V.To;
    if (P->getType()->isReferenceType())
      Args.push_back({dereference(Value), P->getType()->getPointeeType()});
    else
      Args.push_back({Value, QualType()});
  }
  return CallLowering(Exprs).call(E->getConstructor(), Args, E->getLocation());
}

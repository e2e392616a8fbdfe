//===- LibraryParts.cpp - Parts of tuples and arrays ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/LibraryParts.h"
#include "AST/Assignments.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

class PartReplacer {
public:
  PartReplacer(const ForStmt &For, Sema &S, AstChanges &Changes)
      : For(For), S(S), Context(S.Context), Changes(Changes) {
    collectLocals(&For);
  }

  /// \p IsRead: the object that \p Parent is, is only read.
  void visit(Stmt *Parent, bool IsRead = false);

private:
  void collectLocals(const Stmt *S);
  Expr *part(const CallExpr &Call) const;
  Expr *constAccess(const CallExpr &Call) const;
  Expr *elementOf(const Expr *Array, const Expr *Index, uint64_t Number,
                  SourceLocation Loc) const;
  Expr *returnedPart(const CallExpr &Call, Expr *Argument) const;
  Expr *placeIn(const Expr *E, const VarDecl &Parameter, Expr *Argument) const;
  bool changes(const Expr *Index) const;
  bool isLocal(const Expr *Object) const;

  const ForStmt &For;
  Sema &S;
  const ASTContext &Context;
  AstChanges &Changes;
  /// The variables that the loop declares.
  llvm::SmallPtrSet<const VarDecl *, 8> Locals;
};

} // namespace

/// Whether \p F is a function of the standard library, or of one of its
/// classes.
static bool isInLibrary(const FunctionDecl &F) {
  const DeclContext *Context = F.getDeclContext();
  while (Context->isRecord())
    Context = Context->getParent();
  return Context->getNonTransparentContext()->isStdNamespace();
}

/// The class std::array of which \p E is an object; null if it is of another
/// type.
static const CXXRecordDecl *arrayClass(const Expr *E) {
  const CXXRecordDecl *Class = E->getType()->getAsCXXRecordDecl();
  return Class && Class->isInStdNamespace() && Class->getIdentifier() &&
                 Class->getName() == "array"
             ? Class
             : nullptr;
}

void PartReplacer::collectLocals(const Stmt *S) {
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        Locals.insert(Var);
  for (const Stmt *Child : S->children())
    if (Child)
      collectLocals(Child);
}

/// Whether the loop counts or declares a variable of \p Index.
bool PartReplacer::changes(const Expr *Index) const {
  return Index && anyOf(Index, [this](const Expr *Sub) {
           const VarDecl *Var = variableOf(Sub);
           return Var && (Locals.contains(Var) ||
                          (For.getInc() && mentions(For.getInc(), Var)));
         });
}

/// Whether \p Object is, or is a part of, an object that the loop declares.
bool PartReplacer::isLocal(const Expr *Object) const {
  const VarDecl *Var = variableOf(wholeObject(Object));
  return Var && Locals.contains(Var) && !Var->getType()->isReferenceType();
}

/// The element \p Index, or \p Number if that is null, of the std::array \p
/// Array; null if it has no such element.
Expr *PartReplacer::elementOf(const Expr *Array, const Expr *Index,
                              uint64_t Number, SourceLocation Loc) const {
  const CXXRecordDecl *Class = arrayClass(Array);
  if (!Class || Class->field_empty() || !Array->isLValue())
    return nullptr;
  FieldDecl *Field = *Class->field_begin();
  const ConstantArrayType *Elements =
      Context.getAsConstantArrayType(Field->getType());
  if (!Elements || (!Index && Number >= Elements->getZExtSize()))
    return nullptr;
  const auto Qualified = [&](QualType T) {
    return Array->getType().isConstQualified() ? T.withConst() : T;
  };
  const QualType Type = Qualified(Elements->getElementType());
  Expr *Whole = MemberExpr::CreateImplicit(
      Context, const_cast<Expr *>(Array), /*IsArrow=*/false, Field,
      Qualified(Field->getType()), VK_LValue, OK_Ordinary);
  Expr *First = convertTo(Context.getPointerType(Type), CK_ArrayToPointerDecay,
                          Whole, Context);
  auto *At = const_cast<Expr *>(Index);
  if (!At)
    At = integerLiteral(Number, Context.getPointerDiffType(), Loc, Context);
  return new (Context)
      ArraySubscriptExpr(First, At, Type, VK_LValue, OK_Ordinary, Loc);
}

/// The part of \p Argument that the body of the callee returns.
Expr *PartReplacer::returnedPart(const CallExpr &Call, Expr *Argument) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Body = nullptr;
  if (!Callee || !isInLibrary(*Callee) || Callee->getNumParams() != 1 ||
      Call.getNumArgs() != 1 || !Callee->hasBody(Body))
    return nullptr;
  const auto *Return =
      dyn_cast_or_null<ReturnStmt>(singleStatement(Body->getBody()));
  return Return && Return->getRetValue()
             ? placeIn(Return->getRetValue(), *Body->getParamDecl(0), Argument)
             : nullptr;
}

/// The place \p E in a function whose \p Parameter refers to \p Argument; null
/// if it is no part of it.
Expr *PartReplacer::placeIn(const Expr *E, const VarDecl &Parameter,
                            Expr *Argument) const {
  E = E->IgnoreParens();
  if (variableOf(E) == &Parameter)
    return Argument;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Expr *Base = Member->isArrow()
                     ? nullptr
                     : placeIn(Member->getBase(), Parameter, Argument);
    return Base && isa<FieldDecl>(Member->getMemberDecl())
               ? MemberExpr::CreateImplicit(
                     Context, Base, /*IsArrow=*/false, Member->getMemberDecl(),
                     Member->getType(), VK_LValue, Member->getObjectKind())
               : nullptr;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    Expr *Place = Call->getNumArgs() == 1
                      ? placeIn(Call->getArg(0), Parameter, Argument)
                      : nullptr;
    return Place ? returnedPart(*Call, Place) : nullptr;
  }
  const auto *Cast = dyn_cast<CastExpr>(E);
  Expr *Place =
      Cast ? placeIn(Cast->getSubExpr(), Parameter, Argument) : nullptr;
  if (!Place || Cast->getCastKind() == CK_NoOp)
    return Place;
  if (Cast->getCastKind() != CK_DerivedToBase &&
      Cast->getCastKind() != CK_UncheckedDerivedToBase)
    return nullptr;
  auto *Bases = const_cast<CastExpr *>(Cast);
  const CXXCastPath Path(Bases->path_begin(), Bases->path_end());
  return ImplicitCastExpr::Create(Context, Cast->getType(),
                                  CK_UncheckedDerivedToBase, Place, &Path,
                                  VK_LValue, FPOptionsOverride());
}

/// The part of an element that \p Call names; null if it names none.
Expr *PartReplacer::part(const CallExpr &Call) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !isInLibrary(*Callee) || !Call.isLValue())
    return nullptr;
  const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call);
  const Expr *Object = Method              ? Method->getImplicitObjectArgument()
                       : Call.getNumArgs() ? Call.getArg(0)
                                           : nullptr;
  if (!Object)
    return nullptr;
  Object = stripImplicit(Object);
  if (const auto *Inner = dyn_cast<CallExpr>(Object))
    if (const Expr *Part = this->part(*Inner))
      Object = Part;
  const Expr *Element = elementHolding(Object, Context);
  if (!isLocal(Object) &&
      (!Element || !changes(elementAccess(Element, Context).Index)))
    return nullptr;
  const SourceLocation Loc = Call.getExprLoc();
  if (Callee->getOverloadedOperator() == OO_Subscript)
    return elementOf(Object, Call.getArg(1), 0, Loc);
  const StringRef Name =
      Callee->getIdentifier() ? Callee->getName() : StringRef();
  if (Method) {
    const auto *Array =
        dyn_cast_or_null<ClassTemplateSpecializationDecl>(arrayClass(Object));
    const std::optional<int64_t> At =
        Array && Name == "at"      ? constantValue(Method->getArg(0), Context)
        : Array && Name == "front" ? 0
        : Array && Name == "back"
            ? Array->getTemplateArgs()[1].getAsIntegral().getExtValue() - 1
            : std::optional<int64_t>();
    return At && *At >= 0 ? elementOf(Object, nullptr, *At, Loc) : nullptr;
  }
  if (Name != "get" || Call.getNumArgs() != 1)
    return nullptr;
  const TemplateArgumentList *Arguments =
      Callee->getTemplateSpecializationArgs();
  if (!arrayClass(Object))
    return returnedPart(Call, const_cast<Expr *>(Object));
  return Arguments && Arguments->get(0).getKind() == TemplateArgument::Integral
             ? elementOf(Object, nullptr,
                         Arguments->get(0).getAsIntegral().getZExtValue(), Loc)
             : nullptr;
}

/// The access \p Call to the value of a std::optional, which is only read, by
/// the operator for objects that are const; null for any other call.
Expr *PartReplacer::constAccess(const CallExpr &Call) const {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  const auto *Method =
      Operator ? dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee())
               : nullptr;
  if (!Method || Method->isConst() || Call.getNumArgs() != 1 ||
      (Operator->getOperator() != OO_Star &&
       Operator->getOperator() != OO_Arrow) ||
      !Method->getParent()->isInStdNamespace() ||
      !Method->getParent()->getIdentifier() ||
      Method->getParent()->getName() != "optional" ||
      !Call.getArg(0)->isLValue())
    return nullptr;
  for (NamedDecl *Other : Method->getParent()->lookup(Method->getDeclName())) {
    auto *Const = dyn_cast<CXXMethodDecl>(Other);
    if (!Const || !Const->isConst() || Const->getRefQualifier() == RQ_RValue)
      continue;
    const SourceLocation Loc = Call.getExprLoc();
    S.MarkFunctionReferenced(Loc, Const);
    if (!Const->getDefinition())
      S.InstantiateFunctionDefinition(Loc, Const, /*Recursive=*/true);
    auto *Object = const_cast<Expr *>(Call.getArg(0));
    if (!Object->getType().isConstQualified())
      Object = convertTo(Object->getType().withConst(), CK_NoOp, Object,
                         Context, VK_LValue);
    Expr *Callee = convertTo(
        Context.getPointerType(Const->getType()), CK_FunctionToPointerDecay,
        DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                            Const,
                            /*RefersToEnclosingVariableOrCapture=*/false, Loc,
                            Const->getType(), VK_LValue),
        Context);
    const QualType Type = Const->getReturnType();
    return CXXOperatorCallExpr::Create(Context, Operator->getOperator(), Callee,
                                       {Object}, Type.getNonReferenceType(),
                                       Expr::getValueKindForType(Type), Loc,
                                       FPOptionsOverride());
  }
  return nullptr;
}

void PartReplacer::visit(Stmt *Parent, bool IsRead) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Parent);
  IsRead = (Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                     (Cast->getCastKind() == CK_NoOp &&
                      Cast->getType().isConstQualified()))) ||
           (IsRead && isa<MemberExpr, ParenExpr>(Parent));
  for (Stmt *&Child : Parent->children()) {
    if (const auto *Call = dyn_cast_or_null<CallExpr>(Child)) {
      Expr *New = part(*Call);
      if (!New && IsRead)
        New = constAccess(*Call);
      if (New)
        Changes.replace(Child, New);
    }
    if (Child && !isa<LambdaExpr>(Child))
      visit(Child, IsRead);
  }
}

void ompscan::plugin::replaceLibraryParts(ForStmt &For, Sema &S,
                                          AstChanges &Changes) {
  PartReplacer(For, S, Changes).visit(&For);
}

//===- LibraryParts.cpp - Parts of tuples and arrays ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/LibraryParts.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/Control.h"
#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "AST/TreeWalk.h"
#include "AST/VariableUse.h"
#include "Normalize/Positions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <algorithm>

using namespace clang;
using namespace ompscan::plugin;

namespace {

class PartReplacer {
public:
  PartReplacer(const ForStmt &For, Sema &S, TreeRewriter &Rewriter)
      : For(For), S(S), Context(S.Context), Rewriter(Rewriter), Nodes(S),
        Locals(variablesIn(&For)) {}

  /// \p Parent with parts of its children in the place of calls. \p IsRead: the
  /// object that it is, is only read.
  Stmt *inChildren(Stmt *Parent, bool IsRead = false);

private:
  void addTested(const Expr *Condition, bool Holds);
  bool mayChange(const Stmt *Place, const Stmt *S) const;
  Stmt *replacedWhere(Stmt *S, const Expr *Condition, bool Holds, bool IsRead);
  Stmt *replaced(Stmt *S, bool IsRead);
  Expr *part(const CallExpr &Call) const;
  Expr *constAccess(const CallExpr &Call) const;
  Expr *ownAssignment(const CallExpr &Call) const;
  std::optional<Position> steadyPlace(const Expr *Pointer) const;
  Expr *element(const Expr *E) const;
  Expr *difference(const Expr *E) const;
  Expr *subscript(const CallExpr &Call) const;
  Expr *elementOf(const Expr *Array, const Expr *Index, uint64_t Number,
                  SourceLocation Loc) const;
  Expr *returnedPart(const CallExpr &Call, Expr *Argument) const;
  Expr *placeIn(const Expr *E, const VarDecl &Parameter, Expr *Argument) const;
  bool changes(const Expr *Index) const;
  bool isLocal(const Expr *Object) const;

  const ForStmt &For;
  Sema &S;
  const ASTContext &Context;
  TreeRewriter &Rewriter;
  mutable NodeBuilder Nodes;
  /// The variables that the loop declares.
  const llvm::DenseSet<const VarDecl *> Locals;
  /// The objects std::optional that have a value at the current place, wherever
  /// in it they are named.
  llvm::SmallVector<const Expr *, 4> Tested;
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
  if (!Elements || (!Index && Number >= Elements->getSize().getZExtValue()))
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

/// The std::optional that \p Call calls a method of; null if it calls none.
static const Expr *optionalObject(const CallExpr &Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (!Method || !Method->getParent()->isInStdNamespace() ||
      !Method->getParent()->getIdentifier() ||
      Method->getParent()->getName() != "optional")
    return nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  return isa<CXXOperatorCallExpr>(Call) && Call.getNumArgs() == 1
             ? Call.getArg(0)
             : nullptr;
}

/// Whether \p Method is named \p Name.
static bool isNamed(const FunctionDecl &Method, StringRef Name) {
  return Method.getIdentifier() && Method.getName() == Name;
}

/// Adds the objects to Tested that have a value if \p Condition is \p Holds.
void PartReplacer::addTested(const Expr *Condition, bool Holds) {
  Condition = stripImplicit(Condition);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Condition);
      Unary && Unary->getOpcode() == UO_LNot)
    addTested(Unary->getSubExpr(), !Holds);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Condition);
      Binary && Binary->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    addTested(Binary->getLHS(), Holds);
    addTested(Binary->getRHS(), Holds);
  }
  const auto *Call = dyn_cast<CallExpr>(Condition);
  const Expr *Object = Call && Holds ? optionalObject(*Call) : nullptr;
  if (Object && (isa<CXXConversionDecl>(Call->getDirectCallee()) ||
                 isNamed(*Call->getDirectCallee(), "has_value")))
    Tested.push_back(stripImplicit(Object));
}

/// The access \p Call to the value of a std::optional, which is only read, by
/// the method for objects that are const. A tested object needs no check. Null
/// for any other call.
Expr *PartReplacer::constAccess(const CallExpr &Call) const {
  const Expr *Whole = optionalObject(Call);
  if (!Whole || !Whole->isLValue())
    return nullptr;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  const auto *Method = cast<CXXMethodDecl>(Call.getDirectCallee());
  const bool IsChecked = !Operator && isNamed(*Method, "value");
  const bool IsTested =
      IsChecked && llvm::any_of(Tested, [&](const Expr *Known) {
        return sameExpression(Known, stripImplicit(Whole));
      });
  if ((Method->isConst() && !IsTested) ||
      !(IsChecked || (Operator && (Operator->getOperator() == OO_Star ||
                                   Operator->getOperator() == OO_Arrow))))
    return nullptr;
  const DeclarationName Name =
      IsTested ? Context.DeclarationNames.getCXXOperatorName(OO_Star)
               : Method->getDeclName();
  for (NamedDecl *Other : Method->getParent()->lookup(Name)) {
    auto *Const = dyn_cast<CXXMethodDecl>(Other);
    if (!Const || !Const->isConst() || Const->getRefQualifier() == RQ_RValue)
      continue;
    const SourceLocation Loc = Call.getExprLoc();
    S.MarkFunctionReferenced(Loc, Const);
    if (!Const->getDefinition())
      S.InstantiateFunctionDefinition(Loc, Const, /*Recursive=*/true);
    auto *Object = const_cast<Expr *>(Whole);
    if (!Object->getType().isConstQualified())
      Object = convertTo(Object->getType().withConst(), CK_NoOp, Object,
                         Context, VK_LValue);
    const QualType Type = Const->getReturnType();
    if (IsChecked && !IsTested) {
      Expr *Callee = MemberExpr::CreateImplicit(
          Context, Object, /*IsArrow=*/false, Const, Context.BoundMemberTy,
          VK_PRValue, OK_Ordinary);
      return CXXMemberCallExpr::Create(
          Context, Callee, {}, Type.getNonReferenceType(),
          Expr::getValueKindForType(Type), Loc, FPOptionsOverride());
    }
    Expr *Callee = convertTo(
        Context.getPointerType(Const->getType()), CK_FunctionToPointerDecay,
        DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                            Const,
                            /*RefersToEnclosingVariableOrCapture=*/false, Loc,
                            Const->getType(), VK_LValue),
        Context);
    return CXXOperatorCallExpr::Create(
        Context, Const->getOverloadedOperator(), Callee, {Object},
        Type.getNonReferenceType(), Expr::getValueKindForType(Type), Loc,
        FPOptionsOverride());
  }
  return nullptr;
}

/// The assignment \p Call of std::make_pair or std::make_tuple as one of an
/// object of the target's type, if both are of numbers and of different types;
/// null for any other call. The object made may have no equivalent on a device.
Expr *PartReplacer::ownAssignment(const CallExpr &Call) const {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  if (!Operator || Operator->getOperator() != OO_Equal)
    return nullptr;
  Expr *Target = const_cast<Expr *>(Operator->getArg(0));
  const auto *Made = dyn_cast<CallExpr>(stripImplicit(Operator->getArg(1)));
  if (!Made || !Made->getDirectCallee() ||
      !makesTuple(*Made->getDirectCallee()) ||
      !isPlainTuple(Target->getType(), Context) ||
      Context.hasSameUnqualifiedType(Made->getType(), Target->getType()))
    return nullptr;
  llvm::SmallVector<Expr *, 4> Values;
  for (const Expr *Argument : Made->arguments()) {
    const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Argument);
    if (!Argument->getType()->isArithmeticType())
      return nullptr;
    Values.push_back(
        const_cast<Expr *>(Temporary ? Temporary->getSubExpr() : Argument));
  }
  const SourceLocation Loc = Call.getExprLoc();
  TypeSourceInfo *Type = S.Context.getTrivialTypeSourceInfo(
      Target->getType().getUnqualifiedType(), Loc);
  const ExprResult Value = S.BuildCXXTypeConstructExpr(
      Type, Loc, Values, Loc, /*ListInitialization=*/false);
  return Value.isUsable()
             ? S.BuildBinOp(/*S=*/nullptr, Loc, BO_Assign, Target, Value.get())
                   .get()
             : nullptr;
}

/// The target of \p Pointer, in an array or a container that is a variable or a
/// member.
std::optional<Position> PartReplacer::steadyPlace(const Expr *Pointer) const {
  std::optional<Position> At = Nodes.position(Pointer);
  return At && isa<DeclRefExpr, MemberExpr>(At->Base) ? At : std::nullopt;
}

/// `v[i]` for \p E, `*(v.begin() + i)` or `v.begin()[i]`, and `v[v.size() - i]`
/// for `*(v.end() - i)`; null for any other expression.
Expr *PartReplacer::element(const Expr *E) const {
  const Operation Subscript = subscripted(E);
  const Expr *Pointer = Subscript.Left ? Subscript.Left : dereferenced(E);
  std::optional<Position> At = Pointer ? steadyPlace(Pointer) : std::nullopt;
  if (!At || !(At->IsEnd || !Pointer->getType()->isPointerType()))
    return nullptr;
  if (Subscript.Right)
    At->Plus.push_back(Subscript.Right);
  Nodes.setLoc(E->getExprLoc());
  // A subscript alone keeps its type.
  Expr *Number = At->Plus.size() == 1 && At->Minus.empty() && !At->IsEnd
                     ? At->Plus.front()
                     : Nodes.number(*At, Nodes.size(*At));
  Expr *Element = Nodes.element(At->Base, Number ? Number : Nodes.number(0));
  return Element && E->getType().isConstQualified() &&
                 !Element->getType().isConstQualified()
             ? convertTo(E->getType(), CK_NoOp, Element, Context, VK_LValue)
             : Element;
}

/// The number of elements between the places of which \p E is the difference;
/// null if they are not known to be in one array.
Expr *PartReplacer::difference(const Expr *E) const {
  const Operation Op = operation(E);
  if (Op.Kind != BO_Sub || !Op.Right ||
      !isContiguousIterator(Op.Left->getType()) ||
      !isContiguousIterator(Op.Right->getType()))
    return nullptr;
  const std::optional<Position> Left = steadyPlace(Op.Left);
  const std::optional<Position> Right = steadyPlace(Op.Right);
  if (!Left || !Right || !sameExpression(Left->Base, Right->Base))
    return nullptr;
  Nodes.setLoc(E->getExprLoc());
  Expr *From = Nodes.number(*Right, Nodes.size(*Right));
  Expr *To = Nodes.number(*Left, Nodes.size(*Left));
  if (!To)
    To = Nodes.number(0);
  return From ? Nodes.compute(To, BO_Sub, From) : To;
}

/// `it[i]` for \p Call, `*(it + i)` of an iterator; null for any other call.
Expr *PartReplacer::subscript(const CallExpr &Call) const {
  const Expr *Sum = dereferenced(&Call);
  const auto *Moved =
      Sum ? dyn_cast<CXXOperatorCallExpr>(stripImplicit(Sum)) : nullptr;
  if (!Moved || Moved->getOperator() != OO_Plus || Moved->getNumArgs() != 2 ||
      !isContiguousIterator(Moved->getArg(0)->getType()))
    return nullptr;
  const auto Own = [](const Expr *E) {
    const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E);
    return const_cast<Expr *>(Temporary ? Temporary->getSubExpr() : E);
  };
  Expr *Base = Own(Moved->getArg(0)), *Index = Own(Moved->getArg(1));
  const SourceLocation Loc = Call.getExprLoc();
  return S.CreateOverloadedArraySubscriptExpr(Loc, Loc, Base, Index).get();
}

/// What takes the place of \p S.
Stmt *PartReplacer::replaced(Stmt *S, bool IsRead) {
  if (const auto *E = dyn_cast<Expr>(S)) {
    Expr *New = element(E);
    if (!New)
      New = difference(E);
    if (New)
      S = New;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    Expr *New = part(*Call);
    if (!New && IsRead)
      New = constAccess(*Call);
    if (!New)
      New = ownAssignment(*Call);
    if (!New)
      New = subscript(*Call);
    if (New)
      S = New;
  }
  return inChildren(S, IsRead);
}

/// Whether \p S may empty the std::optional \p Var of the iteration: it does
/// more with it than to read or change the value.
static bool mayEmpty(const Stmt *S, const VarDecl *Var) {
  bool Found = false;
  forEachNode(S, [&](const Stmt *Node) {
    const auto *Call = dyn_cast<CallExpr>(Node);
    if (const Expr *Object = Call ? optionalObject(*Call) : nullptr) {
      const auto *Method = cast<CXXMethodDecl>(Call->getDirectCallee());
      const auto *Ref = dyn_cast<DeclRefExpr>(stripImplicit(Object));
      if (Ref && Ref->getDecl() == Var &&
          (Method->isConst() || isa<CXXOperatorCallExpr>(Call) ||
           isNamed(*Method, "value"))) {
        Found |= isa<CXXMemberCallExpr>(Call) && // `value_or(...)`
                 llvm::any_of(Call->arguments(), [&](const Expr *Argument) {
                   return mayEmpty(Argument, Var);
                 });
        return false;
      }
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Node);
    Found |= Ref && Ref->getDecl() == Var;
    return true;
  });
  return Found;
}

/// Whether \p S names a number, a pointer or a variable of the iteration that
/// \p Place may change. Other objects are changed by stores only, which the
/// analysis compares with what is read.
bool PartReplacer::mayChange(const Stmt *Place, const Stmt *S) const {
  return firstExpr(S, [&](const Expr *E) {
    const auto *Var = dyn_cast_or_null<VarDecl>(
        isa<DeclRefExpr>(E) ? cast<DeclRefExpr>(E)->getDecl() : nullptr);
    if (!Var || Var->getType().isConstQualified())
      return false;
    if (Var->getType()->isScalarType())
      return useOf(Var, Place).IsAssigned;
    return Locals.contains(Var) && mayEmpty(Place, Var);
  });
}

/// What takes the place of \p S, which is executed only if \p Condition is
/// \p Holds.
Stmt *PartReplacer::replacedWhere(Stmt *S, const Expr *Condition, bool Holds,
                                  bool IsRead) {
  const size_t Known = Tested.size();
  addTested(Condition, Holds);
  Tested.erase(std::remove_if(Tested.begin() + Known, Tested.end(),
                              [&](const Expr *Object) {
                                return mayChange(Condition, Object) ||
                                       mayChange(S, Object);
                              }),
               Tested.end());
  Stmt *New = replaced(S, IsRead);
  Tested.truncate(Known);
  return New;
}

Stmt *PartReplacer::inChildren(Stmt *Parent, bool IsRead) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Parent);
  IsRead = (Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                     (Cast->getCastKind() == CK_NoOp &&
                      Cast->getType().isConstQualified()))) ||
           (IsRead && isa<MemberExpr, ParenExpr>(Parent));
  const std::optional<Branches> If = branchesOf(Parent);
  const auto *Logical = dyn_cast<BinaryOperator>(Parent);
  return Rewriter.rebuilt(Parent, [&](Stmt *Child) {
    if (If && (Child == If->Then || Child == If->Else))
      return replacedWhere(Child, If->Condition, Child == If->Then, IsRead);
    if (Logical && Logical->isLogicalOp() && Child == Logical->getRHS())
      return replacedWhere(Child, Logical->getLHS(),
                           Logical->getOpcode() == BO_LAnd, IsRead);
    return replaced(Child, IsRead);
  });
}

ForStmt *ompscan::plugin::withoutLibraryParts(ForStmt &For, Sema &S,
                                              TreeRewriter &Rewriter) {
  return cast<ForStmt>(PartReplacer(For, S, Rewriter).inChildren(&For));
}

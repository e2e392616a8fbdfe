//===- Expressions.cpp - Looking at expressions of a loop -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Expressions.h"
#include "AST/Containers.h"
#include "AST/LibraryMacros.h"
#include "AST/ObjectParts.h"
#include "AST/TreeWalk.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isForwarding(const FunctionDecl &F) {
  const unsigned Builtin = F.getBuiltinID();
  return Builtin == Builtin::BImove || Builtin == Builtin::BImove_if_noexcept ||
         Builtin == Builtin::BIforward || Builtin == Builtin::BIas_const ||
         compat::isForwardLike(Builtin);
}

const Expr *ompscan::plugin::strip(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (Cast->getCastKind() != CK_NoOp &&
          Cast->getCastKind() != CK_LValueToRValue)
        return E;
      E = Cast->getSubExpr();
    } else if (const auto *Full = dyn_cast<FullExpr>(E)) {
      E = Full->getSubExpr();
    } else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = Temporary->getSubExpr();
    } else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E)) {
      E = Bound->getSubExpr();
    } else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
               Copy && Copy->getNumArgs() == 1 &&
               Copy->getConstructor()->isCopyOrMoveConstructor()) {
      E = Copy->getArg(0);
    } else if (const auto *Call = dyn_cast<CallExpr>(E);
               Call && Call->getDirectCallee() &&
               isForwarding(*Call->getDirectCallee())) {
      E = Call->getArg(0);
    } else if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E)) {
      E = Subst->getReplacement();
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Captured = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl());
      if (!Captured || !Captured->getInit())
        return E;
      E = Captured->getInit();
    } else {
      return E;
    }
  }
}

const Expr *ompscan::plugin::stripImplicit(const Expr *E) {
  while (true) {
    E = strip(E);
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    // In C++ a cast in the source may be such a node, too.
    if (!Cast || Cast->isPartOfExplicitCast())
      return E;
    E = Cast->getSubExpr();
  }
}

std::string ompscan::plugin::text(const Expr *E, const ASTContext &Context) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  E->printPretty(OS, nullptr, PrintingPolicy(Context.getLangOpts()));
  return Result;
}

std::string ompscan::plugin::sourceText(const Expr *E,
                                        const ASTContext &Context) {
  bool Invalid = E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID();
  const StringRef Written =
      Invalid
          ? StringRef()
          : Lexer::getSourceText(
                CharSourceRange::getTokenRange(E->getSourceRange()),
                Context.getSourceManager(), Context.getLangOpts(), &Invalid);
  return Invalid || Written.empty() || Written.contains('\n') ? text(E, Context)
                                                              : Written.str();
}

std::optional<int64_t>
ompscan::plugin::constantValue(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  const llvm::APSInt &Value = Result.Val.getInt();
  if (Value.isSigned() ? Value.isSignedIntN(64) : Value.isIntN(63))
    return Value.getExtValue();
  if (Value.getBitWidth() > 64)
    return std::nullopt;
  return static_cast<int64_t>(Value.getZExtValue());
}

bool ompscan::plugin::anyOf(const Expr *E,
                            llvm::function_ref<bool(const Expr *)> Pred) {
  E = E->IgnoreParens();
  if (Pred(E))
    return true;
  if (const Expr *Resolved = strip(E); isa<DeclRefExpr>(E) && Resolved != E)
    return anyOf(Resolved, Pred);
  return llvm::any_of(operands(E),
                      [&](const Expr *Sub) { return anyOf(Sub, Pred); });
}

bool ompscan::plugin::mentions(const Stmt *S, const VarDecl *Var) {
  return anyNode(S, [&](const Stmt *Node) { return isReferenceTo(Node, Var); });
}

bool ompscan::plugin::isReferenceTo(const Stmt *S, const Decl *Var) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return Ref && Ref->getDecl()->getCanonicalDecl() == Var->getCanonicalDecl();
}

const Expr *ompscan::plugin::loadedBy(const Stmt *S) {
  const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(S);
  return Cast && Cast->getCastKind() == CK_LValueToRValue ? Cast->getSubExpr()
                                                          : nullptr;
}

const Expr *ompscan::plugin::addressedBy(const Stmt *S) {
  const auto *Unary = dyn_cast_or_null<UnaryOperator>(S);
  return Unary && Unary->getOpcode() == UO_AddrOf ? Unary->getSubExpr()
                                                  : nullptr;
}

const VarDecl *ompscan::plugin::variableDeclaredBy(const Stmt *S) {
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(S);
  return Declaration && Declaration->isSingleDecl()
             ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
             : nullptr;
}

const VarDecl *ompscan::plugin::variableOf(const Expr *E) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const VarDecl *ompscan::plugin::boundVariable(const Expr *E) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  const auto *Binding = Ref ? dyn_cast<BindingDecl>(Ref->getDecl()) : nullptr;
  return Binding ? cast<VarDecl>(Binding->getDecomposedDecl()) : variableOf(E);
}

const VarDecl *ompscan::plugin::variableAround(const Expr *E) {
  E = strip(E);
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      return nullptr;
    E = strip(Member->getBase());
  }
  return variableOf(E);
}

namespace {

/// Compares two expressions node by node.
class Matcher {
public:
  explicit Matcher(LeafMatch Match) : Match(Match) {}

  bool compare(const Expr *A, const Expr *B) const {
    A = strip(A);
    B = strip(B);
    if (const std::optional<bool> Decided = Match(A, B))
      return *Decided;
    if (A->getStmtClass() != B->getStmtClass() &&
        !(isa<CastExpr>(A) && isa<CastExpr>(B)))
      return false;
    // `a ?: b`, whose other children stand for the value of `a`.
    if (const auto *Short = dyn_cast<BinaryConditionalOperator>(A)) {
      const auto *Other = cast<BinaryConditionalOperator>(B);
      return sameType(A, B) &&
             compare(Short->getCommon(), Other->getCommon()) &&
             compare(Short->getFalseExpr(), Other->getFalseExpr());
    }
    return sameNode(A, B) && sameChildren(A, B);
  }

private:
  static bool sameDecl(const Decl *A, const Decl *B) {
    return A && B && A->getCanonicalDecl() == B->getCanonicalDecl();
  }

  /// Ignores qualifiers of pointees: omp_in is never const, inputs often are.
  static bool sameType(const Expr *A, const Expr *B) {
    auto Plain = [](QualType T) {
      T = T.getCanonicalType();
      return T->isPointerType() ? T->getPointeeType() : T;
    };
    return A->getType()->isPointerType() == B->getType()->isPointerType() &&
           Plain(A->getType()).getUnqualifiedType() ==
               Plain(B->getType()).getUnqualifiedType();
  }

  /// Whether \p A and \p B are one function, or the operator of an object of
  /// the library such as `std::plus<>()`, which is a function for each type of
  /// reference.
  static bool sameCallee(const FunctionDecl *A, const FunctionDecl *B) {
    if (!A || !B || sameDecl(A, B))
      return A && B;
    return A->getOverloadedOperator() == OO_Call &&
           A->getDeclContext()
               ->getEnclosingNamespaceContext()
               ->isStdNamespace() &&
           A->getPrimaryTemplate() &&
           sameDecl(A->getPrimaryTemplate(), B->getPrimaryTemplate());
  }

  static bool sameNode(const Expr *A, const Expr *B);
  bool sameChildren(const Expr *A, const Expr *B) const;

  LeafMatch Match;
};

} // namespace

/// Whether \p A and \p B, nodes of one class, are equal except for their
/// operands.
bool Matcher::sameNode(const Expr *A, const Expr *B) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(A)) {
    const ValueDecl *Left = Ref->getDecl();
    const ValueDecl *Right = cast<DeclRefExpr>(B)->getDecl();
    return sameDecl(Left, Right) || sameCallee(dyn_cast<FunctionDecl>(Left),
                                               dyn_cast<FunctionDecl>(Right));
  }
  if (const auto *Member = dyn_cast<MemberExpr>(A))
    return sameDecl(Member->getMemberDecl(),
                    cast<MemberExpr>(B)->getMemberDecl()) &&
           Member->isArrow() == cast<MemberExpr>(B)->isArrow();
  if (isa<CXXThisExpr>(A))
    return true;
  if (const auto *Cast = dyn_cast<CastExpr>(A);
      Cast && Cast->getCastKind() == CK_FunctionToPointerDecay)
    return cast<CastExpr>(B)->getCastKind() == CK_FunctionToPointerDecay;
  if (!sameType(A, B))
    return false;
  if (const auto *Literal = dyn_cast<IntegerLiteral>(A))
    return Literal->getValue() == cast<IntegerLiteral>(B)->getValue();
  if (const auto *Literal = dyn_cast<FloatingLiteral>(A))
    return Literal->getValue().bitwiseIsEqual(
        cast<FloatingLiteral>(B)->getValue());
  if (const auto *Literal = dyn_cast<CharacterLiteral>(A))
    return Literal->getValue() == cast<CharacterLiteral>(B)->getValue();
  if (const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(A))
    return Literal->getValue() == cast<CXXBoolLiteralExpr>(B)->getValue();
  if (const auto *Cast = dyn_cast<CastExpr>(A))
    return Cast->getCastKind() == cast<CastExpr>(B)->getCastKind();
  if (const auto *Unary = dyn_cast<UnaryOperator>(A))
    return Unary->getOpcode() == cast<UnaryOperator>(B)->getOpcode();
  if (const auto *Binary = dyn_cast<BinaryOperator>(A))
    return Binary->getOpcode() == cast<BinaryOperator>(B)->getOpcode();
  if (const auto *Literal = dyn_cast<StringLiteral>(A))
    return Literal->getBytes() == cast<StringLiteral>(B)->getBytes();
  // Each declaration of an array of variable extent has a different type.
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(A)) {
    const auto *Other = cast<UnaryExprOrTypeTraitExpr>(B);
    return Trait->getKind() == Other->getKind() &&
           Trait->isArgumentType() == Other->isArgumentType() &&
           Trait->getTypeOfArgument().getCanonicalType() ==
               Other->getTypeOfArgument().getCanonicalType();
  }
  if (const auto *Pack = dyn_cast<SizeOfPackExpr>(A))
    return Pack->getPackLength() == cast<SizeOfPackExpr>(B)->getPackLength();
  if (const auto *Test = dyn_cast<CXXNoexceptExpr>(A))
    return Test->getValue() == cast<CXXNoexceptExpr>(B)->getValue();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
    return sameDecl(Default->getParam(),
                    cast<CXXDefaultArgExpr>(B)->getParam());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(A))
    return sameDecl(Default->getField(),
                    cast<CXXDefaultInitExpr>(B)->getField());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(A))
    return sameDecl(Construct->getConstructor(),
                    cast<CXXConstructExpr>(B)->getConstructor());
  if (const auto *Call = dyn_cast<CallExpr>(A))
    return sameCallee(Call->getDirectCallee(),
                      cast<CallExpr>(B)->getDirectCallee()) ||
           sameDecl(Call->getCalleeDecl(), cast<CallExpr>(B)->getCalleeDecl());
  // Nodes without properties besides their operands.
  return isa<ArraySubscriptExpr, ConditionalOperator, InitListExpr,
             CompoundLiteralExpr, CXXScalarValueInitExpr, ImplicitValueInitExpr,
             ImaginaryLiteral, CXXNullPtrLiteralExpr, GNUNullExpr,
             CXXStdInitializerListExpr, CXXParenListInitExpr>(A);
}

bool Matcher::sameChildren(const Expr *A, const Expr *B) const {
  const auto Left = operands(A), Right = operands(B);
  return hasOnlyOperands(A) && hasOnlyOperands(B) &&
         std::equal(Left.begin(), Left.end(), Right.begin(), Right.end(),
                    [this](const Expr *Sub, const Expr *Other) {
                      return compare(Sub, Other);
                    });
}

bool ompscan::plugin::matches(const Expr *Pattern, const Expr *E,
                              LeafMatch Match) {
  return Matcher(Match).compare(Pattern, E);
}

bool ompscan::plugin::sameExpression(const Expr *A, const Expr *B) {
  return matches(A, B, [](const Expr *, const Expr *Sub) {
    // Expressions with side effects never match.
    const auto *Unary = dyn_cast<UnaryOperator>(Sub);
    const auto *Binary = dyn_cast<BinaryOperator>(Sub);
    return (Unary && Unary->isIncrementDecrementOp()) ||
                   (Binary && Binary->isAssignmentOp())
               ? std::optional<bool>(false)
               : std::nullopt;
  });
}

/// A hash of what sameNode() compares of \p E, as far as it is cheap to find.
static llvm::hash_code hashOfNode(const Expr *E) {
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return llvm::hash_combine(unsigned(Stmt::ImplicitCastExprClass),
                              unsigned(Cast->getCastKind()));
  const unsigned Class = E->getStmtClass();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && !isa<FunctionDecl>(Ref->getDecl()))
    return llvm::hash_combine(Class, Ref->getDecl()->getCanonicalDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return llvm::hash_combine(Class,
                              Member->getMemberDecl()->getCanonicalDecl());
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E))
    return llvm::hash_combine(Class, Literal->getValue());
  if (const auto *Literal = dyn_cast<FloatingLiteral>(E))
    return llvm::hash_combine(Class, Literal->getValue().bitcastToAPInt());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return llvm::hash_combine(Class, unsigned(Unary->getOpcode()));
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return llvm::hash_combine(Class, unsigned(Binary->getOpcode()));
  return llvm::hash_value(Class);
}

/// Adds \p E to \p Hash, as long as there are \p Nodes left to look at.
static void addToHash(const Expr *E, llvm::hash_code &Hash, unsigned &Nodes) {
  if (Nodes == 0)
    return;
  --Nodes;
  E = strip(E);
  Hash = llvm::hash_combine(Hash, hashOfNode(E));
  if (const auto *Short = dyn_cast<BinaryConditionalOperator>(E)) {
    addToHash(Short->getCommon(), Hash, Nodes);
    return addToHash(Short->getFalseExpr(), Hash, Nodes);
  }
  for (const Expr *Sub : operands(E))
    addToHash(Sub, Hash, Nodes);
}

unsigned ompscan::plugin::hashOf(const Expr *E) {
  constexpr unsigned MostNodes = 64;
  unsigned Nodes = MostNodes;
  llvm::hash_code Hash = 0;
  if (E)
    addToHash(E, Hash, Nodes);
  // DenseMap has two keys for itself.
  return static_cast<unsigned>(static_cast<size_t>(Hash)) >> 1;
}

unsigned ompscan::plugin::hashOf(const ElementAccess &At) {
  return (hashOf(At.Base) * 31 + hashOf(At.Index)) >> 1;
}

/// \p E without the decay of an array to a pointer.
static const Expr *stripDecay(const Expr *E) {
  E = strip(E);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
    return strip(Cast->getSubExpr());
  return E;
}

bool ompscan::plugin::changesAnything(const Expr *E) {
  return anyOf(E, [](const Expr *Sub) {
    const auto *Binary = dyn_cast<BinaryOperator>(Sub);
    const auto *Unary = dyn_cast<UnaryOperator>(Sub);
    return (Binary && Binary->isAssignmentOp()) ||
           (Unary && Unary->isIncrementDecrementOp());
  });
}

Expr *ompscan::plugin::integerLiteral(int64_t N, QualType Type,
                                      SourceLocation Loc,
                                      const ASTContext &Context) {
  return IntegerLiteral::Create(
      Context, llvm::APInt(Context.getIntWidth(Type), N, /*isSigned=*/true),
      Type, Loc);
}

Expr *ompscan::plugin::asWideAsAddress(const Expr *E,
                                       const ASTContext &Context) {
  const QualType Type = Context.getPointerDiffType();
  auto *Operand = const_cast<Expr *>(E);
  if (Context.hasSameUnqualifiedType(E->getType(), Type))
    return Operand;
  return convertTo(Type, CK_IntegralCast, Operand, Context);
}

/// The pointer at the start of the sum \p Address, and its summands.
static ElementAccess pointerSum(const Expr *Address,
                                const ASTContext &Context) {
  ElementAccess Result;
  Address = strip(Address);
  const auto *Sum = dyn_cast<BinaryOperator>(Address);
  if (!Sum || !Sum->isAdditiveOp() || !Sum->getType()->isPointerType())
    return {stripDecay(Address), nullptr};
  const bool PointerLeft = Sum->getLHS()->getType()->isPointerType();
  const Expr *Pointer = PointerLeft ? Sum->getLHS() : Sum->getRHS();
  const Expr *Offset = PointerLeft ? Sum->getRHS() : Sum->getLHS();
  Result = pointerSum(Pointer, Context);
  if (!Result.Index && Sum->getOpcode() == BO_Add) {
    Result.Index = Offset;
    return Result;
  }
  // Offsets are added in the width of addresses.
  auto &Nodes = const_cast<ASTContext &>(Context);
  const QualType Type = Context.getPointerDiffType();
  Expr *Before = Result.Index
                     ? asWideAsAddress(Result.Index, Context)
                     : integerLiteral(0, Type, Offset->getExprLoc(), Context);
  Result.Index = BinaryOperator::Create(
      Nodes, Before, asWideAsAddress(Offset, Context), Sum->getOpcode(), Type,
      VK_PRValue, OK_Ordinary, Sum->getOperatorLoc(), FPOptionsOverride());
  return Result;
}

/// The array of which \p E is the very first element, `a[0]` or `a[0][0]`; null
/// if it is another expression.
static const Expr *arrayBegunBy(const Expr *E, const ASTContext &Context) {
  const Expr *Array = nullptr;
  for (E = strip(E); const auto *Part = dyn_cast<ArraySubscriptExpr>(E);
       E = Array) {
    if (constantValue(Part->getIdx(), Context) != 0)
      return nullptr;
    Array = stripDecay(Part->getBase());
  }
  return Array;
}

/// The array \p Base; if that is `data()` or the address of the first element
/// of an array, that array.
static const Expr *arrayOf(const Expr *Base, const ASTContext &Context) {
  if (const Expr *Container = dataContainer(Base))
    return Container;
  const Expr *First = addressedBy(Base);
  const Expr *Array = First ? arrayBegunBy(First, Context) : nullptr;
  return Array ? Array : Base;
}

/// Whether the array \p Base is a member of an element of another array.
static bool isInElement(const Expr *Base, const ASTContext &Context) {
  if (!Base->getType()->isArrayType())
    return false;
  bool IsMember = false;
  while (const Expr *Whole = partAround(Base)) {
    IsMember |= isa<MemberExpr>(Base);
    Base = Whole;
    if (IsMember && elementAccess(Base, Context).Base)
      return true;
  }
  return false;
}

ElementAccess ompscan::plugin::elementAccess(const Expr *E,
                                             const ASTContext &Context) {
  E = strip(E);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
      Subscript && (isInElement(stripDecay(Subscript->getBase()), Context) ||
                    characterTable(Subscript->getBase())))
    return {}; // A part of that element, or a value.
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return {arrayOf(stripDecay(Subscript->getBase()), Context),
            Subscript->getIdx()};
  // An element of a container, of an owner, or at an iterator.
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (Call->getOperator() != OO_Subscript || Call->getNumArgs() != 2)
      return {frontContainer(E), nullptr};
    // The operator of std::shared_ptr is that of a base class.
    const Expr *Object = stripImplicit(Call->getArg(0));
    if (!isArrayClass(Object->getType()))
      return {};
    return {Object, Call->getArg(1)};
  }
  if (const Expr *Container = frontContainer(E))
    return {Container, nullptr};
  const Expr *Index = nullptr;
  if (const Expr *Container = atContainer(E, Index))
    return {Container, Index};
  const auto *Deref = dyn_cast<UnaryOperator>(E);
  if (!Deref || Deref->getOpcode() != UO_Deref || characterTable(Deref))
    return {};
  ElementAccess Result = pointerSum(Deref->getSubExpr(), Context);
  Result.Base = arrayOf(Result.Base, Context);
  return Result;
}

bool ompscan::plugin::readsMemory(const Expr *E, const ASTContext &Context) {
  return anyOf(E, [&](const Expr *Sub) {
    return (isa<CallExpr, StmtExpr, CXXConstructExpr>(Sub) &&
            !sizedContainer(Sub)) ||
           elementAccess(Sub, Context).Base ||
           Sub->getType().isVolatileQualified();
  });
}

/// Whether the operation \p E itself may be undefined for some operands.
static bool mayBeUndefined(const Expr *E, const ASTContext &Context) {
  if (sizedContainer(E) || constantValue(E, Context))
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() &&
           !isa<CXXThisExpr>(stripImplicit(Member->getBase()));
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const std::optional<int64_t> Right =
        constantValue(Binary->getRHS(), Context);
    switch (Binary->getOpcode()) {
    case BO_Div:
    case BO_Rem:
      return Right.value_or(0) <= 0;
    case BO_Shl:
    case BO_Shr:
      return !Right;
    default:
      return Binary->isAssignmentOp() || Binary->isPtrMemOp();
    }
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_Deref;
  return !isa<DeclRefExpr, CXXThisExpr, CastExpr, ConditionalOperator,
              UnaryExprOrTypeTraitExpr, FloatingLiteral, CXXNullPtrLiteralExpr,
              GNUNullExpr>(E);
}

bool ompscan::plugin::isAlwaysDefined(
    const Expr *E, const ASTContext &Context,
    llvm::function_ref<bool(const Expr *)> IsDefined) {
  return !anyOf(E, [&](const Expr *Sub) {
    return mayBeUndefined(Sub, Context) && !(IsDefined && IsDefined(Sub));
  });
}

/// Whether \p A and \p B are `p->m` and `p->n`.
static bool haveSameObject(const Expr *A, const Expr *B) {
  const auto *One = dyn_cast<MemberExpr>(A), *Other = dyn_cast<MemberExpr>(B);
  if (!One || !Other || !One->isArrow() || !Other->isArrow())
    return false;
  const auto *Field = dyn_cast<FieldDecl>(One->getMemberDecl());
  const auto *Sibling = dyn_cast<FieldDecl>(Other->getMemberDecl());
  return Field && Sibling &&
         Field->getParent()->getCanonicalDecl() ==
             Sibling->getParent()->getCanonicalDecl() &&
         sameExpression(One->getBase(), Other->getBase());
}

bool ompscan::plugin::evaluates(const Expr *E, const Expr *Part) {
  if (sameExpression(E, Part) || haveSameObject(E, Part))
    return true;
  if (isa<UnaryExprOrTypeTraitExpr, LambdaExpr>(E))
    return false;
  if (const auto *Short = dyn_cast<BinaryConditionalOperator>(E))
    return evaluates(Short->getCommon(), Part);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return evaluates(Choice->getCond(), Part);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isLogicalOp())
    return evaluates(Binary->getLHS(), Part);
  return llvm::any_of(operands(E),
                      [Part](const Expr *Sub) { return evaluates(Sub, Part); });
}

bool ompscan::plugin::isLibraryFunction(const FunctionDecl &F) {
  return F.getIdentifier() && (F.getBuiltinID() || F.isInStdNamespace() ||
                               (F.isExternC() && !F.hasBody()));
}

Expr *ompscan::plugin::convertTo(QualType Type, CastKind Kind, Expr *E,
                                 const ASTContext &Context,
                                 ExprValueKind Category) {
  return ImplicitCastExpr::Create(Context, Type, Kind, E, /*BasePath=*/nullptr,
                                  Category, FPOptionsOverride());
}

Expr *ompscan::plugin::loadOf(Expr *Place, const ASTContext &Context) {
  return convertTo(Place->getType().getUnqualifiedType(), CK_LValueToRValue,
                   Place, Context);
}

Expr *ompscan::plugin::assign(Expr *Place, Expr *Value,
                              const ASTContext &Context) {
  return BinaryOperator::Create(
      Context, Place, Value, BO_Assign, Place->getType(),
      Context.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary,
      Place->getExprLoc(), FPOptionsOverride());
}

VarDecl *ompscan::plugin::iterationVariable(StringRef Name, Expr *Init,
                                            DeclContext &Function,
                                            const ASTContext &Context) {
  auto &Nodes = const_cast<ASTContext &>(Context);
  const QualType Type = Init->getType().getUnqualifiedType();
  const SourceLocation Loc = Init->getExprLoc();
  auto *Var =
      VarDecl::Create(Nodes, &Function, Loc, Loc, &Nodes.Idents.get(Name), Type,
                      Nodes.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  Var->setReferenced();
  Var->setIsUsed();
  Var->setInit(Init);
  return Var;
}

Expr *ompscan::plugin::referTo(const ValueDecl *D, SourceLocation Loc,
                               const ASTContext &Context, bool IsCaptured) {
  return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                             SourceLocation(), const_cast<ValueDecl *>(D),
                             IsCaptured, Loc,
                             D->getType().getNonReferenceType(), VK_LValue);
}

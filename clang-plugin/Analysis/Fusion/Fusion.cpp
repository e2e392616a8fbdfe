//===- Fusion.cpp - A loop that fills the input of a scan -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Fusion/Fusion.h"
#include "AST/Assignments.h"
#include "AST/Containers.h"
#include "AST/CopyExpr.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Affine.h"
#include "Analysis/Expressions/CanonicalLoop.h"
#include "Analysis/Liveness/OtherUses.h"
#include "Analysis/Scan/LoopAnalysis.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// One attempt to make two loops one.
class Fuser {
public:
  Fuser(const ScanDirective &First, const ScanDirective &Second,
        const DeclContext &Function, ASTContext &Context,
        const Diagnostics &Diags)
      : First(First), Second(Second), Function(Function), Context(Context),
        Diags(Diags) {}

  std::optional<ScanLoop> fuse(bool &IsCandidate);

private:
  /// The alternatives of err_fusion.
  enum class Why : unsigned {
    Clauses,
    Body,
    Bounds,
    Reads,
    Changes,
    Scalars,
  };

  /// An array that the first loop fills at its own variable.
  struct Filled {
    const Expr *Base;
    const Expr *Target;
    const Expr *Value;
    bool IsRead = false;
  };

  bool refuse(SourceLocation Loc, Why Reason) const {
    return Diags.report(Loc, Diag::err_fusion) << static_cast<unsigned>(Reason);
  }
  bool checkClauses();
  bool mergeMaps();
  bool readLoops();
  bool readStatement(const Stmt *S);
  bool readBody(const Stmt *Body);
  bool findReads(const Stmt *S);
  bool findRead(const Expr *Place);
  bool findBounds();
  bool addFill(size_t Number);
  Expr *atIndex(const Expr *E, Expr *At, size_t Number) const;
  Expr *besideIndex(int64_t Distance) const;
  Expr *binary(BinaryOperatorKind Op, Expr *Left, Expr *Right,
               QualType Type) const;
  Expr *integer(int64_t N, QualType Type) const;
  Expr *startsWith(const Expr *E) const;
  bool mayReach(const Expr *E) const;
  bool checkResult(const ScanLoop &Loop) const;

  const ScanDirective &First, &Second;
  const DeclContext &Function;
  ASTContext &Context;
  const Diagnostics &Diags;
  std::optional<DirectiveLoop> FirstOwn, Own;
  Clauses *FirstSaid = nullptr, *Said = nullptr; ///< Parts of these.
  const ForStmt *FirstFor = nullptr, *For = nullptr;
  Induction FirstIV, IV;
  llvm::SmallVector<Filled, 2> All;
  /// The subscript at which the scan reads filled arrays.
  const Expr *Index = nullptr;
  /// The number of iterations of the first loop before and behind the
  /// iterations whose elements the scan reads.
  int64_t Before = 0, Behind = 0;
};

} // namespace

bool Fuser::checkClauses() {
  for (const Clauses *C : {FirstSaid, Said})
    if (C->Where.Device.Kind != DeviceClauseKind::Any || C->Where.IsNowait ||
        !C->Where.Conditions.empty() || !C->Where.Dependences.empty() ||
        C->Where.Threads || C->Loops != 1)
      return refuse(C->ScanLoc, Why::Clauses);
  if (!FirstSaid->Items.empty() || !FirstSaid->Privates.empty() ||
      !FirstSaid->Lastprivates.empty() ||
      !FirstSaid->Where.MappedScalars.empty())
    return refuse(FirstSaid->ScanLoc, Why::Clauses);
  for (const Expr *Scalar : Said->Where.MappedScalars)
    if (llvm::none_of(Said->Items, [&](const Item &I) {
          return sameExpression(I.Base, Scalar);
        }))
      return refuse(Said->ScanLoc, Why::Clauses);
  return mergeMaps();
}

/// Adds the maps of the first loop to those of the scan. Maps of the same array
/// have to agree; their kind does not matter for stored data.
bool Fuser::mergeMaps() {
  auto Same = [](const Expr *A, const Expr *B) {
    return !A == !B && (!A || sameExpression(A, B));
  };
  for (const MapItem &Map : Said->Maps)
    if (Map.Always || Map.Present || Map.OtherShape)
      return refuse(Map.Loc, Why::Clauses);
  for (const MapItem &Map : FirstSaid->Maps) {
    if (Map.Always || Map.Present || Map.OtherShape)
      return refuse(Map.Loc, Why::Clauses);
    auto *Known = llvm::find_if(Said->Maps, [&](const MapItem &Other) {
      return sameExpression(Other.Base, Map.Base);
    });
    if (Known == Said->Maps.end())
      Said->Maps.push_back(Map);
    else if (!Same(Known->Begin, Map.Begin) || !Same(Known->Count, Map.Count) ||
             Known->OnDevice != Map.OnDevice)
      return refuse(Map.Loc, Why::Clauses);
  }
  return true;
}

/// Whether a store to a filled array may change a variable or member that \p E
/// reads.
bool Fuser::mayReach(const Expr *E) const {
  return anyOf(E, [&](const Expr *Sub) {
    if (!isa<DeclRefExpr, MemberExpr>(Sub))
      return false;
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub);
    const QualType Type = Sub->getType();
    if (Ref && !Ref->getDecl()->getType()->isReferenceType())
      return false;
    return llvm::any_of(All, [&](const Filled &F) {
      const QualType Stored = F.Target->getType();
      return Stored->isCharType() || Stored->isRecordType() ||
             Context.hasSameUnqualifiedType(Type, Stored) ||
             (Type->isIntegralOrEnumerationType() &&
              Stored->isIntegralOrEnumerationType() &&
              Context.getTypeSize(Type) == Context.getTypeSize(Stored));
    });
  });
}

/// Checks the side effects of fusion in \p Loop: the scan must not change data
/// that the first loop's values read, and the first loop must not change values
/// that the host passes to the launch.
bool Fuser::checkResult(const ScanLoop &Loop) const {
  for (const Filled &F : All) {
    const bool Changes = anyOf(F.Value, [&](const Expr *Sub) {
      const Expr *Base = elementAccess(Sub, Context).Base;
      if (Base && llvm::any_of(Loop.Arrays, [&](const ArrayUse &A) {
            return A.isStored() && sameExpression(A.Base, Base) &&
                   !Loop.fillOf(Base);
          }))
        return true;
      if (Loop.scalarItem(Sub))
        return true;
      const VarDecl *Var = variableOf(Sub);
      return Var &&
             Var->getCanonicalDecl() != FirstIV.Var->getCanonicalDecl() &&
             (Var->getCanonicalDecl() == IV.Var->getCanonicalDecl() ||
              llvm::is_contained(Loop.Privates, Var) ||
              llvm::any_of(Loop.Lasts, [&](const DeclRefExpr *Last) {
                return Last->getDecl()->getCanonicalDecl() ==
                       Var->getCanonicalDecl();
              }));
    });
    if (Changes)
      return refuse(F.Value->getExprLoc(), Why::Changes);
  }
  // The host evaluates scalars, pointers and bounds before both loops.
  for (const ScalarUse &Scalar : Loop.Scalars)
    if (mayReach(Scalar.Value))
      return refuse(Scalar.Value->getExprLoc(), Why::Scalars);
  for (const ArrayUse &A : Loop.Arrays)
    if (mayReach(A.Base))
      return refuse(A.Base->getExprLoc(), Why::Scalars);
  for (const Expr *E : {IV.Lower, IV.Bound})
    if (mayReach(E))
      return refuse(E->getExprLoc(), Why::Scalars);
  return true;
}

bool Fuser::readLoops() {
  FirstOwn = loopOf(First, Context, Diags);
  Own = FirstOwn ? loopOf(Second, Context, Diags) : std::nullopt;
  if (!Own)
    return false;
  FirstSaid = &FirstOwn->Said;
  Said = &Own->Said;
  FirstFor = FirstOwn->Loops.front();
  For = Own->Loops.front();
  const std::optional<Induction> A =
      analyzeInduction(*FirstFor, Context, Diags);
  const std::optional<Induction> B = analyzeInduction(*For, Context, Diags);
  if (!A || !B)
    return false;
  FirstIV = *A;
  IV = *B;
  auto IsPlain = [&](const Induction &I) {
    return I.Step == 1 && (I.Rel == Relation::LT || I.Rel == Relation::LE ||
                           I.Rel == Relation::NE);
  };
  return IsPlain(FirstIV) && IsPlain(IV) &&
         Context.hasSameType(FirstIV.Type, IV.Type) &&
         Context.getTypeSize(IV.Type) >= Context.getTypeSize(Context.IntTy);
}

/// Reads `t[i] = value`, where i is the first loop's variable.
bool Fuser::readStatement(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  const Assignment Plain = E ? plainAssignment(E) : Assignment();
  // C++ copies objects by constructors.
  if (!Plain.Target || !(Plain.Target->getType()->isArithmeticType() ||
                         (!Context.getLangOpts().CPlusPlus &&
                          Plain.Target->getType()->isStructureType())))
    return refuse(S->getBeginLoc(), Why::Body);
  const Expr *Target = strip(Plain.Target);
  const ElementAccess Element = elementAccess(Target, Context);
  const auto *Place =
      Element.Index ? dyn_cast<DeclRefExpr>(strip(Element.Index)) : nullptr;
  if (!Place || !isa<ArraySubscriptExpr>(Target) ||
      Place->getDecl()->getCanonicalDecl() != FirstIV.Var->getCanonicalDecl() ||
      isArrayClass(Element.Base->getType()) ||
      Plain.Value->HasSideEffects(Context,
                                  /*IncludePossibleEffects=*/false) ||
      llvm::any_of(All, [&](const Filled &F) {
        return sameExpression(F.Base, Element.Base);
      }))
    return refuse(S->getBeginLoc(), Why::Body);
  All.push_back({Element.Base, Target, Plain.Value});
  return true;
}

bool Fuser::readBody(const Stmt *Body) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(Body))
    return llvm::all_of(Compound->body(),
                        [&](const Stmt *S) { return readBody(S); });
  return isa<NullStmt>(Body) || readStatement(Body);
}

/// Finds the elements of filled arrays that the scan reads. All must have one
/// subscript, which follows the scan's variable.
bool Fuser::findReads(const Stmt *S) {
  if (const Expr *Place = loadedBy(S))
    return findRead(Place);
  if (const auto *E = dyn_cast<Expr>(S))
    for (const Filled &F : All)
      if (sameExpression(F.Base, E)) // Any other use, such as a store.
        return refuse(E->getExprLoc(), Why::Reads);
  return llvm::all_of(childrenOf(S),
                      [&](const Stmt *Child) { return findReads(Child); });
}

/// Like findReads(), for an lvalue that is loaded. In C++, `c ? t[i] : u[i]`
/// may be one, too.
bool Fuser::findRead(const Expr *Place) {
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Place->IgnoreParens()))
    return findReads(Choice->getCond()) && findRead(Choice->getTrueExpr()) &&
           findRead(Choice->getFalseExpr());
  const ElementAccess Element = elementAccess(Place, Context);
  for (Filled &F : All) {
    if (!Element.Base || !sameExpression(F.Base, Element.Base))
      continue;
    if (!Element.Index || (Index && !sameExpression(Index, Element.Index)))
      return refuse(Place->getExprLoc(), Why::Reads);
    Index = Element.Index;
    F.IsRead = true;
    return true;
  }
  return findReads(Place);
}

/// Sets Before and Behind. The first loop must have all iterations whose
/// elements the scan reads.
bool Fuser::findBounds() {
  if (!Index || !Context.hasSameType(Index->getType(), IV.Type))
    return refuse(For->getForLoc(), Why::Reads);
  const std::optional<Affine> Place = affine(Index, IV.Var, Context);
  // The bounds are compared as if the subscript did not wrap around.
  const unsigned Width = Context.getIntWidth(IV.Type);
  if (!Place || Place->Coefficient != 1 || !Place->Strides.empty() ||
      !Place->Symbols.empty() ||
      llvm::any_of(Place->NoWraps,
                   [&](const NoWrap &N) { return N.Bits + 1 < Width; }))
    return refuse(Index->getExprLoc(), Why::Reads);
  auto Difference = [&](const Expr *A,
                        const Expr *B) -> std::optional<int64_t> {
    const std::optional<Affine> Left = affine(A, IV.Var, Context);
    const std::optional<Affine> Right = affine(B, IV.Var, Context);
    if (!Left || !Right || !Left->NoWraps.empty() || !Right->NoWraps.empty())
      return std::nullopt;
    const std::optional<Affine> Rest = Left->minus(*Right);
    return Rest && Rest->isConstant() ? std::optional(Rest->Constant)
                                      : std::nullopt;
  };
  const std::optional<int64_t> AtLower = Difference(IV.Lower, FirstIV.Lower);
  const std::optional<int64_t> AtBound = Difference(FirstIV.Bound, IV.Bound);
  if (!AtLower || !AtBound || std::abs(*AtLower) > 1000 ||
      std::abs(*AtBound) > 1000 || std::abs(Place->Constant) > 1000)
    return refuse(FirstFor->getForLoc(), Why::Bounds);
  Before = *AtLower + Place->Constant;
  Behind = *AtBound - Place->Constant + (FirstIV.Rel == Relation::LE) -
           (IV.Rel == Relation::LE);
  // Either loop could change such bounds in memory.
  for (const Induction *Of : {&FirstIV, &IV})
    for (const Expr *E : {Of->Lower, Of->Bound})
      if (anyOf(E, [&](const Expr *Sub) {
            return isa<CallExpr>(Sub) || elementAccess(Sub, Context).Base;
          }))
        return refuse(E->getExprLoc(), Why::Bounds);
  if (Before < 0 || Behind < 0)
    return refuse(FirstFor->getForLoc(), Why::Bounds);
  return true;
}

/// The maximum number of elements that the first loop may store beyond each end
/// of those that the scan reads: one iteration of the scan stores them.
static constexpr int64_t MostBeside = 2;

Expr *Fuser::integer(int64_t N, QualType Type) const {
  return integerLiteral(N, Type, FirstFor->getForLoc(), Context);
}

Expr *Fuser::binary(BinaryOperatorKind Op, Expr *Left, Expr *Right,
                    QualType Type) const {
  return BinaryOperator::Create(Context, Left, Right, Op, Type, VK_PRValue,
                                OK_Ordinary, FirstFor->getForLoc(),
                                FPOptionsOverride());
}

/// A copy of \p E, a target or value of array \p Number, with \p At in place of
/// the first loop's variable and the values of previously filled arrays in
/// place of their elements. Null if it reads a filled array in another way.
Expr *Fuser::atIndex(const Expr *E, Expr *At, size_t Number) const {
  bool Fails = false;
  auto Replace = [&](const Expr *Sub) -> Expr * {
    const Expr *Place = loadedBy(Sub);
    if (!Place)
      return nullptr;
    Place = Place->IgnoreParens();
    const Expr *Base = elementAccess(Place, Context).Base;
    Expr *Value = isReferenceTo(Place, FirstIV.Var) ? At : nullptr;
    for (const auto &[Other, F] : llvm::enumerate(All))
      if (Base && sameExpression(F.Base, Base)) {
        Value = Other < Number && sameExpression(Place, F.Target)
                    ? atIndex(F.Value, At, Other)
                    : nullptr;
        Fails |= !Value;
      }
    return Value ? new (Context)
                       ParenExpr(Sub->getExprLoc(), Sub->getExprLoc(), Value)
                 : nullptr;
  };
  Expr *Result = copyExpr(E, Replace, Context);
  return Fails ? nullptr : Result;
}

/// The subscript at which the scan reads, plus \p Distance.
Expr *Fuser::besideIndex(int64_t Distance) const {
  auto *At = const_cast<Expr *>(Index);
  if (Distance == 0)
    return At;
  return binary(Distance < 0 ? BO_Sub : BO_Add, At,
                integer(std::abs(Distance), Index->getType()),
                Index->getType());
}

/// A copy of \p E with the first value of the scan's variable.
Expr *Fuser::startsWith(const Expr *E) const {
  return copyExpr(
      E,
      [&](const Expr *Sub) -> Expr * {
        const Expr *Place = loadedBy(Sub);
        return Place && isReferenceTo(Place->IgnoreParens(), IV.Var)
                   ? new (Context)
                         ParenExpr(Sub->getExprLoc(), Sub->getExprLoc(),
                                   const_cast<Expr *>(IV.Lower))
                   : nullptr;
      },
      Context);
}

/// Adds the Fill of array \p Number, with stores unless nothing else reads the
/// array.
bool Fuser::addFill(size_t Number) {
  const Filled &F = All[Number];
  Fill New;
  New.Base = F.Base;
  New.Type = F.Target->getType().getUnqualifiedType();
  New.Value = atIndex(F.Value, besideIndex(0), Number);
  if (!New.Value)
    return refuse(F.Value->getExprLoc(), Why::Body);
  if (!isUsedNowhereElse(F.Base, *First.Outer, *Second.Outer, Context)) {
    if (Before > MostBeside || Behind > MostBeside)
      return refuse(FirstFor->getForLoc(), Why::Bounds);
    const auto *Condition = cast<BinaryOperator>(strip(For->getCond()));
    const QualType Bool = Condition->getType();
    for (int64_t Distance = -Before; Distance <= Behind; ++Distance) {
      Expr *Guard = nullptr;
      if (Distance != 0) {
        // `i == lower` or `i == bound - 1`, in the types of the loop's
        // condition.
        const bool IsLeft = Condition->getRHS() == IV.Bound;
        Expr *Var = IsLeft ? Condition->getLHS() : Condition->getRHS();
        auto *End = const_cast<Expr *>(IV.Bound);
        if (Distance < 0)
          End = startsWith(Var);
        else if (IV.Rel != Relation::LE)
          End =
              binary(BO_Sub, End, integer(1, IV.ComparedType), IV.ComparedType);
        Guard = End ? binary(BO_EQ, Var, End, Bool) : nullptr;
        if (!Guard)
          return refuse(For->getForLoc(), Why::Bounds);
      }
      Expr *At = besideIndex(Distance);
      Expr *Target = atIndex(F.Target, At, Number);
      Expr *Value = Distance == 0 ? const_cast<Expr *>(New.Value)
                                  : atIndex(F.Value, At, Number);
      if (!Target || !Value)
        return refuse(F.Value->getExprLoc(), Why::Body);
      New.Stores.push_back({Target, Value, Guard});
    }
  }
  Said->Fills.push_back(std::move(New));
  return true;
}

std::optional<ScanLoop> Fuser::fuse(bool &IsCandidate) {
  if (!readLoops() || !readBody(FirstFor->getBody()) || All.empty())
    return std::nullopt;
  const bool IsReadOnly = findReads(For->getBody());
  IsCandidate = Index != nullptr;
  if (!IsReadOnly || !checkClauses() || !findBounds())
    return std::nullopt;
  for (const Filled &F : All)
    if (!F.IsRead)
      return refuse(F.Target->getExprLoc(), Why::Reads), std::nullopt;
  for (size_t Number = 0; Number != All.size(); ++Number)
    if (!addFill(Number))
      return std::nullopt;
  Said->Where.FollowsData = false; // The first loop has a `target`.
  std::optional<ScanLoop> Loop = analyzeLoop(*Own, Function, Context, Diags);
  const Scan *Carries = Loop ? Loop->scan() : nullptr;
  if (!Loop || (Carries && !Carries->LoopCarriedScalars.empty()) ||
      !checkResult(*Loop))
    return std::nullopt;
  // If the scan has no iterations, none could store the elements beyond its
  // range.
  if (Before + Behind != 0 && llvm::any_of(Loop->Fills, [](const Fill &F) {
        return !F.Stores.empty();
      })) {
    const Expr *Runs = startsWith(For->getCond());
    if (!Runs)
      return std::nullopt;
    Loop->Where.Conditions.push_back(Runs);
  }
  return Loop;
}

std::optional<ScanLoop>
ompscan::plugin::fuse(const ScanDirective &First, const ScanDirective &Second,
                      const DeclContext &Function, ASTContext &Context,
                      const Diagnostics &Diags, bool &IsCandidate) {
  return Fuser(First, Second, Function, Context, Diags).fuse(IsCandidate);
}

bool ompscan::plugin::mayStandBefore(const Stmt *S, const ASTContext &Context) {
  if (isa<NullStmt>(S))
    return true;
  const auto *Declaration = dyn_cast<DeclStmt>(S);
  return Declaration && llvm::all_of(Declaration->decls(), [&](const Decl *D) {
           const auto *Var = dyn_cast<VarDecl>(D);
           if (!Var || !Var->hasLocalStorage() ||
               !(Var->getType()->isArithmeticType() ||
                 Var->getType()->isPointerType()))
             return false;
           const Expr *Init = Var->getInit();
           return !Init || (!Init->HasSideEffects(Context) &&
                            !anyOf(Init, [&](const Expr *E) {
                              return isa<CallExpr, MemberExpr>(E) ||
                                     elementAccess(E, Context).Base;
                            }));
         });
}

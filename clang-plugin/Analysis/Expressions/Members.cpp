//===- Members.cpp - The members that a combiner combines -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expressions/Members.h"
#include "AST/Assignments.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Combination.h"
#include "Analysis/Expressions/Extremum.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p Field is bytes of its own, which no other field of the class has.
static bool isApart(const FieldDecl &Field) {
  return !Field.isBitField() && !Field.getParent()->isUnion() &&
         !Field.getType()->isReferenceType() &&
         !Field.getType().isVolatileQualified();
}

std::optional<MemberPath>
ompscan::plugin::memberPath(const Expr *E,
                            llvm::function_ref<bool(const Expr *)> IsWhole) {
  E = stripImplicit(E);
  const QualType Type = E->getType();
  if (!Type->isArithmeticType() || Type->isHalfType() || Type->isBFloat16Type())
    return std::nullopt;
  MemberPath Path;
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Member->isArrow() || !isApart(*Field))
      return std::nullopt;
    Path.push_back(Field->getCanonicalDecl());
    E = stripImplicit(Member->getBase());
  }
  return !Path.empty() && IsWhole(E) ? std::optional(Path) : std::nullopt;
}

namespace {

/// Reads the combiner of a declared operator.
class CombinerReader {
public:
  CombinerReader(const Item &Target, const ASTContext &Context)
      : Target(Target), Declared(*Target.Declared), Context(Context) {}

  /// The members, if the combiner uses nothing else of its operands.
  std::vector<Item> read() const;

private:
  bool isRef(const Expr *E, const Expr *Operand) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(stripImplicit(E));
    return Ref && Ref->getDecl() == cast<DeclRefExpr>(Operand)->getDecl();
  }
  bool isIn(const Expr *E) const { return isRef(E, Declared.getCombinerIn()); }
  bool isOut(const Expr *E) const {
    return isRef(E, Declared.getCombinerOut());
  }
  std::optional<MemberPath> pathIn(const Expr *E) const {
    return memberPath(E, [this](const Expr *Sub) { return isIn(Sub); });
  }
  std::optional<MemberPath> pathOut(const Expr *E) const {
    return memberPath(E, [this](const Expr *Sub) { return isOut(Sub); });
  }
  bool collect(const Expr *E, bool IsRead, std::vector<Item> &In,
               llvm::SmallVectorImpl<MemberPath> &Out) const;
  bool add(const Expr *E, std::vector<Item> &In,
           llvm::SmallVectorImpl<MemberPath> &Out) const;
  bool readMemberwise(const Expr *E, std::vector<Item> &In) const;
  bool readOperator(const Expr *E, const MemberPath &Path, Item &Member) const;

  const Item &Target;
  const OMPDeclareReductionDecl &Declared;
  const ASTContext &Context;
};

} // namespace

/// Adds the member of an operand that \p E is; false if it is none.
bool CombinerReader::add(const Expr *E, std::vector<Item> &In,
                         llvm::SmallVectorImpl<MemberPath> &Out) const {
  if (const std::optional<MemberPath> Path = pathOut(E)) {
    Out.push_back(*Path);
    return true;
  }
  const std::optional<MemberPath> Path = pathIn(E);
  if (!Path)
    return false;
  if (llvm::any_of(
          In, [&](const Item &Known) { return pathIn(Known.Base) == Path; }))
    return true;
  Item Member;
  Member.Name = Target.Name;
  for (const FieldDecl *Field : llvm::reverse(*Path))
    Member.Name += "." + Field->getNameAsString();
  Member.Base = stripImplicit(E);
  Member.Type = Member.Base->getType().getUnqualifiedType();
  Member.Op = Operator::Declared;
  In.push_back(std::move(Member));
  return true;
}

/// Collects the members of omp_in and omp_out that \p E uses; false if it uses
/// an operand in another way. \p IsRead: only the value of \p E is used, even
/// if it is an lvalue.
bool CombinerReader::collect(const Expr *E, bool IsRead, std::vector<Item> &In,
                             llvm::SmallVectorImpl<MemberPath> &Out) const {
  if (IsRead && add(E, In, Out))
    return true;
  if (isIn(E) || isOut(E))
    return false;
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  const auto *Call = dyn_cast<CallExpr>(E);
  // Minima and maxima of the library take references.
  const bool ReadsOperands =
      (Cast && Cast->getCastKind() == CK_LValueToRValue) ||
      (IsRead && isa<ConditionalOperator, ParenExpr>(E)) ||
      (Call && extremumOf(*Call));
  const Expr *Changed = changedBy(E);
  return hasOnlyOperands(E) && llvm::all_of(operands(E), [&](const Expr *Sub) {
           const bool IsPlace = Sub == Changed && pathOut(Sub);
           return (IsPlace && add(Sub, In, Out)) ||
                  collect(Sub, ReadsOperands, In, Out);
         });
}

/// Reads \p E, which changes the member of omp_out at \p Path, as an update of
/// \p Member by an operator that becomes its own.
bool CombinerReader::readOperator(const Expr *E, const MemberPath &Path,
                                  Item &Member) const {
  const auto IsBefore = [&](const Expr *Sub) { return pathOut(Sub) == Path; };
  compat::QuietEngine Quiet(Context.getDiagnostics().getSourceManager());
  const Diagnostics NoDiags(Quiet.Engine);
  for (const OperatorTraits &Traits : predefinedOperators()) {
    Item Tried = Member;
    Tried.Op = Traits.Op;
    Update U;
    if (Tried.isFunction() ||
        !CombinationReader(Tried, IsBefore, Context, NoDiags)
             .readChange(E, U) ||
        U.Input.size() != 1 || U.Input.front().Negated ||
        pathIn(U.Input.front().Value) != Path)
      continue;
    Member.Op = Tried.Op;
    Member.MinMax = Tried.MinMax;
    return true;
  }
  return false;
}

/// Whether \p E combines each of the members \p In, which get their operators.
bool CombinerReader::readMemberwise(const Expr *E,
                                    std::vector<Item> &In) const {
  E = strip(E);
  if (const auto *Comma = dyn_cast<BinaryOperator>(E);
      Comma && Comma->getOpcode() == BO_Comma)
    return readMemberwise(Comma->getLHS(), In) &&
           readMemberwise(Comma->getRHS(), In);
  const Expr *Changed = changedBy(E);
  const std::optional<MemberPath> Path =
      Changed ? pathOut(Changed) : std::nullopt;
  const auto Member = llvm::find_if(
      In, [&](const Item &Each) { return Path && pathIn(Each.Base) == Path; });
  return Member != In.end() && Member->Op == Operator::Declared &&
         readOperator(E, *Path, *Member);
}

std::vector<Item> CombinerReader::read() const {
  std::vector<Item> In;
  llvm::SmallVector<MemberPath, 4> Out;
  // Values of members that no input determines must not have an effect.
  if (!collect(Declared.getCombiner(), /*IsRead=*/false, In, Out) ||
      !llvm::all_of(Out, [&](const MemberPath &Path) {
        return llvm::any_of(
            In, [&](const Item &Each) { return pathIn(Each.Base) == Path; });
      }))
    return {};
  std::vector<Item> Memberwise = In;
  return readMemberwise(Declared.getCombiner(), Memberwise) &&
                 llvm::none_of(Memberwise,
                               [](const Item &Each) {
                                 return Each.Op == Operator::Declared;
                               })
             ? Memberwise
             : In;
}

std::optional<unsigned>
ompscan::plugin::memberOf(const Item &Target, const Expr *E,
                          llvm::function_ref<bool(const Expr *)> IsWhole) {
  const std::optional<MemberPath> Path = memberPath(E, IsWhole);
  const auto Found = llvm::find_if(Target.Members, [&](const Item &Member) {
    return Path && memberPath(Member.Base, [](const Expr *Whole) {
                     return isa<DeclRefExpr>(Whole);
                   }) == Path;
  });
  return Found == Target.Members.end()
             ? std::nullopt
             : std::optional<unsigned>(Found - Target.Members.begin());
}

void ompscan::plugin::findMembers(Item &Target, const ASTContext &Context) {
  if (Target.Type->isRecordType())
    Target.Members = CombinerReader(Target, Context).read();
}

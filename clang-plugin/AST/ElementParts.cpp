//===- ElementParts.cpp - Members of elements of arrays -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/ElementParts.h"
#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace ompscan::plugin;

const Expr *ompscan::plugin::elementHolding(const Expr *E,
                                            const ASTContext &Context) {
  E = strip(E);
  while (E && !elementAccess(E, Context).Base)
    E = partAround(E);
  return E;
}

llvm::SmallVector<const Expr *, 2>
ompscan::plugin::pathOf(const Expr *E, const ASTContext &Context) {
  llvm::SmallVector<const Expr *, 2> Path;
  for (E = strip(E); E && !elementAccess(E, Context).Base; E = partAround(E))
    if (!isa<CastExpr>(E))
      Path.insert(Path.begin(), E);
  return Path;
}

const Expr *ompscan::plugin::tableOf(const Expr *Row,
                                     const ASTContext &Context) {
  while (const Expr *Base = elementAccess(Row, Context).Base)
    Row = Base;
  return Row;
}

/// The subscript of the path step \p E; null for a member.
static const Expr *indexOf(const Expr *E) {
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  return Subscript ? Subscript->getIdx() : nullptr;
}

std::optional<int64_t>
ompscan::plugin::constantIndex(const Expr *E, const ASTContext &Context) {
  const Expr *Index = indexOf(E);
  return Index ? constantValue(Index, Context) : std::nullopt;
}

bool ompscan::plugin::mayMeet(const Expr *A, const Expr *B,
                              const ASTContext &Context) {
  for (const auto &[One, Other] :
       llvm::zip(pathOf(A, Context), pathOf(B, Context))) {
    const auto *M = dyn_cast<MemberExpr>(One);
    const auto *N = dyn_cast<MemberExpr>(Other);
    if (M && N) {
      if (M->getMemberDecl() != N->getMemberDecl())
        return cast<RecordDecl>(M->getMemberDecl()->getDeclContext())
            ->isUnion();
      continue;
    }
    const std::optional<int64_t> I = constantIndex(One, Context);
    const std::optional<int64_t> J = constantIndex(Other, Context);
    if (!I || !J)
      return true; // Not known.
    if (*I != *J)
      return false;
  }
  return true;
}

bool ompscan::plugin::isSamePart(const Expr *A, const Expr *B,
                                 const ASTContext &Context) {
  const auto One = pathOf(A, Context), Other = pathOf(B, Context);
  return One.size() == Other.size() &&
         llvm::all_of(llvm::zip_equal(One, Other), [&](const auto &Steps) {
           const auto [X, Y] = Steps;
           const auto *M = dyn_cast<MemberExpr>(X);
           const auto *N = dyn_cast<MemberExpr>(Y);
           if (M || N)
             return M && N && M->getMemberDecl() == N->getMemberDecl();
           const std::optional<int64_t> I = constantIndex(X, Context);
           return I && I == constantIndex(Y, Context);
         });
}

bool ompscan::plugin::areSeparate(const Expr *A, const Expr *B,
                                  const ASTContext &Context) {
  // Bit-fields are stored with those beside them.
  const auto HasBitField = [&](const Expr *Part) {
    return llvm::any_of(pathOf(Part, Context), [](const Expr *Step) {
      const auto *Member = dyn_cast<MemberExpr>(Step);
      const auto *Field =
          Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
      return !Field ? Member != nullptr : Field->isBitField();
    });
  };
  return !mayMeet(A, B, Context) && !HasBitField(A) && !HasBitField(B);
}

void StoredBits::add(const Expr *Part, const Expr *Element) {
  const uint64_t Size = Context.getTypeSize(Part->getType());
  uint64_t Offset = 0;
  for (const Expr *E = strip(Part); E != strip(Element); E = partAround(E)) {
    if (const std::optional<int64_t> Index = constantIndex(E, Context)) {
      Offset +=
          static_cast<uint64_t>(*Index) * Context.getTypeSize(E->getType());
      continue;
    }
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Field =
        Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field || Field->isBitField())
      return;
    Offset += Context.getFieldOffset(Field);
  }
  uint64_t &End = Pieces[Offset];
  End = std::max(End, Offset + Size);
}

bool StoredBits::covers(QualType Type, uint64_t Offset) const {
  if (isCovered(Offset, Offset + Context.getTypeSize(Type)))
    return true;
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    constexpr uint64_t Most = 64;
    const QualType Element = Array->getElementType();
    bool Holds = Array->getSize().getZExtValue() <= Most;
    for (uint64_t I = 0; Holds && I != Array->getSize().getZExtValue(); ++I)
      Holds = covers(Element, Offset + I * Context.getTypeSize(Element));
    return Holds;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
  // Members of a base class have offsets in the base.
  if (!Record || Record->isUnion() || (Class && Class->getNumBases() != 0))
    return false;
  return llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
    return !Field->isBitField() &&
           covers(Field->getType(), Offset + Context.getFieldOffset(Field));
  });
}

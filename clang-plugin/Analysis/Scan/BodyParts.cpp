//===- BodyParts.cpp - Stores to members of elements ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `p[i].key = x[i]`. An element comes back as a whole, so what the loop does
/// not store of it has to be sent, unless all its members are stored together.
///
//===----------------------------------------------------------------------===//

#include "AST/Expressions.h"
#include "AST/ObjectParts.h"
#include "Analysis/Scan/BodyReader.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include <map>

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

/// The subscript of \p E, a step of a path; null of a member.
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
      return true; // Nothing tells.
    if (*I != *J)
      return false;
  }
  return true;
}

namespace {

/// Which bits of an object have been stored.
class Coverage {
public:
  explicit Coverage(const ASTContext &Context) : Context(Context) {}

  /// Adds \p Part of \p Element, or that itself.
  void add(const Expr *Part, const Expr *Element) {
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

  /// Whether all that an object of \p Type holds is covered.
  bool holds(QualType Type, uint64_t Offset = 0) const {
    if (isCovered(Offset, Offset + Context.getTypeSize(Type)))
      return true;
    if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
      constexpr uint64_t Most = 64;
      const QualType Element = Array->getElementType();
      bool Holds = Array->getZExtSize() <= Most;
      for (uint64_t I = 0; Holds && I != Array->getZExtSize(); ++I)
        Holds = holds(Element, Offset + I * Context.getTypeSize(Element));
      return Holds;
    }
    const RecordDecl *Record = Type->getAsRecordDecl();
    const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
    // The members of a base lie elsewhere.
    if (!Record || Record->isUnion() || (Class && Class->getNumBases() != 0))
      return false;
    return llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
      return !Field->isBitField() &&
             holds(Field->getType(), Offset + Context.getFieldOffset(Field));
    });
  }

private:
  bool isCovered(uint64_t Begin, uint64_t End) const {
    return llvm::any_of(Pieces, [&](const auto &Piece) {
      return Piece.first <= Begin && Piece.second >= End;
    });
  }

  const ASTContext &Context;
  /// Begin and end.
  std::map<uint64_t, uint64_t> Pieces;
};

} // namespace

/// Whether the stores of the iterations that do \p Store leave nothing of its
/// element as it was.
bool BodyReader::isStoredWhole(const CountedStore &Store) const {
  if (Store.Part == Store.Target)
    return true;
  Coverage Stored(Context);
  for (const CountedStore &Other : CountedStores) {
    const std::optional<Affine> Distance = Store.Formula.minus(Other.Formula);
    if (Other.Item == Store.Item && Other.IsAfter == Store.IsAfter &&
        Other.IsEvery == Store.IsEvery && !Other.IsMaybe && Distance &&
        Distance->isConstant() && Distance->Constant == 0 &&
        sameExpression(elementAccess(Other.Target, Context).Base,
                       elementAccess(Store.Target, Context).Base))
      Stored.add(Other.Part, Other.Target);
  }
  return Stored.holds(Store.Target->getType());
}

/// Elements all of whose members every iteration stores need not be sent.
void BodyReader::dropWhole() {
  auto IsSame = [&](const Expr *A, const Expr *B) {
    const ElementAccess One = elementAccess(A, Context);
    const ElementAccess Other = elementAccess(B, Context);
    return sameExpression(One.Base, Other.Base) && !One.Index == !Other.Index &&
           (!One.Index || sameExpression(One.Index, Other.Index));
  };
  for (const PartialStore &Store : PartialStores) {
    Coverage Stored(Context);
    for (const PartialStore &Other : PartialStores)
      if (Other.IsAlways && IsSame(Store.Element, Other.Element))
        Stored.add(Other.Part, Other.Element);
    if (Store.Part != Store.Element && Stored.holds(Store.Element->getType()))
      Accesses.dropKept(Store.Element);
  }
}

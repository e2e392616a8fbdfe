//===- MemberPath.cpp - Members as list items -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/MemberPath.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace ompscan::plugin;

bool ompscan::plugin::isMemberPath(ArrayRef<Token> Item) {
  if (Item.size() < 3 || Item.size() % 2 == 0 ||
      !(Item[0].is(tok::kw_this) || Item[0].isAnyIdentifier()))
    return false;
  for (size_t I = 1; I != Item.size(); I += 2)
    if (!Item[I].isOneOf(tok::period, tok::arrow) ||
        !Item[I + 1].isAnyIdentifier())
      return false;
  return true;
}

/// The field of \p Record called \p Name, perhaps in an anonymous structure.
static const FieldDecl *fieldOf(const RecordDecl &Record, const Token &Name) {
  for (const NamedDecl *Found : Record.lookup(Name.getIdentifierInfo())) {
    if (const auto *Field = dyn_cast<FieldDecl>(Found))
      return Field;
    if (const auto *Indirect = dyn_cast<IndirectFieldDecl>(Found))
      return Indirect->getAnonField();
  }
  return nullptr;
}

const FieldDecl *ompscan::plugin::memberOf(ArrayRef<Token> Item, Sema &S) {
  const auto *Variable = dyn_cast_or_null<ValueDecl>(
      S.LookupSingleName(S.getCurScope(), Item.front().getIdentifierInfo(),
                         Item.front().getLocation(), Sema::LookupOrdinaryName));
  const FieldDecl *Field = nullptr;
  QualType Type = Variable ? Variable->getType() : QualType();
  for (size_t I = 1; I != Item.size(); I += 2) {
    if (!Type.isNull() && Item[I].is(tok::arrow))
      Type = Type->isArrayType()
                 ? QualType(Type->getArrayElementTypeNoTypeQual(), 0)
                 : Type->getPointeeType();
    const auto *Record = Type.isNull() ? nullptr : Type->getAsRecordDecl();
    Field = Record ? fieldOf(*Record, Item[I + 1]) : nullptr;
    if (!Field)
      return nullptr;
    Type = Field->getType();
  }
  return Field;
}

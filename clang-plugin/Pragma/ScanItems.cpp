//===- ScanItems.cpp - Items of a scan clause, as Clang takes them --------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AST/Containers.h"
#include "Pragma/DirectiveRewriter.h"
#include "Pragma/ItemPlaceholder.h"
#include "Pragma/MemberPath.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace ompscan::plugin;

static Token punctuator(tok::TokenKind Kind, SourceLocation Loc) {
  Token Tok;
  Tok.startToken();
  Tok.setKind(Kind);
  Tok.setLocation(Loc);
  Tok.setLength(1);
  return Tok;
}

void DirectiveRewriter::appendSection(SourceLocation Loc) {
  auto Punctuator = [&](tok::TokenKind Kind) { return punctuator(Kind, Loc); };
  Token At;
  At.startToken();
  At.setLocation(Loc);
  Out.push_back(Punctuator(tok::l_square));
  Out.push_back(disguised(At, "0"));
  Out.push_back(Punctuator(tok::colon));
  Out.push_back(disguised(At, "1"));
  Out.push_back(Punctuator(tok::r_square));
}

/// Whether \p Item is a name with a class or a namespace in front of it.
static bool isQualified(ArrayRef<Token> Item) {
  return Item.size() > 1 && Item.back().isAnyIdentifier() &&
         Item.front().isOneOf(tok::identifier, tok::coloncolon) &&
         Item[Item.size() - 2].is(tok::coloncolon);
}

/// Whether what \p Item is shows only later, or Sema would not take it.
bool DirectiveRewriter::needsPlaceholder(Tokens Item) const {
  if (!S.getLangOpts().CPlusPlus11)
    return false;
  if (isMemberPath(Item) || isQualified(Item))
    return true;
  if (Item.size() != 1 || !Item.front().isAnyIdentifier())
    return false;
  // The body of a member function that is defined in its class is collected
  // here before it is parsed: its variables are not known yet.
  if (S.getCurScope()->isClassScope())
    return true;
  const auto *Variable = dyn_cast_or_null<ValueDecl>(
      S.LookupSingleName(S.getCurScope(), Item.front().getIdentifierInfo(),
                         Item.front().getLocation(), Sema::LookupOrdinaryName));
  if (!Variable)
    return false;
  // A static member is always shared, as Sema sees it.
  const auto *Static = dyn_cast<VarDecl>(Variable);
  return (Static && Static->isStaticDataMember()) ||
         isPlaceholderType(Variable->getType().getNonReferenceType());
}

/// Reports if \p Name is known already to be no item; a type that depends on
/// template parameters is looked at later.
bool DirectiveRewriter::checkContainer(const Token &Name) const {
  const auto *Variable = dyn_cast_or_null<ValueDecl>(
      S.getCurScope()->isClassScope()
          ? nullptr
          : S.LookupSingleName(S.getCurScope(), Name.getIdentifierInfo(),
                               Name.getLocation(), Sema::LookupOrdinaryName));
  const QualType Type =
      Variable ? Variable->getType().getNonReferenceType() : QualType();
  if (Type.isNull() || Type->isDependentType() || !isPlaceholderType(Type))
    return true;
  if (isBitVector(Type)) {
    Diags.report(Name.getLocation(), Diag::err_bits)
        << Name.getIdentifierInfo()->getName();
    return false;
  }
  if (!isContainer(Type)) {
    Diags.report(Name.getLocation(), Diag::err_item_kind) << Variable << 0;
    return false;
  }
  const QualType Element = elementOf(Type);
  if (Element.isConstQualified()) {
    Diags.report(Name.getLocation(), Diag::err_item_const) << Variable;
    return false;
  }
  if (isSequence(Element)) {
    Diags.report(Name.getLocation(), Diag::err_item_type)
        << Variable << Element << 0;
    return false;
  }
  return true;
}

/// Appends a variable that stands for \p Item; what declares it goes in front
/// of the directive.
void DirectiveRewriter::appendPlaceholder(Tokens Item) {
  const Token &Name = Item.back();
  const std::string Word = (PlaceholderPrefix + PP.getSpelling(Name)).str();
  auto Punctuator = [&](tok::TokenKind Kind) {
    return punctuator(Kind, Name.getLocation());
  };
  auto Add = [&](ArrayRef<Token> Tokens) {
    Declarations.append(Tokens.begin(), Tokens.end());
  };
  auto Call = [&](StringRef Function) {
    Add({Punctuator(tok::coloncolon), disguised(Name, "__ompscan"),
         Punctuator(tok::coloncolon), disguised(Name, Function),
         Punctuator(tok::l_paren)});
  };
  Add({disguised(Name, "for"), Punctuator(tok::l_paren),
       disguised(Name, "auto"), Punctuator(tok::amp), disguised(Name, Word),
       Punctuator(tok::equal)});
  Call("__item");
  Add(Item);
  Add({Punctuator(tok::r_paren), Punctuator(tok::semi)});
  Call("__once");
  Add({Punctuator(tok::r_paren), Punctuator(tok::semi),
       Punctuator(tok::r_paren)});
  Out.push_back(disguised(Name, Word));
}

/// Reports if \p Name, of type \p Type, is an array whose elements are no
/// items.
bool DirectiveRewriter::checkArray(const Token &Name, QualType Type) const {
  if (Type->isDependentType() ||
      (!Type->isAnyPointerType() && !Type->isArrayType()))
    return true;
  const QualType Element = Type->isAnyPointerType()
                               ? Type->getPointeeType()
                               : S.Context.getBaseElementType(Type);
  const QualType Row = Type->isAnyPointerType()
                           ? Element
                           : QualType(Type->getArrayElementTypeNoTypeQual(), 0);
  if (Row->isArrayType()) {
    Diags.report(Name.getLocation(), Diag::err_item_rows)
        << Name.getIdentifierInfo() << Row;
    return false;
  }
  if (Element.isConstQualified()) {
    Diags.report(Name.getLocation(), Diag::err_item_const)
        << Name.getIdentifierInfo();
    return false;
  }
  return true;
}

/// Appends a pointer that stands for \p Item, a member in C; what declares it
/// goes in front of the directive.
void DirectiveRewriter::appendPointer(Tokens Item, bool IsArray) {
  const Token &Name = Item.back();
  const std::string Word = (PlaceholderPrefix + PP.getSpelling(Name)).str();
  auto Add = [&](ArrayRef<Token> Tokens) {
    Declarations.append(Tokens.begin(), Tokens.end());
  };
  auto Sign = [&](tok::TokenKind Kind) {
    return punctuator(Kind, Name.getLocation());
  };
  Add({disguised(Name, "for"), Sign(tok::l_paren),
       disguised(Name, "__typeof__"), Sign(tok::l_paren)});
  if (IsArray)
    Add(Sign(tok::star));
  Add(Item);
  Add({Sign(tok::r_paren), Sign(tok::star), disguised(Name, Word),
       Sign(tok::equal)});
  if (!IsArray)
    Add(Sign(tok::amp));
  Add(Item);
  // It ends, should Clang leave out the clause.
  Add({Sign(tok::semi), disguised(Name, Word), Sign(tok::semi),
       disguised(Name, Word), Sign(tok::equal), disguised(Name, "0"),
       Sign(tok::r_paren)});
  Out.push_back(disguised(Name, Word));
  appendSection(Name.getLocation());
}

bool DirectiveRewriter::rewriteItem(Tokens Item, const Token &Delimiter) {
  if (Item.empty()) {
    Diags.report(Delimiter.getLocation(), Diag::err_scan_item_missing);
    return false;
  }
  if (!S.getLangOpts().CPlusPlus && isMemberPath(Item))
    if (const FieldDecl *Member = memberOf(Item, S)) {
      if (Member->isBitField()) {
        Diags.report(Item.back().getLocation(), Diag::err_item_member)
            << Member << 1;
        return false;
      }
      if (!checkArray(Item.back(), Member->getType()))
        return false;
      appendPointer(Item, isSequence(Member->getType()));
      return true;
    }
  // A section of the user's own stays as it is.
  if (Item.back().isNot(tok::r_square) && needsPlaceholder(Item)) {
    if (Item.size() == 1 && !checkContainer(Item.front()))
      return false;
    appendPlaceholder(Item);
    return true;
  }
  Out.append(Item.begin(), Item.end());
  if (Item.back().is(tok::r_square))
    return true;

  // Sema refuses a section of what is neither array nor pointer, and refuses a
  // bare pointer; so the name is looked up here. A name that is not found, or
  // is no variable, is left for Sema to report.
  if (Item.size() == 1 && Item.front().isAnyIdentifier()) {
    const Token &Name = Item.front();
    // The body of a member function that is defined in its class is collected
    // here before it is parsed: its variables are not known yet. They are taken
    // for arrays.
    if (S.getCurScope()->isClassScope()) {
      appendSection(Name.getLocation());
      return true;
    }
    NamedDecl *Found =
        S.LookupSingleName(S.getCurScope(), Name.getIdentifierInfo(),
                           Name.getLocation(), Sema::LookupOrdinaryName);
    const auto *Variable = dyn_cast_or_null<ValueDecl>(Found);
    if (!Variable)
      return true;
    const QualType Type = Variable->getType().getNonReferenceType();
    if (!Type->isDependentType() && !Type->isAnyPointerType() &&
        !Type->isArrayType())
      return true;
    if (!checkArray(Name, Type))
      return false;
  }
  appendSection(Item.back().getLocation());
  return true;
}

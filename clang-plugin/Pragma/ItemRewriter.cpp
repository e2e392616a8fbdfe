//===- ItemRewriter.cpp - Items in the form that Clang accepts ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/ItemRewriter.h"
#include "AST/ComplexNumbers.h"
#include "AST/Containers.h"
#include "Pragma/ItemPlaceholder.h"
#include "Pragma/RewrittenToken.h"
#include "Pragma/Tokens.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p Item is `s.total`, `p->k`, `this->count` or a longer path.
static bool isMemberPath(ArrayRef<Token> Item) {
  if (Item.size() < 3 || Item.size() % 2 == 0 ||
      !(Item[0].is(tok::kw_this) || Item[0].isAnyIdentifier()))
    return false;
  for (size_t I = 1; I != Item.size(); I += 2)
    if (!Item[I].isOneOf(tok::period, tok::arrow) ||
        !Item[I + 1].isAnyIdentifier())
      return false;
  return true;
}

/// Whether \p Item is `*p` or `*s.p`.
static bool isTarget(ArrayRef<Token> Item) {
  return Item.size() > 1 && Item.front().is(tok::star) &&
         (Item.size() == 2 ? Item.back().isAnyIdentifier()
                           : isMemberPath(Item.drop_front()));
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

/// The member that the path \p Item names in C, or null if there is none.
static const FieldDecl *memberOf(ArrayRef<Token> Item, Sema &S) {
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

/// The elements of \p Type, a pointer or an array.
static QualType rowOf(QualType Type) {
  return Type->isAnyPointerType()
             ? Type->getPointeeType()
             : QualType(Type->getArrayElementTypeNoTypeQual(), 0);
}

/// The variable that \p Name means; null if it is not known, or not yet: Clang
/// collects the body of a member function that is defined in its class before
/// it parses the body.
const ValueDecl *ItemRewriter::lookUp(const Token &Name) const {
  if (S.getCurScope()->isClassScope())
    return nullptr;
  return dyn_cast_or_null<ValueDecl>(
      S.LookupSingleName(S.getCurScope(), Name.getIdentifierInfo(),
                         Name.getLocation(), Sema::LookupOrdinaryName));
}

/// Whether \p Item is a name qualified by a class or a namespace.
static bool isQualified(ArrayRef<Token> Item) {
  return Item.size() > 1 && Item.back().isAnyIdentifier() &&
         Item.front().isOneOf(tok::identifier, tok::coloncolon) &&
         Item[Item.size() - 2].is(tok::coloncolon);
}

/// Whether pointers and arrays of \p Type lead to containers or owners.
static bool leadsToClass(QualType Type) {
  while (Type->isPointerType() || Type->isArrayType())
    Type = elementOf(Type);
  return isArrayClass(Type) && isRow(Type);
}

/// The type that subscripts of an array of \p Element lead to through rows.
static QualType innermost(QualType Element) {
  while (isRow(Element))
    Element = elementOf(Element);
  return Element;
}

/// The innermost elements of \p Type, an array, a pointer or a container, or
/// \p Type itself; null for a null one.
static QualType innermostOf(QualType Type, const ASTContext &Context) {
  if (Type.isNull() || Type->isDependentType())
    return Type;
  if (isSequence(Type))
    Type = elementOf(Type);
  return Context.getBaseElementType(
      innermost(Context.getBaseElementType(Type)));
}

/// Whether the program may declare the operator for values of type \p Element,
/// which is null if it is not known. Structures without an operator have
/// members that are scanned, and Sema sees numbers in their place.
bool ItemRewriter::mayCombine(QualType Element) const {
  if (!Combined)
    return true;
  if (Element.isNull() || Element->isDependentType())
    return !Combined->empty();
  if (!Element->isRecordType() || isNumber(Element))
    return true;
  const auto *Class = Element->getAsCXXRecordDecl();
  return llvm::any_of(*Combined, [&](QualType Each) {
    const auto *Base = Each->getAsCXXRecordDecl();
    return Each->isDependentType() ||
           S.Context.hasSameUnqualifiedType(Each, Element) ||
           (Class && Base && Class->hasDefinition() &&
            Class->isDerivedFrom(Base));
  });
}

/// Whether the kind of \p Item is not known yet, or Sema would refuse it.
bool ItemRewriter::needsPlaceholder(Tokens Item) const {
  if (!S.getLangOpts().CPlusPlus11)
    return false;
  if (isMemberPath(Item) || isQualified(Item))
    return true;
  if (Item.size() != 1 || !Item.front().isAnyIdentifier())
    return false;
  if (S.getCurScope()->isClassScope())
    return true;
  const ValueDecl *Variable = lookUp(Item.front());
  if (!Variable)
    return false;
  // To Sema, a static member is always shared.
  const auto *Static = dyn_cast<VarDecl>(Variable);
  const QualType Type = Variable->getType().getNonReferenceType();
  return (Static && Static->isStaticDataMember()) || isPlaceholderType(Type) ||
         leadsToClass(Type) ||
         (isSequence(Type) && !mayCombine(innermostOf(Type, S.Context)));
}

/// Reports an error if \p Name cannot be an item. A type that depends on
/// template parameters is checked later.
bool ItemRewriter::checkContainer(const Token &Name) const {
  const ValueDecl *Variable = lookUp(Name);
  const QualType Type =
      Variable ? Variable->getType().getNonReferenceType() : QualType();
  if (Type.isNull() || Type->isDependentType() || !isPlaceholderType(Type))
    return true;
  if (isBitVector(Type))
    return Diags.report(Name.getLocation(), Diag::err_bits)
           << Name.getIdentifierInfo()->getName();
  if (!isArrayClass(Type))
    return Diags.report(Name.getLocation(), Diag::err_item_kind)
           << Variable << 0;
  const QualType Element = innermost(elementOf(Type));
  if (Element.isConstQualified())
    return Diags.report(Name.getLocation(), Diag::err_item_const)
           << Variable << 0 << "";
  if (isOtherContainer(Element))
    return Diags.report(Name.getLocation(), Diag::err_item_type)
           << Variable << Element << 0;
  return true;
}

/// Reports an error if \p Name, of type \p Type, is an array whose elements
/// cannot be scanned.
bool ItemRewriter::checkArray(const Token &Name, QualType Type) const {
  if (Type->isDependentType() ||
      (!Type->isAnyPointerType() && !Type->isArrayType()))
    return true;
  const QualType Element =
      S.Context.getBaseElementType(innermost(S.Context.getBaseElementType(
          Type->isAnyPointerType() ? Type->getPointeeType() : Type)));
  if (Element.isConstQualified())
    return Diags.report(Name.getLocation(), Diag::err_item_const)
           << Name.getIdentifierInfo() << Type->isAnyPointerType()
           << Name.getIdentifierInfo()->getName();
  return true;
}

/// Appends a section of the first element of an array of \p Type at the
/// location of \p Name, through all of its dimensions and rows.
void ItemRewriter::appendSection(QualType Type, const Token &Name) {
  if (!Type.isNull() && (Type->isAnyPointerType() || Type->isArrayType()))
    for (QualType Row = rowOf(Type);
         Row->isArrayType() || Row->isAnyPointerType(); Row = rowOf(Row))
      append(Out, "[ 0 ]", Name);
  append(Out, "[ 0 : 1 ]", Name);
}

Token ItemRewriter::placeholder(const Token &Name) const {
  return rewrittenToken(
      S.getPreprocessor(), Name,
      (PlaceholderPrefix + S.getPreprocessor().getSpelling(Name)).str());
}

/// The token \p Word at the location of \p Name.
static Token token(Preprocessor &PP, const Token &Name, StringRef Word) {
  for (const tok::TokenKind Kind :
       {tok::l_paren, tok::r_paren, tok::l_square, tok::r_square, tok::amp,
        tok::star, tok::equal, tok::semi, tok::comma, tok::colon,
        tok::coloncolon})
    if (Word == tok::getPunctuatorSpelling(Kind)) {
      Token Tok;
      Tok.startToken();
      Tok.setKind(Kind);
      Tok.setLocation(Name.getLocation());
      Tok.setLength(1);
      return Tok;
    }
  return rewrittenToken(PP, Name, Word);
}

/// Appends the tokens of \p Text, which blanks separate, at the location of
/// \p Name; `$` is the placeholder for it.
void ItemRewriter::append(SmallVectorImpl<Token> &To, StringRef Text,
                          const Token &Name) const {
  SmallVector<StringRef, 16> Words;
  Text.split(Words, ' ');
  for (const StringRef Word : Words)
    To.push_back(Word == "$" ? placeholder(Name)
                             : token(S.getPreprocessor(), Name, Word));
}

/// Declares the placeholder for \p Name as \p Declarator of what \p Function
/// says of \p Item.
void ItemRewriter::declare(StringRef Declarator, StringRef Function,
                           Tokens Item, const Token &Name) {
  append(Declarations, "for ( auto", Name);
  append(Declarations, Declarator, Name);
  append(Declarations, ":: __ompscan ::", Name);
  append(Declarations, Function, Name);
  append(Declarations, "(", Name);
  Declarations.append(Item.begin(), Item.end());
  // Another clause may declare a placeholder of this name again.
  append(Declarations, ") ; :: __ompscan :: __once ( ) ; ( void ) $ )", Name);
  Out.push_back(placeholder(Name));
}

/// Appends a pointer, named after \p Name, to \p Item, or to an element of it;
/// to a number if the program declares no operator for these.
void ItemRewriter::appendAddress(Tokens Item, const Token &Name,
                                 bool MayCombine) {
  declare("* $ = &", MayCombine ? "__item" : "__number", Item, Name);
  append(Out, "[ 0 : 1 ]", Name);
}

/// Appends a pointer that stands for \p Item, a member or a row of \p Type.
void ItemRewriter::appendPointer(Tokens Item, const Token &Name,
                                 QualType Type) {
  const bool IsArray = isSequence(Type);
  const bool IsNumber = IsArray && !mayCombine(innermostOf(Type, S.Context));
  if (IsNumber) {
    append(Declarations, "for ( unsigned char * $ = ( unsigned char * )", Name);
  } else {
    append(Declarations,
           IsArray ? "for ( __typeof__ ( *" : "for ( __typeof__ (", Name);
    Declarations.append(Item.begin(), Item.end());
    append(Declarations, IsArray ? ") * $ =" : ") * $ = &", Name);
  }
  Declarations.append(Item.begin(), Item.end());
  // The loop also ends if Clang drops the clause.
  append(Declarations, "; $ ; $ = 0 )", Name);
  Out.push_back(placeholder(Name));
  if (IsNumber)
    append(Out, "[ 0 : 1 ]", Name);
  else
    appendSection(Type, Name);
}

/// Appends what stands for \p Row, an element of an array that is a row of \p
/// Type; null if the type is not known yet.
bool ItemRewriter::appendRow(Tokens Row, QualType Type) {
  const bool IsRaw = !Type.isNull() && !leadsToClass(Type) &&
                     (Type->isPointerType() || Type->isArrayType());
  if (IsRaw && !checkArray(Row.front(), Type))
    return false;
  if (IsRaw)
    appendPointer(Row, Row.front(), Type);
  else
    appendAddress(Row, Row.front(), mayCombine(innermostOf(Type, S.Context)));
  return true;
}

/// Appends a variable that stands for \p Item, the target of a pointer.
bool ItemRewriter::appendTarget(Tokens Item) {
  const Token &Name = Item.back();
  const bool IsC = !S.getLangOpts().CPlusPlus;
  const ValueDecl *Pointer = Item.size() == 2 ? lookUp(Name)
                             : IsC            ? memberOf(Item.drop_front(), S)
                                              : nullptr;
  const QualType Type =
      Pointer ? Pointer->getType().getNonReferenceType() : QualType();
  if (Pointer ? Type->isVoidPointerType() : IsC) {
    Out.append(Item.begin(), Item.end()); // Sema reports an error.
    return true;
  }
  if (Pointer && !checkArray(Name, Type))
    return false;
  if (Pointer && Type->isPointerType() &&
      Type->getPointeeType()->isPointerType())
    return Diags.report(Name.getLocation(), Diag::err_item_type)
           << Name.getIdentifierInfo() << Type->getPointeeType() << 0;
  appendCopy(Item, Name);
  return true;
}

/// Appends a variable, named after \p Name, that stands for \p Item.
void ItemRewriter::appendCopy(Tokens Item, const Token &Name) {
  if (S.getLangOpts().CPlusPlus) {
    declare("$ =", "__item", Item, Name);
    return;
  }
  append(Declarations, "for ( __typeof__ (", Name);
  Declarations.append(Item.begin(), Item.end());
  append(Declarations, ") $ =", Name);
  Declarations.append(Item.begin(), Item.end());
  // The loop ends, as that of a pointer does.
  append(Declarations,
         ", * ompscan.once = & $ ; ompscan.once ; "
         "ompscan.once = 0 )",
         Name);
  Out.push_back(placeholder(Name));
}

/// Whether \p Item is an element of an array or behind a pointer, `a[c]`, that
/// is no row.
bool ItemRewriter::isElement(Tokens Item) const {
  const ValueDecl *Variable =
      Item.size() > 3 && Item[0].isAnyIdentifier() ? lookUp(Item[0]) : nullptr;
  QualType Type =
      Variable ? Variable->getType().getNonReferenceType() : QualType();
  for (size_t I = 1; I != Item.size();) {
    if (Type.isNull() || Type->isDependentType() ||
        !(Type->isArrayType() || Type->isPointerType()) ||
        Item[I].isNot(tok::l_square))
      return false;
    const size_t Close = closingBracket(Item, I);
    if (Close == Item.size() ||
        llvm::any_of(Item.slice(I, Close - I),
                     [](const Token &Tok) { return Tok.is(tok::colon); }))
      return false;
    Type = elementOf(Type);
    I = Close + 1;
  }
  return !Type.isNull() && !isSequence(Type) && !Type.isConstQualified();
}

/// The part of \p Item that names a row of an array of rows, as `rows[r]` does
/// in `rows[r][i]`, and the type of the row; no tokens if there is none. The
/// type is null if it is not known yet.
std::pair<ItemRewriter::Tokens, QualType>
ItemRewriter::rowIn(Tokens Item) const {
  if (Item.size() < 4 || !Item[0].isAnyIdentifier() ||
      Item[1].isNot(tok::l_square))
    return {};
  const ValueDecl *Variable = lookUp(Item[0]);
  QualType Type =
      Variable ? Variable->getType().getNonReferenceType() : QualType();
  std::pair<Tokens, QualType> Row;
  for (size_t I = 1; I != Item.size();) {
    const size_t Close =
        Item[I].is(tok::l_square) ? closingBracket(Item, I) : Item.size();
    if (Close == Item.size())
      return {};
    const Tokens Inside = Item.slice(I + 1, Close - I - 1);
    I = Close + 1;
    if (llvm::any_of(Inside,
                     [](const Token &Tok) { return Tok.is(tok::colon); }))
      return Type.isNull() ? std::pair<Tokens, QualType>() : Row;
    if (Type.isNull() || (Type->isDependentType() && !isSequence(Type))) {
      Type = QualType();
      Row = {Item.take_front(I), QualType()};
      continue;
    }
    if (!isSequence(Type))
      return {};
    Type = elementOf(Type);
    if (isRow(Type) || (Type->isArrayType() && I == Item.size()))
      Row = {Item.take_front(I), Type};
  }
  return Row;
}

bool ItemRewriter::rewrite(Tokens Item, const Token &Delimiter) {
  if (Item.size() > 2 && Item.front().is(tok::l_paren) &&
      Item[1].is(tok::star) && Item.back().is(tok::r_paren))
    Item = Item.drop_front().drop_back();
  if (Item.empty())
    return Diags.report(Delimiter.getLocation(), Diag::err_scan_item_missing);
  const bool MayCopy =
      !S.getLangOpts().CPlusPlus || S.getLangOpts().CPlusPlus11;
  if (MayCopy && isTarget(Item))
    return appendTarget(Item);
  if (MayCopy && isElement(Item)) {
    appendCopy(Item, Item.front());
    return true;
  }
  if (const auto [Row, Type] = rowIn(Item);
      !Row.empty() && (!Type.isNull() || S.getLangOpts().CPlusPlus11))
    return appendRow(Row, Type);
  const Token &Last = Item.back();
  if (!S.getLangOpts().CPlusPlus && isMemberPath(Item))
    if (const FieldDecl *Member = memberOf(Item, S)) {
      if (Member->isBitField())
        return Diags.report(Last.getLocation(), Diag::err_item_member)
               << Member << 1;
      if (!checkArray(Last, Member->getType()))
        return false;
      appendPointer(Item, Last, Member->getType());
      return true;
    }
  // A section that the user wrote stays as it is.
  const bool IsSection = Last.is(tok::r_square);
  if (!IsSection && needsPlaceholder(Item)) {
    if (Item.size() == 1 && !checkContainer(Last))
      return false;
    const ValueDecl *Variable =
        Item.size() == 1 && !S.getCurScope()->isClassScope() ? lookUp(Last)
                                                             : nullptr;
    appendAddress(
        Item, Last,
        mayCombine(Variable
                       ? innermostOf(Variable->getType().getNonReferenceType(),
                                     S.Context)
                       : QualType()));
    return true;
  }
  Out.append(Item.begin(), Item.end());
  if (IsSection)
    return true;

  // Sema accepts sections only of arrays and pointers, and refuses a pointer
  // without a section. In a class scope, every name is treated as an array.
  // Sema reports a name that is not found or not a variable.
  QualType Type;
  if (Item.size() == 1 && Last.isAnyIdentifier() &&
      !S.getCurScope()->isClassScope()) {
    const ValueDecl *Variable = lookUp(Last);
    if (!Variable)
      return true;
    Type = Variable->getType().getNonReferenceType();
    if (!Type->isDependentType() && !Type->isAnyPointerType() &&
        !Type->isArrayType())
      return true;
    if (!checkArray(Last, Type))
      return false;
    if (!S.getLangOpts().CPlusPlus && !Type->isDependentType() &&
        !mayCombine(innermostOf(Type, S.Context))) {
      Out.pop_back();
      appendPointer(Item, Last, Type);
      return true;
    }
  }
  appendSection(Type, Last);
  return true;
}

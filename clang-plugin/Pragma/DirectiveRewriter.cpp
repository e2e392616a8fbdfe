//===- DirectiveRewriter.cpp - Directives in the form that Clang accepts --===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/DirectiveRewriter.h"
#include "Model/Operator.h"
#include "Pragma/RewrittenToken.h"
#include "Pragma/Tokens.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace clang;
using namespace ompscan::plugin;

DirectiveRewriter::DirectiveRewriter(Sema &S, const Diagnostics &Diags,
                                     bool TakesOwnForm)
    : S(S), PP(S.getPreprocessor()), Diags(Diags), TakesOwnForm(TakesOwnForm) {}

/// The number of words of \p In, after the annotation token, that name the
/// directive.
static size_t directiveLength(ArrayRef<Token> In) {
  static constexpr StringRef Words[] = {
      "target", "teams",   "distribute", "parallel", "for",      "simd",
      "loop",   "master",  "masked",     "taskloop", "sections", "task",
      "single", "section", "declare",    "scan"};
  size_t End = 1;
  while (End < In.size() &&
         llvm::any_of(Words, [&](StringRef W) { return isWord(In[End], W); })) {
    // `scan` is a directive only as the first word or after `declare`.
    if (isWord(In[End], "scan") && End != 1 && !isWord(In[End - 1], "declare"))
      break;
    ++End;
  }
  return std::max<size_t>(End, std::min<size_t>(2, In.size()));
}

/// Whether \p Item begins with parentheses that another operand follows.
static bool isCast(ArrayRef<Token> Item) {
  if (Item.empty() || Item.front().isNot(tok::l_paren))
    return false;
  const size_t Next = closingBracket(Item, 0) + 1;
  return Next < Item.size() &&
         !Item[Next].isOneOf(tok::l_square, tok::period, tok::arrow);
}

/// Whether a clause `reduction(inscan, ...)` begins at \p Pos.
static bool isOwnForm(ArrayRef<Token> In, size_t Pos) {
  return Pos + 3 < In.size() && isWord(In[Pos], "reduction") &&
         In[Pos + 1].is(tok::l_paren) && isWord(In[Pos + 2], "inscan") &&
         In[Pos + 3].is(tok::comma);
}

/// The index of the first colon from \p Pos up to \p Close; \p Close if there
/// is none.
static size_t colonIn(ArrayRef<Token> In, size_t Pos, size_t Close) {
  while (Pos < Close && In[Pos].isNot(tok::colon))
    ++Pos;
  return Pos;
}

/// Calls \p Read for each of the items from \p Begin to the parenthesis at
/// \p Close and the token behind it, until one returns false.
static bool
eachItem(ArrayRef<Token> In, size_t Begin, size_t Close,
         llvm::function_ref<bool(ArrayRef<Token>, const Token &)> Read) {
  for (size_t I = Begin; I <= Close; ++I) {
    if (I < Close && In[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      I = closingBracket(In, I);
      continue;
    }
    if (I != Close && In[I].isNot(tok::comma))
      continue;
    if (!Read(In.slice(Begin, I - Begin), In[I]))
      return false;
    Begin = I + 1;
  }
  return true;
}

/// Whether Sema knows \p Item of OpenMP's own form in a template: its type
/// depends on a parameter.
bool DirectiveRewriter::isKnownInTemplates(Tokens Item) const {
  if (Item.size() != 1 || !Item.front().isAnyIdentifier())
    return true;
  const auto *Var = dyn_cast_or_null<ValueDecl>(
      S.LookupSingleName(S.getCurScope(), Item.front().getIdentifierInfo(),
                         Item.front().getLocation(), Sema::LookupOrdinaryName));
  return Var && Var->getType()->isDependentType();
}

/// Whether the name of a directive, of \p Words tokens of \p In, precedes a
/// clause `collapse`.
static bool collapses(ArrayRef<Token> In, size_t Words) {
  for (size_t Pos = Words; Pos < In.size(); ++Pos)
    if (In[Pos].is(tok::l_paren))
      Pos = closingBracket(In, Pos);
    else if (isWord(In[Pos], "collapse"))
      return true;
  return false;
}

/// Whether \p In is a directive in OpenMP's own form that Sema refuses: with
/// `collapse`, or in a template with an item that Sema does not know yet.
/// \p Words is the number of tokens of its name, with the annotation. The body
/// of a member function that is defined in its class may declare the item
/// later.
bool DirectiveRewriter::replacesOwnForm(Tokens In, size_t Words) const {
  const bool Collapses = collapses(In, Words);
  // Without `parallel`, the order is that of the sequential loop.
  const bool IsSimd =
      Words == 2 && isWord(In[1], "simd") && !S.getLangOpts().OpenMPSimd;
  if (!(Collapses || S.CurContext->isDependentContext()) ||
      !(IsSimd || isCarrier(In.slice(1, Words - 1))) ||
      (!TakesOwnForm && !isWord(In[1], "target")))
    return false;
  for (size_t Pos = Words; Pos < In.size(); ++Pos) {
    if (!isOwnForm(In, Pos))
      continue;
    const size_t Close = closingBracket(In, Pos + 1);
    const size_t Colon = colonIn(In, Pos, Close);
    if (Close == In.size() || Colon == Close)
      return false;
    if (Collapses || S.getCurScope()->isClassScope() ||
        !eachItem(In, Colon + 1, Close, [&](Tokens Item, const Token &) {
          return isKnownInTemplates(Item);
        }))
      return true;
  }
  return false;
}

/// Copies \p In from \p Pos up to \p End, or to its own end, and sets \p Pos to
/// that place.
void DirectiveRewriter::copy(Tokens In, size_t &Pos, size_t End) {
  End = std::min(End, In.size());
  Out.append(In.begin() + Pos, In.begin() + End);
  Pos = End;
}

/// Rewrites `reduction(inscan, op : v)` like `scan(op : v)`.
bool DirectiveRewriter::rewriteOwnForm(Tokens In, size_t &Pos) {
  const size_t Close = closingBracket(In, Pos + 1);
  const size_t Colon = colonIn(In, Pos, Close);
  if (Close == In.size() || Colon == Close) {
    copy(In, Pos, Close + 1); // Clang's parser reports it.
    return true;
  }
  Out.append({rewrittenToken(PP, In[Pos], "reduction"), In[Pos + 1]});
  Out.append(In.begin() + Pos + 4, In.begin() + Colon + 1);
  eachItem(In, Colon + 1, Close, [&](Tokens Item, const Token &) {
    for (const Token &Word : Item.take_front(1))
      OwnItems.push_back(Word.getIdentifierInfo());
    return true;
  });
  Pos = Close + 1;
  return rewriteItems(In, Colon + 1, Close, std::nullopt);
}

/// Puts the tokens \p Spellings, with the place of the word \p Of, at the index
/// \p At of the directive.
void DirectiveRewriter::insert(size_t At, const Token &Of,
                               ArrayRef<StringRef> Spellings) {
  llvm::SmallVector<Token, 4> Words;
  for (StringRef Each : Spellings) {
    Token Tok = Of;
    Tok.setIdentifierInfo(nullptr);
    if (Each == "(")
      Tok.setKind(tok::l_paren);
    else if (Each == ")")
      Tok.setKind(tok::r_paren);
    else
      Tok = rewrittenToken(PP, Of, Each);
    Words.push_back(Tok);
  }
  Out.insert(Out.begin() + At, Words.begin(), Words.end());
}

/// Rewrites a directive with a scan whose loop belongs to the thread that
/// reaches it, to its team or to teams, if Sema would not let it carry all
/// items. \p Words is the number of tokens of its name.
/// \return the number afterwards.
size_t DirectiveRewriter::rewriteForThread(size_t Words) {
  const Token Last = Out[Words - 1];
  const bool IsSimd = isWord(Last, "simd") &&
                      (Words == 2 || (Words == 3 && isWord(Out[1], "target")));
  if (IsSimd) {
    insert(Words, Last, {"num_threads", "(", "1", ")"});
    insert(Words - 1, Last, {"parallel", "for"});
    return Words + 2;
  }
  if (Words != 2 || !isWord(Last, "loop"))
    return Words;
  for (size_t Pos = Words; Pos + 3 < Out.size(); ++Pos) {
    if (!isWord(Out[Pos], "bind") || Out[Pos + 1].isNot(tok::l_paren))
      continue;
    const bool IsThread = isWord(Out[Pos + 2], "thread");
    const bool IsTeams = isWord(Out[Pos + 2], "teams");
    if (!IsThread && !IsTeams && !isWord(Out[Pos + 2], "parallel"))
      break;
    const bool HasComma = Pos != Words && Out[Pos - 1].is(tok::comma);
    const size_t First = HasComma ? Pos - 1 : Pos;
    Out.erase(Out.begin() + First, Out.begin() + Pos + 4);
    if (First == Words && Out[Words].is(tok::comma))
      Out.erase(Out.begin() + Words);
    Out.erase(Out.begin() + 1);
    if (IsThread)
      insert(1, Last, {"parallel", "for", "num_threads", "(", "1", ")"});
    else if (IsTeams)
      insert(1, Last, {"distribute", "parallel", "for"});
    else
      insert(1, Last, {"for"});
    return IsThread ? 3 : IsTeams ? 4 : 2;
  }
  return Words;
}

bool DirectiveRewriter::rewrite(SmallVectorImpl<Token> &Directive) {
  const Tokens In = Directive;
  const size_t Words = directiveLength(In);
  Out.assign(In.begin(), In.begin() + Words);
  if (Words == 3 && isWord(In[1], "declare") && isWord(In[2], "scan")) {
    Scans.push_back({In[2].getLocation(), In.back().getLocation()});
    Out.back() = rewrittenToken(PP, In[2], "reduction");
    Out.append(In.begin() + Words, In.end());
    Directive.assign(Out.begin(), Out.end());
    return true;
  }

  const bool ReplacesOwnForm = replacesOwnForm(In, Words);
  const Token *Initializer = nullptr;
  for (size_t Pos = Words; Pos < In.size();) {
    if (ReplacesOwnForm && isOwnForm(In, Pos)) {
      if (!rewriteOwnForm(In, Pos))
        return false;
    } else if (isWord(In[Pos], "scan")) {
      Scans.push_back(In[Pos].getLocation());
      if (!checkCarrier(In.slice(1, Words - 1), In[Pos]) ||
          !rewriteScan(In, Pos))
        return false;
    } else if (isWord(In[Pos], "device")) {
      rewriteDevice(In, Pos);
    } else {
      if (isWord(In[Pos], "initializer"))
        Initializer = &In[Pos];
      // Other clauses are copied whole: their parentheses contain no clause.
      copy(In, Pos,
           In[Pos].is(tok::l_paren) ? closingBracket(In, Pos) + 1 : Pos + 1);
    }
  }
  // Clang's parser would not terminate on it.
  if (!Scans.empty() && Initializer)
    return Diags.report(Initializer->getLocation(), Diag::err_scan_initializer);
  // Clang does not know the comma between the directive's name and its first
  // clause.
  if (!Scans.empty() && Out[Words].is(tok::comma))
    Out.erase(Out.begin() + Words);
  const size_t Named =
      Scans.empty() && !ReplacesOwnForm ? Words : rewriteForThread(Words);
  if (Named > 1 && isWord(Out[1], "for"))
    rewriteOrphan(Named);
  splitTarget(In.slice(1, Words - 1));
  Directive.assign(Declarations.begin(), Declarations.end());
  Directive.append(Out.begin(), Out.end());
  return true;
}

/// Makes a `for` with a scan in a function that a team calls a `parallel for`
/// with a clause in the place of that word, where Sema accepts all variables as
/// list items. \p Words is the number of tokens of its name.
void DirectiveRewriter::rewriteOrphan(size_t Words) {
  const LangOptions &Lang = S.getLangOpts();
  const bool HasOwnForm =
      TakesOwnForm && !Lang.OpenMPSimd && Lang.OMPTargetTriples.empty() &&
      llvm::any_of(Out, [](const Token &T) { return isWord(T, "inscan"); });
  // In other places, Sema checks what is around the directive.
  if ((Scans.empty() && !HasOwnForm) || isa<CapturedDecl>(S.CurContext) ||
      S.getCurScope()->isClassScope())
    return;
  const llvm::SmallVector<Token, 32> All(Out.begin(), Out.end());
  const Token &For = All[1];
  const auto Bracket = [&](tok::TokenKind Kind) {
    Token Tok = For;
    Tok.setIdentifierInfo(nullptr);
    Tok.setKind(Kind);
    return Tok;
  };
  Out.assign({All[0], rewrittenToken(PP, For, "parallel")});
  Out.append(All.begin() + 1, All.begin() + Words);
  Out.append({rewrittenToken(PP, For, "default"), Bracket(tok::l_paren),
              rewrittenToken(PP, For, "shared"), Bracket(tok::r_paren)});
  for (size_t Pos = Words; Pos < All.size();) {
    size_t End = Pos + 1;
    if (End < All.size() && All[End].is(tok::l_paren))
      End = std::min(closingBracket(All, End) + 1, All.size());
    // `if` is the condition of `simd`, and all threads wait.
    if (!isWord(All[Pos], "if") && !isWord(All[Pos], "nowait"))
      Out.append(All.begin() + Pos, All.begin() + End);
    Pos = End;
  }
}

/// Splits a combined `target` construct with OpenMP's own scan: Sema accepts
/// that only on a `parallel for` inside a `target`. Inside of one, `teams
/// distribute parallel for` becomes a `parallel for`.
void DirectiveRewriter::splitTarget(Tokens Words) {
  const bool IsTeams = Words.size() > 1 && isWord(Words.front(), "teams");
  if (Words.size() < 2 || !(IsTeams || isWord(Words.front(), "target")) ||
      (IsTeams && !isCarrier(Words)))
    return;
  const Tokens All = Out;
  const size_t First = Words.size() + 1;
  bool InScan = false;
  for (size_t I = First; I + 2 < All.size(); ++I)
    InScan |= isWord(All[I], "reduction") && All[I + 1].is(tok::l_paren) &&
              isWord(All[I + 2], "inscan");
  if (!InScan)
    return;

  llvm::SmallVector<Token, 32> Target{All[0], Words.front()}, Loop{All[0]};
  for (const Token &Word : Words)
    if (isWord(Word, "parallel") || Word.is(tok::kw_for) ||
        isWord(Word, "simd"))
      Loop.push_back(Word);
  for (size_t Pos = First; Pos < All.size();) {
    size_t End = Pos + 1;
    if (End < All.size() && All[End].is(tok::l_paren))
      End = std::min(closingBracket(All, End) + 1, All.size());
    // `if` belongs to the target, unless it names another directive.
    const bool OfOther =
        isWord(All[Pos], "if") && Pos + 3 < All.size() &&
        (isWord(All[Pos + 2], "parallel") || isWord(All[Pos + 2], "simd")) &&
        All[Pos + 3].is(tok::colon);
    const bool OfTarget =
        !OfOther &&
        llvm::any_of(llvm::ArrayRef<StringRef>{"map", "device", "is_device_ptr",
                                               "has_device_addr", "defaultmap",
                                               "depend", "nowait",
                                               "uses_allocators", "if"},
                     [&](StringRef Name) { return isWord(All[Pos], Name); });
    // The split construct has no teams.
    const bool OfTeams = isWord(All[Pos], "num_teams") ||
                         isWord(All[Pos], "thread_limit") ||
                         isWord(All[Pos], "dist_schedule");
    if (All[Pos].isNot(tok::comma) && !OfTeams)
      (OfTarget && !IsTeams ? Target : Loop)
          .append(All.begin() + Pos, All.begin() + End);
    Pos = End;
  }
  if (IsTeams) {
    Out.assign(Loop.begin(), Loop.end());
    return;
  }
  Token EndOfTarget;
  EndOfTarget.startToken();
  EndOfTarget.setKind(tok::annot_pragma_openmp_end);
  EndOfTarget.setLocation(Loop.back().getLocation());
  Target.push_back(EndOfTarget);
  Target.append(Loop.begin(), Loop.end());
  Out.assign(Target.begin(), Target.end());
}

/// The words of a directive, separated by blanks.
std::string DirectiveRewriter::spellingOf(Tokens Words) const {
  std::string Name;
  for (const Token &Tok : Words) {
    if (!Name.empty())
      Name += ' ';
    Name += PP.getSpelling(Tok);
  }
  return Name;
}

/// Whether the directive \p Words may have a scan.
bool DirectiveRewriter::isCarrier(Tokens Words) const {
  static constexpr StringRef Carriers[] = {
      "for",
      "for simd",
      "parallel for",
      "parallel for simd",
      "parallel loop",
      "distribute parallel for",
      "distribute parallel for simd",
      "teams distribute parallel for",
      "teams distribute parallel for simd",
      "target parallel loop",
      "target teams loop",
      "target parallel for",
      "target parallel for simd",
      "target teams distribute parallel for",
      "target teams distribute parallel for simd"};
  return llvm::is_contained(Carriers, StringRef(spellingOf(Words)));
}

bool DirectiveRewriter::checkCarrier(Tokens Words, const Token &Scan) const {
  // OpenMP's own form is Clang's on the first, and not allowed on the others.
  static constexpr StringRef Others[] = {"simd", "target simd", "loop",
                                         "teams loop"};
  if (isCarrier(Words) ||
      llvm::is_contained(Others, StringRef(spellingOf(Words))))
    return true;
  return Diags.report(Scan.getLocation(), Diag::err_scan_carrier)
         << spellingOf(Words);
}

bool DirectiveRewriter::rewriteScan(Tokens In, size_t &Pos) {
  const Token &Scan = In[Pos];
  const size_t Open = Pos + 1;
  if (Open == In.size() || In[Open].isNot(tok::l_paren))
    return Diags.report(Scan.getLocation(), Diag::err_scan_lparen);
  const size_t Close = closingBracket(In, Open);
  if (Close == In.size())
    return Diags.report(In[Open].getLocation(), Diag::err_scan_rparen);

  // The operator: everything up to the colon (not the `::` of a name).
  const size_t Colon = colonIn(In, Open + 1, Close);
  if (Colon == Close)
    return Diags.report(In[Close].getLocation(), Diag::err_scan_colon);
  if (!checkOperator(In.slice(Open + 1, Colon - Open - 1), In[Colon]))
    return false;
  Out.push_back(rewrittenToken(PP, Scan, "reduction"));
  Out.append(In.begin() + Open, In.begin() + Colon + 1);
  // For an operator that OpenMP does not have, Clang sees one that takes all
  // numbers, also complex ones. The analysis (ItemReader) sees the user's word.
  if (isOwnOperator(In.slice(Open + 1, Colon - Open - 1)))
    Out[Out.size() - 2] = rewrittenToken(PP, In[Open + 1], "+");

  if (!rewriteItems(In, Colon + 1, Close,
                    combinedBy(In.slice(Open + 1, Colon - Open - 1))))
    return false;
  Scans.back().setEnd(In[Close].getLocation());
  Pos = Close + 1;
  return true;
}

/// Rewrites the items from \p Begin on and the parenthesis at \p Close.
bool DirectiveRewriter::rewriteItems(Tokens In, size_t Begin, size_t Close,
                                     ItemRewriter::Types Combined) {
  ItemRewriter Items(S, Diags, Out, Declarations, std::move(Combined));
  return eachItem(
      In, Begin, Close, [&](Tokens Item, const Token &Delimiter) -> bool {
        if (isCast(Item))
          return Diags.report(Item.front().getLocation(), Diag::err_scan_item);
        if (!Items.rewrite(Item, Delimiter))
          return false;
        Out.push_back(Delimiter);
        return true;
      });
}

/// The types for which the program declares the operator \p Name, as far as it
/// is found by that name; none if it is no predefined operator.
ItemRewriter::Types DirectiveRewriter::combinedBy(Tokens Name) const {
  ItemRewriter::Types Found;
  if (isOwnOperator(Name))
    return Found.emplace(), Found;
  if (Name.size() != 1 || !predefinedOperator(PP.getSpelling(Name.front())))
    return Found;
  Found.emplace();
  const Token &Word = Name.front();
  DeclarationName Declared = Word.getIdentifierInfo();
  if (!Word.isAnyIdentifier()) {
    const auto Kind = [&]() -> OverloadedOperatorKind {
      switch (Word.getKind()) {
#define OVERLOADED_OPERATOR(Name, Spelling, Token, Unary, Binary, MemberOnly)  \
  case tok::Token:                                                             \
    return OO_##Name;
#define OVERLOADED_OPERATOR_MULTI(Name, Spelling, Unary, Binary, MemberOnly)
#include "clang/Basic/OperatorKinds.def"
      default:
        return OO_None;
      }
    }();
    Declared = S.Context.DeclarationNames.getCXXOperatorName(Kind);
  }
  for (Scope *Around = S.getCurScope(); Around; Around = Around->getParent()) {
    LookupResult Result(S, Declared, Word.getLocation(),
                        Sema::LookupOMPReductionName);
    Result.suppressDiagnostics();
    S.LookupName(Result, Around);
    for (const NamedDecl *Each : Result)
      if (const auto *D = dyn_cast<OMPDeclareReductionDecl>(Each))
        Found->push_back(D->getType());
  }
  return Found;
}

/// Whether the program declares an operator of the name \p Name.
bool DirectiveRewriter::isDeclared(const Token &Name) const {
  LookupResult Found(S, Name.getIdentifierInfo(), Name.getLocation(),
                     Sema::LookupOMPReductionName);
  Found.suppressDiagnostics();
  return S.LookupName(Found, S.getCurScope());
}

/// Whether \p Name is `auto` or an operator that composes functions, and no
/// declaration of the program has that name.
bool DirectiveRewriter::isOwnOperator(Tokens Name) const {
  if (Name.size() != 1 || !Name.front().getIdentifierInfo())
    return false;
  const StringRef Word = Name.front().getIdentifierInfo()->getName();
  const std::optional<Operator> Op = predefinedOperator(Word);
  return Word == spelling(Operator::Auto) ||
         (Op && traits(*Op).Family == OperatorFamily::Function &&
          !isDeclared(Name.front()));
}

bool DirectiveRewriter::checkOperator(Tokens Operator,
                                      const Token &Colon) const {
  if (Operator.empty())
    return Diags.report(Colon.getLocation(), Diag::err_scan_operator_missing);
  const Token &First = Operator.front();
  const char *Punctuator = tok::getPunctuatorSpelling(First.getKind());
  if (Operator.size() == 1 && Punctuator && predefinedOperator(Punctuator))
    return true;
  // A name, perhaps a qualified one; Sema looks it up.
  if (First.is(tok::coloncolon) || First.is(tok::kw_operator) ||
      (First.isAnyIdentifier() && Operator.size() > 1))
    return true;
  if (isOwnOperator(Operator))
    return true;
  if (First.isAnyIdentifier() &&
      (predefinedOperator(First.getIdentifierInfo()->getName()) ||
       isDeclared(First) || S.getLangOpts().CPlusPlus))
    return true;
  llvm::SmallVector<StringRef, 16> Known;
  for (const OperatorTraits &T : predefinedOperators()) {
    Known.push_back(T.Spelling);
    if (!T.Inverse.empty())
      Known.push_back(T.Inverse);
  }
  Known.push_back(spelling(Operator::Auto));
  return Diags.report(First.getLocation(), Diag::err_scan_operator)
         << PP.getSpelling(First) << llvm::join(Known, " ");
}

void DirectiveRewriter::rewriteDevice(Tokens In, size_t &Pos) {
  Out.push_back(In[Pos++]);
  if (Pos + 2 >= In.size() || In[Pos].isNot(tok::l_paren) ||
      In[Pos + 2].isNot(tok::r_paren))
    return;
  const Token &Name = In[Pos + 1];
  if (!isWord(Name, "GPU") && !isWord(Name, "CPU"))
    return;
  if (S.LookupSingleName(S.getCurScope(), Name.getIdentifierInfo(),
                         Name.getLocation(), Sema::LookupOrdinaryName))
    return;
  Out.append({In[Pos], rewrittenToken(PP, Name, "0"), In[Pos + 2]});
  Pos += 3;
}

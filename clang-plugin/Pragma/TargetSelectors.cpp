//===- TargetSelectors.cpp - Selectors of target devices ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/TargetSelectors.h"
#include "Pragma/RewrittenToken.h"
#include "Pragma/Tokens.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace clang;
using namespace ompscan::plugin;
using llvm::ArrayRef;
using llvm::StringRef;

/// Whether \p Traits, what is between the braces, hold on every device besides
/// the host, or on none; std::nullopt if that depends on the device.
static std::optional<bool> holdOnDevices(ArrayRef<Token> Traits) {
  bool Hold = true;
  for (size_t At = 0; At < Traits.size();) {
    const size_t Close =
        At + 1 < Traits.size() && Traits[At + 1].is(tok::l_paren)
            ? closingBracket(Traits, At + 1)
            : Traits.size();
    if (Close == Traits.size())
      return std::nullopt;
    const ArrayRef<Token> Values = Traits.slice(At + 2, Close - At - 2);
    const bool IsHost = isWord(Traits[At], "kind") && Values.size() == 1 &&
                        isWord(Values.front(), "host");
    const bool IsDevice =
        isWord(Traits[At], "kind") && Values.size() == 1 &&
        (isWord(Values.front(), "any") || isWord(Values.front(), "nohost"));
    if (!IsHost && !IsDevice && !isWord(Traits[At], "device_num"))
      return std::nullopt;
    Hold &= !IsHost;
    At = Close + 1;
    if (At < Traits.size() && Traits[At++].isNot(tok::comma))
      return std::nullopt;
  }
  return Traits.empty() ? std::nullopt : std::optional<bool>(Hold);
}

/// `user={condition(1)}` at the place of \p Word, or with 0.
static llvm::SmallVector<Token, 8> constantSet(const Token &Word, bool Holds,
                                               Preprocessor &PP) {
  llvm::SmallVector<Token, 8> New;
  const auto Add = [&](tok::TokenKind Kind) {
    Token Tok = Word;
    Tok.setIdentifierInfo(nullptr);
    Tok.setKind(Kind);
    New.push_back(Tok);
  };
  New.push_back(rewrittenToken(PP, Word, "user"));
  Add(tok::equal);
  Add(tok::l_brace);
  New.push_back(rewrittenToken(PP, Word, "condition"));
  Add(tok::l_paren);
  New.push_back(rewrittenToken(PP, Word, Holds ? "1" : "0"));
  Add(tok::r_paren);
  Add(tok::r_brace);
  return New;
}

void ompscan::plugin::selectTargetDevice(
    llvm::SmallVectorImpl<Token> &Directive, Preprocessor &PP) {
  if (Directive.size() < 2 || !isWord(Directive[1], "metadirective"))
    return;
  for (size_t At = 2; At + 1 < Directive.size(); ++At) {
    if (!isWord(Directive[At], "when") || Directive[At + 1].isNot(tok::l_paren))
      continue;
    const size_t End = closingBracket(Directive, At + 1);
    const auto IsUser = [](const Token &T) { return isWord(T, "user"); };
    for (size_t Pos = At + 2; Pos + 2 < End && Directive[Pos].isNot(tok::colon);
         ++Pos) {
      if (!isWord(Directive[Pos], "target_device") ||
          Directive[Pos + 1].isNot(tok::equal) ||
          Directive[Pos + 2].isNot(tok::l_brace))
        continue;
      const size_t Close = closingBracket(Directive, Pos + 2);
      const ArrayRef<Token> All = Directive;
      // There may be one set of each name.
      const std::optional<bool> Holds =
          Close < End && llvm::none_of(All.slice(At, End - At), IsUser)
              ? holdOnDevices(All.slice(Pos + 3, Close - Pos - 3))
              : std::nullopt;
      if (!Holds)
        break;
      const auto New = constantSet(Directive[Pos], *Holds, PP);
      Directive.erase(Directive.begin() + Pos, Directive.begin() + Close + 1);
      Directive.insert(Directive.begin() + Pos, New.begin(), New.end());
      break;
    }
  }
}

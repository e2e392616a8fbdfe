//===- AttributeCheck.cpp - Scans in attributes ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma/AttributeCheck.h"
#include "clang/Basic/IdentifierTable.h"

using namespace clang;
using namespace ompscan::plugin;

static bool isWord(const Token &Tok, StringRef Name) {
  return !Tok.isAnnotation() && !Tok.isLiteral() && Tok.getIdentifierInfo() &&
         Tok.getIdentifierInfo()->isStr(Name);
}

void AttributeCheck::see(const Token &Tok) {
  const Token &Before = Last[0];
  if (Tok.is(tok::l_paren)) {
    const bool IsOmp = Depth != 0 || IsUsingOmp ||
                       (Last[1].is(tok::coloncolon) && isWord(Last[2], "omp"));
    const bool IsDirective = IsOmp && isWord(Before, "directive");
    if (Depth != 0 || IsDirective || (IsOmp && isWord(Before, "sequence")))
      ++Depth;
    if (IsDirective)
      ClauseDepth = Depth;
    else if (ClauseDepth != 0 && Depth == ClauseDepth + 1 &&
             isWord(Before, "scan"))
      Diags.report(Before.getLocation(), Diag::err_scan_attribute);
  } else if (Tok.is(tok::r_paren) && Depth != 0) {
    if (Depth-- == ClauseDepth)
      ClauseDepth = 0;
  } else if (Tok.is(tok::colon) && isWord(Before, "omp") &&
             Last[1].is(tok::kw_using)) {
    IsUsingOmp = true;
  } else if (Tok.is(tok::r_square) && Depth == 0) {
    IsUsingOmp = false;
  }
  Last[2] = Last[1];
  Last[1] = Last[0];
  Last[0] = Tok;
}

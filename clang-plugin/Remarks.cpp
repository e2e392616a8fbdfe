//===- Remarks.cpp - What -Rpass=ompscan tells ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace ompscan;

/// The name of the "pass" that the user's patterns are matched with.
static constexpr StringRef PassName = "ompscan";

/// "'y' (recurrence, int, operator +)"
static std::string describe(const Item &I, const ASTContext &Context) {
  const PrintingPolicy Policy(Context.getLangOpts());
  return "'" + I.Name + "' (" +
         (I.isArray() ? "recurrence, " : "accumulator, ") +
         I.Type.getAsString(Policy) + ", operator " +
         (I.Op == Operator::Declared ? I.Declared->getDeclName().getAsString()
                                     : spelling(I.Op).str()) +
         ")";
}

void Remarks::offloaded(const ScanLoop &Loop, const ASTContext &Context) const {
  if (!Options.OptimizationRemark.patternMatches(PassName))
    return;
  std::string Items;
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
    Items += (Number == 0                       ? ""
              : Number + 1 == Loop.Items.size() ? " and "
                                                : ", ") +
             describe(I, Context);
  // Every array is read and stored once in an iteration: what neighbouring
  // iterations share comes from a cache.
  uint64_t Bytes = 0;
  bool HasOthers = false;
  for (const ArrayUse &A : Loop.Arrays) {
    const uint64_t Size = Context.getTypeSizeInChars(A.Element).getQuantity();
    bool IsRead = false, IsStored = false;
    for (const Access &Use : A.Accesses) {
      IsRead |= Use.Kind == AccessKind::Read && !Use.hasStride(0);
      IsStored |= Use.Kind == AccessKind::Write && !Use.hasStride(0);
      HasOthers |= Use.Kind == AccessKind::ReadAny ||
                   Use.Kind == AccessKind::WriteAny ||
                   Use.Kind == AccessKind::Counted;
    }
    Bytes += Size * IsRead + Size * IsStored;
  }
  Diags.report(Loop.Loc, Diag::remark_offloaded)
      << Items << (Loop.Body != nullptr) << std::to_string(Bytes) << HasOthers;
}

void Remarks::missed(SourceLocation Loc, Missed Why) const {
  if (Options.OptimizationRemarkMissed.patternMatches(PassName))
    Diags.report(Loc, Diag::remark_missed) << static_cast<unsigned>(Why);
}

bool Remarks::wantsPlain() const {
  return Options.OptimizationRemarkAnalysis.patternMatches(PassName);
}

void Remarks::plain(const ScanLoop &Loop, const SourceManager &SM) const {
  const Item &Only = Loop.Items.front();
  const std::string Pragma = ("#pragma omp parallel for scan(" +
                              spelling(Only.Op) + " : " + Only.Name + ")")
                                 .str();
  auto Remark = Diags.report(Loop.Loc, Diag::remark_plain);
  Remark << Pragma;
  if (Loop.Loc.isMacroID())
    return;
  // A line of its own, as far to the right as the loop is.
  const StringRef Indentation = Lexer::getIndentationForLine(Loop.Loc, SM);
  const bool BeginsLine =
      Indentation.size() + 1 == SM.getSpellingColumnNumber(Loop.Loc);
  Remark << FixItHint::CreateInsertion(
      Loop.Loc, (BeginsLine ? "" : "\n" + Indentation.str()) + Pragma + "\n" +
                    Indentation.str());
}

//===- Remarks.cpp - What -Rpass=ompscan tells ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Remarks.h"
#include "AST/Expressions.h"
#include "Support/ClangCompat.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace ompscan::plugin;

/// "'y' (recurrence, int, operator +)"
static std::string describe(const Item &I, const ASTContext &Context,
                            bool HasKind) {
  const PrintingPolicy Policy(Context.getLangOpts());
  return "'" + I.names() + "' (" +
         (I.isList()    ? std::to_string(I.Length) + " accumulators, "
          : !HasKind    ? ""
          : I.isArray() ? "recurrence, "
                        : "accumulator, ") +
         I.Type.getAsString(Policy) + ", operator " +
         (I.Op == Operator::Declared ? I.Declared->getDeclName().getAsString()
                                     : spelling(I.Op).str()) +
         ")";
}

void Remarks::offloaded(const ScanLoop &Loop, const ASTContext &Context) const {
  if (!Options.OptimizationRemark.patternMatches(RemarkPass))
    return;
  std::string Items;
  for (const auto &[Number, I] : llvm::enumerate(Loop.Items))
    Items += (Number == 0                       ? ""
              : Number + 1 == Loop.Items.size() ? " and "
                                                : ", ") +
             describe(I, Context, /*HasKind=*/!Loop.parallel());
  // Counts one read and one store of each array in an iteration; caches serve
  // what neighbouring iterations share.
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
  if (Loop.parallel()) {
    Diags.report(Loop.Loc, Diag::remark_parallel)
        << std::to_string(Bytes) << HasOthers << !Loop.Items.empty() << Items;
    return;
  }
  Diags.report(Loop.Loc, Diag::remark_offloaded)
      << Items << !Loop.IsSingleUpdate << std::to_string(Bytes) << HasOthers;
}

void Remarks::inPasses(SourceLocation Loc, size_t Count, StringRef Dependent,
                       StringRef Decisive) const {
  if (Options.OptimizationRemark.patternMatches(RemarkPass))
    Diags.report(Loc, Diag::remark_passes)
        << std::to_string(Count) << Dependent << Decisive;
}

/// \returns \p Reason, the text of an error on a scan, in words that fit a
/// `target` loop without one.
static std::string withoutScan(StringRef Reason) {
  static constexpr std::pair<StringRef, StringRef> Words[] = {
      {"scan item", "reduction item"},
      {"the input of a scan", "a loop on the device"},
      {"a scan loop", "a loop on the device"},
      {"a directive with 'scan'", "the directive"},
      {"of this scan", "of this loop"}};
  std::string Text = Reason.str();
  for (const auto &[Scan, Other] : Words)
    if (const size_t Place = Text.find(Scan.str()); Place != std::string::npos)
      Text.replace(Place, Scan.size(), Other.str());
  return Text;
}

void Remarks::parallelMissed(SourceLocation Loc, StringRef Reason,
                             SourceLocation ReasonLoc) const {
  if (!Options.OptimizationRemarkMissed.patternMatches(RemarkPass))
    return;
  Diags.report(Loc, Diag::remark_parallel_missed) << withoutScan(Reason);
  if (ReasonLoc.isValid() && ReasonLoc != Loc)
    Diags.report(ReasonLoc, Diag::note_parallel_reason);
}

void Remarks::standardMissed(SourceLocation Loc, StringRef Reason,
                             SourceLocation ReasonLoc,
                             bool IsSequential) const {
  Diags.report(Loc, IsSequential ? Diag::warn_standard_sequential
                                 : Diag::err_standard_missed)
      << Reason;
  if (ReasonLoc.isValid() && ReasonLoc != Loc)
    Diags.report(ReasonLoc, Diag::note_standard_reason);
}

void Remarks::inputUse(const InputUse &Early) const {
  Diags.report(Early.Loc, Diag::warn_input_use) << Early.Item;
}

void Remarks::hostOnly(const ScanLoop &Loop) const {
  if (!Options.OptimizationRemarkAnalysis.patternMatches(RemarkPass))
    return;
  llvm::SmallVector<const ArrayUse *, 2> Arrays;
  std::string Names;
  for (const ArrayUse &A : Loop.Arrays)
    if (A.IsOnHostOnly) {
      Names += (Names.empty() ? "'" : ", '") + A.Name + "'";
      Arrays.push_back(&A);
    }
  if (Arrays.empty())
    return;
  Diags.report(Loop.Loc, Diag::remark_host_only)
      << Names << (Arrays.size() > 1) << Arrays.front()->Name
      << Arrays.front()->isStored();
  for (const ArrayUse *A : Arrays)
    for (const Access &Use : A->Accesses)
      if (Use.Node)
        Diags.report(Use.Node->getExprLoc(), Diag::note_host_only)
            << A->Name << (Use.Kind == AccessKind::WriteAny);
}

void Remarks::rowsApart(SourceLocation Loc, StringRef Reason,
                        SourceLocation ReasonLoc) const {
  apart(Diag::remark_rows, Loc, Reason, ReasonLoc);
}

void Remarks::nestApart(SourceLocation Loc, StringRef Reason,
                        SourceLocation ReasonLoc) const {
  apart(Diag::remark_nest, Loc, Reason, ReasonLoc);
}

void Remarks::oneWorkItem(SourceLocation Loc, StringRef Reason,
                          SourceLocation ReasonLoc) const {
  apart(Diag::remark_team, Loc, Reason, ReasonLoc);
}

void Remarks::apart(Diag Kind, SourceLocation Loc, StringRef Reason,
                    SourceLocation ReasonLoc) const {
  if (!Options.OptimizationRemarkMissed.patternMatches(RemarkPass))
    return;
  Diags.report(Loc, Kind) << withoutScan(Reason);
  if (ReasonLoc.isValid() && ReasonLoc != Loc)
    Diags.report(ReasonLoc, Diag::note_rows_reason);
}

void Remarks::fused(const ScanLoop &Loop, const ASTContext &Context) const {
  if (!Options.OptimizationRemark.patternMatches(RemarkPass))
    return;
  std::string Names, Unstored;
  for (const Fill &F : Loop.Fills) {
    const std::string Name = "'" + text(F.Base, Context) + "'";
    Names += (Names.empty() ? "" : ", ") + Name;
    if (F.Stores.empty())
      Unstored += (Unstored.empty() ? "" : ", ") + Name;
  }
  Diags.report(Loop.Loc, Diag::remark_fused)
      << Names
      << (Unstored.empty() ? ""
                           : ", and does not store " + Unstored +
                                 ", which nothing else reads");
}

void Remarks::notFused(SourceLocation Loc, StringRef Reason,
                       SourceLocation ReasonLoc) const {
  if (!Options.OptimizationRemarkMissed.patternMatches(RemarkPass))
    return;
  Diags.report(Loc, Diag::remark_not_fused) << Reason;
  if (ReasonLoc.isValid() && ReasonLoc != Loc)
    Diags.report(ReasonLoc, Diag::note_not_fused);
}

void Remarks::coresOnly(SourceLocation Loc, QualType Wide) const {
  if (!Wide.isNull() &&
      Options.OptimizationRemarkAnalysis.patternMatches(RemarkPass))
    Diags.report(Loc, Diag::remark_cores_only) << Wide;
}

void Remarks::ownOrder(const ScanLoop &Loop, const Kernel &K,
                       bool HasRows) const {
  if (!Loop.Where.IsOrdered || Loop.selection() ||
      !Options.OptimizationRemarkAnalysis.patternMatches(RemarkPass))
    return;
  enum { Functions, Lists, Rows };
  std::optional<unsigned> Why;
  if (K.CallsLibrary)
    Why = Functions;
  if (HasRows || Loop.isBatch() || (K.Traits & OMPSCAN_TRAIT_HAS_TEAM))
    Why = Rows;
  else if (Loop.parallel() && Loop.parallel()->IsByElement &&
           llvm::any_of(Loop.Items, [](const Item &I) {
             return !I.Type->isIntegralOrEnumerationType();
           }))
    Why = Lists;
  if (Why)
    Diags.report(Loop.Loc, Diag::remark_own_order) << *Why;
}

void Remarks::missed(SourceLocation Loc, Missed Why) const {
  if (Options.OptimizationRemarkMissed.patternMatches(RemarkPass))
    Diags.report(Loc, Diag::remark_missed) << static_cast<unsigned>(Why);
}

void Remarks::onHost(SourceLocation Loc, bool All) const {
  if (Options.OptimizationRemarkMissed.patternMatches(RemarkPass))
    Diags.report(Loc, Diag::remark_on_host) << !All;
}

/// Adds the text of \p Found behind the first arguments of \p To.
static void addValues(const Report &To, const Finding &Found) {
  for (const std::string &Each : Found.Operands)
    To << Each;
  To << Found.Left << Found.Right;
}

/// Where the operator of \p I is declared.
static SourceLocation placeOf(const Item &I) {
  return I.Declared->getCombiner()->getExprLoc();
}

void Remarks::judged(const Item &I, const ScanLoop &Loop,
                     const Finding &Found) const {
  const SourceLocation At = placeOf(I);
  const std::string Name = I.Declared->getDeclName().getAsString();
  const bool IsReduction = Loop.parallel() != nullptr;
  const bool Analyses =
      Options.OptimizationRemarkAnalysis.patternMatches(RemarkPass);
  switch (Found.Is) {
  case Finding::Disproved:
    addValues(Diags.report(At, Diag::warn_associativity) << Name << IsReduction,
              Found);
    Diags.report(Loop.Loc, Diag::note_operator_use) << IsReduction;
    break;
  case Finding::Proven:
    if (Options.OptimizationRemark.patternMatches(RemarkPass))
      Diags.report(At, Diag::remark_associative) << Name << Found.Reason;
    break;
  case Finding::NotDisproved:
    if (Analyses)
      Diags.report(At, Diag::remark_not_disproved) << Name;
    break;
  case Finding::OnlyOtherwise:
    if (Analyses)
      addValues(Diags.report(At, Diag::remark_associative_except)
                    << Name << Found.Reason,
                Found);
    break;
  case Finding::Unknown:
    if (Analyses)
      Diags.report(At, Diag::remark_not_judged) << Name << Found.Reason;
    break;
  }
}

void Remarks::judgedFurther(const Item &I, const ScanLoop &Loop,
                            const OperatorFindings &Found) const {
  const SourceLocation At = placeOf(I);
  const std::string Name = I.Declared->getDeclName().getAsString();
  const bool IsReduction = Loop.parallel() != nullptr;
  const bool Analyses =
      Options.OptimizationRemarkAnalysis.patternMatches(RemarkPass);
  if (IsReduction && Found.Commutativity.Is == Finding::Disproved) {
    addValues(Diags.report(At, Diag::warn_commutativity) << Name,
              Found.Commutativity);
    Diags.report(Loop.Loc, Diag::note_operator_use) << IsReduction;
  } else if (IsReduction && Analyses &&
             Found.Commutativity.Is == Finding::OnlyOtherwise) {
    addValues(Diags.report(At, Diag::remark_commutative_except) << Name,
              Found.Commutativity);
  }
  const Finding::Kind Neutral = Found.Neutrality.Is;
  if (IsReduction && Neutral == Finding::Disproved) {
    addValues(Diags.report(At, Diag::warn_identity) << Name, Found.Neutrality);
    Diags.report(Loop.Loc, Diag::note_operator_use) << IsReduction;
  } else if (Analyses && (Neutral == Finding::Disproved ||
                          Neutral == Finding::OnlyOtherwise)) {
    addValues(Diags.report(At, Diag::remark_identity) << Name,
              Found.Neutrality);
  }
}

bool Remarks::wantsPlain() const {
  return Options.OptimizationRemarkAnalysis.patternMatches(RemarkPass);
}

/// The directive that makes a scan of its last item of \p Loop.
static std::string directiveFor(const ScanLoop &Loop) {
  const Item &Carried = Loop.Items.back();
  return ("#pragma omp parallel for scan(" + spelling(Carried.Op) + " : " +
          Carried.names() + ")")
      .str();
}

void Remarks::plain(const ScanLoop &Loop, const SourceManager &SM) const {
  const std::string Pragma = directiveFor(Loop);
  auto Remark = Diags.report(Loop.Loc, Diag::remark_plain);
  Remark << Pragma;
  if (Loop.Loc.isMacroID())
    return;
  // On a separate line, indented like the loop.
  const StringRef Indentation = Lexer::getIndentationForLine(Loop.Loc, SM);
  const bool BeginsLine =
      Indentation.size() + 1 == SM.getSpellingColumnNumber(Loop.Loc);
  Remark << FixItHint::CreateInsertion(
      Loop.Loc, (BeginsLine ? "" : "\n" + Indentation.str()) + Pragma + "\n" +
                    Indentation.str());
}

/// The source of \p S on one line, without comments; empty if it is long, is in
/// a macro, or has a directive.
static std::string oneLine(const Stmt *S, const ASTContext &Context) {
  constexpr size_t Longest = 120;
  const SourceManager &SM = Context.getSourceManager();
  const LangOptions &Lang = Context.getLangOpts();
  std::string Line;
  SourceLocation Behind = S->getBeginLoc(), Last = Behind;
  Token Next;
  while (Behind.isFileID() && Line.size() <= Longest &&
         !Lexer::getRawToken(Behind, Next, SM, Lang,
                             /*IgnoreWhiteSpace=*/true) &&
         Next.isNot(tok::hash)) {
    Behind = Next.getEndLoc();
    if (Next.is(tok::comment))
      continue;
    if (Next.getLocation() != Last)
      Line += " ";
    Line += Lexer::getSpelling(Next, SM, Lang);
    if (Next.getLocation() == S->getEndLoc())
      return Line;
    Last = Behind;
  }
  return "";
}

void Remarks::twoPasses(SourceLocation Loc, const TwoPassScan &Found,
                        const ASTContext &Context) const {
  const ScanLoop &Loop = Found.Loop;
  std::string Results;
  for (const Expr *Array : Found.Results) {
    const std::string Name = text(Array, Context);
    StringRef Short = Name;
    Short.consume_front("this->");
    Results += (Results.empty() ? "" : "', '") + Short.str();
  }
  const std::string Body = oneLine(Loop.For->getBody(), Context);
  const std::string Whole = Found.IsWhole
                                ? oneLine(Loop.For, Context)
                                : "for (...) " + (Body.empty() ? "..." : Body);
  Diags.report(Loc, Diag::remark_two_passes)
      << Results << spelling(Loop.Items.back().Op) << directiveFor(Loop)
      << (Whole.empty() ? "for (...) ..." : Whole);
  Diags.report(Loop.For->getForLoc(), Diag::note_two_passes) << Found.IsWhole;
}

/// The place behind the name of the directive at \p Loc.
static SourceLocation behindName(SourceLocation Loc,
                                 const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const LangOptions &Lang = Context.getLangOpts();
  static constexpr StringRef Words[] = {"omp",  "target",     "teams",
                                        "loop", "distribute", "parallel",
                                        "for",  "simd",       "pragma"};
  SourceLocation End;
  Token Next;
  while (Loc.isFileID() && !Lexer::getRawToken(Loc, Next, SM, Lang,
                                               /*IgnoreWhiteSpace=*/true)) {
    if (Next.is(tok::raw_identifier) &&
        llvm::is_contained(Words, Next.getRawIdentifier()))
      End = Next.getEndLoc();
    else if (Next.isNot(tok::hash))
      break;
    Loc = Next.getEndLoc();
  }
  return End;
}

void Remarks::race(const ScanLoop &Loop, const OMPExecutableDirective &D,
                   const ASTContext &Context) const {
  const Item &Carried = Loop.Items.back();
  const std::string Clause =
      ("scan(" + spelling(Carried.Op) + " : " + Carried.names() + ")").str();
  {
    auto Warning = Diags.report(D.getBeginLoc(), Diag::warn_race);
    Warning << Carried.Name << !Carried.isArray() << Clause;
    const SourceLocation End = behindName(D.getBeginLoc(), Context);
    if (End.isValid())
      Warning << FixItHint::CreateInsertion(End, " " + Clause);
  }
  // A linear system has updates of variables of the iteration, too.
  const auto *Stored = llvm::find_if(Carried.Updates, [&](const Update &U) {
    return U.Row <= Carried.order();
  });
  if (Stored != Carried.Updates.end() && Stored->Node)
    Diags.report(Stored->Node->getBeginLoc(), Diag::note_race);
}

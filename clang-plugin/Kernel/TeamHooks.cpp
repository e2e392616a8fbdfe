//===- TeamHooks.cpp - An iteration by a team of work-items ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/TeamHooks.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Parallel/TeamLoops.h"
#include "Kernel/BodyHooks.h"
#include "Kernel/ColumnHooks.h"
#include "Kernel/CombineHooks.h"
#include "Kernel/HostTraits.h"
#include "Kernel/RecurrenceHooks.h"
#include "Kernel/RowExtents.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace ompscan::plugin;

/// The hooks of a loop that each of the team's loops has.
static constexpr StringRef HookNames[] = {
    "ompscan_T",           "ompscan_combine",     "ompscan_seed",
    "ompscan_input",       "ompscan_output",      "ompscan_reload",
    "ompscan_neutral",     "ompscan_iteration",   "ompscan_zero",
    "ompscan_apply",       "ompscan_with_values", "ompscan_place",
    "ompscan_is_row_apart"};

std::string TeamHooks::suffixOf(unsigned Number) {
  return "_team_" + std::to_string(Number);
}

/// The function by which a team runs the loop \p Number.
static std::string teamName(unsigned Number) {
  return "ompscan" + TeamHooks::suffixOf(Number);
}

/// Whether \p Text has the word \p Name.
static bool hasWord(StringRef Text, StringRef Name) {
  const auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1))
    if (!(At > 0 && IsPart(Text[At - 1])) &&
        !(At + Name.size() < Text.size() && IsPart(Text[At + Name.size()])))
      return true;
  return false;
}

/// The hooks of \p Own that run in iterations: those without the first value.
static std::string iterationHooks(const KernelHooks &Own) {
  constexpr StringRef First = "ompscan_seed(OMPSCAN_PARAMETERS) {",
                      Last = "\n}";
  const auto [Before, Rest] = StringRef(Own.Text).split(First);
  return (Before + Rest.split(Last).second).str();
}

std::optional<unsigned> TeamHooks::addedTo(KernelHooks &Own) const {
  const ScanLoop &Loop = Own.Loop;
  const QualType Type = S.Context.getCanonicalType(Loop.IV.Type);
  std::optional<unsigned> Value;
  bool IsOnly = true;
  const auto IsSum = [&](const BinaryOperator &Sum, const Expr *Variable,
                         const Expr *Other) {
    const auto *Scalar = Loop.Meanings.find<ScalarValue>(strip(Other));
    if (!isReferenceTo(strip(Variable), Loop.IV.Var) || !Scalar ||
        !S.Context.hasSameUnqualifiedType(Sum.getType(), Type) ||
        !variesByRow(Loop.Scalars[Scalar->Scalar].Value, S.Loop) ||
        (Value && *Value != Scalar->Scalar))
      return false;
    Value = Scalar->Scalar;
    Own.RowSums.insert(&Sum);
    return true;
  };
  nest::forEachStatement(Loop.body(), [&](const nest::Statement &Each) {
    nest::forEachExpression(Each, [&](const Expr &E) {
      forEachNode(&E, [&](const Stmt *Node) {
        const auto *Sum = dyn_cast<BinaryOperator>(Node);
        if (Sum && Sum->getOpcode() == BO_Add &&
            (IsSum(*Sum, Sum->getLHS(), Sum->getRHS()) ||
             IsSum(*Sum, Sum->getRHS(), Sum->getLHS())))
          return false;
        IsOnly = IsOnly && !isReferenceTo(Node, Loop.IV.Var);
        return true;
      });
    });
  });
  if (IsOnly && Value)
    return Value;
  Own.RowSums.clear();
  return std::nullopt;
}

/// Defines `ompscan_own`, the arguments of the loop \p Number that differ
/// between the rows of a bundle, its value for a row that is preceded by
/// `before` elements, and the arguments of the loop with it. The number of an
/// iteration is then that of the element.
std::string TeamHooks::ownValues(unsigned Number) const {
  const ScanLoop &Loop = *Team[Number].Loop;
  const KernelHooks &Own = *Loops[Number];
  const std::string Hooks = iterationHooks(Own);
  std::string Members, Values, Arguments;
  for (const std::string &Name : Own.ArrayNames)
    Arguments += Name + ", " + Name + "_origin, ";
  for (const auto &[Scalar, Type, Name] :
       llvm::zip(Loop.Scalars, Own.ScalarTypes, Own.ScalarNames)) {
    const bool IsOwn =
        variesByRow(Scalar.Value, S.Loop) && hasWord(Hooks, Name);
    Arguments += (IsOwn ? "(own)." : "") + Name + ", ";
    if (IsOwn) {
      Members += "  " + Type + " " + Name + ";\n";
      Values += Name + ", ";
    }
  }
  const std::string Begin = "(own) OMPSCAN_CONTEXT_ARGUMENT " + Arguments;
  const std::string End =
      std::string(Own.hasResults() ? ", F_values, F_trips" : "") + "\n";
  // Where all rows have equally many iterations, the loops begin alike.
  return "typedef struct {\n" + Members +
         "  long ompscan_lower;\n} ompscan_own;\n#define OMPSCAN_OWN(before) "
         "{" +
         Values + "(long)((ulong)ompscan_lower - (ulong)(before) * (ulong)" +
         llvm::itostr(Loop.IV.Step) + "L)}\n#define OMPSCAN_ARGUMENTS_OF" +
         Begin + "(own).ompscan_lower" + End +
         "#define OMPSCAN_EQUAL_ARGUMENTS_OF" + Begin +
         (Added[Number] ? "(own)." : "") + "ompscan_lower" + End +
         "#define OMPSCAN_BEGIN_OF(own) (own).ompscan_lower\n"
         "#define OMPSCAN_MAY_JOIN_ROWS " +
         (Members.empty() ? "1" : "0") + "\n";
}

/// Whether the host calls a function for the loop \p Number. Columns have
/// kernels of their own.
bool TeamHooks::scansAhead(unsigned Number) const {
  const ScanLoop &Loop = *Team[Number].Loop;
  return !Rows.AreColumns && !isPass(Number) &&
         (Loop.parallel() ? isReductionFastAlone(Loop)
                          : Loop.scan() && waitsForResults(*Loops[Number]));
}

bool TeamHooks::scansAhead() const {
  return llvm::any_of(llvm::seq<unsigned>(0, Team.size()),
                      [this](unsigned Number) { return scansAhead(Number); });
}

/// The definition of the function that the host calls for the loop \p Number;
/// empty if it calls none.
std::string TeamHooks::hostFunction(unsigned Number) const {
  if (!scansAhead(Number))
    return "";
  KernelHooks &Own = *Loops[Number];
  const std::string Arguments = "(" + teamName(Number) + ")\n";
  if (Own.Loop.parallel())
    return (reducesExtrema(Own.Loop) ? "OMPSCAN_DEFINE_ROW_EXTREMUM"
                                     : "OMPSCAN_DEFINE_ROW_REDUCE") +
           Arguments;
  const std::string Extents = rowExtents(Own);
  std::string Text =
      Extents + "#define OMPSCAN_ROW_IS_APART(n) " +
      (Extents.empty() ? "0" : "ompscan_is_row_apart(OMPSCAN_ARGUMENTS, n)") +
      "\n";
  if (!hasPowers(Own))
    Text += "OMPSCAN_DEFINE_ROW_SCAN" + Arguments;
  else
    Text += Own.Items.front().function()->linear()->powerFunctions() +
            "OMPSCAN_DEFINE_ROW_POWERS" + Arguments +
            "#undef OMPSCAN_HAS_POWERS\n";
  return Text + "#undef OMPSCAN_ROW_IS_APART\n";
}

/// Whether \p Loop stores to an array.
static bool stores(const ScanLoop &Loop) {
  return llvm::any_of(Loop.Arrays,
                      [](const ArrayUse &Array) { return Array.isStored(); });
}

/// Names what the hooks of the inner loops use.
void TeamHooks::nameLoops() {
  unsigned FirstItem = 0;
  for (const TeamLoop &T : Team) {
    Loops.push_back(std::make_unique<KernelHooks>(*T.Loop, S, FirstItem));
    KernelHooks &Own = *Loops.back();
    Own.name();
    FirstItem += Own.Items.size();
    Added.push_back(Rows.HaveBundles ? addedTo(Own) : std::nullopt);
  }
}

/// The passes of the inner loop of which \p Number is one: their numbers, from
/// the first to the one behind the last.
std::pair<unsigned, unsigned> TeamHooks::passesOf(unsigned Number) const {
  const auto IsPass = [&](const TeamLoop &T) {
    return T.Statement == Team[Number].Statement;
  };
  unsigned First = Number, End = Number + 1;
  while (First > 0 && IsPass(Team[First - 1]))
    --First;
  while (End < Team.size() && IsPass(Team[End]))
    ++End;
  return {First, End};
}

bool TeamHooks::isPass(unsigned Number) const {
  const auto [First, End] = passesOf(Number);
  return End - First > 1;
}

/// The array of an inner loop that has the values of \p Kept, which one of the
/// passes from \p First on keeps: in the row, by the name of this function.
std::string TeamHooks::keptName(const ArrayUse &Kept, unsigned First) const {
  for (unsigned Pass = First;; ++Pass)
    for (const auto &[Array, Name] :
         llvm::zip(Team[Pass].Loop->Arrays, Loops[Pass]->ArrayNames))
      if (Array.IsInRegister && sameExpression(Array.Base, Kept.Base))
        return Name + suffixOf(Pass);
}

/// Defines the function by which a team runs the pass \p Number of a loop.
std::string TeamHooks::passFunction(unsigned Number) const {
  std::string Steps = "(void)(u)";
  for (const auto &[Array, Name] :
       llvm::zip(Team[Number].Loop->Arrays, Loops[Number]->ArrayNames))
    if (Array.IsInRegister)
      Steps += ", " + Name + " += (u)";
  return "#define OMPSCAN_KEPT_AT(u) " + Steps + "\nOMPSCAN_DEFINE_TEAM_PASS(" +
         teamName(Number) + ", " + std::to_string(passSize(Number)) +
         ")\n#undef OMPSCAN_KEPT_AT\n";
}

/// Adds the hooks of an inner loop and the function by which a team runs it.
void TeamHooks::addLoop(unsigned Number) {
  const ScanLoop &Loop = *Team[Number].Loop;
  KernelHooks &Own = *Loops[Number];
  VectorHooks NoVectors(Own);
  if (!Loop.Items.empty())
    addCombineHooks(Own);
  if (Loop.parallel())
    ParallelHooks(Own).add();
  else if (Loop.IsSingleUpdate)
    RecurrenceHooks(Own, NoVectors).add();
  else
    BodyHooks(Own, *Loop.scan(), NoVectors).add();
  const std::string Suffix = suffixOf(Number);
  std::string Begin = "#undef OMPSCAN_IS_INNER\n#define OMPSCAN_IS_INNER 1\n";
  std::string End = "#undef OMPSCAN_IS_INNER\n#define OMPSCAN_IS_INNER 0\n";
  for (const StringRef Name : HookNames) {
    Begin += ("#define " + Name + " " + Name + Suffix + "\n").str();
    End += ("#undef " + Name + "\n").str();
  }
  const StringRef Parameters =
      "#undef OMPSCAN_PARAMETERS\n#undef OMPSCAN_ARGUMENTS\n";
  const StringRef Kind = !Loop.parallel()     ? "SCAN"
                         : Loop.Items.empty() ? "LOOP"
                                              : "REDUCE";
  const std::string OnHost = hostFunction(Number);
  const bool IsForHost = !OnHost.empty() || Rows.AreColumns;
  S.Text +=
      ("#if OMPSCAN_HAS_TEAM" +
       StringRef(IsForHost ? "\n" : " && !OMPSCAN_NATIVE\n") + Begin +
       Parameters + Own.parameterMacros() + Own.valueTypes() + "typedef " +
       Own.valueType() + " ompscan_T;\n" + Own.Text + "#if OMPSCAN_NATIVE\n" +
       OnHost + "#else\n" + (Rows.HaveBundles ? ownValues(Number) : "") +
       (isPass(Number)
            ? passFunction(Number)
            : ("#define OMPSCAN_LOOP_STORES " + Twine(stores(Loop) ? 1 : 0) +
               "\nOMPSCAN_DEFINE_TEAM_" + Kind + "(" + teamName(Number) +
               ")\n#undef OMPSCAN_LOOP_STORES\n")
                  .str()) +
       "#endif\n" + End + Parameters + S.parameterMacros() + "#endif\n\n")
          .str();
}

/// The number of iterations of a loop over \p IV from \p Lower to \p Bound,
/// both of type long, or ulong.
static std::string tripsOf(const Induction &IV, StringRef Lower,
                           StringRef Bound) {
  const bool IsUp = IV.Step > 0;
  const StringRef First = IsUp ? Lower : Bound, Last = IsUp ? Bound : Lower;
  const bool HasBound = IV.Rel == Relation::LE || IV.Rel == Relation::GE;
  const std::string Step = llvm::utostr(IsUp ? static_cast<uint64_t>(IV.Step)
                                             : -static_cast<uint64_t>(IV.Step));
  return ("(" + First + (HasBound ? " <= " : " < ") + Last + " ? ((ulong)" +
          Last + " - (ulong)" + First + (HasBound ? "" : " - 1") + ") / " +
          Step + "UL + 1 : 0)")
      .str();
}

/// Declares the first value of the variable of the inner loop \p Number, and
/// the number of its iterations.
std::string TeamHooks::bounds(unsigned Number, Lowering::Here Lowered) const {
  const Induction &IV = Team[Number].Loop->IV;
  const std::string Suffix = suffixOf(Number);
  const bool IsSigned = IV.ComparedType->isSignedIntegerOrEnumerationType();
  const StringRef Wide = IsSigned ? "long" : "ulong";
  const std::string Lower = "ompscan_lower" + Suffix;
  const std::string Bound = "ompscan_bound" + Suffix;
  return ("  const " + Wide + " " + Lower + " = (" + Wide + ")(" +
          Lowered(IV.Lower) + ");\n  const " + Wide + " " + Bound + " = (" +
          Wide + ")(" + Lowered(IV.Bound) + ");\n  const ulong ompscan_trips" +
          Suffix + " = " + tripsOf(IV, Lower, Bound) + ";\n")
      .str();
}

/// The arguments of the hooks of the inner loop \p Number, behind its bounds().
std::string TeamHooks::arguments(unsigned Number,
                                 Lowering::Here Lowered) const {
  const ScanLoop &Loop = *Team[Number].Loop;
  std::string Text = "OMPSCAN_CONTEXT_ARGUMENT ";
  const unsigned First = passesOf(Number).first;
  for (const ArrayUse &Array : Loop.Arrays) {
    if (Array.IsInRegister) {
      Text += keptName(Array, First) + ", ";
      continue;
    }
    const auto *Outer = llvm::find_if(S.Loop.Arrays, [&](const ArrayUse &A) {
      return sameExpression(A.Base, Array.Base);
    });
    const std::string &Name = S.ArrayNames[Outer - S.Loop.Arrays.begin()];
    Text += "OMPSCAN_TEAM_ARRAY(" + Name + "), ";
  }
  for (const ScalarUse &Value : Loop.Scalars)
    Text += Lowered(Value.Value) + ", ";
  const std::string Lower = "(long)ompscan_lower" + suffixOf(First);
  Text += Added[Number] ? "(long)((ulong)" + Lower + " + (ulong)(" +
                              Lowered(Loop.Scalars[*Added[Number]].Value) + "))"
                        : Lower;
  // Without a number of iterations none is the last one, which would store a
  // result.
  return Text + (Loops[Number]->hasResults() ? ", 0, 0" : "");
}

/// Gives the items of the inner loop \p Number their values after it.
std::string TeamHooks::results(unsigned Number, Lowering::Here Lowered) const {
  const std::string Suffix = suffixOf(Number);
  std::string Text;
  for (const auto &[Item, I] : llvm::enumerate(Team[Number].Loop->Items))
    for (const auto &[Row, Place] : llvm::enumerate(I.places()))
      Text += (Rows.HaveBundles ? "  if (ompscan_trips" + Suffix + " > 0)\n    "
                                : "  ") +
              Lowered(Place.At) + " = " +
              Loops[Number]->value("ompscan_all" + Suffix, Item, Row + 1) +
              ";\n";
  return Text;
}

/// Runs the passes of the inner loop from number \p First on, and gives its
/// items their values.
std::string TeamHooks::callPasses(unsigned First, Lowering::Here Lowered) {
  const std::string Suffix = suffixOf(First),
                    Bytes = std::to_string(passSize(First));
  const std::string Count = "[OMPSCAN_TEAM_ABREAST_OF(" + Bytes + ")]";
  const std::string Trips = "ompscan_trips" + Suffix;
  const auto Load = [&](unsigned Pass, const std::string &Range) {
    return teamName(Pass) + "_load(" + arguments(Pass, Lowered) + ", " + Range +
           " OMPSCAN_TEAM_ARGUMENT)";
  };
  std::string Begin, Passes, End;
  for (unsigned Pass = First; Pass != passesOf(First).second; ++Pass) {
    const std::string Own = suffixOf(Pass),
                      Arguments = arguments(Pass, Lowered);
    const std::string Values =
        Pass == First ? "values" : "ompscan_values" + Own;
    if (Pass != First)
      Passes += "ompscan_T" + Own + " " + Values + Count + "; " +
                Load(Pass, Values + ", begin, length") + "; ";
    Passes += teamName(Pass) + "(" + Arguments + ", " + Values +
              ", &ompscan_all" + Own +
              ", begin, length, turn OMPSCAN_TEAM_ARGUMENT); turn ^= 1; ";
    Begin += "  ompscan_T" + Own + " ompscan_all" + Own + " = ompscan_seed" +
             Own + "(" + Arguments + ");\n";
    End += results(Pass, Lowered);
  }
  // Work-items without an iteration in a piece read what is kept, too.
  std::string Kept;
  for (unsigned Pass = First; Pass != passesOf(First).second; ++Pass)
    for (const ArrayUse &Array : Team[Pass].Loop->Arrays)
      if (Array.IsInRegister && Array.isStored())
        Kept += "  " +
                S.Lower.elementType(Array.Element, Array.Base->getExprLoc()) +
                " " + keptName(Array, First) + Count + " = {0};\n";
  return "{\n" + bounds(First, Lowered) + "  if (" + Trips + " > 0) {\n" +
         Kept + Begin + "#define OMPSCAN_LOAD_AHEAD(to, begin, length) " +
         Load(First, "to, begin, length") +
         "\n#define OMPSCAN_RUN_PASSES(values, begin, length, turn) " + Passes +
         "\n  OMPSCAN_TEAM_PASSES(ompscan_T" + Suffix + ", " + Bytes + ", " +
         Trips + ")\n#undef OMPSCAN_LOAD_AHEAD\n#undef OMPSCAN_RUN_PASSES\n" +
         End + "  }\n  OMPSCAN_ROW_BARRIER;\n}";
}

/// Runs the inner loop \p Number, and gives its items their values.
std::string TeamHooks::call(unsigned Number, Lowering::Here Lowered) {
  const ScanLoop &Loop = *Team[Number].Loop;
  const std::string Suffix = suffixOf(Number);
  std::string Text = "{\n" + bounds(Number, Lowered) + "  ";
  // Without an iteration there may be no element before the first one.
  const bool StartsInArray =
      llvm::any_of(Loop.Items, [](const Item &I) { return I.isArray(); });
  if (StartsInArray)
    Text += "if (OMPSCAN_TEAM_MEETS(ompscan_trips" + Suffix + ")) {\n  ";
  // All have read what the row reads before one of them stores. A scan stores
  // after an exchange.
  if (Loop.parallel() && stores(Loop))
    Text += "OMPSCAN_ROW_BARRIER;\n  ";
  if (!Loop.Items.empty())
    Text += "const ompscan_T" + Suffix + " ompscan_all" + Suffix + " = ";
  Text += teamName(Number) + "(" + arguments(Number, Lowered) +
          ", ompscan_trips" + Suffix + " OMPSCAN_TEAM_ARGUMENT);\n";
  Text += results(Number, Lowered);
  Text += StartsInArray ? "  }\n" : "";
  if (Rows.HaveParts)
    Text += "  OMPSCAN_END_PART(" + teamName(Number) + ", ompscan_trips" +
            Suffix + ");\n";
  return Text + "  OMPSCAN_ROW_BARRIER;\n}";
}

/// The number of the loop \p St; std::nullopt if it is none of the team's.
std::optional<unsigned> TeamHooks::numberOf(const nest::Statement &St) const {
  const auto *Found = llvm::find_if(
      Team, [&](const TeamLoop &T) { return T.Statement == &St; });
  return Found == Team.end() ? std::nullopt
                             : std::optional<unsigned>(Found - Team.begin());
}

std::optional<std::string> TeamHooks::statement(const nest::Statement &St,
                                                Lowering::Here Lowered) {
  if (const std::optional<unsigned> Number = numberOf(St))
    return isPass(*Number) ? callPasses(*Number, Lowered)
                           : call(*Number, Lowered);
  // All have read what they need before one of them stores, and see it then.
  if (isTeamStore(St, S.Loop))
    return "OMPSCAN_ROW_BARRIER;\nif (OMPSCAN_IS_LEADER) {\n" +
           Lowered(St.expression()) + ";\n}\nOMPSCAN_ROW_BARRIER;";
  return std::nullopt;
}

/// Adds `ompscan_row_length`, the iterations of the first inner loop that a row
/// runs. A row that stores before it has an unknown length, 0.
void TeamHooks::addLength() {
  S.Text +=
      "#if OMPSCAN_DEFERS_ROWS || OMPSCAN_KEEPS_ROWS\nOMPSCAN_INLINE ulong "
      "ompscan_row_length(OMPSCAN_PARAMETERS, const ulong ompscan_k) {\n" +
      Parallel.iteration(
          [this](const nest::Statement &St,
                 Lowering::Here Lowered) -> std::optional<std::string> {
            if (isTeamStore(St, S.Loop))
              return "return 0;";
            const std::optional<unsigned> Number = numberOf(St);
            if (!Number)
              return std::nullopt;
            return "{\n" + bounds(*Number, Lowered) + "  return ompscan_trips" +
                   suffixOf(*Number) + ";\n}";
          }) +
      "  return 0;\n}\n#endif\n\n";
}

/// The bytes of the largest value of the loops \p Loops.
static uint64_t largestOf(ArrayRef<std::unique_ptr<KernelHooks>> Loops) {
  uint64_t Most = 0;
  for (const std::unique_ptr<KernelHooks> &Own : Loops) {
    Kernel Layout;
    Own->layOut(Layout);
    Most = std::max(Most, Layout.ValueSize);
  }
  return Most;
}

uint64_t TeamHooks::valueSize() const { return largestOf(Loops); }

/// The bytes of the largest value that the passes of the loop scan of which
/// \p Number is one.
uint64_t TeamHooks::passSize(unsigned Number) const {
  const auto [First, End] = passesOf(Number);
  return largestOf(ArrayRef(Loops).slice(First, End - First));
}

/// Adds `ompscan_row`.
void TeamHooks::addRow() {
  std::string Values, Overwritten;
  for (const unsigned Number : Rows.Kept.Overwritten)
    Overwritten += "  OMPSCAN_OVERWRITES(" + S.ArrayNames[Number] + ");\n";
  for (unsigned Number = 0; Number != Team.size(); ++Number)
    Values += "  ompscan_T" + suffixOf(Number) + " m" + std::to_string(Number) +
              ";\n";
  S.Text += "#if OMPSCAN_HAS_TEAM && !OMPSCAN_NATIVE\ntypedef union {\n" +
            Values +
            "} ompscan_team_value;\n\nOMPSCAN_INLINE void "
            "ompscan_row(OMPSCAN_PARAMETERS, const ulong ompscan_k "
            "OMPSCAN_TEAM_PARAMETER) {\n" +
            Overwritten +
            Parallel.iteration(
                [this](const nest::Statement &St, Lowering::Here Lowered) {
                  return statement(St, Lowered);
                }) +
            Parallel.lastValues("OMPSCAN_IS_LEADER") + "}\n";
  addLength();
  S.Text += "#endif\n\n";
}

void TeamHooks::add() {
  nameLoops();
  for (unsigned Number = 0; Number != Team.size(); ++Number)
    addLoop(Number);
  const auto OnHost =
      [this](const nest::Statement &St,
             Lowering::Here Lowered) -> std::optional<std::string> {
    const std::optional<unsigned> Number = numberOf(St);
    return Number && scansAhead(*Number) ? std::optional(call(*Number, Lowered))
                                         : std::nullopt;
  };
  Parallel.add(scansAhead() ? Lowering::StatementSubstitution(OnHost)
                            : nullptr);
  addRow();
  if (Rows.AreColumns)
    S.Text += "#if OMPSCAN_NATIVE && OMPSCAN_HAS_COLUMNS\n" +
              ColumnHooks(Parallel, *this).text() + "#endif\n\n";
}

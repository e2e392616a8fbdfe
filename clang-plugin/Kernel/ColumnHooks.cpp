//===- ColumnHooks.cpp - Columns side by side -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/ColumnHooks.h"
#include "Kernel/TeamHooks.h"
#include "llvm/ADT/Sequence.h"

using namespace clang;
using namespace ompscan::plugin;

/// The member of ompscan_column_value for the item \p Number: of a linear
/// recurrence its value \p Lag iterations before, of a system that of its
/// accumulator \p Lag.
static std::string member(unsigned Number, unsigned Lag) {
  return "v" + std::to_string(Number) + "_" + std::to_string(Lag);
}

/// The numbers of the values of \p I.
static auto lagsOf(const Item &I) {
  return llvm::seq_inclusive<unsigned>(1, I.order());
}

/// A function of the column `ompscan_k`: what precedes the scan, then \p AtScan
/// and, if it \p RunsRest, what follows.
std::string ColumnHooks::hook(StringRef Signature, InLoop AtScan,
                              bool RunsRest) const {
  bool IsBehind = false;
  const std::string Statements = Parallel.iteration(
      [&](const nest::Statement &St,
          Lowering::Here Lowered) -> std::optional<std::string> {
        if (Rows.numberOf(St)) {
          IsBehind = true;
          return "{\n" + Rows.bounds(0, Lowered) + AtScan(Lowered) + "}";
        }
        return IsBehind && !RunsRest ? std::optional<std::string>("")
                                     : std::nullopt;
      });
  return ("OMPSCAN_INLINE " + Signature + " {\n" + Statements +
          (RunsRest ? Parallel.lastValues() : "") + "}\n\n")
      .str();
}

/// Statements that return the values of the items in \p Value, an ompscan_T of
/// the scan.
std::string ColumnHooks::handOn(StringRef Value) const {
  const KernelHooks &Scan = Rows.hooksOf(0);
  std::string Text = "  ompscan_column_value ompscan_kept;\n";
  for (const auto &[Number, I] : llvm::enumerate(Scan.Loop.Items))
    for (const unsigned Lag : lagsOf(I))
      Text += "  ompscan_kept." + member(Number, Lag) + " = " +
              Scan.value(Value, Number, Lag) + ";\n";
  return Text + "  return ompscan_kept;\n";
}

/// Declares `ompscan_front`, an ompscan_T of the scan with the values of
/// `ompscan_own`.
std::string ColumnHooks::received() const {
  const KernelHooks &Scan = Rows.hooksOf(0);
  std::string Text = "  ompscan_column_T ompscan_front" +
                     std::string(Scan.Packed ? " = {0};\n" : ";\n");
  for (const auto &[Number, I] : llvm::enumerate(Scan.Items)) {
    llvm::SmallVector<std::string, 2> Values;
    for (const unsigned Lag : lagsOf(Scan.Loop.Items[Number]))
      Values.push_back("ompscan_own." + member(Number, Lag));
    Text += "  " + Scan.member("ompscan_front", Number) + " = " +
            (I.function() ? I.function()->constant(Values) : Values.front()) +
            ";\n";
    if (I.needsFlag())
      Text += "  " + Scan.flag("ompscan_front", Number) + " = 1;\n";
  }
  return Text;
}

std::string ColumnHooks::text() const {
  const KernelHooks &Scan = Rows.hooksOf(0);
  const std::string Suffix = TeamHooks::suffixOf(0);
  const auto Called = [&](StringRef Hook, Lowering::Here Lowered,
                          StringRef Rest) {
    return (Hook + Suffix + "(" + Rows.arguments(0, Lowered) + Rest + ")")
        .str();
  };
  std::string Members;
  for (const auto &[Number, I] : llvm::enumerate(Scan.Items))
    for (const unsigned Lag : lagsOf(Scan.Loop.Items[Number]))
      Members += " " + (I.function() ? I.elementType() : I.type()) + " " +
                 member(Number, Lag) + ";";
  const std::string Column = "(OMPSCAN_PARAMETERS, const ulong ompscan_k";
  return "typedef ompscan_T" + Suffix + " ompscan_column_T;\n" +
         "typedef struct {" + Members + " } ompscan_column_value;\n" +
         "#define ompscan_column_combine ompscan_combine" + Suffix + "\n\n" +
         hook("ulong ompscan_column_length" + Column + ")",
              [&](Lowering::Here) {
                return "  return ompscan_trips" + Suffix + ";\n";
              }) +
         hook("ompscan_column_value ompscan_column_begin" + Column + ")",
              [&](Lowering::Here Lowered) {
                return "  const ompscan_column_T ompscan_front = " +
                       Called("ompscan_seed", Lowered, "") + ";\n" +
                       handOn("ompscan_front");
              }) +
         hook("ompscan_column_T ompscan_column_input" + Column +
                  ", const ulong ompscan_row)",
              [&](Lowering::Here Lowered) {
                return "  return " +
                       Called("ompscan_input", Lowered, ", ompscan_row") +
                       ";\n";
              }) +
         hook("ompscan_column_value ompscan_column_step" + Column +
                  ", const ulong ompscan_row, const ompscan_column_value "
                  "ompscan_own)",
              [&](Lowering::Here Lowered) {
                return received() +
                       "  const ompscan_column_T ompscan_next = "
                       "ompscan_column_combine(ompscan_front, " +
                       Called("ompscan_input", Lowered, ", ompscan_row") +
                       ");\n  " +
                       Called("ompscan_output", Lowered,
                              ", ompscan_row, ompscan_front, ompscan_next") +
                       ";\n" + handOn("ompscan_next");
              }) +
         "OMPSCAN_INLINE ompscan_column_value ompscan_column_after(const "
         "ompscan_column_value ompscan_own, const ompscan_column_T "
         "ompscan_total) {\n" +
         received() +
         "  const ompscan_column_T ompscan_next = "
         "ompscan_column_combine(ompscan_front, ompscan_total);\n" +
         handOn("ompscan_next") + "}\n\n" +
         hook(
             "void ompscan_column_end" + Column +
                 ", const ompscan_column_value ompscan_own)",
             [&](Lowering::Here Lowered) {
               std::string Text;
               for (const auto &[Number, I] : llvm::enumerate(Scan.Loop.Items))
                 for (const auto &[Row, Place] : llvm::enumerate(I.places()))
                   Text += "  " + Lowered(Place.At) + " = ompscan_own." +
                           member(Number, Row + 1) + ";\n";
               return Text;
             },
             /*RunsRest=*/true);
}

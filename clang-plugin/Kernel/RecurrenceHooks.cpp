//===- RecurrenceHooks.cpp - The hooks of one recurrence ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/RecurrenceHooks.h"

using namespace clang;
using namespace ompscan::plugin;

void RecurrenceHooks::add() {
  const Item &Only = S.Loop.Items.front();
  const auto Plain = [this](const Expr *Sub) { return S.plain(Sub); };
  const std::string Fills = S.fills(Plain, KernelHooks::FillStores::None);
  const std::string FillStores = S.fills(Plain);
  const std::string Input =
      S.input(Only.Updates.front(), 0,
              [&](const Expr *E) { return S.Lower.expression(E, Plain); });
  const ArrayElement &Element = Only.StoreElement;
  const std::string Stored = S.element(Element, Plain);
  if (S.Loop.hasSegments())
    return addInRows(Input, Stored);
  S.addFunction(KernelHooks::InputSignature,
                Fills + "  return " + Input + ";\n",
                /*InIteration=*/true);
  S.addFunction(KernelHooks::OutputSignature,
                FillStores + "  " +
                    S.store(Element, Stored, S.value("ompscan_after", 0)),
                /*InIteration=*/true);
  if (S.Items.front().function())
    return; // An element holds the value of a constant one only.
  S.addFunction("ompscan_T ompscan_reload(OMPSCAN_PARAMETERS, const ulong "
                "ompscan_k)",
                "  return " + Stored + ";\n", /*InIteration=*/true);
  Vectors.add(Element);
}

/// Adds the functions of a loop in which rows begin anew.
void RecurrenceHooks::addInRows(StringRef Input, StringRef Stored) {
  const std::string Value = S.member("ompscan_in", 0);
  S.addFunction(KernelHooks::RowInputSignature,
                "  ompscan_T ompscan_in = {0};\n  " + Value + " = " +
                    Input.str() + ";\n  return ompscan_in;\n",
                /*InIteration=*/true);
  S.addFunction(KernelHooks::OutputSignature,
                "  " + Stored.str() + " = " + S.value("ompscan_after", 0) +
                    ";\n",
                /*InIteration=*/true);
  if (S.Items.front().function())
    return;
  // The stored value is the scan of the tile, or of its part since the last row
  // began.
  S.addFunction("ompscan_T ompscan_reload(OMPSCAN_PARAMETERS, const ulong "
                "ompscan_k)",
                "  ompscan_T ompscan_in = {0};\n  " + Value + " = " +
                    Stored.str() +
                    ";\n  ompscan_in.r = ompscan_k % ((ulong)(OMPSCAN_GROUP) * "
                    "(OMPSCAN_ITEMS)) >= ompscan_column;\n  return "
                    "ompscan_in;\n",
                /*InIteration=*/true);
}

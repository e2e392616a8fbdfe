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

void RecurrenceHooks::addResults() {
  if (!Vectors.findResults())
    return;
  const auto InVectors = [this](const Expr *E) -> std::optional<std::string> {
    const std::optional<std::string> Element = Vectors.element(E);
    return Element ? Element : S.plain(E);
  };
  const Item &Only = S.Loop.Items.front();
  const std::string Input =
      S.input(Only.Updates.front(), 0,
              [&](const Expr *E) { return S.Lower.expression(E, InVectors); });
  const std::string Result = Vectors.result(Only.StoreElement);
  Vectors.addResults("    const ompscan_T ompscan_in = " + Input + ";\n",
                     "    " + Result + " = " + S.value("ompscan_after", 0) +
                         ";\n");
}

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
  S.addFunction(KernelHooks::InputSignature,
                Fills + "  return " + Input + ";\n",
                /*InIteration=*/true);
  S.addFunction(KernelHooks::OutputSignature,
                FillStores + "  " +
                    S.store(Element, Stored, S.value("ompscan_after", 0)),
                /*InIteration=*/true);
  if (S.Items.front().function()) {
    // An element holds the value of a constant one only.
    addResults();
    return;
  }
  S.addFunction("ompscan_T ompscan_reload(OMPSCAN_PARAMETERS, const ulong "
                "ompscan_k)",
                "  return " + Stored + ";\n", /*InIteration=*/true);
  Vectors.add(Element);
}

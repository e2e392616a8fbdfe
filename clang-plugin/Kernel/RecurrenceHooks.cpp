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

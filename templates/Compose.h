//===- Compose.h - The program of a loop ---------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The plugin and the runtime put a loop's hooks and the templates together in
/// the same way: the plugin to check them, the runtime to build them.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEMPLATES_COMPOSE_H
#define OMPSCAN_TEMPLATES_COMPOSE_H

#include "Templates.h"
#include "ompscan/abi.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace ompscan::templates {

/// The templates behind the hooks, by \p Template, an ompscan_template, in a
/// program for the host if \p IsNative; null if there are none of that number.
inline const char *kernelsOf(uint32_t Template, bool IsNative = false) {
  switch (Template) {
  case OMPSCAN_TEMPLATE_SCAN:
    return IsNative ? NativeScan : Kernels;
  case OMPSCAN_TEMPLATE_SELECTION:
    return IsNative ? NativeSelection : Selection;
  case OMPSCAN_TEMPLATE_PARALLEL_LOOP:
  case OMPSCAN_TEMPLATE_HISTOGRAM:
    return ParallelLoop;
  }
  return nullptr;
}

/// The macros that the templates of \p Template are written with.
inline std::string macrosOf(uint32_t Template, uint32_t Traits) {
  static constexpr struct {
    uint32_t Trait;
    const char *Macro;
  } Macros[] = {
      {OMPSCAN_TRAIT_USES_BEFORE, "OMPSCAN_USES_BEFORE"},
      {OMPSCAN_TRAIT_CAN_RELOAD, "OMPSCAN_CAN_RELOAD"},
      {OMPSCAN_TRAIT_HAS_VECTORS, "OMPSCAN_HAS_VECTORS"},
      {OMPSCAN_TRAIT_HAS_FILLS, "OMPSCAN_HAS_FILLS"},
      {OMPSCAN_TRAIT_IS_PLAIN, "OMPSCAN_IS_PLAIN"},
      {OMPSCAN_TRAIT_IS_FOLD, "OMPSCAN_IS_FOLD"},
      {OMPSCAN_TRAIT_HAS_REDUCTIONS, "OMPSCAN_HAS_REDUCTIONS"},
      {OMPSCAN_TRAIT_IS_BY_ELEMENT, "OMPSCAN_IS_BY_ELEMENT"},
      {OMPSCAN_TRAIT_HAS_REJECTED, "OMPSCAN_HAS_REJECTED"},
      {OMPSCAN_TRAIT_IS_STAGED, "OMPSCAN_IS_STAGED"},
      {OMPSCAN_TRAIT_MAY_STAY, "OMPSCAN_MAY_STAY"},
      {OMPSCAN_TRAIT_IS_INTEGER, "OMPSCAN_IS_INTEGER"},
      {OMPSCAN_TRAIT_HAS_INSPECTOR, "OMPSCAN_HAS_INSPECTOR"},
      {OMPSCAN_TRAIT_HAS_STREAMS, "OMPSCAN_HAS_STREAMS"},
      {OMPSCAN_TRAIT_HAS_TEAM, "OMPSCAN_HAS_TEAM"},
      {OMPSCAN_TRAIT_HAS_EQUAL_ROWS, "OMPSCAN_HAS_EQUAL_ROWS"},
      {OMPSCAN_TRAIT_HAS_COLUMNS, "OMPSCAN_HAS_COLUMNS"},
      {OMPSCAN_TRAIT_HAS_PARTS, "OMPSCAN_HAS_PARTS"},
      {OMPSCAN_TRAIT_REREADS, "OMPSCAN_REREADS"},
      {OMPSCAN_TRAIT_HAS_RESULTS, "OMPSCAN_HAS_RESULTS"},
      {OMPSCAN_TRAIT_IS_ORDERED, "OMPSCAN_IS_ORDERED"},
      {OMPSCAN_TRAIT_IS_FAST_ALONE, "OMPSCAN_IS_FAST_ALONE"},
  };
  std::string Text;
  const auto Define = [&Text](const char *Macro, bool Value) {
    Text += std::string("#define ") + Macro + (Value ? " 1\n" : " 0\n");
  };
  for (const auto &M : Macros)
    Define(M.Macro, (Traits & M.Trait) != 0);
  Define("OMPSCAN_IS_HISTOGRAM", Template == OMPSCAN_TEMPLATE_HISTOGRAM);
  Define("OMPSCAN_IS_SELECTION", Template == OMPSCAN_TEMPLATE_SELECTION);
  return Text;
}

/// The part of a program that depends on the loop, by its \p Hooks and \p
/// Traits, bits of ompscan_trait. It is complete: hooks use nothing of the
/// templates behind them. \p IsNative: in a program for the host.
inline std::string composeHooks(uint32_t Template, uint32_t Traits,
                                const char *Hooks, bool IsNative = false) {
  const bool IsHistogram = Template == OMPSCAN_TEMPLATE_HISTOGRAM;
  const bool HasTeam = (Traits & OMPSCAN_TRAIT_HAS_TEAM) != 0;
  return macrosOf(Template, Traits) + Prelude + (IsHistogram ? Bins : "") +
         (!HasTeam   ? ""
          : IsNative ? NativeTeam
                     : Team) +
         "\n" + Hooks;
}

/// \p Library without the lines `OMPSCAN_UNARY(name)`, with any macro of one
/// argument, for the functions that \p Program does not name: most of the text
/// of a small program.
inline std::string usedPart(std::string_view Library,
                            std::string_view Program) {
  constexpr std::string_view Macro = "OMPSCAN_";
  std::string Text;
  while (!Library.empty()) {
    const std::string_view Line =
        Library.substr(0, std::min(Library.find('\n'), Library.size() - 1) + 1);
    Library.remove_prefix(Line.size());
    const size_t Open = Line.find('('), Close = Line.find(")\n");
    const bool IsFunction =
        Line.substr(0, Macro.size()) == Macro && Open < Close &&
        Close < Line.size() &&
        Line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789",
                               Open + 1) == Close;
    if (!IsFunction || Program.find(Line.substr(Open + 1, Close - Open - 1)) !=
                           std::string_view::npos)
      Text += Line;
  }
  return Text;
}

/// Whether \p Program names an exponential or a logarithm, or may do so.
inline bool needsMath(std::string_view Program) {
  for (const char *Name :
       {"exp(", "exp2(", "exp10(", "log(", "log2(", "log10(", "log1p("})
    if (Program.find(Name) != std::string_view::npos)
      return true;
  return false;
}

/// What begins a program with \p Traits and \p Hooks, where its results are
/// those of all devices: \p Library, then functions of our own, if any are
/// called.
inline std::string mathOfAll(uint32_t Traits, std::string_view Hooks,
                             const char *Library) {
  if (!(Traits & OMPSCAN_TRAIT_IS_ORDERED) || !needsMath(Hooks))
    return "";
  return std::string("#define OMPSCAN_IS_ALIKE 1\n") + Library + Math +
         NativeMath;
}

/// The program of a loop with these \p Hooks and \p Traits, bits of
/// ompscan_trait. \p Template is a known ompscan_template.
inline std::string compose(uint32_t Template, uint32_t Traits,
                           const char *Hooks) {
  return mathOfAll(Traits, Hooks, OpenClMath) +
         composeHooks(Template, Traits, Hooks) + kernelsOf(Template);
}

/// \returns the program for the host's compiler, in OpenCL C without the
/// library of OpenCL.
inline std::string composeNative(uint32_t Template, uint32_t Traits,
                                 uint64_t ItemSize, const char *Hooks) {
  const bool IsScan = Template == OMPSCAN_TEMPLATE_SCAN ||
                      Template == OMPSCAN_TEMPLATE_SELECTION;
  // Templates, too, name those of histograms.
  const bool IsPlain = Template != OMPSCAN_TEMPLATE_HISTOGRAM;
  const bool IsAlike = (Traits & OMPSCAN_TRAIT_IS_ORDERED) != 0;
  return (IsAlike ? "#define OMPSCAN_IS_ALIKE 1\n" : "") +
         (IsPlain ? usedPart(NativePrelude, Hooks) : NativePrelude) +
         (needsMath(Hooks) ? std::string(Math) + NativeMath : "") +
         (IsPlain ? usedPart(Library, Hooks) : std::string(Library)) +
         "#define OMPSCAN_ALGORITHM " + (IsScan ? "1" : "3") +
         "\n#define OMPSCAN_ITEM_SIZE " + std::to_string(ItemSize) + "\n" +
         composeHooks(Template, Traits, Hooks, /*IsNative=*/true) +
         kernelsOf(Template, /*IsNative=*/true) + NativeEntries;
}

/// What begins any program that is compiled to PTX.
inline std::string ptxPrelude() {
  return std::string(PtxPrelude) + Math + PtxMath + PtxGamma + PtxErfc +
         PtxSine + PtxFloat + Library;
}

/// The functions in place of those of libclc that \p Program names, or may do
/// so; they follow Math.
inline std::string ptxFunctions(std::string_view Program) {
  const auto Names = [Program](const char *Call) {
    return Program.find(Call) != std::string_view::npos;
  };
  return std::string(Names("gamma(") ? PtxGamma : "") +
         (Names("erfc(") ? PtxErfc : "") +
         (Names("sin(") || Names("cos(") ? PtxSine : "");
}

/// \returns the program that is compiled to PTX, in OpenCL C without the
/// library of OpenCL. Build options are those of the program for OpenCL.
inline std::string composePtx(uint32_t Template, uint32_t Traits,
                              const char *Hooks) {
  std::string Program =
      composeHooks(Template, Traits, Hooks) + kernelsOf(Template);
  const std::string Alike = mathOfAll(Traits, Hooks, "");
  const std::string Functions = ptxFunctions(Program);
  const std::string Powers = !Alike.empty() ? Alike
                             : !Functions.empty() || needsMath(Program)
                                 ? std::string(Math) + PtxMath
                                 : "";
  Program = Functions + usedPart(PtxFloat, Program) +
            usedPart(Library, Program) + Program;
  return usedPart(PtxPrelude, Program) + Powers + Program;
}

} // namespace ompscan::templates

#endif // OMPSCAN_TEMPLATES_COMPOSE_H

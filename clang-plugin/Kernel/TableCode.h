//===- TableCode.h - Automata by tables ----------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of the numbers below the item's States, K, by their values there:
/// the scan of an automaton whose next state is an element of a table. The
/// program may leave a number that is no state behind only if no later update
/// reads a table at it. So a function keeps such a number, unless it is
/// constant (`k`), with the value `o`. Compositions are those of Hillis and
/// Steele, "Data parallel algorithms" (Communications of the ACM 29, 1986), who
/// parse by them.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_TABLECODE_H
#define OMPSCAN_PLUGIN_KERNEL_TABLECODE_H

#include "Kernel/FunctionForm.h"

namespace ompscan::plugin {

class TableCode final : public FunctionForm {
public:
  /// \p Type is that of the value, which has \p Bytes bytes, \p Name the name
  /// of the structure, \p States the number of states, at least 2.
  TableCode(std::string Type, std::string Name, uint64_t Bytes, unsigned States)
      : Type(std::move(Type)), Name(std::move(Name)), Bytes(Bytes),
        States(States) {}

  RecordText record() const override;
  std::string definition() const override;
  std::string identity() const override;
  std::string constant(llvm::ArrayRef<std::string> Values) const override;
  std::string input(const Update &U,
                    llvm::ArrayRef<std::string> Texts) const override;
  std::string composition() const override;

private:
  std::string
  make(llvm::function_ref<std::string(unsigned State)> ValueOf) const;
  std::string evaluate(const Update &U, llvm::ArrayRef<std::string> Texts,
                       unsigned Number) const;

  std::string Type, Name;
  uint64_t Bytes;
  unsigned States;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_TABLECODE_H

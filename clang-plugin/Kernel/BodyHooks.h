//===- BodyHooks.h - The slots of a loop with a body ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_BODYHOOKS_H
#define OMPSCAN_PLUGIN_KERNEL_BODYHOOKS_H

#include "Kernel/IterationVariables.h"
#include "llvm/ADT/SmallSet.h"

namespace ompscan::plugin {

/// Adds the input and the output of a loop with a body. The input runs the body
/// without what only stores need; the output runs it all, with the items'
/// values known. Of a selection one function does all but the stores, and
/// another one does these (SelectionHooks.cpp).
class BodyHooks {
public:
  explicit BodyHooks(KernelHooks &S) : S(S), Loop(S.Loop), Vars(S) {}

  /// False if something cannot run on a device, which is reported.
  bool add();
  /// Bytes that an iteration of a selection stores.
  uint64_t movedSize() const;

private:
  std::optional<std::string> substitute(const clang::Expr *E);
  std::optional<std::string> expanded(const clang::Expr *E);
  std::optional<std::string> substituteExpanded(const clang::Expr *E);
  std::optional<std::string> contributions(const clang::Stmt *St,
                                           Lowering::Here Lowered) const;
  std::optional<std::string> put(unsigned Number, const Update &U,
                                 Lowering::Here Lowered) const;
  std::string carriedTo(unsigned Number) const;
  bool addCarry(unsigned Number);
  bool addCarries();
  std::string initialCarries() const;
  bool addInput(llvm::StringRef Privates);
  std::string neutralInput() const;
  std::optional<std::string> inputs(const clang::Stmt *St,
                                    Lowering::Here Lowered);
  bool addSelection(llvm::StringRef Privates);
  std::optional<std::string> lastKept();
  struct Moved;
  std::vector<Moved> moved() const;
  bool addMoved();
  bool addCounts();
  bool addPut(unsigned Item);
  bool addStays();
  std::optional<std::string> place(const Move &M, const clang::Expr *E);
  std::optional<std::string> moves(const clang::Stmt *St,
                                   Lowering::Here Lowered) const;
  bool addInputAhead();
  bool addOutput(llvm::StringRef Privates);
  std::string isLast(const ScanLoop::LastValue &Store) const;
  /// What an iteration stores as its value.
  llvm::StringRef after() const {
    return Loop.ReadsAhead ? "ompscan_before" : "ompscan_after";
  }

  KernelHooks &S;
  const ScanLoop &Loop;
  IterationVariables Vars;
  llvm::SmallSet<unsigned, 4> AddedCarries;
  /// The statement that the value at work stands in, while a function is made
  /// that computes what an iteration leaves.
  std::optional<unsigned> CarryPlace;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_BODYHOOKS_H

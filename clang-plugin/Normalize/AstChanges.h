//===- AstChanges.h - Changes of the AST, and their undoing --- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NORMALIZE_ASTCHANGES_H
#define OMPSCAN_PLUGIN_NORMALIZE_ASTCHANGES_H

#include "clang/AST/ExprCXX.h"
#include <functional>
#include <vector>

namespace ompscan::plugin {

/// Changes nodes of the AST. Undoes all changes unless keep() was called, so
/// that Clang can still compile a loop that is refused.
class AstChanges {
public:
  AstChanges() = default;
  AstChanges(const AstChanges &) = delete;
  AstChanges &operator=(const AstChanges &) = delete;
  ~AstChanges() {
    for (auto Next = Undo.rbegin(); Next != Undo.rend(); ++Next)
      (*Next)();
  }

  /// Notes a change that \p Revert undoes.
  void add(std::function<void()> Revert) { Undo.push_back(std::move(Revert)); }

  /// Replaces the child of a node in \p Slot.
  void replace(clang::Stmt *&Slot, clang::Stmt *New) {
    if (Slot == New)
      return;
    add([Where = &Slot, Old = Slot] { *Where = Old; });
    Slot = New;
  }

  /// Makes `pointer->member` a member of \p Object.
  void replaceBase(clang::MemberExpr &Member, clang::Expr *Object) {
    add([Where = &Member, Old = Member.getBase()] {
      Where->setBase(Old);
      Where->setArrow(true);
    });
    Member.setBase(Object);
    Member.setArrow(false);
  }

  void keep() { Undo.clear(); }

private:
  std::vector<std::function<void()>> Undo;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_NORMALIZE_ASTCHANGES_H

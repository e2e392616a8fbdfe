//===- MemberPath.h - Members as list items ------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_MEMBERPATH_H
#define OMPSCAN_PLUGIN_PRAGMA_MEMBERPATH_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class FieldDecl;
class Sema;
} // namespace clang

namespace ompscan::plugin {

/// Whether \p Item is `s.total`, `p->k`, `this->count` or a longer path.
bool isMemberPath(llvm::ArrayRef<clang::Token> Item);

/// The member that the path \p Item names in C, or null if there is none.
const clang::FieldDecl *memberOf(llvm::ArrayRef<clang::Token> Item,
                                 clang::Sema &S);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_MEMBERPATH_H

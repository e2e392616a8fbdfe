//===- TargetSelectors.h - Selectors of target devices --------- -*- C++
//-*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PRAGMA_TARGETSELECTORS_H
#define OMPSCAN_PLUGIN_PRAGMA_TARGETSELECTORS_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Preprocessor;
} // namespace clang

namespace ompscan::plugin {

/// Decides about the selectors `target_device={...}` of \p Directive, a
/// `metadirective`, that hold on every device besides the host, or on none:
///
///   when(target_device={kind(nohost)} : ...)  ->  when(user={condition(1)} :
///   ...)
///
/// They have `kind(any)`, `kind(nohost)`, `kind(host)` or a `device_num` only.
/// Clang chooses the construct when it compiles; which device there is shows
/// when the program runs. Other directives are unchanged.
void selectTargetDevice(llvm::SmallVectorImpl<clang::Token> &Directive,
                        clang::Preprocessor &PP);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PRAGMA_TARGETSELECTORS_H

//===- Body.h - A loop's body, read from Clang's AST ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_NEST_BODY_H
#define OMPSCAN_PLUGIN_NEST_BODY_H

#include "Nest/Statement.h"
#include "llvm/Support/Allocator.h"
#include <memory>

namespace ompscan::plugin::nest {

/// The statements of a body, and the memory that they are in.
class Body {
public:
  /// Reads \p S. Clang's nodes in it have to live as long as the result.
  Body(const clang::Stmt &S, const clang::ASTContext &Context);
  Body(const Body &) = delete;
  Body &operator=(const Body &) = delete;

  const Statement &root() const { return *Root; }
  const clang::ASTContext &context() const { return Context; }

private:
  const clang::ASTContext &Context;
  llvm::BumpPtrAllocator Memory;
  const Statement *Root;
};

} // namespace ompscan::plugin::nest

#endif // OMPSCAN_PLUGIN_NEST_BODY_H

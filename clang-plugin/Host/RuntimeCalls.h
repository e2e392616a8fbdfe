//===- RuntimeCalls.h - Calls of the runtime in the AST ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_RUNTIMECALLS_H
#define OMPSCAN_PLUGIN_HOST_RUNTIMECALLS_H

#include "clang/AST/Expr.h"
#include "clang/Sema/Sema.h"

namespace ompscan::plugin {

/// Builds calls of the functions in <ompscan/abi.h>, and their arguments. The
/// functions are declared when they are first called.
class RuntimeCalls {
public:
  explicit RuntimeCalls(clang::Sema &S) : S(S), Context(S.Context) {}

  /// Sets the place that all that is built from now on seems to come from.
  void setLoc(clang::SourceLocation NewLoc) { Loc = NewLoc; }

  // Each passes on the handle that the one before it returned; see abi.h.
  clang::Expr *begin(llvm::StringRef Kernels, llvm::StringRef Location,
                     uint64_t ItemSize, unsigned Features, clang::Expr *Device);
  clang::Expr *array(clang::Expr *Handle, llvm::StringRef Name,
                     clang::Expr *Base, uint64_t ElementSize, unsigned Map,
                     clang::Expr *Begin, clang::Expr *Count);
  clang::Expr *access(clang::Expr *Handle, unsigned Kind, clang::Expr *First,
                      clang::Expr *Stride);
  clang::Expr *counted(clang::Expr *Handle, unsigned Result, unsigned Flags,
                       int64_t Step, int64_t Scale, clang::Expr *Offset);
  clang::Expr *result(clang::Expr *Handle, clang::Expr *Value, uint64_t Offset);
  clang::Expr *resultName(clang::Expr *Handle, llvm::StringRef Name,
                          unsigned Type);
  clang::Expr *guard(clang::Expr *Handle, unsigned Flags, clang::Expr *Left,
                     clang::Expr *Right, int64_t Stride);
  clang::Expr *noWrap(clang::Expr *Handle, clang::Expr *First,
                      clang::Expr *Stride, unsigned Bits);
  clang::Expr *scalar(clang::Expr *Handle, clang::Expr *Value);
  clang::Expr *reads(clang::Expr *Handle, clang::Expr *Place);
  clang::Expr *inner(clang::Expr *Handle, clang::Expr *Lower,
                     clang::Expr *Bound, int64_t Step, unsigned Flags);
  clang::Expr *outer(clang::Expr *Handle, unsigned Target, clang::Expr *Stride);
  clang::Expr *launch(clang::Expr *Handle, clang::Expr *Lower,
                      clang::Expr *Bound, int64_t Step, unsigned Flags);

  /// Stands for a launch that an `if` clause forbids.
  clang::Expr *skip(llvm::StringRef Location);

  /// Where the loop begins on the host, of which \p First is the first value,
  /// in the type \p Type.
  clang::Expr *resume(clang::Expr *First, clang::QualType Type);

  /// Follows the loop on the host.
  clang::Expr *end();

  // Directives on data, and constructs that stay on the host. \p Place is an
  // lvalue, or where \p IsPointer says so a pointer.
  clang::Expr *data(llvm::StringRef Location, clang::Expr *Device);
  clang::Expr *dataMap(clang::Expr *Handle, llvm::StringRef Name,
                       clang::Expr *Place, clang::Expr *Bytes, unsigned Flags);
  clang::Expr *host(llvm::StringRef Location, clang::Expr *Device);
  clang::Expr *hostUses(clang::Expr *Handle, clang::Expr *Place, bool IsPointer,
                        clang::Expr *Bytes, unsigned Flags);
  clang::Expr *hostUsesAll(clang::Expr *Handle);
  /// One of the calls that take nothing but the handle; \p Answers says whether
  /// it passes one on.
  clang::Expr *finish(llvm::StringRef Function, clang::Expr *Handle,
                      bool Answers);
  /// Whether the program may go on before a directive on data is over.
  clang::Expr *defers(clang::Expr *Handle);
  /// What a launch answers that has done nothing.
  clang::Expr *no();

  /// The null pointer, as a handle.
  clang::Expr *null();
  /// The 64-bit integer \p N.
  clang::Expr *number(int64_t N);
  /// `Sum + Value * Factor * Times`, where a null Times is 1, modulo 2^64. Null
  /// if it cannot be built.
  clang::Expr *addProduct(clang::Expr *Sum, clang::Expr *Value, int64_t Factor,
                          clang::Expr *Times = nullptr);
  /// \p Left \p Op \p Right in 64 bits, modulo 2^64. Null if it cannot be
  /// built.
  clang::Expr *compute(clang::Expr *Left, clang::BinaryOperatorKind Op,
                       clang::Expr *Right);

private:
  struct Function {
    llvm::StringRef Name;
    clang::QualType Result;
    llvm::ArrayRef<clang::QualType> Parameters;
  };
  clang::Expr *call(const Function &F, llvm::ArrayRef<clang::Expr *> Arguments);
  clang::Expr *callWithPlace(llvm::StringRef Function, clang::Expr *Handle,
                             clang::Expr *Place);
  clang::FunctionDecl *declare(const Function &F);
  clang::Expr *addressOf(clang::Expr *E);
  clang::Expr *untyped(clang::Expr *Pointer);
  clang::Expr *literal(uint64_t N, clang::QualType Type);
  clang::Expr *string(llvm::StringRef Text);
  clang::Expr *integer(clang::Expr *E, clang::QualType Type);
  clang::QualType handle() const { return Context.VoidPtrTy; }
  clang::QualType uint32() const;
  clang::QualType int64() const;
  clang::QualType uint64() const;
  clang::QualType constCharPtr() const;
  clang::QualType constVoidPtr() const;

  clang::Sema &S;
  clang::ASTContext &Context;
  clang::SourceLocation Loc;
  llvm::StringMap<clang::FunctionDecl *> Declared;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_RUNTIMECALLS_H

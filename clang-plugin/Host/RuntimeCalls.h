//===- RuntimeCalls.h - Calls of the runtime in the AST ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_RUNTIMECALLS_H
#define OMPSCAN_PLUGIN_HOST_RUNTIMECALLS_H

#include "AST/CodeBuilder.h"

namespace ompscan::plugin {

/// Builds calls of the functions in <ompscan/abi.h>, and their arguments. The
/// functions are declared when they are first called.
class RuntimeCalls : public CodeBuilder {
public:
  using CodeBuilder::CodeBuilder;

  /// Runs the loop that \p Descriptor, an ompscan_loop_descriptor, describes,
  /// with \p Values, an array.
  clang::Expr *run(clang::VarDecl *Descriptor, clang::VarDecl *Values);

  /// Whether \p Iterations of \p Work units each are a short loop, see
  /// __ompscan_short_loop.
  clang::Expr *isShort(clang::Expr *Iterations, unsigned Work);

  /// Stands for a launch that an `if` clause forbids.
  clang::Expr *skip(llvm::StringRef Location);

  /// Memory for \p Elements of the type \p Element, for the loop at
  /// \p Location whose passes have \p Features: a pointer to them, or null.
  clang::Expr *keep(llvm::StringRef Location, unsigned Features,
                    clang::Expr *Elements, clang::QualType Element);
  /// Gives back what keep() returned.
  clang::Expr *drop(clang::Expr *Kept);

  /// Where the loop begins on the host, of which \p First is the first value,
  /// in the type \p Type. \p IsNotNegative: no value of the loop is negative.
  clang::Expr *resume(clang::Expr *First, clang::QualType Type,
                      bool IsNotNegative);

  /// Follows the loop on the host.
  clang::Expr *end();

  /// Whether this thread runs a loop that a team shares.
  clang::Expr *teamBegin();
  /// Follows such a loop. \p Runs is what teamBegin() has returned.
  clang::Expr *teamEnd(clang::Expr *Runs);

  // Directives on data, and constructs that stay on the host. \p Place is an
  // lvalue, or where \p IsPointer says so a pointer.
  clang::Expr *data(llvm::StringRef Location, clang::Expr *Device);
  clang::Expr *dataRepeat(clang::Expr *Handle, clang::Expr *Count,
                          clang::Expr *Distance);
  clang::Expr *dataMap(clang::Expr *Handle, llvm::StringRef Name,
                       clang::Expr *Place, clang::Expr *Bytes, unsigned Flags);
  clang::Expr *host(llvm::StringRef Location, clang::Expr *Device,
                    bool HasPrivate = false);
  clang::Expr *hostUses(clang::Expr *Handle, clang::Expr *Place, bool IsPointer,
                        clang::Expr *Bytes, unsigned Flags);
  clang::Expr *hostUsesAll(clang::Expr *Handle);
  /// One of the calls that take the handle only. Returns a handle if it
  /// \p Answers.
  clang::Expr *finish(llvm::StringRef Function, clang::Expr *Handle,
                      bool Answers);
  /// Whether the program may go on before a directive on data is over.
  clang::Expr *defers(clang::Expr *Handle);
  /// The function \p Name, of redirectTargetQueries().
  clang::Expr *query(llvm::StringRef Name);
  /// Around a construct for which query() refers to \p Device.
  clang::Expr *targetBegin(clang::Expr *Device);
  clang::Expr *targetEnd();
  /// The result of a launch that has done nothing.
  clang::Expr *no();

  /// The null pointer, as a handle.
  clang::Expr *null();
  /// \p E as an integer of 64 bits.
  clang::Expr *value(clang::Expr *E) { return integer(E, uint64()); }
  /// The address that \p Pointer holds, or of the first element of an array, as
  /// an integer of 64 bits.
  clang::Expr *address(clang::Expr *Pointer);
  clang::Expr *addressOf(clang::Expr *E);
  /// The 64-bit integer \p N.
  clang::Expr *number(int64_t N);
  /// `Sum + Value * Factor * Times`, where a null Times is 1, modulo 2^64. Null
  /// if it cannot be built.
  clang::Expr *addProduct(clang::Expr *Sum, clang::Expr *Value, int64_t Factor,
                          clang::Expr *Times = nullptr);
  /// \p Left \p Op \p Right in 64 bits, modulo 2^64. Null if it cannot be
  /// built.
  clang::Expr *compute(clang::Expr *Left, clang::BinaryOperatorKind Op,
                       clang::Expr *Right) {
    return compute(Left, Op, Right, uint64());
  }
  /// \p Left \p Op \p Right in the unsigned type \p In, in which it wraps
  /// around.
  clang::Expr *compute(clang::Expr *Left, clang::BinaryOperatorKind Op,
                       clang::Expr *Right, clang::QualType In);
  /// \p Number / \p Divisor, in which \p Number is signed.
  clang::Expr *quotient(clang::Expr *Number, int64_t Divisor);

private:
  /// A call of the function \p Name. Its parameters have the types of
  /// \p Arguments. Null if it cannot be built, or if an argument is null.
  clang::Expr *call(llvm::StringRef Name, clang::QualType Result,
                    llvm::ArrayRef<clang::Expr *> Arguments);
  clang::FunctionDecl *declare(llvm::StringRef Name, clang::QualType Result,
                               llvm::ArrayRef<clang::Expr *> Arguments);
  clang::DeclContext *externC();
  clang::Expr *untyped(clang::Expr *Pointer);
  clang::Expr *literal(uint64_t N, clang::QualType Type);
  clang::Expr *string(llvm::StringRef Text);
  clang::QualType handle() const { return Context.VoidPtrTy; }
  clang::QualType int32() const { return integerType(32, /*Signed=*/true); }
  clang::QualType uint32() const { return integerType(32, /*Signed=*/false); }
  clang::QualType int64() const { return integerType(64, /*Signed=*/true); }
  clang::QualType uint64() const { return integerType(64, /*Signed=*/false); }
  clang::QualType integerType(unsigned Bits, bool Signed) const {
    return Context.getIntTypeForBitwidth(Bits, Signed);
  }

  llvm::StringMap<clang::FunctionDecl *> Declared;
  clang::VarDecl *ShortLoop = nullptr;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_RUNTIMECALLS_H

//===- Lowering.h - C and C++ to OpenCL C --------------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERING_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERING_H

#include "Model/ScanLoop.h"
#include "Support/Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <optional>
#include <string>

namespace ompscan::plugin {

struct FunctionScope;
class LoweringModule;

/// Kinds of C library functions that code calls. Functions of a few
/// instructions do not count.
enum class LibraryCalls {
  None,
  Math, ///< only functions of templates/math.cl
  Others
};

/// Lowers types, expressions and functions of the host program to OpenCL C
/// 1.2. One object serves one kernel text: it collects the definitions that the
/// lowered pieces need, each once, in an order that compiles.
///
/// Nothing is lowered approximately. The first code that the device cannot run
/// is reported at the user's line, with the chain of calls that led there as
/// notes. The kernel has failed then: later errors of it are not reported, and
/// its text must not be used. So the functions return text in any case, and
/// KernelBuilder asks hasFailed() once all of it is there.
class Lowering {
public:
  /// Called for every expression before it is lowered in the usual way. Returns
  /// OpenCL C text that can be an operand of any operator, or std::nullopt to
  /// go on as usual.
  using Substitution =
      llvm::function_ref<std::optional<std::string>(const clang::Expr *)>;

  /// Called for a function without a body: Sema instantiates function templates
  /// only at the end of the translation unit.
  using BodyRequest =
      std::function<void(const clang::FunctionDecl *, clang::SourceLocation)>;

  /// \p Inlined are the calls whose callees are a part of what is lowered.
  Lowering(clang::ASTContext &Context, const Diagnostics &Diags,
           BodyRequest RequestBody = {},
           llvm::ArrayRef<InlinedCall> Inlined = {});
  ~Lowering();

  /// The OpenCL C spelling of an object type (no reference, no array);
  /// integers go by width: OpenCL's long has 64 bits. Records are defined in
  /// definitions(). \p Loc is where an unsupported type is reported.
  std::string type(clang::QualType T, clang::SourceLocation Loc);
  /// The type of the elements of an array of the program.
  std::string elementType(clang::QualType T, clang::SourceLocation Loc);

  /// A value of \p E in OpenCL C, with every conversion that C or C++ applies
  /// written out as a cast, so that promotions, wrap-around and signedness are
  /// those of the host.
  std::string expression(const clang::Expr *E, Substitution Substitute);

  /// Lowers an expression inside the statement that is being replaced.
  using Here = llvm::function_ref<std::string(const clang::Expr *)>;
  /// Called for every statement before it is lowered in the usual way. Returns
  /// the statements that replace it, perhaps none, or std::nullopt to go on as
  /// usual.
  using StatementSubstitution = llvm::function_ref<std::optional<std::string>(
      const nest::Statement &, Here)>;

  /// The statements of \p S in OpenCL C, with declarations of all variables
  /// that they need.
  std::string statements(const nest::Statement &S, Substitution Substitute,
                         StatementSubstitution Replace);

  /// The same for a statement that evaluates \p E.
  std::string statements(const clang::Expr &E, Substitution Substitute);

  /// The record types, constant tables and functions that the text uses.
  std::string definitions() const;

  /// Whether anything lowered so far computes in double.
  bool usesDouble() const;

  /// The first integer type of 128 bits that the text uses, so that only the
  /// host can run it; null if there is none.
  clang::QualType wideInteger() const;

  /// The functions of the C library that the text so far calls.
  LibraryCalls libraryCalls() const;

  /// Checks \p Code, whose operations the kernel may put together in another
  /// way: whether a kernel can do what options and pragmas say of them.
  void checkArithmetic(const clang::Stmt *Code);

  /// False if the source forbids to contract an expression that has been
  /// lowered or checked.
  bool allowsContraction() const;

  /// Whether there was an error.
  bool hasFailed() const;
  /// Fails. Calls \p Report, which reports why, if there was no error before.
  void fail(llvm::function_ref<void()> Report);

private:
  std::unique_ptr<LoweringModule> M;
  /// The scope of the statements at work; expressions that a substitution
  /// lowers may use its variables.
  FunctionScope *Open = nullptr;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERING_H

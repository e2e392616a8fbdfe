//===- LoweringModule.h - What the lowered pieces share ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGMODULE_H
#define OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGMODULE_H

#include "Kernel/Lowering/Lowering.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <string>

namespace ompscan::plugin {

/// Where an object lives on the device. What a substitution names may be a
/// variable or an element in global memory: no pointer type fits both.
enum class Space { Private, Constant, Substituted };

class ExprLowering;
class StmtLowering;

/// Gives each of a set of names a spelling of its own that OpenCL C accepts.
class NameTable {
public:
  std::string unique(llvm::StringRef Prefix, llvm::StringRef Name);

private:
  llvm::StringMap<unsigned> Uses;
};

/// The definitions of one kernel text, and the reporting of what cannot become
/// part of it.
class LoweringModule {
public:
  LoweringModule(clang::ASTContext &Context, const Diagnostics &Diags,
                 Lowering::BodyRequest RequestBody)
      : Context(Context), Diags(Diags), RequestBody(std::move(RequestBody)) {}

  clang::ASTContext &context() const { return Context; }
  std::string definitions() const { return Types + Constants + Functions; }
  bool usesDouble() const { return UsesDouble; }
  bool allowsContraction() const { return AllowsContraction; }

  /// Takes note of what `#pragma STDC FP_CONTRACT` says of \p E.
  void noteContraction(const clang::BinaryOperator *E);

  /// Runs \p Body; false if it reported an error or met a definition that
  /// had failed before.
  bool attempt(llvm::function_ref<void()> Body);
  bool hasFailed() const { return Failed; }

  /// Reports at \p Loc, or at the call that led there where \p Loc is in a
  /// system header, with the chain of calls as notes.
  template <typename... ArgTs>
  void error(clang::SourceLocation Loc, Diag Kind, const ArgTs &...Args) {
    unsigned Frame = visibleFrame(Loc);
    (Diags.report(Loc, Kind) << ... << Args);
    noteCallers(Frame);
    Failed = true;
  }

  /// \p What completes "... cannot run on the device".
  void refuse(clang::SourceLocation Loc, llvm::StringRef What) {
    error(Loc, Diag::err_device_expr, What);
  }

  /// Records that the device computes with \p T, where that needs an extension.
  void use(clang::QualType T);

  // Types (LoweringTypes.cpp).

  /// The spelling of an object type; no array.
  std::string type(clang::QualType T, clang::SourceLocation Loc);
  /// A declaration of \p Name with type \p T; references become pointers.
  /// \p To is the address space that an outermost pointer points to.
  std::string declare(clang::QualType T, std::string Name,
                      clang::SourceLocation Loc, Space To = Space::Private);
  /// The name of a non-static data member, or of the member that a direct,
  /// non-empty base class became.
  std::string field(const clang::FieldDecl *F);
  std::string base(const clang::CXXRecordDecl *Derived,
                   const clang::CXXRecordDecl *Base);

  // Constants (LoweringConstants.cpp).

  std::string integer(llvm::APSInt V, clang::QualType T,
                      clang::SourceLocation Loc);
  std::string floating(const llvm::APFloat &V, clang::QualType T,
                       clang::SourceLocation Loc);
  /// \p V as an operand for a scalar \p T, and in braces for an aggregate.
  std::string initializer(const clang::APValue &V, clang::QualType T,
                          clang::SourceLocation Loc);
  /// The value of \p V where it is a scalar, else the name of a table in the
  /// constant address space; std::nullopt if \p V is not a constant.
  std::optional<std::string> constant(const clang::VarDecl *V,
                                      clang::SourceLocation Loc);
  /// The name of a table in the constant address space.
  std::string table(const clang::StringLiteral *S);

  // Functions (LoweringFunctions.cpp).

  /// What a function became.
  struct Callee {
    /// Empty if it cannot run on the device.
    std::string Name;
    /// Where the pointer or reference that it returns points.
    Space Returns = Space::Private;
  };
  /// The function that \p F became for arguments that point to \p Spaces, the
  /// object's first. A constructor returns the object; \p Zeroed asks that it
  /// starts from zeros.
  Callee function(const clang::FunctionDecl *F, clang::SourceLocation Loc,
                  llvm::ArrayRef<Space> Spaces = {}, bool Zeroed = false);
  /// Defines \p Text, a function that stands for a built-in one, once.
  void helper(llvm::StringRef Text);

private:
  struct Layout {
    uint64_t Size = 0;
    uint64_t Align = 1;
  };
  struct Record {
    std::string Name;
    Layout Bytes;
    bool Usable = false;
  };
  using FunctionMap = llvm::StringMap<Callee>;
  /// A call that is being followed.
  struct Frame {
    const clang::FunctionDecl *Callee;
    clang::SourceLocation Call;
  };

  unsigned visibleFrame(clang::SourceLocation &Loc) const;
  void noteCallers(unsigned Frame) const;

  const Record &record(const clang::RecordDecl *R, clang::SourceLocation Loc);
  void defineRecord(const clang::RecordDecl *R, clang::SourceLocation Loc,
                    Record &Result);
  Layout layout(clang::QualType T, clang::SourceLocation Loc);
  std::string aggregate(const clang::APValue &V, const clang::RecordDecl *R,
                        clang::SourceLocation Loc);
  Callee define(const clang::FunctionDecl *F, llvm::ArrayRef<Space> Spaces,
                bool Zeroed);
  void initializeMembers(const clang::CXXConstructorDecl *C,
                         StmtLowering &Stmts, ExprLowering &Exprs);

  clang::ASTContext &Context;
  Diagnostics Diags;
  Lowering::BodyRequest RequestBody;
  NameTable Names;
  std::string Types, Constants, Functions;
  llvm::DenseMap<const clang::RecordDecl *, Record> Records;
  llvm::DenseMap<const clang::Decl *, std::string> Tables;
  llvm::DenseMap<const clang::StringLiteral *, std::string> Strings;
  llvm::DenseMap<const clang::FunctionDecl *, FunctionMap> FunctionTable;
  llvm::StringMap<bool> Helpers;
  llvm::SmallVector<Frame, 8> Calls;
  bool Failed = false;
  bool UsesDouble = false;
  bool AllowsContraction = true;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_KERNEL_LOWERING_LOWERINGMODULE_H

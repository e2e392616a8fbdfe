//===- LaunchBuilder.h - The launch of a loop ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_LAUNCHBUILDER_H
#define OMPSCAN_PLUGIN_HOST_LAUNCHBUILDER_H

#include "Host/ConstantData.h"
#include "Host/ReadConditions.h"
#include "Host/Rebase.h"
#include "Host/RuntimeCalls.h"
#include "Model/ScanLoop.h"
#include "ompscan/abi.h"

namespace ompscan::plugin {

/// A loop's program, as its descriptor states it.
struct Program {
  llvm::StringRef Hooks;
  unsigned Template = 0; ///< An ompscan_template.
  unsigned Traits = 0;   ///< Bits of ompscan_trait.
  uint64_t MovedSize = 0;
  uint64_t StreamedSize = 0;
  unsigned Features = 0; ///< Bits of ompscan_feature.
  unsigned Work = 0;     ///< See ompscan_loop_descriptor.
  uint64_t ValueSize = 0;
  /// Where each item lies in a value.
  llvm::ArrayRef<uint64_t> Offsets;
  /// And each of the loop's Lasts behind it.
  llvm::ArrayRef<uint64_t> LastOffsets;
};

/// Builds one launch of a loop: the constant ompscan_loop_descriptor, and
///
///   ({ const int __ompscan_reads = ...;            // See ReadConditions.
///      const uint64_t __ompscan_values[] = {...};
///      __ompscan_run(&descriptor, __ompscan_values); })
///
/// The descriptors and the values come in the order that <ompscan/abi.h> lays
/// down.
class LaunchBuilder {
public:
  /// All that is built seems to come from the location of \p Calls.
  LaunchBuilder(RuntimeCalls &Calls, ConstantData &Data, const ScanLoop &Loop,
                const Rebase &Move)
      : S(Calls.sema()), Context(S.Context), Calls(Calls), Data(Data),
        Loop(Loop), Move(Move), Loc(Calls.loc()), Reading(Calls, Loop, Move) {
    Reading.declareIn(Inside);
  }

  /// An expression that launches the loop; it is true if the device has run
  /// the loop. Variables that it needs go to \p Declarations. Null if something
  /// cannot be built.
  clang::Expr *build(const Program &P,
                     llvm::SmallVectorImpl<clang::Stmt *> &Declarations);

  /// The variable with the first value of the loop's induction variable, once
  /// the launch is built.
  clang::VarDecl *firstValue() const { return Firsts.back().Value; }

  /// A scalar of the program, and the variable that the runtime has the address
  /// of in its place.
  struct ScalarCopy {
    const clang::VarDecl *Scalar;
    clang::VarDecl *Copy;
    bool IsResult;
  };
  /// The copies of unexposed scalars, once the launch is built. The optimizer
  /// keeps these scalars in registers, as their addresses stay unknown.
  llvm::ArrayRef<ScalarCopy> copies() const { return Copies; }

private:
  using Record = ConstantData::Record;

  bool addResults(const Program &P,
                  llvm::SmallVectorImpl<clang::Stmt *> &Declarations);
  bool addArray(const ArrayUse &Array);
  bool addAccess(const ArrayUse &Array, const Access &Use);
  bool addCounted(const CountedAccess &C);
  bool addGuard(const Guard &G);
  bool addNoWrap(const NoWrap &N, bool IsAlways, const clang::Expr *Of);
  bool addScalars(llvm::SmallVectorImpl<clang::Stmt *> &Declarations);
  bool addRead(clang::Expr *Place, clang::Expr *Condition);
  bool addRange(const Induction &IV, clang::Expr *First);
  bool addMovements(llvm::ArrayRef<Movement> Outer);
  bool addValue(clang::Expr *Value);
  bool addAddress(clang::Expr *Pointer, clang::Expr *Condition = nullptr);
  Record accessRecord(const ompscan_access_descriptor &A);
  clang::VarDecl *descriptor(const Program &P);
  clang::Expr *run(clang::VarDecl *Descriptor);

  clang::Expr *declareFirst(const Induction &IV,
                            llvm::SmallVectorImpl<clang::Stmt *> &Declarations);
  clang::Expr *firstOf(const Induction &IV) const;
  clang::Expr *atLower(clang::Expr *E) const;
  clang::Expr *exists(clang::Expr *Row);
  clang::Expr *ifHolds(clang::Expr *Condition, clang::Expr *Value,
                       clang::Expr *Otherwise);
  clang::Expr *elements(clang::Expr *Container);
  clang::Expr *elementCount(clang::Expr *Container);
  clang::Expr *placeOf(const clang::Expr *Value, bool IsResult,
                       llvm::SmallVectorImpl<clang::Stmt *> &Declarations);
  clang::Expr *atFirst(const clang::Expr *E, const clang::Expr *Use);
  clang::Expr *stride(int64_t Constant, llvm::ArrayRef<Scaled> Symbols);
  clang::Expr *strideOf(int64_t Constant, llvm::ArrayRef<Scaled> Symbols,
                        const clang::Expr *Index);
  unsigned resultNumber(unsigned Item) const;

  clang::Sema &S;
  clang::ASTContext &Context;
  RuntimeCalls &Calls;
  ConstantData &Data;
  const ScanLoop &Loop;
  const Rebase &Move;
  const clang::SourceLocation Loc;

  /// The induction variables, and the variables with their first values.
  struct FirstValue {
    const clang::VarDecl *Variable;
    clang::VarDecl *Value;
  };
  llvm::SmallVector<FirstValue, 2> Firsts;
  llvm::SmallVector<ScalarCopy, 4> Copies;
  /// Memory that the sequential loop reads and the kernels do not, where the
  /// Condition holds.
  struct HostRead {
    clang::Expr *Place;
    clang::Expr *Condition = nullptr;
  };
  llvm::SmallVector<HostRead, 2> Reads;
  /// Statements of the launch's block: its declarations, then the call.
  llvm::SmallVector<clang::Stmt *, 4> Inside;
  ReadConditions Reading;
  std::vector<Record> Results, Arrays, Accesses, Guards, NoWraps, Scalars,
      ReadRecords, Ranges;
  llvm::SmallVector<clang::Expr *, 32> Values;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_LAUNCHBUILDER_H

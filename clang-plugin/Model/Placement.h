//===- Placement.h - Where and when a loop runs --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_MODEL_PLACEMENT_H
#define OMPSCAN_PLUGIN_MODEL_PLACEMENT_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class Expr;
class OMPClause;
} // namespace clang

namespace ompscan::plugin {

/// The kinds of devices that a `device` clause can ask for.
enum class DeviceClauseKind { Any, Number, GPU, CPU };

/// The device that a `device` clause asks for.
struct DeviceChoice {
  DeviceClauseKind Kind = DeviceClauseKind::Any;
  /// Set for DeviceClauseKind::Number only.
  const clang::Expr *Number = nullptr;
};

/// What the clauses of a directive say about where and when its loop runs.
struct Placement {
  /// There is no `target`: the loop runs where its data is.
  bool FollowsData = false;
  /// Clang offloads the other `target` constructs of the file, and the loop
  /// uses the data that its libomptarget maps.
  bool BorrowsData = false;
  DeviceChoice Device;
  /// Conditions of `if` clauses: the loop runs on the device only if all hold.
  llvm::SmallVector<const clang::Expr *, 1> Conditions;
  /// `depend` clauses: the loop waits for the tasks that they name.
  llvm::SmallVector<clang::OMPClause *, 1> Dependences;
  /// Scalars in `map` clauses: if they are present on the device, the loop uses
  /// the values from there.
  llvm::SmallVector<const clang::Expr *, 1> MappedScalars;
  /// The number of a `num_threads` clause, or null.
  const clang::Expr *Threads = nullptr;
  /// The kind of a `proc_bind` clause as an omp_proc_bind_t, or 0.
  unsigned Binding = 0;
  /// `nowait`: the program need not wait for the end of the loop.
  bool IsNowait = false;
  /// `order(reproducible: ...)`: values are combined in the same order in every
  /// run.
  bool IsReproducible = false;
  /// The order of a scan is that of docs/floating-point.md, and nothing is
  /// contracted: results are the same on all devices.
  bool IsOrdered = false;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_MODEL_PLACEMENT_H

//===- DeviceRoutines.cpp - OpenMP's functions on devices -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/DeviceRoutines.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace clang;
using namespace ompscan::plugin;

/// The functions for which the runtime has a `__ompscan_` one (abi.h).
/// omp_is_initial_device is none of them: on the host it is right, and kernels
/// have it as a constant.
static constexpr llvm::StringLiteral Routines[] = {
    "omp_get_device_num",
    "omp_get_initial_device",
    "omp_get_mapped_ptr",
    "omp_get_num_devices",
    "omp_set_default_device",
    "omp_target_alloc",
    "omp_target_associate_ptr",
    "omp_target_disassociate_ptr",
    "omp_target_free",
    "omp_target_is_accessible",
    "omp_target_is_present",
    "omp_target_memcpy",
    "omp_target_memcpy_async",
    "omp_target_memcpy_rect",
    "omp_target_memcpy_rect_async",
    "omp_target_memset",
    "omp_target_memset_async"};

void ompscan::plugin::redirectDeviceRoutine(FunctionDecl &F) {
  if (!F.getIdentifier() || !F.isExternC() || F.isDefined() ||
      F.hasAttr<AsmLabelAttr>() || !llvm::is_contained(Routines, F.getName()))
    return;
  ASTContext &Context = F.getASTContext();
  F.addAttr(AsmLabelAttr::CreateImplicit(
      Context, ("__ompscan_" + F.getName()).str(), F.getLocation()));
}

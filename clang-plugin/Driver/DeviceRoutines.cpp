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
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/OpenMPClause.h"
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

/// Routines with a second function of the runtime, for files with `requires
/// unified_shared_memory`.
static constexpr llvm::StringLiteral OfSharedMemory[] = {
    "omp_target_alloc", "omp_target_is_accessible"};

void DeviceRoutines::redirect(FunctionDecl &F) const {
  if (!F.getIdentifier() || !F.isExternC() || F.isDefined() ||
      F.hasAttr<AsmLabelAttr>() || !llvm::is_contained(Routines, F.getName()))
    return;
  StringRef Name = F.getName();
  std::string Symbol = ("__ompscan_" + Name).str();
  if (SharesMemory && llvm::is_contained(OfSharedMemory, Name))
    Symbol = ("__ompscan_shared_" + Name.drop_front(4)).str(); // "omp_"
  F.addAttr(
      AsmLabelAttr::CreateImplicit(F.getASTContext(), Symbol, F.getLocation()));
}

void DeviceRoutines::see(const OMPRequiresDecl &Requires, ASTContext &Context) {
  if (SharesMemory ||
      llvm::none_of(Requires.clauselists(), [](const OMPClause *C) {
        return isa<OMPUnifiedSharedMemoryClause>(C);
      }))
    return;
  SharesMemory = true;
  // omp.h may have been included before; nothing has been called yet.
  for (StringRef Name : OfSharedMemory)
    for (NamedDecl *D :
         Context.getTranslationUnitDecl()->lookup(&Context.Idents.get(Name)))
      if (auto *Known = dyn_cast<FunctionDecl>(D))
        for (FunctionDecl *F : Known->redecls()) {
          F->dropAttr<AsmLabelAttr>();
          redirect(*F);
        }
}

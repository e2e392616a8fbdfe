//===- DeviceOnlyFunctions.cpp - Functions for devices only ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/DeviceOnlyFunctions.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace ompscan::plugin;

void DeviceOnlyFunctions::see(FunctionDecl &F) {
  if (F.isThisDeclarationADefinition() && !F.isDependentContext() &&
      OMPDeclareTargetDeclAttr::getDeviceType(&F) ==
          OMPDeclareTargetDeclAttr::DT_NoHost)
    Defined.push_back(&F);
}

void DeviceOnlyFunctions::emit(Sema &S) {
  for (FunctionDecl *F : Defined) {
    for (FunctionDecl *Each : F->redecls())
      if (const auto *Old = Each->getAttr<OMPDeclareTargetDeclAttr>()) {
        auto *New = OMPDeclareTargetDeclAttr::CreateImplicit(
            S.Context, Old->getMapType(), OMPDeclareTargetDeclAttr::DT_Any,
            Old->getIndirectExpr(), Old->getIndirect(), Old->getLevel(),
            Old->getRange());
        Each->dropAttr<OMPDeclareTargetDeclAttr>();
        Each->addAttr(New);
      }
    S.Consumer.HandleTopLevelDecl(DeclGroupRef(F));
  }
  Defined.clear();
}

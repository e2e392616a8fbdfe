//===- AbiValues.cpp - A ScanLoop in the words of the ABI -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/AbiValues.h"
#include "ompscan/abi.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

unsigned ompscan::plugin::abiKind(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Read:
    return OMPSCAN_ACCESS_READ;
  case AccessKind::Write:
    return OMPSCAN_ACCESS_WRITE;
  case AccessKind::Seed:
    return OMPSCAN_ACCESS_SEED;
  case AccessKind::ReadAny:
    return OMPSCAN_ACCESS_READ_ANY;
  case AccessKind::WriteAny:
    return OMPSCAN_ACCESS_WRITE_ANY;
  case AccessKind::Counted:
    return OMPSCAN_ACCESS_COUNTED;
  }
  llvm_unreachable("unknown access");
}

unsigned ompscan::plugin::abiMap(MapKind Map) {
  switch (Map) {
  case MapKind::None:
    return OMPSCAN_MAP_NONE;
  case MapKind::To:
    return OMPSCAN_MAP_TO;
  case MapKind::From:
    return OMPSCAN_MAP_FROM;
  case MapKind::ToFrom:
    return OMPSCAN_MAP_TOFROM;
  case MapKind::Alloc:
    return OMPSCAN_MAP_ALLOC;
  }
  llvm_unreachable("unknown map type");
}

unsigned ompscan::plugin::abiElement(QualType Type) {
  if (Type->isRealFloatingType())
    return OMPSCAN_ELEMENT_FLOATING;
  if (Type->isUnsignedIntegerOrEnumerationType())
    return OMPSCAN_ELEMENT_UNSIGNED;
  if (Type->isSignedIntegerOrEnumerationType())
    return OMPSCAN_ELEMENT_SIGNED;
  return OMPSCAN_ELEMENT_OPAQUE;
}

unsigned ompscan::plugin::abiRelation(Relation Rel) {
  switch (Rel) {
  case Relation::LT:
    return OMPSCAN_RELATION_LT;
  case Relation::LE:
    return OMPSCAN_RELATION_LE;
  case Relation::GT:
    return OMPSCAN_RELATION_GT;
  case Relation::GE:
    return OMPSCAN_RELATION_GE;
  case Relation::NE:
    return OMPSCAN_RELATION_NE;
  case Relation::EQ:
    return OMPSCAN_RELATION_EQ;
  }
  llvm_unreachable("unknown relation");
}

unsigned ompscan::plugin::abiFlags(const Induction &IV,
                                   const ASTContext &Context) {
  unsigned Flags = abiRelation(IV.Rel);
  if (IV.ComparedType->isUnsignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_BOUNDS_UNSIGNED;
  if (IV.Type->isUnsignedIntegerOrEnumerationType())
    Flags |= OMPSCAN_INDUCTION_UNSIGNED;
  return Flags | Context.getIntWidth(IV.Type) << OMPSCAN_INDUCTION_BITS_SHIFT;
}

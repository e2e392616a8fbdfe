//===- AbiValues.h - A ScanLoop in the words of the ABI ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_HOST_ABIVALUES_H
#define OMPSCAN_PLUGIN_HOST_ABIVALUES_H

#include "Model/ScanLoop.h"

namespace ompscan::plugin {

/// The ompscan_access_kind of \p Kind.
unsigned abiKind(AccessKind Kind);

/// The ompscan_map_kind of \p Map.
unsigned abiMap(MapKind Map);

/// What elements of type \p Type are: an ompscan_element_type.
unsigned abiElement(clang::QualType Type);

/// The ompscan_relation that \p Rel is.
unsigned abiRelation(Relation Rel);

/// The flags of an ompscan_range_descriptor for a loop over \p IV.
unsigned abiFlags(const Induction &IV, const clang::ASTContext &Context);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_HOST_ABIVALUES_H

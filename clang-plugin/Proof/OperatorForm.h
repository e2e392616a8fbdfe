//===- OperatorForm.h - Forms that prove associativity -------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PROOF_OPERATORFORM_H
#define OMPSCAN_PLUGIN_PROOF_OPERATORFORM_H

#include "Proof/ValueLayout.h"

namespace llvm {
class Function;
}

namespace ompscan::plugin {

/// Whether the members of `(a op b) op c` and `a op (b op c)` are the same
/// polynomials of those of a, b and c, which \p Combine computes by sums and
/// products only: affine maps, products of matrices.
bool isAssociativePolynomial(const llvm::Function &Combine,
                             const ValueLayout &Layout);

/// Numbers for each field of a value, as bits.
using FieldValues = std::vector<std::vector<uint64_t>>;

/// Numbers that stand for all others: an operator that is associative for them
/// is associative. None if \p Combine does more than to combine numbers bit by
/// bit.
std::optional<FieldValues> bitPatterns(const llvm::Function &Combine,
                                       const ValueLayout &Layout);

/// Numbers that stand for all others, as above. None unless \p Combine only
/// compares each member with the same one of the other operand and with
/// constants, and keeps one of them: minima, lexicographic orders, flags. NaN
/// is left out.
std::optional<FieldValues> orderPatterns(const llvm::Function &Combine,
                                         const ValueLayout &Layout);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PROOF_OPERATORFORM_H

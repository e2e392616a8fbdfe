//===- Samples.h - Values to try operators on ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PROOF_SAMPLES_H
#define OMPSCAN_PLUGIN_PROOF_SAMPLES_H

#include "Proof/ValueLayout.h"

namespace ompscan::plugin {

/// Numbers that samples are made of. Products of a few small ones are exact in
/// float.
enum class Domain {
  Flags,    ///< 0 and 1
  Positive, ///< small numbers from 1 on; flags are all 0 or all 1
  Natural,  ///< small numbers from 0 on
  Small,    ///< small numbers
  Wide,     ///< limits of the type, powers of two and their neighbours, others
  NaN       ///< as Positive, and NaN
};

/// Pseudo-random values of one type, the same ones in each compilation.
class Samples {
public:
  explicit Samples(const ValueLayout &Layout) : Layout(Layout) {}

  /// A value whose flags are \p Flags, 0 or 1, in domains that have flags.
  Bytes next(Domain D, uint64_t Flags);
  /// Members that are no more than 0 or 1, besides those of type bool; by the
  /// numbers of their fields.
  void setFlags(std::vector<bool> Which) { IsFlag = std::move(Which); }
  /// A number below \p Bound.
  uint64_t below(uint64_t Bound) { return random() % Bound; }

private:
  uint64_t random();
  uint64_t integer(const Field &F, Domain D);
  double number(Domain D);

  const ValueLayout &Layout;
  std::vector<bool> IsFlag;
  uint64_t State = 0;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PROOF_SAMPLES_H

//===- OperatorJudge.h - Is an operator associative? ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PROOF_OPERATORJUDGE_H
#define OMPSCAN_PLUGIN_PROOF_OPERATORJUDGE_H

#include "Proof/Evaluator.h"
#include "Proof/OperatorForm.h"
#include "Proof/OperatorProgram.h"
#include "Proof/Samples.h"
#include "Proof/ValueLayout.h"
#include <optional>
#include <string>

namespace ompscan::plugin {

/// What has been found out about a property of an operator.
struct Finding {
  enum Kind {
    Proven,        ///< It holds for all values.
    NotDisproved,  ///< It holds for all samples.
    Disproved,     ///< It does not hold for values that can occur.
    OnlyOtherwise, ///< It does not hold for values that hardly occur.
    Unknown
  };

  Kind Is = Unknown;
  /// Why it is Unknown, how it was Proven, or which values hardly occur.
  std::string Reason;
  /// Disproved, OnlyOtherwise: the operands and the two values that should be
  /// equal, as text.
  std::vector<std::string> Operands;
  std::string Left, Right;
};

/// Looks for values that show that an operator lacks a property.
///
/// An operator may have the property only for the values that occur, which
/// nothing declares. So the operands are results of the operator, such as
/// residues below the modulus. Members of structures are positive, since counts
/// are, and other members may have no meaning where a count is 0; the flags of
/// a value are all 0 or all 1. What other values show is
/// Finding::OnlyOtherwise.
class OperatorJudge {
public:
  OperatorJudge(const OperatorProgram &Program, const ValueLayout &Layout);

  /// `(a op b) op c == a op (b op c)`
  Finding associativity();
  /// `a op b == b op a`
  Finding commutativity();
  /// `a op e == a` and `e op a == a`; std::nullopt if there is no `e`.
  std::optional<Finding> neutrality();

private:
  using Outcome = Evaluator::Outcome;

  struct Counterexample {
    Bytes A, B, C, Left, Right;
    bool HasNegativeRemainder;
  };

  bool combine(const Bytes &A, const Bytes &B, Bytes &Result);
  double magnitudeOf(const Bytes &Value) const;
  std::optional<Bytes> reached(Domain D);
  const std::vector<Bytes> &poolOf(Domain D);
  std::optional<Finding> tryAllValues();
  bool holdsFor(const FieldValues &Values);
  std::optional<Finding> proof();
  void findFlags();
  llvm::ArrayRef<Domain> usual() const;
  std::optional<Counterexample> search(Domain D, uint64_t Steps);
  Finding neutralityOf(const llvm::Function *Identity);
  Finding unknown(const char *Reason) const;
  Finding finding(Finding::Kind Is, const Counterexample &Of) const;

  const OperatorProgram &Program;
  const ValueLayout &Layout;
  Evaluator Eval;
  Samples Random;
  /// Of the calls of combine() since it was set to {}.
  Evaluator::Trace Met;
  Outcome Last = Outcome::Value;
  uint64_t Defined = 0; ///< trials of search()
  std::vector<Bytes> Pools[6];
};

/// What has been found out about an operator.
struct OperatorFindings {
  Finding Associativity, Commutativity, Neutrality;
};

/// Judges the declared operator of \p I.
OperatorFindings judgeOperator(const Item &I, clang::CompilerInstance &CI,
                               Lowering::BodyRequest RequestBody);

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PROOF_OPERATORJUDGE_H

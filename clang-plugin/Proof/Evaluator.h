//===- Evaluator.h - Runs functions of LLVM's IR -------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PLUGIN_PROOF_EVALUATOR_H
#define OMPSCAN_PLUGIN_PROOF_EVALUATOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class DataLayout;
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace ompscan::plugin {

/// Runs functions of a module whose parameters point to bytes of the caller.
/// They can reach nothing else: each access is checked, and there is a limit to
/// the instructions. So the code of the program cannot disturb the compiler,
/// whatever it does, and it may be code for another processor.
class Evaluator {
public:
  enum class Outcome {
    Value,
    /// The function has no value for these operands: a signed sum overflows, a
    /// divisor is 0, a subscript is out of bounds, a result is NaN.
    Undefined,
    /// It is not made of what the evaluator knows.
    Unsupported,
    OutOfSteps
  };

  /// Properties of the numbers that the last run computed with.
  struct Trace {
    /// The largest floating-point number, as an absolute value.
    double Magnitude = 0;
    /// A signed remainder had a negative operand.
    bool HasNegativeRemainder = false;
  };

  /// Functions of \p M may take \p Steps instructions together. Copies of many
  /// bytes count as several.
  Evaluator(const llvm::Module &M, uint64_t Steps);
  ~Evaluator();

  /// Whether a result of an operation on floating-point numbers may be infinite
  /// or NaN.
  void allowNonFinite(bool Allows) { AllowsNonFinite = Allows; }

  /// Runs \p F, whose first parameter points to \p Result, and the others to
  /// \p Operands, which it cannot change.
  Outcome run(const llvm::Function &F, llvm::MutableArrayRef<uint8_t> Result,
              llvm::ArrayRef<llvm::ArrayRef<uint8_t>> Operands);

  const Trace &trace() const { return Met; }
  uint64_t stepsLeft() const { return Steps; }
  /// Why a function is Unsupported.
  const std::string &whyNot() const { return WhyNot; }

private:
  struct Code;
  class Decoder;
  struct Segment {
    uint8_t *Data;
    uint64_t Size;
    bool IsConstant;
  };

  const Code *decoded(const llvm::Function &F);
  uint64_t addressOf(const llvm::GlobalVariable &G);
  uint64_t addSegment(uint8_t *Data, uint64_t Size, bool IsConstant);
  uint8_t *memory(uint64_t Address, uint64_t Size, bool IsStore);
  Outcome execute(const Code &F, llvm::ArrayRef<uint64_t> Arguments,
                  uint64_t &Result);
  double record(double Value, bool &IsDefined);
  void takeSteps(uint64_t Bytes);

  const llvm::DataLayout &Layout;
  uint64_t Steps;
  unsigned Depth = 0;
  bool AllowsNonFinite = false;
  Trace Met;
  std::string WhyNot;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Code>> Functions;
  llvm::DenseMap<const llvm::GlobalVariable *, uint64_t> Globals;
  std::vector<std::unique_ptr<std::vector<uint8_t>>> Constants;
  /// The bytes of pointers: an address is the number of a segment and the
  /// offset in it. Those of constants come first.
  std::vector<Segment> Segments;
};

} // namespace ompscan::plugin

#endif // OMPSCAN_PLUGIN_PROOF_EVALUATOR_H

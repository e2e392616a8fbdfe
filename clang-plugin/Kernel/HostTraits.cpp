//===- HostTraits.cpp - What pays on the host's cores
//----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Kernel/HostTraits.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace ompscan::plugin;

/// Whether \p T has integers only.
static bool isOfIntegers(QualType T, const ASTContext &Context) {
  T = Context.getBaseElementType(T);
  const RecordDecl *Record = T->getAsRecordDecl();
  if (!Record)
    return T->isIntegralOrEnumerationType();
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!isOfIntegers(Base.getType(), Context))
        return false;
  return llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
    return isOfIntegers(Field->getType(), Context);
  });
}

bool ompscan::plugin::combinesIntegers(const ScanLoop &Loop,
                                       const ASTContext &Context) {
  const Item &I = Loop.Items.front();
  if (Loop.Items.size() != 1 || I.isList() || I.isFunction())
    return false;
  constexpr int64_t FewBytes = 16;
  if (I.Op == Operator::Declared)
    return isOfIntegers(I.Type, Context) &&
           Context.getTypeSizeInChars(I.Type).getQuantity() > FewBytes;
  return I.Type->isIntegralOrEnumerationType() && I.Op != Operator::Mul;
}

/// Whether \p T is float or double.
static bool isFloating(QualType T) {
  return T->isSpecificBuiltinType(BuiltinType::Float) ||
         T->isSpecificBuiltinType(BuiltinType::Double);
}

bool ompscan::plugin::hasPowers(const KernelHooks &S) {
  const Item &I = S.Loop.Items.front();
  return S.Loop.Items.size() == 1 && I.isLinear() && !S.Loop.isBatch() &&
         S.Loop.hasSteadyFactors(I);
}

bool ompscan::plugin::waitsForResults(const KernelHooks &S) {
  const Item &I = S.Loop.Items.front();
  if (S.Loop.Items.size() != 1 || I.isList() || !isFloating(I.Type))
    return false;
  const FunctionCode *Function = S.Items.front().function();
  return I.Op == Operator::Add || hasPowers(S) ||
         (I.Op == Operator::Affine && !Function->isApplied() &&
          !Function->isRestartedSum());
}

// Besides these, integers of 1 or 2 bytes, a minimum or maximum of 4 bytes, and
// exponentials and logarithms are in vectors (templates/native-scan.cl,
// native-vectors.cl, native-lanes.cl). On a Xeon all of them take 0.4 to 0.8 of
// the time. Other integers, minimum, maximum and product of floating-point
// numbers, and several items take 0.8 to 1.5 times as long.
bool ompscan::plugin::isFastAlone(const KernelHooks &S, unsigned Traits) {
  const ScanLoop &Loop = S.Loop;
  const Item &I = Loop.Items.front();
  if (Loop.Items.size() != 1 || I.isList() || (Traits & OMPSCAN_TRAIT_IS_FOLD))
    return false;
  if (S.CombineCalls == LibraryCalls::Math)
    return true;
  const bool IsExtremum = traits(I.Op).Family == OperatorFamily::Extremum;
  if (IsExtremum && (Traits & OMPSCAN_TRAIT_HAS_VECTORS) &&
      !S.Items.front().vectorOperator().empty() && Loop.Fills.empty())
    return true;
  if (isFloating(I.Type))
    return waitsForResults(S);
  constexpr unsigned Needed =
      OMPSCAN_TRAIT_IS_INTEGER | OMPSCAN_TRAIT_HAS_VECTORS;
  return (Traits & Needed) == Needed &&
         S.Context.getTypeSizeInChars(I.Type).getQuantity() <= 2;
}

// The total of a tile takes longer than its scan, which applies functions one
// by one. On two cores of a Xeon, loops with `rational`, and with `last` beside
// a sum, take 1.0 to 1.2 times as long as they are written, arrays of `double`
// that are computed from their last two values 1.4 times, and of `float` from
// their last four values 1.1 times, unless the powers of a matrix serve.
// Accumulators that use each other take less: as written, each operation waits
// for the last one.
bool ompscan::plugin::needsThreads(const KernelHooks &S) {
  return llvm::any_of(
      llvm::zip_equal(S.Items, S.Loop.Items), [&S](const auto &Each) {
        const auto &[Code, I] = Each;
        const FunctionCode *Function = Code.function();
        return Function &&
               (Function->isRational() ||
                (S.Items.size() > 1 && Function->isApplied()) ||
                (I.isLinear() && I.isArray() && !hasPowers(S) &&
                 (S.Context.getTypeSize(I.Type) > 32 || I.order() > 2)));
      });
}

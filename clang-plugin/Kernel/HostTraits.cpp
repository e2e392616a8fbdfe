//===- HostTraits.cpp - What pays on the host's cores ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/HostTraits.h"
#include "AST/Expressions.h"
#include "AST/TreeWalk.h"
#include "Analysis/Expressions/Work.h"
#include "Nest/Statement.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"

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

bool ompscan::plugin::isReductionFastAlone(const ScanLoop &Loop) {
  bool HasInnerLoop = false;
  nest::forEachStatement(Loop.body(), [&](const nest::Statement &Each) {
    HasInnerLoop |= isa<nest::InnerLoop>(&Each);
  });
  return !HasInnerLoop && !Loop.Items.empty() &&
         llvm::all_of(Loop.Items, [](const Item &I) {
           return !I.isList() && !I.Declared && isFloating(I.Type);
         });
}

bool ompscan::plugin::reducesExtrema(const ScanLoop &Loop) {
  return llvm::any_of(Loop.Items, [](const Item &I) {
    return traits(I.Op).Family == OperatorFamily::Extremum;
  });
}

/// Whether \p E, an expression of the body of \p Loop, names its variable
/// outside of subscripts, and of stored values without branches.
static bool namesVariable(const Expr &E, const ScanLoop &Loop) {
  const auto IsStored = [&E](const Selection::Move &M) {
    return llvm::any_of(M.Sources, [&E](const Selection::Move::Source &From) {
      return From.Value == &E;
    });
  };
  const auto Branches = [](const Expr *Sub) {
    const auto *Op = dyn_cast<BinaryOperator>(Sub);
    return isa<AbstractConditionalOperator>(Sub) ||
           (Op && (Op->isComparisonOp() || Op->isLogicalOp()));
  };
  if (isa<ArraySubscriptExpr>(&E) ||
      (llvm::any_of(Loop.selection()->Moves, IsStored) && !anyOf(&E, Branches)))
    return false;
  const VarDecl *Var = variableOf(&E);
  return (Var && Loop.isInduction(Var)) ||
         llvm::any_of(operands(&E), [&Loop](const Expr *Sub) {
           return namesVariable(*Sub, Loop);
         });
}

/// Whether the compiler makes vectors of the iterations of the selection \p S,
/// which reads \p A. AVX2 has loads under a condition for elements of 4 and 8
/// bytes.
static bool isInVectors(const KernelHooks &S, const ArrayUse &A) {
  constexpr int64_t Least = 4;
  const bool MayBeSome =
      S.Context.getTypeSizeInChars(A.Element).getQuantity() >= Least;
  return llvm::all_of(A.Accesses, [MayBeSome](const Access &Each) {
    return Each.Guards.empty() &&
           (Each.Kind == AccessKind::Counted ||
            (Each.hasStride(1) && (Each.Kind == AccessKind::Read ||
                                   (MayBeSome && Each.isFormulaRead()))));
  });
}

// The code is in templates/native-compress.cl. Item by item, one core of an AMD
// EPYC takes 1.2 to 2.5 times as long as the loop as it is written if its
// branch is predictable, so the compiler has to make vectors: of few
// operations, without calls, on neighbouring elements.
//
// A condition must not compare the loop's variable: behind `i == 0` LLVM
// replaces it in addresses, and LLVM 22.1 then makes vectors that load from the
// address of an iteration which does not load (the loop vectorizer takes the
// address of the first lane, and has blended it by the masks of all). Remove
// this when no supported release does so any more.
bool ompscan::plugin::isSelectionFastAlone(const KernelHooks &S,
                                           uint64_t MovedSize) {
  constexpr unsigned MostWork = 3;
  const ScanLoop &Loop = S.Loop;
  const llvm::Triple &Host = S.Context.getTargetInfo().getTriple();
  const unsigned Work = workOf(Loop);
  bool NamesVariable = false;
  nest::forEachStatement(Loop.body(), [&](const nest::Statement &Each) {
    nest::forEachExpression(
        Each, [&](const Expr &E) { NamesVariable |= namesVariable(E, Loop); });
  });
  return Host.getArch() == llvm::Triple::x86_64 && MovedSize <= 8 &&
         llvm::isPowerOf2_64(MovedSize) && Loop.Items.size() == 1 &&
         Work != 0 && Work <= MostWork && !Loop.selection()->LastKept.Element &&
         !NamesVariable && llvm::all_of(Loop.Arrays, [&S](const ArrayUse &A) {
           return isInVectors(S, A);
         });
}

// The total of a tile takes longer than its scan, which applies functions one
// by one. On two cores of a Xeon, loops with `rational`, and with `last` beside
// a sum, take 1.0 to 1.2 times as long as they are written, arrays of `double`
// that are computed from their last two values 1.4 times, and of `float` from
// their last four values 1.1 times, unless the powers of a matrix serve.
// Automata of 8 states take twice as long.
// Accumulators that use each other take less: as written, each operation waits
// for the last one.
bool ompscan::plugin::needsThreads(const KernelHooks &S) {
  return llvm::any_of(
      llvm::zip_equal(S.Items, S.Loop.Items), [&S](const auto &Each) {
        const auto &[Code, I] = Each;
        const FunctionCode *Function = Code.function();
        return Function &&
               (Function->isRational() || I.Op == Operator::Table ||
                (S.Items.size() > 1 && Function->isApplied()) ||
                (I.isLinear() && I.isArray() && !hasPowers(S) &&
                 (S.Context.getTypeSize(I.Type) > 32 || I.order() > 2)));
      });
}

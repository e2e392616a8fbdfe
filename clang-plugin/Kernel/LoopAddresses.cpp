//===- LoopAddresses.cpp - Addresses in loops of kernels ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/LoopAddresses.h"
#include "Support/ClangCompat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace ompscan::plugin;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The addresses of one loop.
class LoopAddresses {
public:
  LoopAddresses(llvm::Loop &L, llvm::ScalarEvolution &SE,
                const llvm::TargetTransformInfo &Target)
      : L(L), SE(SE), Target(Target) {}

  /// Whether all addresses can have the form.
  bool read();
  void rewrite();

private:
  /// A base + Scale * a counter + Offset.
  struct Address {
    llvm::Use *Place;
    int64_t Scale, Offset;
  };
  /// Whether an instruction that accesses a \p Type adds a base, \p Scale times
  /// a counter, and \p Offset.
  bool isLegal(llvm::Type *Type, int64_t Scale, int64_t Offset) const {
    return Target.isLegalAddressingMode(Type, /*BaseGV=*/nullptr, Offset,
                                        /*HasBaseReg=*/true, Scale);
  }
  void findCounter();
  bool readAccess(llvm::Instruction &I);
  bool readAddress(llvm::Use &Place, llvm::Type *Type);
  llvm::Value *byteCounter(int64_t Advance);
  void hideCounters();

  llvm::Loop &L;
  llvm::ScalarEvolution &SE;
  const llvm::TargetTransformInfo &Target;
  /// Has to be legal with a scale.
  static constexpr int64_t AnyOffset = 8;
  llvm::PHINode *Counter = nullptr;
  const llvm::SCEV *First = nullptr; ///< the value that it begins with
  int64_t Step = 0;                  ///< by which it advances
  /// The bases and, 0 for the counter, the advance of their counters.
  llvm::MapVector<std::pair<const llvm::SCEV *, int64_t>,
                  llvm::SmallVector<Address, 4>>
      Bases;
  /// The counters of bytes, by their advance.
  llvm::SmallDenseMap<int64_t, llvm::Value *, 2> ByteCounters;
};

} // namespace

/// The constant that \p S, which advances in \p L, advances by; 0 if there is
/// none.
static int64_t stepOf(const llvm::SCEV *S, const llvm::Loop &L,
                      llvm::ScalarEvolution &SE) {
  const auto *Advance = dyn_cast<llvm::SCEVAddRecExpr>(S);
  if (!Advance || Advance->getLoop() != &L || !Advance->isAffine())
    return 0;
  const auto *Step =
      dyn_cast<llvm::SCEVConstant>(Advance->getStepRecurrence(SE));
  return Step && Step->getAPInt().isSignedIntN(32)
             ? Step->getAPInt().getSExtValue()
             : 0;
}

/// Chooses the integer that addresses are computed with: one as wide as they
/// are, whose steps are the smallest.
void LoopAddresses::findCounter() {
  for (llvm::PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy(64))
      continue;
    const llvm::SCEV *const S = SE.getSCEV(&Phi);
    const int64_t Own = stepOf(S, L, SE);
    if (Own <= 0 || (Counter && Own >= Step))
      continue;
    Counter = &Phi;
    Step = Own;
    First = cast<llvm::SCEVAddRecExpr>(S)->getStart();
  }
}

/// Reads \p Place, where a \p Type is accessed.
bool LoopAddresses::readAddress(llvm::Use &Place, llvm::Type *Type) {
  llvm::Value *const Pointer = Place.get();
  if (!Pointer->getType()->isPointerTy() || L.isLoopInvariant(Pointer))
    return true;
  const llvm::SCEV *const S = SE.getSCEV(Pointer);
  if (!SE.hasComputableLoopEvolution(S, &L))
    return true; // It depends on data.
  const int64_t Advance = stepOf(S, L, SE);
  if (Advance == 0)
    return false;
  const bool HasScale = Counter && Advance % Step == 0 &&
                        isLegal(Type, Advance / Step, AnyOffset);
  const int64_t Scale = HasScale ? Advance / Step : 1;
  const llvm::SCEV *Base = cast<llvm::SCEVAddRecExpr>(S)->getStart();
  if (HasScale)
    Base = SE.getMinusSCEV(
        Base,
        SE.getMulExpr(First, SE.getConstant(First->getType(), uint64_t(Scale),
                                            /*isSigned=*/true)));
  int64_t Offset = 0;
  if (const auto *Sum = dyn_cast<llvm::SCEVAddExpr>(Base))
    if (const auto *C = dyn_cast<llvm::SCEVConstant>(Sum->getOperand(0)))
      if (C->getAPInt().isSignedIntN(31)) {
        Offset = C->getAPInt().getSExtValue();
        Base = SE.getMinusSCEV(Base, C);
      }
  if (!Base->getType()->isPointerTy() || !isLegal(Type, Scale, Offset))
    return false;
  Bases[{Base, HasScale ? 0 : Advance}].push_back({&Place, Scale, Offset});
  return true;
}

/// Whether \p I, an instruction of the loop, accesses nothing, or what is at
/// such addresses, and computes nothing else that strength reduction helps.
bool LoopAddresses::readAccess(llvm::Instruction &I) {
  if (auto *Load = dyn_cast<llvm::LoadInst>(&I))
    return readAddress(Load->getOperandUse(0), Load->getType());
  if (auto *Store = dyn_cast<llvm::StoreInst>(&I))
    return !Store->getValueOperand()->getType()->isPointerTy() &&
           readAddress(Store->getOperandUse(1),
                       Store->getValueOperand()->getType());
  if (auto *Call = dyn_cast<llvm::CallBase>(&I)) {
    if (!isa<llvm::IntrinsicInst>(I) && !Call->isInlineAsm())
      return false;
    return llvm::all_of(Call->args(), [this](llvm::Use &Each) {
      return readAddress(Each, llvm::Type::getInt8Ty(Each->getContext()));
    });
  }
  // An address that is not only accessed.
  if (!isa<llvm::GetElementPtrInst, llvm::PHINode>(I) &&
      llvm::any_of(I.operands(), [this](const llvm::Use &Each) {
        return Each->getType()->isPointerTy() && !L.isLoopInvariant(Each);
      }))
    return false;
  // A product with the counter.
  return !isa<llvm::BinaryOperator>(I) ||
         I.getOpcode() != llvm::Instruction::Mul ||
         !SE.isSCEVable(I.getType()) ||
         !SE.hasComputableLoopEvolution(SE.getSCEV(&I), &L);
}

bool LoopAddresses::read() {
  constexpr size_t MaxBases = 8; // half of the registers of x86-64
  if (!L.getLoopPreheader() || !L.getLoopLatch() ||
      !isLegal(llvm::Type::getInt8Ty(L.getHeader()->getContext()), /*Scale=*/1,
               AnyOffset))
    return false;
  findCounter();
  for (llvm::BasicBlock *Block : L.blocks())
    for (llvm::Instruction &Each : *Block)
      if (!readAccess(Each))
        return false;
  auto Expander = compat::makeExpander<llvm::SCEVExpander>(SE, "base");
  return Bases.size() <= MaxBases && llvm::all_of(Bases, [&](const auto &Each) {
           return Expander.isSafeToExpandAt(
               Each.first.first, L.getLoopPreheader()->getTerminator());
         });
}

/// Puts a function that has no meaning for scalar evolution in front of the
/// next value of each counter: the value itself.
void LoopAddresses::hideCounters() {
  llvm::BasicBlock *const Latch = L.getLoopLatch();
  for (llvm::PHINode &Phi : L.getHeader()->phis()) {
    if (!SE.isSCEVable(Phi.getType()))
      continue;
    auto *const Next =
        dyn_cast<llvm::Instruction>(Phi.getIncomingValueForBlock(Latch));
    if (!Next || isa<llvm::FreezeInst>(Next) || !L.contains(Next) ||
        stepOf(SE.getSCEV(&Phi), L, SE) == 0)
      continue;
    const auto Behind = isa<llvm::PHINode>(Next)
                            ? Next->getParent()->getFirstInsertionPt()
                            : std::next(Next->getIterator());
    auto *const Hidden = cast<llvm::Instruction>(
        llvm::IRBuilder<>(Next->getParent(), Behind).CreateFreeze(Next));
    Next->replaceUsesWithIf(
        Hidden, [Hidden](const llvm::Use &U) { return U.getUser() != Hidden; });
  }
}

/// A counter from 0 that advances by \p Advance.
llvm::Value *LoopAddresses::byteCounter(int64_t Advance) {
  llvm::Value *&Known = ByteCounters[Advance];
  if (Known)
    return Known;
  llvm::BasicBlock *const Header = L.getHeader();
  llvm::IRBuilder<> B(Header, Header->begin());
  llvm::PHINode *const Bytes = B.CreatePHI(B.getInt64Ty(), 2);
  B.SetInsertPoint(L.getLoopLatch()->getTerminator());
  Bytes->addIncoming(B.getInt64(0), L.getLoopPreheader());
  Bytes->addIncoming(B.CreateAdd(Bytes, B.getInt64(uint64_t(Advance))),
                     L.getLoopLatch());
  return Known = Bytes;
}

void LoopAddresses::rewrite() {
  auto Expander = compat::makeExpander<llvm::SCEVExpander>(SE, "base");
  llvm::SmallVector<llvm::WeakTrackingVH, 16> Old;
  for (auto &[Of, Addresses] : Bases) {
    const auto &[Base, Advance] = Of;
    llvm::Value *const Start = Expander.expandCodeFor(
        Base, Base->getType(), L.getLoopPreheader()->getTerminator());
    llvm::Value *const Count = Advance ? byteCounter(Advance) : Counter;
    for (const Address &Each : Addresses) {
      llvm::IRBuilder<> B(cast<llvm::Instruction>(Each.Place->getUser()));
      llvm::Type *const Byte = B.getInt8Ty();
      llvm::Value *Place = B.CreateGEP(
          llvm::ArrayType::get(Byte, uint64_t(Each.Scale)), Start, Count);
      if (Each.Offset != 0)
        Place = B.CreateGEP(Byte, Place, B.getInt64(uint64_t(Each.Offset)));
      Old.emplace_back(Each.Place->get());
      Each.Place->set(Place);
    }
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(Old);
  llvm::SmallVector<llvm::PHINode *, 8> Phis;
  for (llvm::PHINode &Phi : L.getHeader()->phis())
    Phis.push_back(&Phi);
  for (llvm::PHINode *Each : Phis)
    llvm::RecursivelyDeleteDeadPHINode(Each);
  hideCounters();
}

/// Whether \p V may be a sum that scalar evolution sees, computed outside of \p
/// L.
static bool isSum(const llvm::Value *V, const llvm::Loop &L) {
  return isa<llvm::GetElementPtrInst, llvm::BinaryOperator>(V) &&
         L.isLoopInvariant(V) &&
         (V->getType()->isPointerTy() || V->getType()->isIntegerTy());
}

/// Freezes the values that address computations in \p L take from outside, so
/// that scalar evolution sees a base and a step, and not the sums that the base
/// is made of.
static void freezeBases(llvm::Loop &L) {
  llvm::BasicBlock *const Before = L.getLoopPreheader();
  if (!Before)
    return;
  llvm::SmallDenseMap<llvm::Value *, llvm::Value *> Frozen;
  for (llvm::BasicBlock *Block : L.blocks())
    for (llvm::Instruction &Each : *Block) {
      if (!isa<llvm::GetElementPtrInst, llvm::BinaryOperator>(Each))
        continue;
      for (llvm::Use &Operand : Each.operands()) {
        if (!isSum(Operand, L))
          continue;
        llvm::Value *&Base = Frozen[Operand];
        if (!Base)
          Base =
              llvm::IRBuilder<>(Before->getTerminator()).CreateFreeze(Operand);
        Operand = Base;
      }
    }
}

llvm::PreservedAnalyses
LoopAddressesPass::run(llvm::Function &F,
                       llvm::FunctionAnalysisManager &Analyses) {
  const auto &Loops = Analyses.getResult<llvm::LoopAnalysis>(F);
  llvm::SmallVector<llvm::Loop *, 8> Innermost;
  for (llvm::Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost()) {
      freezeBases(*L);
      Innermost.push_back(L);
    }
  auto &SE = Analyses.getResult<llvm::ScalarEvolutionAnalysis>(F);
  SE.forgetAllLoops();
  const auto &Target = Analyses.getResult<llvm::TargetIRAnalysis>(F);
  for (llvm::Loop *L : Innermost) {
    LoopAddresses Addresses(*L, SE, Target);
    if (Addresses.read())
      Addresses.rewrite();
  }
  llvm::PreservedAnalyses Kept;
  Kept.preserveSet<llvm::CFGAnalyses>();
  return Kept;
}

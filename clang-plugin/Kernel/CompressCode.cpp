//===- CompressCode.cpp - Kept elements by permutations -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/CompressCode.h"
#include "Support/ClangCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace ompscan::plugin;

static constexpr llvm::StringLiteral CompressName = "ompscan_compress";

/// The argument number \p I of \p Call, a constant.
static unsigned numberOf(const llvm::CallInst &Call, unsigned I) {
  return unsigned(
      llvm::cast<llvm::ConstantInt>(Call.getArgOperand(I))->getZExtValue());
}

/// The size of the elements of \p Call, of `ompscan_compress`.
static unsigned sizeOf(const llvm::CallInst &Call) { return numberOf(Call, 3); }

namespace {

/// Builds the instructions for a call of `ompscan_compress` in front of it.
class CompressBuilder {
public:
  explicit CompressBuilder(llvm::CallInst &Call)
      : Call(Call), B(&Call), Size(sizeOf(Call)), Elements(numberOf(Call, 4)),
        Kept(B.getInt32(0)) {}

  llvm::Value *build(Compression How);

private:
  /// How AVX2 permutes elements.
  struct Permutation {
    unsigned Count; ///< of elements
    unsigned Parts; ///< of each, with an index of its own
    unsigned PartBits;
    unsigned VectorParts; ///< that the instruction takes
    llvm::Intrinsic::ID Instruction;

    unsigned parts() const { return Count * Parts; }
  };
  Permutation permutation() const {
    return Size >= 4 ? Permutation{Size == 8 ? 4u : 8u, Size / 4, 32, 8,
                                   llvm::Intrinsic::x86_avx2_permd}
                     : Permutation{8, Size, 8, 16,
                                   llvm::Intrinsic::x86_ssse3_pshuf_b_128};
  }

  llvm::FixedVectorType *vector(unsigned Bits, unsigned Count) {
    return llvm::FixedVectorType::get(B.getIntNTy(Bits), Count);
  }
  llvm::GlobalVariable *indexTable(const Permutation &P) const;
  llvm::Value *resized(llvm::Value *V, unsigned Count);
  void permute(const Permutation &P, unsigned First);
  void compress(unsigned First, unsigned Count);
  llvm::Value *load(llvm::Type *T, unsigned Argument, unsigned ElementSize,
                    unsigned First);
  void store(llvm::Value *V, llvm::Value *Number);

  llvm::CallInst &Call;
  llvm::IRBuilder<> B;
  const unsigned Size;
  const unsigned Elements; ///< that the call brings together
  llvm::Value *Kept;       ///< The number of elements stored so far.
};

} // namespace

/// A table whose entry for a set of elements has a byte for each of their
/// parts, in order: the number of the part. Programs share it.
llvm::GlobalVariable *CompressBuilder::indexTable(const Permutation &P) const {
  llvm::Module &Native = *Call.getModule();
  const std::string Name = "__ompscan_compress_" + std::to_string(P.Count) +
                           "_" + std::to_string(P.Parts);
  if (llvm::GlobalVariable *Known = Native.getNamedGlobal(Name))
    return Known;
  llvm::SmallVector<uint8_t, 0> Bytes;
  for (unsigned Set = 0; Set != 1u << P.Count; ++Set) {
    for (unsigned Part = 0; Part != P.parts(); ++Part)
      if (Set >> (Part / P.Parts) & 1)
        Bytes.push_back(uint8_t(Part));
    Bytes.resize((Set + 1) * P.parts());
  }
  llvm::Constant *Data =
      llvm::ConstantDataArray::get(Native.getContext(), Bytes);
  auto *Table = new llvm::GlobalVariable(
      Native, Data->getType(), /*isConstant=*/true,
      llvm::GlobalValue::LinkOnceODRLinkage, Data, Name);
  Table->setVisibility(llvm::GlobalValue::HiddenVisibility);
  Table->setAlignment(llvm::Align(64));
  if (llvm::Triple(Native.getTargetTriple()).supportsCOMDAT())
    Table->setComdat(Native.getOrInsertComdat(Name));
  return Table;
}

/// \p V with \p Count elements: its own first ones, and any others.
llvm::Value *CompressBuilder::resized(llvm::Value *V, unsigned Count) {
  const unsigned Own =
      llvm::cast<llvm::FixedVectorType>(V->getType())->getNumElements();
  if (Own == Count)
    return V;
  llvm::SmallVector<int, 16> Mask;
  for (unsigned I = 0; I != Count; ++I)
    Mask.push_back(int(std::min(I, Own - 1)));
  return B.CreateShuffleVector(V, Mask);
}

/// Loads a \p T from element \p First on of those that \p Argument points to,
/// of
/// \p ElementSize bytes.
llvm::Value *CompressBuilder::load(llvm::Type *T, unsigned Argument,
                                   unsigned ElementSize, unsigned First) {
  llvm::Value *const Place = B.CreateConstInBoundsGEP1_64(
      B.getIntNTy(8 * ElementSize), Call.getArgOperand(Argument), First);
  return B.CreateAlignedLoad(T, Place, llvm::Align(ElementSize));
}

/// Stores \p V, whose first \p Number elements are kept, behind those before.
void CompressBuilder::store(llvm::Value *V, llvm::Value *Number) {
  llvm::Value *const Place =
      B.CreateInBoundsGEP(B.getIntNTy(8 * Size), Call.getArgOperand(0),
                          B.CreateZExt(Kept, B.getInt64Ty()));
  B.CreateAlignedStore(V, Place, llvm::Align(Size));
  Kept = B.CreateAdd(Kept, B.CreateZExtOrTrunc(Number, B.getInt32Ty()));
}

/// Brings the elements from \p First on together by a permutation.
void CompressBuilder::permute(const Permutation &P, unsigned First) {
  // A mark is a byte, 0 or 1; that of element I becomes bit I.
  llvm::Type *const Word = B.getIntNTy(8 * P.Count);
  llvm::Value *const Marks = load(Word, /*Argument=*/2, 1, First);
  uint64_t Factor = 0;
  for (unsigned I = 0; I != P.Count; ++I)
    Factor |= uint64_t(1) << (8 * (P.Count - 1) - 7 * I);
  llvm::Value *const Set =
      B.CreateLShr(B.CreateMul(Marks, llvm::ConstantInt::get(Word, Factor)),
                   8 * (P.Count - 1));

  llvm::Type *const Entry = vector(8, P.parts());
  llvm::Type *const Vector = vector(P.PartBits, P.parts());
  llvm::Value *const Place = B.CreateInBoundsGEP(
      Entry, indexTable(P), B.CreateZExt(Set, B.getInt64Ty()));
  llvm::Value *const Indices = B.CreateZExt(
      B.CreateAlignedLoad(Entry, Place, llvm::Align(P.parts())), Vector);
  llvm::Value *const From = load(Vector, /*Argument=*/1, Size, First);
  llvm::Value *const All = B.CreateIntrinsic(
      P.Instruction, {},
      {resized(From, P.VectorParts), resized(Indices, P.VectorParts)});
  store(resized(All, P.parts()),
        B.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, Set));
}

/// Brings the \p Count elements from \p First on together by an instruction.
void CompressBuilder::compress(unsigned First, unsigned Count) {
  llvm::Type *const Vector = vector(8 * Size, Count);
  llvm::Value *const Marks = load(vector(8, Count), /*Argument=*/2, 1, First);
  llvm::Value *const Set =
      B.CreateICmpNE(Marks, llvm::Constant::getNullValue(Marks->getType()));
  llvm::Value *const From = load(Vector, /*Argument=*/1, Size, First);
  store(B.CreateIntrinsic(llvm::Intrinsic::x86_avx512_mask_compress, {Vector},
                          {From, llvm::Constant::getNullValue(Vector), Set}),
        B.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop,
                               B.CreateBitCast(Set, B.getIntNTy(Count))));
}

/// \returns the number of elements that are kept.
llvm::Value *CompressBuilder::build(Compression How) {
  const bool IsWide = How == Compression::ByInstructions && Size >= 4;
  // Vectors of 512 bits have to be legal also where loops get smaller ones.
  if (IsWide)
    Call.getFunction()->addFnAttr("min-legal-vector-width", "512");
  const unsigned Count = IsWide ? 64 / Size : permutation().Count;
  for (unsigned First = 0; First != Elements; First += Count)
    if (IsWide)
      compress(First, Count);
    else
      permute(permutation(), First);
  return Kept;
}

Compression ompscan::plugin::compressionOf(const llvm::Module &Native) {
  const auto Has = [&Native](llvm::StringRef Feature) {
    return llvm::any_of(Native, [&](const llvm::Function &F) {
      return F.getFnAttribute("target-features")
          .getValueAsString()
          .contains(Feature);
    });
  };
  return Has("+avx512f") ? Compression::ByInstructions
         : Has("+avx2")  ? Compression::ByPermutations
                         : Compression::None;
}

bool ompscan::plugin::hasWideCompression(const llvm::Module &Native) {
  const llvm::Function *const Function = Native.getFunction(CompressName);
  return Function && llvm::any_of(Function->users(), [](const llvm::User *U) {
           return sizeOf(*llvm::cast<llvm::CallInst>(U)) >= 4;
         });
}

/// Replaces every call of the function \p Name by the result of \p Replace, and
/// removes the function.
template <typename ReplaceT>
static void replaceCalls(llvm::Module &Native, llvm::StringRef Name,
                         ReplaceT Replace) {
  llvm::Function *const Function = Native.getFunction(Name);
  if (!Function)
    return;
  for (llvm::User *Each : llvm::make_early_inc_range(Function->users())) {
    auto &Call = *llvm::cast<llvm::CallInst>(Each);
    Call.replaceAllUsesWith(Replace(Call));
    Call.eraseFromParent();
  }
  Function->eraseFromParent();
}

void ompscan::plugin::setCompression(llvm::Module &Native, Compression How) {
  const bool May = How != Compression::None;
  replaceCalls(Native, "ompscan_may_compress", [May](llvm::CallInst &Call) {
    return llvm::ConstantInt::get(Call.getType(), May);
  });
  replaceCalls(Native, CompressName,
               [May, How](llvm::CallInst &Call) -> llvm::Value * {
                 // Otherwise it is not reached.
                 return May ? CompressBuilder(Call).build(How)
                            : llvm::PoisonValue::get(Call.getType());
               });
}

//===- OperatorForm.cpp - Forms that prove associativity ------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/OperatorForm.h"
#include "Proof/LibraryCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <cmath>
#include <map>
#include <set>

using namespace ompscan::plugin;
using llvm::Instruction;

namespace {

/// A field of the result (0), or of an operand (1, 2).
struct Part {
  unsigned Parameter;
  unsigned Field;
};

/// The number of Part::Field for bytes between fields.
constexpr unsigned Padding = ~0u;

/// The field that the \p Bits at \p Pointer are, or Padding; std::nullopt if
/// they are something else.
std::optional<Part> partAt(const llvm::Value *Pointer, uint64_t Bits,
                           const llvm::Function &F, const ValueLayout &Layout) {
  const llvm::DataLayout &DL = F.getParent()->getDataLayout();
  llvm::APInt Offset(64, 0);
  const llvm::Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  const auto *Parameter = llvm::dyn_cast<llvm::Argument>(Base);
  if (!Parameter)
    return std::nullopt;
  const uint64_t Begin = Offset.getZExtValue() * 8;
  const uint64_t End = Begin + Bits;
  for (size_t I = 0; I != Layout.fields().size(); ++I) {
    const Field &Own = Layout.fields()[I];
    if (Own.Offset == Begin && Own.Offset + Own.Width == End)
      return Part{Parameter->getArgNo(), unsigned(I)};
    if (Own.Offset < End && Begin < Own.Offset + Own.Width)
      return std::nullopt;
  }
  return Part{Parameter->getArgNo(), Padding};
}

/// The field that a value of type \p T at \p Pointer is, as above.
std::optional<Part> partAt(const llvm::Value *Pointer, llvm::Type *T,
                           const llvm::Function &F, const ValueLayout &Layout) {
  const llvm::DataLayout &DL = F.getParent()->getDataLayout();
  return partAt(Pointer, DL.getTypeStoreSizeInBits(T).getFixedValue(), F,
                Layout);
}

/// Whether \p I has no effect on fields. Padding may be in variables of its
/// own.
bool isNothing(const llvm::Instruction &I, const ValueLayout &Layout) {
  if (llvm::isa<llvm::GetElementPtrInst, llvm::AllocaInst>(I) ||
      I.isTerminator())
    return true;
  const auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  if (!Call || Call->isAssumeLikeIntrinsic())
    return Call != nullptr;
  const auto *Copy = llvm::dyn_cast<llvm::MemCpyInst>(Call);
  const auto *Size =
      Copy ? llvm::dyn_cast<llvm::ConstantInt>(Copy->getLength()) : nullptr;
  const auto IsPadding = [&](const llvm::Value *Pointer) {
    if (llvm::isa<llvm::AllocaInst>(Pointer))
      return true;
    const std::optional<Part> At =
        partAt(Pointer, Size->getZExtValue() * 8, *I.getFunction(), Layout);
    return At && At->Field == Padding;
  };
  return Size && IsPadding(Copy->getRawDest()) &&
         IsPadding(Copy->getRawSource());
}

/// Variables with their powers, in order: v1 v1 v3.
using Monomial = std::vector<uint16_t>;
constexpr size_t MostTerms = 4096;

/// A polynomial over integers modulo 2^Valid, or over floating-point numbers.
struct Polynomial {
  bool IsFloating = false;
  /// The number of low bits that it gives.
  unsigned Valid = 64;
  std::map<Monomial, uint64_t> Integers = {};
  std::map<Monomial, double> Floats = {};

  size_t size() const { return Integers.size() + Floats.size(); }
};

template <typename T>
void addTo(std::map<Monomial, T> &To, const std::map<Monomial, T> &From,
           T Factor) {
  for (const auto &[M, C] : From)
    To[M] += Factor * C;
}

template <typename T>
std::map<Monomial, T> product(const std::map<Monomial, T> &A,
                              const std::map<Monomial, T> &B) {
  std::map<Monomial, T> Result;
  for (const auto &[M, C] : A)
    for (const auto &[N, D] : B) {
      Monomial Both;
      std::merge(M.begin(), M.end(), N.begin(), N.end(),
                 std::back_inserter(Both));
      Result[Both] += C * D;
    }
  return Result;
}

using Polynomials = std::vector<Polynomial>;

/// Runs a function on polynomials.
class PolynomialRun {
public:
  PolynomialRun(const llvm::Function &F, const ValueLayout &Layout)
      : F(F), Layout(Layout) {}

  /// The members of the result; none if there is another operation.
  std::optional<Polynomials> run(const Polynomials &A, const Polynomials &B);

private:
  std::optional<Polynomial> valueOf(const llvm::Value *V) const;
  std::optional<Polynomial> compute(const llvm::Instruction &I) const;

  const llvm::Function &F;
  const ValueLayout &Layout;
  llvm::DenseMap<const llvm::Value *, Polynomial> Values;
};

} // namespace

std::optional<Polynomial> PolynomialRun::valueOf(const llvm::Value *V) const {
  Polynomial P;
  if (const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(V)) {
    if (Int->getBitWidth() > 64)
      return std::nullopt;
    P.Integers[{}] = uint64_t(Int->getSExtValue());
    P.Valid = Int->getBitWidth();
    return P;
  }
  if (const auto *Float = llvm::dyn_cast<llvm::ConstantFP>(V)) {
    if (!V->getType()->isFloatTy() && !V->getType()->isDoubleTy())
      return std::nullopt;
    P.IsFloating = true;
    P.Floats[{}] = V->getType()->isFloatTy()
                       ? double(Float->getValueAPF().convertToFloat())
                       : Float->getValueAPF().convertToDouble();
    return P;
  }
  const auto Known = Values.find(V);
  if (Known == Values.end())
    return std::nullopt;
  return Known->second;
}

std::optional<Polynomial>
PolynomialRun::compute(const llvm::Instruction &I) const {
  const std::optional<Polynomial> A = valueOf(I.getOperand(0));
  if (!A)
    return std::nullopt;
  Polynomial Result = *A;
  switch (I.getOpcode()) {
  case Instruction::FNeg:
    Result.Floats.clear();
    addTo(Result.Floats, A->Floats, -1.0);
    return Result;
  case Instruction::SExt:
  case Instruction::ZExt:
    return Result;
  case Instruction::Trunc:
    Result.Valid =
        std::min<unsigned>(A->Valid, I.getType()->getScalarSizeInBits());
    return Result;
  default:
    break;
  }
  if (I.getNumOperands() != 2)
    return std::nullopt;
  const std::optional<Polynomial> B = valueOf(I.getOperand(1));
  if (!B)
    return std::nullopt;
  Result.Valid = std::min(A->Valid, B->Valid);
  switch (I.getOpcode()) {
  case Instruction::Add:
    addTo(Result.Integers, B->Integers, uint64_t(1));
    break;
  case Instruction::Sub:
    addTo(Result.Integers, B->Integers, ~uint64_t(0));
    break;
  case Instruction::Mul:
    Result.Integers = product(A->Integers, B->Integers);
    break;
  case Instruction::FAdd:
    addTo(Result.Floats, B->Floats, 1.0);
    break;
  case Instruction::FSub:
    addTo(Result.Floats, B->Floats, -1.0);
    break;
  case Instruction::FMul:
    Result.Floats = product(A->Floats, B->Floats);
    break;
  default:
    return std::nullopt;
  }
  return Result;
}

std::optional<Polynomials> PolynomialRun::run(const Polynomials &A,
                                              const Polynomials &B) {
  Values.clear();
  std::vector<std::optional<Polynomial>> Stored(Layout.fields().size());
  for (const llvm::Instruction &I : F.getEntryBlock()) {
    if (isNothing(I, Layout))
      continue;
    if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I)) {
      const std::optional<Part> From =
          partAt(Load->getPointerOperand(), Load->getType(), F, Layout);
      if (!From || From->Parameter == 0)
        return std::nullopt;
      if (From->Field == Padding)
        continue;
      Values[&I] = (From->Parameter == 1 ? A : B)[From->Field];
    } else if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
      const llvm::Value *Value = Store->getValueOperand();
      const std::optional<Part> To =
          partAt(Store->getPointerOperand(), Value->getType(), F, Layout);
      if (!To || To->Parameter != 0)
        return std::nullopt;
      if (To->Field != Padding)
        Stored[To->Field] = valueOf(Value);
    } else if (std::optional<Polynomial> Value = compute(I);
               Value && Value->size() <= MostTerms) {
      Values[&I] = std::move(*Value);
    } else {
      return std::nullopt;
    }
  }
  Polynomials Result;
  for (size_t I = 0; I != Stored.size(); ++I) {
    const Field &Own = Layout.fields()[I];
    if (!Stored[I] ||
        (Own.Is != Field::Floating && Stored[I]->Valid < Own.Width))
      return std::nullopt;
    Result.push_back(std::move(*Stored[I]));
  }
  return Result;
}

/// The member \p F of both sides is the same.
static bool areEqual(const Polynomial &A, const Polynomial &B, const Field &F) {
  Polynomial Difference = A;
  addTo(Difference.Integers, B.Integers, ~uint64_t(0));
  addTo(Difference.Floats, B.Floats, -1.0);
  constexpr double Rounding = 1e-5; // of constants
  return llvm::all_of(Difference.Integers,
                      [&](const auto &Term) {
                        return (Term.second << (64 - F.Width)) == 0;
                      }) &&
         llvm::all_of(Difference.Floats, [&](const auto &Term) {
           const auto Own = A.Floats.find(Term.first);
           return std::fabs(Term.second) <=
                  Rounding *
                      (Own == A.Floats.end() ? 0 : std::fabs(Own->second));
         });
}

bool ompscan::plugin::isAssociativePolynomial(const llvm::Function &Combine,
                                              const ValueLayout &Layout) {
  constexpr size_t MostFields = 32;
  const std::vector<Field> &Fields = Layout.fields();
  if (Combine.size() != 1 || Fields.size() > MostFields)
    return false;
  uint16_t Next = 0;
  const auto Variables = [&] {
    Polynomials Result;
    for (const Field &F : Fields) {
      Polynomial P;
      P.IsFloating = F.Is == Field::Floating;
      P.Valid = F.Width;
      if (P.IsFloating)
        P.Floats[{Next++}] = 1;
      else
        P.Integers[{Next++}] = 1;
      Result.push_back(std::move(P));
    }
    return Result;
  };
  const Polynomials A = Variables(), B = Variables(), C = Variables();
  PolynomialRun Run(Combine, Layout);
  const auto AB = Run.run(A, B), BC = Run.run(B, C);
  if (!AB || !BC)
    return false;
  const auto Left = Run.run(*AB, C), Right = Run.run(A, *BC);
  if (!Left || !Right)
    return false;
  for (size_t I = 0; I != Fields.size(); ++I)
    if (!areEqual((*Left)[I], (*Right)[I], Fields[I]))
      return false;
  return true;
}

std::optional<FieldValues>
ompscan::plugin::bitPatterns(const llvm::Function &Combine,
                             const ValueLayout &Layout) {
  const auto IsUniform = [](const llvm::Value *V) {
    const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(V);
    return !llvm::isa<llvm::Constant>(V) ||
           (Int && (Int->isZero() || Int->isMinusOne()));
  };
  if (Combine.size() != 1)
    return std::nullopt;
  for (const llvm::Instruction &I : Combine.getEntryBlock()) {
    if (isNothing(I, Layout))
      continue;
    const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I);
    const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
    llvm::Type *const T =
        Store ? Store->getValueOperand()->getType() : I.getType();
    if (!T->isIntegerTy() ||
        (Load && !partAt(Load->getPointerOperand(), T, Combine, Layout)) ||
        (Store && !partAt(Store->getPointerOperand(), T, Combine, Layout)))
      return std::nullopt;
    if (!Load && !I.isBitwiseLogicOp() && !Store &&
        !llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst>(I))
      return std::nullopt;
    if (!Load && !llvm::all_of(I.operands(), IsUniform))
      return std::nullopt;
  }
  FieldValues Result;
  for (const Field &F : Layout.fields()) {
    if (!F.isInteger())
      return std::nullopt;
    Result.push_back({0, ~uint64_t(0) >> (64 - F.Width)});
  }
  return Result;
}

namespace {

/// Finds out which fields each value of a function may be.
class OrderRun {
public:
  OrderRun(const llvm::Function &F, const ValueLayout &Layout)
      : F(F), Layout(Layout), Constants(Layout.fields().size()) {}

  std::optional<FieldValues> run();

private:
  /// Fields, as bits; truth values and numbers made of them.
  struct Origin {
    uint64_t Fields = 0;
    bool IsTruth = false;
    bool IsZeroExtended = false;
    bool operator!=(const Origin &Other) const {
      return Fields != Other.Fields || IsTruth != Other.IsTruth ||
             IsZeroExtended != Other.IsZeroExtended;
    }
  };

  bool visit(const llvm::Instruction &I);
  bool visitOperands(const llvm::Instruction &I);
  Origin originOf(const llvm::Value *V) const;
  bool compares(const llvm::Value *A, const llvm::Value *B);
  bool orders(const llvm::Value *A, const llvm::Value *B, bool IsSigned);
  bool decides(const llvm::Instruction &I);
  bool isOfTruth(const llvm::Instruction &I) const;
  bool isExtremum(const llvm::CallInst &Call) const;
  bool store(const llvm::Value *Value, unsigned To);
  void set(const llvm::Value &V, Origin New) {
    Origin &Old = Origins[&V];
    New.Fields |= Old.Fields;
    New.IsTruth |= Old.IsTruth;
    New.IsZeroExtended |= Old.IsZeroExtended;
    HasChanged |= Old != New;
    Old = New;
  }

  const llvm::Function &F;
  const ValueLayout &Layout;
  llvm::DenseMap<const llvm::Value *, Origin> Origins;
  /// The constants that each field is compared with or set to.
  std::vector<std::set<int64_t>> Constants;
  bool HasChanged = false;
};

} // namespace

OrderRun::Origin OrderRun::originOf(const llvm::Value *V) const {
  return Origins.lookup(V);
}

/// Notes a comparison of \p A and \p B; false if it is not of one field.
bool OrderRun::compares(const llvm::Value *A, const llvm::Value *B) {
  const Origin Of = originOf(A), With = originOf(B);
  const uint64_t Both = Of.Fields | With.Fields;
  if (Both & (Both - 1))
    return false;
  if ((Of.IsTruth || With.IsTruth) && Both)
    return false;
  for (const llvm::Value *Each : {A, B}) {
    if (!llvm::isa<llvm::Constant>(Each) || !Both)
      continue;
    const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(Each);
    if (!Int || Int->getBitWidth() > 64)
      return false;
    for (size_t I = 0; I != Constants.size(); ++I)
      if (Both >> I & 1)
        Constants[I].insert(Int->getSExtValue());
  }
  return true;
}

/// Notes a comparison of \p A and \p B for which is less; false if it is not of
/// one field, or not by the order of the field's own type.
bool OrderRun::orders(const llvm::Value *A, const llvm::Value *B,
                      bool IsSigned) {
  const Origin Of = originOf(A), With = originOf(B);
  const bool IsOwnOrder =
      IsSigned && !Of.IsZeroExtended && !With.IsZeroExtended;
  for (size_t I = 0; I != Layout.fields().size(); ++I) {
    const Field &Own = Layout.fields()[I];
    if ((Of.Fields | With.Fields) >> I & 1 && Own.isInteger() &&
        (Own.Is == Field::Signed) != IsOwnOrder)
      return false;
  }
  return compares(A, B);
}

/// Notes the comparisons of \p I, if it makes any.
bool OrderRun::decides(const llvm::Instruction &I) {
  if (const auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&I))
    return Compare->isEquality()
               ? compares(I.getOperand(0), I.getOperand(1))
               : orders(I.getOperand(0), I.getOperand(1), Compare->isSigned());
  if (llvm::isa<llvm::FCmpInst>(I))
    return compares(I.getOperand(0), I.getOperand(1));
  if (const auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&I))
    return llvm::all_of(Switch->cases(), [&](const auto &Case) {
      return compares(Switch->getCondition(), Case.getCaseValue());
    });
  return true;
}

/// Whether the result of \p I, whose operands are truth values, 0 or 1, is one.
bool OrderRun::isOfTruth(const llvm::Instruction &I) const {
  if (I.getType()->isIntegerTy(1))
    return true;
  const bool Keeps = I.isBitwiseLogicOp() ||
                     llvm::isa<llvm::SelectInst, llvm::PHINode, llvm::ZExtInst,
                               llvm::TruncInst, llvm::FreezeInst>(I);
  return Keeps && llvm::all_of(I.operand_values(), [](const llvm::Value *V) {
           const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(V);
           return !llvm::isa<llvm::Constant>(V) ||
                  llvm::isa<llvm::UndefValue>(V) ||
                  (Int && Int->getValue().ule(1));
         });
}

bool OrderRun::isExtremum(const llvm::CallInst &Call) const {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee || Call.arg_size() != 2)
    return false;
  static constexpr llvm::StringLiteral Names[] = {
      "fmax", "fmin", "max", "min", "smax", "smin", "umax", "umin"};
  return llvm::is_contained(Names, libraryName(*Callee));
}

/// Notes that the field \p To of the result is \p Value.
bool OrderRun::store(const llvm::Value *Value, unsigned To) {
  const Origin Of = originOf(Value);
  const Field &Own = Layout.fields()[To];
  if (Of.Fields & ~(uint64_t(1) << To))
    return false;
  if (Own.Is == Field::Truth)
    return true;
  if (Of.IsTruth) {
    if (!Own.isInteger())
      return false;
    Constants[To].insert({0, 1});
  }
  if (const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(Value))
    Constants[To].insert(Int->getSExtValue());
  else if (llvm::isa<llvm::Constant>(Value))
    return false;
  return true;
}

bool OrderRun::visit(const llvm::Instruction &I) {
  if (!decides(I))
    return false;
  if (isNothing(I, Layout))
    return true;
  if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I)) {
    const std::optional<Part> From =
        partAt(Load->getPointerOperand(), I.getType(), F, Layout);
    if (!From || From->Parameter == 0)
      return false;
    if (From->Field == Padding)
      set(I, {});
    else if (Layout.fields()[From->Field].Is == Field::Truth)
      set(I, {0, true, false});
    else
      set(I, {uint64_t(1) << From->Field, false, false});
    return true;
  }
  if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
    const llvm::Value *Value = Store->getValueOperand();
    const std::optional<Part> To =
        partAt(Store->getPointerOperand(), Value->getType(), F, Layout);
    return To && To->Parameter == 0 &&
           (To->Field == Padding || store(Value, To->Field));
  }
  if (llvm::isa<llvm::CmpInst>(I)) {
    set(I, {0, true, false});
    return true;
  }
  if (const auto *Call = llvm::dyn_cast<llvm::CallInst>(&I)) {
    if (!isExtremum(*Call))
      return false;
    const llvm::Value *A = Call->getArgOperand(0), *B = Call->getArgOperand(1);
    const std::optional<LibraryCall> Known =
        libraryCall(*Call->getCalledFunction());
    if (!Known || !(Known->ResultIsFloat ? compares(A, B)
                                         : orders(A, B, Known->IsSigned)))
      return false;
    set(I, originOf(A));
    set(I, originOf(B));
    return true;
  }
  return visitOperands(I);
}

/// The same of an instruction whose value comes from those of its operands.
bool OrderRun::visitOperands(const llvm::Instruction &I) {
  llvm::SmallVector<const llvm::Value *, 4> Operands(I.operand_values());
  if (llvm::isa<llvm::SelectInst>(I)) {
    if (originOf(Operands.front()).Fields)
      return false;
    Operands.erase(Operands.begin());
  }
  const bool Moves = llvm::isa<llvm::SelectInst, llvm::PHINode, llvm::SExtInst,
                               llvm::ZExtInst, llvm::FreezeInst>(I);
  Origin Of;
  for (const llvm::Value *Each : Operands) {
    const Origin Own = originOf(Each);
    Of.Fields |= Own.Fields;
    Of.IsTruth |= Own.IsTruth;
    Of.IsZeroExtended |= Own.IsZeroExtended;
    // A constant becomes a value of the field, at any place.
    if (Moves && llvm::isa<llvm::Constant>(Each) &&
        !llvm::isa<llvm::ConstantInt, llvm::UndefValue>(Each))
      return false;
  }
  if (llvm::isa<llvm::TruncInst>(I) && Of.Fields &&
      I.getType()->getScalarSizeInBits() >=
          Layout.fields()[unsigned(llvm::Log2_64(Of.Fields))].Width) {
    set(I, Of);
    return true;
  }
  if (!Of.Fields) {
    set(I, {0, true, false});
    return isOfTruth(I);
  }
  if (!Moves)
    return false;
  Of.IsZeroExtended |= llvm::isa<llvm::ZExtInst>(I);
  for (const llvm::Value *Each : Operands)
    if (const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(Each))
      for (size_t N = 0; N != Constants.size(); ++N)
        if (Of.Fields >> N & 1)
          Constants[N].insert(Int->getSExtValue());
  set(I, Of);
  return true;
}

/// Bits of \p Value in the field \p F.
static uint64_t bitsIn(const Field &F, int64_t Value) {
  if (F.Is != Field::Floating)
    return uint64_t(Value) & ~uint64_t(0) >> (64 - F.Width);
  Bytes Buffer(8);
  Field Own = F;
  Own.Offset = 0;
  Own.writeFloating(Buffer, double(Value));
  return Own.read(Buffer);
}

std::optional<FieldValues> OrderRun::run() {
  constexpr size_t MostFields = 64;
  if (Layout.fields().size() > MostFields)
    return std::nullopt;
  do {
    HasChanged = false;
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (!visit(I))
        return std::nullopt;
  } while (HasChanged);
  // The operands have at most three different numbers in a field, which may be
  // on either side of each constant.
  FieldValues Result;
  for (size_t I = 0; I != Layout.fields().size(); ++I) {
    const Field &Own = Layout.fields()[I];
    if (Own.Is == Field::Truth) {
      Result.push_back({0, 1});
      continue;
    }
    std::set<int64_t> Numbers = {0, 1, 2};
    for (const int64_t C : Constants[I])
      for (int64_t D = -3; D <= 3; ++D)
        if (Own.Is != Field::Unsigned || C + D >= 0 || D == 0)
          Numbers.insert(C + D);
    std::vector<uint64_t> Bits;
    for (const int64_t N : Numbers)
      Bits.push_back(bitsIn(Own, N));
    Result.push_back(std::move(Bits));
  }
  return Result;
}

std::optional<FieldValues>
ompscan::plugin::orderPatterns(const llvm::Function &Combine,
                               const ValueLayout &Layout) {
  return OrderRun(Combine, Layout).run();
}

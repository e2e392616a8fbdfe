//===- Evaluator.cpp - Runs functions of LLVM's IR ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Evaluator.h"
#include "Proof/LibraryCalls.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <cmath>
#include <cstring>

using namespace ompscan::plugin;
using Outcome = Evaluator::Outcome;

namespace {

/// Instructions of one run.
constexpr uint64_t MostRunSteps = 50'000;
constexpr unsigned MostDepth = 32;
constexpr uint64_t MostBytes = 1 << 16;
constexpr unsigned OffsetBits = 32;

enum class Action : uint8_t {
  Binary,     ///< D = A Opcode B, integers of Width bits
  FloatOp,    ///< the same on float or double
  FloatMinus, ///< D = -A
  Compare,
  FloatCompare,
  Select, ///< D = A ? B : C
  Extend, ///< D = A with the sign of FromWidth bits
  Copy,   ///< D = A, of Width bits
  FloatToInt,
  IntToFloat,
  FloatToFloat,
  Load,
  Store,
  Offset, ///< D = A + B * Imm
  Alloca, ///< D = Imm new bytes
  MoveBytes,
  SetBytes,
  Jump,   ///< to Block A by the copies of Edge B
  Branch, ///< on A, by the edges B and C
  Switch, ///< on A, by the edges of Cases[B]
  Library,
  Call,
  Return,
  Unreachable
};

struct Instr {
  Action Do;
  uint8_t Width = 64; ///< of the result or the operands
  uint8_t FromWidth = 64;
  uint8_t Flags = 0;
  unsigned Opcode = 0; ///< LLVM's, or a predicate
  uint32_t D = 0, A = 0, B = 0, C = 0;
  uint64_t Imm = 0;
};

enum : uint8_t { NoSigned = 1, NoUnsigned = 2, IsExact = 4, IsSigned = 8 };

/// A jump from one block to another, which sets the phis of that block.
struct Edge {
  uint32_t Target;
  std::vector<std::pair<uint32_t, uint32_t>> Copies; ///< to and from registers
};

struct SwitchCases {
  std::vector<std::pair<uint64_t, uint32_t>> Values; ///< and edges
  uint32_t Default;
};

uint64_t maskOf(unsigned Width) {
  return Width >= 64 ? ~uint64_t(0) : (uint64_t(1) << Width) - 1;
}

int64_t signedOf(uint64_t Value, unsigned Width) {
  return Width == 0    ? 0
         : Width >= 64 ? int64_t(Value)
                       : int64_t(Value << (64 - Width)) >> (64 - Width);
}

double floatOf(uint64_t Bits, unsigned Width) {
  if (Width == 32) {
    float F;
    const uint32_t Low = uint32_t(Bits);
    std::memcpy(&F, &Low, 4);
    return F;
  }
  double D;
  std::memcpy(&D, &Bits, 8);
  return D;
}

uint64_t bitsOf(double Value, unsigned Width) {
  if (Width == 32) {
    const float F = float(Value);
    uint32_t Bits;
    std::memcpy(&Bits, &F, 4);
    return Bits;
  }
  uint64_t Bits;
  std::memcpy(&Bits, &Value, 8);
  return Bits;
}

} // namespace

/// A function whose values are numbered. Constants are in Registers at first.
struct Evaluator::Code {
  std::vector<Instr> Instrs;
  std::vector<Edge> Edges;
  std::vector<SwitchCases> Switches;
  std::vector<LibraryCall> Libraries;
  std::vector<std::pair<const Code *, std::vector<uint32_t>>> Calls;
  std::vector<uint64_t> Registers;
};

/// Makes Code of a function.
class Evaluator::Decoder {
public:
  Decoder(Evaluator &E, const llvm::Function &F, Code &To)
      : E(E), F(F), To(To) {}

  /// False, with E.WhyNot, if something is unsupported.
  bool decode();

private:
  bool refuse(const llvm::Twine &What) {
    if (E.WhyNot.empty())
      E.WhyNot = What.str();
    return false;
  }
  static unsigned widthOf(const llvm::Type *T);
  uint32_t number(const llvm::Value *V);
  bool constant(const llvm::Constant &C, uint64_t &Bits);
  uint32_t edge(const llvm::BasicBlock *From, const llvm::BasicBlock *Target);
  bool decode(const llvm::Instruction &I);
  bool decodeCast(const llvm::CastInst &Cast, Instr Step);
  bool decodeAddress(const llvm::GetElementPtrInst &G);
  bool decodeCall(const llvm::CallInst &Call);
  void add(const Instr &Step) { To.Instrs.push_back(Step); }

  Evaluator &E;
  const llvm::Function &F;
  Code &To;
  llvm::DenseMap<const llvm::Value *, uint32_t> Numbers;
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> Starts;
  std::vector<const llvm::BasicBlock *> Targets; ///< of To.Edges
  bool Failed = false;
};

/// The width of what a register holds; 0 if none can.
unsigned Evaluator::Decoder::widthOf(const llvm::Type *T) {
  if (T->isPointerTy())
    return 64;
  if (T->isFloatTy() || T->isDoubleTy() || T->isIntegerTy()) {
    const unsigned Width = T->getPrimitiveSizeInBits();
    return Width <= 64 ? Width : 0;
  }
  return 0;
}

bool Evaluator::Decoder::constant(const llvm::Constant &C, uint64_t &Bits) {
  Bits = 0;
  if (const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(&C)) {
    if (Int->getBitWidth() > 64)
      return false;
    Bits = Int->getZExtValue();
    return true;
  }
  if (const auto *Float = llvm::dyn_cast<llvm::ConstantFP>(&C)) {
    if (!widthOf(C.getType()))
      return false;
    Bits = Float->getValueAPF().bitcastToAPInt().getZExtValue();
    return true;
  }
  if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(C))
    return true;
  if (const auto *G = llvm::dyn_cast<llvm::GlobalVariable>(&C)) {
    Bits = E.addressOf(*G);
    return Bits != 0;
  }
  const auto *Whole = llvm::dyn_cast<llvm::ConstantExpr>(&C);
  if (!Whole)
    return false;
  if (Whole->isCast())
    return constant(*Whole->getOperand(0), Bits);
  if (const auto *G = llvm::dyn_cast<llvm::GEPOperator>(Whole)) {
    llvm::APInt Offset(64, 0);
    if (!G->accumulateConstantOffset(E.Layout, Offset) ||
        !constant(*Whole->getOperand(0), Bits))
      return false;
    Bits += Offset.getZExtValue();
    return true;
  }
  return false;
}

uint32_t Evaluator::Decoder::number(const llvm::Value *V) {
  const auto [Entry, IsNew] =
      Numbers.try_emplace(V, uint32_t(To.Registers.size()));
  if (!IsNew)
    return Entry->second;
  const uint32_t Number = Entry->second;
  To.Registers.push_back(0);
  if (!V->getType()->isVoidTy() && !widthOf(V->getType()))
    Failed = !refuse("values that are neither integers of at most 64 bits nor "
                     "float, double or pointers");
  if (const auto *C = llvm::dyn_cast<llvm::Constant>(V)) {
    uint64_t Bits = 0;
    if (!constant(*C, Bits))
      Failed = !refuse("a variable of the program");
    To.Registers[Number] = Bits;
  }
  return Number;
}

uint32_t Evaluator::Decoder::edge(const llvm::BasicBlock *From,
                                  const llvm::BasicBlock *Target) {
  Edge New{0, {}};
  for (const llvm::PHINode &Phi : Target->phis())
    New.Copies.emplace_back(number(&Phi),
                            number(Phi.getIncomingValueForBlock(From)));
  To.Edges.push_back(std::move(New));
  Targets.push_back(Target);
  return uint32_t(To.Edges.size() - 1);
}

bool Evaluator::Decoder::decodeCast(const llvm::CastInst &Cast, Instr Step) {
  Step.A = number(Cast.getOperand(0));
  Step.FromWidth = widthOf(Cast.getOperand(0)->getType());
  switch (Cast.getOpcode()) {
  case llvm::Instruction::SExt:
    Step.Do = Action::Extend;
    break;
  case llvm::Instruction::FPToSI:
    Step.Flags = IsSigned;
    [[fallthrough]];
  case llvm::Instruction::FPToUI:
    Step.Do = Action::FloatToInt;
    break;
  case llvm::Instruction::SIToFP:
    Step.Flags = IsSigned;
    [[fallthrough]];
  case llvm::Instruction::UIToFP:
    Step.Do = Action::IntToFloat;
    break;
  case llvm::Instruction::FPTrunc:
  case llvm::Instruction::FPExt:
    Step.Do = Action::FloatToFloat;
    break;
  default: // Registers have zeros above their width.
    Step.Do = Action::Copy;
    break;
  }
  add(Step);
  return true;
}

bool Evaluator::Decoder::decodeAddress(const llvm::GetElementPtrInst &G) {
  const uint32_t Result = number(&G);
  Instr Step;
  Step.Do = Action::Offset;
  Step.D = Result;
  Step.A = number(G.getPointerOperand());
  Step.B =
      number(llvm::ConstantInt::get(llvm::Type::getInt64Ty(G.getContext()), 0));
  uint64_t Constant = 0;
  for (auto It = llvm::gep_type_begin(G), End = llvm::gep_type_end(G);
       It != End; ++It) {
    const llvm::Value *Index = It.getOperand();
    if (llvm::StructType *Struct = It.getStructTypeOrNull()) {
      Constant += E.Layout.getStructLayout(Struct)->getElementOffset(
          llvm::cast<llvm::ConstantInt>(Index)->getZExtValue());
      continue;
    }
    const uint64_t Stride = E.Layout.getTypeAllocSize(It.getIndexedType());
    if (const auto *Known = llvm::dyn_cast<llvm::ConstantInt>(Index)) {
      Constant += uint64_t(Known->getSExtValue()) * Stride;
      continue;
    }
    Instr Part = Step;
    Part.B = number(Index);
    Part.FromWidth = widthOf(Index->getType());
    Part.Opcode = 1;
    Part.Imm = Stride;
    add(Part);
    Step.A = Result;
  }
  Step.Imm = Constant;
  Step.Opcode = 0;
  add(Step);
  return true;
}

bool Evaluator::Decoder::decodeCall(const llvm::CallInst &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return refuse("a call by pointer");
  Instr Step;
  Step.D = number(&Call);
  if (Call.getType()->isSized())
    Step.Width = widthOf(Call.getType());
  switch (Callee->getIntrinsicID()) {
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
    return true;
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memmove:
  case llvm::Intrinsic::memset:
    Step.Do = Callee->getIntrinsicID() == llvm::Intrinsic::memset
                  ? Action::SetBytes
                  : Action::MoveBytes;
    Step.A = number(Call.getArgOperand(0));
    Step.B = number(Call.getArgOperand(1));
    Step.C = number(Call.getArgOperand(2));
    add(Step);
    return true;
  default:
    break;
  }
  std::vector<uint32_t> Arguments;
  for (const llvm::Value *Each : Call.args())
    Arguments.push_back(number(Each));
  if (!Callee->isDeclaration()) {
    const Code *Own = E.decoded(*Callee);
    if (!Own)
      return false;
    Step.Do = Action::Call;
    Step.Imm = To.Calls.size();
    To.Calls.emplace_back(Own, std::move(Arguments));
    add(Step);
    return true;
  }
  const std::optional<LibraryCall> Known = libraryCall(*Callee);
  if (!Known)
    return refuse("a call of '" + libraryName(*Callee) + "'");
  Step.Do = Action::Library;
  Step.Imm = To.Libraries.size();
  To.Libraries.push_back(*Known);
  Arguments.resize(3);
  Step.A = Arguments[0];
  Step.B = Arguments[1];
  Step.C = Arguments[2];
  add(Step);
  return true;
}

bool Evaluator::Decoder::decode(const llvm::Instruction &I) {
  using llvm::Instruction;
  if (llvm::isa<llvm::PHINode>(I))
    return true;
  if (const auto *G = llvm::dyn_cast<llvm::GetElementPtrInst>(&I))
    return decodeAddress(*G);
  if (const auto *Call = llvm::dyn_cast<llvm::CallInst>(&I))
    return decodeCall(*Call);
  Instr Step;
  Step.D = number(&I);
  if (I.getType()->isSized())
    Step.Width = widthOf(I.getType());
  if (const auto *Cast = llvm::dyn_cast<llvm::CastInst>(&I))
    return decodeCast(*Cast, Step);
  Step.Opcode = I.getOpcode();
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
    Step.Do = Action::FloatOp;
    break;
  case Instruction::FNeg:
    Step.Do = Action::FloatMinus;
    break;
  case Instruction::Freeze:
    Step.Do = Action::Copy;
    break;
  case Instruction::Select:
    Step.Do = Action::Select;
    Step.C = number(I.getOperand(2));
    break;
  case Instruction::ICmp:
  case Instruction::FCmp:
    Step.Do = I.getOpcode() == Instruction::ICmp ? Action::Compare
                                                 : Action::FloatCompare;
    Step.Opcode = llvm::cast<llvm::CmpInst>(I).getPredicate();
    Step.FromWidth = widthOf(I.getOperand(0)->getType());
    break;
  case Instruction::Load:
    Step.Do = Action::Load;
    Step.Imm = E.Layout.getTypeStoreSize(I.getType());
    break;
  case Instruction::Store:
    Step.Do = Action::Store;
    Step.Imm = E.Layout.getTypeStoreSize(I.getOperand(0)->getType());
    break;
  case Instruction::Alloca: {
    const auto &Own = llvm::cast<llvm::AllocaInst>(I);
    if (!Own.isStaticAlloca())
      return refuse("an array of variable length");
    Step.Do = Action::Alloca;
    Step.Imm =
        E.Layout.getTypeAllocSize(Own.getAllocatedType()) *
        llvm::cast<llvm::ConstantInt>(Own.getArraySize())->getZExtValue();
    add(Step);
    return true;
  }
  case Instruction::Br: {
    Step.Do = I.getNumOperands() == 1 ? Action::Jump : Action::Branch;
    Step.B = edge(I.getParent(), I.getSuccessor(0));
    if (Step.Do == Action::Branch) {
      Step.A = number(I.getOperand(0));
      Step.C = edge(I.getParent(), I.getSuccessor(1));
    }
    add(Step);
    return true;
  }
  case Instruction::Switch: {
    const auto &Own = llvm::cast<llvm::SwitchInst>(I);
    Step.Do = Action::Switch;
    Step.A = number(Own.getCondition());
    SwitchCases Cases;
    for (const auto &Each : Own.cases())
      Cases.Values.emplace_back(
          Each.getCaseValue()->getValue().getLimitedValue(),
          edge(I.getParent(), Each.getCaseSuccessor()));
    Cases.Default = edge(I.getParent(), Own.getDefaultDest());
    Step.B = uint32_t(To.Switches.size());
    To.Switches.push_back(std::move(Cases));
    add(Step);
    return true;
  }
  case Instruction::Ret:
    Step.Do = Action::Return;
    if (I.getNumOperands() == 0) {
      add(Step);
      return true;
    }
    break;
  case Instruction::Unreachable:
    Step.Do = Action::Unreachable;
    add(Step);
    return true;
  default:
    if (!I.isBinaryOp())
      return refuse(llvm::Twine("the instruction '") + I.getOpcodeName() + "'");
    Step.Do = Action::Binary;
    break;
  }
  if (const auto *Wraps = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&I)) {
    Step.Flags |= Wraps->hasNoSignedWrap() ? NoSigned : 0;
    Step.Flags |= Wraps->hasNoUnsignedWrap() ? NoUnsigned : 0;
  }
  Step.A = number(I.getOperand(0));
  if (I.getNumOperands() > 1)
    Step.B = number(I.getOperand(1));
  add(Step);
  return true;
}

bool Evaluator::Decoder::decode() {
  for (const llvm::Argument &Each : F.args())
    number(&Each);
  for (const llvm::BasicBlock &Block : F) {
    Starts[&Block] = uint32_t(To.Instrs.size());
    for (const llvm::Instruction &I : Block)
      if (!decode(I) || Failed)
        return false;
  }
  for (size_t I = 0; I != Targets.size(); ++I)
    To.Edges[I].Target = Starts.lookup(Targets[I]);
  return !Failed;
}

Evaluator::Evaluator(const llvm::Module &M, uint64_t Steps)
    : Layout(M.getDataLayout()), Steps(Steps) {}

Evaluator::~Evaluator() = default;

/// \p F in numbers; null, with WhyNot, if it is unsupported.
const Evaluator::Code *Evaluator::decoded(const llvm::Function &F) {
  std::unique_ptr<Code> &Known = Functions[&F];
  if (Known)
    return Known.get();
  Known = std::make_unique<Code>(); // Calls itself, perhaps.
  Code &Own = *Known;
  return Decoder(*this, F, Own).decode() ? &Own : nullptr;
}

uint64_t Evaluator::addSegment(uint8_t *Data, uint64_t Size, bool IsConstant) {
  Segments.push_back({Data, Size, IsConstant});
  return uint64_t(Segments.size()) << OffsetBits;
}

/// Writes \p C to \p To; false if it has pointers.
static bool writeConstant(const llvm::Constant &C,
                          const llvm::DataLayout &Layout, uint8_t *To) {
  if (C.isNullValue() || llvm::isa<llvm::UndefValue>(C))
    return true;
  if (const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(&C)) {
    if (Int->getBitWidth() > 64)
      return false;
    const uint64_t Bits = Int->getZExtValue();
    std::memcpy(To, &Bits, (Int->getBitWidth() + 7) / 8);
    return true;
  }
  if (const auto *Float = llvm::dyn_cast<llvm::ConstantFP>(&C)) {
    const unsigned Size = Layout.getTypeStoreSize(C.getType());
    if (Size > 8)
      return false;
    const uint64_t Bits = Float->getValueAPF().bitcastToAPInt().getZExtValue();
    std::memcpy(To, &Bits, Size);
    return true;
  }
  const auto *Struct = llvm::dyn_cast<llvm::StructType>(C.getType());
  const auto *Array = llvm::dyn_cast<llvm::ArrayType>(C.getType());
  if (!Struct && !Array)
    return false;
  const uint64_t Count =
      Struct ? Struct->getNumElements() : Array->getNumElements();
  for (uint64_t I = 0; I != Count; ++I) {
    const llvm::Constant *Part = C.getAggregateElement(unsigned(I));
    const uint64_t Offset =
        Struct ? Layout.getStructLayout(const_cast<llvm::StructType *>(Struct))
                     ->getElementOffset(unsigned(I))
               : I * Layout.getTypeAllocSize(Array->getElementType());
    if (!Part || !writeConstant(*Part, Layout, To + Offset))
      return false;
  }
  return true;
}

/// The address of the table \p G; 0 if it is none.
uint64_t Evaluator::addressOf(const llvm::GlobalVariable &G) {
  uint64_t &Known = Globals[&G];
  if (Known || !G.isConstant() || !G.hasInitializer())
    return Known;
  const uint64_t Size = Layout.getTypeAllocSize(G.getValueType());
  if (Size > MostBytes)
    return 0;
  auto Bytes = std::make_unique<std::vector<uint8_t>>(Size);
  if (!writeConstant(*G.getInitializer(), Layout, Bytes->data()))
    return 0;
  Known = addSegment(Bytes->data(), Size, /*IsConstant=*/true);
  Constants.push_back(std::move(Bytes));
  return Known;
}

/// The bytes at \p Address; null if they are not there.
uint8_t *Evaluator::memory(uint64_t Address, uint64_t Size, bool IsStore) {
  const uint64_t Number = Address >> OffsetBits;
  const uint64_t Offset = Address & maskOf(OffsetBits);
  if (Number == 0 || Number > Segments.size())
    return nullptr;
  const Segment &S = Segments[Number - 1];
  if (Offset > S.Size || Size > S.Size - Offset || (IsStore && S.IsConstant))
    return nullptr;
  return S.Data + Offset;
}

/// Keeps the magnitude of \p Value; sets \p IsDefined to false if it must not
/// be a result.
double Evaluator::record(double Value, bool &IsDefined) {
  if (std::isfinite(Value))
    Met.Magnitude = std::max(Met.Magnitude, std::fabs(Value));
  else if (!AllowsNonFinite)
    IsDefined = false;
  return Value;
}

/// Counts the steps of an instruction that sets or moves \p Bytes.
void Evaluator::takeSteps(uint64_t Bytes) {
  Steps -= std::min(Steps, Bytes / 8);
}

/// `A op B` in \p Result; false if it has no value.
static bool compute(const Instr &I, uint64_t A, uint64_t B, uint64_t &Result,
                    bool &HasNegativeRemainder) {
  using llvm::Instruction;
  const unsigned Width = I.Width;
  const uint64_t Mask = maskOf(Width);
  const int64_t SA = signedOf(A, Width), SB = signedOf(B, Width);
  __int128 Exact = 0;
  unsigned __int128 ExactUnsigned = 0;
  switch (I.Opcode) {
  case Instruction::Add:
    Exact = __int128(SA) + SB;
    ExactUnsigned = (unsigned __int128)A + B;
    Result = A + B;
    break;
  case Instruction::Sub:
    Exact = __int128(SA) - SB;
    ExactUnsigned = (unsigned __int128)A - B;
    Result = A - B;
    break;
  case Instruction::Mul:
    Exact = __int128(SA) * SB;
    ExactUnsigned = (unsigned __int128)A * B;
    Result = A * B;
    break;
  case Instruction::UDiv:
  case Instruction::URem:
    if (B == 0)
      return false;
    Result = I.Opcode == Instruction::UDiv ? A / B : A % B;
    return true;
  case Instruction::SDiv:
  case Instruction::SRem:
    if (B == 0 || (SB == -1 && A == (Mask ^ (Mask >> 1))))
      return false;
    if (I.Opcode == Instruction::SRem)
      HasNegativeRemainder |= SA < 0 || SB < 0;
    Result = uint64_t(I.Opcode == Instruction::SDiv ? SA / SB : SA % SB) & Mask;
    return true;
  case Instruction::And:
    Result = A & B;
    return true;
  case Instruction::Or:
    Result = A | B;
    return true;
  case Instruction::Xor:
    Result = A ^ B;
    return true;
  case Instruction::Shl:
    if (B >= Width)
      return false;
    Result = (A << B) & Mask;
    return !(I.Flags & NoUnsigned && (Result >> B) != A) &&
           !(I.Flags & NoSigned && signedOf(Result, Width) >> B != SA);
  case Instruction::LShr:
    if (B >= Width)
      return false;
    Result = A >> B;
    return true;
  case Instruction::AShr:
    if (B >= Width)
      return false;
    Result = uint64_t(SA >> B) & Mask;
    return true;
  default:
    return false;
  }
  Result &= Mask;
  return !(I.Flags & NoSigned && Exact != signedOf(Result, Width)) &&
         !(I.Flags & NoUnsigned && ExactUnsigned != Result);
}

static bool compare(const Instr &I, uint64_t A, uint64_t B) {
  using llvm::CmpInst;
  const int64_t SA = signedOf(A, I.FromWidth), SB = signedOf(B, I.FromWidth);
  switch (I.Opcode) {
  case CmpInst::ICMP_EQ:
    return A == B;
  case CmpInst::ICMP_NE:
    return A != B;
  case CmpInst::ICMP_UGT:
    return A > B;
  case CmpInst::ICMP_UGE:
    return A >= B;
  case CmpInst::ICMP_ULT:
    return A < B;
  case CmpInst::ICMP_ULE:
    return A <= B;
  case CmpInst::ICMP_SGT:
    return SA > SB;
  case CmpInst::ICMP_SGE:
    return SA >= SB;
  case CmpInst::ICMP_SLT:
    return SA < SB;
  default:
    return SA <= SB;
  }
}

/// A predicate of `fcmp` has a bit for each of equal, greater, less and
/// unordered, from the lowest one on.
static bool compareFloats(unsigned Predicate, double A, double B) {
  const unsigned Relation = A == B ? 1 : A > B ? 2 : A < B ? 4 : 8;
  return Predicate & Relation;
}

static double computeFloat(unsigned Opcode, double A, double B, bool IsFloat) {
  using llvm::Instruction;
  // A product of two floats is exact in double, and so is what decides how
  // their sum and quotient are rounded.
  double Result;
  switch (Opcode) {
  case Instruction::FAdd:
    Result = A + B;
    break;
  case Instruction::FSub:
    Result = A - B;
    break;
  case Instruction::FMul:
    Result = A * B;
    break;
  case Instruction::FDiv:
    Result = A / B;
    break;
  default:
    Result = std::fmod(A, B);
    break;
  }
  return IsFloat ? double(float(Result)) : Result;
}

Outcome Evaluator::execute(const Code &F, llvm::ArrayRef<uint64_t> Arguments,
                           uint64_t &Result) {
  if (++Depth > MostDepth) {
    WhyNot = "deep recursion";
    return Outcome::Unsupported;
  }
  llvm::SmallVector<uint64_t, 64> R(F.Registers.begin(), F.Registers.end());
  llvm::copy(Arguments, R.begin());
  takeSteps(R.size());
  const size_t OwnSegments = Segments.size();
  std::vector<std::unique_ptr<uint8_t[]>> Own;
  llvm::SmallVector<uint64_t, 8> Phis;
  size_t At = 0;
  bool IsDefined = true;
  const auto Go = [&](uint32_t Number) {
    const Edge &E = F.Edges[Number];
    Phis.clear();
    for (const auto &[To, From] : E.Copies)
      Phis.push_back(R[From]);
    for (size_t I = 0; I != E.Copies.size(); ++I)
      R[E.Copies[I].first] = Phis[I];
    At = E.Target;
  };
  const auto Leave = [&](Outcome O) {
    Segments.resize(OwnSegments);
    --Depth;
    return O;
  };
  for (;;) {
    if (Steps == 0)
      return Leave(Outcome::OutOfSteps);
    --Steps;
    const Instr &I = F.Instrs[At++];
    switch (I.Do) {
    case Action::Binary:
      IsDefined = compute(I, R[I.A], R[I.B], R[I.D], Met.HasNegativeRemainder);
      break;
    case Action::FloatOp:
      R[I.D] =
          bitsOf(record(computeFloat(I.Opcode, floatOf(R[I.A], I.Width),
                                     floatOf(R[I.B], I.Width), I.Width == 32),
                        IsDefined),
                 I.Width);
      break;
    case Action::FloatMinus:
      R[I.D] = R[I.A] ^ (uint64_t(1) << (I.Width - 1));
      break;
    case Action::Compare:
      R[I.D] = compare(I, R[I.A], R[I.B]);
      break;
    case Action::FloatCompare:
      R[I.D] = compareFloats(I.Opcode, floatOf(R[I.A], I.FromWidth),
                             floatOf(R[I.B], I.FromWidth));
      break;
    case Action::Select:
      R[I.D] = R[I.A] & 1 ? R[I.B] : R[I.C];
      break;
    case Action::Extend:
      R[I.D] = uint64_t(signedOf(R[I.A], I.FromWidth)) & maskOf(I.Width);
      break;
    case Action::Copy:
      R[I.D] = R[I.A] & maskOf(I.Width);
      break;
    case Action::FloatToInt: {
      const double Value = std::trunc(floatOf(R[I.A], I.FromWidth));
      const double Top = std::ldexp(1.0, I.Width - (I.Flags ? 1 : 0));
      IsDefined = Value < Top && Value >= (I.Flags ? -Top : 0.0);
      if (IsDefined)
        R[I.D] = (I.Flags ? uint64_t(int64_t(Value)) : uint64_t(Value)) &
                 maskOf(I.Width);
      break;
    }
    case Action::IntToFloat: {
      const int64_t Signed = signedOf(R[I.A], I.FromWidth);
      const double Value = I.Width == 32
                               ? double(I.Flags ? float(Signed) : float(R[I.A]))
                           : I.Flags ? double(Signed)
                                     : double(R[I.A]);
      R[I.D] = bitsOf(record(Value, IsDefined), I.Width);
      break;
    }
    case Action::FloatToFloat:
      R[I.D] = bitsOf(floatOf(R[I.A], I.FromWidth), I.Width);
      break;
    case Action::Load:
      if (const uint8_t *From = memory(R[I.A], I.Imm, /*IsStore=*/false)) {
        uint64_t Bits = 0;
        std::memcpy(&Bits, From, I.Imm);
        R[I.D] = Bits & maskOf(I.Width);
      } else {
        IsDefined = false;
      }
      break;
    case Action::Store:
      if (uint8_t *To = memory(R[I.B], I.Imm, /*IsStore=*/true))
        std::memcpy(To, &R[I.A], I.Imm);
      else
        IsDefined = false;
      break;
    case Action::Offset:
      R[I.D] =
          R[I.A] +
          (I.Opcode ? uint64_t(signedOf(R[I.B], I.FromWidth)) * I.Imm : I.Imm);
      break;
    case Action::Alloca:
      if (I.Imm > MostBytes) {
        WhyNot = "a large array";
        return Leave(Outcome::Unsupported);
      }
      takeSteps(I.Imm);
      Own.push_back(std::make_unique<uint8_t[]>(I.Imm));
      R[I.D] = addSegment(Own.back().get(), I.Imm, /*IsConstant=*/false);
      break;
    case Action::MoveBytes:
    case Action::SetBytes: {
      uint8_t *To = memory(R[I.A], R[I.C], /*IsStore=*/true);
      const uint8_t *From = I.Do == Action::SetBytes
                                ? To
                                : memory(R[I.B], R[I.C], /*IsStore=*/false);
      IsDefined = To && From;
      takeSteps(IsDefined ? R[I.C] : 0);
      if (IsDefined && I.Do == Action::SetBytes)
        std::memset(To, int(R[I.B]), R[I.C]);
      else if (IsDefined)
        std::memmove(To, From, R[I.C]);
      break;
    }
    case Action::Jump:
      Go(I.B);
      break;
    case Action::Branch:
      Go(R[I.A] & 1 ? I.B : I.C);
      break;
    case Action::Switch: {
      const SwitchCases &Cases = F.Switches[I.B];
      uint32_t Chosen = Cases.Default;
      for (const auto &[Value, Number] : Cases.Values)
        if (Value == R[I.A])
          Chosen = Number;
      Go(Chosen);
      break;
    }
    case Action::Library: {
      const LibraryCall &Call = F.Libraries[I.Imm];
      const uint64_t Values[] = {R[I.A], R[I.B], R[I.C]};
      // GCC 13 does not convert the array by itself.
      R[I.D] = Call.Run(Call, llvm::ArrayRef<uint64_t>(Values, 3));
      if (Call.ResultIsFloat)
        record(floatOf(R[I.D], Call.Width), IsDefined);
      break;
    }
    case Action::Call: {
      const auto &[Callee, Numbers] = F.Calls[I.Imm];
      llvm::SmallVector<uint64_t, 8> Values;
      for (const uint32_t Each : Numbers)
        Values.push_back(R[Each]);
      uint64_t Value = 0;
      if (const Outcome O = execute(*Callee, Values, Value);
          O != Outcome::Value)
        return Leave(O);
      R[I.D] = Value;
      break;
    }
    case Action::Return:
      Result = R[I.A];
      return Leave(Outcome::Value);
    case Action::Unreachable:
      IsDefined = false;
      break;
    }
    if (!IsDefined)
      return Leave(Outcome::Undefined);
  }
}

Outcome Evaluator::run(const llvm::Function &F,
                       llvm::MutableArrayRef<uint8_t> Result,
                       llvm::ArrayRef<llvm::ArrayRef<uint8_t>> Operands) {
  Met = {};
  Depth = 0;
  const Code *Own = decoded(F);
  if (!Own || !WhyNot.empty())
    return Outcome::Unsupported;
  const size_t Before = Segments.size();
  llvm::SmallVector<uint64_t, 3> Addresses = {
      addSegment(Result.data(), Result.size(), /*IsConstant=*/false)};
  for (const llvm::ArrayRef<uint8_t> Each : Operands)
    Addresses.push_back(addSegment(const_cast<uint8_t *>(Each.data()),
                                   Each.size(), /*IsConstant=*/true));
  const uint64_t Later = Steps - std::min(Steps, MostRunSteps);
  Steps -= Later;
  uint64_t Unused;
  const Outcome O = execute(*Own, Addresses, Unused);
  Steps += Later;
  Segments.resize(Before);
  return O;
}

//===- LibraryCalls.cpp - Functions of OpenCL C, evaluated ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/LibraryCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include <cmath>
#include <cstring>

using namespace ompscan::plugin;

namespace {

struct FloatFunction {
  llvm::StringLiteral Name;
  double (*Unary)(double);
  double (*Binary)(double, double) = nullptr;
};

double exponential10(double X) { return std::pow(10.0, X); }
double isNan(double X) { return std::isnan(X); }
double isInf(double X) { return std::isinf(X); }
double isFinite(double X) { return std::isfinite(X); }
double isNormal(double X) { return std::isnormal(X); }
double signBit(double X) { return std::signbit(X); }
double isUnordered(double X, double Y) { return std::isunordered(X, Y); }
double isLess(double X, double Y) { return X < Y; }
double isLessEqual(double X, double Y) { return X <= Y; }
double isGreater(double X, double Y) { return X > Y; }
double isGreaterEqual(double X, double Y) { return X >= Y; }
double isLessGreater(double X, double Y) { return X < Y || X > Y; }

/// Functions of OpenCL C, and intrinsics, whose result is a number.
constexpr FloatFunction Numbers[] = {{"acos", std::acos},
                                     {"acosh", std::acosh},
                                     {"asin", std::asin},
                                     {"asinh", std::asinh},
                                     {"atan", std::atan},
                                     {"atanh", std::atanh},
                                     {"cbrt", std::cbrt},
                                     {"ceil", std::ceil},
                                     {"cos", std::cos},
                                     {"cosh", std::cosh},
                                     {"erf", std::erf},
                                     {"erfc", std::erfc},
                                     {"exp", std::exp},
                                     {"exp10", exponential10},
                                     {"exp2", std::exp2},
                                     {"expm1", std::expm1},
                                     {"fabs", std::fabs},
                                     {"floor", std::floor},
                                     {"lgamma", std::lgamma},
                                     {"log", std::log},
                                     {"log10", std::log10},
                                     {"log1p", std::log1p},
                                     {"log2", std::log2},
                                     {"logb", std::logb},
                                     {"rint", std::rint},
                                     {"round", std::round},
                                     {"sin", std::sin},
                                     {"sinh", std::sinh},
                                     {"sqrt", std::sqrt},
                                     {"tan", std::tan},
                                     {"tanh", std::tanh},
                                     {"tgamma", std::tgamma},
                                     {"trunc", std::trunc},
                                     {"atan2", nullptr, std::atan2},
                                     {"copysign", nullptr, std::copysign},
                                     {"fdim", nullptr, std::fdim},
                                     {"fmax", nullptr, std::fmax},
                                     {"fmin", nullptr, std::fmin},
                                     {"fmod", nullptr, std::fmod},
                                     {"hypot", nullptr, std::hypot},
                                     {"maxnum", nullptr, std::fmax},
                                     {"minnum", nullptr, std::fmin},
                                     {"pow", nullptr, std::pow},
                                     {"remainder", nullptr, std::remainder}};

/// Functions of OpenCL C whose result is a truth value.
constexpr FloatFunction Tests[] = {{"isfinite", isFinite},
                                   {"isinf", isInf},
                                   {"isnan", isNan},
                                   {"isnormal", isNormal},
                                   {"signbit", signBit},
                                   {"isgreater", nullptr, isGreater},
                                   {"isgreaterequal", nullptr, isGreaterEqual},
                                   {"isless", nullptr, isLess},
                                   {"islessequal", nullptr, isLessEqual},
                                   {"islessgreater", nullptr, isLessGreater},
                                   {"isunordered", nullptr, isUnordered}};

enum IntegerFunction { Abs, Clz, Popcount, Max, Min, MulHi, Rotate, Funnel };

constexpr std::pair<llvm::StringLiteral, IntegerFunction> Integers[] = {
    {"abs", Abs},        {"clz", Clz},    {"ctlz", Clz}, {"popcount", Popcount},
    {"ctpop", Popcount}, {"max", Max},    {"min", Min},  {"smax", Max},
    {"smin", Min},       {"umax", Max},   {"umin", Min}, {"mul_hi", MulHi},
    {"rotate", Rotate},  {"fshl", Funnel}};

} // namespace

static double toDouble(uint64_t Bits, unsigned Width) {
  double D;
  if (Width == 32) {
    float F;
    std::memcpy(&F, &Bits, 4);
    return F;
  }
  std::memcpy(&D, &Bits, 8);
  return D;
}

static uint64_t toBits(double Value, unsigned Width) {
  uint64_t Bits = 0;
  if (Width == 32) {
    const float F = float(Value);
    std::memcpy(&Bits, &F, 4);
  } else {
    std::memcpy(&Bits, &Value, 8);
  }
  return Bits;
}

static double apply(const FloatFunction &F, const LibraryCall &Self,
                    llvm::ArrayRef<uint64_t> Values) {
  const double A = toDouble(Values[0], Self.Width);
  return F.Unary ? F.Unary(A) : F.Binary(A, toDouble(Values[1], Self.Width));
}

static uint64_t runNumber(const LibraryCall &Self,
                          llvm::ArrayRef<uint64_t> Values) {
  return toBits(apply(Numbers[Self.Number], Self, Values), Self.Width);
}

static uint64_t runTest(const LibraryCall &Self,
                        llvm::ArrayRef<uint64_t> Values) {
  return apply(Tests[Self.Number], Self, Values) != 0;
}

static uint64_t runFma(const LibraryCall &Self,
                       llvm::ArrayRef<uint64_t> Values) {
  return toBits(std::fma(toDouble(Values[0], Self.Width),
                         toDouble(Values[1], Self.Width),
                         toDouble(Values[2], Self.Width)),
                Self.Width);
}

static int64_t signedBits(uint64_t Bits, unsigned Width) {
  return int64_t(Bits << (64 - Width)) >> (64 - Width);
}

/// ldexp, pown.
static uint64_t runScale(const LibraryCall &Self,
                         llvm::ArrayRef<uint64_t> Values) {
  const double A = toDouble(Values[0], Self.Width);
  const int N = int(signedBits(Values[1], Self.IntegerWidth));
  return toBits(Self.Number == 0 ? std::ldexp(A, N) : std::pow(A, N),
                Self.Width);
}

static uint64_t runInteger(const LibraryCall &Self,
                           llvm::ArrayRef<uint64_t> Values) {
  const unsigned Width = Self.Width;
  const uint64_t Mask = ~uint64_t(0) >> (64 - Width);
  const uint64_t A = Values[0], B = Values[1];
  const int64_t SA = signedBits(A, Width), SB = signedBits(B, Width);
  const bool IsLess = Self.IsSigned ? SA < SB : A < B;
  switch (IntegerFunction(Self.Number)) {
  case Abs:
    return (Self.IsSigned && SA < 0 ? 0 - A : A) & Mask;
  case Clz: {
    uint64_t Count = 0;
    while (Count != Width && !(A >> (Width - 1 - Count) & 1))
      ++Count;
    return Count;
  }
  case Popcount:
    return uint64_t(__builtin_popcountll(A));
  case Max:
    return IsLess ? B : A;
  case Min:
    return IsLess ? A : B;
  case MulHi:
    return (Self.IsSigned ? uint64_t((__int128(SA) * SB) >> Width)
                          : uint64_t((unsigned __int128)A * B >> Width)) &
           Mask;
  case Rotate:
  case Funnel: {
    const uint64_t Low = Self.Number == Rotate ? A : B;
    const unsigned By =
        unsigned((Self.Number == Rotate ? B : Values[2]) % Width);
    return By ? ((A << By) | (Low >> (Width - By))) & Mask : A;
  }
  }
  return 0;
}

/// The name and the mangled parameters of \p F.
static std::pair<std::string, std::string> split(const llvm::Function &F) {
  llvm::StringRef Name = F.getName();
  if (Name.consume_front("llvm.")) {
    const size_t Dot = Name.find('.');
    const llvm::StringRef Own = Name.take_front(Dot);
    return {Own.str(),
            Own == "smax" || Own == "smin" || Own == "abs" ? "i" : ""};
  }
  unsigned Length = 0;
  if (Name.consume_front("_Z") && !Name.consumeInteger(10, Length) &&
      Length <= Name.size())
    return {Name.take_front(Length).str(), Name.drop_front(Length).str()};
  return {F.getName().str(), ""};
}

std::string ompscan::plugin::libraryName(const llvm::Function &F) {
  return split(F).first;
}

std::optional<LibraryCall>
ompscan::plugin::libraryCall(const llvm::Function &F) {
  const std::pair<std::string, std::string> Parts = split(F);
  const llvm::StringRef Name = Parts.first, Parameters = Parts.second;
  if (F.arg_empty() || F.arg_size() > 3)
    return std::nullopt;
  llvm::Type *const First = F.getArg(0)->getType();
  LibraryCall Call = {};
  if (!First->isFloatTy() && !First->isDoubleTy() && !First->isIntegerTy())
    return std::nullopt;
  Call.Width = First->getPrimitiveSizeInBits();
  if (Call.Width > 64)
    return std::nullopt;
  if (First->isIntegerTy()) {
    const auto *Known = llvm::find_if(
        Integers, [Name](const auto &I) { return I.first == Name; });
    if (Known == std::end(Integers) || !F.getReturnType()->isIntegerTy())
      return std::nullopt;
    // h, t, j and m are the unsigned types.
    Call.IsSigned =
        !Parameters.empty() && !llvm::is_contained("htjm", Parameters[0]);
    Call.Number = Known->second;
    Call.Run = runInteger;
    return Call;
  }
  Call.ResultIsFloat = F.getReturnType() == First;
  if (F.arg_size() == 2 && F.getArg(1)->getType()->isIntegerTy() &&
      (Name == "ldexp" || Name == "pown" || Name == "powi")) {
    Call.IntegerWidth = F.getArg(1)->getType()->getPrimitiveSizeInBits();
    Call.Number = Name == "ldexp" ? 0 : 1;
    Call.Run = runScale;
    return Call;
  }
  for (const llvm::Argument &Each : F.args())
    if (Each.getType() != First)
      return std::nullopt;
  if (F.arg_size() == 3) {
    if (Name != "fma" && Name != "mad" && Name != "fmuladd")
      return std::nullopt;
    Call.Run = runFma;
    return Call;
  }
  const llvm::ArrayRef<FloatFunction> Table =
      Call.ResultIsFloat ? llvm::ArrayRef<FloatFunction>(Numbers)
                         : llvm::ArrayRef<FloatFunction>(Tests);
  const auto *Known = llvm::find_if(
      Table, [&](const FloatFunction &Each) { return Each.Name == Name; });
  if (Known == Table.end() || (Known->Unary != nullptr) != (F.arg_size() == 1))
    return std::nullopt;
  Call.Number = unsigned(Known - Table.begin());
  Call.Run = Call.ResultIsFloat ? runNumber : runTest;
  return Call;
}

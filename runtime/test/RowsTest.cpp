//===- RowsTest.cpp - Loops whose iterations are rows ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Rows.h"
#include "TestLoop.h"
#include "launch/Launch.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

/// The row that RowHooks.inc describes.
constexpr char RowHooks[] =
#include "RowHooks.inc"
    ;

enum class Row { Full, InPlace, Bundled };

template <typename Op> const LoopHooks &rowHooks(Row Form) {
  const auto Text = [](Row Form) {
    return std::string("#define OMPSCAN_TEST_IN_PLACE ") +
           (Form == Row::InPlace ? "1" : "0") +
           "\n#define OMPSCAN_TEST_BUNDLES " +
           (Form == Row::Bundled ? "1" : "0") +
           "\n#define ompscan_T ompscan_T_1\n"
           "#define ompscan_combine ompscan_combine_1\n" +
           Op::Code + "#undef ompscan_T\n#undef ompscan_combine\n" + RowHooks;
  };
  constexpr uint32_t Traits =
      OMPSCAN_TRAIT_HAS_TEAM | OMPSCAN_TRAIT_PREFERS_TEAM;
  static const LoopHooks Forms[] = {
      {Text(Row::Full), OMPSCAN_TEMPLATE_PARALLEL_LOOP, Traits},
      {Text(Row::InPlace), OMPSCAN_TEMPLATE_PARALLEL_LOOP, Traits},
      {Text(Row::Bundled), OMPSCAN_TEMPLATE_PARALLEL_LOOP,
       Traits | OMPSCAN_TRAIT_HAS_BUNDLES}};
  return Forms[static_cast<int>(Form)];
}

/// The loop over rows of \p Lengths, and its arrays.
template <typename Op> struct RowLoop {
  using T = typename Op::T;

  const Row Form;
  const bool InPlace;
  std::vector<uint64_t> Offsets{0};
  std::vector<T> X, Y, Before, First, Total;
  std::vector<uint32_t> Z, Sums;
  LaunchDescriptor L;

  RowLoop(const std::vector<uint64_t> &Lengths, Row Form)
      : Form(Form), InPlace(Form == Row::InPlace) {
    for (uint64_t Length : Lengths)
      Offsets.push_back(Offsets.back() + Length);
    const uint64_t N = Offsets.back() + 1; // No array is empty.
    uint32_t State = 4711;
    const auto Fill = [&](auto &Values, uint64_t Count) {
      Values.resize(Count);
      auto *Bytes = reinterpret_cast<unsigned char *>(Values.data());
      for (uint64_t I = 0; I != Count * sizeof Values.front(); ++I) {
        State = State * 1664525u + 1013904223u;
        Bytes[I] = static_cast<unsigned char>(State >> 24);
      }
    };
    Fill(X, N), Fill(Y, N), Fill(Before, N), Fill(Z, N);
    Fill(First, Lengths.size() + 1), Fill(Total, Lengths.size() + 1);
    Fill(Sums, Lengths.size() + 1);
    describe();
  }

  uint64_t rows() const { return Offsets.size() - 1; }

  /// The sequential loop.
  void runOnHost() {
    const auto Word = [](const T &Value) {
      return *reinterpret_cast<const unsigned char *>(&Value);
    };
    for (uint64_t R = 0; R != rows(); ++R) {
      const uint64_t Begin = Offsets[R], End = Offsets[R + 1];
      uint32_t M = 7;
      for (uint64_t K = Begin; K != End; ++K)
        M = std::max<uint32_t>(M, Word(InPlace ? Y[K] : X[K]));
      T S = First[R];
      for (uint64_t K = Begin; K != End; ++K) {
        if (!InPlace)
          Before[K] = S;
        S = Op::combine(S, InPlace ? Y[K] : X[K]);
        Y[K] = S;
      }
      Total[R] = S;
      if (Form == Row::Bundled)
        continue;
      uint32_t Sum = M;
      for (uint64_t K = Begin; K != End; ++K)
        Z[K] = Sum += M ^ Word(Y[End - 1 - (K - Begin)]);
      Sums[R] = Sum;
    }
  }

  /// Names the first array that differs from that of \p Other.
  std::string difference(const RowLoop &Other) const {
    const auto Differs = [](const auto &A, const auto &B) {
      return std::memcmp(A.data(), B.data(), A.size() * sizeof A.front()) != 0;
    };
    return Differs(Total, Other.Total)     ? "total"
           : Differs(Y, Other.Y)           ? "y"
           : Differs(Before, Other.Before) ? "before"
           : Differs(Z, Other.Z)           ? "z"
           : Differs(Sums, Other.Sums)     ? "sums"
                                           : "";
  }

  Bounds range() const {
    return {0, static_cast<int64_t>(rows()), 1, LongLoop};
  }
  int32_t launch() const {
    return DescribedLaunch(L, range(), rowHooks<Op>(Form)).run();
  }

private:
  template <typename E>
  void add(const char *Name, std::vector<E> &Values, bool IsStored) {
    L.Arrays.push_back(
        {{Name, Values.data(), sizeof(E), OMPSCAN_MAP_TOFROM, 0, Values.size()},
         {{IsStored ? OMPSCAN_ACCESS_WRITE_ANY : OMPSCAN_ACCESS_READ_ANY, 0,
           0}}});
  }

  void describe() {
    const LoopHooks &Hooks = rowHooks<Op>(Form);
    L = LaunchDescriptor{
        &ProgramText::of(ompscan::templates::compose(
                             Hooks.Template, Hooks.Traits, Hooks.Text.c_str()),
                         ProgramTraits::of(Hooks.Template, Hooks.Traits, 0, 0)),
        "rows.c:1:1 (main)",
        std::max<uint64_t>(sizeof(T), 4),
        OMPSCAN_FEATURE_PARALLEL,
        OMPSCAN_DEVICE_DEFAULT,
        {},
        {},
        {},
        {}};
    L.Range = range();
    L.Trips = rows();
    add("y", Y, true);
    add("x", X, false);
    add("offsets", Offsets, false);
    add("first", First, false);
    add("before", Before, true);
    add("total", Total, true);
    add("z", Z, true);
    add("sums", Sums, true);
  }
};

/// Lengths of rows around those of pieces, and empty ones.
std::vector<uint64_t> raggedLengths(uint64_t Rows) {
  std::vector<uint64_t> Lengths;
  const uint64_t Usual[] = {3, 0, 1, 17, 0, 0, 64, 2, 31, 33, 5, 16, 300};
  for (uint64_t R = 0; R != Rows; ++R)
    Lengths.push_back(Usual[R % std::size(Usual)]);
  return Lengths;
}

/// Has PoCL optimize kernels while it lives, also where scripts/check.sh has it
/// leave that out: on unoptimized code, PoCL 3.1 follows each path through the
/// branches between two barriers, of which the kernels of rows have many. It
/// can go when the check runs on a PoCL that does not.
class WithOptimization {
public:
  WithOptimization() {
    if (const char *Value = std::getenv(Name))
      Flags = Value;
    unsetenv(Name);
  }
  ~WithOptimization() {
    if (Flags)
      setenv(Name, Flags->c_str(), 1);
  }
  WithOptimization(const WithOptimization &) = delete;
  WithOptimization &operator=(const WithOptimization &) = delete;

private:
  static constexpr const char *Name = "POCL_EXTRA_BUILD_FLAGS";
  std::optional<std::string> Flags;
};

template <typename Op> class Rows : public testing::Test {
  const WithOptimization Optimized;

protected:
  static void check(const std::vector<uint64_t> &Lengths, Row Form, Shape S) {
    RowLoop<Op> Expected(Lengths, Form), L(Lengths, Form);
    Expected.runOnHost();
    Plan P;
    // Without items: a work-item for each row.
    P.Method = Form == Row::Bundled ? Algorithm::Bundles
               : S.Items            ? Algorithm::Rows
                                    : Algorithm::ForEach;
    P.Tile = {S.Group, std::max(S.Items, 1u)};
    P.Kind = device().driverKind();
    runOn(P, L.L, checked(L.L, device()));
    ASSERT_EQ(L.difference(Expected), "")
        << Lengths.size() << " rows, " << algorithmName(P.Method)
        << ", groups of " << S.Group
        << (Form == Row::InPlace ? ", in place" : "");
  }

  /// Runs the loop in several shapes.
  static void check(const std::vector<uint64_t> &Lengths) {
    for (const Row Form : {Row::Full, Row::InPlace})
      for (const Shape S :
           {Shape{6, 1}, Shape{1, 1}, Shape{64, 1}, Shape{32, 0}})
        if (!(isSimulated() && S.Group > 6) &&
            !(Form == Row::InPlace && S.Group != 6))
          check(Lengths, Form, S);
    for (const uint32_t Group : {4, 32})
      if (!isSimulated() || Group == 4)
        check(Lengths, Row::Bundled, {Group, Group});
  }
};
using RowOperators = testing::Types<IntSum, ByteMax, Affine, Matrix>;
TYPED_TEST_SUITE(Rows, RowOperators);

TYPED_TEST(Rows, Ragged) {
  for (uint64_t Rows : {1, 7, isSimulated() ? 13 : 1000})
    this->check(raggedLengths(Rows));
}

TYPED_TEST(Rows, Long) {
  for (uint64_t Length : isSimulated() ? std::vector<uint64_t>{33}
                                       : std::vector<uint64_t>{1023, 4096})
    this->check({Length, 0, Length + 1});
}

/// Bundles have one row, empty ones only, or rows that a group runs.
TYPED_TEST(Rows, Bundles) {
  const uint64_t Most = isSimulated() ? 300 : 3000;
  for (const auto &Lengths : std::vector<std::vector<uint64_t>>{
           {0}, {0, 0, 0, 0, 0}, {5}, {1, 1, 1, 1, 1, 1, 1}, {2, Most, 0, 3}})
    for (const uint32_t Group : {4, 32})
      if (!isSimulated() || Group == 4)
        this->check(Lengths, Row::Bundled, {Group, Group});
}

/// Through the ABI, in the shape that the runtime chooses.
TYPED_TEST(Rows, Abi) {
  for (uint64_t Rows : {0, 1, 100}) {
    RowLoop<TypeParam> L(raggedLengths(Rows), Row::Full);
    RowLoop<TypeParam> Expected(raggedLengths(Rows), Row::Full);
    Expected.runOnHost();
    ASSERT_EQ(L.launch(), 1);
    EXPECT_EQ(L.difference(Expected), "");
  }
}

} // namespace

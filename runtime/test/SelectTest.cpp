//===- SelectTest.cpp - Functions that select elements --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildLog.h"
#include "PrimitiveTypes.h"
#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <thread>

using namespace ompscan;

namespace {

/// Of 100 keys, how many a condition holds for.
constexpr uint32_t Limits[] = {0, 3, 50, 100};

/// "the key is less than limit"
template <typename T> struct Less {
  uint32_t Limit;
  ompscan_argument Argument{"uint", "limit", &Limit, sizeof Limit};
  ompscan_predicate Text{ompscan::Text<T>::Type, ompscan::Text<T>::Less,
                         nullptr, &Argument, 1};

  explicit Less(uint32_t Limit) : Limit(Limit) {}
  Less(const Less &) = delete;
  bool operator()(const T &X) const { return ompscan::Text<T>::key(X) < Limit; }
};

/// The elements with an index in \p Which.
template <typename T>
std::vector<T> pick(const std::vector<T> &From,
                    const std::vector<size_t> &Which) {
  std::vector<T> V;
  for (size_t I : Which)
    V.push_back(From[I]);
  return V;
}

/// The indices of the elements for which \p Holds.
template <typename T>
std::vector<size_t> where(const std::vector<T> &V,
                          const std::function<bool(size_t)> &Holds) {
  std::vector<size_t> Which;
  for (size_t I = 0; I != V.size(); ++I)
    if (Holds(I))
      Which.push_back(I);
  return Which;
}

#define EXPECT_DONE(call)                                                      \
  ASSERT_EQ(call, OMPSCAN_SUCCESS) << ompscan_last_error()

template <typename T> class Select : public testing::Test {};
using AllTypes =
    testing::Types<uint8_t, uint16_t, uint32_t, double, Record<3, uint8_t>,
                   Record<12, uint32_t>, Record<64, uint32_t>>;
TYPED_TEST_SUITE(Select, AllTypes);

TYPED_TEST(Select, RemoveIf) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T), 40))
    for (uint32_t Limit : Limits) {
      const Less<T> Drop(Limit);
      const std::vector<T> Before = randomItems<T>(N, 100);
      std::vector<T> After = Before;
      After.erase(std::remove_if(After.begin(), After.end(), std::cref(Drop)),
                  After.end());
      Items<T> Data(Before);
      size_t Kept = 77;
      EXPECT_DONE(ompscan_remove_if(Data.data(), N, sizeof(T), &Drop.Text,
                                    nullptr, &Kept));
      ASSERT_EQ(Kept, After.size()) << N << " elements, limit " << Limit;
      ASSERT_TRUE(same(Data.data(), After))
          << N << " elements, limit " << Limit;
    }
}

/// The other functions, by two types: text is compiled for each.
template <typename T> class SelectMore : public testing::Test {};
using TwoTypes = testing::Types<uint32_t, Record<16, uint32_t>>;
TYPED_TEST_SUITE(SelectMore, TwoTypes);

TYPED_TEST(SelectMore, CopyIf) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T), 40))
    for (uint32_t Limit : Limits) {
      const Less<T> Keep(Limit);
      const std::vector<T> Before = randomItems<T>(N, 100);
      std::vector<T> After;
      std::copy_if(Before.begin(), Before.end(), std::back_inserter(After),
                   std::cref(Keep));
      const Items<T> In(Before);
      Items<T> Out(After.size());
      size_t Kept = 77;
      EXPECT_DONE(ompscan_copy_if(In.data(), Out.data(), N, sizeof(T),
                                  &Keep.Text, nullptr, &Kept));
      ASSERT_EQ(Kept, After.size());
      ASSERT_TRUE(same(Out.data(), After)) << N << " elements, limit " << Limit;
      ASSERT_TRUE(same(In.data(), Before));
    }
}

/// Values move along with their keys.
TYPED_TEST(SelectMore, UniqueByKey) {
  using T = TypeParam;
  const ompscan_predicate Equal{Text<T>::Type, Text<T>::SameKey, nullptr,
                                nullptr, 0};
  for (size_t N : slideSizes(sizeof(T) + sizeof(uint64_t), 40))
    for (uint32_t Keys : {1u, 2u, 100u}) {
      const std::vector<T> Before = randomItems<T>(N, Keys);
      std::vector<uint64_t> Values(N);
      std::iota(Values.begin(), Values.end(), uint64_t(1) << 40);
      const std::vector<size_t> Which = where(Before, [&](size_t I) {
        return I == 0 || Text<T>::key(Before[I]) != Text<T>::key(Before[I - 1]);
      });
      Items<T> Data(Before);
      Items<uint64_t> Companions(Values);
      const ompscan_companion Companion{Companions.data(), sizeof(uint64_t),
                                        nullptr, nullptr};
      size_t Kept = 77;
      EXPECT_DONE(
          ompscan_unique(Data.data(), N, sizeof(T), &Equal, &Companion, &Kept));
      ASSERT_EQ(Kept, Which.size()) << N << " elements, " << Keys << " keys";
      ASSERT_TRUE(same(Data.data(), pick(Before, Which)));
      ASSERT_TRUE(same(Companions.data(), pick(Values, Which)));
    }
}

TYPED_TEST(SelectMore, CompanionInPlace) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T) + 12, 40)) {
    const Less<T> Keep(50);
    const std::vector<T> Before = randomItems<T>(N, 100);
    const auto Others = randomItems<Record<12, uint32_t>>(N, 1000);
    const std::vector<size_t> Which =
        where(Before, [&](size_t I) { return Keep(Before[I]); });
    const std::vector<size_t> Rest =
        where(Before, [&](size_t I) { return !Keep(Before[I]); });
    for (bool IsPartition : {false, true}) {
      Items<T> Data(Before);
      Items<Record<12, uint32_t>> Companions(Others);
      const ompscan_companion Companion{Companions.data(), 12, nullptr,
                                        nullptr};
      size_t Kept = 77;
      EXPECT_DONE((IsPartition ? ompscan_partition : ompscan_select)(
          Data.data(), N, sizeof(T), &Keep.Text, &Companion, &Kept));
      ASSERT_EQ(Kept, Which.size());
      ASSERT_TRUE(same(Data.data(), pick(Before, Which)));
      ASSERT_TRUE(same(Companions.data(), pick(Others, Which)));
      if (IsPartition) {
        ASSERT_TRUE(same(Data.data() + Kept, pick(Before, Rest)));
        ASSERT_TRUE(same(Companions.data() + Kept, pick(Others, Rest)));
      }
    }
  }
}

TYPED_TEST(SelectMore, PartitionCopy) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T) + 2, 40))
    for (uint32_t Limit : Limits)
      for (bool HasRest : {false, true}) {
        const Less<T> First(Limit);
        const std::vector<T> Before = randomItems<T>(N, 100);
        const auto Others = randomItems<uint16_t>(N, 60000);
        std::vector<size_t> Head =
            where(Before, [&](size_t I) { return First(Before[I]); });
        const std::vector<size_t> Tail =
            where(Before, [&](size_t I) { return !First(Before[I]); });
        const size_t Count = Head.size();
        if (!HasRest)
          Head.insert(Head.end(), Tail.begin(), Tail.end());
        const Items<T> In(Before);
        Items<uint16_t> OtherIn(Others), OtherOut(Head.size()),
            OtherRest(Tail.size());
        Items<T> Out(Head.size()), Rest(Tail.size());
        const ompscan_companion Companion{OtherIn.data(), 2, OtherOut.data(),
                                          OtherRest.data()};
        size_t Kept = 77;
        EXPECT_DONE(ompscan_partition_copy(
            In.data(), Out.data(), HasRest ? Rest.data() : nullptr, N,
            sizeof(T), &First.Text, &Companion, &Kept));
        ASSERT_EQ(Kept, Count);
        ASSERT_TRUE(same(Out.data(), pick(Before, Head)));
        ASSERT_TRUE(same(OtherOut.data(), pick(Others, Head)));
        if (HasRest) {
          ASSERT_TRUE(same(Rest.data(), pick(Before, Tail)));
          ASSERT_TRUE(same(OtherRest.data(), pick(Others, Tail)));
        }
      }
}

TYPED_TEST(SelectMore, Flags) {
  using T = TypeParam;
  for (size_t N : slideSizes(sizeof(T), 40)) {
    const std::vector<T> Before = randomItems<T>(N, 100);
    std::vector<uint8_t> Bits = randomItems<uint8_t>(N, 3);
    for (uint8_t &B : Bits)
      B = static_cast<uint8_t>(B * 64);
    const Items<uint8_t> Flags(Bits);
    const std::vector<size_t> Which =
        where(Before, [&](size_t I) { return Bits[I] != 0; });
    Items<T> Data(Before), Out(Which.size());
    size_t Kept = 77;
    EXPECT_DONE(ompscan_copy_flagged(Data.data(), Out.data(), Flags.data(), N,
                                     sizeof(T), nullptr, &Kept));
    ASSERT_EQ(Kept, Which.size());
    ASSERT_TRUE(same(Out.data(), pick(Before, Which)));
    EXPECT_DONE(ompscan_select_flagged(Data.data(), Flags.data(), N, sizeof(T),
                                       nullptr, &Kept));
    ASSERT_EQ(Kept, Which.size());
    ASSERT_TRUE(same(Data.data(), pick(Before, Which)));
  }
}

/// Bytes are compared, and a scalar by its own `==`, which knows that -0 is 0
/// and a NaN equals nothing.
TEST(SelectEqual, Remove) {
  using Five = Record<12, uint32_t>;
  for (size_t N : slideSizes(sizeof(Five), 40)) {
    std::vector<Five> Before;
    for (size_t I = 0; I != N; ++I)
      Before.push_back(Five{7, {8, static_cast<uint32_t>(I % 3)}});
    const Five Value{7, {8, 1}};
    const std::vector<size_t> Which =
        where(Before, [&](size_t I) { return I % 3 != 1; });
    Items<Five> Data(Before);
    size_t Kept = 77;
    EXPECT_DONE(ompscan_remove(Data.data(), N, sizeof(Five), nullptr, &Value,
                               nullptr, &Kept));
    ASSERT_EQ(Kept, Which.size());
    ASSERT_TRUE(same(Data.data(), pick(Before, Which)));
  }
  const float Nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> Before{0.f, 1.f, -0.f, Nan, Nan, 0.f, 2.f};
  const float Zero = 0;
  Items<float> Data(Before);
  size_t Kept = 77;
  EXPECT_DONE(ompscan_remove(Data.data(), Before.size(), 4, "float", &Zero,
                             nullptr, &Kept));
  ASSERT_EQ(Kept, 4u);
  EXPECT_TRUE(same(Data.data(), {1.f, Nan, Nan, 2.f}));
  EXPECT_DONE(ompscan_remove(Data.data(), 4, 4, "float", &Nan, nullptr, &Kept));
  EXPECT_EQ(Kept, 4u);
  // The value is one of the elements, in the place of which another one comes.
  std::vector<uint32_t> Own{1, 2, 3, 2, 5, 2};
  EXPECT_DONE(
      ompscan_remove(Own.data(), 6, 4, "uint", &Own[1], nullptr, &Kept));
  EXPECT_EQ(Kept, 3u);
  EXPECT_TRUE(same(Own.data(), {1, 3, 5}));
}

TEST(SelectEqual, Unique) {
  for (size_t N : slideSizes(4, 40)) {
    const std::vector<uint32_t> Before = randomItems<uint32_t>(N, 3);
    std::vector<uint32_t> After = Before;
    After.erase(std::unique(After.begin(), After.end()), After.end());
    Items<uint32_t> In(Before), Out(After.size());
    size_t Kept = 77;
    EXPECT_DONE(ompscan_unique_copy(In.data(), Out.data(), N, 4, nullptr,
                                    nullptr, &Kept));
    ASSERT_EQ(Kept, After.size());
    ASSERT_TRUE(same(Out.data(), After));
    EXPECT_DONE(ompscan_unique(In.data(), N, 4, nullptr, nullptr, &Kept));
    ASSERT_EQ(Kept, After.size());
    ASSERT_TRUE(same(In.data(), After));
  }
  const ompscan_predicate Equal{"float", nullptr, nullptr, nullptr, 0};
  Items<float> Zeros(std::vector<float>{0.f, -0.f, 0.f, 1.f});
  size_t Kept = 77;
  EXPECT_DONE(ompscan_unique(Zeros.data(), 4, 4, &Equal, nullptr, &Kept));
  EXPECT_EQ(Kept, 2u);
}

TEST(SelectEqual, Split) {
  for (size_t N : slideSizes(8, 40))
    for (unsigned Bit : {0u, 5u, 63u}) {
      std::vector<uint64_t> Before;
      for (uint64_t I = 0; I != N; ++I)
        Before.push_back(I * 0x9E3779B97F4A7C15u);
      const auto IsZero = [&](uint64_t X) { return !(X >> Bit & 1); };
      std::vector<uint64_t> After;
      std::copy_if(Before.begin(), Before.end(), std::back_inserter(After),
                   IsZero);
      const size_t Zeros = After.size();
      std::remove_copy_if(Before.begin(), Before.end(),
                          std::back_inserter(After), IsZero);
      Items<uint64_t> Data(Before);
      size_t Kept = 77;
      EXPECT_DONE(ompscan_split(Data.data(), N, 8, Bit, nullptr, &Kept));
      ASSERT_EQ(Kept, Zeros);
      ASSERT_TRUE(same(Data.data(), After));
    }
}

TEST(SelectThreads, AtOnce) {
  std::vector<std::thread> Threads;
  for (uint32_t Limit : {10u, 40u, 90u})
    Threads.emplace_back([Limit] {
      const Less<uint32_t> Keep(Limit);
      for (size_t N : slideSizes(4, 20)) {
        std::vector<uint32_t> Before = randomItems<uint32_t>(N, 100), After;
        std::copy_if(Before.begin(), Before.end(), std::back_inserter(After),
                     std::cref(Keep));
        size_t Kept = 77;
        EXPECT_EQ(
            ompscan_select(Before.data(), N, 4, &Keep.Text, nullptr, &Kept),
            OMPSCAN_SUCCESS);
        EXPECT_EQ(Kept, After.size());
        EXPECT_TRUE(same(Before.data(), After));
      }
    });
  for (std::thread &T : Threads)
    T.join();
}

//===----------------------------------------------------------------------===//
// Bad input
//===----------------------------------------------------------------------===//

class SelectRefusal : public testing::Test {
protected:
  const std::vector<uint32_t> Before{1, 2, 3, 4, 5, 6};
  std::vector<uint32_t> Data = Before;
  size_t Kept = 77;
  ompscan_predicate Odd{"uint", "x & 1", nullptr, nullptr, 0};

  /// The call has been refused for a reason that \p Part is a part of.
  void expect(int Status, int Expected, const std::string &Part) {
    EXPECT_EQ(Status, Expected);
    EXPECT_NE(std::string(ompscan_last_error()).find(Part), std::string::npos)
        << ompscan_last_error();
    EXPECT_EQ(Data, Before);
    EXPECT_EQ(Kept, 77u);
  }
  void expect(int Status, const std::string &Part) {
    expect(Status, OMPSCAN_ERROR_ARGUMENT, Part);
  }
};

/// Brackets that do not balance would end the function around the text.
TEST_F(SelectRefusal, Brackets) {
  const std::pair<const char *, const char *> Wrong[] = {
      {"1), (0", "')' closes nothing, as character 2"},
      {"(x > 0", "there is no ')' at its end"},
      {"(x > 0]", "']' closes nothing, as character 7"},
      {"1 /* )", "a comment does not end"},
      {"x == ')", "a ' has no other one"}};
  for (const auto &[Text, Part] : Wrong) {
    const ompscan_predicate P{"int", Text, nullptr, nullptr, 0};
    expect(ompscan_select(Data.data(), 6, 4, &P, nullptr, &Kept),
           std::string("the text of the predicate is no expression: ") + Part);
    expect(ompscan_unique(Data.data(), 6, 4, &P, nullptr, &Kept),
           std::string("the text of the equality is no expression: ") + Part);
    uint32_t Sum;
    expect(ompscan_reduce(Data.data(), 6, 4, &P, nullptr, &Sum),
           std::string("the text of the operator is no expression: ") + Part);
  }
  const ompscan_predicate Fine{"int", "(x == ')') // (\n|| /* ( */ x == '\\''",
                               nullptr, nullptr, 0};
  EXPECT_EQ(ompscan_select(Data.data(), 6, 4, &Fine, nullptr, &Kept),
            OMPSCAN_SUCCESS);
  EXPECT_EQ(Kept, 0u);
}

TEST_F(SelectRefusal, NullPointers) {
  expect(ompscan_select(nullptr, 6, 4, &Odd, nullptr, &Kept),
         "ompscan_select: data is a null pointer");
  expect(ompscan_select(Data.data(), 6, 4, nullptr, nullptr, &Kept),
         "the predicate is a null pointer");
  for (const char *Text : {"", " \n"}) {
    const ompscan_predicate Empty{"int", Text, nullptr, nullptr, 0};
    expect(ompscan_select(Data.data(), 6, 4, &Empty, nullptr, &Kept),
           "the predicate lacks its type or its text");
    expect(ompscan_unique(Data.data(), 6, 4, &Empty, nullptr, &Kept),
           "the equality lacks its type, or its text is empty");
  }
  Odd.type = nullptr;
  expect(ompscan_select(Data.data(), 6, 4, &Odd, nullptr, &Kept),
         "the predicate lacks its type or its text");
  expect(ompscan_select_flagged(Data.data(), nullptr, 6, 4, nullptr, &Kept),
         "flags is a null pointer");
  expect(ompscan_remove(Data.data(), 6, 4, nullptr, nullptr, nullptr, &Kept),
         "value is a null pointer");
  const ompscan_companion Companion{nullptr, 4, nullptr, nullptr};
  expect(ompscan_unique(Data.data(), 6, 4, nullptr, &Companion, &Kept),
         "companion->data is a null pointer");
  expect(
      ompscan_unique_copy(Data.data(), nullptr, 6, 4, nullptr, nullptr, &Kept),
      "out is a null pointer");
}

TEST_F(SelectRefusal, Sizes) {
  expect(ompscan_unique(Data.data(), 6, 0, nullptr, nullptr, &Kept),
         "the elements of data have 0 bytes; 1 to 64 are possible");
  expect(ompscan_unique(Data.data(), 6, 65, nullptr, nullptr, &Kept),
         "the elements of data have 65 bytes");
  expect(ompscan_unique(Data.data(), SIZE_MAX / 2, 4, nullptr, nullptr, &Kept),
         "does not lie in the address space");
  expect(ompscan_split(Data.data(), 1, 12, 0, nullptr, &Kept),
         "elements of 12 bytes are no unsigned integers");
  expect(ompscan_split(Data.data(), 6, 4, 32, nullptr, &Kept),
         "have no bit 32");
}

TEST_F(SelectRefusal, Overlaps) {
  expect(ompscan_unique_copy(Data.data(), Data.data() + 1, 5, 4, nullptr,
                             nullptr, &Kept),
         "in and out overlap");
  const ompscan_companion Companion{Data.data() + 2, 4, nullptr, nullptr};
  expect(ompscan_unique(Data.data(), 4, 4, nullptr, &Companion, &Kept),
         "data and companion->data overlap");
  // Only what is kept has to have room, which shows at the end.
  Odd.text = "x == 6";
  std::vector<uint32_t> Both{0, 0, 1, 2, 6, 6};
  EXPECT_EQ(ompscan_copy_if(&Both[2], &Both[0], 4, 4, &Odd, nullptr, nullptr),
            OMPSCAN_SUCCESS)
      << ompscan_last_error();
  EXPECT_EQ(Both, (std::vector<uint32_t>{6, 6, 1, 2, 6, 6}));
  expect(ompscan_copy_if(&Both[1], &Both[0], 5, 4, &Odd, nullptr, &Kept),
         "in and out overlap");
  EXPECT_EQ(Both, (std::vector<uint32_t>{6, 6, 1, 2, 6, 6}));
}

TEST_F(SelectRefusal, Texts) {
  const auto Refused = [&](const char *Part) {
    expect(ompscan_select(Data.data(), 6, 4, &Odd, nullptr, &Kept),
           OMPSCAN_ERROR_TEXT, Part);
  };
  Odd.text = "\n x & one";
  Refused("predicate:2:6");
  Odd.text = "x & 1";
  Odd.preamble = "int f(\nint 3) { return 0; }";
  Refused("preamble:2:");
  Odd.preamble = nullptr;
  Odd.type = "ulong";
  Refused("the_type_does_not_have_the_4_bytes_of_an_element");
  Odd.type = "complex";
  Refused("element type:1:");
  Odd.type = "uint";
  const uint64_t One = 1;
  ompscan_argument Argument{"uint", "one", &One, sizeof One};
  Odd.arguments = &Argument;
  Odd.argument_count = 1;
  Refused("argument_one_does_not_have_8_bytes");
  Argument.type = "complex";
  Refused("argument one:1:9");
  Argument.name = "for";
  Refused("argument for:1:");
  EXPECT_EQ(std::string(ompscan_last_error()).find(" ompscan:"),
            std::string::npos)
      << ompscan_last_error();
  Odd.argument_count = 0;
  // What the text lacks is missing in its last line.
  Odd.text = "x &\n x >";
  Refused("predicate:2:");
}

/// Other text in the place of a name would become a part of the kernels.
TEST_F(SelectRefusal, Names) {
  const uint32_t One = 1;
  ompscan_argument Arguments[] = {{"uint", "one", &One, sizeof One},
                                  {"uint", "one", &One, sizeof One}};
  Odd.arguments = Arguments;
  Odd.argument_count = 2;
  const auto Refused = [&](const char *Name, const char *Part) {
    Arguments[1].name = Name;
    const std::string Whole =
        std::string("argument 1 of the predicate ") + Part;
    expect(ompscan_unique(Data.data(), 6, 4, &Odd, nullptr, &Kept), Whole);
  };
  Refused("one", "cannot be called 'one': another argument is");
  Refused("1st", "cannot be called '1st': that is no name");
  Refused("a, b", "cannot be called 'a, b': that is no name");
  Refused(" ", "lacks a type, a name or a value");
  Refused("y", "cannot be called 'y': that is the element");
  Refused("ompscan_n", "cannot be called 'ompscan_n': such names are");
  // There is no y here.
  Arguments[1].name = "y";
  Odd.text = "x & y";
  EXPECT_DONE(ompscan_select(Data.data(), 6, 4, &Odd, nullptr, &Kept));
  EXPECT_TRUE(same(Data.data(), {1, 3, 5}));
}

TEST_F(SelectRefusal, StructuresAreArguments) {
  const uint32_t Bounds[2] = {2, 4};
  const ompscan_argument Argument{"struct {\n uint low, high;\n}", "bounds",
                                  Bounds, sizeof Bounds};
  const ompscan_predicate Between{"uint", "x >= bounds.low && x <= bounds.high",
                                  nullptr, &Argument, 1};
  EXPECT_DONE(ompscan_select(Data.data(), 6, 4, &Between, nullptr, &Kept));
  EXPECT_TRUE(same(Data.data(), {2, 3, 4}));
}

/// NVIDIA's compiler counts the lines of the whole text.
TEST(SelectLog, NamesLines) {
  const std::string Text = "int a;\n"
                           "#line 1 \"predicate\"\n"
                           "x &\n"
                           "one\n"
                           "#line 1 \"ompscan\"\n"
                           "int b;\n";
  EXPECT_EQ(withNamedLines("<kernel>:4:1: error: one\n<kernel>:3:1: note: "
                           "x\n<kernel>:1:5: a <kernel>:6:5: b <kernel>:",
                           Text),
            "predicate:2:1: error: one\npredicate:1:1: note: "
            "x\n<kernel>:1:5: a ompscan:1:5: b <kernel>:");
  EXPECT_EQ(withNamedLines("predicate:2:1: error", Text),
            "predicate:2:1: error");
}

/// In the ways of PoCL and of NVIDIA's compiler.
TEST(SelectLog, LeavesConsequencesOut) {
  const std::string Own = "error: ompscan:7:1: unknown\n";
  EXPECT_EQ(withoutConsequences(Own), Own);
  EXPECT_EQ(withoutConsequences(
                Own + "error: preamble:1:2: no\n" + Own +
                "error: element type:3:1 <Spelling=ompscan:1:1>: bad"),
            "error: preamble:1:2: no\n"
            "error: element type:3:1 <Spelling=ompscan:1:1>: bad");
  EXPECT_EQ(withoutConsequences("ompscan:9:1: error: a\n  own text\n  ^\n"
                                "predicate:1:4: error: b\n  text\n   ^\n"
                                "<kernel>:2:1: note: c\n"),
            "predicate:1:4: error: b\n  text\n   ^\n");
  EXPECT_EQ(withoutConsequences("predicate:1:4: warning: b\n" + Own),
            "predicate:1:4: warning: b\n" + Own);
}

/// Run with OMP_TARGET_OFFLOAD=DISABLED, too.
TEST_F(SelectRefusal, TextsNeedADevice) {
  if (environment().Policy == Offload::Disabled) {
    expect(ompscan_select(Data.data(), 6, 4, &Odd, nullptr, &Kept),
           OMPSCAN_ERROR_DEVICE,
           "OMP_TARGET_OFFLOAD=DISABLED; text in OpenCL C needs a device");
    return;
  }
  EXPECT_DONE(ompscan_select(Data.data(), 6, 4, &Odd, nullptr, &Kept));
  EXPECT_EQ(Kept, 3u);
}

TEST_F(SelectRefusal, ResultsMayBeIgnored) {
  EXPECT_DONE(ompscan_select(Data.data(), 6, 4, &Odd, nullptr, nullptr));
  EXPECT_TRUE(same(Data.data(), {1, 3, 5}));
  EXPECT_DONE(ompscan_select(nullptr, 0, 4, &Odd, nullptr, &Kept));
  EXPECT_EQ(Kept, 0u);
}

} // namespace

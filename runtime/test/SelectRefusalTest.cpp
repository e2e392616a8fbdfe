//===- SelectRefusalTest.cpp - Selections that are refused ----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include "device/backend/BuildLog.h"
#include <string>
#include <utility>

using namespace ompscan::rt;

namespace {

class SelectRefusal : public testing::Test {
protected:
  const std::vector<uint32_t> Before{1, 2, 3, 4, 5, 6};
  std::vector<uint32_t> Data = Before;
  size_t Kept = 77;
  ompscan_predicate Odd{"uint", "x & 1", nullptr, nullptr, 0};

  /// The call has been refused for a reason that \p Part is a part of.
  void expect(int Status, int Expected, const std::string &Part) {
    EXPECT_TRUE(isRefused(Status, Part, Expected));
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
      {"1), (0", "')' has no match, at character 2"},
      {"(x > 0", "there is no ')' at its end"},
      {"(x > 0]", "']' has no match, at character 7"},
      {"1 /* )", "a comment does not end"},
      {"x == ')", "a ' has no match"}};
  for (const auto &[Text, Part] : Wrong) {
    const ompscan_predicate P{"int", Text, nullptr, nullptr, 0};
    expect(ompscan_select(Data.data(), 6, 4, &P, nullptr, &Kept),
           std::string("the text of the predicate is not an expression: ") +
               Part);
    expect(ompscan_unique(Data.data(), 6, 4, &P, nullptr, &Kept),
           std::string("the text of the equality is not an expression: ") +
               Part);
    uint32_t Sum;
    expect(ompscan_reduce(Data.data(), 6, 4, &P, nullptr, &Sum),
           std::string("the text of the operator is not an expression: ") +
               Part);
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
           "the predicate has no type or no text");
    expect(ompscan_unique(Data.data(), 6, 4, &Empty, nullptr, &Kept),
           "the equality has no type, or its text is empty");
  }
  Odd.type = nullptr;
  expect(ompscan_select(Data.data(), 6, 4, &Odd, nullptr, &Kept),
         "the predicate has no type or no text");
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
         "the elements of data have 0 bytes; 1 to 64 are supported");
  expect(ompscan_unique(Data.data(), 6, 65, nullptr, nullptr, &Kept),
         "the elements of data have 65 bytes");
  expect(ompscan_unique(Data.data(), SIZE_MAX / 2, 4, nullptr, nullptr, &Kept),
         "does not lie in the address space");
  expect(ompscan_split(Data.data(), 1, 12, 0, nullptr, &Kept),
         "elements of 12 bytes are not unsigned integers");
  expect(ompscan_split(Data.data(), 6, 4, 32, nullptr, &Kept),
         "have no bit 32");
}

TEST_F(SelectRefusal, Overlaps) {
  expect(ompscan_unique_copy(Data.data(), Data.data() + 1, 5, 4, nullptr,
                             nullptr, &Kept),
         "in and out overlap");
  // Functions that copy do not work in place.
  const std::vector<unsigned char> Flags(6, 0);
  std::vector<uint32_t> Values(6, 8), To(6, 9);
  const ompscan_companion Other{Values.data(), 4, To.data(), nullptr};
  for (const ompscan_companion *C :
       std::initializer_list<const ompscan_companion *>{nullptr, &Other}) {
    expect(ompscan_copy_if(Data.data(), Data.data(), 6, 4, &Odd, C, &Kept),
           "ompscan_copy_if: in and out overlap");
    expect(ompscan_copy_flagged(Data.data(), Data.data(), Flags.data(), 6, 4, C,
                                &Kept),
           "ompscan_copy_flagged: in and out overlap");
    expect(
        ompscan_unique_copy(Data.data(), Data.data(), 6, 4, nullptr, C, &Kept),
        "ompscan_unique_copy: in and out overlap");
    expect(ompscan_partition_copy(Data.data(), Data.data(), nullptr, 6, 4, &Odd,
                                  C, &Kept),
           "ompscan_partition_copy: in and out overlap");
  }
  EXPECT_EQ(ompscan_copy_flagged(Data.data(), Data.data(), Flags.data(), 0, 4,
                                 nullptr, nullptr),
            OMPSCAN_SUCCESS);
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
  Refused("one", "cannot be called 'one': another argument has this name");
  Refused("1st", "cannot be called '1st': it is not a name");
  Refused("a, b", "cannot be called 'a, b': it is not a name");
  Refused(" ", "has no type, name or value");
  Refused("y", "cannot be called 'y': it is the name of the element");
  Refused("ompscan_n",
          "cannot be called 'ompscan_n': the runtime reserves such names");
  for (const char *Word : {"for", "global", "__local", "uint", "float4"})
    Refused(Word, (std::string("cannot be called '") + Word +
                   "': it is a word of OpenCL C")
                      .c_str());
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

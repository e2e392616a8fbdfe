//===- EnvironmentTest.cpp - Environment variables ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Environment.h"
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ompscan::rt;

namespace {

struct Parsed {
  Environment E;
  std::vector<std::string> Warnings;

  explicit Parsed(const Variables &Set) { E = parseEnvironment(Set, Warnings); }
};

TEST(Environment, Nothing) {
  Parsed P((Variables()));
  EXPECT_EQ(P.E.Policy, Offload::Default);
  EXPECT_FALSE(P.E.DefaultDevice);
  EXPECT_EQ(P.E.Device, "");
  EXPECT_FALSE(P.E.Info);
  EXPECT_TRUE(P.Warnings.empty());
}

TEST(Environment, Clang) {
  const auto Named = [](const char *Text) {
    return Parsed(Variables{{"OMPSCAN_CLANG", Text}}).E.Clang;
  };
  EXPECT_EQ(Named("clang-19"), "clang-19");
  EXPECT_EQ(Named("OFF"), "off");
  EXPECT_EQ(Named(""), "");
  EXPECT_EQ(Parsed(Variables{{"PATH", "/a:/b"}}).E.ProgramFolders, "/a:/b");
}

TEST(Environment, Rows) {
  const auto Team = [](const char *Text) {
    return Parsed(Variables{{"OMPSCAN_ROWS", Text}}).E.Rows;
  };
  EXPECT_EQ(Team("work-item"), RowTeam::WorkItem);
  EXPECT_EQ(Team("column"), RowTeam::Column);
  EXPECT_EQ(Team("part"), RowTeam::PartOfWarp);
  EXPECT_EQ(Team("Warp"), RowTeam::Warp);
  EXPECT_EQ(Team("half-warp"), RowTeam::HalfWarp);
  EXPECT_EQ(Team("group-64"), RowTeam::Group64);
  EXPECT_EQ(Team("group-128"), RowTeam::Group128);
  EXPECT_EQ(Team("group"), RowTeam::Group);
  EXPECT_EQ(Team("group-512"), RowTeam::Group512);
  EXPECT_EQ(Team("wide-group"), RowTeam::WideGroup);
  EXPECT_EQ(Team("columns"), RowTeam::Columns);
  EXPECT_EQ(Team("bundle"), RowTeam::Bundle);
  EXPECT_EQ(Team("parts"), RowTeam::Parts);
  EXPECT_FALSE(Team(""));
  EXPECT_FALSE(Team("lane"));
  EXPECT_EQ(Parsed(Variables{{"OMPSCAN_ROWS", "lane"}}).Warnings.size(), 1u);
}

TEST(Environment, Offload) {
  for (const char *Text :
       {"MANDATORY", "mandatory", "Mandatory", " MANDATORY "})
    EXPECT_EQ(Parsed(Variables{{"OMP_TARGET_OFFLOAD", Text}}).E.Policy,
              Offload::Mandatory);
  EXPECT_EQ(Parsed(Variables{{"OMP_TARGET_OFFLOAD", "disabled"}}).E.Policy,
            Offload::Disabled);
  EXPECT_EQ(Parsed(Variables{{"OMP_TARGET_OFFLOAD", "default"}}).E.Policy,
            Offload::Default);
  EXPECT_TRUE(Parsed(Variables{{"OMP_TARGET_OFFLOAD", ""}}).Warnings.empty());
}

TEST(Environment, Malformed) {
  Parsed P(Variables{{"OMP_TARGET_OFFLOAD", "always"},
                     {"OMP_DEFAULT_DEVICE", "-1"},
                     {"OMPSCAN_INFO", "yes"}});
  EXPECT_EQ(P.E.Policy, Offload::Default);
  EXPECT_FALSE(P.E.DefaultDevice);
  EXPECT_FALSE(P.E.Info);
  ASSERT_EQ(P.Warnings.size(), 3u);
  EXPECT_EQ(P.Warnings[0],
            "OMP_TARGET_OFFLOAD is 'always', which is not one of its values, "
            "and is ignored; it takes MANDATORY, DISABLED or DEFAULT");
  EXPECT_NE(P.Warnings[1].find("OMP_DEFAULT_DEVICE"), std::string::npos);
  EXPECT_NE(P.Warnings[2].find("OMPSCAN_INFO"), std::string::npos);
  for (const char *Text : {"1x", "x", "0x1", "1.0", "99999999999999999999"})
    EXPECT_EQ(Parsed(Variables{{"OMP_DEFAULT_DEVICE", Text}}).Warnings.size(),
              1u);
}

/// The only warning about a variable.
std::string warningOf(const char *Name, const char *Value) {
  const Parsed P(Variables{{Name, Value}});
  return P.Warnings.size() == 1 ? P.Warnings.front()
                                : std::to_string(P.Warnings.size());
}

TEST(Environment, MisspelledValue) {
  EXPECT_EQ(warningOf("OMPSCAN_ALGORITHM", "Single_Pass"),
            "OMPSCAN_ALGORITHM is 'Single_Pass', which is not one of its "
            "values, and is ignored; did you mean 'single-pass'? It takes "
            "single-pass, reduce-then-scan or three-kernel");
  EXPECT_NE(warningOf("OMP_TARGET_OFFLOAD", "mandatroy").find("'MANDATORY'"),
            std::string::npos);
  EXPECT_EQ(warningOf("OMPSCAN_VERIFY", "yes"),
            "OMPSCAN_VERIFY is 'yes', which is not one of its values, and is "
            "ignored; it takes 0, 1 or exact");
}

/// A file is not written under a name that was meant as a word.
TEST(Environment, MisspelledSummary) {
  const Parsed Misspelled(Variables{{"OMPSCAN_PROFILE", "sumary"}});
  EXPECT_EQ(Misspelled.E.Profile, "");
  ASSERT_EQ(Misspelled.Warnings.size(), 1u);
  EXPECT_NE(Misspelled.Warnings[0].find("did you mean 'summary'?"),
            std::string::npos);
  for (const char *File : {"./sumary", "summary.json", "trace"}) {
    const Parsed P(Variables{{"OMPSCAN_PROFILE", File}});
    EXPECT_EQ(P.E.Profile, File);
    EXPECT_TRUE(P.Warnings.empty()) << File;
  }
}

TEST(Environment, MisspelledName) {
  EXPECT_EQ(warningOf("OMPSCAN_DEVCIE", "gpu"),
            "there is no variable OMPSCAN_DEVCIE; did you mean "
            "OMPSCAN_DEVICE?");
  EXPECT_EQ(warningOf("OMPSCAN_SHORTLOOP", "0"),
            "there is no variable OMPSCAN_SHORTLOOP; did you mean "
            "OMPSCAN_SHORT_LOOP?");
  // Variables of programs around the runtime.
  for (const char *Other : {"OMPSCAN_BUILD_DIR", "OMPSCAN_JOBS", "OMPSCAN_",
                            "OMPSCAN", "OMP_DEVICE"})
    EXPECT_TRUE(Parsed(Variables{{Other, "1"}}).Warnings.empty()) << Other;
}

TEST(Environment, ShortLoop) {
  for (const char *Text : {"-1", "1K", "x"})
    EXPECT_EQ(Parsed(Variables{{"OMPSCAN_SHORT_LOOP", Text}}).Warnings.size(),
              1u);
}

TEST(Environment, Others) {
  Parsed P(Variables{{"OMP_DEFAULT_DEVICE", "12"},
                     {"OMPSCAN_DEVICE", " Tesla V100 "},
                     {"OMPSCAN_SHORT_LOOP", "0"},
                     {"OMPSCAN_INFO", "1"}});
  EXPECT_EQ(P.E.DefaultDevice, 12);
  EXPECT_EQ(P.E.ShortLoop, 0);
  EXPECT_EQ(P.E.Device, "Tesla V100");
  EXPECT_TRUE(P.E.Info);
  EXPECT_TRUE(P.Warnings.empty());
}

TEST(Environment, DealsOut) {
  const auto Device = [](const char *Text) {
    return Parsed(Variables{{"OMPSCAN_DEVICE", Text}});
  };
  const struct {
    const char *Text, *Device, *Shown;
    bool DealsOut;
  } Cases[] = {{"gpu", "gpu", "gpu", false},
               {"gpu:all", "gpu", "gpu:all", true},
               {"Tesla V100 :ALL", "Tesla V100", "Tesla V100:all", true},
               {"all", "all", "all", true},
               {"All", "All", "All", true},
               {"hall", "hall", "hall", false},
               {"a:b", "a:b", "a:b", false}};
  for (const auto &Each : Cases) {
    const Environment E = Device(Each.Text).E;
    EXPECT_EQ(E.Device, Each.Device);
    EXPECT_EQ(E.DealsOut, Each.DealsOut) << Each.Text;
    EXPECT_EQ(deviceText(E), Each.Shown);
  }
  const Parsed Nameless = Device(":all");
  EXPECT_EQ(Nameless.Warnings.size(), 1u);
  EXPECT_FALSE(Nameless.E.DealsOut);
}

TEST(Environment, Cache) {
  const auto Directory = [](const Variables &Set) {
    return Parsed(Set).E.CacheDirectory;
  };
  EXPECT_EQ(Directory({}), "");
  EXPECT_EQ(Directory({{"HOME", "/home/u"}}), "/home/u/.cache/ompscan");
  EXPECT_EQ(Directory({{"HOME", "/home/u"}, {"XDG_CACHE_HOME", "/c"}}),
            "/c/ompscan");
  EXPECT_EQ(Directory({{"HOME", "/home/u"}, {"XDG_CACHE_HOME", "c"}}),
            "/home/u/.cache/ompscan")
      << "the XDG specification ignores relative paths";
  EXPECT_EQ(Directory({{"HOME", "/home/u"}, {"OMPSCAN_CACHE", "/d"}}), "/d");
  EXPECT_EQ(Directory({{"HOME", "/home/u"}, {"OMPSCAN_CACHE", "Off"}}), "");
  Parsed Relative({{"HOME", "/home/u"}, {"OMPSCAN_CACHE", "d"}});
  EXPECT_EQ(Relative.E.CacheDirectory, "/home/u/.cache/ompscan");
  EXPECT_EQ(Relative.Warnings.size(), 1u);
}

TEST(Environment, MemoryLimit) {
  const auto Limit = [](const char *Text) {
    return Parsed(Variables{{"OMPSCAN_MEMORY_LIMIT", Text}}).E.MemoryLimit;
  };
  EXPECT_EQ(Limit("1000"), 1000u);
  EXPECT_EQ(Limit("64k"), 65536u);
  EXPECT_EQ(Limit("3M"), 3u << 20);
  EXPECT_EQ(Limit("2G"), uint64_t(2) << 30);
  for (const char *Bad : {"0", "-1", "k", "1T", "1 k", "99999999999999G"})
    EXPECT_FALSE(Limit(Bad)) << Bad;
}

TEST(Environment, Pool) {
  const auto Limit = [](const char *Text) {
    return Parsed(Variables{{"OMPSCAN_POOL", Text}}).E.PoolLimit;
  };
  EXPECT_EQ(Limit("0"), 0u);
  EXPECT_EQ(Limit("1K"), 1024u);
  for (const char *Bad : {"-1", "all", "00"})
    EXPECT_FALSE(Limit(Bad)) << Bad;
}

} // namespace

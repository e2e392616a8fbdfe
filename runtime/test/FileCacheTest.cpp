//===- FileCacheTest.cpp - Blobs kept in a directory ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/FileCache.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <vector>

using namespace ompscan::rt;
namespace fs = std::filesystem;

namespace {

Digest key(const std::string &Name) {
  Sha256 S;
  S.add(Name.data(), Name.size());
  return S.finish();
}

FileCache::Blob blob(size_t Size, unsigned char Byte) {
  return FileCache::Blob(Size, Byte);
}

class FileCacheTest : public testing::Test {
protected:
  FileCacheTest() {
    std::string Pattern = testing::TempDir() + "ompscan-cache-XXXXXX";
    Root = ::mkdtemp(Pattern.data());
  }
  ~FileCacheTest() override { fs::remove_all(Root); }

  std::string directory() const { return Root + "/a/b"; }
  fs::path fileOf(const std::string &Name) const {
    return directory() + "/" + toHex(key(Name)) + ".program";
  }
  FileCache cache(uint64_t Limit = 1 << 20) const {
    return FileCache(directory(), Limit);
  }
  /// What keeps \p Name from being loaded; "absent" where it is not there.
  std::string problem(const std::string &Name) const {
    std::string Problem;
    if (cache().load(key(Name), Problem))
      return "loaded";
    return Problem.empty() ? "absent" : Problem;
  }

  std::string Root;
};

TEST(Sha256, KnownAnswers) {
  EXPECT_EQ(toHex(key("abc")), "ba7816bf8f01cfea414140de5dae2223"
                               "b00361a396177a9cb410ff61f20015ad");
  Sha256 One, Two;
  One.addField("ab");
  One.addField("c");
  Two.addField("a");
  Two.addField("bc");
  EXPECT_NE(One.finish(), Two.finish());
}

TEST_F(FileCacheTest, KeepsWhatItIsGiven) {
  EXPECT_EQ(problem("x"), "absent");
  EXPECT_EQ(cache().store(key("x"), blob(1000, 7)), "");
  EXPECT_EQ(cache().store(key("empty"), {}), "");
  std::string Problem;
  EXPECT_EQ(cache().load(key("x"), Problem), blob(1000, 7));
  EXPECT_EQ(cache().load(key("empty"), Problem), FileCache::Blob());
  EXPECT_EQ(cache().store(key("x"), blob(10, 8)), "") << "replaced";
  EXPECT_EQ(cache().load(key("x"), Problem), blob(10, 8));
  EXPECT_EQ(cache().content().Files, 2u);
}

TEST_F(FileCacheTest, ForgetsWhatItIsToldTo) {
  EXPECT_EQ(cache().remove(key("x")), "") << "there is no directory";
  ASSERT_EQ(cache().store(key("x"), blob(10, 7)), "");
  ASSERT_EQ(cache().store(key("y"), blob(10, 7)), "");
  EXPECT_EQ(cache().remove(key("x")), "");
  EXPECT_EQ(problem("x"), "absent");
  EXPECT_EQ(problem("y"), "loaded");
  EXPECT_EQ(cache().remove(key("x")), "") << "it is gone";
  ::chmod(directory().c_str(), 0777);
  EXPECT_NE(cache().remove(key("y")).find("others can write"),
            std::string::npos);
}

TEST_F(FileCacheTest, PreparesItsDirectory) {
  EXPECT_EQ(cache().prepare(), "");
  EXPECT_TRUE(fs::is_directory(directory()));
  EXPECT_EQ(cache().prepare(), "") << "it is there";
  ::chmod(directory().c_str(), 0777);
  EXPECT_NE(cache().prepare().find("others can write"), std::string::npos);
  std::ofstream(Root + "/file").put('x');
  EXPECT_NE(FileCache(Root + "/file/a", 1000).prepare(), "");
}

/// A file with holes may have any size.
TEST_F(FileCacheTest, FilesAboveTheLimitAreNotLoaded) {
  ASSERT_EQ(cache(1 << 21).store(key("x"), blob(1 << 20, 7)), "");
  EXPECT_NE(problem("x").find("damaged"), std::string::npos);
}

TEST_F(FileCacheTest, IsForTheUserAlone) {
  ASSERT_EQ(cache().store(key("x"), blob(10, 7)), "");
  struct stat S;
  for (const std::string &D : {Root + "/a", directory()}) {
    ASSERT_EQ(::stat(D.c_str(), &S), 0);
    EXPECT_EQ(S.st_mode & 0777, 0700u) << D;
  }
  ASSERT_EQ(::stat(fileOf("x").c_str(), &S), 0);
  EXPECT_EQ(S.st_mode & 0777, 0600u);

  ::chmod(fileOf("x").c_str(), 0620);
  EXPECT_NE(problem("x").find("not a file of the user"), std::string::npos);
  ::chmod(fileOf("x").c_str(), 0600);
  EXPECT_EQ(problem("x"), "loaded");
  ::chmod(directory().c_str(), 0777);
  EXPECT_NE(problem("x").find("others can write"), std::string::npos);
  EXPECT_NE(cache().store(key("y"), blob(1, 1)).find("others can write"),
            std::string::npos);
}

/// Who may write to a directory above exchanges the cache, or leads elsewhere.
TEST_F(FileCacheTest, DirectoriesOnTheWay) {
  ASSERT_EQ(cache().store(key("x"), blob(10, 7)), "");
  ::chmod((Root + "/a").c_str(), 0777);
  EXPECT_NE(problem("x").find("on the way"), std::string::npos);
  EXPECT_NE(cache().store(key("y"), blob(1, 1)).find("on the way"),
            std::string::npos);
  EXPECT_NE(cache().problem().find("on the way"), std::string::npos);
  ::chmod((Root + "/a").c_str(), 01777);
  EXPECT_EQ(problem("x"), "loaded") << "sticky";
  ::chmod((Root + "/a").c_str(), 0700);

  // A link of the user's own, from a place that others can write to.
  fs::create_directory(Root + "/open");
  ::chmod((Root + "/open").c_str(), 0777);
  fs::create_directory_symlink("../a", Root + "/open/a");
  std::string Problem;
  const FileCache Led(Root + "/open/a/b", 1000);
  EXPECT_FALSE(Led.load(key("x"), Problem));
  EXPECT_NE(Problem.find("on the way"), std::string::npos);
  ::chmod((Root + "/open").c_str(), 0755);
  EXPECT_TRUE(Led.load(key("x"), Problem)) << Problem;

  // A file that a link leads to may have been meant for anything else.
  fs::rename(fileOf("x"), Root + "/download");
  fs::create_symlink(Root + "/download", fileOf("x"));
  EXPECT_NE(problem("x"), "loaded");
  EXPECT_NE(problem("x"), "absent");
}

TEST_F(FileCacheTest, DamagedFiles) {
  const auto Damage = [&](auto Change) {
    ASSERT_EQ(cache().store(key("x"), blob(1000, 7)), "");
    Change(fileOf("x"));
    EXPECT_NE(problem("x").find("is damaged"), std::string::npos);
  };
  const auto Truncate = [&](uint64_t Size) {
    Damage([=](const fs::path &P) { fs::resize_file(P, Size); });
  };
  const auto Flip = [&](uint64_t Place) {
    Damage([=](const fs::path &P) {
      std::fstream File(P, std::ios::in | std::ios::out | std::ios::binary);
      File.seekg(static_cast<std::streamoff>(Place));
      const char Byte = static_cast<char>(File.get() ^ 1);
      File.seekp(static_cast<std::streamoff>(Place));
      File.put(Byte);
    });
  };
  const uint64_t Size = 8 + 32 + 32 + 8 + 1000;
  for (uint64_t Left : {uint64_t(0), uint64_t(50), Size - 1, Size + 1})
    Truncate(Left);
  for (uint64_t Place = 0; Place < Size; Place += 13)
    Flip(Place);
  // Of another program.
  ASSERT_EQ(cache().store(key("y"), blob(1000, 8)), "");
  Damage([&](const fs::path &P) {
    fs::copy_file(fileOf("y"), P, fs::copy_options::overwrite_existing);
  });
  // A file of another version of the cache is as good as any other damage, and
  // what is stored anew takes its place.
  ASSERT_EQ(cache().store(key("x"), blob(1000, 7)), "");
  EXPECT_EQ(problem("x"), "loaded");
}

TEST_F(FileCacheTest, Unwritable) {
  for (const char *Directory : {"/dev/null", "/dev/null/x", "/proc/x/y"}) {
    const FileCache Cache(Directory, 1000);
    std::string Problem;
    EXPECT_FALSE(Cache.load(key("x"), Problem));
    EXPECT_NE(Cache.store(key("x"), blob(1, 1)), "") << Directory;
    EXPECT_EQ(Cache.content().Files, 0u);
  }
  ASSERT_EQ(cache().store(key("x"), blob(1, 1)), "");
  fs::remove(fileOf("x"));
  fs::create_directory(fileOf("x"));
  EXPECT_NE(problem("x").find("not a file of the user"), std::string::npos);
  EXPECT_NE(cache().store(key("x"), blob(1, 1)), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(directory()), {}), 1)
      << "nothing unfinished is left behind";
}

TEST_F(FileCacheTest, StaysBelowItsLimit) {
  const FileCache Small = cache(10 * (1000 + 80));
  for (char Name = 'a'; Name != 'k'; ++Name) {
    ASSERT_EQ(Small.store(key({Name}), blob(1000, 1)), "");
    fs::last_write_time(fileOf({Name}), fs::file_time_type::clock::now() -
                                            std::chrono::hours('z' - Name));
  }
  std::string Problem;
  ASSERT_TRUE(Small.load(key("a"), Problem)) << "makes it the youngest";
  std::ofstream(directory() + "/stranger") << std::string(100000, 'x');
  std::ofstream(directory() + "/.unfinished-1-1") << "x";
  fs::last_write_time(directory() + "/.unfinished-1-1",
                      fs::file_time_type::clock::now() - std::chrono::hours(2));
  EXPECT_EQ(Small.content().Files, 10u);
  ASSERT_EQ(Small.store(key("k"), blob(1000, 1)), "");
  EXPECT_LE(Small.content().Bytes, Small.limit());
  EXPECT_EQ(problem("a"), "loaded");
  EXPECT_EQ(problem("k"), "loaded");
  EXPECT_EQ(problem("b"), "absent");
  EXPECT_EQ(problem("c"), "absent");
  EXPECT_TRUE(fs::exists(directory() + "/stranger"));
  EXPECT_FALSE(fs::exists(directory() + "/.unfinished-1-1"));
  EXPECT_NE(Small.store(key("big"), blob(20000, 1)), "");
}

TEST_F(FileCacheTest, ManyWriters) {
  std::vector<std::thread> Threads;
  std::vector<int> Wrong(8, 0);
  for (unsigned T = 0; T != 8; ++T)
    Threads.emplace_back([&, T] {
      for (unsigned Round = 0; Round != 100; ++Round) {
        const std::string Name(1, static_cast<char>('a' + Round % 5));
        if (!cache(20000).store(key(Name), blob(5000, Name[0])).empty())
          ++Wrong[T];
        std::string Problem;
        if (const auto Found = cache().load(key(Name), Problem))
          Wrong[T] += *Found != blob(5000, Name[0]);
        Wrong[T] += !Problem.empty();
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, std::vector<int>(8, 0));
}

} // namespace

//===- FileCacheFuzzer.cpp - Damaged files of the program cache -----------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fuzz target for libFuzzer. The first byte of an input selects how it
/// becomes a file of the cache: as it is, or as changes of a file that the
/// cache has written. A file may be loaded only if it is byte by byte what the
/// cache writes for the blob that it has.
///
//===----------------------------------------------------------------------===//

#include "support/FileCache.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

using Bytes = std::vector<unsigned char>;

[[noreturn]] void fail(const char *What) {
  std::fprintf(stderr, "%s\n", What);
  std::abort();
}

/// A cache with one file, in a folder of the process.
class OneFile {
public:
  OneFile() {
    std::string Pattern =
        std::filesystem::temp_directory_path() / "ompscan-fuzz-XXXXXX";
    if (!::mkdtemp(Pattern.data()))
      fail("no temporary folder");
    Directory = Pattern;
    File = Directory + "/" + toHex(Key) + ".program";
  }
  ~OneFile() { std::filesystem::remove_all(Directory); }

  void store(const Bytes &Data) const {
    if (!cache().store(Key, Data).empty())
      fail("a blob is not stored");
  }
  std::optional<Bytes> load(std::string &Problem) const {
    return cache().load(Key, Problem);
  }
  Bytes read() const {
    std::ifstream In(File, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(In), {});
  }
  void write(const Bytes &All) const {
    std::ofstream Out(File, std::ios::binary | std::ios::trunc);
    Out.write(reinterpret_cast<const char *>(All.data()),
              static_cast<std::streamsize>(All.size()));
  }

private:
  FileCache cache() const { return FileCache(Directory, 1 << 20); }

  const Digest Key = Sha256().finish();
  std::string Directory, File;
};

/// Changes \p File by \p Edits, four bytes each: what, where (two), a value.
void change(Bytes &File, const uint8_t *Edits, size_t Size) {
  for (; Size >= 4; Edits += 4, Size -= 4) {
    const size_t Place = Edits[1] | Edits[2] << 8;
    switch (Edits[0] % 4) {
    case 0:
      if (!File.empty())
        File[Place % File.size()] = Edits[3];
      break;
    case 1:
      if (!File.empty())
        File[Place % File.size()] ^= 1u << Edits[3] % 8;
      break;
    case 2:
      File.resize(Place % (File.size() + 1));
      break;
    case 3:
      File.insert(File.end(), Place % 64, Edits[3]);
      break;
    }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const OneFile Cache;
  if (Size == 0)
    return 0;
  const Bytes Rest(Data + 1, Data + Size);
  Bytes File = Rest;
  Cache.store(Rest);
  if (Data[0] & 1) {
    File = Cache.read();
    change(File, Rest.data(), Rest.size());
  }
  Cache.write(File);
  std::string Problem;
  const std::optional<Bytes> Loaded = Cache.load(Problem);
  if (Loaded.has_value() != Problem.empty())
    fail("a damaged file has no message, or one that was loaded has one");
  if (!Loaded)
    return 0;
  Cache.store(*Loaded);
  if (Cache.read() != File)
    fail("a damaged file was loaded");
  return 0;
}

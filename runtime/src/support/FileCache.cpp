//===- FileCache.cpp - Blobs kept in a directory --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/FileCache.h"
#include "support/Environment.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace ompscan::rt {

namespace {

constexpr char Magic[8] = {'O', 'm', 'p', 'S', 'c', 'a', 'n', '\n'};
constexpr char Extension[] = ".program";
constexpr char Unfinished[] = ".unfinished-";
/// Seconds after which an unfinished file has no writer any more.
constexpr time_t Abandoned = 3600;

/// What stands in front of a blob. Files are never carried to another machine,
/// so it is written as it lies in memory.
struct Header {
  char Mark[sizeof Magic];
  Digest Key;  ///< that the blob is kept under
  Digest Data; ///< of the blob
  uint64_t Size;
};

struct CloseFile {
  int File;
  ~CloseFile() { ::close(File); }
};

struct CloseDirectory {
  void operator()(DIR *D) const { ::closedir(D); }
};

std::string lastError(const std::string &What) {
  return What + ": " + std::strerror(errno);
}

Digest digestOf(const FileCache::Blob &Data) {
  Sha256 S;
  S.add(Data.data(), Data.size());
  return S.finish();
}

/// Whether nobody but the user can have written it.
bool isOurs(const struct stat &S) {
  return S.st_uid == ::geteuid() && !(S.st_mode & (S_IWGRP | S_IWOTH));
}

/// Why \p Directory must not be used; empty if it may.
std::string problemOf(const std::string &Directory) {
  struct stat S;
  if (::stat(Directory.c_str(), &S) != 0)
    return lastError(Directory);
  if (!S_ISDIR(S.st_mode))
    return Directory + " is no directory";
  if (!isOurs(S))
    return Directory + " is not used, since others can write to it";
  return "";
}

/// Makes \p Directory, and those above it, where they are not there.
void makeDirectories(const std::string &Directory) {
  for (size_t End = Directory.find('/', 1);;
       End = Directory.find('/', End + 1)) {
    ::mkdir(Directory.substr(0, End).c_str(), S_IRWXU);
    if (End == std::string::npos)
      return;
  }
}

bool readAll(int File, void *To, size_t Size) {
  auto *Next = static_cast<unsigned char *>(To);
  while (Size > 0) {
    const ssize_t Count = ::read(File, Next, Size);
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count <= 0)
      return false;
    Next += Count;
    Size -= static_cast<size_t>(Count);
  }
  return true;
}

bool writeAll(int File, const void *From, size_t Size) {
  const auto *Next = static_cast<const unsigned char *>(From);
  while (Size > 0) {
    const ssize_t Count = ::write(File, Next, Size);
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return false;
    Next += Count;
    Size -= static_cast<size_t>(Count);
  }
  return true;
}

bool endsWith(const std::string &Text, const std::string &End) {
  return Text.size() >= End.size() &&
         Text.compare(Text.size() - End.size(), End.size(), End) == 0;
}

struct Entry {
  std::string Path;
  uint64_t Bytes;
  timespec Used;
};

/// Our files in \p Directory, without the unfinished ones. Those that their
/// writers have left behind are removed where \p CleanUp asks for it.
std::vector<Entry> entriesOf(const std::string &Directory, bool CleanUp) {
  std::vector<Entry> Entries;
  const std::unique_ptr<DIR, CloseDirectory> D(::opendir(Directory.c_str()));
  if (!D)
    return Entries;
  while (const dirent *Next = ::readdir(D.get())) {
    const std::string Name = Next->d_name, Path = Directory + "/" + Name;
    struct stat S;
    if (::lstat(Path.c_str(), &S) != 0 || !S_ISREG(S.st_mode))
      continue;
    if (endsWith(Name, Extension))
      Entries.push_back({Path, static_cast<uint64_t>(S.st_size), S.st_mtim});
    else if (CleanUp && Name.rfind(Unfinished, 0) == 0 &&
             ::time(nullptr) - S.st_mtime > Abandoned)
      ::unlink(Path.c_str());
  }
  return Entries;
}

} // namespace

std::string FileCache::problem() const {
  struct stat S;
  if (::stat(Directory.c_str(), &S) != 0 && errno == ENOENT)
    return "";
  if (std::string Problem = problemOf(Directory); !Problem.empty())
    return Problem;
  return ::access(Directory.c_str(), R_OK | W_OK | X_OK) == 0
             ? ""
             : lastError(Directory);
}

std::string FileCache::pathOf(const Digest &Key) const {
  return Directory + "/" + toHex(Key) + Extension;
}

std::optional<FileCache::Blob> FileCache::load(const Digest &Key,
                                               std::string &Problem) const {
  const std::string Path = pathOf(Key);
  const int File = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (File < 0) {
    if (errno != ENOENT)
      Problem = lastError(Path);
    return std::nullopt;
  }
  const CloseFile Closer{File};
  Problem = problemOf(Directory);
  if (!Problem.empty())
    return std::nullopt;
  struct stat S;
  if (::fstat(File, &S) != 0 || !S_ISREG(S.st_mode) || !isOurs(S)) {
    Problem = Path + " is not used, since it is not the user's own file";
    return std::nullopt;
  }
  Header H;
  Blob Data;
  Problem = Path + " is damaged";
  if (!readAll(File, &H, sizeof H) ||
      std::memcmp(H.Mark, Magic, sizeof Magic) != 0 || H.Key != Key ||
      H.Size != static_cast<uint64_t>(S.st_size) - sizeof H)
    return std::nullopt;
  Data.resize(H.Size);
  if (!readAll(File, Data.data(), Data.size()) || digestOf(Data) != H.Data)
    return std::nullopt;
  Problem.clear();
  ::futimens(File, nullptr); // It was used now: shrink() looks at that.
  return Data;
}

std::string FileCache::store(const Digest &Key, const Blob &Data) const {
  if (Data.size() + sizeof(Header) > Limit)
    return "it is larger than the cache may be";
  makeDirectories(Directory);
  if (std::string Problem = problemOf(Directory); !Problem.empty())
    return Problem;

  static std::atomic<unsigned> Number{0};
  const std::string Draft = Directory + "/" + Unfinished +
                            std::to_string(::getpid()) + "-" +
                            std::to_string(Number++);
  ::unlink(Draft.c_str()); // By a process that had our number before us.
  const int File =
      ::open(Draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
             S_IRUSR | S_IWUSR);
  if (File < 0)
    return lastError(Draft);
  Header H{{}, Key, digestOf(Data), Data.size()};
  std::memcpy(H.Mark, Magic, sizeof Magic);
  bool Written =
      writeAll(File, &H, sizeof H) && writeAll(File, Data.data(), Data.size());
  // Some file systems tell only now that there is no room.
  Written = ::close(File) == 0 && Written;
  if (!Written || ::rename(Draft.c_str(), pathOf(Key).c_str()) != 0) {
    const std::string Problem = lastError(Draft);
    ::unlink(Draft.c_str());
    return Problem;
  }
  shrink();
  return "";
}

FileCache::Content FileCache::content() const {
  Content C;
  for (const Entry &E : entriesOf(Directory, /*CleanUp=*/false)) {
    ++C.Files;
    C.Bytes += E.Bytes;
  }
  return C;
}

/// Leaves some room, so that not every new program starts a clean-up.
void FileCache::shrink() const {
  std::vector<Entry> Entries = entriesOf(Directory, /*CleanUp=*/true);
  uint64_t Bytes = 0;
  for (const Entry &E : Entries)
    Bytes += E.Bytes;
  if (Bytes <= Limit)
    return;
  std::sort(Entries.begin(), Entries.end(), [](const Entry &A, const Entry &B) {
    return std::tie(A.Used.tv_sec, A.Used.tv_nsec) <
           std::tie(B.Used.tv_sec, B.Used.tv_nsec);
  });
  for (const Entry &E : Entries) {
    if (Bytes <= Limit / 4 * 3)
      return;
    if (::unlink(E.Path.c_str()) == 0)
      Bytes -= E.Bytes;
  }
}

const FileCache *diskCache() {
  constexpr uint64_t Limit = 256 * 1024 * 1024;
  // Never destroyed: loops may run while static objects are destroyed.
  static const FileCache *const Cache =
      environment().CacheDirectory.empty()
          ? nullptr
          : new FileCache(environment().CacheDirectory, Limit);
  return Cache;
}

} // namespace ompscan::rt

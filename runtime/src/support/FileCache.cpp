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
#include <climits>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <utility>

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

/// A file descriptor.
class Handle {
public:
  explicit Handle(int File = -1) : File(File) {}
  Handle(Handle &&Other) noexcept : File(std::exchange(Other.File, -1)) {}
  Handle &operator=(Handle &&Other) noexcept {
    std::swap(File, Other.File);
    return *this;
  }
  ~Handle() {
    if (File >= 0)
      ::close(File);
  }
  int operator*() const { return File; }
  /// Answers whether that has gone well.
  bool close() { return ::close(std::exchange(File, -1)) == 0; }
  explicit operator bool() const { return File >= 0; }

private:
  int File;
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

/// Whether nobody but the user and the administrator can exchange what is in a
/// directory or link that leads to the cache. In a sticky directory everybody
/// exchanges his own things only. The group with the user's number is his own.
bool isTrusted(const struct stat &S) {
  if (S.st_uid != 0 && S.st_uid != ::geteuid())
    return false;
  const bool IsOpen = (S.st_mode & S_IWOTH) ||
                      ((S.st_mode & S_IWGRP) && S.st_gid != ::geteuid());
  return S_ISLNK(S.st_mode) || !IsOpen || (S.st_mode & S_ISVTX);
}

/// Opens the directory \p Path, and makes it and those above it if they are not
/// there and \p Makes asks for that. Each one on the way, by links as well, is
/// looked at and then used by its descriptor: names may change meanwhile.
///
/// \return nothing where it must not be used; \p Problem says why, or stays
///         empty where it is not there.
Handle openDirectory(const std::string &Path, bool Makes,
                     std::string &Problem) {
  constexpr int Flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
  constexpr unsigned MaxLinks = 40;
  unsigned Links = 0;
  std::string Rest = Path; ///< still to be walked
  Handle At(::open("/", Flags | O_DIRECTORY));
  bool IsLast = false;
  struct stat S;
  while (At && !IsLast) {
    const size_t Begin = Rest.find_first_not_of('/');
    if (Begin == std::string::npos)
      break;
    const size_t End = std::min(Rest.find('/', Begin), Rest.size());
    const std::string Name = Rest.substr(Begin, End - Begin);
    Rest.erase(0, End);
    IsLast = Rest.find_first_not_of('/') == std::string::npos;
    Handle Next(::openat(*At, Name.c_str(), Flags));
    if (!Next && errno == ENOENT && Makes &&
        (::mkdirat(*At, Name.c_str(), S_IRWXU) == 0 || errno == EEXIST))
      Next = Handle(::openat(*At, Name.c_str(), Flags));
    if (!Next || ::fstat(*Next, &S) != 0) {
      if (errno != ENOENT || Makes)
        Problem = lastError(Path);
      return Handle();
    }
    if (!S_ISDIR(S.st_mode) && !S_ISLNK(S.st_mode)) {
      Problem = Path + ": " + std::strerror(ENOTDIR);
      return Handle();
    }
    if (!isTrusted(S) && !(IsLast && S_ISDIR(S.st_mode))) {
      Problem = Path + " is not used, because others can write to " +
                "a directory on the way to it, " + Name;
      return Handle();
    }
    if (S_ISLNK(S.st_mode)) {
      char Target[PATH_MAX];
      const ssize_t Size = ::readlinkat(*Next, "", Target, sizeof Target);
      if (Size <= 0 || ++Links > MaxLinks) {
        Problem = Path + ": " + std::strerror(Size < 0 ? errno : ELOOP);
        return Handle();
      }
      Rest = std::string(Target, static_cast<size_t>(Size)) + "/" + Rest;
      IsLast = false;
      if (Target[0] == '/')
        At = Handle(::open("/", Flags | O_DIRECTORY));
      continue;
    }
    At = std::move(Next);
  }
  if (!At || ::fstat(*At, &S) != 0)
    Problem = lastError(Path);
  else if (!isOurs(S))
    Problem = Path + " is not used, because others can write to it";
  return Problem.empty() ? std::move(At) : Handle();
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
  std::string Name;
  uint64_t Bytes;
  timespec Used;
};

/// Our files in \p Directory, without the unfinished ones. Those that their
/// writers have left behind are removed where \p CleanUp asks for it.
std::vector<Entry> entriesOf(const Handle &Directory, bool CleanUp) {
  std::vector<Entry> Entries;
  const int Listed =
      ::openat(*Directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseDirectory> D(
      Listed < 0 ? nullptr : ::fdopendir(Listed));
  if (!D) {
    if (Listed >= 0)
      ::close(Listed);
    return Entries;
  }
  while (const dirent *Next = ::readdir(D.get())) {
    const std::string Name = Next->d_name;
    struct stat S;
    if (::fstatat(*Directory, Name.c_str(), &S, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(S.st_mode))
      continue;
    if (endsWith(Name, Extension))
      Entries.push_back({Name, static_cast<uint64_t>(S.st_size), S.st_mtim});
    else if (CleanUp && Name.rfind(Unfinished, 0) == 0 &&
             ::time(nullptr) - S.st_mtime > Abandoned)
      ::unlinkat(*Directory, Name.c_str(), 0);
  }
  return Entries;
}

/// Removes the files that were not used for the longest time where there are
/// more than \p Limit bytes. Leaves some room, so that not every new program
/// starts a clean-up.
void shrink(const Handle &Directory, uint64_t Limit) {
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
    if (::unlinkat(*Directory, E.Name.c_str(), 0) == 0)
      Bytes -= E.Bytes;
  }
}

std::string nameOf(const Digest &Key) { return toHex(Key) + Extension; }

} // namespace

std::string FileCache::problem() const { return problem(/*Makes=*/false); }

std::string FileCache::prepare() const { return problem(/*Makes=*/true); }

std::string FileCache::problem(bool Makes) const {
  std::string Problem;
  const Handle D = openDirectory(Directory, Makes, Problem);
  if (!D)
    return Problem;
  return ::faccessat(*D, ".", R_OK | W_OK | X_OK, 0) == 0
             ? ""
             : lastError(Directory);
}

std::optional<FileCache::Blob> FileCache::load(const Digest &Key,
                                               std::string &Problem) const {
  Problem.clear();
  const Handle D = openDirectory(Directory, /*Makes=*/false, Problem);
  if (!D)
    return std::nullopt;
  const std::string Path = Directory + "/" + nameOf(Key);
  const Handle File(::openat(*D, nameOf(Key).c_str(),
                             O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!File) {
    if (errno != ENOENT)
      Problem = lastError(Path);
    return std::nullopt;
  }
  struct stat S;
  if (::fstat(*File, &S) != 0 || !S_ISREG(S.st_mode) || !isOurs(S)) {
    Problem = Path + " is not used, because it is not a file of the user";
    return std::nullopt;
  }
  Header H;
  Blob Data;
  Problem = Path + " is damaged";
  if (!readAll(*File, &H, sizeof H) ||
      std::memcmp(H.Mark, Magic, sizeof Magic) != 0 || H.Key != Key ||
      H.Size != static_cast<uint64_t>(S.st_size) - sizeof H ||
      static_cast<uint64_t>(S.st_size) > Limit) // It takes that much memory.
    return std::nullopt;
  Data.resize(H.Size);
  if (!readAll(*File, Data.data(), Data.size()) || digestOf(Data) != H.Data)
    return std::nullopt;
  Problem.clear();
  ::futimens(*File, nullptr); // It was used now: shrink() looks at that.
  return Data;
}

std::string FileCache::store(const Digest &Key, const Blob &Data) const {
  if (Data.size() + sizeof(Header) > Limit)
    return "it is larger than the cache may be";
  std::string Problem;
  const Handle D = openDirectory(Directory, /*Makes=*/true, Problem);
  if (!D)
    return Problem;

  static std::atomic<unsigned> Number{0};
  const std::string Draft =
      Unfinished + std::to_string(::getpid()) + "-" + std::to_string(Number++);
  // By a process that had our number before us.
  ::unlinkat(*D, Draft.c_str(), 0);
  Handle File(::openat(*D, Draft.c_str(),
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                       S_IRUSR | S_IWUSR));
  if (!File)
    return lastError(Directory + "/" + Draft);
  Header H{{}, Key, digestOf(Data), Data.size()};
  std::memcpy(H.Mark, Magic, sizeof Magic);
  // Some file systems report a lack of room only when the file is closed.
  if (!writeAll(*File, &H, sizeof H) ||
      !writeAll(*File, Data.data(), Data.size()) || !File.close() ||
      ::renameat(*D, Draft.c_str(), *D, nameOf(Key).c_str()) != 0) {
    Problem = lastError(Directory + "/" + Draft);
    ::unlinkat(*D, Draft.c_str(), 0);
    return Problem;
  }
  shrink(D, Limit);
  return "";
}

std::string FileCache::remove(const Digest &Key) const {
  std::string Problem;
  const Handle D = openDirectory(Directory, /*Makes=*/false, Problem);
  if (D && ::unlinkat(*D, nameOf(Key).c_str(), 0) != 0 && errno != ENOENT)
    return lastError(Directory + "/" + nameOf(Key));
  return Problem;
}

FileCache::Content FileCache::content() const {
  Content C;
  std::string Problem;
  const Handle D = openDirectory(Directory, /*Makes=*/false, Problem);
  if (!D)
    return C;
  for (const Entry &E : entriesOf(D, /*CleanUp=*/false)) {
    ++C.Files;
    C.Bytes += E.Bytes;
  }
  return C;
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

//===- ChildProcess.cpp - Running a program -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/ChildProcess.h"
#include "support/Failure.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ompscan::rt {

namespace {

[[noreturn]] void fail(const std::string &What, int Error) {
  throw Failure(What + ": " + std::strerror(Error));
}

/// A file in memory.
class MemoryFile {
public:
  MemoryFile() {
    const int Any = ::memfd_create("ompscan", MFD_CLOEXEC);
    if (Any < 0)
      fail("memfd_create", errno);
    // The process may have closed its standard streams.
    File = ::fcntl(Any, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int Error = errno;
    ::close(Any);
    if (File < 0)
      fail("fcntl", Error);
  }
  MemoryFile(const MemoryFile &) = delete;
  ~MemoryFile() { ::close(File); }

  int descriptor() const { return File; }

  /// Fills the file. The next read begins at its begin.
  void fill(const std::string &Text) {
    for (size_t At = 0; At != Text.size();) {
      const ssize_t Count = ::pwrite(File, Text.data() + At, Text.size() - At,
                                     static_cast<off_t>(At));
      if (Count < 0 && errno != EINTR)
        fail("pwrite", errno);
      At += Count < 0 ? 0 : static_cast<size_t>(Count);
    }
  }

  std::string content() const {
    struct stat About;
    if (::fstat(File, &About) != 0)
      fail("fstat", errno);
    std::string Text(static_cast<size_t>(About.st_size), '\0');
    for (size_t At = 0; At != Text.size();) {
      const ssize_t Count =
          ::pread(File, &Text[At], Text.size() - At, static_cast<off_t>(At));
      if (Count == 0 || (Count < 0 && errno != EINTR))
        fail("pread", Count == 0 ? EIO : errno);
      At += Count < 0 ? 0 : static_cast<size_t>(Count);
    }
    return Text;
  }

private:
  int File;
};

/// The streams and signals that a child begins with.
class Beginning {
public:
  Beginning(int Input, int Output, int Errors) {
    ::posix_spawn_file_actions_init(&Files);
    ::posix_spawnattr_init(&Attributes);
    int Error = 0;
    const auto Set = [&Error](int Answer) { Error = Error ? Error : Answer; };
    Set(::posix_spawn_file_actions_adddup2(&Files, Input, STDIN_FILENO));
    Set(::posix_spawn_file_actions_adddup2(&Files, Output, STDOUT_FILENO));
    Set(::posix_spawn_file_actions_adddup2(&Files, Errors, STDERR_FILENO));
    Set(::posix_spawn_file_actions_addclosefrom_np(&Files, STDERR_FILENO + 1));
    sigset_t None;
    ::sigemptyset(&None);
    Set(::posix_spawnattr_setsigmask(&Attributes, &None));
    Set(::posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK));
    if (Error) {
      destroy();
      fail("posix_spawn", Error);
    }
  }
  Beginning(const Beginning &) = delete;
  ~Beginning() { destroy(); }

  posix_spawn_file_actions_t Files;
  posix_spawnattr_t Attributes;

private:
  void destroy() {
    ::posix_spawn_file_actions_destroy(&Files);
    ::posix_spawnattr_destroy(&Attributes);
  }
};

/// Waits for \p Child.
/// \returns ChildResult::Ending.
std::string endOf(pid_t Child) {
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return "";
  if (WIFSIGNALED(Status))
    return "signal " + std::to_string(WTERMSIG(Status));
  const int Code = WEXITSTATUS(Status);
  return Code == 0 ? "" : "exit status " + std::to_string(Code);
}

} // namespace

ChildResult runChild(const std::vector<std::string> &Arguments,
                     const std::string &Input) {
  MemoryFile In, Out, Errors;
  In.fill(Input);
  const Beginning Begin(In.descriptor(), Out.descriptor(), Errors.descriptor());
  std::vector<char *> Words;
  for (const std::string &Each : Arguments)
    Words.push_back(const_cast<char *>(Each.c_str()));
  Words.push_back(nullptr);
  pid_t Child;
  if (const int Error = ::posix_spawn(&Child, Words[0], &Begin.Files,
                                      &Begin.Attributes, Words.data(), environ))
    fail(Arguments[0] + " cannot be run", Error);
  std::string Ending = endOf(Child);
  return {Out.content(), Errors.content(), std::move(Ending)};
}

} // namespace ompscan::rt

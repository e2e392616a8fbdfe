//===- PtxLibrary.cpp - PTX that belongs to the runtime -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/PtxLibrary.h"
#include "Compose.h"
#include "support/Environment.h"
#include "support/Sha256.h"
#include <cerrno>
#include <charconv>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ompscan::rt {

namespace {

/// The file, which stays mapped.
class PtxLibrary {
public:
  PtxLibrary()
      : Path(environment().Primitives.empty()
                 ? folderOfFiles() + "/primitives.ptx"
                 : environment().Primitives),
        Modules(modulesOf(open())) {
    if (Problem.empty() && Modules.empty())
      Problem = Path + " has no PTX";
  }

  std::string_view find(const std::string &Name) const {
    const auto Found = Modules.find(Name);
    return Found == Modules.end() ? std::string_view() : Found->second;
  }
  /// Why it has no module at all; or empty.
  const std::string &problem() const { return Problem; }

private:
  std::string_view open() {
    const int File = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat About = {};
    void *Begin = MAP_FAILED;
    if (File >= 0 && ::fstat(File, &About) == 0 && About.st_size > 0)
      Begin = ::mmap(nullptr, static_cast<size_t>(About.st_size), PROT_READ,
                     MAP_PRIVATE, File, 0);
    if (Begin == MAP_FAILED)
      Problem = Path + " cannot be read (" +
                (File >= 0 && About.st_size == 0 ? "it is empty"
                                                 : std::strerror(errno)) +
                ")";
    if (File >= 0)
      ::close(File);
    if (Begin == MAP_FAILED)
      return {};
    return {static_cast<const char *>(Begin),
            static_cast<size_t>(About.st_size)};
  }

  const std::string Path;
  std::string Problem;
  const std::map<std::string_view, std::string_view> Modules;
};

/// Never destroyed: loops may run while static objects are.
const PtxLibrary &library() {
  static const PtxLibrary &Library = *new PtxLibrary;
  return Library;
}

} // namespace

std::string folderOfFiles() {
  Dl_info About;
  if (!::dladdr(reinterpret_cast<void *>(&findPtx), &About) || !About.dli_fname)
    return "";
  const std::string Library = About.dli_fname;
  const size_t Slash = Library.rfind('/');
  return Library.substr(0, Slash == std::string::npos ? 0 : Slash + 1) +
         "ompscan";
}

std::string programName(const std::string &Text, const std::string &Options) {
  Sha256 S;
  S.addField(Options);
  S.addField(Text);
  return toHex(S.finish());
}

std::string listEntry(const std::string &Text, const std::string &Options,
                      uint32_t Capability, const std::string &More) {
  const std::string All = templates::ptxPrelude() + Text;
  return "program " + programName(Text, Options) + " " +
         std::to_string(All.size()) + " " + std::to_string(Capability) + More +
         Options + "\n" + All;
}

std::map<std::string_view, std::string_view> modulesOf(std::string_view File,
                                                       std::string_view Begin) {
  const std::string Word = "// " + std::string(Begin) + " ";
  constexpr size_t NameSize = 2 * std::tuple_size<Digest>::value;
  std::map<std::string_view, std::string_view> Modules;
  while (File.substr(0, Word.size()) == Word) {
    const size_t End = File.find('\n');
    if (End == std::string_view::npos || End < Word.size() + NameSize + 1)
      break;
    const char *const Number = File.data() + Word.size() + NameSize + 1;
    size_t Size = 0;
    const auto [Last, Error] = std::from_chars(Number, File.data() + End, Size);
    const std::string_view Name = File.substr(Word.size(), NameSize);
    File.remove_prefix(End + 1);
    if (Error != std::errc() || *Last != '\n' || Size > File.size())
      break;
    Modules[Name] = File.substr(0, Size);
    File.remove_prefix(Size);
  }
  return Modules;
}

std::string findPtx(const std::string &Text, const std::string &Options) {
  return std::string(library().find(programName(Text, Options)));
}

std::string whyNoPtx() {
  return !library().problem().empty()
             ? "the PTX of primitives is missing: " + library().problem()
             : std::string("the PTX of primitives does not have this one with "
                           "these sizes and types of elements");
}

} // namespace ompscan::rt

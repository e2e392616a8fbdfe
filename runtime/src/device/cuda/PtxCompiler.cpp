//===- PtxCompiler.cpp - PTX that is made at run time ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/PtxCompiler.h"
#include "device/backend/BuildLog.h"
#include "device/backend/DeviceError.h"
#include "device/backend/KeptPrograms.h"
#include "device/cuda/PtxLibrary.h"
#include "report/Report.h"
#include "support/ChildProcess.h"
#include "support/Environment.h"
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ompscan::rt {

namespace {

/// The user's text may call any function of OpenCL C.
constexpr const char LanguageOptions[] =
    " -finclude-default-header -DOMPSCAN_HAS_OPENCL_HEADER";

bool isProgram(const std::string &Path) {
  struct stat About;
  return ::stat(Path.c_str(), &About) == 0 && S_ISREG(About.st_mode) &&
         ::access(Path.c_str(), X_OK) == 0;
}

bool exists(const std::string &Path) {
  return ::access(Path.c_str(), F_OK) == 0;
}

/// \p Path without links.
std::string realPath(const std::string &Path) {
  const std::unique_ptr<char, decltype(&std::free)> Real(
      ::realpath(Path.c_str(), nullptr), &std::free);
  return Real ? Real.get() : Path;
}

/// The path of the program \p Name in \p Folders, which colons separate; empty
/// if it is in none.
std::string findProgram(const std::string &Name, const std::string &Folders) {
  if (Name.find('/') != std::string::npos)
    return isProgram(Name) ? Name : "";
  for (size_t Begin = 0; Begin < Folders.size();) {
    const size_t End = std::min(Folders.find(':', Begin), Folders.size());
    std::string Path = Folders.substr(Begin, End - Begin) + "/" + Name;
    if (End != Begin && isProgram(Path))
      return Path;
    Begin = End + 1;
  }
  return "";
}

/// The path, size and time of the file \p Path.
std::vector<std::string> versionOf(const std::string &Path) {
  struct stat About = {};
  (void)::stat(Path.c_str(), &About);
  return {realPath(Path), std::to_string(About.st_size),
          std::to_string(About.st_mtim.tv_sec),
          std::to_string(About.st_mtim.tv_nsec)};
}

std::vector<std::string> makersOf(const std::string &Clang,
                                  const std::string &Module) {
  std::vector<std::string> All = {"PTX"};
  for (const std::string &File : {Clang, Module})
    for (std::string &Field : versionOf(File))
      All.push_back(std::move(Field));
  return All;
}

std::string moduleOf(const PtxCompilerPlaces &Places, unsigned Release) {
  return Places.Modules + "/ProgramCompiler-" + std::to_string(Release) + ".so";
}

/// Whether \p Clang is of \p Release, by its name, or by the folder of its own
/// headers.
bool hasName(const std::string &Clang, unsigned Release) {
  const std::string End = "-" + std::to_string(Release);
  return Clang.size() >= End.size() &&
         Clang.compare(Clang.size() - End.size(), End.size(), End) == 0;
}
bool hasHeaders(const std::string &Clang, unsigned Release) {
  const std::string Real = realPath(Clang);
  return exists(Real.substr(0, Real.rfind('/') + 1) + "../lib/clang/" +
                std::to_string(Release));
}

/// The compiler that Places.Named names.
std::unique_ptr<const PtxCompiler> findNamed(const PtxCompilerPlaces &Places,
                                             std::string &Problem) {
  const std::string Clang = findProgram(Places.Named, Places.Folders);
  if (Clang.empty()) {
    Problem = "OMPSCAN_CLANG names '" + Places.Named + "', which cannot be run";
    return nullptr;
  }
  const auto ByHeaders = [](const std::string &Clang, unsigned Release) {
    return hasHeaders(Clang, Release);
  };
  const auto ByName = [](const std::string &Clang, unsigned Release) {
    return hasName(Clang, Release) || hasName(realPath(Clang), Release);
  };
  for (const auto Is : {+ByName, +ByHeaders})
    for (const auto &[Release, BuiltWith] : Places.Releases)
      if (Is(Clang, Release) && exists(moduleOf(Places, Release)))
        return std::make_unique<PtxCompiler>(Release, Clang,
                                             moduleOf(Places, Release));
  Problem =
      "OMPSCAN_CLANG names '" + Places.Named +
      "', for whose release there is no ProgramCompiler-<release>.so in " +
      Places.Modules;
  return nullptr;
}

/// The releases of this build, from "22=/usr/lib/llvm-22/bin:19=...".
std::vector<std::pair<unsigned, std::string>> releasesOf(std::string_view All) {
  std::vector<std::pair<unsigned, std::string>> Releases;
  while (!All.empty()) {
    const std::string_view One = All.substr(0, All.find(':'));
    All.remove_prefix(std::min(One.size() + 1, All.size()));
    const std::string Text(One);
    Releases.emplace_back(
        static_cast<unsigned>(std::strtoul(Text.c_str(), nullptr, 10)),
        Text.substr(Text.find('=') + 1));
  }
  return Releases;
}

/// The compiler of the process, or why there is none.
struct Found {
  std::unique_ptr<const PtxCompiler> Compiler;
  std::string Problem;
};

Found find() {
  Found F;
  if (::getauxval(AT_SECURE))
    F.Problem = "the program has more rights than its user";
  else
    F.Compiler =
        findPtxCompiler({environment().Clang, environment().ProgramFolders,
                         folderOfFiles(), releasesOf(OMPSCAN_PTX_CLANGS)},
                        F.Problem);
  return F;
}

/// Never destroyed: loops may run while static objects are.
const Found &found() {
  static const Found &Result = *new Found(find());
  return Result;
}

} // namespace

std::unique_ptr<const PtxCompiler>
findPtxCompiler(const PtxCompilerPlaces &Places, std::string &Problem) {
  if (Places.Releases.empty()) {
    Problem = "OmpScan was built without a Clang that makes PTX, of release 17 "
              "or newer";
    return nullptr;
  }
  if (Places.Named == "off") {
    Problem = "OMPSCAN_CLANG is off";
    return nullptr;
  }
  if (!Places.Named.empty())
    return findNamed(Places, Problem);
  std::string Lacking; // the first Clang whose module is there
  for (const auto &[Release, BuiltWith] : Places.Releases) {
    if (!exists(moduleOf(Places, Release)))
      continue;
    const std::string Name = "clang-" + std::to_string(Release);
    std::string Clang = findProgram(Name, Places.Folders);
    if (Clang.empty())
      Clang = findProgram(BuiltWith + "/clang", "");
    if (!Clang.empty())
      return std::make_unique<PtxCompiler>(Release, std::move(Clang),
                                           moduleOf(Places, Release));
    if (Lacking.empty())
      Lacking = Name;
  }
  PtxCompilerPlaces Plain = Places;
  Plain.Named = "clang";
  if (auto Found = findNamed(Plain, Problem))
    return Found;
  const std::string First = std::to_string(Places.Releases.front().first);
  Problem = Lacking.empty()
                ? moduleOf(Places, Places.Releases.front().first) +
                      " is not there (Debian: clang-ompscan-" + First + ")"
                : Lacking + " is not installed";
  return nullptr;
}

const PtxCompiler *ptxCompiler() { return found().Compiler.get(); }
const std::string &whyNoPtxCompiler() { return found().Problem; }

PtxCompiler::PtxCompiler(unsigned Release, std::string Path, std::string File)
    : Release(Release), Clang(std::move(Path)), Module(std::move(File)),
      Makers(makersOf(Clang, Module)) {}

std::string PtxCompiler::name() const {
  return "Clang " + std::to_string(Release) + " (" + Clang + ")";
}

std::string PtxCompiler::compile(const std::string &Text,
                                 const std::string &Options) const {
  const Digest Key = keyOfProgram(Makers, Text, Options);
  if (const auto Kept = loadProgram(Key))
    return {Kept->begin(), Kept->end()};
  if (environment().Info)
    reportInfo(name() + " compiles a primitive for CUDA");
  ChildResult Result;
  try {
    Result =
        runChild({Clang, "-cc1", "-load", Module, "-plugin", "ompscan-programs",
                  "-plugin-arg-ompscan-programs", "-", "-x", "c", "/dev/null",
                  "-o", "-"},
                 listEntry(Text, Options, LeastCapability, LanguageOptions));
  } catch (const Failure &E) {
    throw DeviceError(DeviceError::Kind::BuildFailed,
                      [&E] { return std::string(E.what()); });
  }
  const std::string Name = programName(Text, Options);
  const auto PartOf = [&](std::string_view Word) {
    const auto Parts = modulesOf(Result.Output, Word);
    const auto Part = Parts.find(Name);
    return Part == Parts.end() ? std::string() : std::string(Part->second);
  };
  std::string Ptx = PartOf("program");
  if (!Ptx.empty()) {
    keepProgram(Key, {Ptx.begin(), Ptx.end()});
    return Ptx;
  }
  const std::string Compiler = "Clang " + std::to_string(Release);
  if (const std::string Log = PartOf("refused"); !Log.empty())
    throw BuildError(Compiler, Clang, withoutConsequences(Log));
  std::string Log = PartOf("failed");
  if (Log.empty())
    Log = (Result.Ending.empty() ? "it writes no PTX" : Result.Ending) + "\n" +
          Result.Errors;
  throw BuildError(Compiler, Clang, Log, BuildError::Cause::Form);
}

} // namespace ompscan::rt

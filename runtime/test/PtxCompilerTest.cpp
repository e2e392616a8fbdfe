//===- PtxCompilerTest.cpp - PTX that is made at run time -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/PtxCompiler.h"
#include "device/backend/DeviceError.h"
#include "device/cuda/PtxLibrary.h"
#include "support/ChildProcess.h"
#include "support/Failure.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace ompscan::rt;
namespace fs = std::filesystem;

namespace {

class InFolder : public testing::Test {
protected:
  InFolder() {
    std::string Pattern = testing::TempDir() + "ompscan-ptx-XXXXXX";
    Root = ::mkdtemp(Pattern.data());
  }
  ~InFolder() override { fs::remove_all(Root); }

  /// The path of a program in the folder, that the shell runs.
  std::string program(const std::string &Name, const std::string &Script) {
    const fs::path Path = fs::path(Root) / Name;
    fs::create_directories(Path.parent_path());
    std::ofstream(Path) << "#!/bin/sh\n" << Script << "\n";
    fs::permissions(Path, fs::perms::owner_all);
    return Path;
  }
  std::string content(const std::string &Name) const {
    std::ifstream File(Root + "/" + Name);
    return {std::istreambuf_iterator<char>(File), {}};
  }

  std::string Root;
};

using ChildProcess = InFolder;

TEST_F(ChildProcess, Streams) {
  std::string Input;
  for (int I = 0; I != 1 << 18; ++I)
    Input += std::to_string(I % 1000);
  const ChildResult R = runChild(
      {program("p", "cat; echo \"$@\" >&2; exit 3"), "a b", "c"}, Input);
  EXPECT_EQ(R.Output, Input);
  EXPECT_EQ(R.Errors, "a b c\n");
  EXPECT_EQ(R.Ending, "exit status 3");
}

TEST_F(ChildProcess, Endings) {
  EXPECT_EQ(runChild({program("p", "exit 0")}, "").Ending, "");
  EXPECT_EQ(runChild({program("p", "kill -9 $$")}, "").Ending, "signal 9");
  EXPECT_THROW(runChild({Root + "/none"}, ""), Failure);
}

TEST_F(ChildProcess, NoOtherFilesAndSignals) {
  ASSERT_EQ(::dup2(STDERR_FILENO, 57), 57);
  sigset_t Blocked, Before;
  sigemptyset(&Blocked);
  sigaddset(&Blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &Blocked, &Before);
  const ChildResult R = runChild(
      {program("p", "[ ! -e /proc/$$/fd/57 ] || echo open; kill -15 $$")}, "");
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  ::close(57);
  EXPECT_EQ(R.Output, "");
  EXPECT_EQ(R.Ending, "signal 15");
}

// Programs may have no standard streams, and collect no children.
TEST_F(ChildProcess, OfOddProcess) {
  const std::string Program = program("p", "cat; echo more");
  const pid_t Odd = ::fork();
  ASSERT_GE(Odd, 0);
  if (Odd == 0) {
    for (const int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      ::close(Stream);
    ::signal(SIGCHLD, SIG_IGN);
    const ChildResult R = runChild({Program}, "text\n");
    ::_exit(R.Output == "text\nmore\n" && R.Ending.empty() ? 0 : 1);
  }
  int Status = -1;
  ASSERT_EQ(::waitpid(Odd, &Status, 0), Odd);
  EXPECT_EQ(Status, 0);
}

class Compilers : public InFolder {
protected:
  PtxCompilerPlaces places(const std::string &Named = "") const {
    return {Named,
            Root + "/nowhere::" + Root + "/bin",
            Root + "/modules",
            {{22, Root + "/llvm-22/bin"}, {19, Root + "/llvm-19/bin"}}};
  }
  void addModule(int Release) {
    program("modules/ProgramCompiler-" + std::to_string(Release) + ".so", "");
  }
  /// The name of the compiler that is found, or why there is none.
  std::string found(const PtxCompilerPlaces &Places) const {
    std::string Problem;
    const auto C = findPtxCompiler(Places, Problem);
    EXPECT_EQ(C == nullptr, !Problem.empty());
    return C ? C->name() : Problem;
  }
  std::string found(const std::string &Named = "") const {
    return found(places(Named));
  }
};

TEST_F(Compilers, IsFound) {
  EXPECT_EQ(found(), Root + "/modules/ProgramCompiler-22.so is not there "
                            "(Debian: clang-ompscan-22)");
  addModule(19);
  EXPECT_EQ(found(), "clang-19 is not installed");
  program("bin/clang-22", "");
  EXPECT_EQ(found(), "clang-19 is not installed");
  const std::string Plain = program("bin/clang", "");
  EXPECT_EQ(found(), "clang-19 is not installed");
  fs::create_directories(Root + "/lib/clang/19");
  EXPECT_EQ(found(), "Clang 19 (" + Plain + ")");
  program("llvm-19/bin/clang", "");
  EXPECT_EQ(found(), "Clang 19 (" + Root + "/llvm-19/bin/clang)");
  program("bin/clang-19", "");
  EXPECT_EQ(found(), "Clang 19 (" + Root + "/bin/clang-19)");
  addModule(22);
  EXPECT_EQ(found(), "Clang 22 (" + Root + "/bin/clang-22)");
  fs::permissions(Root + "/bin/clang-22", fs::perms::owner_read);
  if (::geteuid() != 0) {
    EXPECT_EQ(found(), "Clang 19 (" + Root + "/bin/clang-19)");
  }
  PtxCompilerPlaces None = places();
  None.Releases.clear();
  EXPECT_EQ(found(None), "OmpScan was built without a Clang that makes PTX, of "
                         "release 17 or newer");
}

TEST_F(Compilers, IsNamed) {
  addModule(19);
  EXPECT_EQ(found("off"), "OMPSCAN_CLANG is off");
  EXPECT_EQ(found("mine"), "OMPSCAN_CLANG names 'mine', which cannot be run");
  const std::string Mine = program("bin/mine", "");
  EXPECT_EQ(found("mine"),
            "OMPSCAN_CLANG names 'mine', for whose release there is no "
            "ProgramCompiler-<release>.so in " +
                Root + "/modules");
  fs::create_directories(Root + "/lib/clang/19");
  EXPECT_EQ(found("mine"), "Clang 19 (" + Mine + ")");
  EXPECT_EQ(found(Mine), "Clang 19 (" + Mine + ")");
  addModule(22);
  fs::create_symlink(Mine, Root + "/bin/my-clang-22");
  EXPECT_EQ(found("my-clang-22"), "Clang 22 (" + Root + "/bin/my-clang-22)");
}

// Clang's part is played by a script.
TEST_F(Compilers, Compiles) {
  const std::string Name = programName("text", " -DA=1");
  const auto Build = [&](const std::string &Script) {
    return PtxCompiler(22, program("bin/clang-22", Script), Root + "/module.so")
        .compile("text", " -DA=1");
  };
  const auto Refusal = [&](const std::string &Script) {
    try {
      Build(Script);
    } catch (const BuildError &E) {
      EXPECT_EQ(E.what(),
                "Clang 22 rejects the kernels (" + Root + "/bin/clang-22)");
      return std::pair(E.Why, E.Log);
    }
    return std::pair(BuildError::Cause::Text, std::string("none"));
  };
  EXPECT_EQ(Build("echo \"$@\" >" + Root + "/arguments; cat >" + Root +
                  "/input; printf '// program " + Name + " 4\\nptx\\n'"),
            "ptx\n");
  EXPECT_EQ(content("arguments"),
            "-cc1 -load " + Root +
                "/module.so -plugin ompscan-programs "
                "-plugin-arg-ompscan-programs - -x c /dev/null -o -\n");
  EXPECT_EQ(content("input").rfind("program " + Name + " ", 0), 0u);
  EXPECT_NE(content("input").find(" -DA=1\n"), std::string::npos);
  EXPECT_EQ(content("input").substr(content("input").size() - 4), "text");

  const std::string Log = "predicate:1:1: error: no\nompscan:3:1: error: and\n";
  EXPECT_EQ(Refusal("printf '// refused " + Name + " " +
                    std::to_string(Log.size()) + "\\n" + Log +
                    "'; echo noise >&2; exit 1"),
            std::pair(BuildError::Cause::Text,
                      std::string("predicate:1:1: error: no\n")));
  EXPECT_EQ(Refusal("printf '// failed " + Name + " 2\\nno'; exit 1"),
            std::pair(BuildError::Cause::Form, std::string("no")));
  // Output that is cut, or of another program, is no PTX.
  for (const std::string &Output :
       {"// program " + Name + " 5\\nptx\\n",
        "// program " + std::string(64, '0') + " 4\\nptx\\n", std::string()})
    EXPECT_EQ(Refusal("printf '" + Output + "'; echo bad >&2"),
              std::pair(BuildError::Cause::Form,
                        std::string("it writes no PTX\nbad\n")));
  EXPECT_EQ(Refusal("echo bad >&2; kill -11 $$").second, "signal 11\nbad\n");
  fs::remove(Root + "/bin/clang-22");
  try {
    PtxCompiler(22, Root + "/bin/clang-22", "").compile("text", "");
    ADD_FAILURE();
  } catch (const DeviceError &E) {
    EXPECT_EQ(E.kind(), DeviceError::Kind::BuildFailed);
    EXPECT_EQ(E.what(), Root + "/bin/clang-22 cannot be run: No such file or "
                               "directory");
  }
}

} // namespace

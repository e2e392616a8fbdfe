//===- ProcessTest.cpp - Processes that begin and end ---------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each test runs in a process of its own, with a time limit: what goes wrong
/// here hangs as easily as it crashes.
///
//===----------------------------------------------------------------------===//

#include "TestLoop.h"
#include "skip_leak_check.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ompscan::rt;

namespace {

Form thousand() {
  Form F;
  F.N = 1000;
  return F;
}

/// Runs a loop; answers 'd' if the device has done it, 'h' if it is left to the
/// host, 'w' if it is wrong.
char runOnce() {
  TestLoop<IntSum> L(thousand());
  if (L.launch() == 0)
    return 'h';
  return L.wrong() == -1 ? 'd' : 'w';
}

/// The same with the runtime of \p Library.
char runFrom(void *Library) {
  const auto Run = reinterpret_cast<decltype(&__ompscan_run)>(
      ::dlsym(Library, "__ompscan_run"));
  if (!Run)
    return 'w';
  TestLoop<IntSum> L(thousand());
  const DescribedLaunch Launch = L.described(L.L, L.F.N);
  if (Run(&Launch.Descriptor, Launch.Values.data()) == 0)
    return 'h';
  return L.wrong() == -1 ? 'd' : 'w';
}

class Process : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// The exit status of a child that does \p Work; -1 if it crashes or hangs.
template <typename Function> int statusOfChild(Function Work) {
  const pid_t Child = ::fork();
  if (Child == 0) {
    ::alarm(60);
    skipLeakCheck();
    std::exit(Work());
  }
  int Status = 0;
  if (::waitpid(Child, &Status, 0) != Child || !WIFEXITED(Status))
    return -1;
  return WEXITSTATUS(Status);
}

/// A driver's threads are not there in the child, which would wait for them.
TEST_F(Process, ForkAfterUse) {
  EXPECT_EXIT(
      {
        ::alarm(120);
        const char Parent = runOnce();
        const int Child = statusOfChild(runOnce);
        std::fprintf(stderr, "%c, then %c in the child, then %c", Parent, Child,
                     runOnce());
        std::_Exit(0);
      },
      testing::ExitedWithCode(0),
      "the parent process had used OpenCL or CUDA before the fork, "
      ".*\n.*\n"
      "d, then h in the child, then d$");
}

TEST_F(Process, ForkBeforeUse) {
  EXPECT_EXIT(
      {
        ::alarm(120);
        const int Child = statusOfChild(runOnce);
        std::fprintf(stderr, "%c in the child, then %c", Child, runOnce());
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "^d in the child, then d$");
}

/// The new program begins as ever.
TEST_F(Process, ExecAfterUse) {
  EXPECT_EXIT(
      {
        ::alarm(120);
        runOnce();
        // Which would be left with no test, perhaps.
        ::unsetenv("GTEST_TOTAL_SHARDS");
        ::unsetenv("GTEST_SHARD_INDEX");
        ::execl("/proc/self/exe", "tests",
                "--gtest_filter=Process.DISABLED_OneLoop",
                "--gtest_also_run_disabled_tests", nullptr);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(Process, DISABLED_OneLoop) { EXPECT_EQ(runOnce(), 'd'); }

/// Other threads scan, or build their programs, while main ends.
TEST_F(Process, ExitWhileOthersScan) {
  for (int Round = 0; Round != 5; ++Round)
    EXPECT_EXIT(
        {
          ::alarm(60);
          if (Round < 2) {
            ::setenv("OMPSCAN_CACHE", "off", 1);
            ::setenv("POCL_KERNEL_CACHE", "0", 1);
          }
          std::atomic<int> Begun{0};
          std::atomic<bool> Wrong{false};
          for (int T = 0; T != 3; ++T)
            std::thread([&] {
              for (;;) {
                if (runOnce() == 'w')
                  Wrong = true;
                ++Begun;
              }
            }).detach();
          while (Begun < 1 + 4 * Round)
            std::this_thread::yield();
          std::exit(Wrong ? 2 : 0);
        },
        testing::ExitedWithCode(0), "^$");
}

/// A plug-in of another program may bring the runtime, and go.
TEST_F(Process, LoadAndUnload) {
  EXPECT_EXIT(
      {
        ::alarm(120);
        for (int Round = 0; Round != 3; ++Round) {
          void *Library = ::dlopen(OMPSCAN_LIBRARY, RTLD_NOW | RTLD_LOCAL);
          if (!Library) {
            std::fprintf(stderr, "%s", ::dlerror());
            std::_Exit(1);
          }
          if (runFrom(Library) != 'd')
            std::_Exit(2);
          ::dlclose(Library);
        }
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^$");
}

} // namespace

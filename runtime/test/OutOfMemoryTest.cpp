//===- OutOfMemoryTest.cpp - Failing allocations --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each allocation of the runtime fails once, or with all that follow it. A
/// loop is right then, or the program ends with an error and status 1.
///
//===----------------------------------------------------------------------===//

#include "PresentLoop.h"
#include "TestLoop.h"
#include "ompscan/primitives.h"
#include "skip_leak_check.h"
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <new>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ompscan::rt;

namespace {

/// Allocations of this thread up to the one that fails; 0: none fails.
thread_local long Left = 0;
/// Those that follow fail as well.
thread_local bool FailsOn = false;
thread_local bool HasFailed = false;

bool fails() {
  if (Left == 0 || --Left > 0)
    return false;
  Left = FailsOn ? 1 : 0;
  return HasFailed = true;
}

} // namespace

void *operator new(size_t Size) {
  void *Memory = fails() ? nullptr : std::malloc(Size ? Size : 1);
  if (!Memory)
    throw std::bad_alloc();
  return Memory;
}
void *operator new[](size_t Size) { return operator new(Size); }
void operator delete(void *Memory) noexcept { std::free(Memory); }
void operator delete[](void *Memory) noexcept { std::free(Memory); }
void operator delete(void *Memory, size_t) noexcept { std::free(Memory); }
void operator delete[](void *Memory, size_t) noexcept { std::free(Memory); }

namespace {

/// What a child tells its parent.
struct Progress {
  long Number;  ///< of the allocation that fails
  bool IsOver;  ///< There are not as many allocations.
  bool IsWrong; ///< as the child has seen itself
};

/// Runs \p L with a failing allocation, as a program does.
template <typename TestedLoop> void runOnce(TestedLoop &L, Progress &P) {
  const DescribedLaunch Launch = L.described();
  HasFailed = false;
  Left = P.Number;
  if (Launch.run() == 0) {
    L.runOnHostHere();
    __ompscan_end();
  }
  Left = 0;
  P.IsOver = !HasFailed;
  P.IsWrong = !L.isRightNow();
}

struct UnmappedLoop : TestLoop<IntSum> {
  using TestLoop::TestLoop;
  void runOnHostHere() { runOnHost(); }
  bool isRightNow() const { return wrong() == -1; }
};

/// Its data is on the device, and other values are on the host.
struct MappedLoop : PresentLoop<IntSum> {
  explicit MappedLoop(const Form &F) : PresentLoop(F, 0) {}
  void runOnHostHere() { runHere(); }
  bool isRightNow() { return problem().empty(); }
};

/// It has run there before, as it does again.
struct RepeatedLoop : MappedLoop {
  explicit RepeatedLoop(const Form &F) : MappedLoop(F) { launch(); }
};

/// Lets allocation P.Number fail, and each one behind it, until the process
/// ends or there are not as many.
template <typename TestedLoop>
[[noreturn]] void failEach(const Form &F, Progress &P, bool FailsOnwards) {
  ::alarm(60);
  skipLeakCheck();
  std::fclose(stderr); // The parent looks at the status.
  // What is found out once is found out before.
  for (int I = 0; I != 2; ++I)
    TestedLoop(F).launch();
  FailsOn = FailsOnwards;
  for (; !P.IsOver && !P.IsWrong; ++P.Number) {
    TestedLoop L(F);
    runOnce(L, P);
  }
  std::_Exit(0);
}

/// Does so in one child after the other. "" if each one has gone on with right
/// values or ended with status 1.
template <typename TestedLoop>
std::string problemOf(const Form &F, bool FailsOnwards, bool MayEnd) {
  Progress &P = *new (::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Progress{};
  P.Number = 1;
  while (!P.IsOver) {
    std::fflush(stdout); // A child that ends flushes it as well.
    const pid_t Child = ::fork();
    if (Child == 0)
      failEach<TestedLoop>(F, P, FailsOnwards);
    int Status = 0;
    if (::waitpid(Child, &Status, 0) != Child || !WIFEXITED(Status))
      return "allocation " + std::to_string(P.Number) + ": a crash";
    if (P.IsWrong)
      return "allocation " + std::to_string(P.Number - 1) + ": wrong values";
    if (WEXITSTATUS(Status) == 1 && MayEnd)
      ++P.Number;
    else if (WEXITSTATUS(Status) != 0)
      return "allocation " + std::to_string(P.Number) + ": exit status " +
             std::to_string(WEXITSTATUS(Status));
  }
  return P.Number > 20 ? "" : "there are too few allocations";
}

class OutOfMemory : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// \p TestedLoop in a process that has not used OpenCL, whose children may.
#define EXPECT_RIGHT_OR_END(TestedLoop, InPlace, FailsOnwards, MayEnd)         \
  EXPECT_EXIT(                                                                 \
      {                                                                        \
        const std::string Problem =                                            \
            problemOf<TestedLoop>(form(100, InPlace), FailsOnwards, MayEnd);   \
        std::fprintf(stderr, "%s\n", Problem.c_str());                         \
        std::_Exit(Problem.empty() ? 0 : 1);                                   \
      },                                                                       \
      testing::ExitedWithCode(0), "")

TEST_F(OutOfMemory, Unmapped) {
  EXPECT_RIGHT_OR_END(UnmappedLoop, /*InPlace=*/false, /*FailsOnwards=*/false,
                      /*MayEnd=*/false);
}

TEST_F(OutOfMemory, UnmappedInPlace) {
  EXPECT_RIGHT_OR_END(UnmappedLoop, /*InPlace=*/true, /*FailsOnwards=*/true,
                      /*MayEnd=*/true);
}

TEST_F(OutOfMemory, MappedInPlace) {
  EXPECT_RIGHT_OR_END(MappedLoop, /*InPlace=*/true, /*FailsOnwards=*/false,
                      /*MayEnd=*/true);
}

TEST_F(OutOfMemory, Repeated) {
  EXPECT_RIGHT_OR_END(RepeatedLoop, /*InPlace=*/false, /*FailsOnwards=*/false,
                      /*MayEnd=*/true);
}

TEST_F(OutOfMemory, RepeatedOnwards) {
  EXPECT_RIGHT_OR_END(RepeatedLoop, /*InPlace=*/false, /*FailsOnwards=*/true,
                      /*MayEnd=*/true);
}

/// Calls of primitives, and what they make of an array.
struct PrimitiveCase {
  const char *Name;
  int (*Call)(std::vector<uint32_t> &Data);
};

const ompscan_predicate Add{"uint", "+", nullptr, nullptr, 0};

const PrimitiveCase PrimitiveCases[] = {
    {"sort",
     [](std::vector<uint32_t> &D) {
       return ompscan_radix_sort(D.data(), D.size(), "uint", 0, nullptr);
     }},
    {"top k",
     [](std::vector<uint32_t> &D) {
       return ompscan_top_k(&D[8], 900, "uint", 1, 3, &D[0], &D[4], 4);
     }},
    {"argsort",
     [](std::vector<uint32_t> &D) {
       return ompscan_argsort(&D[100], 50, "uint", 1, &D[0], 8);
     }},
    {"unique",
     [](std::vector<uint32_t> &D) {
       return ompscan_unique(D.data(), D.size(), 4, nullptr, nullptr, nullptr);
     }},
    {"split",
     [](std::vector<uint32_t> &D) {
       return ompscan_split(D.data(), D.size(), 4, 1, nullptr, nullptr);
     }},
    {"shift",
     [](std::vector<uint32_t> &D) {
       return ompscan_shift(D.data(), D.size(), 3, 4, nullptr);
     }},
    {"reduce",
     [](std::vector<uint32_t> &D) {
       return ompscan_reduce(&D[1], D.size() - 1, 4, &Add, nullptr, &D[0]);
     }},
    {"segmented scan",
     [](std::vector<uint32_t> &D) {
       const ompscan_segments ByKey{nullptr, "abbbcc", 1, nullptr, 0};
       return ompscan_segmented_scan(D.data(), D.data(), 6, 4, &Add, &ByKey,
                                     nullptr);
     }},
    {"segmented reduction",
     [](std::vector<uint32_t> &D) {
       const size_t Offsets[] = {0, 2, 2};
       const ompscan_segments S{nullptr, nullptr, 0, Offsets, 3};
       const uint32_t Zero = 0;
       return ompscan_segmented_reduce(&D[8], &D[0], 20, 4, &Add, &S, &Zero,
                                       nullptr);
     }},
    {"histogram",
     [](std::vector<uint32_t> &D) {
       const uint8_t Lower = 0, Upper = 9;
       return ompscan_histogram_even("abc", 3, "uchar", &Lower, &Upper, 4,
                                     reinterpret_cast<size_t *>(D.data()));
     }},
};

/// Lets each allocation of \p C fail. "" if the call is right then, or returns
/// an error and has changed nothing.
std::string problemOf(const PrimitiveCase &C) {
  std::vector<uint32_t> Before;
  for (uint32_t I = 0; I != 1000; ++I)
    Before.push_back(I * 2654435761u >> 28);
  std::vector<uint32_t> Wanted = Before;
  if (C.Call(Wanted) != OMPSCAN_SUCCESS)
    return std::string(C.Name) + ": " + ompscan_last_error();
  for (long Number = 1;; ++Number) {
    std::vector<uint32_t> Data = Before;
    HasFailed = false;
    Left = Number;
    const int Status = C.Call(Data);
    Left = 0;
    if (!HasFailed)
      return Number > 1 ? "" : std::string(C.Name) + " allocates nothing";
    if (Status == OMPSCAN_SUCCESS
            ? Data != Wanted
            : Status != OMPSCAN_ERROR_MEMORY || Data != Before)
      return std::string(C.Name) + ", allocation " + std::to_string(Number) +
             ": status " + std::to_string(Status);
  }
}

TEST_F(OutOfMemory, PrimitivesOnHost) {
  EXPECT_EXIT(
      {
        setenv("OMPSCAN_DEVICE", "host", 1);
        std::string Problem;
        for (const PrimitiveCase &C : PrimitiveCases)
          if (Problem.empty())
            Problem = problemOf(C);
        std::fprintf(stderr, "%s\n", Problem.c_str());
        std::_Exit(Problem.empty() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

} // namespace

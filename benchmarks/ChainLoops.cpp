//===- ChainLoops.cpp - A chain of loops on resident data -----------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-chain LOG2 [RUNS]
///
/// Fill, predicate, scan, scatter and reduction of 2^LOG2 elements that are on
/// the device. Only the sum of the last loop comes to the host. Prints a line
/// for each run, in nanoseconds of the monotonic clock: when it began, when all
/// loops but the last one had returned, and when the sum was there.
///
///     RUN <tab> begin <tab> returned <tab> end
///
/// Every sum is checked, and every element of the first run and of the last.
///
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <ompscan/ompscan.h>
#include <vector>

namespace {

double nanoseconds() {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return static_cast<double>(Now.tv_sec) * 1e9 +
         static_cast<double>(Now.tv_nsec);
}

/// Element \p I of what run \p Run begins with.
inline uint32_t element(uint32_t I, uint32_t Run) {
  uint32_t Bits = (I + Run) * 0x9E3779B1u;
  Bits ^= Bits >> 15;
  Bits *= 0x85EBCA77u;
  return Bits ^ Bits >> 13;
}

inline bool isKept(uint32_t Element) { return Element % 4 == 0; }

struct Times {
  double Begin, Returned, End;
};

class Chain {
public:
  explicit Chain(int64_t N)
      : N(N), X(N, 0xA5), Flag(N, 0xA5), Place(N + 1, 0), Out(N, 0xA5) {}

  uint64_t run(uint32_t Run, Times &T) {
    const int64_t n = N;
    uint32_t *x = X.data(), *flag = Flag.data(), *place = Place.data(),
             *out = Out.data();
    uint64_t sum = 0;
    T.Begin = nanoseconds();
#pragma omp target teams distribute parallel for
    for (int64_t i = 0; i < n; i++)
      x[i] = element(static_cast<uint32_t>(i), Run);
#pragma omp target teams distribute parallel for
    for (int64_t i = 0; i < n; i++)
      flag[i] = isKept(x[i]);
#pragma omp target parallel for scan(+ : place)
    for (int64_t i = 1; i <= n; i++)
      place[i] = place[i - 1] + flag[i - 1];
#pragma omp target teams distribute parallel for
    for (int64_t i = 0; i < n; i++)
      if (flag[i])
        out[place[i]] = x[i];
    T.Returned = nanoseconds();
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++)
      sum += i < place[n] ? out[i] : 0;
    T.End = nanoseconds();
    return sum;
  }

  /// Whether run \p Run has given what it should: \p Sum, and with
  /// \p Everything all elements.
  bool isRight(uint32_t Run, uint64_t Sum, bool Everything) {
    uint32_t *out = Out.data(), *place = Place.data();
    const int64_t n = N;
    if (Everything) {
#pragma omp target update from(out[0 : n], place[0 : n + 1])
    }
    uint64_t Expected = 0;
    uint32_t Kept = 0;
    for (int64_t I = 0; I < n; ++I) {
      if (Everything && place[I] != Kept)
        return false;
      const uint32_t Element = element(static_cast<uint32_t>(I), Run);
      if (!isKept(Element))
        continue;
      if (Everything && out[Kept] != Element)
        return false;
      Expected += Element;
      ++Kept;
    }
    return Sum == Expected && (!Everything || place[n] == Kept);
  }

  bool measure(int Runs) {
    uint32_t *x = X.data(), *flag = Flag.data(), *place = Place.data(),
             *out = Out.data();
    const int64_t n = N;
    bool AllRight = true;
#pragma omp target data map(to : x[0 : n], flag[0 : n], place[0 : n + 1],      \
                                out[0 : n])
    {
      // The first runs build programs and fill pools.
      constexpr int WarmUp = 3;
      for (int Run = -WarmUp; Run != Runs; ++Run) {
        const auto Seed = static_cast<uint32_t>(Run);
        Times T;
        const uint64_t Sum = run(Seed, T);
        AllRight &= isRight(Seed, Sum, Run == -WarmUp || Run + 1 == Runs);
        if (Run >= 0)
          std::printf("RUN\t%.0f\t%.0f\t%.0f\n", T.Begin, T.Returned, T.End);
      }
    }
    return AllRight;
  }

private:
  const int64_t N;
  std::vector<uint32_t> X, Flag, Place, Out;
};

} // namespace

int main(int argc, char **argv) {
  const int Log2 = argc > 1 ? std::atoi(argv[1]) : 0;
  const int Runs = argc > 2 ? std::atoi(argv[2]) : 9;
  if (argc < 2 || argc > 3 || Log2 < 1 || Log2 > 31 || Runs < 1) {
    std::fputs("usage: ompscan-bench-chain LOG2 [RUNS]\n", stderr);
    return 2;
  }
  if (!Chain(int64_t(1) << Log2).measure(Runs)) {
    std::fputs("ompscan-bench-chain: A RESULT IS WRONG\n", stderr);
    return 1;
  }
  char Name[256] = "";
  ompscan_get_device_name(0, Name, sizeof Name);
  std::printf("INFO\tdevice\t%s\n", Name);
  return 0;
}

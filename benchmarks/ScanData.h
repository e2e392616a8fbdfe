//===- ScanData.h - The data of a measured scan on the host -- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data, checks and times that annotated loops (Scans.cpp) and their peers on
/// the CPU (PeersCpu.cpp) have in common.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_SCANDATA_H
#define OMPSCAN_BENCH_SCANDATA_H

#include "HostClock.h"
#include "Loops.h"
#include "Report.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ompscan::bench {

/// The arguments of a program: SIZE [PART-OF-A-LOOP'S-NAME]. SIZE is L for 2^L
/// elements, or n=N for N.
struct Request {
  uint64_t N;
  std::string Loop;

  Request(int Count, char **Values) : Loop(Count > 2 ? Values[2] : "") {
    const std::string Size = Count > 1 ? Values[1] : "";
    const bool IsNumber = Size.rfind("n=", 0) == 0;
    const uint64_t Value =
        std::strtoull(Size.c_str() + (IsNumber ? 2 : 0), nullptr, 10);
    N = IsNumber ? Value : uint64_t(1) << (Value & 63);
    if (Size.empty() || N == 0) {
      std::fprintf(stderr, "usage: %s LOG2|n=N [LOOP]\n", Values[0]);
      std::exit(2);
    }
  }

  bool wants(const std::string &Name) const {
    return Name.find(Loop) != std::string::npos;
  }
};

/// Calls \p Work for parts of \p N elements, by all threads of the machine
/// where there are many.
template <typename F> void inParallel(uint64_t N, F Work) {
  constexpr uint64_t Many = 1 << 16;
  const unsigned Count =
      N < Many ? 1 : std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> Threads;
  for (unsigned T = 1; T < Count; ++T)
    Threads.emplace_back([=] { Work(N * T / Count, N * (T + 1) / Count); });
  Work(0, N / Count);
  for (std::thread &T : Threads)
    T.join();
}

/// Inputs of type E, and results of type T with a first value in front.
template <typename E, typename T> class ScanData {
public:
  ScanData(uint64_t N, T Seed)
      : N(N), Inputs(allocate<E>(N)), Results(allocate<T>(N + 1)) {
    inParallel(N, [this](uint64_t Begin, uint64_t End) {
      for (uint64_t I = Begin; I != End; ++I)
        make(Inputs.get()[I], I);
    });
    spoil();
    Results.get()[0] = Seed;
  }

  const E *inputs() const { return Inputs.get(); }
  T *results() const { return Results.get(); }
  int64_t count() const { return static_cast<int64_t>(N); }
  /// The bytes that a scan reads and writes.
  uint64_t bytes() const { return N * (sizeof(E) + sizeof(T)); }

  /// Overwrites all results.
  void spoil() {
    inParallel(N, [this](uint64_t Begin, uint64_t End) {
      std::memset(static_cast<void *>(Results.get() + 1 + Begin), 0xCB,
                  (End - Begin) * sizeof(T));
    });
  }

  /// Compares each result with that of \p Step on the one before.
  template <typename Function> bool isRight(Function Step) const {
    std::atomic<bool> IsRight(true);
    const T *Y = Results.get();
    inParallel(N, [&, Y](uint64_t Begin, uint64_t End) {
      for (uint64_t I = Begin; I != End; ++I) {
        const T Expected = Step(Y[I], Inputs.get()[I]);
        if (std::memcmp(&Expected, &Y[I + 1], sizeof(T)) != 0)
          IsRight = false;
      }
    });
    return IsRight;
  }

private:
  /// Memory that no thread has touched.
  template <typename Element>
  static std::unique_ptr<Element, void (*)(void *)> allocate(size_t N) {
    void *const Memory = std::malloc(N * sizeof(Element));
    if (!Memory) {
      std::fprintf(stderr, "ompscan-bench: no memory for %zu elements\n", N);
      std::exit(1);
    }
    return {static_cast<Element *>(Memory), std::free};
  }

  const uint64_t N;
  const std::unique_ptr<E, void (*)(void *)> Inputs;
  const std::unique_ptr<T, void (*)(void *)> Results;
};

/// Tells that the result of \p Name by \p Who is wrong.
/// \returns false.
inline bool reportWrong(const std::string &Name, const std::string &Who) {
  std::fprintf(stderr, "ompscan-bench: %s, %s: WRONG RESULT\n", Name.c_str(),
               Who.c_str());
  return false;
}

/// How often a run calls a loop over \p N elements: short loops many times.
inline uint64_t callsOfRun(uint64_t N) {
  return std::clamp<uint64_t>((1 << 16) / N, 1, 4096);
}

/// Returns true the first time.
inline bool isFirstInProcess() {
  static bool IsFirst = true;
  return std::exchange(IsFirst, false);
}

/// Measures and checks \p Scan, which computes the results of \p Data by whole
/// calls. Short loops are called many times in a run. The first two calls in
/// the process are reported by themselves, too.
/// \returns whether the results are right; others are not reported.
template <typename Data, typename Loop, typename Function>
bool measureCalls(const std::string &Name, const std::string &Who, Data &D,
                  Loop Scan, Function Step) {
  const auto N = static_cast<uint64_t>(D.count());
  if (isFirstInProcess())
    for (const char *Call : {", first call", ", second call"}) {
      D.spoil();
      const double Time = timeOf(Scan);
      if (!D.isRight(Step))
        return reportWrong(Name + Call, Who);
      report((Name + Call).c_str(), Who, N, D.bytes(), {Time});
    }
  const std::vector<double> Times =
      timesOf([&] { D.spoil(); }, Scan, callsOfRun(N));
  if (!D.isRight(Step))
    return reportWrong(Name, Who);
  report(Name.c_str(), Who, N, D.bytes(), Times);
  return true;
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_SCANDATA_H

//===- PeersCpu.cpp - Scans on a CPU without OmpScan ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-cpu-<compiler> LOG2 [PART-OF-A-LOOP'S-NAME]
///
/// The loops of Loops.h by the sequential loop, by OpenMP's own `inscan`, by a
/// hand-written OpenMP scan in two passes over tiles, and, where there is TBB,
/// by std::inclusive_scan(par_unseq). Times are wall-clock times.
///
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Report.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <omp.h>
#include <pthread.h>
#include <string>
#ifdef OMPSCAN_BENCH_HAS_TBB
#include <execution>
#include <numeric>
#endif

using namespace ompscan::bench;

namespace {

constexpr unsigned Runs = 7;

struct Request {
  unsigned Log2;
  std::string Loop;
};

template <typename F> std::vector<double> timesOf(F Call) {
  std::vector<double> Times;
  for (unsigned I = 0; I != Runs + 1; ++I) {
    const auto Begin = std::chrono::steady_clock::now();
    Call();
    const auto End = std::chrono::steady_clock::now();
    if (I != 0) // The first one warms up.
      Times.push_back(
          std::chrono::duration<double, std::nano>(End - Begin).count());
  }
  return Times;
}

template <typename E, typename T, typename Step>
void scanSequentially(const E *X, T *Y, int64_t N, Step Do) {
  for (int64_t I = 1; I <= N; ++I)
    Y[I] = Do(Y[I - 1], X[I - 1]);
}

/// Threads take tiles in turn: each sums its tile, waits for the prefix of the
/// tile on the left, passes the next one on, and scans while the tile is in its
/// cache.
template <typename E, typename T, typename Step, typename Sum, typename Join>
void scanByTiles(const E *X, T *Y, int64_t N, Step Do, Sum First,
                 Join Combine) {
  constexpr int64_t Tile = 16384 / sizeof(T);
  const int64_t Tiles = (N + Tile - 1) / Tile;
  T Prefix = Y[0];
  int64_t Turn = 0;
#pragma omp parallel for schedule(static, 1)
  for (int64_t K = 0; K < Tiles; ++K) {
    const int64_t Begin = K * Tile, End = std::min(N, Begin + Tile);
    T Total = First(X[Begin]);
    for (int64_t I = Begin + 1; I < End; ++I)
      Total = Do(Total, X[I]);
    int64_t Now;
    do {
#pragma omp atomic read acquire
      Now = Turn;
    } while (Now != K);
    T Value = Prefix;
    Prefix = Combine(Prefix, Total);
#pragma omp atomic write release
    Turn = K + 1;
    for (int64_t I = Begin; I < End; ++I)
      Y[I + 1] = Value = Do(Value, X[I]);
  }
}

/// Runs \p F where \p Bytes fit on the stack: Clang's code for an inscan keeps
/// the values of all iterations there.
template <typename Function> void runOnStack(size_t Bytes, Function F) {
  pthread_attr_t Attributes;
  pthread_t Thread;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, Bytes + (16 << 20));
  auto Run = [](void *Callee) -> void * {
    (*static_cast<Function *>(Callee))();
    return nullptr;
  };
  if (pthread_create(&Thread, &Attributes, Run, &F) == 0)
    pthread_join(Thread, nullptr);
  else
    std::fprintf(stderr, "no stack of %zu bytes\n", Bytes);
  pthread_attr_destroy(&Attributes);
}

template <typename E, typename T, typename Step, typename Sum, typename Join,
          typename Inscan>
void measure(const Request &R, const char *Name, T Seed, Step Do, Sum First,
             Join Combine, Inscan Standard) {
  if (std::string(Name).find(R.Loop) == std::string::npos)
    return;
  const int64_t N = int64_t(1) << R.Log2;
  std::unique_ptr<E[]> X(new E[N]);
  std::unique_ptr<T[]> Y(new T[N + 1]);
#pragma omp parallel for
  for (int64_t I = 0; I < N; ++I) {
    make(X[I], I);
    Y[I + 1] = T();
  }
  Y[0] = Seed;
  const uint64_t Bytes = uint64_t(N) * (sizeof(E) + sizeof(T));
  const std::string By = std::string(" (") + OMPSCAN_BENCH_COMPILER + ")";
  report(Name, "sequential" + By, N, Bytes,
         timesOf([&] { scanSequentially(X.get(), Y.get(), N, Do); }));
  report(Name, "OpenMP tiles" + By, N, Bytes, timesOf([&] {
           scanByTiles(X.get(), Y.get(), N, Do, First, Combine);
         }));
  runOnStack(N * sizeof(T), [&] {
    report(Name, "OpenMP inscan" + By, N, Bytes,
           timesOf([&] { Standard(X.get(), Y.get(), N); }));
  });
#ifdef OMPSCAN_BENCH_HAS_TBB
  report(Name, "std par_unseq" + By, N, Bytes, timesOf([&] {
           std::transform_inclusive_scan(std::execution::par_unseq, X.get(),
                                         X.get() + N, Y.get() + 1, Combine,
                                         First, Seed);
         }));
#endif
}

template <typename T> void measureSum(const Request &R, const char *Name) {
  auto Add = [](T A, T B) { return T(A + B); };
  measure<T, T>(
      R, Name, T(1), Add, [](T V) { return V; }, Add,
      [](const T *X, T *Y, int64_t N) {
        T S = Y[0];
#pragma omp parallel for reduction(inscan, + : S)
        for (int64_t I = 0; I < N; ++I) {
          S += X[I];
#pragma omp scan inclusive(S)
          Y[I + 1] = S;
        }
      });
}

#pragma omp declare reduction(affine:Affine : omp_out =                        \
                                  compose(omp_out, omp_in))                    \
    initializer(omp_priv = Affine{0, 1})

} // namespace

int main(int Count, char **Values) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: %s LOG2 [LOOP]\n", Values[0]);
    return 2;
  }
  const Request R{static_cast<unsigned>(std::atoi(Values[1])),
                  Count > 2 ? Values[2] : ""};
  inform("CPU threads", std::to_string(omp_get_max_threads()));
  measureSum<int32_t>(R, IntSum);
  measureSum<float>(R, FloatSum);
  measureSum<int64_t>(R, LongSum);
  measureSum<double>(R, DoubleSum);
  measure<Affine, Affine>(
      R, AffinePair, Affine{1, 1}, compose, [](Affine V) { return V; }, compose,
      [](const Affine *X, Affine *Y, int64_t N) {
        Affine S = Y[0];
#pragma omp parallel for reduction(inscan, affine : S)
        for (int64_t I = 0; I < N; ++I) {
          S = compose(S, X[I]);
#pragma omp scan inclusive(S)
          Y[I + 1] = S;
        }
      });
  measure<uint8_t, int32_t>(
      R, FusedCount, 0,
      [](int32_t A, uint8_t B) { return A + (B > Threshold); },
      [](uint8_t V) { return int32_t(V > Threshold); },
      [](int32_t A, int32_t B) { return A + B; },
      [](const uint8_t *X, int32_t *Y, int64_t N) {
        int32_t S = Y[0];
#pragma omp parallel for reduction(inscan, + : S)
        for (int64_t I = 0; I < N; ++I) {
          S += X[I] > Threshold;
#pragma omp scan inclusive(S)
          Y[I + 1] = S;
        }
      });
  return 0;
}

//===- PeersCpu.cpp - Loops on a CPU without OmpScan ----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-cpu-<compiler> LOG2|n=N [PART-OF-A-LOOP'S-NAME]
///
/// The scans of Loops.h and the selections of half of the elements of Slides.h
/// by the sequential loop, and in a program with OpenMP by its own `inscan`, by
/// hand-written loops over tiles that hand on the prefix, and, where there is
/// TBB, by the standard algorithms with par_unseq. Times are those of the
/// host's clock.
///
//===----------------------------------------------------------------------===//

#include "HostClock.h"
#include "Loops.h"
#include "Report.h"
#include "ScanData.h"
#include "Slides.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>
#ifdef _OPENMP
#include <omp.h>
#include <pthread.h>
#ifndef __clang__ // Clang does not vectorize an inscan on simd.
#define OMPSCAN_BENCH_HAS_SIMD
#endif
#endif
#ifdef OMPSCAN_BENCH_HAS_TBB
#include <execution>
#include <functional>
#include <numeric>
#include <tbb/version.h>
#endif

using namespace ompscan::bench;

namespace {

/// The name of a result. The loop that a program without OpenMP runs is the one
/// that the others are compared with.
std::string nameOf(const char *Way) {
  return std::string(Way) + " (" OMPSCAN_BENCH_COMPILER ")";
}
#ifdef _OPENMP
constexpr char Sequential[] = "sequential";
#else
constexpr char Sequential[] = "plain loop";
#endif

template <typename E, typename T, typename Step>
void scanSequentially(const E *X, T *Y, int64_t N, Step Do) {
  for (int64_t I = 1; I <= N; ++I)
    Y[I] = Do(Y[I - 1], X[I - 1]);
}

/// Keeps elements below \p Limit at the begin of \p Y, which may be \p X.
int64_t keepSequentially(const uint32_t *X, uint32_t *Y, int64_t N,
                         uint32_t Limit) {
  int64_t K = 0;
  for (int64_t I = 0; I < N; ++I)
    if (X[I] < Limit)
      Y[K++] = X[I];
  return K;
}

#ifdef _OPENMP

/// A value that tiles hand on from left to right.
template <typename T> class Relay {
public:
  explicit Relay(T Seed) : Value(Seed) {}

  /// Returns the value in front of tile \p K, and hands on what \p Next makes
  /// of it.
  template <typename Function> T pass(int64_t K, Function Next) {
    for (unsigned Tries = 1;; ++Tries) {
      int64_t Now;
#pragma omp atomic read acquire
      Now = Turn;
      if (Now == K)
        break;
      // The thread that this one waits for may need its core.
      if (Tries % 64 == 0)
        std::this_thread::yield();
    }
    const T Before = Value;
    Value = Next(Before);
#pragma omp atomic write release
    Turn = K + 1;
    return Before;
  }

  T value() const { return Value; }

private:
  alignas(64) T Value;
  int64_t Turn = 0;
};

/// Threads take tiles in turn: each reduces its tile by \p Reduce, waits for
/// the prefix of the tile on the left, passes the next one on, and scans by \p
/// Scan while the tile is in its cache.
template <typename E, typename T, typename Reduction, typename Scanner,
          typename Join>
void scanByTiles(const E *X, T *Y, int64_t N, Reduction Reduce, Scanner Scan,
                 Join Combine) {
  constexpr int64_t Tile = 16384 / sizeof(T);
  const int64_t Tiles = (N + Tile - 1) / Tile;
  Relay<T> Prefix(Y[0]);
#pragma omp parallel for schedule(static, 1)
  for (int64_t K = 0; K < Tiles; ++K) {
    const int64_t Begin = K * Tile, Count = std::min(N - Begin, Tile);
    const T Total = Reduce(X + Begin, Count);
    Scan(X + Begin, Y + Begin + 1, Count,
         Prefix.pass(K, [&](T Before) { return Combine(Before, Total); }));
  }
}

#ifdef OMPSCAN_BENCH_HAS_SIMD

/// The sum of what \p First makes of the elements.
template <typename T, typename E, typename Function>
T sumBySimd(const E *X, int64_t Count, Function First) {
  T Sum = 0;
#pragma omp simd reduction(+ : Sum)
  for (int64_t I = 0; I < Count; ++I)
    Sum += First(X[I]);
  return Sum;
}

/// Its prefixes behind \p Sum.
template <typename T, typename E, typename Function>
void scanBySimd(const E *X, T *Y, int64_t Count, T Sum, Function First) {
#pragma omp simd reduction(inscan, + : Sum)
  for (int64_t I = 0; I < Count; ++I) {
    Sum += First(X[I]);
#pragma omp scan inclusive(Sum)
    Y[I] = Sum;
  }
}

#endif // OMPSCAN_BENCH_HAS_SIMD

/// As keepSequentially(): each tile is read before the next one has its turn.
int64_t keepByTiles(const uint32_t *X, uint32_t *Y, int64_t N, uint32_t Limit) {
  constexpr int64_t Tile = 4096;
  const int64_t Tiles = (N + Tile - 1) / Tile;
  Relay<int64_t> Kept(0);
#pragma omp parallel for schedule(static, 1)
  for (int64_t K = 0; K < Tiles; ++K) {
    const int64_t Begin = K * Tile, End = std::min(N, Begin + Tile);
    uint32_t Some[Tile];
    int64_t Count = 0;
    for (int64_t I = Begin; I < End; ++I) {
      Some[Count] = X[I];
      Count += X[I] < Limit;
    }
    std::copy_n(Some, Count, Y + Kept.pass(K, [&](int64_t Before) {
      return Before + Count;
    }));
  }
  return Kept.value();
}

/// As keepSequentially(), but \p Y is another array.
int64_t keepByInscan(const uint32_t *X, uint32_t *Y, int64_t N,
                     uint32_t Limit) {
  int64_t K = 0;
#pragma omp parallel for reduction(inscan, + : K)
  for (int64_t I = 0; I < N; ++I) {
    if (X[I] < Limit)
      Y[K] = X[I];
#pragma omp scan exclusive(K)
    K += X[I] < Limit;
  }
  return K;
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

#endif // _OPENMP

/// Measures the scan of \p Do, which adds an input to a value. \p First makes a
/// value of an input, \p Combine adds values, and \p Inscan is the loop for
/// OpenMP. \p More gets the data and what measures a call.
template <typename E, typename T, typename Step, typename Sum, typename Join,
          typename Loop, typename Others>
void measure(const Request &R, const char *Name, T Seed, Step Do, Sum First,
             Join Combine, Loop Inscan, Others More) {
  if (!R.wants(Name))
    return;
  ScanData<E, T> D(R.N, Seed);
  const E *X = D.inputs();
  T *Y = D.results();
  const int64_t N = D.count();
  const auto Run = [&](const char *Way, auto Call) {
    measureCalls(Name, nameOf(Way), D, Call, Do);
  };
  Run(Sequential, [=] { scanSequentially(X, Y, N, Do); });
#ifdef _OPENMP
  Run("OpenMP tiles", [=] {
    scanByTiles(
        X, Y, N,
        [=](const E *Some, int64_t Count) {
          T Total = First(Some[0]);
          for (int64_t I = 1; I < Count; ++I)
            Total = Do(Total, Some[I]);
          return Total;
        },
        [=](const E *Some, T *To, int64_t Count, T Value) {
          for (int64_t I = 0; I < Count; ++I)
            To[I] = Value = Do(Value, Some[I]);
        },
        Combine);
  });
  if (N > 1) // Clang's code crashes for one iteration.
    runOnStack(static_cast<size_t>(N) * sizeof(T),
               [&] { Run("OpenMP inscan", [=] { Inscan(X, Y, N); }); });
#else
  (void)First;
  (void)Combine;
  (void)Inscan;
#endif
#ifdef OMPSCAN_BENCH_HAS_TBB
  Run("std par_unseq", [=] {
    std::transform_inclusive_scan(std::execution::par_unseq, X, X + N, Y + 1,
                                  Combine, First, Y[0]);
  });
#endif
  More(D, Run);
}

const auto NoMore = [](auto &, auto) {};

/// Of what \p First makes of the elements.
template <typename E, typename T, typename Function>
void measureSum(const Request &R, const char *Name, T Seed, Function First) {
  const auto Add = [](T A, T B) { return T(A + B); };
  measure<E, T>(
      R, Name, Seed, [=](T A, E B) { return T(A + First(B)); }, First, Add,
      [=](const E *X, T *Y, int64_t N) {
        // Clang's code leaves out what S is before.
        const T Before = Y[0];
        T S = 0;
#pragma omp parallel for reduction(inscan, + : S)
        for (int64_t I = 0; I < N; ++I) {
          S += First(X[I]);
#pragma omp scan inclusive(S)
          Y[I + 1] = Before + S;
        }
      },
      [=](auto &D, auto Run) {
#ifdef OMPSCAN_BENCH_HAS_SIMD
        Run("OpenMP tiles, simd", [&] {
          scanByTiles(
              D.inputs(), D.results(), D.count(),
              [=](const E *X, int64_t Count) {
                return sumBySimd<T>(X, Count, First);
              },
              [=](const E *X, T *Y, int64_t Count, T Before) {
                scanBySimd(X, Y, Count, Before, First);
              },
              Add);
        });
#else
        (void)D;
        (void)Run;
#endif
      });
}

template <typename T> void measurePlainSum(const Request &R, const char *Name) {
  measureSum<T, T>(R, Name, T(1), [](T V) { return V; });
}

#pragma omp declare reduction(affine:Affine : omp_out =                        \
                                  compose(omp_out, omp_in))                    \
    initializer(omp_priv = Affine{0, 1})
#pragma omp declare reduction(matrix:Matrix : omp_out =                        \
                                  multiply(omp_out, omp_in))                   \
    initializer(omp_priv = Matrix{1, 0, 0, 1})

void measureOthers(const Request &R) {
  const auto Max = [](uint8_t A, uint8_t B) { return B > A ? B : A; };
  measure<uint8_t, uint8_t>(
      R, UcharMax, uint8_t(0), Max, [](uint8_t V) { return V; }, Max,
      [=](const uint8_t *X, uint8_t *Y, int64_t N) {
        uint8_t S = Y[0];
#pragma omp parallel for reduction(inscan, max : S)
        for (int64_t I = 0; I < N; ++I) {
          S = Max(S, X[I]);
#pragma omp scan inclusive(S)
          Y[I + 1] = S;
        }
      },
      NoMore);
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
      },
      NoMore);
  measure<Matrix, Matrix>(
      R, MatrixProduct, Matrix{1, 0, 0, 1}, multiply,
      [](Matrix V) { return V; }, multiply,
      [](const Matrix *X, Matrix *Y, int64_t N) {
        Matrix S = Y[0];
#pragma omp parallel for reduction(inscan, matrix : S)
        for (int64_t I = 0; I < N; ++I) {
          S = multiply(S, X[I]);
#pragma omp scan inclusive(S)
          Y[I + 1] = S;
        }
      },
      NoMore);
}

/// Selections of half of the elements, out of place or in place.
void measureSelections(const Request &R, bool InPlace) {
  const std::string Name = keptName(InPlace ? SelectInPlace : SelectCopy, Half);
  if (!R.wants(Name))
    return;
  const auto N = static_cast<int64_t>(R.N);
  const auto Holds = [](uint32_t E) { return E < Half.Limit; };
  const std::vector<uint32_t> X = elements(R.N), Wanted = filtered(X, Holds);
  std::vector<uint32_t> Y(R.N);
  const uint32_t *From = InPlace ? Y.data() : X.data();
  const auto Run = [&](const char *Way, auto Call) {
    int64_t Kept = 0;
    const std::vector<double> Times = timesOf(
        [&] {
          if (InPlace)
            Y = X;
          else
            std::fill(Y.begin(), Y.end(), 0xCBCBCBCB);
        },
        [&] { Kept = Call(); });
    if (Kept != static_cast<int64_t>(Wanted.size()) ||
        !std::equal(Wanted.begin(), Wanted.end(), Y.begin()))
      reportWrong(Name, nameOf(Way));
    else
      report(Name.c_str(), nameOf(Way), R.N, 4 * (R.N + Wanted.size()), Times);
  };
  Run(Sequential,
      [&] { return keepSequentially(From, Y.data(), N, Half.Limit); });
#ifdef _OPENMP
  Run("OpenMP tiles",
      [&] { return keepByTiles(From, Y.data(), N, Half.Limit); });
  if (!InPlace)
    runOnStack(R.N * sizeof(int64_t), [&] {
      Run("OpenMP inscan",
          [&] { return keepByInscan(From, Y.data(), N, Half.Limit); });
    });
#endif
#ifdef OMPSCAN_BENCH_HAS_TBB
  constexpr auto &Policy = std::execution::par_unseq;
  Run("std par_unseq", [&] {
    return InPlace
               ? std::remove_if(Policy, Y.begin(), Y.end(),
                                std::not_fn(Holds)) -
                     Y.begin()
               : std::copy_if(Policy, X.begin(), X.end(), Y.begin(), Holds) -
                     Y.begin();
  });
#endif
}

} // namespace

int main(int Count, char **Values) {
  const Request R(Count, Values);
  inform(OMPSCAN_BENCH_COMPILER, __VERSION__);
#ifdef _OPENMP
  inform("CPU threads", std::to_string(omp_get_max_threads()));
#endif
#ifdef OMPSCAN_BENCH_HAS_TBB
  inform("TBB", TBB_runtime_version());
#endif
  measureSum<uint8_t, uint64_t>(R, LineCount, 0,
                                [](uint8_t V) { return uint64_t(V == '\n'); });
  measurePlainSum<uint16_t>(R, UshortSum);
  measurePlainSum<int32_t>(R, IntSum);
  measurePlainSum<float>(R, FloatSum);
  measurePlainSum<int64_t>(R, LongSum);
  measurePlainSum<double>(R, DoubleSum);
  measureSum<uint8_t, int32_t>(
      R, FusedCount, 0, [](uint8_t V) { return int32_t(V > Threshold); });
  measureOthers(R);
  for (const bool InPlace : {false, true})
    measureSelections(R, InPlace);
  return 0;
}

//===- Scans.cpp - OmpScan measured ---------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-scans LOG2 [PART-OF-A-LOOP'S-NAME]
///
/// Compiled by the plugin: runs the annotated loops on 2^LOG2 elements and
/// reports the times of their kernels, OMPSCAN_REPEAT runs each (9 where it is
/// not set). The algorithm is the one that the environment asks for; the name
/// of the result is OMPSCAN_BENCH_WHO.
///
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Report.h"
#include "ompscan/ompscan.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

using namespace ompscan::bench;

#pragma omp declare scan(affine:Affine : omp_out = compose(omp_out, omp_in))
#pragma omp declare scan(matrix:Matrix : omp_out = multiply(omp_out, omp_in))

namespace {

void scanMax(const uint8_t *x, uint8_t *y, int64_t n) {
#pragma omp target parallel for scan(max : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = x[i - 1] > y[i - 1] ? x[i - 1] : y[i - 1];
}

void scanSum(const uint16_t *x, uint16_t *y, int64_t n) {
#pragma omp target parallel for scan(+ : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

void scanSum(const int32_t *x, int32_t *y, int64_t n) {
#pragma omp target parallel for scan(+ : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

void scanSum(const int64_t *x, int64_t *y, int64_t n) {
#pragma omp target parallel for scan(+ : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

void scanSum(const float *x, float *y, int64_t n) {
#pragma omp target parallel for scan(+ : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

void scanSum(const double *x, double *y, int64_t n) {
#pragma omp target parallel for scan(+ : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

void scanAffine(const Affine *x, Affine *y, int64_t n) {
#pragma omp target parallel for scan(affine : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = compose(y[i - 1], x[i - 1]);
}

void scanMatrix(const Matrix *x, Matrix *y, int64_t n) {
#pragma omp target parallel for scan(matrix : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = multiply(y[i - 1], x[i - 1]);
}

void scanCount(const uint8_t *x, int32_t *y, int64_t n) {
#pragma omp target parallel for scan(+ : y)
  for (int64_t i = 1; i <= n; i++)
    y[i] = y[i - 1] + (x[i - 1] > Threshold);
}

/// Memory that is not touched before the data is made, by all threads.
template <typename T>
std::unique_ptr<T[], void (*)(void *)> allocate(size_t N) {
  return {static_cast<T *>(std::malloc(N * sizeof(T))), std::free};
}

template <typename F> void inParallel(uint64_t N, F Work) {
  const unsigned Count = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != Count; ++T)
    Threads.emplace_back([=] { Work(N * T / Count, N * (T + 1) / Count); });
  for (std::thread &T : Threads)
    T.join();
}

struct Request {
  unsigned Log2;
  std::string Loop, Who;
};

/// Measures \p Scan and checks every element against the one before.
template <typename E, typename T, typename Loop, typename Combine>
bool measure(const Request &R, const char *Name, T Seed, Loop Scan,
             Combine Step) {
  if (std::string(Name).find(R.Loop) == std::string::npos)
    return true;
  const uint64_t N = uint64_t(1) << R.Log2;
  const auto X = allocate<E>(N);
  const auto Y = allocate<T>(N + 1);
  if (!X || !Y) {
    std::fprintf(stderr, "ompscan-bench: no memory for %s\n", Name);
    return true;
  }
  inParallel(N, [&](uint64_t Begin, uint64_t End) {
    for (uint64_t I = Begin; I != End; ++I)
      make(X[I], I);
    std::memset(&Y[Begin + 1], 0xCB, (End - Begin) * sizeof(T));
  });
  Y[0] = Seed;
  Scan(X.get(), Y.get(), static_cast<int64_t>(N));

  std::vector<uint64_t> Begin(1000), End(1000);
  const size_t Count =
      ompscan_get_kernel_times(Begin.data(), End.data(), Begin.size());
  std::vector<double> Times;
  for (size_t I = 1; I < Count; ++I) // The first one warms up.
    Times.push_back(double(End[I] - Begin[I]));
  std::atomic<bool> IsRight(true);
  inParallel(N, [&](uint64_t First, uint64_t Last) {
    for (uint64_t I = First; I != Last; ++I) {
      const T Expected = Step(Y[I], X[I]);
      if (std::memcmp(&Expected, &Y[I + 1], sizeof(T)) != 0)
        IsRight = false;
    }
  });
  if (!IsRight || Times.empty()) {
    std::fprintf(stderr, "ompscan-bench: %s: %s\n", Name,
                 IsRight ? "no times" : "WRONG RESULT");
    return false;
  }
  report(Name, R.Who, N, N * (sizeof(E) + sizeof(T)), Times);
  return true;
}

} // namespace

int main(int Count, char **Values) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: ompscan-bench-scans LOG2 [LOOP]\n");
    return 2;
  }
  setenv("OMPSCAN_REPEAT", "9", /*overwrite=*/0);
  const char *Who = std::getenv("OMPSCAN_BENCH_WHO");
  const Request R{static_cast<unsigned>(std::atoi(Values[1])),
                  Count > 2 ? Values[2] : "", Who ? Who : "OmpScan"};
  char Device[256] = "none";
  ompscan_get_device_name(0, Device, sizeof Device);
  inform("OmpScan", ompscan_version());
  inform("device 0", Device);
  auto Sum = [](auto A, auto B) { return decltype(A)(A + B); };
  auto Overloaded = [](auto *X, auto *Y, int64_t N) { scanSum(X, Y, N); };
  const bool AllRight[] = {
      measure<uint8_t, uint8_t>(
          R, UcharMax, 0, scanMax,
          [](uint8_t A, uint8_t B) { return B > A ? B : A; }),
      measure<uint16_t, uint16_t>(R, UshortSum, 1, Overloaded, Sum),
      measure<int32_t, int32_t>(R, IntSum, 1, Overloaded, Sum),
      measure<float, float>(R, FloatSum, 1, Overloaded, Sum),
      measure<int64_t, int64_t>(R, LongSum, 1, Overloaded, Sum),
      measure<double, double>(R, DoubleSum, 1, Overloaded, Sum),
      measure<Affine, Affine>(R, AffinePair, Affine{1, 1}, scanAffine, compose),
      measure<Matrix, Matrix>(R, MatrixProduct, Matrix{1, 0, 0, 1}, scanMatrix,
                              multiply),
      measure<uint8_t, int32_t>(
          R, FusedCount, 0, scanCount,
          [](int32_t A, uint8_t B) { return A + (B > Threshold); })};
  for (bool IsRight : AllRight)
    if (!IsRight)
      return 1;
  return 0;
}

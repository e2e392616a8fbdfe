//===- Scans.cpp - OmpScan measured ---------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-scans LOG2|n=N [PART-OF-A-LOOP'S-NAME]
///
/// Compiled by the plugin: runs the annotated loops on 2^LOG2 or N elements and
/// reports the times of their kernels, OMPSCAN_REPEAT runs each (9 where it is
/// not set), or with OMPSCAN_BENCH_CLOCK=host those of whole calls. Device and
/// algorithm are those that the environment asks for; the name of the result is
/// OMPSCAN_BENCH_WHO.
///
//===----------------------------------------------------------------------===//

#include "HostClock.h"
#include "KernelTimes.h"
#include "Loops.h"
#include "ScanData.h"
#include <cstdlib>
#include <string>

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

void countLines(const uint8_t *text, uint64_t *line, int64_t n) {
#pragma omp parallel for scan(+ : line)
  for (int64_t i = 1; i <= n; i++)
    line[i] = line[i - 1] + (text[i - 1] == '\n');
}

/// Measures \p Scan and checks every element against the one before.
template <typename E, typename T, typename Loop, typename Combine>
bool measure(const Request &R, const char *Name, T Seed, Loop Scan,
             Combine Step) {
  if (!R.wants(Name))
    return true;
  ScanData<E, T> D(R.N, Seed);
  const auto Call = [&] { Scan(D.inputs(), D.results(), D.count()); };
  if (usesHostClock())
    return measureCalls(Name, ompscanName(), D, Call, Step);
  return measureKernels(Name, ompscanName(), R.N, D.bytes(), Call,
                        [&] { return D.isRight(Step); });
}

} // namespace

int main(int Count, char **Values) {
  const Request R(Count, Values);
  if (!usesHostClock())
    setenv("OMPSCAN_REPEAT", "9", /*overwrite=*/0);
  informOfDevice();
  auto Sum = [](auto A, auto B) { return decltype(A)(A + B); };
  auto Overloaded = [](auto *X, auto *Y, int64_t N) { scanSum(X, Y, N); };
  const bool AllRight[] = {
      measure<uint8_t, uint64_t>(
          R, LineCount, 0, countLines,
          [](uint64_t A, uint8_t B) { return A + (B == '\n'); }),
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

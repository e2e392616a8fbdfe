//===- HostRecurrences.cpp - Recurrences on the host's cores --------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-host-recurrences[-plain|-gcc] LOG2|n=N
///                                             [PART-OF-A-LOOP'S-NAME]
///
/// Recurrences whose operations take longer than memory: a linear one, an
/// exponential moving average, logarithms of sums of exponentials, and products
/// of complex numbers. Compiled by the plugin, this has the annotated loops;
/// otherwise it is a peer: the loops as they are, or with OpenMP those over a
/// part for each thread, written by hand. All times are those of whole calls by
/// the host's clock.
///
//===----------------------------------------------------------------------===//

#include "HostProgram.h"
#include "RecurrenceLoops.h"
#include "ScanData.h"
#ifdef _OPENMP
#include <omp.h>
#endif
#include <string>
#include <vector>

using namespace ompscan::bench;

namespace {

using Complex = float _Complex;

constexpr char LinearRecurrence[] = "linear recurrence";
constexpr char LogSum[] = "log-cumsum-exp";
constexpr char ComplexProduct[] = "complex product (8 bytes)";

/// log(exp(a) + exp(b))
inline float logAdd(float a, float b) {
  const float m = fmaxf(a, b);
  return m + logf(expf(a - m) + expf(b - m));
}

#if defined(_OPENMP) && defined(OMPSCAN_BENCH_COMPILER)

/// Each thread reduces its part of iterations from 1 to \p N - 1 by \p Total,
/// and scans it from what \p Join makes of \p First and the totals on the left.
template <typename T, typename Reduction, typename Combine, typename Scanner>
void scanByParts(int64_t N, T First, Reduction Total, Combine Join,
                 Scanner Scan) {
  std::vector<T> Totals(static_cast<size_t>(omp_get_max_threads()));
#pragma omp parallel
  {
    const int64_t Part = omp_get_thread_num(), Parts = omp_get_num_threads();
    const int64_t Begin = 1 + (N - 1) * Part / Parts;
    const int64_t End = 1 + (N - 1) * (Part + 1) / Parts;
    if (Parts > 1 && Begin < End)
      Totals[size_t(Part)] = Total(Begin, End);
#pragma omp barrier
    T Value = First;
    for (int64_t I = 0; I < Part; ++I)
      if ((N - 1) * I / Parts < (N - 1) * (I + 1) / Parts)
        Value = Join(Value, Totals[size_t(I)]);
    Scan(Begin, End, Value);
  }
}

void linear(const float *a, const float *b, float *y, int64_t n) {
  scanByParts(
      n, Affine{y[0], 0},
      [=](int64_t Begin, int64_t End) {
        Affine All = {0, 1};
        for (int64_t i = Begin; i < End; i++)
          All = {a[i] * All.p + b[i], a[i] * All.y};
        return All;
      },
      compose,
      [=](int64_t Begin, int64_t End, Affine Before) {
        float v = Before.p;
        for (int64_t i = Begin; i < End; i++)
          y[i] = v = a[i] * v + b[i];
      });
}

void average(const float *x, float *y, int64_t n) {
  scanByParts(
      n, Affine{y[0], 0},
      [=](int64_t Begin, int64_t End) {
        Affine All = {0, 1};
        for (int64_t i = Begin; i < End; i++) {
          All.p += Weight * (x[i] - All.p);
          All.y *= 1 - Weight;
        }
        return All;
      },
      compose,
      [=](int64_t Begin, int64_t End, Affine Before) {
        float v = Before.p;
        for (int64_t i = Begin; i < End; i++) {
          v += Weight * (x[i] - v);
          y[i] = v;
        }
      });
}

/// The recurrence of an operator.
template <typename T, typename Operator>
void combineByParts(const T *x, T *y, int64_t n, Operator Combine) {
  scanByParts(
      n, y[0],
      [=](int64_t Begin, int64_t End) {
        T All = x[Begin];
        for (int64_t i = Begin + 1; i < End; i++)
          All = Combine(All, x[i]);
        return All;
      },
      Combine,
      [=](int64_t Begin, int64_t End, T v) {
        for (int64_t i = Begin; i < End; i++)
          y[i] = v = Combine(v, x[i]);
      });
}

void logarithms(const float *x, float *y, int64_t n) {
  combineByParts(x, y, n, logAdd);
}

void products(const Complex *x, Complex *y, int64_t n) {
  combineByParts(x, y, n, [](Complex A, Complex B) { return A * B; });
}

#else

// Without the plugin, these pragmas mean nothing.
#pragma omp declare scan(logAdd:float : omp_out = logAdd(omp_out, omp_in))

void linear(const float *a, const float *b, float *y, int64_t n) {
#pragma omp parallel for scan(affine : y)
  for (int64_t i = 1; i < n; i++)
    y[i] = a[i] * y[i - 1] + b[i];
}

void average(const float *x, float *y, int64_t n) {
  float v = y[0];
#pragma omp parallel for scan(affine : v)
  for (int64_t i = 1; i < n; i++) {
    v += Weight * (x[i] - v);
    y[i] = v;
  }
}

void logarithms(const float *x, float *y, int64_t n) {
#pragma omp parallel for scan(logAdd : y)
  for (int64_t i = 1; i < n; i++)
    y[i] = logAdd(y[i - 1], x[i]);
}

void products(const Complex *x, Complex *y, int64_t n) {
#pragma omp parallel for scan(* : y)
  for (int64_t i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i];
}

#endif

float size(float V) { return std::fabs(V); }
float size(Complex V) { return std::hypot(__real__ V, __imag__ V); }

/// Whether each element of \p Y is what \p Step makes of the one before, but
/// for the rounding errors that another order of operations has, at most \p
/// Most of the element.
template <typename T, typename Function>
bool isRight(const std::vector<T> &Y, float Most, Function Step) {
  for (size_t I = 1; I < Y.size(); ++I) {
    const T Expected = Step(Y[I - 1], I);
    if (!(size(Y[I] - Expected) <= Most * (1 + size(Expected))))
      return false;
  }
  return true;
}

/// Measures \p Loop, which stores to \p Y from element 1 on.
template <typename T, typename Function, typename Call>
bool measure(const char *Name, uint64_t BytesOfOne, std::vector<T> &Y,
             Call Loop, Function Step, float MostError = 1e-4f) {
  const uint64_t N = Y.size();
  const auto Prepare = [&] { std::fill(Y.begin() + 1, Y.end(), T(NAN)); };
  const std::vector<double> Times = timesOf(Prepare, Loop, callsOfRun(N));
  if (!isRight(Y, MostError, Step))
    return reportWrong(Name, who());
  report(Name, who(), N, N * BytesOfOne, Times);
  return true;
}

/// \p N numbers by \p At.
template <typename T, typename Function>
std::vector<T> made(uint64_t N, Function At) {
  std::vector<T> All(N);
  inParallel(N, [&, P = All.data()](uint64_t Begin, uint64_t End) {
    for (uint64_t I = Begin; I != End; ++I)
      P[I] = At(I);
  });
  return All;
}

bool measureFloats(const Request &R) {
  const auto N = static_cast<int64_t>(R.N);
  std::vector<float> Y(R.N);
  bool IsFine = true;
  if (R.wants(LinearRecurrence)) {
    const std::vector<float> A = made<float>(R.N, decayAt);
    const std::vector<float> B = made<float>(R.N, inAt);
    IsFine &= measure(
        LinearRecurrence, 12, Y,
        [&] { linear(A.data(), B.data(), Y.data(), N); },
        [&](float V, size_t I) { return A[I] * V + B[I]; });
  }
  if (!R.wants(MovingAverage) && !R.wants(LogSum))
    return IsFine;
  const std::vector<float> X = made<float>(R.N, sampleAt);
  if (R.wants(MovingAverage))
    IsFine &= measure(
        MovingAverage, 8, Y, [&] { average(X.data(), Y.data(), N); },
        [&](float V, size_t I) { return V + Weight * (X[I] - V); });
  if (R.wants(LogSum))
    IsFine &= measure(
        LogSum, 8, Y, [&] { logarithms(X.data(), Y.data(), N); },
        [&](float V, size_t I) { return logAdd(V, X[I]); },
        // A long sum of floats loses small terms, which the total of a part
        // has: the sum grows where the next part begins.
        /*MostError=*/0.05f);
  return IsFine;
}

bool measureComplex(const Request &R) {
  if (!R.wants(ComplexProduct))
    return true;
  // Of absolute value 1, which rounding changes little.
  const std::vector<Complex> X = made<Complex>(R.N, [](uint64_t I) {
    Complex V;
    __real__ V = std::cos(sampleAt(I));
    __imag__ V = std::sin(sampleAt(I));
    return V;
  });
  std::vector<Complex> Y(R.N, Complex(1));
  return measure(
      ComplexProduct, 16, Y,
      [&] { products(X.data(), Y.data(), static_cast<int64_t>(R.N)); },
      [&](Complex V, size_t I) { return V * X[I]; });
}

} // namespace

int main(int Count, char **Values) {
  const Request R(Count, Values);
  informOfProgram();
  const bool AreFine = measureFloats(R);
  return measureComplex(R) && AreFine ? 0 : 1;
}

//===- FirstCalls.cpp - The first call of each loop -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-first-calls [MS [LOOPS]]
///
/// Maps arrays, which makes the context of the device, does something else for
/// MS milliseconds (0), and calls LOOPS (8) different loops twice each on 2^20
/// elements. Says what the map and each call take by the host's clock, in
/// milliseconds. Results are checked, except those of the loops that others
/// overwrite.
///
/// The first process after the caches of the program (OMPSCAN_CACHE) and the
/// driver (CUDA_CACHE_PATH) have been emptied has PTX assembled; the second one
/// finds the machine code.
///
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <thread>
#include <vector>

namespace {

constexpr int N = 1 << 20, Rows = 1 << 10, Length = N / Rows;

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point Start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - Start)
      .count();
}

int *A, *B;
float *X, *Y;
double *D, *E;
int Kept;
double Total;

void sum() {
  int S = 0;
#pragma omp target parallel for scan(+ : S)
  for (int I = 0; I < N; I++) {
    S += A[I];
    B[I] = S;
  }
}

void selection() {
  int K = 0;
#pragma omp target parallel for scan(+ : K)
  for (int I = 0; I < N; I++)
    if (A[I] > 3)
      B[K++] = A[I];
  Kept = K;
}

void ema() {
  float *const V = Y;
#pragma omp target parallel for scan(affine : V)
  for (int I = 1; I < N; I++)
    V[I] = 0.9f * V[I - 1] + 0.1f * X[I];
}

void sumOfDoubles() {
  double *const V = E;
#pragma omp target parallel for scan(+ : V)
  for (int I = 1; I < N; I++)
    V[I] = V[I - 1] + D[I];
}

void maximum() {
  float M = -1e30f;
#pragma omp target parallel for scan(max : M)
  for (int I = 0; I < N; I++) {
    M = M > X[I] ? M : X[I];
    Y[I] = M;
  }
}

void rows() {
#pragma omp target parallel for
  for (int R = 0; R < Rows; R++) {
    double S = 0;
    for (int J = 0; J < Length; J++) {
      S += D[R * Length + J];
      E[R * Length + J] = S;
    }
  }
}

void reduction() {
  double S = 0;
#pragma omp target parallel for reduction(+ : S)
  for (int I = 0; I < N; I++)
    S += D[I];
  Total = S;
}

void independent() {
#pragma omp target parallel for
  for (int I = 0; I < N; I++)
    Y[I] = X[I] + 1;
}

/// Whether the loops that no other one overwrites were right.
bool isRight() {
  std::vector<int> Selected;
  std::copy_if(A, A + N, std::back_inserter(Selected),
               [](int V) { return V > 3; });
  bool Good = Kept == static_cast<int>(Selected.size()) &&
              std::equal(Selected.begin(), Selected.end(), B);
  double All = 0;
  for (int R = 0; R < Rows; R++) {
    double S = 0;
    for (int J = 0; J < Length; J++) {
      S += D[R * Length + J];
      Good &= E[R * Length + J] == S;
    }
    All += S;
  }
  for (int I = 0; I < N; I++)
    Good &= Y[I] == X[I] + 1;
  return Good && Total == All;
}

struct Loop {
  const char *Name;
  void (*Call)();
};
constexpr Loop Loops[] = {{"sum", sum},
                          {"selection", selection},
                          {"EMA", ema},
                          {"sum of doubles", sumOfDoubles},
                          {"maximum", maximum},
                          {"rows", rows},
                          {"reduction", reduction},
                          {"independent", independent}};
constexpr int Most = sizeof Loops / sizeof Loops[0];

} // namespace

int main(int argc, char **argv) {
  const int Wait = argc > 1 ? std::atoi(argv[1]) : 0;
  const int Count = argc > 2 ? std::clamp(std::atoi(argv[2]), 0, Most) : Most;
  std::vector<int> IntIn(N), IntOut(N, -1);
  std::vector<float> FloatIn(N), FloatOut(N, -1);
  std::vector<double> DoubleIn(N), DoubleOut(N, -1);
  A = IntIn.data(), B = IntOut.data();
  X = FloatIn.data(), Y = FloatOut.data();
  D = DoubleIn.data(), E = DoubleOut.data();
  for (int I = 0; I < N; I++)
    A[I] = I % 9, X[I] = I % 7, D[I] = I % 3;
  const Clock::time_point Start = Clock::now();
#pragma omp target enter data map(to : A[0 : N], B[0 : N], X[0 : N], Y[0 : N], \
                                      D[0 : N], E[0 : N])
  std::printf("data: %.2f ms\n", millisecondsSince(Start));
  std::this_thread::sleep_for(std::chrono::milliseconds(Wait));
  for (const char *Which : {"first", "second"})
    for (int I = 0; I < Count; I++) {
      const Clock::time_point Begin = Clock::now();
      Loops[I].Call();
    // Waits for the loop.
#pragma omp target update from(B[0 : 1], Y[0 : 1], E[0 : 1])
      std::printf("%s, %s call: %.2f ms\n", Loops[I].Name, Which,
                  millisecondsSince(Begin));
    }
#pragma omp target exit data map(from : B[0 : N], Y[0 : N], E[0 : N])          \
    map(release : A[0 : N], X[0 : N], D[0 : N])
  std::printf("all: %.2f ms\n", millisecondsSince(Start));
  if (Count == Most && !isRight()) {
    std::puts("wrong");
    return 1;
  }
  return 0;
}

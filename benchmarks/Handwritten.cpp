//===- Handwritten.cpp - Scans by hand and by a clause --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-handwritten [N...]
///
/// The table of docs/from-handwritten.md: each form as a plain loop, in two
/// passes by hand, and as a loop with the clause, in turn, on the host's cores.
/// Prints the medians of the times.
///
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <vector>

namespace {

/// Totals[0] stays 0.
std::vector<int> Totals;

void sums(int *Y, const int *X, int N) {
  int Sum = 0;
  for (int I = 0; I < N; I++) {
    Sum += X[I];
    Y[I] = Sum;
  }
}

void sumsByHand(int *Y, const int *X, int N) {
#pragma omp parallel
  {
    const int Thread = omp_get_thread_num();
    int Sum = 0;
#pragma omp for schedule(static)
    for (int I = 0; I < N; I++) {
      Sum += X[I];
      Y[I] = Sum;
    }
    Totals[Thread + 1] = Sum;
#pragma omp barrier
    int Before = 0;
    for (int T = 0; T < Thread + 1; T++)
      Before += Totals[T];
#pragma omp for schedule(static)
    for (int I = 0; I < N; I++)
      Y[I] += Before;
  }
}

void sumsByClause(int *Y, const int *X, int N) {
  int Sum = 0;
#pragma omp parallel for scan(+ : Sum)
  for (int I = 0; I < N; I++) {
    Sum += X[I];
    Y[I] = Sum;
  }
}

void exclusive(int *Y, const int *X, int N) {
  int Sum = 0;
  for (int I = 0; I < N; I++) {
    Y[I] = Sum;
    Sum += X[I];
  }
}

void exclusiveByHand(int *Y, const int *X, int N) {
#pragma omp parallel
  {
    const int Thread = omp_get_thread_num(), Threads = omp_get_num_threads();
    const int Begin = static_cast<long long>(N) * Thread / Threads;
    const int End = static_cast<long long>(N) * (Thread + 1) / Threads;
    int Sum = 0;
    for (int I = Begin; I < End; I++)
      Sum += X[I];
    Totals[Thread + 1] = Sum;
#pragma omp barrier
#pragma omp single
    for (int T = 1; T <= Threads; T++)
      Totals[T] += Totals[T - 1];
    Sum = Totals[Thread];
    for (int I = Begin; I < End; I++) {
      Y[I] = Sum;
      Sum += X[I];
    }
  }
}

void exclusiveByClause(int *Y, const int *X, int N) {
  int Sum = 0;
#pragma omp parallel for scan(+ : Sum)
  for (int I = 0; I < N; I++) {
    Y[I] = Sum;
    Sum += X[I];
  }
}

void keep(int *Y, const int *X, int N) {
  int K = 0;
  for (int I = 0; I < N; I++)
    if (X[I] > 0)
      Y[K++] = X[I];
}

void keepByHand(int *Y, const int *X, int N) {
#pragma omp parallel
  {
    const int Thread = omp_get_thread_num(), Threads = omp_get_num_threads();
    int Count = 0;
#pragma omp for schedule(static)
    for (int I = 0; I < N; I++)
      if (X[I] > 0)
        Count++;
    Totals[Thread + 1] = Count;
#pragma omp barrier
#pragma omp single
    for (int T = 1; T <= Threads; T++)
      Totals[T] += Totals[T - 1];
    int K = Totals[Thread];
#pragma omp for schedule(static)
    for (int I = 0; I < N; I++)
      if (X[I] > 0)
        Y[K++] = X[I];
  }
}

void keepByClause(int *Y, const int *X, int N) {
  int K = 0;
#pragma omp parallel for scan(+ : K)
  for (int I = 0; I < N; I++)
    if (X[I] > 0)
      Y[K++] = X[I];
}

void offsets(int *Begins, const int *Counts, int Rows) {
  Begins[0] = 0;
  for (int R = 0; R < Rows; R++)
    Begins[R + 1] = Begins[R] + Counts[R];
}

void offsetsByHand(int *Begins, const int *Counts, int Rows) {
  Begins[0] = 0;
#pragma omp parallel
  {
    const int Thread = omp_get_thread_num(), Threads = omp_get_num_threads();
    int Sum = 0;
#pragma omp for schedule(static)
    for (int R = 0; R < Rows; R++) {
      Sum += Counts[R];
      Begins[R + 1] = Sum;
    }
    Totals[Thread + 1] = Sum;
#pragma omp barrier
#pragma omp single
    for (int T = 1; T <= Threads; T++)
      Totals[T] += Totals[T - 1];
#pragma omp for schedule(static)
    for (int R = 0; R < Rows; R++)
      Begins[R + 1] += Totals[Thread];
  }
}

void offsetsByClause(int *Begins, const int *Counts, int Rows) {
  Begins[0] = 0;
#pragma omp parallel for scan(+ : Begins)
  for (int R = 0; R < Rows; R++)
    Begins[R + 1] = Begins[R] + Counts[R];
}

void maxima(int *Y, const int *X, int N) {
  int Top = X[0];
  for (int I = 0; I < N; I++) {
    Top = X[I] > Top ? X[I] : Top;
    Y[I] = Top;
  }
}

void maximaByHand(int *Y, const int *X, int N) {
#pragma omp parallel
  {
    const int Thread = omp_get_thread_num();
    int Top = X[0];
#pragma omp for schedule(static)
    for (int I = 0; I < N; I++) {
      Top = X[I] > Top ? X[I] : Top;
      Y[I] = Top;
    }
    Totals[Thread + 1] = Top;
#pragma omp barrier
    int Before = X[0];
    for (int T = 1; T <= Thread; T++)
      Before = Totals[T] > Before ? Totals[T] : Before;
#pragma omp for schedule(static)
    for (int I = 0; I < N; I++)
      if (Y[I] < Before)
        Y[I] = Before;
  }
}

void maximaByClause(int *Y, const int *X, int N) {
  int Top = X[0];
#pragma omp parallel for scan(max : Top)
  for (int I = 0; I < N; I++) {
    Top = X[I] > Top ? X[I] : Top;
    Y[I] = Top;
  }
}

using Function = void(int *, const int *, int);

struct Form {
  const char *Name;
  Function *Ways[3]; ///< Plain, by hand, by the clause.
};

constexpr Form Forms[] = {
    {"two passes", {sums, sumsByHand, sumsByClause}},
    {"reduce, then scan", {exclusive, exclusiveByHand, exclusiveByClause}},
    {"compaction", {keep, keepByHand, keepByClause}},
    {"offsets of rows", {offsets, offsetsByHand, offsetsByClause}},
    {"maximum", {maxima, maximaByHand, maximaByClause}}};

using Clock = std::chrono::steady_clock;

/// Prints the row of \p F for \p N elements. False if the results differ.
bool measure(const Form &F, int N) {
  std::vector<int> X(N), Results[3];
  for (int I = 0; I < N; I++)
    X[I] = static_cast<int>(I * 7919LL % 1009) - 400;
  std::vector<double> Times[3];
  for (std::vector<int> &Y : Results)
    Y.assign(N + 1, -1);
  // About 0.2 s for each way; the first round is not counted.
  const int Rounds = std::clamp(50000000 / N, 15, 500);
  for (int Round = 0; Round <= Rounds; Round++)
    for (int Way = 0; Way != 3; Way++) {
      const auto Begin = Clock::now();
      F.Ways[Way](Results[Way].data(), X.data(), N);
      const std::chrono::duration<double, std::micro> Time =
          Clock::now() - Begin;
      if (Round != 0)
        Times[Way].push_back(Time.count());
    }
  std::printf("| %s | %d |", F.Name, N);
  for (std::vector<double> &T : Times) {
    std::nth_element(T.begin(), T.begin() + T.size() / 2, T.end());
    std::printf(" %.0f |", T[T.size() / 2]);
  }
  std::puts("");
  return Results[0] == Results[1] && Results[0] == Results[2];
}

} // namespace

int main(int Count, char **Arguments) {
  Totals.assign(omp_get_max_threads() + 1, 0);
  std::printf("%d threads, times in microseconds\n\n"
              "| form | n | plain loop | by hand | OmpScan |\n"
              "|---|---|---|---|---|\n",
              omp_get_max_threads());
  std::vector<int> Sizes;
  for (int I = 1; I < Count; I++)
    Sizes.push_back(std::atoi(Arguments[I]));
  if (Sizes.empty())
    Sizes = {100000, 10000000};
  bool Equal = true;
  for (const Form &F : Forms)
    for (int N : Sizes)
      Equal &= N > 0 && measure(F, N);
  if (!Equal)
    std::puts("\nthe results differ");
  return Equal ? EXIT_SUCCESS : EXIT_FAILURE;
}

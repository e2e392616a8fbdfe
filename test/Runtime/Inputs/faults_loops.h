// Loops whose OpenCL calls fail, for faults-forms.cpp.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FAULTS_LOOPS_H
#define FAULTS_LOOPS_H

#include "faults_runs.h"

static Outcome container() {
  std::vector<int> X = inputs(), Y = poison();
  Y[0] = 5;
#pragma omp parallel for scan(+ : Y)
  for (int I = 1; I < N; I++)
    Y[I] = Y[I - 1] + X[I];
  endOfFaults();
  EXPECT(Y == sumsOf(X, 5));
  return Right;
}

static Outcome clauses() {
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  int *y = Y.data(), Last = -1, Most = -5000, Sum = 7;
  const int *x = X.data();
  int T = -1;
#pragma omp parallel for scan(+ : Sum) lastprivate(Last) private(T)             \
    reduction(max : Most)
  for (int I = 0; I < N; I++) {
    T = x[I] * 2;
    Sum += T;
    y[I] = Sum;
    Most = Most < T ? T : Most;
    Last = I + T;
  }
  endOfFaults();
  int Want = 7;
  for (int I = 0; I < N; I++)
    EXPECT(Y[I] == (Want += 2 * X[I]));
  EXPECT(Sum == Want && Last == N - 1 + 2 * X[N - 1] &&
         Most == 2 * *std::max_element(X.begin(), X.end()));
  return Right;
}

/// Puts what \p Keeps accepts of \p X into \p Out from element \p K on, and
/// answers where that ends.
template <typename Condition>
static int keepIf(std::vector<int> &Out, int K, const std::vector<int> &X,
                  Condition Keeps) {
  for (int V : X)
    if (Keeps(V))
      Out[K++] = V;
  return K;
}

static Outcome compaction() {
  const std::vector<int> X = inputs();
  std::vector<int> Out = poison();
  const int *x = X.data();
  int *out = Out.data(), K = 1;
#pragma omp target map(to : x[0 : N]) map(from : out[0 : N])
#pragma omp parallel for scan(+ : K)
  for (int I = 0; I < N; I++)
    if (x[I] > 300)
      out[K++] = x[I];
  endOfFaults();
  std::vector<int> Want = poison();
  EXPECT(K == keepIf(Want, 1, X, [](int V) { return V > 300; }));
  EXPECT(Out == Want);
  return Right;
}

/// Every iteration stores at the value of the accumulator.
static Outcome collisions() {
  const std::vector<int> X = inputs();
  std::vector<int> Out = poison(N + 1);
  const int *x = X.data();
  int *out = Out.data(), K = 0;
#pragma omp target map(to : x[0 : N]) map(from : out[0 : N + 1])
#pragma omp parallel for scan(+ : K)
  for (int I = 0; I < N; I++) {
    out[K] = x[I];
    K += x[I] & 1;
  }
  endOfFaults();
  std::vector<int> Want = poison(N + 1);
  int WantK = 0;
  for (int V : X) {
    Want[WantK] = V;
    WantK += V & 1;
  }
  EXPECT(K == WantK && Out == Want);
  return Right;
}

/// An item that depends on another one: two launches, which are done both or
/// not at all.
static Outcome passes() {
  const std::vector<int> X = inputs();
  std::vector<int> Y = inputs();
  const int *x = X.data();
  int *y = Y.data(), S = 3, Most = -5000;
#pragma omp target map(to : x[0 : N]) map(tofrom : y[0 : N])
#pragma omp parallel for scan(+ : S) scan(max : Most)
  for (int I = 0; I < N; I++) {
    S += x[I];
    Most = S > Most ? S : Most;
    y[I] += Most;
  }
  endOfFaults();
  int WantS = 3, WantMost = -5000;
  for (int I = 0; I < N; I++) {
    WantS += X[I];
    WantMost = std::max(WantMost, WantS);
    EXPECT(Y[I] == X[I] + WantMost);
  }
  EXPECT(S == WantS && Most == WantMost);
  return Right;
}

struct Account {
  int Change, Balance;
  double Rate;
};
struct Totals {
  long Sum;
  int Count;
};

/// Members of elements, and members as accumulators.
static Outcome members() {
  std::vector<Account> Accounts(N);
  for (int I = 0; I < N; I++)
    Accounts[I] = {input(I), -1, 0.5};
  Account *a = Accounts.data();
  Totals T = {3, 0};
  a[0].Balance = 11;
#pragma omp parallel for scan(+ : T.Sum, T.Count)
  for (int I = 1; I < N; I++) {
    T.Sum += a[I].Change;
    if (a[I].Change > 0)
      T.Count++;
    a[I].Balance = int(T.Sum) + T.Count;
  }
  endOfFaults();
  long Sum = 3;
  int Count = 0;
  EXPECT(a[0].Balance == 11);
  for (int I = 1; I < N; I++) {
    Sum += input(I);
    Count += input(I) > 0;
    EXPECT(a[I].Balance == int(Sum) + Count && a[I].Change == input(I) &&
           a[I].Rate == 0.5);
  }
  EXPECT(T.Sum == Sum && T.Count == Count);
  return Right;
}

/// In place, and exclusive.
static Outcome rotation() {
  std::vector<int> X = inputs();
  int *x = X.data(), T1 = x[0], T2;
  x[0] = 0;
#pragma omp parallel for scan(+ : x)
  for (int I = 1; I < N; I++) {
    T2 = x[I];
    x[I] = x[I - 1] + T1;
    T1 = T2;
  }
  endOfFaults();
  int Want = 0;
  for (int I = 1; I < N; I++)
    EXPECT(X[I] == (Want += input(I - 1)));
  return Right;
}

/// The sums of each row, which begins with its number.
static std::vector<int> rowSums(const std::vector<int> &X, int Columns) {
  std::vector<int> Y = X;
  for (int I = 0; I < N; I++)
    Y[I] = I % Columns ? Y[I - 1] + X[I] : I / Columns;
  return Y;
}

static Outcome rows() {
  constexpr int Rows = 4, Columns = N / Rows;
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  const int *x = X.data();
  int *y = Y.data();
  for (int R = 0; R < Rows; R++)
    y[R * Columns] = R;
  for (int R = 0; R < Rows; R++) {
    int *row = y + R * Columns;
    const int *in = x + R * Columns;
#pragma omp parallel for scan(+ : row)
    for (int I = 1; I < Columns; I++)
      row[I] = row[I - 1] + in[I];
  }
  endOfFaults();
  EXPECT(Y == rowSums(X, Columns));
  return Right;
}

static Outcome reproducible() {
  std::vector<float> X(N), Y(N, -1.0f);
  for (int I = 0; I < N; I++)
    X[I] = float(input(I));
  const float *x = X.data();
  float *y = Y.data();
  y[0] = 0;
#pragma omp parallel for scan(+ : y) order(reproducible : concurrent)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + x[I];
  endOfFaults();
  float Want = 0; // Integers all the way.
  for (int I = 1; I < N; I++)
    EXPECT(Y[I] == (Want += X[I]));
  return Right;
}

static Outcome targetLoop() {
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  const int *x = X.data();
  int *y = Y.data();
  long Sum = 5;
  int Most = -9999;
#pragma omp target teams distribute parallel for map(to : x[0 : N])             \
    map(from : y[0 : N]) reduction(+ : Sum) reduction(max : Most)
  for (int I = 0; I < N; I++) {
    y[(I * 7) % N] = x[I] / 3;
    Sum += x[I];
    Most = Most < x[I] ? x[I] : Most;
  }
  endOfFaults();
  long Want = 5;
  for (int I = 0; I < N; I++) {
    EXPECT(Y[(I * 7) % N] == X[I] / 3);
    Want += X[I];
  }
  EXPECT(Sum == Want && Most == *std::max_element(X.begin(), X.end()));
  return Right;
}

static Outcome pinned() {
  int *y = static_cast<int *>(ompscan_host_alloc(Device, N * sizeof(int)));
  if (!y) {
    EXPECT(*ompscan_last_error());
    endOfFaults();
    return Told;
  }
  for (int I = 0; I < N; I++)
    y[I] = input(I);
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + y[I];
  const int Freed = [&] {
    const std::vector<int> Results(y, y + N);
    const int Status = ompscan_host_free(y);
    endOfFaults();
    EXPECT(Results == sumsOf(inputs(), input(0)));
    return Status;
  }();
  EXPECT(Freed == OMPSCAN_SUCCESS);
  return Right;
}

/// With the library of tiny tiles, in chunks of several threads.
static Outcome chunks() {
  constexpr int Many = 30000;
  const std::vector<int> X = inputs(Many);
  std::vector<int> Y = poison(Many);
  const int *x = X.data();
  int *y = Y.data(), Count = 0;
  y[0] = 3;
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < Many; I++)
    y[I] = y[I - 1] + x[I];
  std::vector<int> Out = poison(Many);
  int *out = Out.data();
#pragma omp target map(to : x[0 : Many]) map(from : out[0 : Many])
#pragma omp parallel for scan(+ : Count)
  for (int I = 0; I < Many; I++)
    if (x[I] > 0)
      out[Count++] = x[I];
  endOfFaults();
  EXPECT(Y == sumsOf(X, 3));
  std::vector<int> Want = poison(Many);
  EXPECT(Count == keepIf(Want, 0, X, [](int V) { return V > 0; }));
  EXPECT(Out == Want);
  return Right;
}

/// Two loops in place, which OMPSCAN_MEMORY_LIMIT has run in chunks: where one
/// fails, the host goes on behind those that are done.
static Outcome goOn() {
  constexpr int Many = 40000;
  std::vector<int> X = inputs(Many), Down = X, Want = X;
  int *x = X.data(), *down = Down.data(), Sum = 9;
  unsigned J;
#pragma omp parallel for scan(+ : Sum) lastprivate(J)
  for (J = 3; J < Many; J++) {
    Sum += x[J];
    x[J] = Sum;
  }
#pragma omp parallel for scan(+ : down)
  for (long I = Many - 2; I >= 1; I -= 1)
    down[I] = down[I + 1] + 3 * down[I];
  endOfFaults();
  int All = 9;
  for (int I = 3; I < Many; I++)
    Want[I] = All += Want[I];
  EXPECT(X == Want && Sum == All && J == Many);
  Want = inputs(Many);
  for (int I = Many - 2; I >= 1; I--)
    Want[I] = Want[I + 1] + 3 * Want[I];
  EXPECT(Down == Want);
  return Right;
}

/// Elements move within the array that is read.
static Outcome inPlace() {
  std::vector<int> X = inputs(), Want = X;
  int *x = X.data(), K = 0;
#pragma omp parallel for scan(+ : K)
  for (int I = 0; I < N; I++)
    if (x[I] % 3 == 0)
      x[K++] = x[I];
  endOfFaults();
  EXPECT(K == keepIf(Want, 0, inputs(), [](int V) { return V % 3 == 0; }));
  EXPECT(X == Want);
  return Right;
}

/// Of equal neighbours the first one stays.
static Outcome uniqueLoop() {
  std::vector<int> X(N);
  for (int I = 0; I < N; I++)
    X[I] = I / 3;
  const std::vector<int> Before = X;
  int *x = X.data(), K = 1;
#pragma omp parallel for scan(+ : K)
  for (int I = 1; I < N; I++)
    if (x[I] != x[K - 1])
      x[K++] = x[I];
  endOfFaults();
  EXPECT(K == N / 3);
  for (int I = 0; I < N; I++)
    EXPECT(X[I] == (I < K ? I : Before[I]));
  return Right;
}

/// All rows in one launch.
static Outcome collapsed() {
  constexpr int Rows = 4, Columns = N / Rows;
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  const int *x = X.data();
  int *y = Y.data();
  for (int R = 0; R < Rows; R++)
    y[R * Columns] = R;
#pragma omp target parallel for collapse(2) scan(+ : y)                        \
    map(to : x[0 : N]) map(tofrom : y[0 : N])
  for (int R = 0; R < Rows; R++)
    for (int I = 1; I < Columns; I++)
      y[R * Columns + I] = y[R * Columns + I - 1] + x[R * Columns + I];
  endOfFaults();
  EXPECT(Y == rowSums(X, Columns));
  return Right;
}

static Outcome atomics() {
  const std::vector<int> X = inputs();
  std::vector<int> Counts(16, 2), Want(16, 2);
  const int *x = X.data();
  int *counts = Counts.data();
#pragma omp target teams distribute parallel for map(to : x[0 : N])             \
    map(tofrom : counts[0 : 16])
  for (int I = 0; I < N; I++) {
#pragma omp atomic
    counts[x[I] & 15] += 1;
  }
  endOfFaults();
  for (int V : X)
    Want[V & 15]++;
  EXPECT(Counts == Want);
  return Right;
}

static Outcome lists() {
  const std::vector<int> X = inputs();
  int Counts[100], Want[100];
  std::fill_n(Counts, 100, 3), std::fill_n(Want, 100, 3);
  const int *x = X.data();
#pragma omp target teams distribute parallel for map(to : x[0 : N])             \
    reduction(+ : Counts)
  for (int I = 0; I < N; I++)
    Counts[x[I] & 63] += I;
  endOfFaults();
  for (int I = 0; I < N; I++)
    Want[X[I] & 63] += I;
  EXPECT(std::equal(Counts, Counts + 100, Want));
  return Right;
}

#endif // FAULTS_LOOPS_H

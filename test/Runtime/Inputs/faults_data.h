// Data on the device, for faults-forms.cpp.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FAULTS_DATA_H
#define FAULTS_DATA_H

#include "faults_runs.h"

/// The same library moves data by several threads.
static Outcome lanes() {
  constexpr int Many = 50000;
  std::vector<int> X = inputs(Many);
  if (ompscan_map(Device, X.data(), Many * sizeof(int), OMPSCAN_TO)) {
    EXPECT(*ompscan_last_error());
    endOfFaults();
    EXPECT(X == inputs(Many) && !ompscan_is_present(Device, X.data(), 4));
    return Told;
  }
  std::fill(X.begin(), X.end(), 1);
  const int Status =
      ompscan_unmap(Device, X.data(), Many * sizeof(int), OMPSCAN_FROM);
  endOfFaults();
  if (Status) { // Nothing has gone; some may have come.
    EXPECT(ompscan_unmap(Device, X.data(), Many * sizeof(int), OMPSCAN_FROM) ==
           OMPSCAN_SUCCESS);
  }
  EXPECT(X == inputs(Many));
  return Status ? Told : Right;
}

/// A construct of two directives, loops of both kinds, and the host.
static Outcome directives() {
  std::vector<int> X = inputs(), Y = poison();
  int *x = X.data(), *y = Y.data(), Middle = -1;
  long Sum = 0;
  y[0] = 4;
#pragma omp target enter data map(to : x[0 : N])
#pragma omp target data map(tofrom : y[0 : N])
  {
#pragma omp parallel for scan(+ : y)
    for (int I = 1; I < N; I++)
      y[I] = y[I - 1] + x[I];
#pragma omp target teams distribute parallel for reduction(+ : Sum)
    for (int I = 0; I < N; I++)
      Sum += y[I] - x[I];
#pragma omp target map(tofrom : y[0 : N])
    {
      y[1] = 17;
      y[N - 1] += 1;
    }
    if (ompscan_is_present(Device, y, 4)) // The directive may not have it.
      y[N / 2] = -77;
#pragma omp target update from(y[N / 2])
    Middle = y[N / 2];
    x[0] = 123;
#pragma omp target update to(x[0 : 1])
    x[0] = 0;
  }
#pragma omp target exit data map(from : x[0 : N])
  endOfFaults();
  std::vector<int> Want = sumsOf(inputs(), 4);
  long WantSum = 0;
  for (int I = 0; I < N; I++)
    WantSum += Want[I] - input(I);
  EXPECT(Sum == WantSum && Middle == Want[N / 2]);
  Want[1] = 17;
  Want[N - 1]++;
  EXPECT(Y == Want && X[0] == 123 && X[1] == input(1) && X[N - 1] == input(N - 1));
  return Right;
}

/// Directives that other threads do.
static Outcome deferred() {
  std::vector<int> X = inputs(), Y = poison();
  int *x = X.data(), *y = Y.data(), Last = -1;
  y[0] = 4;
#pragma omp target enter data map(to : x[0 : N]) nowait depend(out : x[0])
#pragma omp target enter data map(to : y[0 : N]) nowait depend(out : y[0])
#pragma omp target nowait depend(in : x[0]) depend(inout : y[0])
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + x[I];
#pragma omp target update from(y[N - 1]) nowait depend(inout : y[0])
#pragma omp task depend(in : y[0]) shared(Last)
  Last = y[N - 1];
#pragma omp target exit data map(from : y[0 : N]) nowait depend(inout : y[0])
#pragma omp target exit data map(delete : x[0 : N]) nowait depend(inout : x[0])
#pragma omp taskwait
  endOfFaults();
  EXPECT(Y == sumsOf(inputs(), 4) && X == inputs() && Last == Y[N - 1]);
  return Right;
}

/// The host does a loop on the device's data: x and y overlap.
static Outcome stay() {
  std::vector<int> Block = inputs(2 * N), Want = Block;
  int *x = Block.data() + 1, *y = Block.data();
  const bool IsMapped = ompscan_map(Device, Block.data(), 2 * N * sizeof(int),
                                    OMPSCAN_TO) == OMPSCAN_SUCCESS;
  for (int &V : Block)
    V = IsMapped ? -5 : V;
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + x[I];
  int Status = IsMapped ? ompscan_unmap(Device, Block.data(),
                                        2 * N * sizeof(int), OMPSCAN_FROM)
                        : 0;
  endOfFaults();
  if (Status)
    EXPECT(ompscan_unmap(Device, Block.data(), 2 * N * sizeof(int),
                         OMPSCAN_FROM) == OMPSCAN_SUCCESS);
  for (int I = 1; I < N; I++)
    Want[I] = Want[I - 1] + Want[I + 1];
  EXPECT(Block == Want);
  return IsMapped && !Status ? Right : Told;
}

/// Several passes over data that is on the device, in place.
static Outcome passesThere() {
  std::vector<int> Y = inputs(), Want = Y;
  int *y = Y.data(), S = 3, T = 4;
  const bool IsMapped = ompscan_map(Device, y, N * sizeof(int), OMPSCAN_TO) ==
                        OMPSCAN_SUCCESS;
  for (int &V : Y)
    V = IsMapped ? -5 : V;
#pragma omp parallel for scan(+ : S, T)
  for (int I = 0; I < N; I++) {
    S += y[I] & 15;
    T += S;
    y[I] += T;
  }
  const int Status =
      IsMapped ? ompscan_unmap(Device, y, N * sizeof(int), OMPSCAN_FROM) : 0;
  endOfFaults();
  if (Status)
    EXPECT(ompscan_unmap(Device, y, N * sizeof(int), OMPSCAN_FROM) ==
           OMPSCAN_SUCCESS);
  int WantS = 3, WantT = 4;
  for (int &V : Want) {
    WantS += V & 15;
    WantT += WantS;
    V += WantT;
  }
  EXPECT(Y == Want && S == WantS && T == WantT);
  return IsMapped && !Status ? Right : Told;
}

/// `always` moves what is on the device.
static Outcome always() {
  std::vector<int> X = inputs(), Y = poison();
  int *x = X.data(), *y = Y.data();
  y[0] = 9;
#pragma omp target enter data map(alloc : x[0 : N], y[0 : N])
#pragma omp target map(always, to : x[0 : N]) map(always, tofrom : y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + x[I];
  const std::vector<int> Results = Y;
#pragma omp target exit data map(delete : x[0 : N], y[0 : N])
  endOfFaults();
  EXPECT(Results == sumsOf(X, 9));
  return Right;
}

/// The calls on data that move nothing or little.
static Outcome dataCalls() {
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  int Errors = 0;
  const auto Call = [&](int Status) {
    if (Status) {
      EXPECT(*ompscan_last_error());
      Errors++;
    }
    return Status == OMPSCAN_SUCCESS;
  };
  void *Memory = ompscan_device_alloc(Device, N * sizeof(int));
  bool Filled = false, Back = false;
  if (Call(!Memory)) {
    Filled = Call(ompscan_copy(Device, Memory, X.data(), N * sizeof(int)));
    Back = Filled &&
           Call(ompscan_copy(Device, Y.data(), Memory, N * sizeof(int)));
  }
  const bool IsMapped =
      Call(ompscan_map(Device, X.data(), N * sizeof(int), OMPSCAN_TO));
  if (IsMapped) {
    Call(ompscan_update_to(Device, X.data(), 400));
    struct _cl_mem *Buffer;
    size_t Offset;
    Call(ompscan_get_buffer(Device, &X[3], &Buffer, &Offset));
  }
  endOfFaults();
  if (IsMapped)
    EXPECT(!ompscan_unmap(Device, X.data(), N * sizeof(int), OMPSCAN_RELEASE));
  if (Memory)
    EXPECT(ompscan_device_free(Device, Memory) == OMPSCAN_SUCCESS);
  EXPECT(!Back || Y == X);
  return Errors ? Told : Right;
}

/// Loops that return at once, on data that is on the device.
static Outcome nowait() {
  std::vector<int> X = inputs(), Y = poison(), Z = inputs();
  int *x = X.data(), *y = Y.data(), *z = Z.data();
  y[0] = 4;
#pragma omp target data map(to : x[0 : N]) map(tofrom : y[0 : N], z[0 : N])
  {
#pragma omp target map(x[0 : N], y[0 : N]) nowait depend(out : y[0])
#pragma omp parallel for scan(+ : y)
    for (int I = 1; I < N; I++)
      y[I] = y[I - 1] + x[I];
#pragma omp target teams distribute parallel for map(y[0 : N], z[0 : N])        \
    nowait depend(in : y[0])
    for (int I = 0; I < N; I++)
      z[I] += y[I];
#pragma omp taskwait
  }
  endOfFaults();
  const std::vector<int> Want = sumsOf(inputs(), 4);
  EXPECT(Y == Want);
  for (int I = 0; I < N; I++)
    EXPECT(Z[I] == input(I) + Want[I]);
  return Right;
}

#endif // FAULTS_DATA_H

//===- MpiScaling.cpp - A running sum over the ranks of MPI ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Weak scaling: every rank has as many doubles, whatever the number of ranks.
/// Beside an annotated loop in a scope of MPI are two programs by hand, and
/// what bounds all of them: a copy and a sequential scan by as many ranks,
/// which exchange nothing.
///
///   mpirun -n P build/bin/ompscan-bench-mpi [--log2 N] [--runs R]
///
/// A rank has 2^N doubles, N is 24 without an option; R is 9. A time is the
/// longest of all ranks behind a barrier, in microseconds; printed are the
/// median, the least and the most of R runs after one that is not counted,
/// whose results are checked on poisoned memory. The exit status is 1 if one is
/// wrong.
///
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <ompscan/mpi.h>
#include <string>
#include <vector>

namespace {

int Rank, RankCount;

[[noreturn]] void fail(const char *Text) {
  std::fprintf(stderr, "ompscan-bench-mpi: rank %d: %s\n", Rank, Text);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::_Exit(1);
}

struct Arrays {
  std::vector<double> X, Y;
};

void annotatedLoop(double *y, const double *x, long n) {
  double s = 0;
#pragma omp parallel for scan(+ : s)
  for (long i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}

/// The sequential scan of \p A behind \p s.
double scan(Arrays &A, double s) {
  double *y = A.Y.data();
  const double *x = A.X.data();
  const long n = static_cast<long>(A.X.size());
  for (long i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

/// The sum of all ranks before this one.
double before(double Total) {
  double Before = 0;
  MPI_Exscan(&Total, &Before, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return Rank ? Before : 0;
}

void copy(Arrays &A) {
  std::memcpy(A.Y.data(), A.X.data(), A.X.size() * sizeof(double));
}

void scanAlone(Arrays &A) { scan(A, 0); }

void scanShared(Arrays &A) {
  annotatedLoop(A.Y.data(), A.X.data(), static_cast<long>(A.X.size()));
}

void scanInOwnScope(Arrays &A) {
  ompscan_mpi_begin(MPI_COMM_WORLD);
  scanShared(A);
  ompscan_mpi_end();
}

void scanOfTotals(Arrays &A) {
  // As the compiler may not reorder a sum, it takes several of them to be fast.
  double Totals[8] = {};
  const size_t N = A.X.size();
  size_t I = 0;
  for (; I + 8 <= N; I += 8)
    for (size_t J = 0; J != 8; ++J)
      Totals[J] += A.X[I + J];
  for (; I < N; ++I)
    Totals[0] += A.X[I];
  double Total = 0;
  for (const double Each : Totals)
    Total += Each;
  scan(A, before(Total));
}

void scanAndAdd(Arrays &A) {
  const double Offset = before(scan(A, 0));
  for (double &Each : A.Y)
    Each += Offset;
}

/// Sums of these numbers are exact.
double number(size_t I) { return static_cast<double>(I % 7); }

/// The elements of Y behind a version.
enum class Leaves { Copy, OwnSums, AllSums };

void check(const Arrays &A, Leaves What, const char *Name) {
  double Sum = 0;
  if (What == Leaves::AllSums) {
    for (size_t I = 0; I != A.X.size(); ++I)
      Sum += number(I);
    Sum *= Rank;
  }
  for (size_t I = 0; I != A.X.size(); ++I) {
    Sum += number(I);
    if (A.Y[I] != (What == Leaves::Copy ? number(I) : Sum))
      fail((std::string(Name) + ": a result is wrong").c_str());
  }
}

void measure(const char *Name, void (*Run)(Arrays &), Leaves What, Arrays &A,
             int Runs) {
  std::memset(A.Y.data(), 0xA5, A.Y.size() * sizeof(double));
  std::vector<double> Times;
  for (int I = 0; I <= Runs; ++I) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double Start = MPI_Wtime();
    Run(A);
    double Time = MPI_Wtime() - Start;
    MPI_Allreduce(MPI_IN_PLACE, &Time, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (I)
      Times.push_back(Time * 1e6);
    else
      check(A, What, Name);
  }
  std::sort(Times.begin(), Times.end());
  if (Rank == 0)
    std::printf("%d\t%s\t%.2f\t%.2f\t%.2f\n", RankCount, Name,
                Times[Times.size() / 2], Times.front(), Times.back());
}

} // namespace

int main(int argc, char **argv) {
  int Level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &Level);
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &RankCount);
  int Log2 = 24, Runs = 9;
  for (int I = 1; I < argc; I += 2) {
    char *End = nullptr;
    const long Value = I + 1 < argc ? std::strtol(argv[I + 1], &End, 10) : -1;
    const bool IsNumber = End && *argv[I + 1] && !*End;
    if (std::strcmp(argv[I], "--log2") == 0 && IsNumber && Value >= 0 &&
        Value <= 34)
      Log2 = static_cast<int>(Value);
    else if (std::strcmp(argv[I], "--runs") == 0 && IsNumber && Value >= 1 &&
             Value <= 10000)
      Runs = static_cast<int>(Value);
    else
      fail("usage: ompscan-bench-mpi [--log2 N] [--runs R]; N is 0 to 34, R is "
           "1 to 10000");
  }
  Arrays A;
  A.X.resize(size_t(1) << Log2);
  A.Y.resize(A.X.size());
  for (size_t I = 0; I != A.X.size(); ++I)
    A.X[I] = number(I);
  if (Rank == 0)
    std::printf(
        "ranks\tversion of 2^%d doubles a rank\tmedian us\tleast\tmost\n",
        Log2);
  measure("copy", copy, Leaves::Copy, A, Runs);
  measure("each rank alone", scanAlone, Leaves::OwnSums, A, Runs);
  measure("total, MPI_Exscan, scan", scanOfTotals, Leaves::AllSums, A, Runs);
  measure("scan, MPI_Exscan, add", scanAndAdd, Leaves::AllSums, A, Runs);
  ompscan_mpi_begin(MPI_COMM_WORLD);
  measure("annotated loop", scanShared, Leaves::AllSums, A, Runs);
  ompscan_mpi_end();
  measure("annotated loop, own scope", scanInOwnScope, Leaves::AllSums, A,
          Runs);
  MPI_Finalize();
}

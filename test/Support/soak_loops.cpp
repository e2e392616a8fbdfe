//===- soak_loops.cpp - Loops of all kinds, while things fail -------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program of scripts/soak.py: soak_loops SEED ROUNDS [ROOM]
///
/// Runs ROUNDS loops and calls, of kinds and sizes that follow from SEED, and
/// compares each result with that of plain code. Prints how many were right,
/// and ends with status 3 at the first one that is wrong. A call that fails
/// has changed nothing. With ROOM, the process may take as many bytes more than
/// it has once all arrays are there.
///
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <execinfo.h>
#include <fstream>
#include <random>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include <ompscan/primitives.h>

namespace {

constexpr size_t Most = 1 << 18;

struct Arrays {
  std::vector<uint32_t> X, Y, Expected;
  Arrays() : X(Most + 1), Y(Most + 1), Expected(Most + 1) {}
};

using Random = std::mt19937;

/// Draws inputs, and what is in Y before the loop.
void draw(Arrays &A, Random &Next, size_t N) {
  for (size_t I = 0; I != N; ++I)
    A.X[I] = Next() >> 4;
  std::fill_n(A.Y.begin(), N + 1, 0xCBCBCBCB);
}

bool agrees(const Arrays &A, size_t N) {
  return std::equal(A.Expected.begin(), A.Expected.begin() + N, A.Y.begin());
}

bool sums(Arrays &A, size_t N) {
  const uint32_t *const x = A.X.data();
  uint32_t *const y = A.Y.data(), *const e = A.Expected.data();
  y[0] = e[0] = 7;
  for (size_t I = 1; I <= N; ++I)
    e[I] = e[I - 1] + x[I - 1];
#pragma omp target map(to : x[0 : N]) map(tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (size_t I = 1; I <= N; ++I)
    y[I] = y[I - 1] + x[I - 1];
  return agrees(A, N + 1);
}

bool inPlace(Arrays &A, size_t N) {
  uint32_t *const y = A.Y.data(), *const e = A.Expected.data();
  std::copy_n(A.X.begin(), N, y);
  uint32_t s = 3, expected = 3;
  for (size_t I = 0; I != N; ++I)
    e[I] = expected = std::max(expected, y[I]);
#pragma omp target map(tofrom : y[0 : N])
#pragma omp parallel for scan(max : s)
  for (size_t I = 0; I < N; ++I) {
    s = std::max(s, y[I]);
    y[I] = s;
  }
  return s == expected && agrees(A, N);
}

bool kept(Arrays &A, size_t N) {
  const uint32_t *const x = A.X.data();
  uint32_t *const y = A.Y.data();
  size_t Count = 0, k = 0;
  for (size_t I = 0; I != N; ++I)
    if (x[I] & 1)
      A.Expected[Count++] = x[I];
#pragma omp target map(to : x[0 : N]) map(tofrom : y[0 : N])
#pragma omp parallel for scan(+ : k)
  for (size_t I = 0; I < N; ++I)
    if (x[I] & 1)
      y[k++] = x[I];
  return k == Count && agrees(A, Count);
}

bool rows(Arrays &A, size_t N) {
  const size_t M = 1 + N % 257, Rows = N / M;
  const uint32_t *const x = A.X.data();
  uint32_t *const y = A.Y.data();
  for (size_t R = 0; R != Rows; ++R)
    for (size_t I = 0, S = 0; I != M; ++I)
      A.Expected[R * M + I] = S += x[R * M + I];
#pragma omp target teams distribute map(to : x[0 : N]) map(tofrom : y[0 : N])
  for (size_t R = 0; R < Rows; ++R) {
    uint32_t s = 0;
#pragma omp parallel for scan(+ : s)
    for (size_t I = 0; I < M; ++I) {
      s += x[R * M + I];
      y[R * M + I] = s;
    }
  }
  return agrees(A, Rows * M);
}

/// Loops on data that stays on the device.
bool resident(Arrays &A, size_t N) {
  const uint32_t *const x = A.X.data();
  uint32_t *const y = A.Y.data(), *const e = A.Expected.data();
  y[0] = e[0] = 1;
  uint32_t Total = 0, ExpectedTotal = 0;
  for (size_t I = 1; I <= N; ++I)
    e[I] = e[I - 1] + x[I - 1] * 3;
  for (size_t I = 0; I <= N; ++I)
    ExpectedTotal += e[I];
#pragma omp target data map(to : x[0 : N]) map(tofrom : y[0 : N + 1])
  {
#pragma omp target parallel for scan(+ : y)
    for (size_t I = 1; I <= N; ++I)
      y[I] = y[I - 1] + x[I - 1] * 3;
#pragma omp target parallel for reduction(+ : Total)
    for (size_t I = 0; I <= N; ++I)
      Total += y[I];
  }
  return Total == ExpectedTotal && agrees(A, N + 1);
}

/// A call that fails says so, and has changed nothing.
bool sorted(Arrays &A, size_t N) {
  std::copy_n(A.X.begin(), N, A.Y.begin());
  std::copy_n(A.X.begin(), N, A.Expected.begin());
  if (ompscan_radix_sort(A.Y.data(), N, "uint", 0, nullptr) == OMPSCAN_SUCCESS)
    std::sort(A.Expected.begin(), A.Expected.begin() + N);
  return agrees(A, N);
}

/// Says where the program was, and in which library. What the signal has
/// interrupted may hold a lock.
void printPlace(int Signal) {
  alarm(5);
  void *Frames[32];
  backtrace_symbols_fd(Frames, backtrace(Frames, 32), STDERR_FILENO);
  std::signal(Signal, SIG_DFL);
  raise(Signal);
}

/// Gives the stack the size that calls of main() need: a process ends by a
/// signal where it cannot grow.
__attribute__((noinline)) void growStack() {
  volatile char Pages[1 << 20];
  for (size_t I = 0; I < sizeof Pages; I += 1024)
    Pages[I] = 1;
}

/// Lets the process take \p Room bytes of address space more than it has.
void limitMemory(rlim_t Room) {
  rlim_t Pages = 0;
  std::ifstream("/proc/self/statm") >> Pages;
  rlimit Limit;
  getrlimit(RLIMIT_AS, &Limit);
  Limit.rlim_cur = Pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + Room;
  setrlimit(RLIMIT_AS, &Limit);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: soak_loops SEED ROUNDS [ROOM]\n");
    return 2;
  }
  Random Next(std::strtoul(argv[1], nullptr, 10));
  const unsigned long Rounds = std::strtoul(argv[2], nullptr, 10);
  Arrays A;
  void *First[1];
  backtrace(First, 1); // It loads what it needs.
  std::signal(SIGSEGV, printPlace);
  growStack();
  if (argc > 3)
    limitMemory(std::strtoull(argv[3], nullptr, 10));
  static constexpr struct {
    const char *Name;
    bool (*Run)(Arrays &, size_t);
  } Kinds[] = {{"sums", sums}, {"in place", inPlace},  {"kept", kept},
               {"rows", rows}, {"resident", resident}, {"sorted", sorted}};
  for (unsigned long Round = 0; Round != Rounds; ++Round) {
    const auto &Kind = Kinds[Next() % std::size(Kinds)];
    const size_t N = Next() % (size_t(1) << (1 + Next() % 18));
    draw(A, Next, N);
    if (!Kind.Run(A, N)) {
      std::printf("%s of %zu: wrong\n", Kind.Name, N);
      return 3;
    }
  }
  std::printf("%lu right\n", Rounds);
}

// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_SHORT_LOOP=100 \
// RUN:   OMP_NUM_THREADS=1 OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=ONE
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_SHORT_LOOP=100 \
// RUN:   OMP_NUM_THREADS=4 OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=FOUR
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_SHORT_LOOP=0 \
// RUN:   OMP_NUM_THREADS=1 OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=NONE
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=3 %run %t

// The sequential loop runs where a parallel region would have one thread,
// unless no loop is to run in the calling thread.

// ONE: (sum): on the host: it has one thread
// ONE: (rows): row by row: it has one thread
// ONE: (twice): on the host: it has one thread
// ONE: (limited): on the host: it has one thread
// ONE: (sum): on the host: it has one thread
// FOUR: (sum): 5000 iterations on host, 4 threads
// FOUR: (rows): 4900 iterations on host, 4 threads
// FOUR: (twice): 5000 iterations on host, 4 threads
// FOUR: (limited): on the host: it has one thread
// FOUR: (sum): on the host: it has one thread
// NONE-NOT: one thread
// NONE: ok

#include "../Programs/Inputs/scan_test.h"

enum { N = 5000, COLUMNS = 50, POISON = -77 };

static long sum(long *y, const int *x) {
  long s = 7;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static void rows(long *y, const int *x) {
#pragma omp parallel for collapse(2) scan(+ : y)
  for (int r = 0; r < N / COLUMNS; r++)
    for (int i = 1; i < COLUMNS; i++)
      y[r * COLUMNS + i] = y[r * COLUMNS + i - 1] + x[r * COLUMNS + i];
}

static void twice(long *y, const int *x) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < N; i++)
    y[(i * 7L) % N] = 2 * x[i];
}

static void limited(long *y, const int *x) {
#pragma omp parallel for scan(max : y) num_threads(1)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] > x[i] ? y[i - 1] : x[i];
}

static long *poisoned(long *y) {
  for (int i = 0; i < N; i++)
    y[i] = POISON;
  return y;
}

int main(void) {
  int *x = BLOCK(int, N);
  long *y = BLOCK(long, N), *want = BLOCK(long, N), *sums = BLOCK(long, N);
  for (int i = 0; i < N; i++)
    x[i] = i * 7919 % 1013 - 500;
  long s = 7;
  for (int i = 0; i < N; i++)
    sums[i] = s += x[i];
  long last = sum(poisoned(y), x);
  CHECK_SAME(y, sums, N);
  CHECK_SAME(&last, &s, 1);

  for (int i = 0; i < N; i++)
    want[i] = i % COLUMNS == 0 ? POISON : want[i - 1] + x[i];
  rows(poisoned(y), x);
  CHECK_SAME(y, want, N);

  for (int i = 0; i < N; i++)
    want[(i * 7L) % N] = 2 * x[i];
  twice(poisoned(y), x);
  CHECK_SAME(y, want, N);

  want[0] = POISON;
  for (int i = 1; i < N; i++)
    want[i] = want[i - 1] > x[i] ? want[i - 1] : x[i];
  limited(poisoned(y), x);
  CHECK_SAME(y, want, N);

  poisoned(y);
  last = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  last = sum(y, x);
  CHECK_SAME(y, sums, N);
  CHECK_SAME(&last, &s, 1);
  free(x), free(y), free(want), free(sums);
  return scan_test_passed();
}

// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_SHORT_LOOP=100 \
// RUN:   OMP_NUM_THREADS=1 OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=ONE
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_SHORT_LOOP=100 \
// RUN:   OMP_NUM_THREADS=4 OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=FOUR
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_SHORT_LOOP=100 \
// RUN:   OMP_NUM_THREADS=2 OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=TWO
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_SHORT_LOOP=0 \
// RUN:   OMP_NUM_THREADS=1 OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=NONE
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=3 %run %t

// The sequential loop runs where a parallel region would have one thread, unless
// kernels are faster there, too, or no loop is to run in the calling thread. Rows
// in one launch run in sequence anyway. Some loops need three threads. A nest that
// would begin a parallel region for each row never runs as it is written.

// ONE: (sum): on the host: it has one thread
// ONE: (rows): 100 iterations on host, 1 thread
// ONE: (twice): on the host: it has one thread
// ONE: (limited): on the host: it has one thread
// ONE: (sum): on the host: it has one thread
// ONE: (bytes): 5000 iterations on host, 1 thread
// ONE: (floats): 4999 iterations on host, 1 thread
// ONE: (linear): 5000 iterations on host, 1 thread
// ONE: (larger): on the host: it has one thread
// ONE: (both): on the host: it has one thread
// ONE: (latest): on the host: it has one thread
// ONE: (columns): 50 iterations on host, 1 thread
// ONE: (regions): 100 iterations on host, 1 thread
// ONE: (reduced): 5000 iterations on host, 1 thread
// TWO: (sum): 5000 iterations on host, 2 threads
// TWO: (both): 5000 iterations on host, 2 threads
// TWO: (latest): on the host: it takes longer on two threads
// FOUR: (sum): 5000 iterations on host, 4 threads
// FOUR: (rows): 100 iterations on host, 4 threads
// FOUR: (twice): 5000 iterations on host, 4 threads
// FOUR: (limited): on the host: it has one thread
// FOUR: (sum): on the host: it has one thread
// FOUR: (latest): 5000 iterations on host, 4 threads
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

static void bytes(signed char *y, const signed char *x) {
  signed char s = 3;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s += x[i];
    y[i] = s;
  }
}

static void floats(double *y, const double *x) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
}

static void linear(double *y, const double *x) {
  double s = 1;
#pragma omp parallel for scan(affine : s)
  for (int i = 0; i < N; i++) {
    s = -s + x[i];
    y[i] = s;
  }
}

static void larger(double *y, const double *x) {
  double s = -1e9;
#pragma omp parallel for scan(max : s)
  for (int i = 0; i < N; i++) {
    s = x[i] > s ? x[i] : s;
    y[i] = s;
  }
}

static void both(double *y, const double *x) {
  double s = 0, t = 0;
#pragma omp parallel for scan(+ : s, t)
  for (int i = 0; i < N; i++) {
    s += x[i];
    t += 2 * x[i];
    y[i] = s - t;
  }
}

static void latest(double *y, const double *x) {
  double v = -1, s = 0;
#pragma omp parallel for scan(last : v) scan(+ : s)
  for (int i = 0; i < N; i++) {
    v = x[i] > 0 ? x[i] : v;
    s += x[i];
    y[i] = s - v;
  }
}

static void columns(double *y, const double *x) {
#pragma omp target teams distribute map(to : x[0 : N]) map(from : y[0 : N])
  for (int c = 0; c < COLUMNS; c++) {
    double s = c;
#pragma omp parallel for scan(+ : s)
    for (int r = 0; r < N / COLUMNS; r++) {
      s += x[r * COLUMNS + c];
      y[r * COLUMNS + c] = s;
    }
  }
}

static void regions(double *y, const double *x) {
#pragma omp target teams distribute map(to : x[0 : N]) map(from : y[0 : N])
  for (int r = 0; r < N / COLUMNS; r++) {
    double s = r, most = -1e9;
#pragma omp parallel for reduction(+ : s) reduction(max : most)
    for (int i = 0; i < COLUMNS - r % 50; i++) {
      s += x[r * COLUMNS + i];
      most = x[r * COLUMNS + i] > most ? x[r * COLUMNS + i] : most;
    }
    double t = 0;
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < r; i++)
      t += x[i];
    y[r] = s + 3 * most + t;
  }
}

static double reduced(const double *x) {
  double s = 3, most = -1e9;
#pragma omp target parallel for reduction(+ : s) reduction(max : most)          \
    map(to : x[0 : N])
  for (int i = 0; i < N; i++) {
    s += x[i];
    most = x[i] > most ? x[i] : most;
  }
  return s + most;
}

// Loops on numbers of other types, whose values are exact.
static void check_types(void) {
  signed char *x = BLOCK(signed char, N), *y = BLOCK(signed char, N);
  double *f = BLOCK(double, N), *g = BLOCK(double, N), *want = BLOCK(double, N);
  for (int i = 0; i < N; i++) {
    f[i] = i * 7919 % 1013 - 500;
    x[i] = (signed char)(i * 7919 % 13 - 6);
  }
  bytes(y, x);
  for (int i = 0, s = 3; i < N; i++) {
    s += x[i];
    x[i] = (signed char)s;
  }
  CHECK_SAME(y, x, N);
  floats(g, f);
  want[0] = g[0];
  for (int i = 1; i < N; i++)
    want[i] = want[i - 1] + f[i];
  CHECK_SAME(g, want, N);
  linear(g, f);
  double s = 1, t = 0;
  for (int i = 0; i < N; i++)
    want[i] = s = -s + f[i];
  CHECK_SAME(g, want, N);
  larger(g, f);
  s = -1e9;
  for (int i = 0; i < N; i++)
    want[i] = s = f[i] > s ? f[i] : s;
  CHECK_SAME(g, want, N);
  both(g, f);
  s = 0;
  for (int i = 0; i < N; i++) {
    s += f[i];
    t += 2 * f[i];
    want[i] = s - t;
  }
  CHECK_SAME(g, want, N);
  latest(g, f);
  double v = -1;
  s = 0;
  for (int i = 0; i < N; i++) {
    v = f[i] > 0 ? f[i] : v;
    s += f[i];
    want[i] = s - v;
  }
  CHECK_SAME(g, want, N);
  columns(g, f);
  for (int c = 0; c < COLUMNS; c++) {
    s = c;
    for (int i = c; i < N; i += COLUMNS)
      want[i] = s += f[i];
  }
  CHECK_SAME(g, want, N);
  regions(g, f);
  for (int r = 0; r < N / COLUMNS; r++) {
    double most = -1e9;
    s = r;
    for (int i = 0; i < COLUMNS - r % 50; i++) {
      s += f[r * COLUMNS + i];
      most = f[r * COLUMNS + i] > most ? f[r * COLUMNS + i] : most;
    }
    for (int i = 0; i < r; i++)
      s += f[i];
    want[r] = s + 3 * most;
  }
  CHECK_SAME(g, want, N / COLUMNS);
  g[0] = reduced(f);
  s = 3;
  double most = -1e9;
  for (int i = 0; i < N; i++) {
    s += f[i];
    most = f[i] > most ? f[i] : most;
  }
  want[0] = s + most;
  CHECK_SAME(g, want, 1);
  free(x), free(y), free(f), free(g), free(want);
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
  check_types();
  return scan_test_passed();
}

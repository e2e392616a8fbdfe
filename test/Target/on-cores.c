// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=4 OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 OMPSCAN_SHORT_LOOP=0 \
// RUN:   %run_tiny %t

// Loops without a scan run on the host's cores as OpenMP's own would: in
// parallel, and without a message if nothing is mapped. Few iterations that
// take an unknown time are divided as well.

// CHECK-NOT: warning
// CHECK: (products): 3000 iterations on host{{.*}} parallel loop, {{[0-9][0-9][0-9]}} groups
// CHECK-NOT: warning
// CHECK: (triangle): 3000 iterations on host{{.*}} parallel loop, {{[0-9][0-9][0-9]}} groups
// CHECK-NOT: warning
// CHECK: (largest): 3000 iterations on host{{.*}} reduction, {{[0-9][0-9][0-9]}} groups
// CHECK-NOT: warning
// CHECK: (few): 5 iterations on host{{.*}} parallel loop, 5 groups
// CHECK-NOT: warning
// CHECK: (grid): {{[0-9]+}} iterations on host
// CHECK-NOT: warning
// CHECK: (box): {{[0-9]+}} iterations on host
// CHECK-NOT: warning
// CHECK: (sum_of_box): {{[0-9]+}} iterations on host
// CHECK-NOT: warning
// CHECK: ok

#include "../Programs/Inputs/scan_test.h"
#include <string.h>

enum { ROWS = 3000, COLUMNS = 37, ALL = ROWS * COLUMNS, POISON = -77 };

static void products(int n, int m, long *y, const int *a, const int *x) {
#pragma omp target teams distribute parallel for
  for (int r = 0; r < n; r++) {
    long s = 0;
    for (int i = 0; i < m; i++)
      s += a[r * m + i] * x[i];
    y[r] = s;
  }
}

static void triangle(int n, int m, int *y, const int *a) {
#pragma omp target parallel for
  for (int r = 0; r < n; r++)
    for (int i = 0; i < r % m; i++)
      y[r * m + i] = a[r * m + i] + r;
}

static long largest(int n, int m, const int *a) {
  long most = 5;
#pragma omp target teams distribute parallel for reduction(max : most)
  for (int r = 0; r < n; r++) {
    long s = 0;
    for (int i = 0; i < m; i++)
      s += a[r * m + i];
    most = s > most ? s : most;
  }
  return most;
}

static void few(int n, int m, long *y, const int *a) {
#pragma omp target teams distribute parallel for
  for (int r = 0; r < n; r++) {
    long s = 0;
    for (int i = 0; i < m; i++)
      s += a[r * m + i];
    y[r] = s;
  }
}

// The loops of these are counted together. Their first values and steps are
// not 0 and 1.
static void grid(int n, int m, int *y, const int *a) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int r = n - 1; r >= 0; r--)
    for (int i = 1; i < m; i += 2)
      y[r * m + i] = 3 * a[r * m + i - 1] + r * i;
}

static void box(int n, int m, int l, int *y, const int *a) {
#pragma omp target teams distribute parallel for collapse(3)
  for (int r = 0; r < n; r++)
    for (unsigned char i = 0; i < m; i++)
      for (long j = 2; j < l; j++)
        y[(r * m + i) * l + j] = a[(r * m + i) * l + j] - (int)j + 7 * i;
}

static long sum_of_box(int n, int m, int l, const int *a) {
  long s = 3;
#pragma omp target teams distribute parallel for collapse(3) reduction(+ : s)
  for (int r = 0; r < n; r++)
    for (int i = 0; i < m; i++)
      for (int j = 1; j < l; j++)
        s += a[(r * m + i) * l + j] * (r % 5 + i);
  return s;
}

static int *poisoned(int *y) {
  for (int k = 0; k < ALL; k++)
    y[k] = POISON;
  return y;
}

int main(void) {
  int *a = BLOCK(int, ALL), *x = BLOCK(int, COLUMNS), *y = BLOCK(int, ALL);
  int *want = BLOCK(int, ALL);
  long *sums = BLOCK(long, ROWS), *want_sums = BLOCK(long, ROWS);
  for (int k = 0; k < ALL; k++)
    a[k] = k * 7919 % 1013 - 300;
  for (int i = 0; i < COLUMNS; i++)
    x[i] = i % 11 - 4;

  for (int r = 0; r < ROWS; r++) {
    sums[r] = POISON;
    want_sums[r] = 0;
    for (int i = 0; i < COLUMNS; i++)
      want_sums[r] += a[r * COLUMNS + i] * x[i];
  }
  products(ROWS, COLUMNS, sums, a, x);
  CHECK_SAME(sums, want_sums, ROWS);

  poisoned(want);
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < r % COLUMNS; i++)
      want[r * COLUMNS + i] = a[r * COLUMNS + i] + r;
  triangle(ROWS, COLUMNS, poisoned(y), a);
  CHECK_SAME(y, want, ALL);

  long want_most = 5;
  for (int r = 0; r < ROWS; r++) {
    long s = 0;
    for (int i = 0; i < COLUMNS; i++)
      s += a[r * COLUMNS + i];
    want_most = s > want_most ? s : want_most;
  }
  const long most = largest(ROWS, COLUMNS, a);
  CHECK_SAME(&most, &want_most, 1);

  for (int r = 0; r < 5; r++) {
    sums[r] = POISON;
    want_sums[r] = 0;
    for (int i = 0; i < 20000; i++)
      want_sums[r] += a[r * 20000 + i];
  }
  few(5, 20000, sums, a);
  CHECK_SAME(sums, want_sums, 5);

  // Rows of one element, rows of more than a tile, and others.
  const int lengths[] = {1, 2, 3, 37, 250, ALL / 2, ALL};
  for (unsigned at = 0; at < sizeof lengths / sizeof *lengths; at++) {
    const int m = lengths[at], n = ALL / m;
    poisoned(want);
    for (int r = 0; r < n; r++)
      for (int i = 1; i < m; i += 2)
        want[r * m + i] = 3 * a[r * m + i - 1] + r * i;
    grid(n, m, poisoned(y), a);
    CHECK_SAME(y, want, ALL);

    const int rows = n < 50 ? n : n / 50, columns = n / rows;
    long want_sum = 3;
    poisoned(want);
    for (int r = 0; r < rows; r++)
      for (int i = 0; i < columns; i++)
        for (int j = 1; j < m; j++) {
          const int k = (r * columns + i) * m + j;
          want_sum += a[k] * (r % 5 + i);
          if (j > 1)
            want[k] = a[k] - j + 7 * i;
        }
    box(rows, columns, m, poisoned(y), a);
    CHECK_SAME(y, want, ALL);
    const long sum = sum_of_box(rows, columns, m, a);
    CHECK_SAME(&sum, &want_sum, 1);
  }
  free(a), free(x), free(y), free(want), free(sums), free(want_sums);
  return scan_test_passed();
}

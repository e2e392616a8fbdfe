// RUN: %clang %opt %s %ompscan_flags %ompscan_libs -o %t && %run %t && %run_tiny %t
// RUN: %clang %opt %s %ompscan_native_flags %ompscan_libs -o %t.host && %run %t.host

// Directives that transform loops stay Clang's, with what is in these loops
// replaced: `target` loops under them stay on the host. Attributes of a loop that
// is scanned, or that a device runs, only advise.

#include <stdio.h>
#include <string.h>

enum { N = 3000, ROWS = 6 };
static int x[N], y[N];

static void targets(void) {
#pragma omp target teams distribute parallel for map(to : x) map(from : y)
#pragma omp unroll partial(4)
  for (int i = 0; i < N / 4; i++)
    y[i] = 2 * x[i];
#pragma omp target parallel for map(to : x) map(from : y)
#pragma omp tile sizes(16)
  for (int i = N / 4; i < N / 2; i++)
    y[i] = 2 * x[i];
#pragma omp target map(to : x) map(tofrom : y)
#pragma omp unroll partial
  for (int i = N / 2; i < N * 3 / 4; i++)
    y[i] = 2 * x[i];
#pragma omp target map(to : x) map(tofrom : y)
#pragma omp parallel for collapse(2)
#pragma omp tile sizes(5, 4)
  for (int i = N * 3 / 4; i < N; i += 10)
    for (int j = 0; j < 10; j++)
      y[i + j] = 2 * x[i + j];
}

/* The loops around a scan, whose body is the directive alone, or a block. */
static void around(int *sums) {
#pragma omp tile sizes(4)
  for (int r = 0; r < ROWS; r++)
#pragma omp parallel for scan(+ : y)
    for (int i = r * (N / ROWS) + 1; i < (r + 1) * (N / ROWS); i++)
      y[i] = y[i - 1] + x[i];
#pragma omp parallel for
#pragma omp tile sizes(2)
  for (int r = 0; r < ROWS; r++) {
    int s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < N; i++) {
      s += x[i];
      if (i == r * (N / ROWS))
        sums[r] = s;
    }
  }
#pragma omp unroll partial(2)
  for (int r = 0; r < ROWS; r++)
#pragma omp tile sizes(3)
    for (int k = 0; k < 1; k++)
#pragma omp parallel for scan(+ : y)
      for (int i = r * (N / ROWS) + 1; i < (r + 1) * (N / ROWS); i++)
        y[i] = y[i - 1] - 1;
#pragma omp unroll
  for (int r = 0; r < 2; r++)
#pragma omp target parallel for map(tofrom : y)
    for (int i = 0; i < N; i++)
      y[i] += r + 1;
}

static int attributes(void) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
#pragma unroll
  for (int i = 0; i < N; i++) {
    s += x[i];
    y[i] = s;
  }
#pragma omp target map(to : x) map(tofrom : y)
#pragma omp parallel for scan(+ : y)
#pragma clang loop vectorize(enable) unroll_count(2)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for scan(max : s) collapse(2)
#pragma nounroll
  for (int r = 0; r < ROWS; r++)
#pragma unroll 4
    for (int i = 0; i < N / ROWS; i++) {
      if (i == 3)
        continue;
      s = s > x[i] ? s : x[i];
    }
#pragma omp parallel for scan(+ : s)
#pragma GCC unroll 4
  for (const int *p = x; p < x + N; p++)
    s += *p;
#pragma omp target teams distribute parallel for map(tofrom : y)
#pragma GCC ivdep
  for (int i = 0; i < N; i++)
    y[i] += 1;
#pragma omp target map(tofrom : y)
#pragma omp teams distribute parallel for
#pragma clang loop unroll(disable)
  for (int i = 0; i < N; i++)
    y[i] += 1;
  return s;
}

int main(void) {
  int wrong = 0, sums[ROWS], s = 0, t = 0;
  for (int i = 0; i < N; i++)
    x[i] = i % 13 - 5;
  memset(y, 0x77, sizeof y);
  targets();
  for (int i = 0; i < N; i++)
    wrong += y[i] != 2 * x[i];

  memset(sums, 0x77, sizeof sums);
  memset(y, 0x77, sizeof y);
  for (int r = 0; r < ROWS; r++)
    y[r * (N / ROWS)] = r;
  around(sums);
  for (int i = 0; i < N; i++) {
    s += x[i];
    if (i % (N / ROWS) == 0)
      wrong += sums[i / (N / ROWS)] != s;
    wrong += y[i] != i / (N / ROWS) - i % (N / ROWS) + 3;
  }

  memset(y, 0x77, sizeof y);
  const int got = attributes();
  for (int i = 0, want = 0, last = 0; i < N; i++) {
    want += x[i];
    last = i == 0 ? want : last + x[i];
    wrong += y[i] != last + 2;
    t = want;
  }
  for (int i = 0; i < N / ROWS; i++)
    if (x[i] > t && i != 3)
      t = x[i];
  for (int i = 0; i < N; i++)
    t += x[i];
  wrong += got != t;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}

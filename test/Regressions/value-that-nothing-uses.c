// RUN: %clang %opt -w %s %ompscan_flags %ompscan_libs -o %t && %run %t && %run_tiny %t
// RUN: %clang %opt -w %s %ompscan_native_flags %ompscan_libs -o %t.host && %run %t.host

// Statements that only name a value, which `assert` and macros leave, do nothing.

#include <stdio.h>
#include <string.h>

enum { N = 5000 };

static int accumulator(int *y, const int *x) {
  int s = 3;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++) {
    s;
    (void)x[i];
    s += x[i];
    (void)s;
    if (x[i] > 1)
      s;
    for (int j = 0; j < 2; j++)
      s + j;
    y[i] = s;
    s > 3 ? s : 0;
  }
  return s;
}

static void array(int *y, const int *x) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++) {
    y[i - 1];
    y[i] = y[i - 1] + x[i];
    (void)y[i];
    y[i] + 1;
  }
}

static int selection(int *y, const int *x) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < N; i++) {
    if (x[i] > 1)
      y[k++] = x[i];
    (void)k;
  }
  return k;
}

static int beside(int *y, const int *x) {
  int s = 0;
#pragma omp parallel for scan(max : s)
  for (int i = 0; i < N; i++) {
    int t = x[i];
    s = s > t ? s : t;
    t, s;
    y[i] = s;
  }
  return s;
}

int main(void) {
  static int x[N], y[N], want[N];
  for (int i = 0; i < N; i++)
    x[i] = i * 7 % 5 - 1;

  memset(y, 0x77, sizeof y);
  int s = 3, wrong = 0;
  const int all = accumulator(y, x);
  for (int i = 0; i < N; i++)
    wrong += y[i] != (s += x[i]);
  wrong += all != s;

  memset(y, 0x77, sizeof y);
  y[0] = want[0] = 4;
  array(y, x);
  for (int i = 1; i < N; i++)
    wrong += y[i] != (want[i] = want[i - 1] + x[i]);

  memset(y, 0x77, sizeof y);
  const int kept = selection(y, x);
  int k = 0;
  for (int i = 0; i < N; i++)
    if (x[i] > 1)
      wrong += y[k++] != x[i];
  wrong += kept != k || (k < N && y[k] != 0x77777777);

  memset(y, 0x77, sizeof y);
  const int largest = beside(y, x);
  s = 0;
  for (int i = 0; i < N; i++) {
    if (x[i] > s)
      s = x[i];
    wrong += y[i] != s;
  }
  wrong += largest != s;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}

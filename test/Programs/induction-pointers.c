// RUN: %clang %opt -Wall -Wextra -Wconversion -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t 5000
// RUN: %run_tiny %t 5000
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 1100

// Pointers as induction variables.

#include "Inputs/int_loops.h"

struct cell {
  int value, sum;
};

static void up(int *y, const int *x, long n) {
  int s = 3;
#pragma omp parallel for scan(+ : s)
  for (const int *p = x; p != x + n; ++p) {
    s += *p + (p > x ? p[-1] : 0);
    y[p - x] = s;
  }
}
static void up_expected(int *y, const int *x, long n) {
  int s = 3;
  for (const int *p = x; p != x + n; ++p) {
    s += *p + (p > x ? p[-1] : 0);
    y[p - x] = s;
  }
}

/* A recurrence from the right, through a variable from outside. */
static void down(int *y, const int *x, long n) {
  int *p = y;
  if (n < 2)
    return;
#pragma omp parallel for scan(+ : y)
  for (p = y + n - 2; p >= y; p--)
    *p = p[1] + x[p - y];
}
static void down_expected(int *y, const int *x, long n) {
  if (n >= 2)
    for (int *p = y + n - 2; p >= y; p--)
      *p = p[1] + x[p - y];
}

/* Every third one, of a section that begins somewhere. */
static void steps(int *y, const int *x, long n) {
  const int *end = x + n;
  long k = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : k)
  for (const int *p = &x[1]; p < end; p += 3)
    if (*(p - 1) < *p)
      y[k++] = (int)(p - x);
}
static void steps_expected(int *y, const int *x, long n) {
  long k = 0;
  for (const int *p = &x[1]; p < x + n; p += 3)
    if (*(p - 1) < *p)
      y[k++] = (int)(p - x);
}

static void between(struct cell *first, struct cell *last, int *total) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (struct cell *c = first; c < last; c = c + 1) {
    s += c->value;
    c->sum = s;
  }
  *total = s;
}
static void members(int *y, const int *x, long n) {
  struct cell *c = BLOCK(struct cell, n);
  for (long i = 0; i < n; i++)
    c[i].value = x[i], c[i].sum = 0;
  int total;
  between(c, c + n, &total);
  for (long i = 0; i < n; i++)
    y[i] = c[i].sum + (i == n - 1 ? total : c[i].value);
  free(c);
}
static void members_expected(int *y, const int *x, long n) {
  int s = 0;
  for (long i = 0; i < n; i++) {
    s += x[i];
    y[i] = s + (i == n - 1 ? s : x[i]);
  }
}

/* Another pointer runs beside the induction variable. */
static void beside(int *y, const int *x, long n) {
  const int *q = x;
  int *r = y;
  int s = 1;
#pragma omp parallel for scan(+ : s)
  for (const int *p = x; p < x + n; ++p) {
    s += *p - 2 * *q++;
    *r++ = s;
  }
}
static void beside_expected(int *y, const int *x, long n) {
  int s = 1;
  for (long i = 0; i < n; i++)
    y[i] = s -= x[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(up);
  CHECK_INT_LOOP(down);
  CHECK_INT_LOOP(steps);
  CHECK_INT_LOOP(members);
  CHECK_INT_LOOP(beside);
  return scan_test_passed();
}

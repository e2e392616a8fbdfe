// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %long %run_tiny %t.asan

// A loop without iterations reads nothing, not even the seed, and needs no
// arrays at all. Only bounds are evaluated, from the outside to the inside.

#include "Inputs/scan_test.h"

static void up(int *y, const int *x, long first, long end) {
#pragma omp parallel for scan(+ : y)
  for (long i = first; i < end; i++)
    y[i] = y[i - 1] + x[i];
}

static void down(int *y, const int *x, unsigned first, unsigned end) {
#pragma omp parallel for scan(+ : y)
  for (unsigned i = first; i > end; i--)
    y[i] = y[i + 1] + x[i];
}

static void mapped(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// Pointers that lead nowhere, with any kind of bounds. The inner loop keeps the
// loop from being a short one.
struct place {
  int bias, first, cols;
  unsigned bits : 3;
  long total;
  int *out;
  struct place *next;
};

static int weight(int v) {
  int w = 0;
  for (int j = 0; j < 8; j++)
    w += v >> j & 1;
  return w;
}

#define EMPTY(NAME, TYPE, CONDITION, STEP)                                     \
  static void NAME(const int *x, TYPE first, TYPE end, struct place *p) {      \
    PRAGMA(omp parallel for scan(+ : p->next->total))                          \
    for (TYPE i = first; CONDITION; STEP) {                                    \
      p->next->total += weight(x[i]) + p->bias + (int)p->next->bits;           \
      p->next->out[i] = p->next->total;                                        \
    }                                                                          \
  }
EMPTY(below, int, i < end, i++)
EMPTY(up_to, long, i <= end, i += 3)
EMPTY(above, unsigned, i > end, i -= 1)
EMPTY(down_to, short, i >= end, i -= 2)

static int differs(const int *x, int n, struct place *p) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i != n; i++)
    if (weight(x[i]) > p->bias)
      p->out[k++] = x[i];
  return k;
}

// Compared as unsigned, -1 is no less than any end.
static void wrapped(const int *x, unsigned end, struct place *p) {
#pragma omp parallel for scan(+ : p->next->total)
  for (int i = -1; i < end; i++) {
    p->next->total += weight(x[i]) + p->bias;
    p->out[i] = p->next->total;
  }
}

static void on_target(const int *x, int n, struct place *p) {
#pragma omp target parallel for scan(+ : p->next->total)
  for (int i = 0; i < n; i++)
    p->next->total += x[i] * p->next->bias;
}

static long plain(const int *x, int n, struct place *p) {
  long s = 2;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : s)
  for (int r = 0; r < n; r++)
    for (int i = 0; i < 3; i++)
      s += x[r + i] * p->next->bias;
  return s;
}

// Bounds of an inner loop where the outer one has no iterations, and rows
// without any.
static void rows(const int *x, int n, struct place *p) {
#pragma omp parallel for collapse(2) scan(+ : p->out)
  for (int r = 0; r < n; r++)
    for (int i = p->first; i < p->cols; i++)
      p->out[r * 4 + i] = p->out[r * 4 + i - 1] + weight(x[i]) + p->bias;
}

static void empty_rows(const int *x, int n, int first, struct place *p) {
#pragma omp parallel for collapse(2) scan(+ : p->out)
  for (int r = 0; r < n; r++)
    for (int i = first; i < r + first - n; i++)
      p->out[r * 4 + i] = p->out[r * 4 + i - 1] + weight(x[i]) + p->next->bias;
}

// A pointer that advances.
static const int *advances(const int *x, int n, struct place *p) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += *x++ + p->bias;
    p->out[i] = s;
  }
  return x;
}

// In passes.
static long passes(const int *x, int n, struct place *p) {
  int k = 0;
  long s = 0;
#pragma omp parallel for scan(+ : k, s)
  for (int i = 0; i < n; i++) {
    k += x[i] > p->next->bias;
    s += k * p->next->cols;
    p->out[i] = s;
  }
  return s;
}

// Clauses are evaluated as they are.
static int asked;
static int ask(int value) {
  asked++;
  return value;
}

static long with_clauses(const int *x, int n, struct place *p) {
  long s = 5;
  int last = 9;
#pragma omp parallel for scan(+ : s) if (ask(1)) lastprivate(last)
  for (int i = 0; i < n; i++) {
    last = x[i] + p->bias;
    s += last;
  }
  return s + last;
}

int main(void) {
  up(NULL, NULL, 1, 1);
  up(NULL, NULL, 1, 0);
  up(NULL, NULL, LONG_MAX, LONG_MIN);
  down(NULL, NULL, 0, 0);
  down(NULL, NULL, 5, 5);
  down(NULL, NULL, 0, UINT_MAX);
  mapped(NULL, NULL, 0);

  struct place *nowhere = NULL;
  for (int k = 0; k < 2; ++k, nowhere = (struct place *)64) {
    below(NULL, 0, 0, nowhere);
    below(NULL, 5, -5, nowhere);
    up_to(NULL, 1, 0, nowhere);
    above(NULL, 0, 0, nowhere);
    above(NULL, 3, UINT_MAX, nowhere);
    down_to(NULL, 3, 4, nowhere);
    wrapped(NULL, 7, nowhere);
    on_target(NULL, 0, nowhere);
    rows(NULL, 0, nowhere);
    rows(NULL, -3, nowhere);
    empty_rows(NULL, 5, 1, nowhere);
    const bool is_right = differs(NULL, 0, nowhere) == 0 &&
                          plain(NULL, 0, nowhere) == 2 &&
                          plain(NULL, -1, nowhere) == 2 &&
                          advances(NULL, 0, nowhere) == NULL &&
                          passes(NULL, 0, nowhere) == 0 &&
                          with_clauses(NULL, 0, nowhere) == 14;
    if (!is_right || asked != k + 1)
      scan_test_fail(__FILE__, __LINE__, __func__, "values", k, is_right, asked);
  }

  // One past the end of a block may be named, not touched.
  int *y = BLOCK(int, 4), *x = BLOCK(int, 4);
  for (int k = 0; k < 4; ++k)
    y[k] = k;
  up(y, x, 5, 5);
  up(y + 4, x + 4, 0, 0);
  down(y + 4, x + 4, 0, 0);
  mapped(y + 4, x + 4, 0);
  mapped(y, x, 1);
  for (int k = 0; k < 4; ++k)
    if (y[k] != k)
      scan_test_fail(__FILE__, __LINE__, __func__, "y", k, y[k], k);
  free(x);
  free(y);
  return scan_test_passed();
}

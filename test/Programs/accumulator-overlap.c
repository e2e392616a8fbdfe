// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t none 2>&1 | %filecheck %s --check-prefix=NONE
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %t all 2>&1 | %filecheck %s
// RUN: not %run %t all 2>&1 | %filecheck %s --check-prefix=MANDATORY

// An accumulator that lies in an array of the loop, or that the loop reads under
// another name, is found when the loop begins, or when it is known how much has
// been stored; the host then does the loop.

// NONE: ok
// CHECK-DAG: an accumulator of the loop is part of the elements that it uses in y
// CHECK-DAG: an accumulator of the loop is part of the elements that it uses in out
// CHECK-DAG: the loop changes a scalar that it also reads under another name
// CHECK-DAG: (two): the loop runs on the host: the loop changes a scalar that it also reads under another name
// CHECK-DAG: (two): the loop runs on the host: an accumulator of the loop is part of the elements that it uses in z
// CHECK: ok
// MANDATORY-NOT: ok

#include "Inputs/scan_test.h"

struct counter {
  int k;
  int other;
};

static void sum(struct counter *c, int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : c->k)
  for (int i = 0; i < n; i++) {
    c->k += x[i];
    y[2 * i] = c->k;
  }
}

static void sum_expected(struct counter *c, int *y, const int *x, int n) {
  for (int i = 0; i < n; i++) {
    c->k += x[i];
    y[2 * i] = c->k;
  }
}

static void compact(struct counter *c, int *out, const int *x, int n) {
#pragma omp parallel for scan(+ : c->k)
  for (int i = 0; i < n; i++)
    if (x[i] > 4)
      out[c->k++] = x[i];
}

static void compact_expected(struct counter *c, int *out, const int *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > 4)
      out[c->k++] = x[i];
}

static void twice(struct counter *c, struct counter *d, const int *x, int n) {
#pragma omp parallel for scan(+ : c->k)
  for (int i = 0; i < n; i++)
    c->k += x[i];
#pragma omp parallel for scan(max : d->k)
  for (int i = 0; i < n; i++)
    d->k = x[i] * c->k > d->k ? x[i] * c->k : d->k;
}

static void twice_expected(struct counter *c, struct counter *d, const int *x,
                           int n) {
  for (int i = 0; i < n; i++)
    c->k += x[i];
  for (int i = 0; i < n; i++)
    d->k = x[i] * c->k > d->k ? x[i] * c->k : d->k;
}

/* Reductions without a scan, of parts of arrays. */
static void two(int *a, int *b, int *z, const int *x, int n) {
#pragma omp target parallel for map(to : x[0 : n]) map(tofrom : z[0 : n])      \
    reduction(+ : a[0 : 2]) reduction(+ : b[0 : 2])
  for (int i = 0; i < n; i++) {
    a[i & 1] += x[i];
    b[x[i] & 1] += z[i]++;
  }
}

static void two_expected(int *a, int *b, int *z, const int *x, int n) {
  for (int i = 0; i < n; i++) {
    a[i & 1] += x[i];
    b[x[i] & 1] += z[i]++;
  }
}

enum { Count = 10 };

int main(int argc, char **argv) {
  (void)argc;
  const int all = strcmp(argv[1], "all") == 0;
  int x[Count];
  for (int i = 0; i < Count; i++)
    x[i] = i % 7;
  /* The counter lies between the stored elements, or it is one of them. */
  for (int at = 1; at < (all ? 5 : 2); at++) {
    int *y = calloc(2 * Count, sizeof *y), *want = calloc(2 * Count, sizeof *y);
    sum((struct counter *)(y + at), y, x, Count);
    sum_expected((struct counter *)(want + at), want, x, Count);
    CHECK_SAME(y, want, 2 * Count);
    free(y), free(want);
  }
  for (int at = all ? 1 : 3; at < 6; at++) {
    int *y = calloc(2 * Count, sizeof *y), *want = calloc(2 * Count, sizeof *y);
    compact((struct counter *)(y + at), y, x, Count);
    compact_expected((struct counter *)(want + at), want, x, Count);
    CHECK_SAME(y, want, 2 * Count);
    free(y), free(want);
  }
  struct counter c = {2, 0}, d = {1, 0}, c_want = c, d_want = d;
  twice(&c, &d, x, Count);
  twice_expected(&c_want, &d_want, x, Count);
  CHECK_SAME(&d.k, &d_want.k, 1);
  if (all) {
    twice(&c, &c, x, Count);
    twice_expected(&c_want, &c_want, x, Count);
    CHECK_SAME(&c.k, &c_want.k, 1);
  }
  /* Apart, one in the other, and in what the loop stores. */
  for (int at = 4; at > (all ? 0 : 3); at -= 3) {
    int y[Count + 6] = {0}, want[Count + 6] = {0};
    two(y, y + at, y + 6, x, Count);
    two_expected(want, want + at, want + 6, x, Count);
    CHECK_SAME(y, want, Count + 6);
    if (!all)
      break;
    two(y, y + 3, y + at, x, Count);
    two_expected(want, want + 3, want + at, x, Count);
    CHECK_SAME(y, want, Count + 6);
  }
  return scan_test_passed();
}

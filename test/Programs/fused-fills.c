// UNSUPPORTED: no-device
// RUN: %clang %opt -DEXPECTED -w -c %s -o %t.o
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %t.o %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %long env OMPSCAN_ALGORITHM=three-kernel %run_tiny %t 257 few
// RUN: env OMPSCAN_VERIFY=1 %run_tiny %t 257
// RUN: %run_oclgrind %t 65
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 257
// RUN: env OMPSCAN_PROFILE=summary %run %t 3 2>&1 \
// RUN:   | %filecheck %s
// RUN: %clang %opt %s %ompscan_flags %t.o %ompscan_libs -fplugin-arg-ompscan-no-fusion -o %t.apart
// RUN: env OMPSCAN_PROFILE=summary %run %t.apart 3 2>&1 | %filecheck %s --check-prefix=APART

// A loop that fills what the scan behind it reads is done by that scan. Where
// this would be wrong, and where arrays turn out to overlap, both are launched.
// The same functions, compiled without OpenMP, say what is right.

// For 0 to 3 elements. Where the first loop has an iteration and the scan has
// none, the first one is launched.
// CHECK-DAG: ompscan: 2 3 {{.*}}(exclusive)
// CHECK-DAG: ompscan: 1 1 {{.*}}(exclusive)
// CHECK-DAG: ompscan: 2 3 {{.*}}(inclusive)
// CHECK-DAG: ompscan: 1 1 {{.*}}(inclusive)
// CHECK-DAG: ompscan: 1 1 {{.*}}(both_ends)
// CHECK-DAG: ompscan: 2 3 {{.*}}(both_ends)
// CHECK-DAG: ompscan: 2 3 {{.*}}(unstored)
// CHECK-DAG: ompscan: 1 1 {{.*}}(unstored)
// CHECK-DAG: ompscan: 3 6 {{.*}}(kept)
// CHECK-DAG: ompscan: 3 6 {{.*}}(rounded)
// CHECK-DAG: ompscan: 3 6 {{.*}}(several)
// CHECK-DAG: ompscan: 3 6 {{.*}}(unmapped)
// CHECK-DAG: ompscan: 3 6 {{.*}}(two_reads)
// CHECK-DAG: ompscan: 3 6 {{.*}}(chosen)
// APART-DAG: ompscan: 3 6 {{.*}}(exclusive)
// APART-DAG: ompscan: 2 3 {{.*}}(exclusive)
// APART-DAG: ompscan: 3 6 {{.*}}(unstored)
// APART-DAG: ompscan: 2 3 {{.*}}(unstored)

#include "Inputs/scan_test.h"

typedef struct {
  int *y, *t, *u, *out;
  const int *x;
  const float *f;
  float *g, *h;
  unsigned char *c;
  size_t n;
  int limit, kept;
} job;

#ifdef EXPECTED
#define PAIR(NAME) void NAME##_expected(job *at)
#else
#define PAIR(NAME)                                                             \
  void NAME##_expected(job *at);                                               \
  static void NAME(job *at)
#endif
#define BEGIN                                                                  \
  int *y = at->y, *t = at->t, *u = at->u, *out = at->out;                      \
  const int *x = at->x, n = at->n, limit = at->limit;                          \
  const float *f = at->f;                                                      \
  float *g = at->g, *h = at->h;                                                \
  unsigned char *c = at->c;                                                    \
  (void)y, (void)t, (void)u, (void)out, (void)x, (void)f, (void)g, (void)h,    \
      (void)c, (void)limit, (void)n;

PAIR(exclusive) {
  BEGIN
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], t[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      t[i] = x[i] > limit;
#pragma omp target
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i - 1];
  }
}

PAIR(inclusive) {
  BEGIN
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], t[0 : n])
  {
#pragma omp target parallel for
    for (int j = 0; j < n; j++)
      t[j] = x[n - 1 - j] + j;
#pragma omp target parallel for scan(^ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] ^ t[i];
  }
}

// Elements before and behind those that the scan reads; a narrow type cuts off.
PAIR(both_ends) {
  BEGIN
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], c[0 : n])
  {
#pragma omp target teams loop
    for (int i = 0; i <= n - 1; i++) {
      c[i] = x[i] * 3;
    }
    const int by = limit + 1;
#pragma omp target parallel for scan(max : y)
    for (int i = 1; i < n - 1; i++)
      y[i] = y[i - 1] > c[i] * by ? y[i - 1] : c[i] * by;
  }
}

// Nobody else looks at what is filled.
PAIR(unstored) {
  BEGIN
  int *own = malloc(at->n * sizeof *own);
#pragma omp target data map(to : x[0 : n]) map(y[0 : n]) map(alloc : own[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      own[i] = x[i] * (x[i] & 7) - limit;
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] - own[i - 1];
  }
  free(own);
}

// A compaction, and a variable that is declared between.
PAIR(kept) {
  BEGIN
#pragma omp target data map(to : x[0 : n]) map(out[0 : n], t[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      t[i] = x[i] % 3 == 0;
    int k = 0;
#pragma omp target parallel for scan(+ : k) map(to : x[0 : n])
    for (int i = 0; i < n; i++)
      if (t[i])
        out[k++] = x[i];
    at->kept = k;
  }
}

// A product is rounded before anything is added to it.
PAIR(rounded) {
  BEGIN
  int k = 0;
#pragma omp target data map(to : f[0 : n]) map(g[0 : n], h[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      g[i] = f[i] * f[i];
#pragma omp target parallel for scan(+ : k)
    for (int i = 0; i < n; i++) {
      k += g[i] > 1.5f;
      h[i] = k + f[i] * 3.0f;
      h[i] = g[i] + f[i];
    }
  }
  at->kept = k;
}

// One is filled from the other.
PAIR(several) {
  BEGIN
  int k = 0, most = -1000000;
#pragma omp target data map(to : x[0 : n]) map(t[0 : n], u[0 : n], out[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      t[i] = x[i] & 15;
      u[i] = t[i] * 2 + (x[i] >> 4);
    }
#pragma omp target parallel for scan(+ : k) reduction(max : most)
    for (int i = 0; i < n; i++) {
      k += t[i];
      most = u[i] > most ? u[i] : most;
      out[i] = k - u[i];
    }
  }
  at->kept = k + most;
}

static int worse(int a, int b) { return a > 2 * b ? a - b : b; }

// Data comes and goes.
PAIR(unmapped) {
  BEGIN
  int k = 7;
#pragma omp target parallel for map(to : x[0 : n]) map(from : t[0 : n])
  for (int i = 0; i < n; i++)
    t[i] = worse(x[i], limit);
#pragma omp target parallel for scan(+ : k) map(to : t[0 : n]) map(from : out[0 : n])
  for (int i = 0; i < n; i++) {
    k += t[i];
    out[i] = k;
  }
  at->kept = k;
}

// What follows is not one launch, or must not be done by one.

// The scan reads at two subscripts.
PAIR(two_reads) {
  BEGIN
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], t[0 : n])
  {
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      t[i] = x[i] > limit;
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + (t[i] != t[i - 1]);
  }
}

// The scan stores what the first loop reads.
PAIR(overwritten) {
  BEGIN
#pragma omp target data map(y[0 : n], t[0 : n])
  {
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      t[i] = y[n - 1 - i];
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];
  }
}

// The value of a counter in front of the scan.
PAIR(counted) {
  BEGIN
  int k = limit;
#pragma omp target data map(to : x[0 : n]) map(t[0 : n], out[0 : n])
  {
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      t[i] = x[i] + k;
#pragma omp target parallel for scan(+ : k)
    for (int i = 0; i < n; i++) {
      k += t[i];
      out[i] = k;
    }
  }
  at->kept = k;
}

// Not all that the scan reads is filled.
PAIR(partly) {
  BEGIN
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], t[0 : n])
  {
#pragma omp target parallel for
    for (int i = 2; i < n; i++)
      t[i] = x[i];
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];
  }
}

// The scan stores what is filled.
PAIR(cleared) {
  BEGIN
  int k = 0;
#pragma omp target data map(to : x[0 : n]) map(t[0 : n], out[0 : n])
  {
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      t[i] = x[i];
#pragma omp target parallel for scan(+ : k)
    for (int i = 0; i < n; i++) {
      k += t[i];
      out[i] = k;
      t[i] = -1;
    }
  }
  at->kept = k;
}

PAIR(chosen) {
  BEGIN
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], t[0 : n])
  {
#pragma omp target parallel for if (limit < 1000)
    for (int i = 0; i < n; i++)
      t[i] = x[i];
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];
  }
}

// Only when it runs this turns out to be wrong: one array has two names.
// Unsigned, since the sums overflow.
static void fill_and_sum(unsigned *y, unsigned *t, const unsigned *x,
                         const unsigned *z, int n) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    t[i] = x[i] * 2 + 1;
#pragma omp target parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + t[i] * z[i];
}

PAIR(aliases) {
  unsigned *y = (unsigned *)at->y, *t = (unsigned *)at->t;
  const unsigned *x = (const unsigned *)at->x;
  const int n = at->n;
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], t[0 : n])
  {
    fill_and_sum(y, t, x, x, n);
    fill_and_sum(y, t, t, x, n);
    fill_and_sum(y, t, y, x, n);
    fill_and_sum(y, t, x, t, n);
    if (n > 3) {
      fill_and_sum(y + 1, t, y + 1, x, n - 1);
      fill_and_sum(y, t + 1, y + 1, x, n - 1);
      fill_and_sum(y, t + 1, x, t, n - 1);
    }
  }
}

#ifndef EXPECTED

static void allocate(job *at, size_t n) {
  at->n = n;
  at->limit = 3;
  at->kept = -1;
  at->y = BLOCK(int, n);
  at->t = BLOCK(int, n);
  at->u = BLOCK(int, n);
  at->out = BLOCK(int, n);
  at->g = BLOCK(float, n);
  at->h = BLOCK(float, n);
  at->c = BLOCK(unsigned char, n);
  // Values that nothing computes, and sums of which do not overflow.
  for (size_t k = 0; k < n; k++)
    at->y[k] = at->t[k] = at->u[k] = at->out[k] = -77 - (int)(k % 9);
}

static void release(job *at) {
  free(at->y);
  free(at->t);
  free(at->u);
  free(at->out);
  free(at->g);
  free(at->h);
  free(at->c);
}

static void check(void (*offloaded)(job *), void (*expected)(job *), size_t n) {
  int *x = BLOCK(int, n);
  float *f = BLOCK(float, n);
  for (size_t i = 0; i < n; i++) {
    x[i] = scan_test_pick(i, -9, 99);
    f[i] = (float)scan_test_pick(i, -1000000, 1000000) / 999983;
  }
  job got, want;
  allocate(&got, n);
  allocate(&want, n);
  got.x = want.x = x;
  got.f = want.f = f;
  offloaded(&got);
  expected(&want);
  CHECK_SAME(got.y, want.y, n);
  CHECK_SAME(got.t, want.t, n);
  CHECK_SAME(got.u, want.u, n);
  CHECK_SAME(got.out, want.out, n);
  CHECK_SAME(got.g, want.g, n);
  CHECK_SAME(got.h, want.h, n);
  CHECK_SAME(got.c, want.c, n);
  CHECK_SAME(&got.kept, &want.kept, 1);
  release(&got);
  release(&want);
  free(x);
  free(f);
}

// With a second argument, those that are fused.
int main(int argc, char **argv) {
  scan_test_init(argc, argv);
#define CHECK(NAME) check(NAME, NAME##_expected, n)
  FOR_EACH_SIZE (n) {
    CHECK(exclusive);
    CHECK(inclusive);
    CHECK(both_ends);
    CHECK(unstored);
    if (argc > 2)
      continue;
    CHECK(kept);
    CHECK(rounded);
    CHECK(several);
    CHECK(unmapped);
    CHECK(two_reads);
    CHECK(overwritten);
    CHECK(counted);
    CHECK(partly);
    CHECK(cleared);
    CHECK(chosen);
    CHECK(aliases);
  }
  return scan_test_passed();
}

#endif

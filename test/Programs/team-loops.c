// RUN: %clang %opt -Wall -Werror -Wno-error=backend-plugin %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMP_NUM_THREADS=1 %run %t 5000
// RUN: env OMP_NUM_THREADS=2 %run %t
// RUN: env OMP_NUM_THREADS=5 OMPSCAN_SHORT_LOOP=0 %run %t 5000
// RUN: env OMP_NUM_THREADS=4 OMP_MAX_ACTIVE_LEVELS=2 %run_tiny %t 5000
// RUN: env OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=4 %run %t 5000
// Clang compiles none of the loops.
// RUN: %clang -S -emit-llvm %s %ompscan_flags -o - | %filecheck %s --check-prefix=TAKEN --implicit-check-not=__kmpc_for_static_init_8
// TAKEN: call{{.*}} @__ompscan_team_begin
// RUN: %clang -S -emit-llvm %s %ompscan_flags -DMERGED -o - | %filecheck %s --check-prefix=MERGED --implicit-check-not=__ompscan_team --implicit-check-not=__kmpc_fork_call
// MERGED: call{{.*}} @__ompscan_run

// Scans on `for`, which the threads of a team share: in functions that a team
// calls, between other work, and where they are all that a `parallel` does.

#include "Inputs/scan_test.h"
#include <omp.h>

#ifndef MERGED
// A function that each thread of a team calls, or one thread alone.
static int64_t total;
static void orphaned(int64_t *y, const int *x, size_t n) {
#pragma omp for reduction(inscan, + : total)
  for (size_t i = 0; i < n; i++) {
    total += x[i];
#pragma omp scan inclusive(total)
    y[i] = total;
  }
}

static void recurrence(int64_t *y, const int *x, size_t n) {
#pragma omp for scan(+ : y)
  for (size_t i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void test_functions(size_t n, int64_t *y, int64_t *z, int64_t *expected,
                           const int *x) {
  const int64_t first = 1000 + (int64_t)n;
  int64_t sum = first;
  for (size_t i = 0; i < n; i++)
    expected[i] = sum += x[i];
  total = first;
#pragma omp parallel
  orphaned(y, x, n);
  CHECK_SAME(y, expected, n);
  CHECK_SAME(&total, &sum, 1);

  total = first;
  memset(y, -1, n * sizeof *y);
  orphaned(y, x, n);
  CHECK_SAME(y, expected, n);
  CHECK_SAME(&total, &sum, 1);

  if (n == 0)
    return;
  memset(z, -1, n * sizeof *z);
  z[0] = expected[0];
#pragma omp parallel
  recurrence(z, x, n);
  CHECK_SAME(z, expected, n);
}

// Other work before, between and after loops, some of which wait for nothing.
static void test_other_work(size_t n, int64_t *y, int64_t *z, int64_t *expected,
                            const int *x) {
  int64_t s = 7, sum = 7, k = 0, last = -5;
  int arrived = 0, kept = 0, threads = 0;
#pragma omp parallel
  {
    const int *own = x;
#pragma omp atomic
    arrived++;
#pragma omp for reduction(inscan, + : s) lastprivate(last) nowait
    for (size_t i = 0; i < n; i++) {
      y[i] = s;
#pragma omp scan exclusive(s)
      last = own[i];
      s += last;
    }
#pragma omp barrier
#pragma omp single
    threads = omp_get_num_threads();
    if (arrived != threads)
      abort();
#pragma omp for simd scan(+ : k) if (simd : 0)
    for (size_t i = 0; i < n; i++)
      if (own[i] > 0)
        z[k++] = y[i];
#pragma omp masked
    kept = (int)k;
#pragma omp sections
    {
#pragma omp section
      k = -1;
    }
  }
  int64_t count = 0;
  for (size_t i = 0; i < n; i++) {
    CHECK_SAME(&y[i], &sum, 1);
    if (x[i] > 0)
      expected[count++] = sum;
    sum += x[i];
  }
  CHECK_SAME(&s, &sum, 1);
  const int64_t written = kept, end = -1, final = n ? x[n - 1] : -5;
  CHECK_SAME(&written, &count, 1);
  CHECK_SAME(&k, &end, 1);
  CHECK_SAME(&last, &final, 1);
  CHECK_SAME(z, expected, (size_t)count);
}

// A loop that cannot be a kernel, and a team inside of a team.
static int twice(int x) { return 2 * x; }
static void test_nested(size_t n, int64_t *y, int64_t *expected, const int *x,
                        int (*opaque)(int)) {
  int64_t sum = 1, s = 1;
#pragma omp parallel num_threads(2)
  {
    int64_t inner = 1;
    int64_t *own = malloc((n + 1) * sizeof *own);
#pragma omp parallel num_threads(3)
    {
#pragma omp for reduction(inscan, + : inner)
      for (size_t i = 0; i < n; i++) {
        inner += x[i];
#pragma omp scan inclusive(inner)
        own[i] = inner;
      }
#pragma omp single
      if (n && own[n - 1] != inner)
        abort();
    }
    free(own);
#pragma omp for reduction(inscan, + : s) // one core
    for (size_t i = 0; i < n; i++) {
      s += x[i];
#pragma omp scan inclusive(s)
      y[i] = (int64_t)opaque(x[i]) + s;
    }
    if (inner != s)
      abort();
  }
  for (size_t i = 0; i < n; i++)
    expected[i] = 2 * x[i] + (sum += x[i]);
  CHECK_SAME(y, expected, n);
  CHECK_SAME(&s, &sum, 1);
}
#endif

// These need no team of their own.
static void test_merged(size_t n, int64_t *y, int64_t *expected, const int *x) {
  int64_t s = -3, sum = -3;
#pragma omp parallel num_threads(3) shared(s)
#pragma omp for reduction(inscan, + : s) nowait
  for (size_t i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  for (size_t i = 0; i < n; i++)
    expected[i] = sum += x[i];
  CHECK_SAME(y, expected, n);
  CHECK_SAME(&s, &sum, 1);

#pragma omp parallel if (n > 100)
  {
#pragma omp for simd scan(+ : s)
    for (size_t i = 0; i < n; i++) {
      y[i] = s;
      s += x[i];
    }
  }
  for (size_t i = 0; i < n; i++) {
    expected[i] = sum;
    sum += x[i];
  }
  CHECK_SAME(y, expected, n);
  CHECK_SAME(&s, &sum, 1);

#pragma omp parallel loop scan(+ : s)
  for (size_t i = 0; i < n; i++)
    y[i] = s += x[i];
  for (size_t i = 0; i < n; i++)
    expected[i] = sum += x[i];
  CHECK_SAME(y, expected, n);

  s = sum = 4;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n]) map(tofrom : s)
#pragma omp teams
#pragma omp distribute parallel for scan(+ : s)
  for (size_t i = 0; i < n; i++)
    y[i] = s += x[i];
  for (size_t i = 0; i < n; i++)
    expected[i] = sum += x[i];
  CHECK_SAME(y, expected, n);
  CHECK_SAME(&s, &sum, 1);

  s = sum = 5;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n]) map(tofrom : s)
#pragma omp teams distribute parallel for thread_limit(256) num_teams(8) reduction(inscan, + : s)
  for (size_t i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
  for (size_t i = 0; i < n; i++) {
    expected[i] = sum;
    sum += x[i];
  }
  CHECK_SAME(y, expected, n);
  CHECK_SAME(&s, &sum, 1);

#pragma omp target teams loop scan(+ : s) map(to : x[0 : n]) map(from : y[0 : n])
  for (size_t i = 0; i < n; i++)
    y[i] = s += x[i];
  for (size_t i = 0; i < n; i++)
    expected[i] = sum += x[i];
  CHECK_SAME(y, expected, n);
  CHECK_SAME(&s, &sum, 1);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    int *x = scan_test_block(n * sizeof *x);
    int64_t *y = scan_test_block(n * sizeof *y);
    int64_t *z = scan_test_block(n * sizeof *z);
    int64_t *expected = scan_test_block(n * sizeof *expected);
    for (size_t i = 0; i < n; i++) {
      x[i] = (int)scan_test_pick(i, -50, 60);
      y[i] = z[i] = -1;
    }
#ifndef MERGED
    test_functions(n, y, z, expected, x);
    memset(y, -1, n * sizeof *y);
    memset(z, -1, n * sizeof *z);
    test_other_work(n, y, z, expected, x);
    memset(y, -1, n * sizeof *y);
    test_nested(n, y, expected, x, twice);
    memset(y, -1, n * sizeof *y);
#endif
    test_merged(n, y, expected, x);
    free(x);
    free(y);
    free(z);
    free(expected);
  }
  return scan_test_passed();
}

// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %run %t.asan 5000

// Clauses that change what a loop does: if, private, firstprivate, lastprivate,
// default, map with its modifiers, defaultmap, nowait, order. On the device and on the host
// variables around the loop keep or get the same values.

#include "Inputs/int_loops.h"

// The sequential loop, with variables of its own where the clause says so.
static void sums(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

#define SUM_LOOP(NAME, ...)                                                    \
  static void NAME(int *y, const int *x, long n) {                             \
    __VA_ARGS__                                                                \
    for (long i = 1; i < n; i++)                                               \
      y[i] = y[i - 1] + x[i];                                                  \
  }

SUM_LOOP(if_plain, PRAGMA(omp parallel for scan(+ : y) if (n > 40)))
SUM_LOOP(if_never, PRAGMA(omp parallel for scan(+ : y) if (0)))
SUM_LOOP(if_pointer, PRAGMA(omp target parallel for scan(+ : y) if (x)))
SUM_LOOP(if_target, PRAGMA(omp target if (target : n % 2) map(tofrom : y[0 : n])
                               map(to : x[0 : n]))
                        PRAGMA(omp parallel for scan(+ : y)))
SUM_LOOP(if_two, PRAGMA(omp target parallel for if (target : n > 3)
                            if (parallel : n != 64) scan(+ : y)))
SUM_LOOP(if_simd, PRAGMA(omp parallel for simd if (simd : 0) scan(+ : y)))
SUM_LOOP(map_modifiers,
         PRAGMA(omp target map(always, tofrom : y[0 : n])
                    map(close, to : x[0 : n]))
             PRAGMA(omp parallel for scan(+ : y)))
SUM_LOOP(without_wait, PRAGMA(omp target parallel for nowait scan(+ : y)))
SUM_LOOP(hints,
         PRAGMA(omp parallel for simd num_threads(1 + n % 3) schedule(dynamic, 4)
                    collapse(1) order(concurrent) proc_bind(close) simdlen(4)
                        safelen(8) scan(+ : y)))
SUM_LOOP(default_none,
         PRAGMA(omp parallel for default(none) shared(x, n) scan(+ : y)))
SUM_LOOP(default_shared, PRAGMA(omp parallel for default(shared) scan(+ : y)))
SUM_LOOP(default_firstprivate,
         PRAGMA(omp parallel for default(firstprivate) scan(+ : y)))
SUM_LOOP(default_map,
         PRAGMA(omp target map(to : x[0 : n]) map(y[0 : n]) defaultmap(tofrom : scalar)
                    defaultmap(none : aggregate))
             PRAGMA(omp parallel for scan(+ : y)))
// Directives inside of an iteration.
static void inner_directives(int *y, const int *x, long n) {
  PRAGMA(omp target parallel for scan(+ : y) map(to : x[0 : n]) map(y[0 : n]))
  for (long i = 1; i < n; i++) {
    int v = 0, k = -1;
    PRAGMA(omp simd reduction(+ : v) private(k))
    for (int j = 0; j < 3; j++) {
      k = j;
      v += k == 1 ? x[i] : k - 1;
    }
    PRAGMA(omp simd safelen(2))
    for (int j = 0; j < 2; j++)
      k = j;
    y[i] = y[i - 1] + v;
  }
}

static void check(int value, int want, long n, const char *what) {
  if (value != want)
    scan_test_fail(__FILE__, __LINE__, what, "value", (size_t)n, value, want);
}

// A private variable does not touch the one around the loop.
static void privates(int *y, const int *x, long n) {
  int t = 77, twice = 3, buffer[3] = {1, 2, 3};
#pragma omp parallel for scan(+ : y) private(t, buffer)           \
    firstprivate(twice) allocate(t, buffer)
  for (long i = 1; i < n; i++) {
    for (int j = 0; j < 3; j++)
      buffer[j] = x[i] * (j + 1);
    t = buffer[0] + buffer[2];
    y[i] = y[i - 1] + t * twice;
  }
  check(t, 77, n, "privates");
  check(buffer[0] + buffer[1] + buffer[2], 6, n, "privates");
}

static void privates_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] * 12;
}

// A firstprivate variable that every iteration assigns first.
static void firstprivates(int *y, const int *x, long n) {
  int t = 5, offset = 2;
#pragma omp parallel for scan(+ : y) firstprivate(t, offset)
  for (long i = 1; i < n; i++) {
    t = x[i] + offset;
    if (t < 0)
      t = -t;
    y[i] = y[i - 1] + t;
  }
  check(t, 5, n, "firstprivates");
}

static void firstprivates_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] + 2 < 0 ? -x[i] - 2 : x[i] + 2);
}

// Values of the last iteration: an input, what depends on the scan, a
// structure, the induction variable; and none where there is no iteration.
struct pair {
  short key;
  double value;
};

static void lastprivates(int *y, const int *x, long n) {
  int input = -1, after = -2;
  struct pair both = {-3, -4};
  long i;
#pragma omp target parallel for map(tofrom : y[0 : n]) map(to : x[0 : n]) \
    scan(+ : y) lastprivate(input, after, both)
  for (i = 1; i < n; i++) {
    struct pair p = {(short)x[i], x[i] / 2.0};
    both = p;
    if (x[i] > 3)
      input = x[i];
    else
      input = 3;
    y[i] = y[i - 1] + input;
    after = y[i] * 2;
  }
  check(input, n < 2 ? -1 : x[n - 1] > 3 ? x[n - 1] : 3, n, "input");
  check(after, n < 2 ? -2 : 2 * y[n - 1], n, "after");
  check(both.key, n < 2 ? -3 : x[n - 1], n, "key");
  check((int)(both.value * 2), n < 2 ? -8 : x[n - 1], n, "value");
}

static void lastprivates_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] > 3 ? x[i] : 3);
}

static void last_of_accumulator(int *y, const int *x, long n) {
  int s = 0, last = 9;
  short i = 300;
#pragma omp parallel for scan(+ : s) lastprivate(last) lastprivate(i)
  for (i = 0; i < (n < 3000 ? n : 3000); i += 3) {
    last = s;
    s += x[i];
    y[i] = s;
  }
  int want = 0, last_want = 9;
  const long m = n < 3000 ? n : 3000;
  for (long k = 0; k < m; k += 3) {
    last_want = want;
    want += x[k];
  }
  check(s, want, n, "accumulator");
  check(last, last_want, n, "last");
  check(i, m == 0 ? i : (int)((m + 2) / 3 * 3), n, "induction variable");
}

static void last_of_accumulator_expected(int *y, const int *x, long n) {
  int s = 0;
  for (long i = 0; i < (n < 3000 ? n : 3000); i += 3) {
    s += x[i];
    y[i] = s;
  }
}

// OpenMP's own form, combined: each clause goes where it belongs.
static void standard_form(int *y, const int *x, long n) {
  int s = 0, t = 8, last = 7;
#pragma omp target teams distribute parallel for if (target : n != 5) \
    reduction(inscan, + : s) map(to : x[0 : n]) map(tofrom : y[0 : n]) nowait \
        private(t) lastprivate(last) num_teams(2) if (parallel : 1)
  for (long i = 0; i < n; i++) {
    t = x[i] * 2;
    s += t;
#pragma omp scan inclusive(s)
    y[i] = s;
    last = s;
  }
#pragma omp taskwait
  check(t, 8, n, "t");
  check(last, n ? y[n - 1] : 7, n, "last");
}

static void standard_form_expected(int *y, const int *x, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    y[i] = s += x[i] * 2;
}

// Bitwise the same, run by run, and close to the sequential sum. Clang 15
// knows no modifier.
static void reproducible(void) {
#if __clang_major__ >= 16
  FOR_EACH_SIZE(n) {
    float *x = BLOCK(float, n), *first = BLOCK(float, n), *y = BLOCK(float, n);
    double sum = 0;
    for (size_t k = 0; k < n; ++k)
      sum += x[k] = 0.1f + (float)scan_test_pick(k, 0, 999) / 1000;
    for (int run = 0; run < 3; ++run) {
      float *to = run ? y : first;
      float s = 0;
#pragma omp parallel for scan(+ : s) order(reproducible : concurrent)
      for (size_t i = 0; i < n; i++) {
        s += x[i];
        to[i] = s;
      }
      if (run)
        CHECK_SAME(y, first, n);
      if (n)
        check(s > sum * 0.999 && s < sum * 1.001, 1, (long)n, "sum");
    }
    free(x);
    free(first);
    free(y);
  }
#endif
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  int_loop *const loops[] = {
      if_plain,      if_never,       if_pointer,   if_target,
      if_two,        if_simd,        map_modifiers, without_wait,
      hints,         default_none,   default_shared, default_firstprivate,
      default_map,   inner_directives};
  for (size_t k = 0; k < sizeof loops / sizeof *loops; ++k)
    check_int_loop("clause", loops[k], sums, 1);
  CHECK_INT_LOOP(privates);
  CHECK_INT_LOOP(firstprivates);
  CHECK_INT_LOOP(lastprivates);
  CHECK_INT_LOOP(last_of_accumulator);
  CHECK_INT_LOOP(standard_form);
  reproducible();
  return scan_test_passed();
}

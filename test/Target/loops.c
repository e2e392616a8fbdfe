// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass-missed=ompscan \
// RUN:   -Xclang -verify
// expected-no-diagnostics
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t 20000
// RUN: env OMPSCAN_VERIFY=exact %run %t 1024
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_MEMORY_LIMIT=48K %run %t 20000
// RUN: %long env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %run_oclgrind %t 150

// Target loops without a scan: every directive, affine and other subscripts,
// conditions, inner loops, private variables, parts of structures.

#include "../Programs/Inputs/scan_test.h"

typedef struct {
  float place, speed;
  short hits[3];
  signed char kind;
} particle;

typedef struct {
  int *y, *z;
  const int *x, *index;
  particle *p;
  long n;
} data;

static int twice(int a) { return 2 * a; }
static int bits(unsigned v) {
  int count = 0;
  while (v) {
    v &= v - 1;
    ++count;
  }
  return count;
}

// Each body stands in a loop with a directive and in one without. In the
// former, `map` says what its elements need.
#define LOOP(NAME, DIRECTIVE, ...)                                             \
  static void NAME(const data *d) {                                            \
    int *const y = d->y, *const z = d->z;                                      \
    const int *const x = d->x, *const index = d->index;                        \
    particle *const p = d->p;                                                  \
    const long n = d->n;                                                       \
    const int a = 3;                                                           \
    int t = 7, u = 8;                                                          \
    (void)y, (void)z, (void)x, (void)index, (void)p, (void)a, (void)u;         \
    DIRECTIVE __VA_ARGS__;                                                     \
    if (t != 7)                                                                \
      scan_test_fail(__FILE__, __LINE__, #NAME, "t", 0, t, 7);                 \
  }                                                                            \
  static void NAME##_plain(const data *d) {                                    \
    int *const y = d->y, *const z = d->z;                                      \
    const int *const x = d->x, *const index = d->index;                        \
    particle *const p = d->p;                                                  \
    const long n = d->n;                                                       \
    const int a = 3;                                                           \
    int t, u = 8;                                                              \
    (void)y, (void)z, (void)x, (void)index, (void)p, (void)a, (void)t,         \
        (void)u;                                                               \
    __VA_ARGS__;                                                               \
  }

// Extents follow from the subscripts, also of loops that run down, in steps,
// and under guards on the variable; the element that is not stored stays.
LOOP(affine, PRAGMA(omp target parallel for), for (long i = 0; i < n; i++) {
  y[i] += a * x[i];
  if (i + 1 < n)
    z[i + 1] = x[i] - x[i + 1];
})
LOOP(steps,
     PRAGMA(omp target teams distribute parallel for simd schedule(static, 4)),
     for (unsigned i = n; i >= 3; i -= 3) y[i - 3] = x[n - i] + 2 * i)

// Nobody knows at compile time which elements these use.
LOOP(gather,
     PRAGMA(omp target map(to : x[0:n], index[0:n])
                map(tofrom : y[0:n], z[0:n]))
     PRAGMA(omp teams distribute parallel for num_teams(3) thread_limit(32)),
     for (long i = 0; i < n; i++) {
  if (x[i] < -5)
    continue;
  y[index[i]] = x[index[n - 1 - index[i]]];
  for (int j = 0; j < 5; j++) {
    if (x[i] == j)
      break;
    z[i] += j * x[(i + j) % n];
  }
})

// Variables of an iteration: a clause says so, or nobody reads another value.
LOOP(own, PRAGMA(omp target map(to : x[0:n]) map(from : y[0:n]))
     PRAGMA(omp parallel for private(t) firstprivate(u)),
     for (long i = 0; i < n; i++) {
  int few[4] = {1, 2, 3, 4};
  t = x[i];
  do
    few[t & 3] += t;
  while (t-- > 0);
  y[i] = few[x[i] & 3] + u;
})
LOOP(
    unsaid,
    PRAGMA(omp target teams loop bind(teams) map(to : x [0:n])
               map(tofrom : y [0:n])),
    for (long i = 0; i < n; i++) {
      t = twice(x[i]);
      switch (x[i] & 3) {
      case 0:
        y[i] = bits(t);
        break;
      case 1:
        t++;
      default:
        y[i] = t;
      }
    })

// A part of an element is stored, and the rest of it stays.
LOOP(parts, PRAGMA(omp target parallel for map(tofrom : p[0:n]) device(0)),
     for (long i = 0; i < n; i++) {
  p[i].place += p[i].speed * 0.5f;
  p[i].hits[i % 3]++;
  p[i].hits[2] = p[i].hits[0];
})

#define CHECK(NAME)                                                            \
  do {                                                                         \
    fill(&got, n);                                                             \
    fill(&want, n);                                                            \
    NAME(&got);                                                                \
    NAME##_plain(&want);                                                       \
    CHECK_SAME(got.y, want.y, n);                                              \
    CHECK_SAME(got.z, want.z, n);                                              \
    for (size_t k = 0; k < n; ++k)                                             \
      if (memcmp(&got.p[k], &want.p[k], sizeof *got.p) != 0)                   \
        scan_test_fail(__FILE__, __LINE__, #NAME, "p", k, got.p[k].place,      \
                       want.p[k].place);                                       \
  } while (0)

static void fill(data *d, size_t n) {
  for (size_t k = 0; k < n; ++k) {
    d->y[k] = (int)scan_test_pick(~k, -99, 99);
    d->z[k] = (int)scan_test_pick(k * 3, -99, 99);
    memset(&d->p[k], (int)k, sizeof *d->p);
    d->p[k].place = k;
    d->p[k].speed = scan_test_pick(k, 1, 8);
  }
}

static void make(data *d, size_t n, const int *x, const int *index) {
  *d = (data){BLOCK(int, n), BLOCK(int, n),      x,
              index,         BLOCK(particle, n), (long)n};
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n), *index = BLOCK(int, n);
    for (size_t k = 0; k < n; ++k) {
      x[k] = (int)scan_test_pick(k, -9, 9);
      index[k] = (int)((k + n / 2) % n);
    }
    data got, want;
    make(&got, n, x, index);
    make(&want, n, x, index);
    CHECK(affine);
    CHECK(steps);
    CHECK(gather);
    CHECK(own);
    CHECK(unsaid);
    CHECK(parts);
    for (data *d = &got;; d = &want) {
      free(d->y);
      free(d->z);
      free(d->p);
      if (d == &want)
        break;
    }
    free(x);
    free(index);
  }
  return scan_test_passed();
}

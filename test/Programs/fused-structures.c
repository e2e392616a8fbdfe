// REQUIRES: primary
// RUN: %clang -O1 -Wall -Werror -Rpass=ompscan %s %ompscan_flags %ompscan_libs \
// RUN:   -o %t 2>&1 | %filecheck %s --check-prefix=SAYS
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// What a scan computes in the place of another loop may be structures: literals
// of them, and what functions give.

// SAYS-COUNT-3: fused this scan with the loop before it: the scan computes {{.*}}

#include "Inputs/scan_test.h"

typedef struct {
  unsigned a, b;
} map;
typedef struct {
  unsigned char k;
  unsigned short v;
} odd;

static map then(map x, map y) {
  map r = {x.a * y.a, x.b * y.a + y.b};
  return r;
}
static map step(unsigned x) {
  map r = {x | 1, x >> 7};
  return r;
}
#pragma omp declare scan(then : map : omp_out = then(omp_out, omp_in))

static void literals(map *h, map *t, const unsigned *x, long n) {
#pragma omp target teams distribute parallel for
  for (long i = 0; i < n; i++)
    h[i] = (map){x[i] | 1, i};
#pragma omp target parallel for scan(then : t)
  for (long i = 1; i <= n; i++)
    t[i] = then(t[i - 1], h[i - 1]);
}

static void steps(map *h, map *t, const unsigned *x, long n) {
#pragma omp target teams distribute parallel for
  for (long i = 0; i < n; i++)
    h[i] = step(x[i]);
#pragma omp target parallel for scan(then : t)
  for (long i = 1; i <= n; i++)
    t[i] = then(t[i - 1], h[i - 1]);
}

static void members(odd *o, unsigned *y, const unsigned *x, long n) {
#pragma omp target teams distribute parallel for
  for (long i = 0; i < n; i++)
    o[i] = (odd){x[i] * 3, x[i] >> 3};
#pragma omp target parallel for scan(+ : y)
  for (long i = 1; i <= n; i++) {
    odd e = o[i - 1];
    y[i] = y[i - 1] + e.v * e.k;
  }
}

static void check(long n) {
  unsigned *x = scan_test_block(n * sizeof *x), *y = scan_test_block((n + 1) * sizeof *y);
  map *h = scan_test_block(n * sizeof *h), *t = scan_test_block((n + 1) * sizeof *t);
  odd *o = scan_test_block(n * sizeof *o);
  for (long i = 0; i < n; i++)
    x[i] = (unsigned)scan_test_hash(i);
  for (int which = 0; which < 2; which++) {
    t[0] = (map){3, 4};
    y[0] = 5;
#pragma omp target data map(to : x[0 : n]) map(from : h[0 : n], o[0 : n])     \
    map(tofrom : t[0 : n + 1], y[0 : n + 1])
    {
      (which ? steps : literals)(h, t, x, n);
      members(o, y, x, n);
    }
    map all = {3, 4};
    unsigned sum = 5;
    for (long i = 0; i < n; i++) {
      const map one = which ? step(x[i]) : (map){x[i] | 1, i};
      all = then(all, one);
      const odd e = {x[i] * 3, x[i] >> 3};
      sum += e.v * e.k;
      if (h[i].a != one.a || h[i].b != one.b || t[i + 1].a != all.a ||
          t[i + 1].b != all.b || o[i].k != e.k || o[i].v != e.v || y[i + 1] != sum) {
        printf("%ld elements, way %d: element %ld\n", n, which, i);
        exit(1);
      }
    }
  }
  free(x), free(y), free(h), free(t), free(o);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    if (n > 0)
      check((long)n);
  }
  return 0;
}

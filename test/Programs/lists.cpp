// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMPSCAN_VERIFY=1 %run %t 300 2>&1 | %filecheck %s --check-prefix=VERIFY --implicit-check-not=disagree

// Arrays and sections of them in OpenMP 5's own form, and in reductions beside
// a scan: each of the elements is an accumulator.

// VERIFY: ok

#include "Inputs/scan_test.h"

/// Composed from the left: p, and then q. Not commutative.
struct Line {
  unsigned slope, offset;
};
static Line then(Line p, Line q) {
  return {p.slope * q.slope, p.offset * q.slope + q.offset};
}
static Line line(int x) { return {(unsigned)x | 1, (unsigned)x}; }
#pragma omp declare reduction(then : Line : omp_out = then(omp_out, omp_in))   \
    initializer(omp_priv = Line{1, 0})

#define OMP(...) _Pragma(#__VA_ARGS__)
#define NAME(LOOP) LOOP##_on_device
#include "Inputs/lists.inc"
#undef OMP
#undef NAME
#define OMP(...)
#define NAME(LOOP) LOOP##_on_host
#include "Inputs/lists.inc"

template <typename T>
static void check(void (*device)(T *, int *, const int *, int),
                  void (*host)(T *, int *, const int *, int), const int *x,
                  size_t n) {
  int *y = BLOCK(int, n), *z = BLOCK(int, n);
  T *a = BLOCK(T, 4), *b = BLOCK(T, 4);
  for (int i = 0; i < 4; i++)
    a[i] = b[i] = (T)(i * 3 % 4 * 2);
  device(a, y, x, (int)n);
  host(b, z, x, (int)n);
  CHECK_SAME(y, z, n);
  CHECK_SAME(a, b, 4);
  free(y), free(z), free(a), free(b);
}

#define BOTH(LOOP) check(LOOP##_on_device, LOOP##_on_host, x, n)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, 0, 99);
    BOTH(histogram);
    BOTH(part);
    BOTH(vector);
    BOTH(sort);
    BOTH(seen);
    BOTH(lowest);
    BOTH(several);
    BOTH(lines);
    BOTH(members);
    free(x);
  }
  return scan_test_passed();
}

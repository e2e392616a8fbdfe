// UNSUPPORTED: no-device
// RUN: %clang -fsyntax-only %s %ompscan_include %ompscan_flags -Rpass-missed=ompscan \
// RUN:   -Xclang -verify
// expected-no-diagnostics
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMPSCAN_INFO=1 %run %t 20 2>&1 | %filecheck %s
// RUN: %run_tiny %t 20000
// RUN: env OMPSCAN_VERIFY=exact %run %t 1024
// RUN: %long env OMP_TARGET_OFFLOAD=DISABLED %run %t 5000
// RUN: %run_oclgrind %t 13

// Reductions of arrays and sections of them in target loops without a scan.

// CHECK: (histogram_on_device): {{.*}}, reduction, 1 groups of
// CHECK: (counts_on_device): {{.*}}, histogram, 1 groups of
// CHECK: (mixed_on_device): {{.*}}, reduction of lists, 1 groups of
// CHECK: {{^}}ok

#include "../Programs/Inputs/scan_test.h"
#include <ompscan/ompscan.h>

typedef struct {
  int low, high;
} Box;
static Box around(Box a, Box b) {
  return (Box){a.low < b.low ? a.low : b.low,
               a.high < b.high ? b.high : a.high};
}
static void nothing(Box *b) {
  b->low = INT_MAX;
  b->high = INT_MIN;
}
#pragma omp declare reduction(around:Box : omp_out = around(omp_out, omp_in))  \
    initializer(nothing(&omp_priv))

typedef struct {
  int value, at;
} Last;
static Last later(Last a, Last b) { return a.at < b.at ? b : a; }
#pragma omp declare reduction(later:Last : omp_out = later(omp_out, omp_in))   \
    initializer(omp_priv = omp_orig)

static bool IsOff; // The host has the arrays at once.

#define OMP(...) _Pragma(#__VA_ARGS__)
#define NAME(LOOP) LOOP##_on_device
#define ON_HOST(NOW, WAS) (IsOff ? (WAS) : (NOW))
#include "Inputs/lists.inc"
#undef OMP
#undef NAME
#undef ON_HOST
#define OMP(...)
#define NAME(LOOP) LOOP##_on_host
#define ON_HOST(NOW, WAS) (WAS)
#include "Inputs/lists.inc"

#define BOTH(LOOP)                                                             \
  do {                                                                         \
    for (int j = 0; j < 24; j++)                                               \
      h[j] = g[j] = j * 5 % 7 - 2;                                             \
    LOOP##_on_device(h, x, (int)n);                                            \
    LOOP##_on_host(g, x, (int)n);                                              \
    CHECK_SAME(h, g, 24);                                                      \
  } while (0)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  const char *const offload = getenv("OMP_TARGET_OFFLOAD");
  IsOff = (offload && strcmp(offload, "DISABLED") == 0) ||
          ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 1;
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n), *h = BLOCK(int, 24), *g = BLOCK(int, 24);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, 0, 99);
    BOTH(histogram);
    BOTH(part);
    BOTH(several);
    BOTH(columns);
    BOTH(boxes);
    BOTH(bytes);
    if (n > 13) // What a simulator does at length in the others.
      BOTH(many);
    BOTH(counts);
    BOTH(mixed);
    BOTH(marks);
    BOTH(resident);
    free(x), free(h), free(g);
  }
  return scan_test_passed();
}

// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t 2>&1 | %filecheck %s
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run_tiny %t 2>&1 | %filecheck %s
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %run %t 2>&1 \
// RUN:   | %filecheck %s

// Target loops without a scan on data that the program has mapped: what they
// find and leave is on the device, also where no map and no formula tells how
// much they use, and where the host has to do one of them.

// CHECK-NOT: runs on the host
// CHECK: (shifted): the loop runs on the host: arrays {{.*}} overlap
// CHECK: ok

#include "../Programs/Inputs/scan_test.h"
#include <ompscan/ompscan.h>

enum { N = 5000, HOST = -77 };

#define CALL(C)                                                                \
  do                                                                           \
    if ((C) != 0) {                                                            \
      printf("line %d: %s\n", __LINE__, ompscan_last_error());                 \
      exit(1);                                                                 \
    }                                                                          \
  while (0)

static void gather(int *y, const int *x, const int *index) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < N; i++)
    y[index[i]] = x[index[N - 1 - i]];
}

static long sum(const int *y) {
  long total = 10;
#pragma omp target parallel for reduction(+ : total)
  for (int i = 1; i < N; i++)
    total += y[i];
  return total;
}

// Both are in one piece of data: there is one memory.
static void aliases(int *y, int *behind) {
#pragma omp target parallel for
  for (int i = 0; i < N - 1; i += 2) {
    behind[i] = y[i] + 1;
    y[i] = y[i + 1];
  }
}

// `a` and `b` are memory of the host only, and overlap: the host does it, with
// what the device holds of y.
static void shifted(int *y, int *a, const int *b) {
#pragma omp target parallel for map(to : b[0 : N]) map(from : a[0 : N])
  for (int i = 0; i < N; i++) {
    a[i] = b[i];
    y[i] += 1;
  }
}

static void unknown(int *z, const int *index) {
#pragma omp target parallel for
  for (int i = 0; i < N; i++)
    z[index[i]] = i;
}

int main(void) {
  int *x = BLOCK(int, N), *y = BLOCK(int, N), *index = BLOCK(int, N);
  int *both = BLOCK(int, N + 1), *z = BLOCK(int, N), *want = BLOCK(int, N);
  int *want_x = BLOCK(int, N);
  for (int k = 0; k < N; k++) {
    x[k] = want_x[k] = k * 3 - 1;
    index[k] = (k + N / 2) % N;
    both[k + 1] = k;
  }
  CALL(ompscan_map(0, x, N * sizeof *x, OMPSCAN_TO));
  CALL(ompscan_map(0, y, N * sizeof *y, OMPSCAN_TO));
  CALL(ompscan_map(0, index, N * sizeof *index, OMPSCAN_TO));
  const int copied = ompscan_device_shares_memory(0) != 1;
  for (int k = 0; copied && k < N; k++)
    x[k] = y[k] = HOST;

  gather(y, x, index);
  for (int k = 0; k < N; k++)
    want[index[k]] = want_x[index[N - 1 - k]];
  long want_sum = 10;
  for (int k = 1; k < N; k++)
    want_sum += want[k];
  const long got_sum = sum(y);
  CHECK_SAME(&got_sum, &want_sum, 1);
  aliases(y, y + 1);
  for (int k = 0; k < N - 1; k += 2) {
    want[k + 1] = want[k] + 1;
    want[k] = want[k + 1];
  }
  shifted(y, both, both + 1);
  for (int k = 0; k < N; k++) {
    want[k] += 1;
    if ((copied && y[k] != HOST) || both[k] != k)
      scan_test_fail(__FILE__, __LINE__, "host", "y", k, y[k], HOST);
  }
  CALL(ompscan_unmap(0, y, N * sizeof *y, OMPSCAN_FROM));
  CALL(ompscan_unmap(0, x, N * sizeof *x, OMPSCAN_RELEASE));
  CALL(ompscan_unmap(0, index, N * sizeof *index, OMPSCAN_RELEASE));
  CHECK_SAME(y, want, N);

  unknown(z, index);
  for (int k = 0; k < N; k++)
    want[index[k]] = k;
  CHECK_SAME(z, want, N);
  free(x), free(y), free(index), free(both), free(z), free(want), free(want_x);
  return scan_test_passed();
}

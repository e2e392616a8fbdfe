// REQUIRES: omptarget
// UNSUPPORTED: no-device
// RUN: %clang -O1 -Wall -Werror %s %ompscan_include %offload_flags \
// RUN:   %ompscan_libs -o %t
// RUN: env OMP_NUM_THREADS=1 %run %t
// RUN: env OMP_NUM_THREADS=2 %run %t
// RUN: env OMP_NUM_THREADS=3 %run %t
// RUN: env OMP_NUM_THREADS=5 %run %t
// RUN: env OMP_NUM_THREADS=16 %run %t
// RUN: env OMPSCAN_VERIFY=1 %run %t

// A scan and a compaction between `target` constructs of Clang's own offload,
// which is to the host, in other memory.

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(HOLDS)                                                           \
  ((HOLDS) ? (void)0 : (printf("line %d: " #HOLDS "\n", __LINE__), exit(1)))

enum { N = 100003, HOST = -77 };

static long x[N], y[N], out[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = y[i] = out[i] = HOST;
  CHECK(omp_get_num_devices() > 0);
  long k = 0;
#pragma omp target data map(alloc : x) map(alloc : y)
  {
    CHECK(omp_get_mapped_ptr(x, 0) != x);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++) {
      x[i] = i % 7 - 3;
      y[i] = 5;
    }
#pragma omp target
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i];
    CHECK(x[1] == HOST && y[1] == HOST && y[N - 1] == HOST);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      y[i] *= 2;
#pragma omp target map(from : out)
#pragma omp parallel for scan(+ : k)
    for (int i = 0; i < N; i++)
      if (x[i] > 0)
        out[k++] = i;
#pragma omp target update from(y)
  }
  long sum = 5, kept = 0;
  CHECK(y[0] == 10);
  for (int i = 1; i < N; i++) {
    sum += i % 7 - 3;
    CHECK(y[i] == 2 * sum);
  }
  for (int i = 0; i < N; i++)
    if (i % 7 > 3) {
      CHECK(out[kept] == i);
      kept++;
    }
  CHECK(k == kept);
  CHECK(x[1] == HOST);
  puts("ok");
  return 0;
}

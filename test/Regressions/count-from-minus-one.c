// RUN: %clang %opt %s %ompscan_include %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t

// An accumulator that begins at -1 leads to no element before its first count.
// The arrays that it counts for are found on the device all the same, whether
// or not other data lies in front of them.

#include <ompscan/ompscan.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10000, Host = 0x55555555 };

static int count(const int *x, int *memory, int in_front) {
  int *front = memory, *ends = memory + N, *values = memory + 2 * N;
  memset(memory, 0x55, 3 * N * sizeof *memory);
#pragma omp target enter data map(to : front[0 : in_front])
#pragma omp target enter data map(alloc : ends[0 : 2 * N])
  int k = -1;
#pragma omp target parallel for scan(+ : k) map(to : x[0 : N])
  for (int i = 0; i < N; i++) {
    k += i == 0 || x[i] != x[i - 1];
    ends[k] = i;
    values[k] = x[i];
  }
  const int copied =
      ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) != 1;
  if (k != (N - 1) / 3 || (ends[0] == Host) != copied ||
      (values[0] == Host) != copied)
    return 1; // They are on the device.
#pragma omp target exit data map(from : ends[0 : 2 * N])
#pragma omp target exit data map(from : front[0 : in_front])
  for (int j = 0; j < N; j++)
    if (front[j] != Host)
      return 2;
  for (int j = 0; j <= k; j++)
    if (ends[j] != (3 * j + 2 < N ? 3 * j + 2 : N - 1) || values[j] != j)
      return 3;
  return 0;
}

int main(void) {
  int *x = malloc(N * sizeof *x), *memory = malloc(3 * N * sizeof *memory);
  for (int i = 0; i < N; i++)
    x[i] = i / 3;
  const int failed = count(x, memory, 0) + 10 * count(x, memory, N);
  free(x);
  free(memory);
  return failed;
}

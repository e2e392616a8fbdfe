// RUN: %clang %opt %s %ompscan_include %ompscan_flags %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t 2>&1 | %filecheck %s

// The host does a loop whose accumulator begins at -1 on arrays that are on the
// device, one of them with a map: it gets their values, and sends what it has
// stored, from the first element on.

// CHECK: the loop runs on the host: arrays values and overlapping overlap
// CHECK: right

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10000, Host = 0x55555555 };

int main(void) {
  int *x = malloc(N * sizeof *x), *memory = malloc(2 * N * sizeof *memory);
  int *ends = memory, *values = memory + N;
  for (int i = 0; i < N; i++)
    x[i] = i / 3;
  memset(memory, 0x55, 2 * N * sizeof *memory);
  const int *overlapping = values + 1;
  int k = -1;
#pragma omp target enter data map(to : x[0 : N])
#pragma omp target enter data map(to : ends[0 : N])
#pragma omp target enter data map(to : values[0 : N])
  const int copied =
      ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) != 1;
  if (copied)
    memset(memory, 0x66, 2 * N * sizeof *memory);
#pragma omp target parallel for scan(+ : k) map(to : x[0 : N], overlapping[0 : N - 1]) map(from : ends[0 : N])
  for (int i = 0; i < N; i++) {
    k += i == 0 || x[i] != x[i - 1];
    ends[k] = i;
    values[k] = x[i] + (i + 1 < N ? 0 * overlapping[i] : 0);
  }
  for (int j = 0; copied && j < 2 * N; j++)
    if (memory[j] != 0x66666666)
      return printf("the host's own element %d\n", j);
#pragma omp target exit data map(from : ends[0 : N])
#pragma omp target exit data map(from : values[0 : N])
#pragma omp target exit data map(release : x[0 : N])
  for (int j = 0; j < N; j++)
    if (ends[j] != (j > k ? Host : 3 * j + 2 < N ? 3 * j + 2 : N - 1) ||
        values[j] != (j > k ? Host : j))
      return printf("element %d is %d, %d\n", j, ends[j], values[j]);
  puts(k == (N - 1) / 3 ? "right" : "k");
  free(x);
  free(memory);
  return 0;
}

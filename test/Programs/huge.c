// REQUIRES: long
// RUN: %clang -O2 %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t

// More than 2^32 iterations.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const uint64_t n = (UINT64_C(1) << 32) + 1000;
  uint8_t *y = malloc(n);
  if (!y) {
    fprintf(stderr, "no memory for %llu bytes\n", (unsigned long long)n);
    return 2;
  }
  for (uint64_t i = 0; i < n; i++)
    y[i] = (uint8_t)(i * 7 + i / 5);
#pragma omp parallel for scan(+ : y)
  for (uint64_t i = 1; i < n; i++)
    y[i] += y[i - 1];
  uint8_t want = 0;
  for (uint64_t i = 0; i < n; i++) {
    want += (uint8_t)(i * 7 + i / 5);
    if (y[i] != want) {
      printf("y[%llu] is %d, expected %d\n", (unsigned long long)i, y[i], want);
      return 1;
    }
  }
  puts("ok");
  free(y);
}

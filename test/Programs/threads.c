// RUN: %clang %opt -Wall -Werror -pthread %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t

// Many threads start the same scan loops at the same time, also the first one.

#include "Inputs/scan_test.h"
#include <pthread.h>

enum { Threads = 8, Rounds = 20, Count = 3000 };

static void *sum(void *argument) {
  int seed = *(int *)argument;
  int *x = BLOCK(int, Count), *y = BLOCK(int, Count);
  for (int round = 0; round < Rounds; round++) {
    for (int i = 0; i < Count; i++)
      x[i] = (int)scan_test_pick(i * Threads + seed, -9, 9);
    y[0] = seed;
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < Count; i++)
      y[i] = y[i - 1] + x[i];
    int want = seed;
    for (int i = 1; i < Count; i++)
      if (y[i] != (want += x[i]))
        scan_test_fail(__FILE__, __LINE__, __func__, "y", i, y[i], want);
  }
  free(x);
  free(y);
  return NULL;
}

int main(void) {
  pthread_t threads[Threads];
  int seeds[Threads];
  for (int t = 0; t < Threads; t++) {
    seeds[t] = t;
    if (pthread_create(&threads[t], NULL, sum, &seeds[t]) != 0)
      return 2;
  }
  for (int t = 0; t < Threads; t++)
    pthread_join(threads[t], NULL);
  return scan_test_passed();
}

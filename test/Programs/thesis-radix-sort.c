// RUN: %clang %opt -Wall -Werror -DGPU=0 %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t 10007
// RUN: %run_oclgrind %t 145

// Listing 4.4: radix sort.

#include "Inputs/scan_test.h"

static void radix_sort(unsigned int *inputVals, unsigned int *outputVals,
                       int N) {
  unsigned int *predicateTrueScan = BLOCK(unsigned int, N);
  unsigned int *predicateFalseScan = BLOCK(unsigned int, N);
  unsigned int *predicate = BLOCK(unsigned int, N);
  const unsigned int max_bits = 32;
  for (unsigned int bit = 0; bit < max_bits; bit++) {
    unsigned int nsb = 1u << bit;

    for (int i = 0; i < N; i++) {
      int r = ((inputVals[i] & nsb) == 0);
      predicateTrueScan[i] = r;
      predicateFalseScan[i] = predicate[i] = !r;
    }

    #pragma omp target device(GPU) map(tofrom:predicateTrueScan[:N])
    #pragma omp parallel for scan(+:predicateTrueScan)
    for (int i = 1; i < N; i++)
      predicateTrueScan[i] += predicateTrueScan[i-1];

    #pragma omp target device(GPU) map(tofrom:predicateFalseScan[:N])
    #pragma omp parallel for scan(+:predicateFalseScan)
    for (int i = 1; i < N; i++)
      predicateFalseScan[i] += predicateFalseScan[i-1];

    unsigned int numPredicateTrueElements = predicateTrueScan[N - 1];
    for (int i = 0; i < N; i++) {
      unsigned int newLoc;
      if (predicate[i] == 1)
        newLoc = predicateFalseScan[i] + numPredicateTrueElements;
      else
        newLoc = predicateTrueScan[i];
      outputVals[newLoc - 1] = inputVals[i];
    }
    unsigned int *swap = inputVals;
    inputVals = outputVals;
    outputVals = swap;
  }
  free(predicateTrueScan);
  free(predicateFalseScan);
  free(predicate);
}

static int compare(const void *a, const void *b) {
  unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    if (n == 0)
      continue;
    unsigned int *values = BLOCK(unsigned int, n),
                 *sorted = BLOCK(unsigned int, n),
                 *want = BLOCK(unsigned int, n);
    for (size_t k = 0; k < n; k++)
      values[k] = want[k] = (unsigned int)scan_test_hash(k);
    // An even number of passes leaves the result in the first array.
    radix_sort(values, sorted, (int)n);
    qsort(want, n, sizeof *want, compare);
    CHECK_SAME(values, want, n);
    free(values);
    free(sorted);
    free(want);
  }
  return scan_test_passed();
}

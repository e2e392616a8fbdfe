// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_MEMORY_LIMIT=100 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t host

// Scalars that are mapped on the device count there, and not on the host: those
// that a loop reads, reduces into and changes by atomic operations.

#include <ompscan/ompscan.h>
#include <stdio.h>

enum { N = 1000 };

int main(int argc, char **argv) {
  (void)argv;
  const int on_host =
      argc > 1 || ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 1;
  int x[N], scale = 3, hits = 0, untouched;
  long sum = 5;
  for (int i = 0; i < N; i++)
    x[i] = i;
#pragma omp target data map(to : x) map(tofrom : sum, hits) map(to : scale)
  {
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += x[i];
    scale = 7;
#pragma omp target teams distribute parallel for reduction(+ : sum)            \
    map(to : scale)
    for (int i = 0; i < N; i++)
      sum += scale;
#pragma omp target teams distribute parallel for map(tofrom : hits)
    for (int i = 0; i < N; i++)
      if (x[i] % scale == 0) {
#pragma omp atomic update
        hits++;
      }
    untouched = sum == 5 && hits == 0;
  }
  if (untouched == on_host)
    return printf("the host's values have %schanged\n", on_host ? "not " : ""),
           1;
  const long want = 5 + N * (N - 1) / 2 + N * (on_host ? 7 : 3);
  // The last loop has no map of scale, so that it has a copy of the host's.
  const int want_hits = (N + 6) / 7;
  if (sum != want || hits != want_hits)
    return printf("%ld, not %ld; %d, not %d\n", sum, want, hits, want_hits), 1;
  return 0;
}

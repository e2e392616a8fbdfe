// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_native_flags \
// RUN:   %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run_tiny %t

// Under unified_shared_memory, the host can use memory of a device.

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp requires unified_shared_memory

enum { N = 3001 };

#define CHECK(CONDITION)                                                       \
  if (!(CONDITION))                                                            \
  printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION), exit(1)

int main(void) {
  const int device = omp_get_default_device(), host = omp_get_initial_device();
  int *x = omp_target_alloc(N * sizeof *x, device), *y = malloc(N * sizeof *y);
  CHECK(x && omp_target_is_accessible(y, N * sizeof *y, device));
  for (int i = 0; i < N; i++)
    x[i] = y[i] = i % 3;
#pragma omp target is_device_ptr(x, y)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp target teams distribute parallel for is_device_ptr(x)
  for (int i = 0; i < N; i++)
    x[i] += 10;
#pragma omp target is_device_ptr(x)
  {
    x[0] = 99;
    (void)getenv("");
  }
  CHECK(y[N - 1] == N / 3 * 3 && x[0] == 99 && x[4] == 11);
  CHECK(omp_target_memcpy(y, x, 8, 4, 0, host, device) == 0);
  CHECK(y[1] == 99 && y[2] == 11);
  omp_target_free(x, device);
  free(y);
  return 0;
}

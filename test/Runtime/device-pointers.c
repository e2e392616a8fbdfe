// RUN: %clang -O1 -Wall -Werror -Rpass=ompscan %s %ompscan_include %ompscan_flags %ompscan_libs -o %t 2>&1 | %filecheck %s --check-prefix=REMARK
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT not %run %t host 2>&1 | %filecheck %s
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT not %run %t target 2>&1 \
// RUN:   | %filecheck %s --check-prefix=TARGET
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT not %run %t beyond 2>&1 \
// RUN:   | %filecheck %s --check-prefix=BEYOND

// is_device_ptr and has_device_addr: arrays that the program has put on the
// device, at any subscript; whatever else they name ends the program.

// CHECK: the loop uses x as memory of the device ('is_device_ptr', 'has_device_addr'), but it is not memory of
// TARGET: the loop uses x as memory of the device
// BEYOND: only a part of elements 0 to 100 of x is on
// REMARK-COUNT-4: remark: {{offloaded this loop|parallelized a scan}}

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100, D = OMPSCAN_DEFAULT_DEVICE };

static void scan(int *y, const int *x, const int *index, int n) {
#pragma omp target is_device_ptr(x, y, index)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[index[i]];
}

static int last(const int *x, int n) {
  int s = 0;
#pragma omp target parallel for scan(+ : s) is_device_ptr(x) map(tofrom : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

static void twice(int *x, const int *index, int n) {
#pragma omp target teams distribute parallel for is_device_ptr(x, index)
  for (int i = 0; i < n; i++)
    x[index[i]] *= 2;
}

static int mapped(int (*at)[N]) {
  int s = 0, (*x) = *at;
#pragma omp target map(tofrom : s) has_device_addr(x[0 : N])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < N; i++)
    s += x[i];
  return s;
}

int main(int argc, char **argv) {
  int numbers[N], order[N], got[N];
  for (int i = 0; i < N; i++) {
    numbers[i] = i * i % 17;
    order[i] = N - 1 - i;
  }
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp(how, "host") == 0)
    return last(numbers, N);
  if (strcmp(how, "target") == 0)
    return twice(numbers, order, N), 0;
  int *x = ompscan_device_alloc(D, sizeof numbers),
      *y = ompscan_device_alloc(D, sizeof numbers),
      *index = ompscan_device_alloc(D, sizeof numbers);
  if (!x || !y || !index || ompscan_copy(D, x, numbers, sizeof numbers) ||
      ompscan_copy(D, index, order, sizeof order) ||
      ompscan_copy(D, y, &argc, sizeof argc))
    return 2;
  if (strcmp(how, "beyond") == 0)
    return last(x, N + 1);
  twice(x, index, N);
  scan(y, x, index, N);
  if (ompscan_copy(D, got, y, sizeof got))
    return 3;
  int s = argc, all = 0;
  for (int i = 0; i < N; i++) {
    s += i ? 2 * numbers[order[i]] : 0;
    all += numbers[i];
    if (got[i] != s)
      return printf("y[%d] is %d, expected %d\n", i, got[i], s), 4;
  }
  if (last(x, N) != 2 * all)
    return 5;
  if (ompscan_map(D, numbers, sizeof numbers, OMPSCAN_TO) ||
      mapped(&numbers) != all ||
      ompscan_unmap(D, numbers, sizeof numbers, OMPSCAN_RELEASE))
    return 6;
  return ompscan_device_free(D, x) || ompscan_device_free(D, y) ||
         ompscan_device_free(D, index);
}

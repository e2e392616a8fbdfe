// Scan loops in a precompiled header, and in a file that uses one.

// RUN: %clang -O1 -x c-header %S/Inputs/scan_in_header.h %ompscan_flags -o %t.pch
// RUN: %clang -O1 -include-pch %t.pch %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t

#include <stdio.h>

int main(void) {
  int x[50], y[50] = {1}, z[50] = {1};
  for (int i = 0; i < 50; i++)
    x[i] = i;
  sum_in_header(y, x, 50);
#pragma omp parallel for scan(+ : z)
  for (int i = 1; i < 50; i++)
    z[i] = z[i - 1] + x[i];
  int want = 1;
  for (int i = 0; i < 50; i++) {
    want += x[i];
    if (y[i] != want || z[i] != want) {
      printf("y[%d] is %d, z[%d] is %d, expected %d\n", i, y[i], i, z[i], want);
      return 1;
    }
  }
  puts("ok");
}

// Scan loops and a declared operator in a precompiled header, and in a file that
// uses one. A file that uses nothing of the header compiles as well.

// RUN: %clang %opt -x c-header %S/Inputs/scan_in_header.h %ompscan_flags -o %t.pch
// RUN: %clang %opt -include-pch %t.pch %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %clang %opt -DUNUSED -include-pch %t.pch -c %s %ompscan_flags -o %t.unused.o
// RUN: %clang %opt -DUNUSED -include %S/Inputs/scan_in_header.h -emit-ast %s %ompscan_flags -o %t.ast
// RUN: %clang %opt -c %t.ast %ompscan_flags -o %t.ast.o

#ifdef UNUSED
int unused(void) { return 0; }
#else
#include <stdio.h>

int main(void) {
  int x[50], y[50] = {1}, z[50] = {1}, most[50];
  for (int i = 0; i < 50; i++)
    x[i] = most[i] = i;
  sum_in_header(y, x, 50);
#pragma omp parallel for scan(+ : z)
  for (int i = 1; i < 50; i++)
    z[i] = z[i - 1] + x[i];
#pragma omp parallel for scan(larger : most)
  for (int i = 1; i < 50; i++)
    most[i] = larger(most[i - 1], x[i] % 40);
  int want = 1;
  for (int i = 0; i < 50; i++) {
    want += x[i];
    if (y[i] != want || z[i] != want || most[i] != (i < 40 ? i : 39)) {
      printf("y[%d] is %d, z[%d] is %d, expected %d; most[%d] is %d\n", i, y[i], i,
             z[i], want, i, most[i]);
      return 1;
    }
  }
  puts("ok");
}
#endif

// REQUIRES: spirv
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/claims_spirv.c -ldl -o %t.so
// RUN: %clang %opt %s %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,spirv %ompscan_libs -o %t
// RUN: %clang %opt %s %ompscan_flags %ompscan_libs -o %t-text
// DEFINE: %{claims} = env LD_PRELOAD=%t.so OMPSCAN_INFO=1 OMPSCAN_CACHE=off

// A device that takes SPIR-V gets it. If it refuses the program, it builds the
// text instead.
// RUN: %{claims} %run %t 2>&1 | %filecheck %s
// CHECK: SPIR-V: yes, version 10000, whole words: 1
// CHECK-NEXT: ompscan: info: {{.*}} rejects SPIR-V, and builds a loop from OpenCL C: {{.*}}CL_INVALID_BINARY
// CHECK: sum of 1000: 1000
// CHECK: sum of 100000: 100000

// No device gets a shape of tiles that is not its own, and none gets SPIR-V
// that is not there.
// RUN: %{claims} OMPSCAN_ALGORITHM=three-kernel %run %t 2>&1 | %filecheck %s --check-prefix=TEXT --implicit-check-not=SPIR-V
// RUN: %{claims} %run_tiny %t 2>&1 | %filecheck %s --check-prefix=TEXT --implicit-check-not=SPIR-V
// RUN: %{claims} %run %t-text 2>&1 | %filecheck %s --check-prefix=TEXT --implicit-check-not=SPIR-V
// TEXT: sum of 1000: 1000
// TEXT: sum of 100000: 100000

// Other devices do not take it.
// RUN: env OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s --check-prefix=TEXT --implicit-check-not=SPIR-V

#include <stdio.h>

static int x[100000], y[100000];

int main(void) {
  for (int n = 1000; n <= 100000; n *= 100) {
    for (int i = 0; i < n; i++) {
      x[i] = 1;
      y[i] = -1;
    }
    y[0] = x[0];
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
    for (int i = 0; i < n; i++)
      if (y[i] != i + 1)
        return printf("y[%d] = %d\n", i, y[i]);
    printf("sum of %d: %d\n", n, y[n - 1]);
  }
  return 0;
}

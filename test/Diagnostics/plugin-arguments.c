// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-print-loop -fsyntax-only %s 2>&1 | %filecheck %s
// CHECK: error: unknown argument 'print-loop' of the ompscan plugin; use one of emit-kernels=DIR, kernels=opencl,ptx,spirv, libclc=FILE, native=v3,v4, no-associativity, no-compression, no-fusion, no-inscan, no-native, no-ptx, no-target-loops, offload-arch=sm_90, print-loops and ptxas=FILE [OS071]

// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-native=v3,v5 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=VERSION
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-native= -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=VERSION
// VERSION: error: unknown argument 'native={{.*}}' of the ompscan plugin; use one of {{.*}} native=v3,v4, {{.*}} [OS071]

// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%s/nowhere -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=DIR
// DIR: plugin-arguments.c:[[#@LINE+3]]:26: error: cannot write kernel '{{.*}}nowhere{{.*}}': Not a directory [OS061]

void loop(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

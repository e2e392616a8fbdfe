// libcuda is found without an ICD file.
// UNSUPPORTED: cuda

// A device that the machine lacks, named by a clause or by the environment: one
// line says so, and the loop runs on all of the host's cores. If offloading is
// mandatory, the program ends.

// RUN: %clang %opt %s %ompscan_native_flags %ompscan_libs -o %t
// DEFINE: %{info} = env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_INFO=1 OMP_NUM_THREADS=3
// DEFINE: %{check} = %filecheck %s --implicit-check-not=warning: --implicit-check-not="on the host:" --check-prefix=CHECK
// RUN: %{info} OMPSCAN_DEVICE= %t 2>&1 | %{check} --check-prefix=CLAUSE
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=MANDATORY not %t 2>&1 | %filecheck %s --check-prefix=FATAL -DCAUSE="device(99)"
// RUN: %{info} OMPSCAN_DEVICE=opencl:1 %t 2>&1 | %{check} --check-prefix=NAME
// RUN: env OMPSCAN_DEVICE=opencl:1 OMP_TARGET_OFFLOAD=MANDATORY not %t 2>&1 | %filecheck %s --check-prefix=FATAL -DCAUSE=OMPSCAN_DEVICE=opencl:1

// No driver is registered, and the name fits the host or does not.
// RUN: %{info} OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=gpu %t 2>&1 | %{check} --check-prefix=DRIVER
// RUN: %{info} OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=gpu:all %t 2>&1 | %{check} --check-prefix=DRIVER
// RUN: %{info} OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=opencl %t 2>&1 | %{check} --check-prefix=DRIVER
// RUN: %{info} OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=cuda %t 2>&1 | %{check} --check-prefix=DRIVER
// RUN: %{info} OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=cpu %t 2>&1 | %{check}
// RUN: %{info} OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=all %t 2>&1 | %{check}

// CLAUSE: ompscan: warning: {{.*}} (main): the loop runs on the host's cores: device(99) names no device of this machine, which has 0: {{.*$}}
// NAME: ompscan: warning: {{.*}} (main): the loop runs on the host's cores: OMPSCAN_DEVICE=opencl:1 names no device of this machine, which has 0: {{.*$}}
// DRIVER: ompscan: warning: {{.*}} (main): the loop runs on the host's cores: OMPSCAN_DEVICE={{gpu|gpu:all|opencl|cuda}} names no device of this machine: {{.*}}no OpenCL platform found{{.*$}}
// CHECK-COUNT-2: ompscan: info: {{.*}} (main): 99999 iterations on host, 3 threads
// CHECK: ok
// FATAL: error: {{.*}} (main): cannot offload: [[CAUSE]]
// FATAL-NOT: ok

#include <stdio.h>

enum { n = 100000 };
static int y[n];

int main(void) {
  y[0] = 2;
  for (int run = 0; run < 2; run++) {
    for (int i = 1; i < n; i++)
      y[i] = -1;
#pragma omp target device(99) map(tofrom : y)
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + 1;
  }
  for (int i = 0; i < n; i++)
    if (y[i] != i + 2) {
      printf("y[%d] is %d\n", i, y[i]);
      return 1;
    }
  puts("ok");
}

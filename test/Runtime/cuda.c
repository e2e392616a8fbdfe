// REQUIRES: ptx
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx %opt %s %ompscan_include %ompscan_libs -o %t
// RUN: %clang %ompscan_native_flags %opt %s %ompscan_include %ompscan_libs -o %t-without

// Loops run on a GPU through CUDA, here through a driver without a GPU.
// RUN: env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s
// CHECK: ompscan: info: {{.*}} (fill): 1 iterations on Fake GPU (GPU), parallel loop, 1 groups of 256,
// CHECK: fills ok

// Its kernels are launched.
// RUN: rm -f %t.log && env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_LOG=%t.log %run %t && %filecheck %s --check-prefix=CALLS < %t.log
// CALLS: cuDevicePrimaryCtxRetain
// CALLS: cuModuleLoadDataEx
// CALLS: cuModuleGetFunction
// CALLS: cuLaunchKernel

// Without another device CUDA's is the default.
// RUN: env LD_LIBRARY_PATH=%fake_cuda OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=gpu %run %t | %filecheck %s --check-prefix=GPU
// GPU: device 0 of 1: Fake GPU

// Programs without PTX do not look for CUDA.
// RUN: env LD_LIBRARY_PATH=%fake_cuda OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DEFAULT %run %t-without | %filecheck %s --check-prefix=HOST
// HOST: device 0 of {{.*}}: host,

// If CUDA is named, a program without PTX says how to get it.
// RUN: env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda OMP_TARGET_OFFLOAD=DEFAULT %run %t-without 2>&1 | %filecheck %s --check-prefix=WITHOUT
// WITHOUT: warning: {{.*}} (fill): the loop runs on the host's cores: it has no PTX, and the device is used through CUDA; compile it with -fplugin-arg-ompscan-kernels=opencl,ptx, which warns of loops that cannot have PTX
// WITHOUT: fills ok
// RUN: not env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda %run %t-without 2>&1 | %filecheck %s --check-prefix=MANDATORY
// MANDATORY: error: {{.*}} (fill): cannot offload: it has no PTX, and the device is used through CUDA; compile it with -fplugin-arg-ompscan-kernels=opencl,ptx, which warns of loops that cannot have PTX

// What keeps CUDA from being used is said.
// RUN: env LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_CAPABILITY=61 OMPSCAN_DEVICE=cuda OMP_TARGET_OFFLOAD=DEFAULT %run %t 2>&1 | %filecheck %s --check-prefix=OLD
// OLD: warning: {{.*}}: the loop runs on the host: {{.*}}Fake GPU has compute capability 6.1, and kernels in PTX need 7.0
// OLD: fills ok
// RUN: env LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_INIT=100 CUDA_VISIBLE_DEVICES= OMPSCAN_DEVICE=cuda OMP_TARGET_OFFLOAD=DEFAULT %run %t 2>&1 | %filecheck %s --check-prefix=HIDDEN
// HIDDEN: warning: {{.*}}: the loop runs on the host: {{.*}}CUDA has no device (CUDA_VISIBLE_DEVICES is "")
// HIDDEN: fills ok
// RUN: env LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_LOAD=222 OMPSCAN_DEVICE=cuda OMP_TARGET_OFFLOAD=DEFAULT %run %t 2>&1 | %filecheck %s --check-prefix=PTX
// PTX: warning: {{.*}} (fill): the loop runs on the host: the CUDA driver of Fake GPU rejects the kernels of the loop (the driver is too old for the PTX of the object code; update it: cuModuleLoadDataEx answers CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222))
// PTX: fills ok

// Each call of the driver fails in turn, as a failed kernel, and for want of
// memory, where it helps to give back what is kept.
// RUN: env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda OMP_TARGET_OFFLOAD=DEFAULT %run %python %S/../Support/fail_each_cuda_call.py "fills ok" 719 %t | %filecheck %s --check-prefix=FAIL
// RUN: env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda OMP_TARGET_OFFLOAD=DEFAULT %run %python %S/../Support/fail_each_cuda_call.py "fills ok" 2 %t | %filecheck %s --check-prefix=MEMORY
// MEMORY: {{[1-9][0-9]+}} calls have failed
// FAIL-NOT: no message
// FAIL: {{[1-9][0-9]+}} calls have failed

#include <ompscan/ompscan.h>
#include <stdio.h>

static void fill(int *y, const int *x, int n) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
}

static int isRight(const int *y, const int *x, int n) {
  for (int i = 0; i < n; i++)
    if (y[i] != x[i] + 1)
      return 0;
  return 1;
}

int main(void) {
  static int x[1000], y[1000];
  int good = 1;
  for (int n = 1; n <= 1000; n = 3 * n + 1) {
    for (int i = 0; i < 1000; i++)
      x[i] = 7 * i, y[i] = -1;
    fill(y, x, n);
    good &= isRight(y, x, n);
  }
  char name[64] = "";
  ompscan_get_device_name(0, name, sizeof name);
  printf("device 0 of %d: %s\n", ompscan_get_num_devices(), name);
  puts(good ? "fills ok" : "fills wrong");
  return !good;
}

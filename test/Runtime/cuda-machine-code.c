// REQUIRES: ptx
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx,sm_75,sm_80,sm_90 -fplugin-arg-ompscan-ptxas=%S/../Support/ptxas.sh %opt %s %ompscan_include %ompscan_libs -o %t

// A GPU takes the machine code for it, or for an older one of the same major
// capability. If there is none, or if the driver refuses it, the driver compiles
// the PTX.
// RUN: rm -f %t.log && env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_CAPABILITY=89 FAKE_CUDA_LOG=%t.log %run %t | %filecheck %s && %filecheck %s --check-prefix=MACHINE --implicit-check-not=" PTX" < %t.log
// RUN: rm -f %t.log && env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_CAPABILITY=70 FAKE_CUDA_LOG=%t.log %run %t | %filecheck %s && %filecheck %s --check-prefix=PTX --implicit-check-not="machine code" < %t.log
// RUN: rm -f %t.log && env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_CAPABILITY=89 FAKE_CUDA_MACHINE_CODE=209 FAKE_CUDA_LOG=%t.log %run %t | %filecheck %s && %filecheck %s --check-prefixes=MACHINE,PTX < %t.log

// From compute capability 9.0 on kernels may begin before those in front of them
// have ended, in PTX and in machine code.
// RUN: rm -f %t.log && env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_CAPABILITY=90 FAKE_CUDA_LOG=%t.log %run %t | %filecheck %s && %filecheck %s --check-prefix=DEPENDENT --implicit-check-not=cuLaunchKernel < %t.log
// RUN: rm -f %t.log && env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_CAPABILITY=90 FAKE_CUDA_MACHINE_CODE=209 FAKE_CUDA_LOG=%t.log %run %t | %filecheck %s && %filecheck %s --check-prefix=DEPENDENT --implicit-check-not=cuLaunchKernel < %t.log
// DEPENDENT: cuLaunchKernelEx
// RUN: rm -f %t.log && env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_CAPABILITY=89 FAKE_CUDA_LOG=%t.log %run %t | %filecheck %s && %filecheck %s --check-prefix=INDEPENDENT --implicit-check-not=cuLaunchKernelEx < %t.log
// INDEPENDENT: cuLaunchKernel{{$}}

// CHECK: right
// MACHINE: cuModuleLoadDataEx: machine code -arch=sm_80
// PTX: cuModuleLoadDataEx: PTX

#include <stdio.h>

int main(void) {
  int y[5] = {0}, x[5] = {1, 2, 3, 4, 5};
#pragma omp target parallel for map(to : x) map(tofrom : y)
  for (int i = 0; i < 5; i++)
    y[i] = x[i] + 1;
  puts(y[4] == 6 ? "right" : "wrong");
}

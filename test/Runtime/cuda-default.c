// REQUIRES: ptx
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/pocl_as_nvidia.c -ldl -o %t.so
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/cpu_as_gpu.c -ldl -o %t-gpu.so
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx %opt -c %s -o %t-ptx.o
// RUN: %clang %ompscan_native_flags -fplugin-arg-ompscan-kernels=opencl -DWITHOUT %opt -c %s -o %t-without.o
// RUN: %clang -fopenmp %opt -DNONE -c %s -o %t-none.o
// RUN: %clang -fopenmp %t-ptx.o %t-without.o %ompscan_libs -o %t
// RUN: %clang -fopenmp %t-ptx.o %t-none.o %ompscan_libs -o %t-all
// DEFINE: %{both} = env LD_PRELOAD=%t.so:%t-gpu.so LD_LIBRARY_PATH=%fake_cuda OMPSCAN_INFO=1 OMP_TARGET_OFFLOAD=DEFAULT

// A GPU that CUDA and OpenCL reach is used through CUDA by a program with PTX.
// As long as all loops have PTX, OpenCL is not looked for.
// RUN: %{both} OMPSCAN_DEVICE= %run %t-all 2>&1 | %filecheck %s --check-prefix=ALL --implicit-check-not="OpenCL is looked for"
// RUN: %{both} OMPSCAN_DEVICE=gpu %run %t-all 2>&1 | %filecheck %s --check-prefix=ALL --implicit-check-not="OpenCL is looked for"
// ALL: (fill): 1000 iterations on Fake GPU (GPU)
// ALL: (fill): 1000 iterations on Fake GPU (GPU)
// ALL: right: 1 1

// A loop without PTX runs on the same GPU through OpenCL.
// RUN: %{both} OMPSCAN_DEVICE= %run %t 2>&1 | %filecheck %s
// RUN: %{both} OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=MANDATORY %run %t 2>&1 | %filecheck %s
// CHECK: (fill): 1000 iterations on Fake GPU (GPU)
// CHECK: OpenCL is looked for
// CHECK: (without): 1000 iterations on {{(basic|cpu|pthread).*}} (GPU)
// CHECK: (fill): 1000 iterations on Fake GPU (GPU)
// CHECK: right: 1 1

// If CUDA is named, it runs on the host.
// RUN: %{both} OMPSCAN_DEVICE=cuda %run %t 2>&1 | %filecheck %s --check-prefix=NAMED
// NAMED: (fill): 1000 iterations on Fake GPU (GPU)
// NAMED: (without): the loop runs on the host's cores: it has no PTX
// NAMED: right: 1 1

// OpenCL can be chosen.
// RUN: %{both} OMPSCAN_DEVICE=opencl %run %t 2>&1 | %filecheck %s --check-prefix=OPENCL --implicit-check-not="Fake GPU"
// OPENCL: (fill): 1000 iterations on {{.*}} (GPU)
// OPENCL: (without): 1000 iterations on {{.*}} (GPU)
// OPENCL: right: 1 1

void without(int *y, const int *x, int n);

#if defined(WITHOUT)
void without(int *y, const int *x, int n) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 2;
}
#elif defined(NONE)
void without(int *y, const int *x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 2;
}
#else
#include <stdio.h>

enum { n = 1000 };
static int x[n], y[n];

static void fill(void) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
}

static int isRight(int add) {
  for (int i = 0; i < n; i++)
    if (y[i] != 7 * i + add)
      return 0;
  return 1;
}

int main(void) {
  for (int i = 0; i < n; i++)
    x[i] = 7 * i, y[i] = -1;
  fill();
  int right = isRight(1);
  without(y, x, n);
  const int other = isRight(2);
  fill();
  right &= isRight(1);
  printf("right: %d %d\n", right, other);
  return !right || !other;
}
#endif

// REQUIRES: ptx
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx %opt %s %ompscan_include %ompscan_libs -o %t
// DEFINE: %{cuda} = env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_CAPABILITY=89 FAKE_CUDA_LOG=%t.log OMPSCAN_ALGORITHM

// The kernels of a loop go to the driver one by one the first time, then as a
// graph, which is made once and gets the arguments of each time.
// RUN: rm -f %t.log && %{cuda}=reduce-then-scan %run %t && %filecheck %s --check-prefix=CALLS --implicit-check-not=cuLaunchKernel --implicit-check-not=cuGraph < %t.log
// CALLS: cuLaunchKernel
// CALLS-NEXT: cuLaunchKernel
// CALLS-NEXT: cuLaunchKernel
// CALLS: cuGraphCreate
// CALLS-NEXT: cuGraphAddKernelNode
// CALLS-NEXT: cuGraphAddKernelNode
// CALLS-NEXT: cuGraphAddKernelNode
// CALLS-NEXT: cuGraphInstantiateWithFlags
// CALLS-NEXT: cuGraphLaunch
// CALLS: cuGraphExecKernelNodeSetParams
// CALLS-NEXT: cuGraphExecKernelNodeSetParams
// CALLS-NEXT: cuGraphExecKernelNodeSetParams
// CALLS-NEXT: cuGraphLaunch

// A single kernel is launched as it is.
// RUN: rm -f %t.log && %{cuda}=single-pass %run %t && %filecheck %s --check-prefix=SINGLE --implicit-check-not=cuGraph < %t.log
// SINGLE-COUNT-3: cuLaunchKernel

// Where the driver makes no graph, or does not change one, kernels are launched
// one by one.
// RUN: rm -f %t.log && %{cuda}=reduce-then-scan FAKE_CUDA_REFUSE=cuGraphInstantiateWithFlags FAKE_CUDA_CODE=2 %run %t && %filecheck %s --check-prefix=NONE --implicit-check-not=cuGraphLaunch < %t.log
// NONE: cuGraphInstantiateWithFlags
// NONE-COUNT-6: cuLaunchKernel
// RUN: rm -f %t.log && %{cuda}=reduce-then-scan FAKE_CUDA_REFUSE=cuGraphExecKernelNodeSetParams FAKE_CUDA_CODE=2 %run %t && %filecheck %s --check-prefix=FIXED < %t.log
// FIXED: cuGraphLaunch
// FIXED: cuGraphExecKernelNodeSetParams
// FIXED-NEXT: cuLaunchKernel
// FIXED-NEXT: cuLaunchKernel
// FIXED-NEXT: cuLaunchKernel

// A graph that fails is an error.
// RUN: not %{cuda}=reduce-then-scan FAKE_CUDA_REFUSE=cuGraphLaunch %run %t 2>&1 | %filecheck %s --check-prefix=ERROR
// ERROR: error: {{.*}}: a kernel has failed: cuGraphLaunch answers CUDA_ERROR_LAUNCH_FAILED (719)

#include <stdio.h>

int main(void) {
  enum { N = 1 << 18 };
  static int x[N], y[N];
#pragma omp target data map(to : x) map(tofrom : y)
  for (int round = 0; round < 3; round++) {
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i - 1];
  }
  puts("done");
}

// REQUIRES: ptx
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx,sm_75,sm_90 -fplugin-arg-ompscan-no-compression -fplugin-arg-ompscan-ptxas=%S/../Support/ptxas.sh -S -emit-llvm %s -o - | %filecheck %s
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx,sm_12 -fplugin-arg-ompscan-ptxas=%S/../Support/ptxas.sh -S -emit-llvm %s -o %t.ll 2>&1 | %filecheck %s --check-prefix=REFUSED --implicit-check-not=error:
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx,sm_90 -fplugin-arg-ompscan-ptxas=%t.none -S -emit-llvm %s -o %t.ll 2>&1 | %filecheck %s --check-prefix=NONE --implicit-check-not=error:
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,sm_90 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=FORMS
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx,sm_90a -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=FORMS

// Behind each version in PTX is the machine code that ptxas made of it: format,
// whether it is the last one, compute capability. PTX for newer devices is not
// assembled for older ones. One error stands for all loops.

// CHECK: @__ompscan_kernels = {{.*}}.target sm_80
// CHECK: @__ompscan_kernels{{.*}} = {{.*}}machine code -arch=sm_90
// CHECK: @__ompscan_kernel_versions = {{.*}} i32 1, i32 0, i32 80, {{.*}} i32 3, i32 0, i32 90, {{.*}} i32 1, i32 0, i32 70, {{.*}} i32 3, i32 0, i32 75, {{.*}} i32 3, i32 0, i32 90, {{.*}} i32 3, i32 1, i32 90,
// REFUSED: error: cannot generate machine code for the loop at {{.*}}machine-code.c:[[@LINE+7]]:{{[0-9]+}} (sum): '{{.*}}ptxas.sh -arch=sm_12' fails: ptxas fatal   : Value 'sm_12' is not defined for option 'gpu-name'; remove this 'sm_...', or use a CUDA toolkit that supports it [OS168]
// NONE: error: cannot generate machine code for the loop at {{.*}} (sum): '{{.*}}.none -arch=sm_90' fails: {{.+}}; remove this {{.*}} [OS168]
// FORMS: error: 'kernels={{.*}}' is not a list of kernel formats; write 'kernels=opencl', 'kernels=opencl,ptx,spirv' or 'kernels=opencl,ptx,sm_90' [OS160]

void sum(long *y, const long *x, int n) {
  // The second loop has the same error.
  for (int pass = 0; pass < 2; pass++) {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i - 1];
#pragma omp parallel for scan(max : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] > x[i] ? y[i - 1] : x[i];
  }
}

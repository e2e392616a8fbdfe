// REQUIRES: ptx, !ptxas
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx,sm_90 -fsyntax-only %s 2>&1 | %filecheck %s --implicit-check-not=error:
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx -fsyntax-only %s
// RUN: %ompscan_clang --offload-arch=sm_90 -Rpass-missed=ompscan -S -emit-llvm %s -o - 2>&1 | %filecheck %s --check-prefixes=REMARK,PTX
// RUN: %ompscan_clang --offload-arch=sm_90 -Werror -S -emit-llvm %s -o - 2>&1 | %filecheck %s --check-prefix=PTX --implicit-check-not=remark:

// Machine code needs an assembler, PTX does not.
// CHECK: error: cannot find 'ptxas' of the CUDA toolkit, which makes machine code for CUDA devices, in PATH, CUDA_PATH, CUDA_HOME or /usr/local/cuda; name it by -fplugin-arg-ompscan-ptxas=FILE, or remove 'sm_...', and the driver compiles the PTX at the first run [OS167]

// With --offload-arch it is a remark, and the loop has PTX only.
// REMARK: remark: '--offload-arch' adds no machine code, since there is no 'ptxas' of the CUDA toolkit; the driver compiles the PTX at the first run [OS192]
// PTX: @__ompscan_kernel_versions = {{.*}} i32 4, i32 1, i32 70,

void sum(long *y, const long *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

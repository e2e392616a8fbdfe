// REQUIRES: ptx, !ptxas
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx,sm_90 -fsyntax-only %s 2>&1 | %filecheck %s --implicit-check-not=error:
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx -fsyntax-only %s

// Machine code needs an assembler, PTX does not.
// CHECK: error: cannot find 'ptxas' of the CUDA toolkit, which makes machine code for CUDA devices, in PATH, CUDA_PATH, CUDA_HOME or /usr/local/cuda; name it by -fplugin-arg-ompscan-ptxas=FILE, or remove 'sm_...', and the driver compiles the PTX at the first run [OS167]

void sum(long *y, const long *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

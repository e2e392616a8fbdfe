// REQUIRES: !spirv
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx,spirv -fsyntax-only %s 2>&1 | %filecheck %s
// CHECK: error: 'kernels=opencl,ptx,spirv' asks for SPIR-V, and this Clang has no back end for it; leave out 'spirv', or compile with Clang 22 [OS163]
int none;

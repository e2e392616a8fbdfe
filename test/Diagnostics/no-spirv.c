// REQUIRES: !spirv
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,spirv -fsyntax-only %s 2>&1 | %filecheck %s
// CHECK: error: 'kernels=opencl,spirv' asks for SPIR-V, which this Clang cannot generate; remove 'spirv', or compile with Clang 21 or newer [OS163]
int none;

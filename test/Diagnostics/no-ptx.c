// REQUIRES: !ptx
// RUN: not %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx -fsyntax-only %s 2>&1 | %filecheck %s
// CHECK: error: 'kernels=opencl,ptx' asks for PTX, which this Clang cannot generate; remove 'ptx', or compile with Clang 17 or newer [OS163]
int none;

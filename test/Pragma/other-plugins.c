// REQUIRES: primary
// RUN: %clangxx -std=c++17 -fno-rtti -shared -fPIC -I%llvm_include %S/Inputs/style_plugin.cpp -o %t.so
// RUN: %clang %opt -fplugin=%t.so %s %ompscan_native_flags -c -o %t.o 2> %t.log
// RUN: %clang %opt %s %ompscan_native_flags -fplugin=%t.so -c -o %t.o 2>> %t.log
// RUN: %filecheck %s < %t.log

// Another plugin sees the user's file, and no kernel.

// CHECK-NOT: kernel
// CHECK: style of {{.*}}other-plugins.c
// CHECK-NEXT: style of {{.*}}other-plugins.c
// CHECK-NOT: {{.}}

enum { n = 1000 };
int y[n], x[n];

void sums(void) {
#pragma omp target map(x, y)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

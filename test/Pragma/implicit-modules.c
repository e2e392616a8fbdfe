// RUN: rm -rf %t && mkdir -p %t/cache
// RUN: echo 'module F { header "f.h" export * }' > %t/module.modulemap
// RUN: echo 'static inline int f(int a) { return a + 1; }' > %t/f.h
// RUN: %clang -fsyntax-only -fmodules -fmodules-cache-path=%t/cache -I%t %s %ompscan_flags
// RUN: %clang -fsyntax-only -fmodules -fmodules-cache-path=%t/cache -I%t %s -fopenmp
// RUN: %clang -fsyntax-only -fmodules -fmodules-cache-path=%t/cache -I%t %s %ompscan_flags
// RUN: not %clang -fsyntax-only -fmodules -fmodules-cache-path=%t/cache -I%t -DWRONG %s %ompscan_flags 2>&1 | %filecheck %s
// CHECK: error: extra tokens at the end of '#pragma omp parallel for' are ignored

// Modules of a module map, which compilations with the plugin and without it
// share.

#include "f.h"
#ifdef WRONG
void wrong(int *y, int n) {
#pragma omp parallel for scam(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += 1;
}
#endif
void use(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + f(x[i]);
}

// RUN: %clang -fsyntax-only -fopenmp %s 2>&1 | %filecheck %s
// RUN: %clang -fsyntax-only -fopenmp -Werror -DGUARDED %s

// __OMPSCAN__ keeps the clause from a compiler without the plugin.

void loop(int *y, const int *x, int n) {
#if defined(__OMPSCAN__) || !defined(GUARDED)
  // CHECK: warning: extra tokens at the end of '#pragma omp parallel for' are ignored
#pragma omp parallel for scan(+ : y)
#endif
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

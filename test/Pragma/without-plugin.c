// RUN: %clang -fsyntax-only -fopenmp %s 2>&1 | %filecheck %s
// RUN: %clang -fsyntax-only -fopenmp -Werror -DGUARDED %s
// RUN: not %clang -fsyntax-only -fopenmp -DHEADER %ompscan_include %s 2>&1 \
// RUN:   | %filecheck %s --check-prefix=HEADER
// RUN: %clang -fsyntax-only -DHEADER -DGUARDED %ompscan_include %s
// RUN: %clang -fsyntax-only -fopenmp -DHEADER -DGUARDED \
// RUN:   -DOMPSCAN_WITHOUT_PLUGIN %ompscan_include %s
// RUN: %clang -fsyntax-only %ompscan_flags -DHEADER %ompscan_include %s

// Two things keep the clause from a compiler without the plugin: __OMPSCAN__,
// and the header of the runtime.

#ifdef HEADER
// HEADER: error: "OpenMP without the OmpScan plugin makes loops with scan clauses race
#include <ompscan/ompscan.h>
#endif

void loop(int *y, const int *x, int n) {
#if defined(__OMPSCAN__) || !defined(GUARDED)
  // CHECK: warning: extra tokens at the end of '#pragma omp parallel for' are ignored
#pragma omp parallel for scan(+ : y)
#endif
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

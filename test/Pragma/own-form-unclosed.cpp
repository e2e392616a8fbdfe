// RUN: not %clangxx -fsyntax-only %s %ompscan_flags 2>&1 | %filecheck %s

// A clause of OpenMP's own form that has no end, or no colon, behind one that is
// complete: Clang reports it.

template <typename T> void unclosed(T *y, const T *x, int n) {
  int s = 0;
#pragma omp target parallel for reduction(inscan, + : s) reduction(inscan, + : y[0
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  // CHECK: [[@LINE-6]]:{{[0-9]+}}: error: expected ']'
}

template <typename T> void without_colon(T *y, const T *x, int n) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s) reduction(inscan, y)
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  // CHECK: [[@LINE-6]]:{{[0-9]+}}: error:
}

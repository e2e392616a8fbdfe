// RUN: %clangxx -DT=1 -DN=2 -Delement=3 -Ditem=4 -Dall=5 -Dtype=6 -Wall -Werror \
// RUN:   -fsyntax-only %s %ompscan_flags

// What the plugin declares for containers uses names that no macro of a user
// has.

void sum(long *y, const long *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = T; i < n; i++)
    y[i] = y[i - T] + x[i - T];
}

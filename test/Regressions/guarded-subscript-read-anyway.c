// RUN: %cc1_verify %s
// expected-no-diagnostics

// A guarded subscript is no riddle where the same element is read without the
// guard.

void loop(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] < 0 ? -x[i] : x[i]);
}

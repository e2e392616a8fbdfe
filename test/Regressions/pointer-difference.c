// RUN: %cc1_verify %s
// expected-no-diagnostics

// *(y + i - 1) is y[i - 1].

void loop(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    *(y + i) = *(y + i - 1) + *(x + i);
}

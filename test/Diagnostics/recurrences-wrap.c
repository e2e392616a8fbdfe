// RUN: %verify -fwrapv %s

// Sums that wrap around have no bounds that a partial result could keep.

void loop(int *y, const int *x, int n) {
  int v = 0;
#pragma omp parallel for scan(maxplus : v)
  for (int i = 0; i < n; i++) {
    v = v + x[i] > 0 ? v + x[i] : 0; // expected-error {{'v' of type 'int' cannot be scanned by 'maxplus', which needs sums that do not wrap around; use a signed or narrow integer type, and no '-fwrapv' [OS145]}}
    y[i] = v;
  }
}

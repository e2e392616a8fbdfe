// RUN: %cc1_verify %s
// expected-no-diagnostics

// A cast to the item's type is the answer to a conversion that does not commute
// with the operator, also in C++.

void sum(int *y, const float *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (int)x[i];

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + int(x[i]);

#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + static_cast<int>(x[i]);
}

void parity(bool *y, const long *x, int n) {
#pragma omp parallel for scan(^ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] ^ (bool)x[i];
}

void largest(short *y, const unsigned *x, int n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    y[i] = (short)x[i] > y[i - 1] ? (short)x[i] : y[i - 1];
}

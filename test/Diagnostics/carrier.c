// RUN: %cc1_verify %s

// Directives that cannot carry the clause.

void loops(int *y, const int *x, int n) {
#pragma omp for scan(+ : y) // expected-error {{'scan' clause cannot stand on '#pragma omp for'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp simd scan(+ : y) // expected-error {{'scan' clause cannot stand on '#pragma omp simd'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp for simd scan(+ : y) // expected-error {{'scan' clause cannot stand on '#pragma omp for simd'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel scan(+ : y) // expected-error {{'scan' clause cannot stand on '#pragma omp parallel'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp target scan(+ : y) // expected-error {{'scan' clause cannot stand on '#pragma omp target'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp task scan(+ : y) // expected-error {{'scan' clause cannot stand on '#pragma omp task'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp taskloop scan(+ : y) // expected-error {{'scan' clause cannot stand on '#pragma omp taskloop'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp teams distribute scan(+ : y) // expected-error {{'scan' clause cannot stand on '#pragma omp teams distribute'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

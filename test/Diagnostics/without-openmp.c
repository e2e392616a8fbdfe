// RUN: %clang -fsyntax-only -fplugin=%plugin -Xclang -verify %s

// With the plugin but without OpenMP, a scan clause would be dropped silently.

void loop(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y) // expected-error {{'scan' clause requires OpenMP; compile with '-fopenmp' [OS001]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for
  for (int i = 1; i < n; i++)
    y[i] = x[i];
}

// RUN: %cc1_verify %s

// One error is enough: an input that Clang has refused is not judged again.

void loop(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]++; // expected-error {{read-only variable is not assignable}}

#pragma omp parallel for scan(+ : y)
  for (int i = 1; x[i] != 0; i++) // expected-error {{the loop condition expression depends on the current loop control variable}}
    y[i] = y[i - 1] + x[i];
}

// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-print-loops 2>&1 | %filecheck %s

// The forms of a recurrence as the plugin understands them.

void exclusive(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

void inclusive(double *y, const double *x, int n) {
#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] * y[i - 1];
}

void in_place(int *y, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
}

void shifted(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 0; i < n; i++)
    y[i + 1] = y[i] + x[i];
}

void subtraction(int *y, const int *x, int n) {
#pragma omp parallel for scan(- : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - x[i];
}

void largest(int *y, const int *x, int n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    if (x[i] > y[i - 1])
      y[i] = x[i];
    else
      y[i] = y[i - 1];
}

// RUN: %cc1_verify %s
// expected-no-diagnostics

// Local variables and parameters of methods are items like those of functions.

struct Sums {
  int n;

  void local(int *y, const int *x) {
    int *sums = y;
#pragma omp parallel for scan(+ : sums)
    for (int i = 1; i < n; i++)
      sums[i] = sums[i - 1] + x[i];
  }

  void parameter(int *sums, const int *x) {
#pragma omp parallel for scan(+ : sums)
    for (int i = 1; i < n; i++)
      sums[i] = sums[i - 1] + x[i];
  }
};

// RUN: %cc1_verify %s
// expected-no-diagnostics

// What is no scan clause is left to Clang: the scan directive of OpenMP 5, a
// variable or function called scan, and strings.

int scan(int a) { return a; }

int standard(int *y, const int *x, int n) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return s;
}

int names(const int *x, int n) {
  int total = 0;
#pragma omp parallel for num_threads(scan(2)) reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += scan(x[i]);
  int scan = 3;
#pragma omp parallel for firstprivate(scan) reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += scan;
  return total;
}

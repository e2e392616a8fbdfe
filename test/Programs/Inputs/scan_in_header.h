static inline void sum_in_header(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static inline int larger(int a, int b) {
  int result = a < b ? b : a;
  return result;
}
#pragma omp declare scan(larger : int : omp_out = larger(omp_out, omp_in))
static inline void sum_in_header(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

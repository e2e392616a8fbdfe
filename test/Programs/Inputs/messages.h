// A loop of which the plugin gives a warning and a remark.
inline void prefix(int *y, const int *x, int n) {
#pragma omp target map(to : x[0 : n], y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

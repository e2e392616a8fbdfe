long compaction(float *y, const float *x, long n) {
  long k = 0;
#pragma omp parallel for scan(+ : k)
  for (long i = 0; i < n; i++)
    if (x[i] > 0)
      y[k++] = x[i];
  return k;
}

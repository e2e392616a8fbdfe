module totals;
#ifdef __OMPSCAN__
import sums;
#endif

void Total::addApart(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : value)
  for (int i = 0; i < n; i++) {
    value += x[i];
    y[i] = value;
  }
}

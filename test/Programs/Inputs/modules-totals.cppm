// No global module fragment, and an import behind the declaration.
export module totals;
import sums;

export struct Total {
  int value = 0;
  void add(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : value)
    for (int i = 0; i < n; i++) {
      value += x[i];
      y[i] = value;
    }
  }
  void addApart(int *y, const int *x, int n);
};

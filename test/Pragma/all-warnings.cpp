// RUN: %clangxx -std=c++20 -fsyntax-only -Weverything -Wno-c++98-compat -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -Werror %s %ompscan_flags
// RUN: %clang -x c -std=c17 -fsyntax-only -Weverything -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -Werror %s %ompscan_flags

// Nobody is warned of declarations and names that the plugin makes.

#ifdef __cplusplus
#include <vector>
void container(std::vector<int> &y, const std::vector<int> &x);
void container(std::vector<int> &y, const std::vector<int> &x) {
#pragma omp parallel for scan(+ : y)
  for (std::vector<int>::size_type i = 1; i < y.size(); i++)
    y[i] = y[i - 1] + x[i];
}
#endif

typedef struct {
  int total;
} Sum;
void member(Sum *s, int *y, int n);
void member(Sum *s, int *y, int n) {
#pragma omp parallel for scan(+ : s->total)
  for (int i = 0; i < n; i++) {
    s->total += y[i];
    y[i] = s->total;
  }
}

void data(int *y, const int *x, int n);
void data(int *y, const int *x, int n) {
#pragma omp target data map(to : x[0 : n]) if (n > 3)
  {
#pragma omp target parallel for map(from : y[0 : n]) nowait
    for (int i = 0; i < n; i++)
      y[i] = x[i];
#pragma omp taskwait
#pragma omp target map(tofrom : y[0 : n])
    y[0] = x[1];
#pragma omp target update from(y[0 : n])
  }
}

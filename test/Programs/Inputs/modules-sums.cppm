module;
#include <vector>
export module sums;

export template <typename T>
void sum(std::vector<T> &y, const std::vector<T> &x) {
#pragma omp parallel for scan(+ : y)
  for (decltype(y.size()) i = 1; i < y.size(); i++)
    y[i] = y[i - 1] + x[i];
}

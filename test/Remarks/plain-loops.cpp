// RUN: %clangxx -std=c++20 -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan -Xclang -verify
// RUN: cp %s %t.fixed.cpp && %clangxx -std=c++20 -fsyntax-only %t.fixed.cpp %ompscan_flags -Rpass-analysis=ompscan -Xclang -fixit && %clangxx -std=c++20 -c %t.fixed.cpp %ompscan_flags -Rpass=ompscan -o %t.o 2>&1 | %filecheck %s

// CHECK-COUNT-6: remark: parallelized a scan

// Loops of C++ without a directive that are scans, and such that are none.

#include <array>
#include <span>
#include <vector>

void sizes(std::vector<int> &y, const std::vector<int> &x, std::span<int> z) {
  for (size_t i = 1; i < y.size(); i++) // expected-remark {{this loop is a scan; add '#pragma omp parallel for scan(+ : y)' to parallelize it [OS082]}}
    y[i] += y[i - 1];
  int s = 0;
  for (int i = 0; i < (int)x.size(); i++) { // expected-remark {{add '#pragma omp parallel for scan(+ : s)' to parallelize it [OS082]}}
    s += x[i];
    y[i] = s;
  }
  for (int i = 1; i < (int)z.size(); i++) // expected-remark {{add '#pragma omp parallel for scan(max : z)' to parallelize it [OS082]}}
    z[i] = z[i] > z[i - 1] ? z[i] : z[i - 1];
}

int ranges(std::vector<int> &y, const std::vector<int> &x) {
  int k = 0;
  for (int v : x) // expected-remark {{add '#pragma omp parallel for scan(+ : k)' to parallelize it [OS082]}}
    if (v > 3)
      y[k++] = v;
  int sum = 0;
  for (int v : x) // a reduction
    sum += v;
  for (int &v : y) // no value is carried
    v = 2 * v;
  return k + sum;
}

struct Table {
  int *d;
  std::vector<float> f;
  int n;

  void sums() {
    for (int i = 1; i < n; i++) // expected-remark {{add '#pragma omp parallel for scan(+ : d)' to parallelize it [OS082]}}
      d[i] += d[i - 1];
    for (size_t i = 1; i < f.size(); i++) // expected-remark {{add '#pragma omp parallel for scan(* : f)' to parallelize it [OS082]}}
      f[i] *= this->f[i - 1];
  }
};

int next();
void others(std::vector<int> &y, int n) {
  for (int i = 1; i < next(); i++) // may call anything
    y[i] += y[i - 1];
  for (size_t i = 1; i < y.size(); i++) { // grows
    y[i] += y[i - 1];
    if (y[i] > 5)
      y.push_back(n);
  }
}

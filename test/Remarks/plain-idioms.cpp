// RUN: %clangxx -std=c++20 -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan -Xclang -verify
// RUN: cp %s %t.fixed.cpp && %clangxx -std=c++20 -fsyntax-only %t.fixed.cpp %ompscan_flags -Rpass-analysis=ompscan -Xclang -fixit && %clangxx -std=c++20 -c %t.fixed.cpp %ompscan_flags -Rpass=ompscan -o %t.o 2>&1 | %filecheck %s

// CHECK-COUNT-7: remark: parallelized a scan

// Scans without a directive that are found in their plain form: over pointers
// and iterators, with calls, names, rows and complex numbers.

#include <complex>
#include <functional>
#include <vector>
static int clip(int v, int low, int high) {
  return v < low ? low : v > high ? high : v;
}
void idioms(std::vector<long> &v, std::vector<std::vector<int>> &rows, int r,
            const int *x, std::complex<float> *z, int *out, int n) {
  long s = 0;
  for (auto it = v.begin(); it != v.end(); ++it) { // expected-remark {{add '#pragma omp parallel for scan(+ : s)' to parallelize it [OS082]}}
    s += *it;
    *it = s;
  }
  const int *p = x;
  int *o = out;
  int t = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{add '#pragma omp parallel for scan(+ : t)' to parallelize it [OS082]}}
    t += *p++;
    *o++ = t;
  }
  for (const int *q = x; q < x + n; q++) { // expected-remark {{add '#pragma omp parallel for scan(+ : t)' to parallelize it [OS082]}}
    t += *q;
    out[q - x] = t;
  }
  std::complex<float> w = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{add '#pragma omp parallel for scan(+ : w)' to parallelize it [OS082]}}
    w += z[i];
    z[i] = w;
  }
  for (size_t j = 1; j < rows[r].size(); j++) // expected-remark {{add '#pragma omp parallel for scan(+ : rows)' to parallelize it [OS082]}}
    rows[r][j] += rows[r][j - 1];
  int c = 0;
  const auto twice = [=](int a) { return 2 * a; };
  for (int i = 0; i < n; i++) { // expected-remark {{add '#pragma omp parallel for scan(maxplus : c)' to parallelize it [OS082]}}
    c = clip(c + twice(x[i]), 0, 255);
    out[i] = c;
  }
  for (int i = 1; i < n; i++) { // expected-remark {{add '#pragma omp parallel for scan(+ : out)' to parallelize it [OS082]}}
    const int before = out[i - 1];
    out[i] = before + x[i];
  }
}

int *end();
void others(std::vector<int> &v, int *y, const int *x, int n,
            std::function<int()> bound) {
  int at = 0;
  for (int i = 0; i < bound(); i++) { // may call anything
    at += x[i];
    y[i] = at;
  }
  for (int i = 0; i < v[0]; i++) { // may change its end
    at += x[i];
    v[i] = at;
  }
  for (auto it = v.begin(); it != v.end(); ++it) // no value is carried
    *it *= 2;
  int s = 0;
  for (int *p = y; p < end(); p++) { // may end anywhere
    s += *p;
    *p = s;
  }
  const int *last = y + n;
  for (int *p = y; p != last; p++) { // moves its end
    s += *p;
    *p = s;
    last = y + s;
  }
  for (int i = 0; i < n;) { // moves on in its body
    s += x[i];
    y[i++] = s;
  }
  for (int *p = y; p != y + n; p += 2) // may pass its end
    s = *p += s;
  for (int i = 0; i < n; i++) { // ends early
    if (x[i] == 0)
      return;
    s += x[i];
    y[i] = s;
  }
}

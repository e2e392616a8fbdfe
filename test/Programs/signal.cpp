// RUN: %clangxx -std=c++20 %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run_tiny %t

// What one asks of a series of samples, as members of a class.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <valarray>
#include <vector>
struct Segment {
  int first, last;
};
class Signal {
  std::valarray<int> samples;
  std::vector<int> peak;
  int n;

public:
  explicit Signal(int n) : samples(n), peak(n), n(n) {
    for (int i = 0; i < n; i++)
      samples[i] = std::rand() % 200 - 100;
  }
  int crossings(std::vector<int> &at) const {
    int k = 0;
#pragma omp parallel for scan(+ : k)
    for (int i = 1; i < n; i++)
      if ((samples[i - 1] < 0) != (samples[i] < 0))
        at[k++] = i;
    return k;
  }
  void envelope() {
    peak[0] = std::abs(samples[0]);
#pragma omp parallel for scan(max : peak)
    for (int i = 1; i < n; i++)
      peak[i] =
          std::max(peak[i - 1], samples[i] < 0 ? -samples[i] : samples[i]);
  }
  int variation(std::vector<int> &sum) const {
    int total = 0, before = samples[0];
#pragma omp parallel for scan(+ : total)
    for (int i = 0; i < n; i++) {
      const int d = samples[i] - before;
      total += d < 0 ? -d : d;
      sum[i] = total;
      before = samples[i];
    }
    return total;
  }
  int segments(std::vector<Segment> &out, int limit) const {
    int k = 0;
#pragma omp parallel for scan(+ : k)
    for (int i = 0; i < n; i++) {
      const bool loud = samples[i] > limit,
                 next = i + 1 < n && samples[i + 1] > limit;
      if (loud && !next) {
        out[k] = Segment{i, i};
        ++k;
      }
    }
    return k;
  }
  bool check() {
    std::vector<int> at(n), sum(n);
    std::vector<Segment> seg(n);
    int k = 0, j = 0;
    k = crossings(at);
    for (int i = 1; i < n; i++)
      if ((samples[i - 1] < 0) != (samples[i] < 0))
        if (at[j++] != i)
          return false;
    if (j != k)
      return false;
    envelope();
    int m = 0;
    for (int i = 0; i < n; i++) {
      m = std::max(m, std::abs(samples[i]));
      if (peak[i] != m)
        return false;
    }
    int t = variation(sum), s = 0;
    for (int i = 0; i < n; i++) {
      if (i)
        s += std::abs(samples[i] - samples[i - 1]);
      if (sum[i] != s)
        return false;
    }
    if (s != t)
      return false;
    k = segments(seg, 50);
    j = 0;
    for (int i = 0; i < n; i++)
      if (samples[i] > 50 && !(i + 1 < n && samples[i + 1] > 50))
        if (seg[j++].first != i)
          return false;
    return j == k;
  }
};
int main() {
  for (int n : {1, 2, 13, 777, 20000})
    if (!Signal(n).check()) {
      std::printf("BAD %d\n", n);
      return 1;
    }
  std::puts("ok");
}

// RUN: %clangxx -std=c++20 %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run_tiny %t

// Offsets of rows, partitions and running maxima in generic code.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>
template <class Index> struct Csr {
  std::vector<Index> rows, cols;
  std::vector<double> values;
  Index n;
  explicit Csr(const std::vector<Index> &counts)
      : rows(counts.size() + 1), n(counts.size()) {
    rows[0] = 0;
#pragma omp parallel for scan(+ : rows)
    for (Index i = 0; i < n; i++)
      rows[i + 1] = rows[i] + counts[i];
  }
  Index nonEmpty(std::span<Index> list) const {
    Index k = 0;
    auto row = rows.data();
#pragma omp parallel for scan(+ : k)
    for (Index i = 0; i < n; ++i)
      if (row[i + 1] != row[i])
        list[k++] = i;
    return k;
  }
};
struct Particle {
  float x, v;
  int cell;
};
template <class T, std::size_t N> T prefix(std::array<T, N> &a) {
  T s{};
#pragma omp parallel for scan(+ : s)
  for (std::size_t i = 0; i < N; i++) {
    T old = a[i];
    a[i] = s;
    s += old;
  }
  return s;
}
std::size_t partition(const std::vector<Particle> &in,
                      std::vector<Particle> &fast, std::vector<Particle> &slow,
                      float limit) {
  std::size_t f = 0, s = 0;
#pragma omp parallel for scan(+ : f, s)
  for (std::size_t i = 0; i < in.size(); i++)
    if (in[i].v > limit)
      fast[f++] = in[i];
    else
      slow[s++] = in[i];
  return f;
}
template <class C> auto runningMax(const C &in, C &out) {
  auto best = in[0];
  const auto n = in.size();
#pragma omp parallel for scan(max : best)
  for (std::size_t i = 0; i < n; i++) {
    best = std::max(best, in[i]);
    out[i] = best;
  }
  return best;
}
int main() {
  std::vector<int> counts(5003), list(5003), want;
  for (auto &c : counts)
    c = std::max(0, std::rand() % 7 - 3);
  Csr<int> m(counts);
  int s = 0;
  for (int i = 0; i < m.n; i++) {
    if (m.rows[i] != s) {
      puts("BAD rows");
      return 1;
    }
    s += counts[i];
    if (counts[i])
      want.push_back(i);
  }
  list.resize(m.nonEmpty(list));
  if (list != want) {
    puts("BAD list");
    return 1;
  }
  std::array<long, 777> a;
  std::vector<long> w(777);
  for (auto &v : a)
    v = std::rand() % 100;
  std::exclusive_scan(a.begin(), a.end(), w.begin(), 0L);
  long total = std::accumulate(a.begin(), a.end(), 0L);
  if (prefix(a) != total || !std::equal(a.begin(), a.end(), w.begin())) {
    puts("BAD prefix");
    return 1;
  }
  std::vector<Particle> p(3001), f(3001), sl(3001);
  for (auto &q : p)
    q = {float(std::rand() % 100), float(std::rand() % 100), std::rand() % 8};
  auto k = partition(p, f, sl, 60);
  std::size_t i1 = 0, i2 = 0;
  for (auto &q : p) {
    auto &g = q.v > 60 ? f[i1++] : sl[i2++];
    if (g.x != q.x || g.cell != q.cell) {
      puts("BAD partition");
      return 1;
    }
  }
  if (i1 != k) {
    puts("BAD k");
    return 1;
  }
  std::vector<float> in(4001), out(4001);
  for (auto &v : in)
    v = std::rand() % 1000;
  float b = runningMax(in, out), m2 = in[0];
  for (std::size_t i = 0; i < in.size(); i++) {
    m2 = std::max(m2, in[i]);
    if (out[i] != m2) {
      puts("BAD max");
      return 1;
    }
  }
  if (b != m2) {
    puts("BAD b");
    return 1;
  }
  auto shift = [&](auto &y, int from) {
#pragma omp parallel for scan(+ : y)
    for (int i = from; i < (int)y.size(); i++)
      y[i] += y[i - 1];
  };
  out = in;
  shift(in, 1);
  float r = out[0];
  for (std::size_t i = 1; i < out.size(); i++) {
    r += out[i];
    if (in[i] != r) {
      std::printf("BAD shift %zu\n", i);
      return 1;
    }
  }
  puts("ok");
}

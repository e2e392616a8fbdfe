// RUN: %clangxx -std=c++17 -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan -Xclang -verify

// Scans by hand in two passes, with what C++ has for them.

#include <algorithm>
#include <numeric>
#include <vector>

extern "C" int omp_get_thread_num(), omp_get_num_threads();

// Instances share the region.
template <typename T>
void sums(std::vector<T> &y, const std::vector<T> &x, std::vector<T> &totals) {
#pragma omp parallel // expected-remark {{this region scans 'y' with operator '+' by hand, in two passes; '#pragma omp parallel for scan(+ : sum)' on 'for (size_t i = 0; i < x.size(); ++i) { sum += x[i]; y[i] = sum; }' does the same [OS204]}}
  {
    const int thread = omp_get_thread_num();
#pragma omp single
    totals.resize(omp_get_num_threads() + 1, 0);
    T sum = 0;
#pragma omp for schedule(static)
    for (size_t i = 0; i < x.size(); ++i) { // expected-note {{with this loop}}
      sum += x[i];
      y[i] = sum;
    }
    totals[thread + 1] = sum;
#pragma omp barrier
#pragma omp single
    std::partial_sum(totals.begin(), totals.end(), totals.begin());
#pragma omp for schedule(static)
    for (size_t i = 0; i < x.size(); ++i)
      y[i] += totals[thread];
  }
}
template void sums(std::vector<int> &, const std::vector<int> &,
                   std::vector<int> &);
template void sums(std::vector<double> &, const std::vector<double> &,
                   std::vector<double> &);

// Bits of all elements before, from totals that the first thread scans.
void bits(std::vector<unsigned> &y, const unsigned *x, int n,
          std::vector<unsigned> &totals) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '|' by hand}}
  {
    const int thread = omp_get_thread_num();
    unsigned seen = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      y[i] = seen;
      seen |= x[i];
    }
    totals[thread] = seen;
#pragma omp barrier
#pragma omp masked
    for (int t = 1; t < omp_get_num_threads(); t++)
      totals[t] |= totals[t - 1];
#pragma omp barrier
    const unsigned before = thread == 0 ? 0 : totals[thread - 1];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] |= before;
  }
}

void exclusive(long *y, const long *x, int n, std::vector<long> &totals) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    const int thread = omp_get_thread_num();
    long sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      sum += x[i];
    totals[thread] = sum;
#pragma omp barrier
#pragma omp single
    std::exclusive_scan(totals.begin(), totals.end(), totals.begin(), 0L);
    sum = totals[thread];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) // expected-note {{with this loop}}
      y[i] = sum += x[i];
  }
}

void accumulates(std::vector<int> &y, std::vector<int> &totals) {
  const int n = y.size();
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    const int thread = omp_get_thread_num();
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += y[i];
      y[i] = sum;
    }
    totals[thread] = sum;
#pragma omp barrier
    const int before =
        std::accumulate(totals.begin(), totals.begin() + thread, 0);
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += before;
  }
}

// With the own total.
void accumulates_more(std::vector<int> &y, std::vector<int> &totals) {
  const int n = y.size();
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      sum += y[i];
      y[i] = sum;
    }
    totals[thread] = sum;
#pragma omp barrier
    const int before =
        std::accumulate(totals.begin(), totals.begin() + thread + 1, 0);
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += before;
  }
}

// The totals begin with a 0.
void accumulates_behind(std::vector<int> &y, std::vector<int> &totals) {
  const int n = y.size();
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    const int thread = omp_get_thread_num();
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += y[i];
      y[i] = sum;
    }
    totals[thread + 1] = sum;
#pragma omp barrier
    const int before =
        std::accumulate(totals.begin(), totals.begin() + thread + 1, 0);
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += before;
  }
}

struct Table {
  std::vector<float> values, tops;

  void raise() {
    const int n = values.size();
#pragma omp parallel // expected-remark {{scans 'values' with operator 'max' by hand}}
    {
      float top = -1;
#pragma omp for schedule(static)
      for (int i = 0; i < n; ++i) { // expected-note {{with this loop}}
        top = std::max(top, values[i]);
        values[i] = top;
      }
      tops[omp_get_thread_num()] = top;
#pragma omp barrier
      float before = -1;
      for (int t = 0; t < omp_get_thread_num(); t++)
        before = std::max(before, tops[t]);
#pragma omp for schedule(static)
      for (int i = 0; i < n; ++i)
        values[i] = std::max(values[i], before);
    }
  }
};

// The blocks' sums go to another table, which has the sum of all at its end.
void blocks(const std::vector<int> &degrees, std::vector<long> &begins) {
  const size_t size = 1 << 20, count = (degrees.size() + size - 1) / size;
  std::vector<long> totals(count);
#pragma omp parallel for // expected-remark {{'#pragma omp parallel for scan(+ : at)' on 'for (...) { begins[i] = at; at += degrees[i]; }'}}
  for (size_t block = 0; block < count; block++) {
    long sum = 0;
    const size_t end = std::min((block + 1) * size, degrees.size());
    for (size_t i = block * size; i < end; i++)
      sum += degrees[i];
    totals[block] = sum;
  }
  std::vector<long> before(count + 1);
  long all = 0;
  for (size_t block = 0; block < count; block++) {
    before[block] = all;
    all += totals[block];
  }
  before[count] = all;
#pragma omp parallel for
  for (size_t block = 0; block < count; block++) {
    long at = before[block];
    const size_t end = std::min((block + 1) * size, degrees.size());
    for (size_t i = block * size; i < end; i++) { // expected-note {{with this loop over all elements}}
      begins[i] = at;
      at += degrees[i];
    }
  }
  begins[degrees.size()] = before[count];
}

// Running sums of each row, and the totals of the rows.
void rows(std::vector<int> &y, std::vector<int> &totals, int n, int m) {
#pragma omp parallel for
  for (int r = 0; r < m; r++) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += y[r * n + i];
      y[r * n + i] = sum;
    }
    totals[r] = sum;
  }
  for (int r = 1; r < m; r++) // expected-remark {{this loop is a scan}}
    totals[r] += totals[r - 1];
}

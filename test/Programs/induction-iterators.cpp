// RUN: %clangxx -std=c++17 %opt -Wall -Wextra -Wconversion -Wsign-conversion -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t 5000
// RUN: %run_tiny %t 5000
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long env OMP_TARGET_OFFLOAD=DISABLED %run %t 1100
// RUN: %clangxx -std=c++20 %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run_tiny %t 1100

// Iterators as induction variables, range-based loops, and at().

#include "Inputs/int_sums.h"
#include <array>
#include <iterator>
#include <stdexcept>
#include <vector>

static void iterators(int *y, const int *x, int n) {
  std::vector<int> v(x, x + n);
  std::vector<int> sums(v.size());
  int s = n ? y[0] - x[0] : 0;
#pragma omp parallel for scan(+ : s)
  for (auto it = v.begin(); it != v.end(); ++it) {
    s += *it;
    sums[std::size_t(it - v.begin())] = s;
  }
  std::copy(sums.begin(), sums.end(), y);
}

static void inPlace(int *y, const int *x, int n) {
  std::vector<int> v(x, x + n);
  if (n)
    v[0] = y[0];
#pragma omp parallel for scan(+ : v)
  for (std::vector<int>::iterator it = v.begin() + 1; it < v.end(); it++)
    *it += it[-1];
  std::copy(v.begin(), v.end(), y);
}

static void constIterators(int *y, const int *x, int n) {
  const std::vector<int> v(x, x + n);
  int s = n ? y[0] : 0;
#pragma omp parallel for scan(+ : s)
  for (auto it = std::cbegin(v); it < std::cend(v); it += 1) {
    y[it - v.begin()] = s;
    s += it + 1 != v.end() ? *(it + 1) : 0;
  }
}

static void movedIterators(int *y, const int *x, int n) {
  std::vector<int> v(x, x + n);
  std::vector<int> sums(v.size());
  if (n)
    v[0] = sums[0] = y[0];
#pragma omp parallel for scan(+ : v)
  for (auto it = std::next(v.begin()); it < std::next(v.begin(), n); ++it) {
    *it += *std::prev(it);
    sums[std::size_t(std::distance(v.begin(), it))] = *it;
  }
  if (n)
    y[0] = sums[0];
  int s = n ? y[0] : 0;
  const int *next = x + 1;
#pragma omp parallel for scan(+ : s)
  for (int i = 1; i < n; i++) {
    s += *next;
    std::advance(next, 1);
    *std::next(y, i) = s;
  }
  if (sums != v)
    scan_test_fail(__FILE__, __LINE__, "movedIterators", "sums", 0, 1, 0);
}

template <class Range> static void ofRange(int *y, const Range &v) {
  int s = 0;
  std::size_t k = 0;
  const int first = y[0] - v[0];
#pragma omp parallel for scan(+ : s, k)
  for (const auto &x : v) {
    s += x;
    y[k++] = s + first;
  }
}

// Iterations that end early.
static void continues(const std::vector<int> &v) {
  std::vector<int> kept(v.size(), -1), want(v.size(), -1);
  std::size_t k = 0, l = 0;
#pragma omp parallel for scan(+ : k)
  for (const int e : v) {
    if (e < 0)
      continue;
    kept[k++] = e;
  }
  for (const int e : v)
    if (e >= 0)
      want[l++] = e;
  CHECK_SAME(&k, &l, 1);
  CHECK_SAME(kept.data(), want.data(), v.size());
  long long s = 1, sum = 1;
#pragma omp parallel for scan(+ : s)
  for (int &e : kept) {
    const bool isOdd = e & 1;
    if (isOdd)
      continue;
    s += e;
    e = int(s);
  }
  for (int &e : want)
    if (!(e & 1))
      e = int(sum += e);
  CHECK_SAME(&s, &sum, 1);
  CHECK_SAME(kept.data(), want.data(), v.size());
}

static void ranges(int *y, const int *x, int n) {
  if (n)
    ofRange(y, std::vector<int>(x, x + n));
  continues(std::vector<int>(x, x + n));
}

static void rangeInPlace(int *y, const int *x, int n) {
  std::vector<int> v(x, x + n);
  if (n)
    v[0] = y[0];
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int &element : v) {
    s += element;
    element = s;
  }
  std::copy(v.begin(), v.end(), y);
}

static void at(int *y, const int *x, int n) {
  const std::vector<int> v(x, x + n);
  std::vector<int> out(v.size());
  int s = n ? y[0] - x[0] : 0;
#pragma omp parallel for scan(+ : s)
  for (std::size_t i = 0; i < v.size(); i++) {
    s += v.at(i);
    out.at(i) = s;
  }
  std::copy(out.begin(), out.end(), y);
}

struct Item {
  int weight;
  long long sum;
  int twice() const { return 2 * weight; }
};

static void others() {
  int a[40], want = 0;
  std::array<Item, 50> items;
  for (int i = 0; i < 50; i++)
    items[std::size_t(i)] = {i * i % 13, 0};
  for (int i = 0; i < 40; i++)
    a[i] = i;
  int s = 0, k = 0, out[40];
#pragma omp parallel for scan(+ : s, k)
  for (int x : a) {
    s += x;
    out[k] = s;
    k++;
  }
  for (int i = 0; i < 40; i++) {
    want += i;
    CHECK_SAME(&out[i], &want, 1);
  }
  long long sum = 0, sumWant = 0;
#pragma omp parallel for scan(+ : sum)
  for (auto it = items.begin(); it != items.end(); ++it) {
    sum += it->twice() + it->weight;
    it->sum = sum;
  }
  for (const Item &item : items) {
    sumWant += 3 * item.weight;
    CHECK_SAME(&item.sum, &sumWant, 1);
  }
}

// What at() does when the subscript is too large is left to the host.
static int tooFar(const std::vector<int> &v, int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    s += v.at(std::size_t(i));
  return s;
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  checkSum("iterators", iterators);
  checkSum("inPlace", inPlace);
  checkSum("ranges", ranges);
  checkSum("rangeInPlace", rangeInPlace);
  checkSum("at", at);
  checkSum("constIterators", constIterators);
  checkSum("movedIterators", movedIterators);
  others();
  std::vector<int> v(5, 2);
  if (tooFar(v, 5) != 10)
    return 1;
  v.reserve(100);
  v.clear();
  if (tooFar(v, 0) != 0)
    return 1;
  try {
    tooFar(v, 1);
    return 1;
  } catch (const std::out_of_range &) {
  }
  return scan_test_passed();
}

// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %clangxx %opt -std=c++11 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run_tiny %t

// Iterators that are parameters and variables: what a loop runs through, the
// arrays that it reads, and where it stores.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <algorithm>
#include <array>
#include <iterator>
#include <string>

struct Item {
  int weight;
  long sum;
};

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
namespace sequential {
#define SCAN(...)
#include __FILE__
} // namespace sequential
int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#else

// As std::inclusive_scan is written.
template <class It, class Out>
static Out inclusive(It first, It last, Out out) {
  long s = 5;
  SCAN(scan(+ : s))
  for (auto it = first; it != last; ++it) {
    s += *it;
    *out++ = s;
  }
  return out;
}
static void parameters(int n, const int *x, const double *, long *y, double *) {
  const std::vector<int> v(x, x + n);
  std::vector<long> sums(v.size() + 1, -1);
  const auto end = inclusive(v.begin(), v.end(), sums.begin());
  y[n] = end - sums.begin();
  std::copy(sums.begin(), sums.begin() + n, y);
  // Pointers, and both.
  const long *last = inclusive(x, x + n, sums.begin()) - sums.begin() + y;
  y[n] += last - y;
  for (int i = 0; i < n; i++)
    y[i] += sums[std::size_t(i)];
  inclusive(v.cbegin(), v.cend(), y + 0);
  for (int i = 0; i < n; i++)
    y[i] += 3 * sums[std::size_t(i)];
}

// A part of a container, of the iterators' own types.
static void part(std::vector<int>::const_iterator first,
                 std::vector<int>::const_iterator last,
                 std::vector<double>::iterator out, long *y, double *z) {
  int s = 0, k = 0;
  SCAN(scan(+ : s))
  for (std::vector<int>::const_iterator p = first; p < last; p += 1) {
    y[k++] = s;
    s += *p + (p != first ? p[-1] : 0) - (p + 3 == first + 5);
    out[p - first] = s * 0.5;
  }
  for (int i = 0; i < last - first; i++)
    z[i] = out[i];
}
static void parts(int n, const int *x, const double *, long *y, double *z) {
  const std::vector<int> v(x, x + n);
  std::vector<double> out(v.size());
  if (n > 4)
    part(v.begin() + 2, v.end() - 1, out.begin() + 1, y, z);
}

// In place, and the item is where an iterator leads to.
template <class It> static void accumulate(It first, It last) {
  if (first == last)
    return;
  SCAN(scan(+ : first))
  for (It it = first + 1; it != last; ++it)
    *it += it[-1];
}
static void inPlace(int n, const int *x, const double *, long *y, double *) {
  std::vector<long> v(x, x + n);
  accumulate(v.begin(), v.end());
  std::copy(v.begin(), v.end(), y);
}

// Elements at iterators that stay, beside a loop over numbers; members.
static void others(std::vector<Item>::iterator items,
                   std::string::const_iterator text, int n, long *y) {
  int s = 0, bytes = 0;
  SCAN(scan(+ : s, bytes))
  for (int i = 0; i < n; i++) {
    s += items[i].weight + *(text + i) - *text;
    bytes += text[n - 1 - i] == 'a';
    (*(items + i)).sum = s;
    y[i] = bytes;
  }
}
static void stay(int n, const int *x, const double *, long *y, double *z) {
  std::vector<Item> items(n + 1);
  std::string text;
  for (int i = 0; i <= n; i++) {
    items[std::size_t(i)].weight = i < n ? x[i] : 0;
    text += char('a' + (x[i] & 3));
  }
  others(items.begin(), text.begin(), n, y);
  for (int i = 0; i < n; i++)
    z[i] = double(items[std::size_t(i)].sum);
}

// Iterators that advance with the loop, by any amounts.
template <class In, class Out>
static void strides(In a, In b, Out out, int n, long *y) {
  long s = 0;
  const Out begin = out;
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += *a++ - b[1];
    ++b;
    b += 1;
    *(out + 1) = s;
    *out = -s;
    out += 2;
  }
  y[n] = out - begin;
}
static void advancing(int n, const int *x, const double *, long *y, double *) {
  const std::vector<int> v(x, x + n), w(2 * n + 2, 3);
  std::vector<long> out(2 * n + 2, -1);
  std::vector<int> u(w);
  for (int i = 0; i < 2 * n; i++)
    u[i] = i * 7 % 13;
  strides(v.begin(), u.cbegin(), out.begin(), n, y);
  for (int i = 0; i < n; i++)
    y[i] = out[2 * i] * 3 + out[2 * i + 1];
}

// From the begin of a container to an iterator, and of a record's members.
static void mixed(int n, const int *x, const double *, long *y, double *z) {
  std::vector<Item> items(n + 1);
  for (int i = 0; i < n; i++)
    items[std::size_t(i)].weight = x[i];
  const auto end = items.begin() + n;
  auto to = items.begin();
  long s = 3;
  SCAN(scan(+ : s))
  for (auto it = items.begin(); it != end; ++it) {
    s += it->weight;
    to->sum = s;
    ++to;
  }
  y[n] = to - items.begin();
  for (int i = 0; i < n; i++)
    z[i] = double(items[std::size_t(i)].sum);
}

// As std::copy_if is written: the iterator is the item.
template <class It, class Out> static Out keep(It first, It last, Out out) {
  SCAN(scan(+ : out))
  for (It it = first; it != last; ++it)
    if (*it > 0)
      *out++ = *it * 2;
  return out;
}
static void kept(int n, const int *x, const double *, long *y, double *z) {
  const std::vector<int> v(x, x + n);
  std::vector<long> out(2 * n + 2, -1);
  y[n] = keep(v.begin(), v.end(), out.begin()) - out.begin();
  std::copy(out.begin(), out.begin() + n, y);
  std::fill(out.begin(), out.end(), -1);
  auto to = out.begin();
  SCAN(scan(+ : to))
  for (int i = 0; i < n; i++)
    if (x[i] & 1) {
      *to = x[i];
      to[1] = i;
      to += 2;
    }
  z[n] = double(to - out.begin());
  for (int i = 0; i < n; i++)
    z[i] = double(out[2 * i] + 3 * out[2 * i + 1]);
}

const Loop loops[] = {LOOP(parameters), LOOP(parts),     LOOP(inPlace),
                      LOOP(stay),       LOOP(advancing), LOOP(mixed),
                      LOOP(kept)};
#endif

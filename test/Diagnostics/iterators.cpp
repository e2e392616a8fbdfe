// RUN: %verify -std=c++17 %s

// Pointers and iterators as induction variables, range-based loops and at():
// what is refused.

#include <deque>
#include <utility>
#include <vector>

template <class It> int fromAnywhere(It first, It last) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (It it = first; it != last; ++it) // expected-error-re {{the loop variable of a scan loop must be an integer, a pointer, or an iterator of a container with contiguous elements, not '{{.*}}_Deque_iterator{{.*}}'; use an index [OS021]}}
    s += *it;
  return s;
}
template <class It, class Out> void moves(It first, It last, Out out) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (It it = first; it != last; ++it) {
    s += *it;
    if (s > 3)
      *out++ = s; // expected-error {{is assigned in the loop}}
  }
}

int use(const int *p) { return *p; }
std::vector<int> made();

void loops(std::vector<int> &v, std::deque<int> &d, int *y, const int *x, int n,
           std::vector<std::pair<int, int>> &pairs) {
  int s = 0;
  fromAnywhere(v.begin(), v.end());
  fromAnywhere(d.begin(), d.end());
  moves(v.begin(), v.end(), v.begin());
#pragma omp parallel for scan(+ : s)
  for (auto it = d.begin(); it != d.end(); ++it) // expected-error-re {{the loop variable of a scan loop must be an integer, a pointer, or an iterator of a container with contiguous elements, not '{{.*}}iterator'{{.*}}; use an index [OS021]}}
    s += *it;

#pragma omp parallel for scan(+ : s)
  for (auto it = v.rbegin(); it != v.rend(); ++it) // expected-error-re {{the loop variable of a scan loop must be an integer, a pointer, or an iterator of a container with contiguous elements, not '{{.*}}reverse_iterator'{{.*}}; use an index [OS021]}}
    s += *it;

#pragma omp parallel for scan(+ : s)
  for (const int *p = x; p < x + n; ++p)
    s += use(p); // expected-error {{'p' can only be dereferenced here, as in '*p' and 'p[1]', or compared with another position in the same array; use an index otherwise [OS085]}}

#pragma omp parallel for scan(+ : s)
  for (auto it = v.begin(); it != v.end(); ++it) {
    auto other = it; // expected-error {{'it' can only be dereferenced here, as in '*it' and 'it[1]', or compared with another position in the same array; use an index otherwise [OS085]}}
    s += *other;
  }

#pragma omp parallel for scan(+ : s)
  for (auto [a, b] : pairs) // expected-error {{a range-based scan loop cannot declare structured bindings; declare a variable, and use its members [OS086]}}
    s += a - b;

#pragma omp parallel for scan(+ : s)
  for (int value : made()) // expected-error {{the array of this subscript must be a variable or a member that does not change in the loop; use a one-dimensional array, or set the pointer before the loop [OS054]}}
    s += value;

#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    s += v.at(y[i]); // expected-error {{'v.at()' may throw an exception at this subscript, whose values are known only in the loop; use 'v[...]' [OS087]}}

#pragma omp parallel for scan(+ : s)
  for (int &value : v) {
    s += value; // expected-error@-1 {{'v' is read at other elements than those that the iteration stores, or after it is stored; read from another array, or keep the value in a variable of the body [OS057]}}
    v[0] = s;
  }
}

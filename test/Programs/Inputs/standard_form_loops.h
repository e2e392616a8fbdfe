// Scans in OpenMP's own form without target, for standard-form-host.cpp.
#ifndef STANDARD_FORM_LOOPS_H
#define STANDARD_FORM_LOOPS_H
#include <vector>

/// Associative, not commutative: the number of values and the last one.
struct Last {
  unsigned count = 0, value = 0;
  Last() = default;
  Last(unsigned count, unsigned value) : count(count), value(value) {}
  Last &operator+=(const Last &later) {
    count += later.count;
    value = later.count ? later.value : value;
    return *this;
  }
};
#pragma omp declare reduction(+ : Last : omp_out += omp_in)

inline Last joined(std::vector<unsigned> &y, const std::vector<int> &x,
                   Last s) {
#pragma omp parallel for reduction(inscan, + : s)
  for (std::size_t i = 0; i < x.size(); i++) {
    s += Last(x[i] & 1, x[i]);
#pragma omp scan inclusive(s)
    y[i] = s.value * 1000 + s.count;
  }
  return s;
}

inline Last joined_before(std::vector<unsigned> &y, const std::vector<int> &x,
                          Last s) {
#pragma omp parallel for simd reduction(inscan, + : s)
  for (std::size_t i = 0; i < x.size(); i++) {
    y[i] = s.value * 1000 + s.count;
#pragma omp scan exclusive(s)
    s += Last(x[i] & 1, x[i]);
  }
  return s;
}

/// A member that accumulates.
struct Counter {
  long total = 0;
  void run(std::vector<long> &y, const std::vector<int> &x) {
#pragma omp parallel for reduction(inscan, + : total)
    for (std::size_t i = 0; i < x.size(); i++) {
      total += x[i];
#pragma omp scan inclusive(total)
      y[i] = total;
    }
  }
};

namespace loops {
inline int over_range(std::vector<int> &v) {
  int s = 2;
#pragma omp parallel for reduction(inscan, + : s)
  for (int &element : v) {
    s += element;
#pragma omp scan inclusive(s)
    element = s;
  }
  return s;
}

inline int over_iterator(std::vector<int> &v) {
  int s = 2;
#pragma omp parallel for reduction(inscan, max : s)
  for (auto it = v.begin(); it != v.end(); ++it) {
    s = *it > s ? *it : s;
#pragma omp scan inclusive(s)
    *it = s;
  }
  return s;
}

template <class Value, class Index>
Value template_scan(std::vector<unsigned> &y, const std::vector<int> &x,
                    Value s) {
  const Index n = x.size();
#pragma omp parallel for reduction(inscan, + : s)
  for (Index i = 0; i < n; i++) {
    s += Value(x[i] & 1, x[i]);
#pragma omp scan inclusive(s)
    y[i] = s.value * 1000 + s.count;
  }
  return s;
}
} // namespace loops
#endif

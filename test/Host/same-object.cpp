// RUN: %clangxx -O2 -g -gno-record-command-line -std=c++17 -c %s -fopenmp -o %t.without.o
// RUN: %clangxx -O2 -g -gno-record-command-line -std=c++17 -c %s %ompscan_flags -o %t.with.o
// RUN: cmp %t.without.o %t.with.o

// The same for C++: templates, lambdas, exceptions, static initialisers.

#include <numeric>
#include <vector>

template <typename T> struct Accumulator {
  T Sum{};
  void add(const std::vector<T> &Values) {
    T Local{};
    const int Count = static_cast<int>(Values.size());
#pragma omp parallel for reduction(+ : Local)
    for (int I = 0; I < Count; ++I)
      Local += Values[I];
    Sum += Local;
  }
};

static const std::vector<int> Table = [] {
  std::vector<int> Values(100);
  std::iota(Values.begin(), Values.end(), 1);
  return Values;
}();

int sum() {
  Accumulator<int> A;
  try {
    A.add(Table);
  } catch (...) {
    return -1;
  }
  return A.Sum;
}

// RUN: %clangxx %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMPSCAN_DEVICE=host %run %t
// RUN: %long %clangxx -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: %long env OMPSCAN_DEVICE=host %run %t.asan 5000

// As guarded-values.c: containers behind pointers, members, references.

#include "Inputs/scan_test.h"
#include <algorithm>
#include <memory>
#include <vector>

namespace {

struct Options {
  int Scale = 3, Off = 1;
  std::vector<int> Weights;
  std::unique_ptr<int[]> Owned;
  int *First = nullptr;
};

struct Loop {
  const Options *O;
  const std::vector<std::vector<int>> &Table;
  std::vector<int> &Y;
  const std::vector<int> &X, &C;
  bool Have;
  size_t K;
  long Total = 2;

  template <int N> long run();
  template <int N> long expected();
};

} // namespace

#define BOTH(NUMBER, ...)                                                      \
  template <> long Loop::run<NUMBER>() {                                       \
    long s = 1;                                                                \
    const int n = int(X.size());                                               \
    PRAGMA(omp parallel for scan(+ : s))                                       \
    for (int i = 0; i < n; i++) {                                              \
      __VA_ARGS__                                                              \
    }                                                                          \
    return s;                                                                  \
  }                                                                            \
  template <> long Loop::expected<NUMBER>() {                                  \
    long s = 1;                                                                \
    const int n = int(X.size());                                               \
    for (int i = 0; i < n; i++) {                                              \
      __VA_ARGS__                                                              \
    }                                                                          \
    return s;                                                                  \
  }

// Conditions that are known before the loop, on members.
BOTH(0, s += Have ? X[i] * O->Scale : X[i]; Y[i] = s;)
BOTH(1, if (Have && O->Off > 0) s += O->Scale; else s++; Y[i] = s;)
BOTH(2, s += Have ? int(O->Weights.size()) : X[i]; Y[i] = s;)
BOTH(3, s += Have && i < n - O->Off ? X[i + O->Off] : 1; Y[i] = s;)
BOTH(4, if (Have) s += O->Weights[i]; else s++; Y[i] = s;)
BOTH(5, s += K < Table.size() ? Table[K][i] : X[i]; Y[i] = s;)
BOTH(6, if (Have) s += O->Weights.at(i); Y[i] = s;)
BOTH(7, if (!Have) { Y[i] = 4; continue; } s += O->Scale; Y[i] = s;)
BOTH(8, s += Have && i + 1 < n ? O->Weights.data()[i + 1] : 2; Y[i] = s;)
BOTH(9, s += Have ? O->First[i] : 1; Y[i] = s;)
BOTH(10, s += X[i]; if (Have) O->First[i] = s; Y[i] = s;)
BOTH(11, s += Have ? O->Owned[i] : 1; Y[i] = s;)
// On data.
BOTH(12, s += C[i] > 0 ? O->Scale : 1; Y[i] = s;)
BOTH(13, s += C[i] > 0 ? int(O->Weights.size()) : 1; Y[i] = s;)
BOTH(14, switch (C[i]) { case 1: s += O->Scale; break; default: s++; } Y[i] = s;)

namespace {

template <int N>
void check(size_t Size, bool Absent) {
  std::vector<int> X(Size), C(Size), V(Size), Y[2], First[2];
  for (size_t I = 0; I != Size; ++I) {
    X[I] = int(scan_test_pick(I, -9, 9));
    C[I] = Absent ? 0 : int(scan_test_pick(I + 7, -1, 1));
    V[I] = int(I % 11);
  }
  const std::vector<std::vector<int>> Table(3, V);
  long Sums[2];
  for (int Turn = 0; Turn != 2; ++Turn) {
    Y[Turn].assign(Size, -1);
    First[Turn] = V;
    Options O;
    O.Weights = V;
    O.First = First[Turn].data();
    O.Owned.reset(new int[Size + 1]);
    std::copy(V.begin(), V.end(), O.Owned.get());
    Loop L{Absent ? nullptr : &O, Table, Y[Turn], X, C, !Absent,
           Absent ? size_t(1) << 40 : 2};
    Sums[Turn] = Turn ? L.expected<N>() : L.run<N>();
  }
  if (Sums[0] != Sums[1] || Y[0] != Y[1] || First[0] != First[1])
    scan_test_fail(__FILE__, __LINE__, "check", "loop", N, Sums[0], Sums[1]);
}

template <int N>
void checkUpTo() {
  for (size_t Size : {0, 1, 25, 10007})
    for (bool Absent : {false, true})
      check<N>(Size, Absent);
  if constexpr (N > 0)
    checkUpTo<N - 1>();
}

// An item.
struct Sum {
  long Value = 0;
  Sum *Next = nullptr;
  long nextOf(const std::vector<int> &X, int From) {
#pragma omp parallel for scan(+ : Next->Value)
    for (size_t i = 0; i < X.size(); i++)
      if (X[i] > From)
        Next->Value += X[i];
    return Next ? Next->Value : -1;
  }
};

} // namespace

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  checkUpTo<14>();
  const std::vector<int> X(5000, 2);
  Sum Last, First;
  if (First.nextOf(X, 2) != -1)
    scan_test_fail(__FILE__, __LINE__, "main", "absent", 0, 1, 0);
  First.Next = &Last;
  if (First.nextOf(X, 2) != 0 || First.nextOf(X, 1) != 10000)
    scan_test_fail(__FILE__, __LINE__, "main", "present", 0, 1, 0);
  return scan_test_passed();
}

// REQUIRES: primary
// RUN: %clangxx -std=c++17 %opt -Wall -Werror -Wno-openmp-mapping %s %ompscan_flags \
// RUN:   %ompscan_libs -Rpass=ompscan -o %t 2>&1 | %filecheck %s --check-prefix=SAYS
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Where a variable stands for the item of a scan (in classes, templates and for
// containers), it may still compute what the loop in front of it fills.

// SAYS-COUNT-4: fused this scan with the loop before it: the scan computes {{.*}}

#include <cstdio>
#include <vector>

static int n = 5000;

static bool isKept(int Value) { return Value % 4 == 0; }

struct Filter {
  int Count;
  void places(const int *x, int *flag, int *place) {
    const int n = Count;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      flag[i] = isKept(x[i]);
#pragma omp target parallel for scan(+ : place)
    for (int i = 1; i <= n; i++)
      place[i] = place[i - 1] + flag[i - 1];
  }
  void sums(const int *x, int *flag, std::vector<int> &place);
};

void Filter::sums(const int *x, int *flag, std::vector<int> &place) {
  const int n = Count;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    flag[i] = x[i] ^ 21;
#pragma omp target parallel for scan(+ : place)
  for (int i = 1; i <= n; i++)
    place[i] = place[i - 1] + flag[i - 1];
}

template <typename T> void maxima(const int *x, T *flag, T *place, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    flag[i] = x[i] * 7 & 1023;
#pragma omp target parallel for scan(max : place)
  for (int i = 1; i <= n; i++)
    place[i] = place[i - 1] > flag[i - 1] ? place[i - 1] : flag[i - 1];
}

template <typename T, typename Make, typename Run, typename Join>
static void check(const char *Name, Make Fill, Run Launch, Join Next) {
  std::vector<int> x(n);
  for (int I = 0; I < n; I++)
    x[I] = I * 37 % 1009;
  std::vector<T> Flag(n, T(-1)), Place(n + 1, T(-1));
  Place[0] = 3;
  const int *in = x.data();
  T *flag = Flag.data(), *place = Place.data();
#pragma omp target enter data map(to : in[0 : n], flag[0 : n], place[0 : n + 1])
  Launch(in, flag, Place);
#pragma omp target exit data map(release : in[0 : n])                         \
    map(from : flag[0 : n], place[0 : n + 1])
  T Sum = 3;
  for (int I = 0; I < n; I++) {
    if (Place[I] != Sum || Flag[I] != Fill(x[I])) {
      std::printf("%s: element %d\n", Name, I);
      throw 1;
    }
    Sum = Next(Sum, Flag[I]);
  }
  if (Place[n] != Sum)
    throw 2;
}

int main() {
  const auto Plus = [](auto A, auto B) { return A + B; };
  const auto Max = [](auto A, auto B) { return A > B ? A : B; };
  for (int Size : {1, 13, 145, 5000}) {
    n = Size;
    Filter F{n};
    check<int>("places", isKept, [&](const int *x, int *f, std::vector<int> &p) {
      F.places(x, f, p.data()); }, Plus);
    check<int>("sums", [](int X) { return X ^ 21; },
      [&](const int *x, int *f, std::vector<int> &p) { F.sums(x, f, p); }, Plus);
    const auto Low = [](int X) { return X * 7 & 1023; };
    check<int>("ints", Low, [&](const int *x, int *f, std::vector<int> &p) {
      maxima(x, f, p.data(), n); }, Max);
    check<long>("longs", Low, [&](const int *x, long *f, std::vector<long> &p) {
      maxima(x, f, p.data(), n); }, Max);
  }
  return 0;
}

// RUN: %clangxx -std=c++17 %opt -Wall -Werror -Wno-openmp-mapping %s \
// RUN:   %ompscan_include %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t host

// Directives on data in constructors and destructors, in templates, lambdas and
// several threads, some of them deferred.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ompscan/ompscan.h>
#include <thread>
#include <vector>

static bool OnHost; // Data that is mapped is the host's own.

#define EXPECT(C)                                                              \
  do                                                                           \
    if (!(C)) {                                                                \
      std::printf("line %d: not so: %s\n", __LINE__, #C);                      \
      std::exit(1);                                                            \
    }                                                                          \
  while (0)

/// An array that lives on the device as long as the object.
template <typename T> class Field {
public:
  explicit Field(int Count) : Count(Count), Items(new T[Count]()) {
#pragma omp target enter data map(to : Items[0 : Count]) nowait
#pragma omp taskwait
  }
  Field(const Field &Other) : Field(Other.Count) {
    T *Own = Items;
    const T *From = Other.Items;
    const int N = Count;
#pragma omp target teams distribute parallel for
    for (int I = 0; I < N; ++I)
      Own[I] = From[I];
  }
  Field &operator=(const Field &) = delete;
  ~Field() {
#pragma omp target exit data map(delete : Items[0 : this->Count]) nowait        \
    depend(inout : this->Items[0])
#pragma omp taskwait
    delete[] Items;
  }

  void accumulate(const Field &Input) {
    const T *X = Input.Items;
#pragma omp target
#pragma omp parallel for scan(+ : Items)
    for (int I = 1; I < Count; ++I)
      Items[I] = Items[I - 1] + X[I];
  }
  void fill(T Value) {
#pragma omp target teams distribute parallel for
    for (int I = 0; I < Count; ++I)
      Items[I] = Value + I % 5;
  }
  void twice() {
#pragma omp target
    for (int I = 0; I < Count; ++I)
      (*this)[I] *= 2;
  }
  void apply() {
    auto Add = [&](T Value) {
#pragma omp target parallel for
      for (int I = 0; I < Count; ++I)
        Items[I] += Value;
    };
    Add(3);
    [this] {
#pragma omp target update from(Items[ : Count]) nowait
    }();
#pragma omp taskwait
  }
  T &operator[](int I) { return Items[I]; }
  const T *data() const { return Items; }
  void fetch() {
#pragma omp target update from(Items[ : Count])
  }

private:
  int Count;
  T *Items;
};

template <typename T> static void fields() {
  constexpr int N = 3000;
  Field<T> X(N), Y(N);
  X.fill(1);
  Y.fill(2);
  Y.accumulate(X);
  X.twice();
  Y.accumulate(X);
  EXPECT(OnHost || Y[7] == 0);
  Field<T> Z(Y);
  Z.apply();
  EXPECT(OnHost || X[7] == 0);
  X.fetch();
  Y.fetch();
  std::vector<T> A(N), B(N);
  for (int I = 0; I < N; ++I) {
    A[I] = 1 + I % 5;
    B[I] = 2 + I % 5;
  }
  for (int Round = 0; Round < 2; ++Round)
    for (int I = 1; I < N; ++I)
      B[I] = B[I - 1] + (Round + 1) * A[I];
  for (int I = 0; I < N; ++I)
    EXPECT(X[I] == 2 * A[I] && Y[I] == B[I] && Z[I] == B[I] + 3);
}

/// What the class below has is a structure in memory, mapped with its array.
struct Grid {
  int Rows, Columns;
  std::vector<double> Cells;
  Grid(int R, int C) : Rows(R), Columns(C), Cells(R * C, 1.0) {}
};

static void vectors() {
  Grid G(6, 50);
  double *Cells = G.Cells.data();
  const int N = G.Rows * G.Columns;
#pragma omp target data map(tofrom : Cells[0 : N]) map(to : G.Rows)
  {
#pragma omp parallel for scan(+ : Cells)
    for (int I = 1; I < N; ++I)
      Cells[I] = Cells[I - 1] + Cells[I];
    // The class finds its memory by itself.
#pragma omp target
    for (double &Cell : G.Cells)
      Cell *= G.Rows;
    EXPECT(OnHost || G.Cells[10] == 1.0);
  }
  for (int I = 0; I < N; ++I)
    EXPECT(G.Cells[I] == 6.0 * (I + 1));
}

/// Every thread has its own data, and its constructs seem to use all of it.
static void threads() {
  auto Work = [](int Id) {
    constexpr int N = 400;
    int *X = new int[N], *Y = new int[N];
    for (int I = 0; I < N; ++I) {
      X[I] = Id;
      Y[I] = 0;
    }
    for (int Round = 0; Round < 20; ++Round) {
#pragma omp target data map(to : X[0 : N]) map(tofrom : Y[0 : N])
      {
#pragma omp target
#pragma omp parallel for scan(+ : Y)
        for (int I = 1; I < N; ++I)
          Y[I] = Y[I - 1] + X[I];
        int **Unknown = &Y;
#pragma omp target
        for (int I = 0; I < N; ++I)
          Unknown[0][I] -= I * Id;
#pragma omp target parallel for
        for (int I = 0; I < N; ++I)
          X[I] += Y[I];
      }
      for (int I = 0; I < N; ++I)
        EXPECT(Y[I] == 0 && X[I] == Id);
    }
    delete[] X;
    delete[] Y;
  };
  std::vector<std::thread> All;
  for (int Id = 1; Id <= 6; ++Id)
    All.emplace_back(Work, Id);
  for (std::thread &Each : All)
    Each.join();
}

int main(int Count, char **) {
  OnHost = Count > 1 ||
           ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 1;
  fields<int>();
  fields<double>();
  vectors();
  threads();
}

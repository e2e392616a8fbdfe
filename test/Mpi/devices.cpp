// Loops that ranks share on devices: on data that is mapped, and on data that
// each loop copies, as a CPU and as a GPU. Some ranks have no iterations.
//
// REQUIRES: mpi, primary
// RUN: %clangxx %opt %ompscan_native_flags %ompscan_include %mpi_flags %s -o %t %ompscan_libs %mpi_libs
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/cpu_as_gpu.c -ldl -o %t-gpu.so
// RUN: %mpirun 1 env OMPSCAN_DEVICE=pocl %t
// RUN: %mpirun 3 env OMPSCAN_DEVICE=pocl %t
// RUN: %mpirun 2 env OMPSCAN_DEVICE=pocl LD_LIBRARY_PATH=%tiny_dir %t
// RUN: %mpirun 1 env OMPSCAN_DEVICE=gpu LD_PRELOAD=%t-gpu.so %t
// RUN: %mpirun 3 env OMPSCAN_DEVICE=gpu LD_PRELOAD=%t-gpu.so %t
// RUN: %mpirun 2 env OMPSCAN_DEVICE=gpu LD_PRELOAD=%t-gpu.so OMPSCAN_INFO=1 %t info 2>&1 | %filecheck %s --check-prefix=WHERE
// WHERE: (GPU), reduce-then-scan

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <ompscan/mpi.h>
#include <vector>

namespace {

int Rank, Ranks;

/// A product of matrices modulo a prime, which does not commute.
struct Matrix {
  uint32_t A, B, C, D;
};
Matrix times(Matrix X, Matrix Y) {
  const auto Of = [](uint64_t P, uint64_t Q, uint64_t R, uint64_t S) {
    return uint32_t((P * Q + R * S) % 65521);
  };
  return {Of(X.A, Y.A, X.B, Y.C), Of(X.A, Y.B, X.B, Y.D),
          Of(X.C, Y.A, X.D, Y.C), Of(X.C, Y.B, X.D, Y.D)};
}
#pragma omp declare scan(times : Matrix : omp_out = times(omp_out, omp_in))

void need(bool IsRight, const char *What, int64_t All) {
  if (IsRight)
    return;
  std::fprintf(stderr, "rank %d of %d: %s of %lld is wrong\n", Rank, Ranks,
               What, static_cast<long long>(All));
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// \p All iterations over all ranks. With \p Skewed the first rank has none, the
/// last one most.
void run(int64_t All, bool Skewed) {
  const auto BeginOf = [&](int R) {
    return Skewed ? (R == 0 ? 0 : All * (R - 1) * (R - 1) /
                                      (Ranks > 1 ? (Ranks - 1) * (Ranks - 1) : 1))
                  : All * R / Ranks;
  };
  const int64_t Begin = Skewed && Ranks == 1 ? 0 : BeginOf(Rank);
  const int64_t End = Rank + 1 == Ranks ? All : BeginOf(Rank + 1);
  const int64_t n = End - Begin;

  // The sequential loops, over the iterations of all ranks.
  const auto InputOf = [](int64_t I) {
    return int32_t(I * 2654435761u % 1000) - 500;
  };
  const auto MatrixOf = [](int64_t I) {
    return Matrix{uint32_t(I % 97 + 1), uint32_t(I % 31), uint32_t(I % 13),
                  uint32_t(I % 7 + 1)};
  };
  std::vector<int32_t> Sums(All + 1), Largest(All);
  std::vector<Matrix> Products(All + 1);
  int32_t Sum = 7, Best = -1000;
  Matrix Product = {1, 2, 3, 5};
  Sums[0] = 11;
  Products[0] = Product;
  for (int64_t I = 0; I < All; ++I) {
    Sums[I + 1] = Sums[I] + InputOf(I);
    Sum += InputOf(I);
    Best = InputOf(I) > Best ? InputOf(I) : Best;
    Largest[I] = Best;
    Products[I + 1] = times(Products[I], MatrixOf(I));
  }

  std::vector<int32_t> X(n + 1), Y(n + 1, -5), Z(n + 1, -5);
  std::vector<Matrix> M(n + 1), P(n + 1);
  for (int64_t I = 0; I < n; ++I) {
    X[I] = InputOf(Begin + I);
    M[I] = MatrixOf(Begin + I);
  }
  if (Begin == 0) {
    Y[0] = 11;
    P[0] = Product;
  }
  int32_t *x = X.data(), *y = Y.data(), *z = Z.data();
  Matrix *m = M.data(), *p = P.data();
  int32_t s = 7, best = -1000;
  int64_t kept = 0;
  {
    const ompscan::MpiScope Scope(MPI_COMM_WORLD);
#pragma omp target data map(to : x[0 : n + 1], m[0 : n + 1])                   \
    map(tofrom : y[0 : n + 1], z[0 : n + 1], p[0 : n + 1])
    {
#pragma omp target parallel for scan(+ : y)
      for (int64_t i = 1; i <= n; i++)
        y[i] = y[i - 1] + x[i - 1];
#pragma omp target parallel for scan(max : best) map(tofrom : best)
      for (int64_t i = 0; i < n; i++) {
        best = x[i] > best ? x[i] : best;
        z[i] = best;
      }
#pragma omp target parallel for scan(times : p)
      for (int64_t i = 1; i <= n; i++)
        p[i] = times(p[i - 1], m[i - 1]);
    }
    for (int64_t I = 0; I < n; ++I) {
      need(Y[I + 1] == Sums[Begin + I + 1], "a sum", All);
      need(Z[I] == Largest[Begin + I], "a maximum", All);
      need(!std::memcmp(&P[I + 1], &Products[Begin + I + 1], sizeof(Matrix)),
           "a product", All);
    }
    need(All == 0 || best == Best, "the maximum", All);
#pragma omp target parallel for scan(+ : s) map(to : x[0 : n]) map(tofrom : s) \
    map(from : z[0 : n])
    for (int64_t i = 0; i < n; i++) {
      s += x[i];
      z[i] = s;
    }
    for (int64_t I = 0; I < n; ++I)
      need(Z[I] == Sums[Begin + I + 1] - 4, "a copied sum", All);
    need(s == Sum, "the sum", All);
#pragma omp target parallel for scan(+ : kept) map(to : x[0 : n])              \
    map(tofrom : kept, z[0 : n])
    for (int64_t i = 0; i < n; i++)
      if (x[i] > 0)
        z[kept++] = x[i];
  }
  int64_t Own = 0;
  for (int64_t I = 0; I < n; ++I)
    if (X[I] > 0)
      need(Z[Own++] == X[I], "a kept element", All);
  int64_t Everywhere = 0;
  for (int64_t I = 0; I < All; ++I)
    Everywhere += InputOf(I) > 0;
  need(kept == Everywhere, "the number of kept elements", All);
}

} // namespace

int main(int argc, char **argv) {
  int Level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &Level);
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &Ranks);
  for (const int64_t All : {0, 1, 2, 3, 17, 255, 256, 4096, 4097, 70001})
    if (argc == 1 || All == 70001)
      for (const bool Skewed : {false, true})
        run(All, Skewed);
  MPI_Finalize();
}

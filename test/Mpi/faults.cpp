// A rank whose device fails ends all ranks with a message, or has its part done
// by the host; no rank waits for ever, and no result is wrong. Calls of OpenCL
// fail on rank 1 of 3, some in the short form of the test.
//
// REQUIRES: mpi, primary
// RUN: %clangxx %opt %ompscan_native_flags %ompscan_include %mpi_flags -I%S/../Support %s -o %t %ompscan_libs %mpi_libs -ldl
// RUN: env OPENCL_LAYERS=%opencl_layer %python %S/Inputs/fail_rank.py 31 %mpirun 3 env OMPSCAN_DEVICE=pocl %t %opencl_layer | %filecheck %s
// RUN: %long env OPENCL_LAYERS=%opencl_layer %python %S/Inputs/fail_rank.py 1 %mpirun 3 env OMPSCAN_DEVICE=pocl %t %opencl_layer
// CHECK: calls fail: {{[1-9][0-9]*}} end all ranks, {{[0-9]+}} are made up for

#include "opencl_layer.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <mpi.h>
#include <ompscan/ompscan.h>
#include <ompscan/mpi.h>
#include <vector>

namespace {

template <typename Function> Function *find(void *Layer, const char *Name) {
  return reinterpret_cast<Function *>(dlsym(Layer, Name));
}

/// Whether sums over all ranks are right, on mapped data and on copied data.
bool areSumsRight(int Rank, int Ranks) {
  constexpr int N = 20000;
  std::vector<int> X(N), Y(N, -5), Z(N, -5);
  for (int I = 0; I < N; ++I)
    X[I] = (I + Rank) % 7;
  int *x = X.data(), *y = Y.data(), *z = Z.data();
  int s = 3, t = 4;
  {
    const ompscan::MpiScope Scope(MPI_COMM_WORLD);
#pragma omp target data map(to : x[0 : N]) map(from : y[0 : N])
#pragma omp target parallel for scan(+ : s) map(tofrom : s)
    for (int i = 0; i < N; i++) {
      s += x[i];
      y[i] = s;
    }
#pragma omp target parallel for scan(+ : t) map(to : x[0 : N])                 \
    map(tofrom : t) map(from : z[0 : N])
    for (int i = 0; i < N; i++) {
      t += x[i];
      z[i] = t;
    }
  }
  int Sum = 3;
  for (int R = 0; R < Ranks; ++R)
    for (int I = 0; I < N; ++I) {
      Sum += (I + R) % 7;
      if (R == Rank && (Y[I] != Sum || Z[I] != Sum + 1))
        return false;
    }
  return s == Sum && t == Sum + 1;
}

} // namespace

/// faults LAYER CALL ALL: the call of rank 1, and behind it all or none, fail.
int main(int argc, char **argv) {
  int Level, Rank, Ranks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &Level);
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &Ranks);
  if (argc != 4)
    MPI_Abort(MPI_COMM_WORLD, 2);
  if (ompscan_get_num_devices() < 1) // has the layer loaded
    MPI_Abort(MPI_COMM_WORLD, 2);
  void *const Layer = dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD);
  const auto Fail = find<decltype(opencl_layer_fail)>(Layer, "opencl_layer_fail");
  const auto Calls =
      find<decltype(opencl_layer_calls)>(Layer, "opencl_layer_calls");
  if (!Fail || !Calls)
    MPI_Abort(MPI_COMM_WORLD, 2);
  Fail(Rank == 1 ? std::atol(argv[2]) : 0, std::atoi(argv[3]));
  const int IsRight = areSumsRight(Rank, Ranks);
  if (Rank == 1)
    std::printf("%ld calls\n", Calls());
  Fail(0, 0);
  int AreAll;
  MPI_Allreduce(&IsRight, &AreAll, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  if (Rank == 0)
    std::puts(AreAll ? "right" : "wrong");
  MPI_Finalize();
}

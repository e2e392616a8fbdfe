// Every kind of loop that ranks share, against the sequential loop over the
// data of all ranks, for several numbers of ranks. Some ranks have no
// iterations.
//
// REQUIRES: mpi, primary
// RUN: %clangxx %opt %ompscan_native_flags %ompscan_include %mpi_flags %s -o %t %ompscan_libs %mpi_libs
// RUN: %mpirun 1 %t
// RUN: %mpirun 2 %t
// RUN: %mpirun 3 %t
// RUN: %mpirun 5 %t
// RUN: %mpirun 8 %t
// RUN: env LD_LIBRARY_PATH=%tiny_dir %mpirun 3 %t
// RUN: env LD_LIBRARY_PATH=%tiny_dir %mpirun 5 %t
// RUN: env OMPSCAN_REPRODUCIBLE=1 LD_LIBRARY_PATH=%tiny_dir %mpirun 3 %t

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <ompscan/mpi.h>
#include <vector>

namespace {

int Rank, Ranks;

/// A product of matrices modulo a prime, which does not commute.
struct Matrix {
  uint32_t A, B, C, D;
};
bool operator!=(const Matrix &L, const Matrix &R) {
  return L.A != R.A || L.B != R.B || L.C != R.C || L.D != R.D;
}
constexpr uint32_t Prime = 65521;
inline Matrix times(Matrix L, Matrix R) {
  return {(L.A * R.A % Prime + L.B * R.C % Prime) % Prime,
          (L.A * R.B % Prime + L.B * R.D % Prime) % Prime,
          (L.C * R.A % Prime + L.D * R.C % Prime) % Prime,
          (L.C * R.B % Prime + L.D * R.D % Prime) % Prime};
}
#pragma omp declare scan(times : Matrix : omp_out = times(omp_out, omp_in))

/// Where the iterations of each rank begin, of \p All.
std::vector<long> beginsOf(long All, int Shape) {
  std::vector<long> Begins(Ranks + 1, 0);
  for (int R = 0; R < Ranks; ++R) {
    long End = All * (R + 1) / Ranks;
    if (Shape == 1 && R % 3 == 0) // nothing for some, also for the first one
      End = Begins[R];
    if (Shape == 2) // all for one
      End = R >= Ranks / 2 ? All : 0;
    if (R + 1 == Ranks && Shape != 1)
      End = All;
    Begins[R + 1] = End;
  }
  return Begins;
}

template <typename T>
void same(const char *What, long All, const T &Found, const T &Wanted,
          long At = 0) {
  if (Found != Wanted) {
    std::printf("rank %d of %d, %ld iterations: %s is wrong at %ld\n", Rank,
                Ranks, All, What, At);
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
}

/// Elements of a rank, and what they have to become.
template <typename T> struct Part {
  std::vector<T> Own;
  explicit Part(const std::vector<T> &All, long Begin, long End)
      : Own(All.begin() + Begin, All.begin() + End) {}
};

uint32_t next(uint32_t &State) {
  State = State * 1664525 + 1013904223;
  return State >> 8;
}

void run(long All, int Shape) {
  const std::vector<long> Begins = beginsOf(All, Shape);
  const long Begin = Begins[Rank], N = Begins[Rank + 1] - Begin;
  All = Begins[Ranks];
  uint32_t State = 12345;
  std::vector<int> X(All);
  std::vector<Matrix> M(All);
  for (long I = 0; I < All; ++I) {
    X[I] = int(next(State) % 2001) - 1000;
    M[I] = {next(State) % Prime, next(State) % Prime, next(State) % Prime,
            next(State) % Prime};
  }
  const int *const x = X.data() + Begin;
  const Matrix *const m = M.data() + Begin;

  // Recurrences. Element 0 of a rank is the last one of the rank before.
  {
    std::vector<int> Wanted(All + 1), Y(N + 1, -77);
    Wanted[0] = 5;
    for (long I = 1; I <= All; ++I)
      Wanted[I] = Wanted[I - 1] + X[I - 1];
    if (Begin == 0)
      Y[0] = 5;
    int *const y = Y.data();
#pragma omp parallel for scan(+ : y)
    for (long i = 1; i <= N; ++i)
      y[i] = y[i - 1] + x[i - 1];
    for (long I = N ? 0 : N + 1; I <= N; ++I)
      same("the recurrence", All, Y[I], Wanted[Begin + I], I);
  }
  {
    std::vector<Matrix> Wanted(All + 1), Y(N + 1, Matrix{7, 7, 7, 7});
    Wanted[0] = {1, 2, 3, 4};
    for (long I = 1; I <= All; ++I)
      Wanted[I] = times(Wanted[I - 1], M[I - 1]);
    if (Begin == 0)
      Y[0] = {1, 2, 3, 4};
    Matrix *const y = Y.data();
#pragma omp parallel for scan(times : y)
    for (long i = 1; i <= N; ++i)
      y[i] = times(y[i - 1], m[i - 1]);
    for (long I = N ? 0 : N + 1; I <= N; ++I)
      same("the recurrence of matrices", All, Y[I], Wanted[Begin + I], I);
  }

  // Accumulators, a reduction and a last value, in one pass.
  {
    long Sum = 100, WantedSum = 100;
    int Best = -5000, WantedBest = -5000, Last = -1, WantedLast = -1;
    int Smallest = 9000, WantedSmallest = 9000;
    std::vector<long> Before(All), After(All), Y(N, -1), Z(N, -1);
    for (long I = 0; I < All; ++I) {
      Before[I] = WantedSum;
      WantedSum += X[I];
      WantedBest = std::max(WantedBest, X[I]);
      WantedSmallest = std::min(WantedSmallest, X[I]);
      After[I] = WantedSum - WantedBest;
      WantedLast = X[I] / 2;
    }
    long *const y = Y.data(), *const z = Z.data();
#pragma omp parallel for scan(+ : Sum) scan(max : Best) reduction(min : Smallest) lastprivate(Last)
    for (long i = 0; i < N; ++i) {
      y[i] = Sum;
      Sum += x[i];
      Best = x[i] > Best ? x[i] : Best;
      Smallest = x[i] < Smallest ? x[i] : Smallest;
      z[i] = Sum - Best;
      Last = x[i] / 2;
    }
    for (long I = 0; I < N; ++I) {
      same("a value before", All, Y[I], Before[Begin + I], I);
      same("a value after", All, Z[I], After[Begin + I], I);
    }
    same("the sum", All, Sum, WantedSum);
    same("the maximum", All, Best, WantedBest);
    same("the reduction", All, Smallest, WantedSmallest);
    same("the last value", All, Last, WantedLast);
  }

  // Functions: v = a * v + b.
  {
    uint32_t V = 3, Wanted = 3;
    std::vector<uint32_t> Values(All), Y(N, 1);
    for (long I = 0; I < All; ++I)
      Values[I] = Wanted = Wanted * uint32_t(X[I] | 1) + 7;
    uint32_t *const y = Y.data();
#pragma omp parallel for scan(affine : V)
    for (long i = 0; i < N; ++i) {
      V = V * uint32_t(x[i] | 1) + 7;
      y[i] = V;
    }
    for (long I = 0; I < N; ++I)
      same("the affine recurrence", All, Y[I], Values[Begin + I], I);
    same("the affine value", All, V, Wanted);
  }

  // Integers of 128 bits.
  {
    using Wide = unsigned __int128;
    Wide V = 9, Wanted = 9;
    __int128 Sum = -1, WantedSum = -1;
    std::vector<Wide> Values(All), Y(N, 1);
    for (long I = 0; I < All; ++I) {
      Wanted = Wanted * (Wide(X[I] | 1) << 64 | 3) + 7;
      WantedSum += __int128(X[I]) << 80;
      Values[I] = Wanted ^ Wide(WantedSum);
    }
    Wide *const y = Y.data();
#pragma omp parallel for scan(affine : V) scan(+ : Sum)
    for (long i = 0; i < N; ++i) {
      V = V * (Wide(x[i] | 1) << 64 | 3) + 7;
      Sum += __int128(x[i]) << 80;
      y[i] = V ^ Wide(Sum);
    }
    for (long I = 0; I < N; ++I)
      same("an integer of 128 bits", All, Y[I], Values[Begin + I], I);
    same("the affine value of 128 bits", All, V, Wanted);
    same("the sum of 128 bits", All, Sum, WantedSum);
  }

  // OpenMP's own form, and a list of accumulators.
  {
    int Few[4] = {1, 2, 3, 4}, Wanted[4] = {1, 2, 3, 4};
    std::vector<int> Values(All), Y(N, -1);
    for (long I = 0; I < All; ++I) {
      Wanted[X[I] & 3] += I % 7;
      Values[I] = Wanted[1] - Wanted[2];
    }
    int *const y = Y.data();
    const long first = Begin;
#pragma omp parallel for reduction(inscan, + : Few)
    for (long i = 0; i < N; ++i) {
      Few[x[i] & 3] += (first + i) % 7;
#pragma omp scan inclusive(Few)
      y[i] = Few[1] - Few[2];
    }
    for (long I = 0; I < N; ++I)
      same("the list's value", All, Y[I], Values[Begin + I], I);
    for (int I = 0; I < 4; ++I)
      same("the list", All, Few[I], Wanted[I], I);
  }

  // Compaction: each rank stores from the begin of its own array.
  {
    std::vector<int> Wanted, Y(N + 1, -1);
    long WantedBefore = 0, WantedOwn = 0;
    for (long I = 0; I < All; ++I)
      if (X[I] > 0) {
        Wanted.push_back(X[I]);
        WantedBefore += I < Begin;
        WantedOwn += I >= Begin && I < Begin + N;
      }
    long k = 1;
    int *const y = Y.data();
#pragma omp parallel for scan(+ : k)
    for (long i = 0; i < N; ++i)
      if (x[i] > 0)
        y[k++] = x[i];
    same("the counter", All, k, All ? long(Wanted.size()) + 1 : 1);
    ompscan_mpi_count Count = {};
    if (All) {
      same("the count", All, ompscan_mpi_get_count(&k, &Count), 0);
      same("the offset", All, long(Count.before), WantedBefore);
      same("the own count", All, long(Count.own), WantedOwn);
      same("the count of all", All, long(Count.all), long(Wanted.size()));
    }
    for (long I = 0; I < WantedOwn; ++I)
      same("a kept element", All, Y[I + 1], Wanted[WantedBefore + I], I);
    for (long I = WantedOwn + 1; I <= N; ++I)
      same("an element behind", All, Y[I], -1, I);
    same("an unknown counter", All, ompscan_mpi_get_count(&All, &Count), -1);

    // Equal parts. In place, and a partition with two counters.
    std::vector<int> Kept(x, x + N), Dropped(N + 1);
    long l = 0, d = 0;
    int *const kept = Kept.data(), *const dropped = Dropped.data();
#pragma omp parallel for scan(+ : l, d)
    for (long i = 0; i < N; ++i)
      if (kept[i] > 0)
        kept[l++] = kept[i];
      else
        dropped[d++] = kept[i];
    same("the kept ones", All, l, long(Wanted.size()));
    same("both counters", All, l + d, All);
    for (long I = 0; I < WantedOwn; ++I)
      same("an element in place", All, Kept[I], Wanted[WantedBefore + I], I);
    const long Room = std::max(N, long(Wanted.size()) / Ranks + 1);
    Kept.resize(Room);
    const long Share = ompscan_mpi_balance(Kept.data(), WantedOwn, Room,
                                           sizeof(int), MPI_COMM_WORLD);
    const long Size = long(Wanted.size()), More = Size % Ranks;
    same("the equal part", All, Share, Size / Ranks + (Rank < More));
    const long First = Rank * (Size / Ranks) + std::min<long>(Rank, More);
    for (long I = 0; I < Share; ++I)
      same("a moved element", All, Kept[I], Wanted[First + I], I);
  }

  // A `target` loop, whose data is on the host.
  {
    std::vector<int> Y(N + 1, 4);
    int *const y = Y.data();
    int Sum = 0, Wanted = 0;
    for (long I = 0; I < All; ++I)
      Wanted += X[I];
#pragma omp target parallel for map(to : x[0 : N]) map(from : y[0 : N]) scan(+ : Sum)
    for (long i = 0; i < N; ++i) {
      Sum += x[i];
      y[i] = Sum;
    }
    same("the sum of a target", All, Sum, Wanted);
    same("an element behind", All, Y[N], 4, N);
  }
}

} // namespace

/// With arguments: these numbers of iterations alone.
int main(int Count, char **Arguments) {
  int Level;
  MPI_Init_thread(&Count, &Arguments, MPI_THREAD_FUNNELED, &Level);
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &Ranks);
  std::vector<long> Sizes = {0, 1, 2, 3, 7, 64, 1001, 4099};
  if (Count > 1) {
    Sizes.clear();
    for (int I = 1; I < Count; ++I)
      Sizes.push_back(std::atol(Arguments[I]));
  }
  for (long N : Sizes)
    for (int Shape : {0, 1, 2}) {
      ompscan::MpiScope Scope(MPI_COMM_WORLD);
      run(N, Shape);
    }
  if (Count == 1) {
    // The communicator may be freed while the scope is open.
    MPI_Comm Copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &Copy);
    ompscan::MpiScope Scope(Copy);
    MPI_Comm_free(&Copy);
    run(70001, 0);
    run(40001, 1);
  }
  // Behind the scope a loop is the rank's own, also a short one.
  int Sum = 0;
#pragma omp parallel for scan(+ : Sum)
  for (int i = 0; i < 3; ++i)
    Sum += 2;
  same("a loop behind the scope", 3, Sum, 6);
  MPI_Finalize();
  return 0;
}

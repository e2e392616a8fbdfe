// REQUIRES: primary
// RUN: %clangxx -std=c++17 %opt -Wall -Werror -pthread %s %ompscan_include \
// RUN:   %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 OMPSCAN_INFO=1 %run %t plain \
// RUN:   2>&1 | %filecheck %s --check-prefixes=CHECK,ONE
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 OMPSCAN_INFO=1 %run_tiny %t \
// RUN:   plain 2>&1 | %filecheck %s --check-prefixes=CHECK,THREE
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=4,3 OMP_MAX_ACTIVE_LEVELS=2 \
// RUN:   %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 OMP_DYNAMIC=TRUE %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 OMP_WAIT_POLICY=ACTIVE \
// RUN:   KMP_LIBRARY=turnaround %run_tiny %t plain

// The number of threads changes no bit of a reproducible result. Outside of
// these tests, other loops that do not pay on few threads run as they are
// written.
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=40000 \
// RUN:   OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t bits > %t.1
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=40000 \
// RUN:   OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t bits > %t.2
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=40000 \
// RUN:   OMPSCAN_DEVICE=host OMP_NUM_THREADS=16 %run %t bits > %t.16
// RUN: diff %t.1 %t.2
// RUN: diff %t.1 %t.16

// A runtime that cannot have the threads says nothing.
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=4 OMP_THREAD_LIMIT=1 %run %t \
// RUN:   plain 2>&1 | %filecheck %s --check-prefix=SILENT --allow-empty
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=4 OMP_THREAD_LIMIT=2 %run_tiny \
// RUN:   %t plain 2>&1 | %filecheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: {{.}}

// Small stacks: a kernel has no arrays on the stack that grow with the loop.
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 OMP_STACKSIZE=64K \
// RUN:   sh -c "ulimit -s 256 && %run %t plain"

// A child of fork has no threads of its parent; those of OpenMP it makes anew.
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 OMPSCAN_INFO=1 %run %t child \
// RUN:   2>&1 | %filecheck %s --check-prefix=CHILD
// Those of a child of a process that has run loops, too.
// RUN: env OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 OMPSCAN_INFO=1 \
// RUN:   %run %t late-child 2>&1 | %filecheck %s --check-prefix=LATE

// The threads that run loops on the host are those of the program's OpenMP
// runtime, as many as a parallel region would have in the same place.

// ONE: (sums): 60000 iterations on host, 1 thread, {{.*}} 0 bytes in, 0 bytes out
// THREE: (sums): 60000 iterations on host, 3 threads, {{.*}} 0 bytes in, 0 bytes out
// CHECK: (compaction): {{.*}} on host, {{.*}} 0 bytes in, 0 bytes out
// CHECK: (counts): {{.*}} on host, {{.*}}, 0 bytes in, 0 bytes out
// CHILD: (sums): 60000 iterations on host, 3 threads
// CHILD: the child ends with 0
// LATE-COUNT-2: (sums): 60000 iterations on host, 3 threads
// LATE: the child ends with 0

#include "../Support/skip_leak_check.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

enum { N = 60001, Bins = 16 };

#define EXPECT(C)                                                              \
  do                                                                           \
    if (!(C)) {                                                                \
      std::printf("line %d: not so: %s\n", __LINE__, #C);                      \
      std::exit(1);                                                            \
    }                                                                          \
  while (0)

static int input(int I, int Seed) {
  return static_cast<int>((I + Seed) * 2654435761u >> 20) - 2000;
}

static std::vector<int> inputs(int Seed) {
  std::vector<int> All(N);
  for (int I = 0; I < N; ++I)
    All[I] = input(I, Seed);
  return All;
}

static void sums(int Seed) {
  std::vector<int> X = inputs(Seed), Y(N, 99);
  const int *x = X.data();
  int *y = Y.data();
  y[0] = Seed;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
  int Want = Seed;
  for (int I = 1; I < N; ++I)
    EXPECT(Y[I] == (Want += X[I]));
}

// In place: a tile waits for those before it, whichever threads have them.
static void compaction(int Seed) {
  std::vector<int> X = inputs(Seed), Kept;
  for (int Value : X)
    if (Value > Seed)
      Kept.push_back(Value);
  int *x = X.data(), k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < N; i++)
    if (x[i] > Seed)
      x[k++] = x[i];
  EXPECT(k == static_cast<int>(Kept.size()));
  EXPECT(std::memcmp(x, Kept.data(), Kept.size() * sizeof *x) == 0);
}

static void counts(int Seed) {
  std::vector<int> X = inputs(Seed);
  const int *x = X.data();
  int bins[Bins] = {}, Want[Bins] = {};
  long total = Seed, WantTotal = Seed;
#pragma omp target teams distribute parallel for reduction(+ : bins, total)
  for (int i = 0; i < N; i++) {
    bins[x[i] & (Bins - 1)]++;
    total += x[i];
  }
  for (int Value : X) {
    ++Want[Value & (Bins - 1)];
    WantTotal += Value;
  }
  EXPECT(total == WantTotal && std::memcmp(bins, Want, sizeof bins) == 0);
}

static void all(int Seed) {
  sums(Seed);
  compaction(Seed);
  counts(Seed);
}

static void printBits() {
  static double X[1 << 18], Y[1 << 18];
  const int Count = 1 << 18;
  for (int I = 0; I < Count; ++I)
    X[I] = 1.0 / (I + 1) - 1e-3 * (I % 7);
  double Sum = 0.1, Scanned = 0.1;
#pragma omp target parallel for reduction(+ : Sum) map(to : X)                 \
    order(reproducible : concurrent)
  for (int I = 0; I < Count; ++I)
    Sum += X[I];
#pragma omp parallel for scan(+ : Scanned) order(reproducible : concurrent)
  for (int I = 0; I < Count; ++I) {
    Scanned += X[I];
    Y[I] = Scanned;
  }
  EXPECT(Sum != 0.1 && Scanned == Y[Count - 1]);
  std::printf("%a %a %a\n", Sum, Scanned, Y[Count / 3]);

  double Fraction = 0.1, State = 0, Other = 0, Level = 0, High = 0;
#pragma omp parallel for scan(rational : Fraction)                             \
    order(reproducible : concurrent)
  for (int I = 0; I < Count; ++I) {
    Fraction = X[I] / (1 + Fraction);
    Y[I] = Fraction;
  }
  std::printf("%a %a\n", Fraction, Y[Count / 3]);
#pragma omp parallel for scan(affine : State, Other)                           \
    order(reproducible : concurrent)
  for (int I = 0; I < Count; ++I) {
    const double Out = State + X[I];
    State = 0.9 * Out + Other;
    Other = X[I] - 0.4 * Out;
    Y[I] = Out;
  }
  std::printf("%a %a %a\n", State, Other, Y[Count / 3]);
  // In passes.
#pragma omp parallel for scan(+ : Level) scan(max : High)                      \
    order(reproducible : concurrent)
  for (int I = 0; I < Count; ++I) {
    Level += X[I];
    High = Level > High ? Level : High;
    Y[I] = High;
  }
  std::printf("%a %a %a\n", Level, High, Y[Count / 3]);
}

static int inChild() {
  std::fflush(stdout);
  const pid_t Child = fork();
  if (Child == 0) {
    skipLeakCheck();
    all(5);
    std::exit(0);
  }
  int Status = 0;
  EXPECT(waitpid(Child, &Status, 0) == Child);
  std::printf("the child ends with %d\n",
              WIFEXITED(Status) ? WEXITSTATUS(Status) : -1);
  return Status != 0;
}

int main(int Count, char **Arguments) {
  const std::string How = Count > 1 ? Arguments[1] : "";
  if (How == "child") {
    // The parent's threads exist, and have been used.
    int Threads = 0;
#pragma omp parallel reduction(+ : Threads)
    Threads += 1;
    EXPECT(Threads > 0);
    return inChild();
  }
  if (How == "bits") {
    printBits();
    return 0;
  }
  all(1);
  if (How == "late-child")
    return inChild();
  if (How == "plain")
    return 0;

  // Threads of a region, each with a loop of its own: at the same level there
  // are no others to have.
#pragma omp parallel num_threads(3)
  for (int Round = 0; Round < 3; ++Round)
    all(10 * omp_get_thread_num() + Round);

  // Some of a region, while the others wait.
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    all(50);
#pragma omp masked
    all(51);
  }

#pragma omp parallel num_threads(3)
#pragma omp single
  for (int Task = 0; Task < 5; ++Task)
#pragma omp task
    all(100 + Task);

  // Outside of regions, where each thread has a team.
  std::vector<std::thread> Threads;
  for (int T = 0; T < 2; ++T)
    Threads.emplace_back([T] {
      for (int Round = 0; Round < 3; ++Round)
        all(200 + 10 * T + Round);
    });
  for (std::thread &Each : Threads)
    Each.join();

  // As many as the program says, from now on.
  for (int Most : {1, 5, 2}) {
    omp_set_num_threads(Most);
    all(300 + Most);
  }
  return 0;
}

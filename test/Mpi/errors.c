/* Every error ends all ranks with a message, and no rank waits for ever. */
/* REQUIRES: mpi, primary
   RUN: %clang %opt %ompscan_native_flags %ompscan_include %mpi_flags %s -o %t %ompscan_libs %mpi_libs
   RUN: not %mpirun 3 %t other-loop 2>&1 | %filecheck %s --check-prefix=LOOP
   RUN: not %mpirun 3 %t early-end 2>&1 | %filecheck %s --check-prefix=END
   RUN: not %mpirun 3 %t overlap 2>&1 | %filecheck %s --check-prefix=OVERLAP
   RUN: not %mpirun 2 %t counter 2>&1 | %filecheck %s --check-prefix=COUNTER
   RUN: not %mpirun 2 %t pointer 2>&1 | %filecheck %s --check-prefix=POINTER
   RUN: not %mpirun 2 %t wide 2>&1 | %filecheck %s --check-prefix=WIDE
   RUN: not %mpirun 2 %t rows 2>&1 | %filecheck %s --check-prefix=ROWS
   RUN: not %mpirun 2 %t carried 2>&1 | %filecheck %s --check-prefix=CARRIED
   RUN: not %mpirun 2 %t if 2>&1 | %filecheck %s --check-prefix=IF
   RUN: not %mpirun 2 %t nested 2>&1 | %filecheck %s --check-prefix=NESTED
   RUN: not %mpirun 2 %t no-begin 2>&1 | %filecheck %s --check-prefix=NO-BEGIN
   RUN: not %mpirun 2 %t no-end 2>&1 | %filecheck %s --check-prefix=NO-END
   RUN: not %mpirun 2 %t freed 2>&1 | %filecheck %s --check-prefix=FREED
   RUN: not %mpirun 1 %t early 2>&1 | %filecheck %s --check-prefix=EARLY
   RUN: not %mpirun 2 %t single 2>&1 | %filecheck %s --check-prefix=SINGLE
   RUN: not %mpirun 2 %t other-thread 2>&1 | %filecheck %s --check-prefix=THREAD
   RUN: not %mpirun 2 %t room 2>&1 | %filecheck %s --check-prefix=ROOM
   RUN: not %mpirun 3 %t dies 2>&1 | %filecheck %s --check-prefix=DIES
*/

#include <mpi.h>
#include <ompscan/mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static int x[N + 1], y[N + 1];

static int sum(int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static int largest(int n) {
  int s = 0;
#pragma omp parallel for scan(max : s)
  for (int i = 0; i < n; i++) {
    s = x[i] > s ? x[i] : s;
    y[i] = s;
  }
  return s;
}

static void recurrence(int *to, const int *from, int n) {
#pragma omp parallel for scan(+ : to)
  for (int i = 1; i < n; i++)
    to[i] = to[i - 1] + from[i];
}

static int is(const char *mode, const char *name) {
  return strcmp(mode, name) == 0;
}

static void *begin(void *unused) {
  ompscan_mpi_begin(MPI_COMM_WORLD);
  return unused;
}

int main(int argc, char **argv) {
  const char *mode = argv[1];
  int level, rank, ranks;
  /* EARLY: ompscan: error: ompscan_mpi_begin: MPI is not initialized; call MPI_Init_thread first
  */
  if (is(mode, "early"))
    ompscan_mpi_begin(MPI_COMM_WORLD);
  MPI_Init_thread(&argc, &argv,
                  is(mode, "single") ? MPI_THREAD_SINGLE : MPI_THREAD_FUNNELED,
                  &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i <= N; i++)
    x[i] = i % 5;

  /* NO-BEGIN: ompscan: error: ompscan_mpi_end: no scope is open; ompscan_mpi_begin begins one (MPI rank {{[01]}})

  */
  if (is(mode, "no-begin"))
    ompscan_mpi_end();
  /* FREED: ompscan: error: ompscan_mpi_begin: the communicator is MPI_COMM_NULL: it has been freed
  */
  if (is(mode, "freed")) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_free(&copy);
    ompscan_mpi_begin(copy);
  }
  /* SINGLE: ompscan: error: ompscan_mpi_begin: MPI was initialized with MPI_THREAD_SINGLE, and loops run on 2 threads; ask MPI_Init_thread for MPI_THREAD_FUNNELED, or set OMP_NUM_THREADS=1 (MPI rank {{[01]}})
  */
  if (is(mode, "single"))
    ompscan_mpi_begin(MPI_COMM_WORLD);
  /* THREAD: ompscan: error: ompscan_mpi_begin: a thread other than the main one begins a scope; ask MPI_Init_thread for MPI_THREAD_SERIALIZED (MPI rank {{[01]}})
  */
  if (is(mode, "other-thread")) {
    pthread_t other;
    pthread_create(&other, NULL, begin, NULL);
    pthread_join(other, NULL);
  }
  /* ROOM: ompscan: error: ompscan_mpi_balance: the rank gets 500 elements, and has room for 400 (MPI rank 1)
  */
  if (is(mode, "room"))
    ompscan_mpi_balance(x, rank ? 0 : 1000, rank ? 400 : 1000, sizeof *x,
                        MPI_COMM_WORLD);

  ompscan_mpi_begin(MPI_COMM_WORLD);
  const int all = sum(rank == 1 ? 0 : N);
  if (all != 2 * N * (ranks - (ranks > 1))) {
    printf("the sum is wrong: %d\n", all);
    return 0;
  }

  /* LOOP: ompscan: error: MPI: ranks are at different loops of a scope: rank 0 is {{.*}}errors.c:{{[0-9]+}}:{{.*}}(sum), and rank 1 is {{.*}}(largest); all ranks of a scope run the same loops in the same order, also without iterations

  */
  if (is(mode, "other-loop"))
    rank == 1 ? largest(N) : sum(N);
  /* END: ranks are at different loops of a scope: rank 0 is {{.*}}(sum), and rank 2 is at ompscan_mpi_end;
  */
  if (is(mode, "early-end") && rank != 2)
    sum(N);
  /* One rank's arrays overlap: the message is printed by all.
     OVERLAP: ompscan: error: {{.*}}errors.c:{{.*}}(recurrence): {{.*}}to{{.*}} (MPI rank 1)
     OVERLAP: ompscan: error: {{.*}}(recurrence): {{.*}} (MPI rank 1)
  */
  if (is(mode, "overlap"))
    recurrence(rank == 1 ? x : y, rank == 1 ? x + 3 : x, N - 3);

  /* COUNTER: (main): it stores at the value of an accumulator and does more than keep some iterations; keep them in a loop of its own

  */
  if (is(mode, "counter")) {
    int k = 0, s = 0;
#pragma omp parallel for scan(+ : k, s)
    for (int i = 0; i < N; i++) {
      s += x[i];
      if (x[i] > 0)
        y[k++] = s;
    }
  }
  /* POINTER: (main): an item is a pointer, which would move by the elements of all processes; count them, and store at the counter
  */
  if (is(mode, "pointer")) {
    int *out = y;
#pragma omp parallel for scan(+ : out)
    for (int i = 0; i < N; i++)
      if (x[i] > 0)
        *out++ = x[i];
  }
  /* WIDE: (main): the iterations that all processes keep, 300 in total, are more than the counter k can hold
  */
  if (is(mode, "wide")) {
    unsigned char k = 0;
#pragma omp parallel for scan(+ : k)
    for (int i = 0; i < 150; i++)
      if (x[i] >= 0)
        y[k++] = x[i];
  }
  /* ROWS: (main): it scans rows
  */
  if (is(mode, "rows")) {
#pragma omp parallel for collapse(2) scan(+ : y)
    for (int i = 0; i < 10; i++)
      for (int j = 1; j < 100; j++)
        y[i * 100 + j] = y[i * 100 + j - 1] + x[i * 100 + j];
  }
  /* CARRIED: (main): a variable carries values from one iteration to the next
  */
  if (is(mode, "carried")) {
    int before = -1, runs = 0;
#pragma omp parallel for scan(+ : runs)
    for (int i = 0; i < N; i++) {
      if (x[i] != before)
        runs++;
      before = x[i];
      y[i] = runs;
    }
  }
  /* IF: (main): its 'if' clause is false, and a loop that processes share cannot be left to one of them
  */
  if (is(mode, "if")) {
    int s = 0;
#pragma omp parallel for scan(+ : s) if (ranks == 1)
    for (int i = 0; i < N; i++) {
      s += x[i];
      y[i] = s;
    }
  }
  /* NESTED: ompscan: error: ompscan_mpi_begin: a scope is open already, and scopes do not nest
  */
  if (is(mode, "nested"))
    ompscan_mpi_begin(MPI_COMM_WORLD);
  /* DIES-NOT: is wrong
  */
  if (is(mode, "dies")) {
    if (rank == 1)
      raise(SIGKILL);
    sum(N);
  }
  /* NO-END: ompscan: error: MPI: MPI_Finalize is called in a scope; ompscan_mpi_end has to end it
  */
  if (is(mode, "no-end"))
    MPI_Finalize();
  ompscan_mpi_end();
  MPI_Finalize();
  return 0;
}

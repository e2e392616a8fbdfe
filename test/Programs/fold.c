// RUN: mkdir -p %t.kernels
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t \
// RUN:   -fplugin-arg-ompscan-emit-kernels=%t.kernels
// RUN: grep -h -o "OMPSCAN_IS_FOLD 1" %t.kernels/*.cl | %filecheck %s
// RUN: %run %t 100003
// RUN: env OMPSCAN_ALGORITHM=single-pass %run %t 100003
// RUN: %run_tiny %t 1000
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t 1000
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_oclgrind %t 100

// Accumulators of which only the end counts: three of the four loops store
// nothing, so that no tile but the last one has to be finished.
// CHECK-COUNT-3: OMPSCAN_IS_FOLD 1
// CHECK-NOT: OMPSCAN_IS_FOLD 1

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int ones, twos;
  long pairs; // a 1 and, behind it, a 2
} Counts;

static Counts join(Counts a, Counts b) {
  return (Counts){a.ones + b.ones, a.twos + b.twos,
                  a.pairs + b.pairs + (long)a.ones * b.twos};
}
#pragma omp declare scan(join:Counts : omp_out = join(omp_out, omp_in))

typedef struct {
  Counts counts;
  long sum, last;
  int largest, before;
} Answer;

static Answer by_device(const int *x, long *sums, int n) {
  Answer a = {{1, 0, 3}, 5, -7, -1, 0};
  Counts all = a.counts;
#pragma omp target parallel for scan(join : all) map(to : x[0 : n])
  for (int i = 0; i < n; i++)
    all = join(all, (Counts){x[i] == 1, x[i] == 2, 0});
  a.counts = all;

  long s = a.sum, last = a.last;
  int largest = a.largest;
#pragma omp target parallel for scan(+ : s) reduction(max : largest)          \
    lastprivate(last) map(to : x[0 : n])
  for (int i = n - 1; i >= 0; i--) {
    s += x[i];
    last = 2 * s;
    largest = largest > x[i] ? largest : x[i];
  }
  a.sum = s;
  a.last = last;
  a.largest = largest;

  // The value before the last one that is kept back by the variable.
  int before = 0, total = 0;
#pragma omp target parallel for scan(+ : total) lastprivate(before)           \
    map(to : x[0 : n])
  for (int i = 0; i < n; i++) {
    before = total;
    total += x[i];
  }
  a.before = before;

  long t = 0;
#pragma omp target parallel for scan(+ : t) map(to : x[0 : n])                \
    map(from : sums[0 : n])
  for (int i = 0; i < n; i++) {
    t += x[i];
    sums[i] = t;
  }
  return a;
}

static Answer by_host(const int *x, long *sums, int n) {
  Answer a = {{1, 0, 3}, 5, -7, -1, 0};
  long t = 0;
  for (int i = 0; i < n; i++) {
    a.counts = join(a.counts, (Counts){x[i] == 1, x[i] == 2, 0});
    a.sum += x[i];
    a.largest = a.largest > x[i] ? a.largest : x[i];
    a.before = (int)t;
    sums[i] = t += x[i];
  }
  if (n > 0)
    a.last = 2 * a.sum;
  return a;
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? atoi(argv[1]) : 1000;
  const int sizes[] = {0, 1, 2, 17, most / 3, most};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const int n = sizes[k];
    int *x = malloc((size_t)n * sizeof *x + 1);
    long *mine = malloc((size_t)n * sizeof *mine + 1);
    long *theirs = malloc((size_t)n * sizeof *theirs + 1);
    for (int i = 0; i < n; i++) {
      x[i] = (int)((unsigned)i * 2654435761u >> 20) % 7;
      mine[i] = -1;
    }
    const Answer a = by_device(x, mine, n), b = by_host(x, theirs, n);
    int wrong = a.counts.ones != b.counts.ones ||
                a.counts.twos != b.counts.twos ||
                a.counts.pairs != b.counts.pairs || a.sum != b.sum ||
                a.largest != b.largest ||
                (n > 0 && (a.last != b.last || a.before != b.before));
    for (int i = 0; i < n; i++)
      wrong |= mine[i] != theirs[i];
    if (wrong) {
      printf("n = %d: %ld pairs, sum %ld, last %ld, before %d; want %ld, %ld, "
             "%ld, %d\n",
             n, a.counts.pairs, a.sum, a.last, a.before, b.counts.pairs, b.sum,
             b.last, b.before);
      return 1;
    }
    free(x);
    free(mine);
    free(theirs);
  }
  return 0;
}

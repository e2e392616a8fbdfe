// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror -pthread %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: env OMPSCAN_CACHE=%t.cache %run %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_INFO=1 OMPSCAN_PROFILE=%t.json %run_tiny %t 2>&1 \
// RUN:   | %filecheck %s
// RUN: %python -m json.tool %t.json %t.formatted
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %run_tiny %t
// RUN: %long env OMPSCAN_POOL=0 OMPSCAN_CACHE=off %run_tiny %t

// Everything at once: several threads run loops in chunks (which have threads
// of their own with the tiny library), loops on data that they share on the
// device, constructs on the host, directives, calls on data, and primitives.
// scripts/sanitize.sh runs it under ThreadSanitizer.

// CHECK-DAG: (sums): {{.*}} chunks, {{[123]}} at once
// CHECK-DAG: (compaction): {{.*}} chunks, {{[123]}} at once
// CHECK-DAG: (resident): {{.*}}, 0 bytes in, 0 bytes out
// CHECK: right

#include <ompscan/ompscan.h>
#include <ompscan/primitives.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Threads = 6, Rounds = 3, N = 30000, M = 3000, Device = -1 };

#define EXPECT(C)                                                              \
  do                                                                           \
    if (!(C)) {                                                                \
      printf("line %d: not so: %s; %s\n", __LINE__, #C, ompscan_last_error()); \
      exit(1);                                                                 \
    }                                                                          \
  while (0)

// On the device, where all threads read it; the host's memory is spoilt.
static int shared[M];

static int input(int i) {
  return (int)((unsigned)i * 2654435761u >> 20) - 2000;
}

static int *array(int n) {
  int *a = malloc((size_t)n * sizeof *a);
  memset(a, 0xA5, (size_t)n * sizeof *a);
  return a;
}

static int *inputs(int n, int seed) {
  int *a = array(n);
  for (int i = 0; i < n; i++)
    a[i] = input(i + seed);
  return a;
}

static void sums(int seed) {
  int *x = inputs(N, seed), *w = inputs(N, -seed), *y = array(N);
  y[0] = seed;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + (x[i] ^ w[i]);
  int want = seed;
  for (int i = 1; i < N; i++)
    EXPECT(y[i] == (want += x[i] ^ w[i]));
  free(x), free(w), free(y);
}

static void compaction(int seed) {
  int *x = inputs(N, seed), *out = array(N), k = 0, count = 0;
#pragma omp target map(to : x[0 : N]) map(from : out[0 : N])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < N; i++)
    if (x[i] > seed)
      out[k++] = x[i];
  for (int i = 0; i < N; i++)
    if (x[i] > seed)
      EXPECT(out[count++] == x[i]);
  EXPECT(k == count);
  free(x), free(out);
}

static void pinned(int seed) {
  int *y = ompscan_host_alloc(Device, N * sizeof *y);
  EXPECT(y);
  for (int i = 0; i < N; i++)
    y[i] = input(i + seed);
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] > y[i] ? y[i - 1] : y[i];
  int want = input(seed);
  for (int i = 1; i < N; i++) {
    want = input(i + seed) > want ? input(i + seed) : want;
    EXPECT(y[i] == want);
  }
  EXPECT(ompscan_host_free(y) == OMPSCAN_SUCCESS);
}

// A chain on the device, with a construct that the host does in the middle.
static void resident(int seed) {
  int *y = array(M);
  long total = 0;
  y[0] = seed;
#pragma omp target enter data map(to : y[0 : M])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < M; i++)
    y[i] = y[i - 1] + shared[i];
#pragma omp target map(tofrom : y[0 : M]) map(to : shared)
  {
    y[1] += shared[1];
    y[M - 1] = 7;
  }
#pragma omp target teams distribute parallel for reduction(+ : total)
  for (int i = 0; i < M; i++)
    total += y[i] - shared[i];
  EXPECT(y[M - 1] != 7);
#pragma omp target update from(y[1])
#pragma omp target exit data map(from : y[0 : M])
  long want = seed - input(0);
  int sum = seed;
  for (int i = 1; i < M; i++) {
    sum += input(i);
    const int element = i == M - 1 ? 7 : i == 1 ? sum + input(1) : sum;
    EXPECT(y[i] == element);
    want += element - input(i);
  }
  EXPECT(total == want);
  free(y);
}

// All threads map and unmap the same array; it comes and goes.
static int common[M];
static void mapped_by_all(int seed) {
  const int *const data = common + 100;
  int *y = array(M);
  EXPECT(ompscan_map(Device, common, sizeof common, OMPSCAN_TO) == 0);
  y[100] = seed;
#pragma omp target map(to : data[0 : 1000]) map(tofrom : y[100 : 1000])
#pragma omp parallel for scan(+ : y)
  for (int i = 101; i < 1100; i++)
    y[i] = y[i - 1] + data[i - 100];
  EXPECT(ompscan_map(Device, common + M - 1, sizeof common, OMPSCAN_TO) ==
         OMPSCAN_ERROR_OVERLAP);
  EXPECT(strstr(ompscan_last_error(), "only a part"));
  EXPECT(ompscan_unmap(Device, common, sizeof common, OMPSCAN_RELEASE) == 0);
  int want = seed;
  for (int i = 101; i < 1100; i++)
    EXPECT(y[i] == (want += common[i]));
  free(y);
}

static void primitives(int seed) {
  int *x = inputs(M, seed), *sorted = inputs(M, seed), count = 0, sum = 0;
  unsigned char *flags = malloc(M);
  size_t kept = 0;
  for (int i = 0; i < M; i++)
    flags[i] = x[i] & 1;
  EXPECT(ompscan_radix_sort(sorted, M, "int", 0, NULL) == OMPSCAN_SUCCESS);
  for (int i = 1; i < M; i++)
    EXPECT(sorted[i - 1] <= sorted[i]);
  const ompscan_predicate plus = {.type = "int", .text = "+"};
  EXPECT(ompscan_reduce(x, M, sizeof *x, &plus, NULL, &sum) == OMPSCAN_SUCCESS);
  EXPECT(ompscan_select_flagged(x, flags, M, sizeof *x, NULL, &kept) ==
         OMPSCAN_SUCCESS);
  for (int i = 0; i < M; i++) {
    sum -= input(i + seed);
    if (flags[i])
      EXPECT(x[count++] == input(i + seed));
  }
  EXPECT(sum == 0 && kept == (size_t)count);
  free(x), free(sorted), free(flags);
}

static void *work(void *argument) {
  static void (*const jobs[])(int) = {sums,     compaction,    pinned,
                                      resident, mapped_by_all, primitives};
  const int thread = *(int *)argument;
  for (int round = 0; round < Rounds; round++)
    for (int job = 0; job < 6; job++)
      jobs[(job + thread) % 6](thread * 10 + round);
  return NULL;
}

int main(void) {
  pthread_t threads[Threads];
  int numbers[Threads];
  for (int i = 0; i < M; i++) {
    shared[i] = input(i);
    common[i] = i + 100;
  }
#pragma omp target enter data map(to : shared)
  memset(shared, 0x55, sizeof shared);
  for (int t = 0; t < Threads; t++) {
    numbers[t] = t;
    EXPECT(pthread_create(&threads[t], NULL, work, &numbers[t]) == 0);
  }
  for (int t = 0; t < Threads; t++)
    pthread_join(threads[t], NULL);
#pragma omp target exit data map(release : shared)
  puts("right");
}

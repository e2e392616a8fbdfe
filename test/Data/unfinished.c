// It calls a primitive on mapped data.
// UNSUPPORTED: no-device, cuda
// RUN: %clang %opt -Wall -Werror %s -pthread %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_ASYNC=0 %run %t
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan OMPSCAN_POOL=0 %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t host
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %run %t
// RUN: env OMPSCAN_INFO=1 %run %t end 2>&1 | %filecheck %s
// RUN: env OMPSCAN_PROFILE=summary %run %t end 2>&1 \
// RUN:   | %filecheck %s --check-prefix=TABLE
// RUN: env OMPSCAN_PROFILE=%t.json %run %t end
// RUN: %filecheck %s --check-prefix=UNREAD --input-file %t.json
// RUN: %python %S/../Runtime/Inputs/check_trace.py %t.json \
// RUN:   | %filecheck %s --check-prefix=TRACE
// RUN: %clang %opt -Wall -Werror -DLIBRARY -shared -fPIC %s %ompscan_include \
// RUN:   %ompscan_flags %ompscan_libs -o %t.so
// RUN: %clang %opt -Wall -Werror -DLOADER %s -ldl -o %t.loader
// RUN: env OMPSCAN_INFO=1 %run %t.loader %t.so 2>&1 \
// RUN:   | %filecheck %s --check-prefix=UNLOADED

// Loops on data that is on the device return before the device has done them.
// The program finds what it would find without that: where it reads between
// them, in several threads, where data goes off the device or the program ends.

// All lines are there, in the loops' order, though nobody waits for the device.
// clang-format off
// CHECK-COUNT-5: (leave_behind): 99999 iterations {{.*}}, 0 bytes in, 0 bytes out, {{.*}} ms (kernels {{[0-9.]*[1-9]}}
// CHECK-NOT: (leave_behind)
// clang-format on

// TRACE: kernel {{8|24}}
// TRACE: loop 8
// TABLE: 5 499995 {{.*}} (leave_behind)

// What nobody reads is not fetched.
// UNREAD-NOT: the accumulators
// UNREAD: (leave_sums_behind)
// UNREAD-NOT: the accumulators

// What the loops of an unloaded library are called is known still.
// UNLOADED-COUNT-5: unfinished.c:{{[0-9:]+}} (leave_behind): 99999

#ifdef LOADER

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argc;
  void *library = dlopen(argv[1], RTLD_NOW);
  void (*leave_behind)(void) =
      library ? (void (*)(void))dlsym(library, "leave_behind") : 0;
  if (!leave_behind) {
    puts(dlerror());
    return 1;
  }
  leave_behind();
  return dlclose(library);
}

#else

#include <ompscan/ompscan.h>
#include <ompscan/primitives.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *new_ints(int n, int value) {
  int *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = value;
  return p;
}

// Ends with work in the queues.
void leave_behind(void) {
  const int n = 100000;
  int *y = new_ints(n, 1);
#pragma omp target enter data map(to : y[0 : n])
  for (int round = 0; round < 5; round++)
#pragma omp target map(y[0 : n])
#pragma omp parallel for scan(max : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] > y[i] ? y[i - 1] : y[i];
  // Neither unmapped nor freed.
}

// The same, with accumulators that stay on the device.
void leave_sums_behind(void) {
  const int n = 100000;
  int *y = new_ints(n, 1);
#pragma omp target enter data map(to : y[0 : n])
  for (int round = 0; round < 3; round++) {
    int sum = round;
#pragma omp target map(y[0 : n])
#pragma omp parallel for scan(max : sum)
    for (int i = 0; i < n; i++) {
      sum = sum > y[i] ? sum : y[i];
      y[i] = sum;
    }
  }
}

#ifndef LIBRARY

static void expect(int holds, const char *what, int at) {
  if (!holds) {
    printf("not so: %s (%d)\n", what, at);
    exit(1);
  }
}

static unsigned hash(unsigned x) { return x * 2654435761u >> 7; }

// More loops than may be unfinished, and reads of all kinds between them.
static void chain(int n) {
  unsigned *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y),
           *z = malloc(n * sizeof *z), *ys = malloc(n * sizeof *y),
           *zs = malloc(n * sizeof *z);
  for (int i = 0; i < n; i++) {
    x[i] = hash(i);
    y[i] = ys[i] = hash(i + n);
    z[i] = zs[i] = 7;
  }
  unsigned total = 5, expected = 5;
#pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n], z[0 : n])
  for (unsigned round = 0; round < 200; round++) {
    for (int i = 0; i < n; i++)
      zs[i] = zs[i] * 3 + x[i] + round;
    for (int i = 1; i < n; i++)
      ys[i] = ys[i - 1] + zs[i];
#pragma omp target teams distribute parallel for map(x[0 : n], z[0 : n])
    for (int i = 0; i < n; i++)
      z[i] = z[i] * 3 + x[i] + round;
#pragma omp target map(y[0 : n], z[0 : n])
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + z[i];
    const int at = hash(round) % n;
    switch (round % 23) {
    case 3: { // one element
#pragma omp target update from(y[at : 1])
      expect(y[at] == ys[at], "one element", round);
      break;
    }
    case 7: // a reduction, which gives a value back
#pragma omp target teams distribute parallel for map(y[0 : n])                 \
    reduction(+ : total)
      for (int i = 0; i < n; i++)
        total += y[i];
      for (int i = 0; i < n; i++)
        expected += ys[i];
      expect(total == expected, "a reduction", round);
      break;
    case 11: // what the host puts in
      z[at] = zs[at] = round;
#pragma omp target update to(z[at : 1])
      break;
    case 13: { // an accumulator
      unsigned sum = 1, plain = 1;
#pragma omp target map(y[0 : n], z[0 : n])
#pragma omp parallel for scan(+ : sum)
      for (int i = 0; i < n; i++) {
        sum += y[i];
        z[i] = sum;
      }
      for (int i = 0; i < n; i++) {
        plain += ys[i];
        zs[i] = plain;
      }
      expect(sum == plain, "an accumulator", round);
      break;
    }
    case 15: { // an accumulator that nobody reads
      unsigned sum = round, plain = round;
#pragma omp target map(y[0 : n], z[0 : n])
#pragma omp parallel for scan(+ : sum)
      for (int i = 0; i < n; i++) {
        z[i] = sum;
        sum += y[i];
      }
      for (int i = 0; i < n; i++) {
        zs[i] = plain;
        plain += ys[i];
      }
      break;
    }
    case 17: // a construct on the host
#pragma omp target map(z[0 : n])
      if (getenv("no such variable") == 0)
        z[at] += z[n - 1 - at];
      zs[at] += zs[n - 1 - at];
      break;
    case 18: // nothing but a wait
      expect(ompscan_wait(OMPSCAN_DEFAULT_DEVICE) == OMPSCAN_SUCCESS, "a wait",
             round);
      break;
    case 19: { // a primitive
      const ompscan_predicate plus = {"uint", "+", 0, 0, 0};
      expect(ompscan_reduce(z, n, sizeof *z, &plus, 0, &total) ==
                 OMPSCAN_SUCCESS,
             "a primitive", round);
      expected = 0;
      for (int i = 0; i < n; i++)
        expected += zs[i];
      expect(total == expected, "a primitive's result", round);
      break;
    }
    }
  }
  expect(!memcmp(y, ys, n * sizeof *y), "y of a chain", n);
  expect(!memcmp(z, zs, n * sizeof *z), "z of a chain", n);
  free(x), free(y), free(z), free(ys), free(zs);
}

// Memory of data that goes while kernels use it gets to others.
static void short_lives(int n) {
  int *sum = new_ints(n, 0), expected = 0;
#pragma omp target enter data map(to : sum[0 : n])
  for (int round = 0; round < 100; round++) {
    int *t = new_ints(n, round);
#pragma omp target enter data map(to : t[0 : n])
#pragma omp target teams distribute parallel for map(t[0 : n])
    for (int i = 0; i < n; i++)
      t[i] += i;
#pragma omp target teams distribute parallel for map(t[0 : n], sum[0 : n])
    for (int i = 0; i < n; i++)
      sum[i] += t[i];
#pragma omp target exit data map(release : t[0 : n])
    memset(t, 0x55, n * sizeof *t);
    free(t);
    expected += round;
  }
#pragma omp target exit data map(from : sum[0 : n])
  for (int i = 0; i < n; i++)
    expect(sum[i] == expected + 100 * i, "a sum of short lives", i);
  free(sum);
}

// Threads that hand data to each other by a mutex only.
enum { THREADS = 5, TURNS = 60 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, shared_n;
static unsigned *shared, *read_only;

static void *take_turns(void *number) {
  const int n = shared_n, mine = (int)(long)number;
  unsigned *y = shared, *x = read_only;
  unsigned *own = malloc(n * sizeof *own);
  for (int i = 0; i < n; i++)
    own[i] = 0;
#pragma omp target data map(tofrom : own[0 : n])
  for (int round = 0; round < TURNS / THREADS; round++) {
#pragma omp target teams distribute parallel for map(own[0 : n], x[0 : n])
    for (int i = 0; i < n; i++)
      own[i] += x[i];
    pthread_mutex_lock(&lock);
    while (turn % THREADS != mine)
      pthread_cond_wait(&turned, &lock);
    const unsigned factor = 2 * turn + 1;
#pragma omp target map(y[0 : n], x[0 : n])
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i] * factor;
#pragma omp target teams distribute parallel for map(y[0 : n]) nowait
    for (int i = 0; i < n; i++)
      y[i] = y[i] * factor + 1;
    turn++;
    pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&lock);
  }
  for (int i = 0; i < n; i++)
    expect(own[i] == TURNS / THREADS * x[i], "a thread's own", i);
  free(own);
  return 0;
}

static void threads(int n) {
  shared_n = n;
  turn = 0;
  unsigned *y = shared = malloc(n * sizeof *y),
           *x = read_only = malloc(n * sizeof *x), *ys = malloc(n * sizeof *y);
  for (int i = 0; i < n; i++) {
    x[i] = hash(i);
    y[i] = ys[i] = i;
  }
  for (int t = 0; t < TURNS; t++) {
    const unsigned factor = 2 * t + 1;
    for (int i = 1; i < n; i++)
      ys[i] = ys[i - 1] + x[i] * factor;
    for (int i = 0; i < n; i++)
      ys[i] = ys[i] * factor + 1;
  }
  pthread_t all[THREADS];
#pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    for (long t = 0; t < THREADS; t++)
      pthread_create(&all[t], 0, take_turns, (void *)t);
    for (int t = 0; t < THREADS; t++)
      pthread_join(all[t], 0);
  }
  expect(!memcmp(y, ys, n * sizeof *y), "what threads hand on", n);
  free(x), free(y), free(ys);
}

// Loops that need not wait for each other, and those that have to.
static void apart(int n) {
  enum { ARRAYS = 6 };
  unsigned *a[ARRAYS], *plain[ARRAYS];
  for (int k = 0; k < ARRAYS; k++) {
    a[k] = malloc(n * sizeof *a[k]);
    plain[k] = malloc(n * sizeof *plain[k]);
    for (int i = 0; i < n; i++)
      a[k][i] = plain[k][i] = hash(i + k);
    unsigned *p = a[k];
#pragma omp target enter data map(to : p[0 : n])
  }
  for (unsigned round = 0; round < 150; round++) {
    const int j = hash(round) % ARRAYS,
              k = (j + 1 + hash(round + 99) % (ARRAYS - 1)) % ARRAYS;
    unsigned *p = a[j], *q = a[k], *ps = plain[j], *qs = plain[k];
    for (int i = 1; i < n; i++)
      ps[i] = round % 3 ? ps[i - 1] + qs[i] : qs[i - 1] ^ ps[i];
    if (round % 3)
#pragma omp target map(p[0 : n], q[0 : n]) nowait depend(inout : p[0])         \
    depend(in : q[0])
#pragma omp parallel for scan(+ : p)
      for (int i = 1; i < n; i++)
        p[i] = p[i - 1] + q[i];
    else
#pragma omp target teams distribute parallel for map(p[0 : n], q[0 : n]) nowait
      for (int i = 1; i < n; i++)
        p[i] = q[i - 1] ^ p[i];
    if (round % 40 == 39) {
#pragma omp target update from(p[n - 1 : 1]) nowait depend(in : p[0])
#pragma omp taskwait
      expect(p[n - 1] == ps[n - 1], "an element of several loops", round);
    }
  }
  for (int k = 0; k < ARRAYS; k++) {
    unsigned *p = a[k];
#pragma omp target exit data map(from : p[0 : n])
    expect(!memcmp(p, plain[k], n * sizeof *p), "loops apart", k);
    free(p), free(plain[k]);
  }
}

// A loop waits for the tasks that its data comes from, and later tasks for it.
static void tasks(int n) {
  int *x = new_ints(n, 0), *y = new_ints(n, 1), found = 0;
#pragma omp target enter data map(alloc : x[0 : n]) map(to : y[0 : n])
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x[0])
    {
      for (volatile int spin = 0; spin < 3000000; spin++)
        ;
      for (int i = 0; i < n; i++)
        x[i] = i;
    }
#pragma omp target update to(x[0 : n]) nowait depend(inout : x[0])
#pragma omp target map(x[0 : n], y[0 : n]) nowait depend(in : x[0])            \
    depend(inout : y[0])
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
#pragma omp target update from(y[0 : n]) nowait depend(inout : y[0])
#pragma omp task depend(in : y[0])
    found = y[n - 1];
  }
  expect(found == 1 + n * (n - 1) / 2, "a value by way of tasks", found);
#pragma omp target exit data map(delete : x[0 : n], y[0 : n])
  free(x), free(y);
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "end")) {
    leave_behind();
    leave_sums_behind();
    return 0;
  }
  const int sizes[] = {1, 2, 100, 5000};
  for (int s = 0; s < 4; s++) {
    chain(sizes[s]);
    short_lives(sizes[s]);
    apart(sizes[s]);
  }
  threads(3000);
  tasks(1000);
  return 0;
}

#endif
#endif

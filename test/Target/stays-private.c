// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %clang %opt -Wall -Werror -DUNIFIED %s %ompscan_include \
// RUN:   %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t

// What a construct that stays on the host maps without `from` and changes is
// unchanged on the host behind it, if the device has its own memory.

#include <omp.h>
#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef UNIFIED
#pragma omp requires unified_shared_memory
#endif

static int n = 100;
static int global[100];

static void fill(int *x) {
  for (int i = 0; i < n; i++)
    x[i] = -i;
}
__attribute__((noinline)) static void changeGlobal(void) { fill(global); }

#define CHECK(CONDITION)                                                       \
  if (!(CONDITION))                                                            \
  printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION), exit(1)

struct Pair {
  int a, b;
};

int main(void) {
#ifdef UNIFIED
  const int shared = 1;
#else
  int shared = 1;
#pragma omp target map(from : shared)
  {
    shared = omp_is_initial_device();
    printf("%d\n", n); // keeps it on the host
  }
#endif
  int x[100], y[100], z[100], w[100], sum = 0;
  int *p = malloc(sizeof x), *q = malloc(sizeof x);
  struct Pair pair = {1, 2};
  for (int i = 0; i < n; i++)
    x[i] = y[i] = z[i] = w[i] = p[i] = q[i] = global[i] = i;

#pragma omp target map(to : x, p[0 : n], pair) map(alloc : q[0 : n]) map(tofrom : y, sum, pair.b) map(to : z)
  {
    printf("%d\n", x[1] + p[1]);
    for (int i = 0; i < n; i++) {
      sum += x[i] + p[i] + z[i];
      x[i] = p[i] = q[i] = y[i] = -1;
      sum += x[i] - p[i];
    }
    pair.a = pair.b = -1;
  }
  CHECK(sum == 3 * n * (n - 1) / 2);
  for (int i = 0; i < n; i++) {
    const int left = shared ? -1 : i;
    CHECK(x[i] == left && p[i] == left && q[i] == left && y[i] == -1);
    CHECK(z[i] == i);
  }
  CHECK(pair.a == (shared ? -1 : 1) && pair.b == -1);

  // By functions, pointers and a part of what is there.
#pragma omp target enter data map(to : w[20 : 30])
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp target map(to : x, global) map(always, to : z)
  {
    int *other = x;
    fill(other);
    changeGlobal();
    z[3] = -3;
    printf("%d\n", x[1]);
  }
  for (int i = 0; i < n; i++)
    CHECK(x[i] == (shared ? -i : i) && global[i] == x[i]);
  CHECK(z[3] == (shared ? -3 : 3));
#pragma omp target map(alloc : w[25 : 10])
  {
    w[25] = -1;
    printf("%d\n", w[26]);
  }
  CHECK(shared || w[25] == 25);
#pragma omp target exit data map(from : w[20 : 30])
  CHECK(w[25] == -1 && w[26] == 26);

  // A condition that is false leaves the construct, and its data, to the host.
#pragma omp target map(to : x) if (n < 0)
  {
    x[0] = 77;
    printf("%d\n", x[1]);
  }
  CHECK(x[0] == 77);
  free(p);
  free(q);
  return 0;
}

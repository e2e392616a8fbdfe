// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Declared mappers on directives on data: the parts that they name are moved, in
// the direction that both clauses allow.

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>

struct vector { int length; int *data; };
#pragma omp declare mapper(struct vector v) map(v, v.data[0 : v.length])
#pragma omp declare mapper(input : struct vector v) map(to : v, v.data[0 : v.length])
struct pair { int a, b; };
#pragma omp declare mapper(second : struct pair p) map(p.b)
#pragma omp declare mapper(fresh : struct vector v) map(always, to : v.data[0 : v.length])

#define CHECK(CONDITION)                                                       \
  if (!(CONDITION))                                                            \
  printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION), exit(1)

enum { n = 1000 };

static void fill(struct vector v, int first) {
  for (int i = 0; i < n; i++)
    v.data[i] = first + i;
}

static void check(struct vector v, int first) {
  for (int i = 0; i < n; i++)
    CHECK(v.data[i] == first + i);
}

int main(void) {
  struct vector v = {n, malloc(n * sizeof(int))}, *p = &v;
  struct pair both = {1, 2};
  int *const data = v.data;
  const int apart = ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 0;
  fill(v, 10);
#pragma omp target data map(tofrom : v)
  {
    CHECK(!apart || ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, data, n * sizeof(int)));
#pragma omp target teams distribute parallel for map(alloc : data[0 : n])
    for (int i = 0; i < n; i++)
      data[i] += 5;
  }
  check(v, 15);
  CHECK(v.data == data && v.length == n);

  // To the device only.
#pragma omp target enter data map(mapper(input), to : *p)
#pragma omp target teams distribute parallel for map(alloc : data[0 : n])
  for (int i = 0; i < n; i++)
    data[i] += 5;
  check(v, apart ? 15 : 20);
#pragma omp target update from(v)
  check(v, 20);
  fill(v, 40);
#pragma omp target update to(mapper(input) : v)
  fill(v, apart ? 0 : 40);
#pragma omp target update from(mapper(input) : v)
  check(v, apart ? 0 : 40);
#pragma omp target update from(mapper(default) : *p)
  check(v, 40);
  // More of it, which `always` copies.
  fill(v, 70);
#pragma omp target enter data map(mapper(fresh), to : v)
#pragma omp target exit data map(mapper(fresh), release : v)
  fill(v, apart ? 0 : 70);
#pragma omp target exit data map(mapper(input), from : v)
  check(v, apart ? 0 : 70);
  CHECK(!apart || !ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, data, n * sizeof(int)));

#pragma omp target data map(mapper(second), tofrom : both)
  CHECK(!apart || (!ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, &both.a, 4) &&
                   ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, &both.b, 4)));
  free(data);
  return 0;
}

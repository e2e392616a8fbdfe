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

struct pack { int plain; struct vector first, second; };
#pragma omp declare mapper(struct pack k) map(k.first, k.second) map(k.plain)

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

// A mapper is applied to each element of a section or an array, and to members
// in another mapper.
static void elements(int apart) {
  struct vector some[4];
  struct pack packs[2], *p = packs;
  for (int i = 0; i < 4; i++) {
    some[i].length = n;
    some[i].data = malloc(n * sizeof(int));
    fill(some[i], 100 * i);
  }
  for (int i = 0; i < 2; i++) {
    packs[i].plain = i;
    packs[i].first = some[2 * i];
    packs[i].second = some[2 * i + 1];
  }
  int *data[4] = {some[0].data, some[1].data, some[2].data, some[3].data};
  const int first = 1, count = 2;
#pragma omp target enter data map(to : some[first : count])
  for (int i = 0; i < 4; i++)
    CHECK(!apart || ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, data[i], n * sizeof(int)) ==
                        (i == 1 || i == 2));
  for (int j = 1; j <= 2; j++) {
    int *y = data[j];
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      y[i] += 7;
  }
#pragma omp target update from(some[1 : 1])
  check(some[1], 107);
#pragma omp target exit data map(from : some[first : count])
  check(some[2], 207);
  check(some[3], 300);
  CHECK(some[1].data == data[1]);

#pragma omp target data map(tofrom : p[0 : 2])
  for (int j = 0; j < 4; j++) {
    CHECK(!apart || ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, data[j], n * sizeof(int)));
    int *y = data[j];
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      y[i] += j;
  }
  check(some[0], 0);
  check(some[1], 108);
  check(some[2], 209);
  check(some[3], 303);
#pragma omp target data map(to : packs)
  CHECK(!apart || ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, data[3], n * sizeof(int)));
  for (int i = 0; i < 4; i++)
    free(data[i]);
}

struct list { int length; int *data; };
#pragma omp declare mapper(struct list l) map(always, present, from : l, l.length, l.data[0 : l.length])
#pragma omp declare mapper(input : struct list l) map(always, to : l.data[0 : l.length])

// Mappers that move data each time, on constructs that the host runs.
static void constructs(int apart) {
  struct list l = {n, calloc(n, sizeof(int))};
  int *const data = l.data;
#pragma omp target enter data map(to : l.length, l.data[0 : l.length]) map(alloc : l.data)
#pragma omp target
  {
    for (int i = 0; i < l.length; i++)
      l.data[i] = i;
    (void)getenv("");
  }
  for (int i = 0; i < n; i++)
    CHECK(data[i] == i);
  int sum = 0;
  data[0] = 100;
#pragma omp target map(tofrom : sum)
  sum = l.data[0];
  CHECK(sum == (apart ? 0 : 100));
  data[0] = 100;
#pragma omp target map(mapper(input), to : l) map(tofrom : sum)
  sum = l.data[0];
  CHECK(sum == 100 && l.data == data);
#pragma omp target exit data map(delete : l.length, l.data, l.data[0 : n])
  free(data);
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
  elements(apart);
  constructs(apart);
  return 0;
}

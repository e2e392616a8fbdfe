// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %clangxx %opt -x c++ -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t

// Calls in a `target` construct reach the variants of functions for a device
// that the construct has, whether it is a kernel or stays on the host.

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

// A variant for devices only.
int scaledThere(int x);
#pragma omp declare target to(scaledThere) device_type(nohost)
#pragma omp declare variant(scaledThere) match(device = {kind(nohost)})
int scaled(int x) { return x * 10; }
int scaledThere(int x) { return x * 1000; }

// A function for devices only, with a variant for the host.
void addHere(int *x, int by);
void add(int *x, int by);
#pragma omp declare target to(add) device_type(nohost)
#pragma omp declare variant(addHere) match(device = {kind(host)})
void add(int *x, int by) { *x += 100 * by; }
void addHere(int *x, int by) { *x += by; }

// Traits of constructs count as well.
static int inTeams(void) { return 3; }
static int onDevice(void) { return 2; }
#pragma omp declare variant(inTeams)                                           \
    match(construct = {target, teams}, device = {kind(nohost)})
#pragma omp declare variant(onDevice) match(device = {kind(nohost)})
static int place(void) { return 1; }

// Called without a variant, and defined behind the calls.
static int only(int x);
#pragma omp declare target to(only) device_type(nohost)

#define CHECK(CONDITION)                                                       \
  if (!(CONDITION))                                                            \
  printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION), exit(1)

int main(void) {
  int host = 1, sum = 0, where = 0, teams = 0, also = 0, left = 0;
  int y[100], *p = &sum;
  CHECK(scaled(2) == 20 && place() == 1);
  add(p, 1);
  CHECK(sum == 1);
  sum = 0;
#pragma omp target map(from : host, where, also) map(tofrom : sum)
  {
    host = omp_is_initial_device();
    int *q = &sum;
    add(q, scaled(1));
    where = place();
    also = only(4);
    (void)getenv("HOME"); // The host does it.
  }
  CHECK(where == (host ? 1 : 2) && also == 5);
  CHECK(sum == (host ? 10 : 100 * 1000));
#pragma omp target teams num_teams(1) map(from : teams)
  {
    teams = place();
    (void)getenv("HOME");
  }
  CHECK(teams == (host ? 1 : 3));
#pragma omp target map(from : left) if (host < 0)
  {
    left = scaled(3);
    (void)getenv("HOME");
  }
  CHECK(left == 30);
#pragma omp target teams distribute parallel for map(from : y)
  for (int i = 0; i < 100; i++)
    y[i] = scaled(i) + i;
  for (int i = 0; i < 100; i++)
    CHECK(y[i] == (host ? 11 : 1001) * i);
  int total = 0;
#pragma omp target map(from : y) map(tofrom : total)
#pragma omp parallel for scan(+ : total)
  for (int i = 0; i < 100; i++) {
    total += scaled(1);
    y[i] = total;
  }
  for (int i = 0; i < 100; i++)
    CHECK(y[i] == (host ? 10 : 1000) * (i + 1));
  return 0;
}

static int only(int x) { return x + 1; }

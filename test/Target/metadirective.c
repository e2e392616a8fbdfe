// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %clangxx %opt -x c++ -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t

// Constructs of a `metadirective` for a target device.

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(CONDITION)                                                       \
  if (!(CONDITION))                                                            \
  printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION), exit(1)

// The one that is not chosen would leave x as it is on a device.
#define FILL(VALUE)                                                            \
  for (int i = 0; i < 100; i++)                                                \
  x[i] = (VALUE)

static int sum_of(const int *x) {
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += x[i];
  return sum;
}

int main(void) {
  int x[100] = {0}, dev = omp_get_default_device(), dead = 0;
#pragma omp metadirective when(target_device = {kind(nohost)} : target map(tofrom : x)) \
    default(target map(to : x))
  FILL(1);
  CHECK(sum_of(x) == 100);
#pragma omp metadirective when(target_device = {kind(gpu)} : target map(to : x)) \
    when(target_device = {kind(any), device_num(dev)} : target map(tofrom : x) device(dev)) \
    default(target map(to : x))
  FILL(2);
  CHECK(sum_of(x) == 200);
#pragma omp metadirective when(target_device = {device_num(dev)}, implementation = {vendor(llvm)} : target map(from : x)) \
    default(target map(to : x))
  FILL(i);
  CHECK(sum_of(x) == 4950);
#pragma omp metadirective when(target_device = {kind(host)} : target map(to : x)) \
    when(device = {kind(nohost)} : target map(to : x)) \
    default(parallel for)
  FILL(3);
  CHECK(sum_of(x) == 300);
  // Loops with a scan, and a selector with a set that is the program's.
  int total = 0;
#pragma omp metadirective when(user = {condition(0)}, target_device = {kind(any)} : nothing) \
    default(parallel for num_threads(1))
  for (int i = 0; i < 1; i++)
    dead = 1;
  CHECK(dead == 1);
#pragma omp metadirective when(target_device = {kind(any)} : target teams distribute parallel for map(tofrom : x) reduction(+ : total)) \
    default(nothing)
  for (int i = 0; i < 100; i++) {
    x[i] += i;
    total += x[i];
  }
  CHECK(total == 5250 && sum_of(x) == 5250);
  return 0;
}

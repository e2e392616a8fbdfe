// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror %s -pthread %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: env POCL_DEVICES="pthread pthread" OMPSCAN_CACHE=%t.cache %run %t
// RUN: rm -rf %t.pocl && mkdir %t.pocl
// RUN: env POCL_DEVICES="pthread basic" POCL_CACHE_DIR=%t.pocl \
// RUN:   OMPSCAN_CACHE=off %run_tiny %t
// RUN: env POCL_DEVICES="pthread pthread" OMPSCAN_DEVICE=PThread OMPSCAN_INFO=1 \
// RUN:   %run %t one 2>&1 | %filecheck %s --check-prefix=ONE
// RUN: env POCL_DEVICES="basic pthread" OMP_DEFAULT_DEVICE=1 OMPSCAN_INFO=1 \
// RUN:   %run %t one 2>&1 | %filecheck %s --check-prefix=ONE
// RUN: env POCL_DEVICES="pthread basic" OMPSCAN_DEVICE=basic OMPSCAN_INFO=1 \
// RUN:   %run %t one 2>&1 | %filecheck %s --check-prefix=BASIC
// RUN: env POCL_DEVICES="pthread pthread" %ompscan_tools/ompscan-info \
// RUN:   --self-test | %filecheck %s --check-prefix=TESTED

// Several devices at once, from several threads: each has its own copy of what
// is mapped there, loops find the one that is on their device, and only devices
// that are used are set up. One array may be in pieces on both. PoCL's device "basic" runs commands in the thread
// that enqueues them; it has to compile them, too, while other threads go on.

// Loading the library calls nothing of OpenCL: nobody loads the layer.
// RUN: rm -f %t.log
// RUN: env OPENCL_LAYERS=%opencl_layer OPENCL_LAYER_LOG=%t.log %run %t nothing
// RUN: not ls %t.log
// RUN: env POCL_DEVICES="pthread pthread" OPENCL_LAYERS=%opencl_layer \
// RUN:   OPENCL_LAYER_LOG=%t.log %run %t one
// RUN: %filecheck %s --check-prefix=LOG --input-file=%t.log
// LOG: call clCreateContext 1{{$}}

// ONE: info: {{.*}} (scan): 9999 iterations on pthread
// BASIC: info: {{.*}} (scan): 9999 iterations on basic
// TESTED: Device 0
// TESTED: self-test passed: [[ALL:[0-9]+]] of [[ALL]]
// TESTED: Device 1
// TESTED: self-test passed: [[ALL]] of [[ALL]]
// TESTED-NOT: failed

#include <ompscan/ompscan.h>
#include <ompscan/primitives.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10000, DEVICES = 2, THREADS = 6, ROUNDS = 20 };
static unsigned x[N];

#define EXPECT(C)                                                              \
  do                                                                           \
    if (!(C)) {                                                                \
      printf("line %d: not so: %s (%s)\n", __LINE__, #C,                       \
             ompscan_last_error());                                            \
      exit(1);                                                                 \
    }                                                                          \
  while (0)

static void scan(unsigned *y, int device) {
#pragma omp target device(device) map(to : x[0 : N]) map(tofrom : y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
}

static unsigned long total(const unsigned *y, int device) {
  unsigned long sum = 1;
#pragma omp target device(device) map(to : y[0 : N])
#pragma omp parallel for scan(+ : sum)
  for (int i = 0; i < N; i++)
    sum += y[i];
  return sum;
}

static void expected_scan(unsigned *y, unsigned add) {
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i] + add;
}

// Half of the threads have their array on one device, and half on the other;
// x is on both, with other values there.
static void *work(void *number) {
  const int mine = (int)(long)number, device = mine % DEVICES;
  unsigned *y = calloc(N, sizeof *y), *z = calloc(N, sizeof *z),
           *host = calloc(N, sizeof *z);
  EXPECT(ompscan_map(device, y, N * sizeof *y, OMPSCAN_TO) == 0);
  EXPECT(ompscan_is_present(device, y, N * sizeof *y) &&
         !ompscan_is_present(1 - device, y, 1));
  for (unsigned round = 0; round < ROUNDS; round++) {
    scan(y, device); // stays there
    expected_scan(z, device + 1);
    unsigned long sum = 1;
    for (int i = 0; i < N; i++)
      sum += z[i];
    if (round % 5 == 4)
      EXPECT(total(y, device) == sum);
    // Moves to the other device and back, where only x is.
    if (round % 7 == 3) {
      memset(host, 0, N * sizeof *host);
      host[0] = round;
      scan(host, 1 - device);
      for (unsigned i = 1, last = round; i < N; i++)
        EXPECT(host[i] == (last += x[i] + 2 - device));
    }
  }
  EXPECT(ompscan_unmap(device, y, N * sizeof *y, OMPSCAN_FROM) == 0);
  EXPECT(memcmp(y, z, N * sizeof *y) == 0);
  free(y), free(z), free(host);
  return NULL;
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    x[i] = i * 2654435761u >> 20;
  if (argc > 1) {
    unsigned y[N] = {0}, z[N] = {0};
    if (strcmp(argv[1], "one") == 0) {
      scan(y, -1);
      expected_scan(z, 0);
      EXPECT(memcmp(y, z, sizeof y) == 0);
    }
    return 0;
  }
  EXPECT(ompscan_get_num_devices() == DEVICES);
  for (unsigned device = 0; device < DEVICES; device++) {
    for (int i = 0; i < N; i++)
      x[i] += device + 1;
    EXPECT(ompscan_map(device, x, sizeof x, OMPSCAN_TO) == 0);
    for (int i = 0; i < N; i++)
      x[i] -= device + 1;
  }
  pthread_t threads[THREADS];
  for (long t = 0; t < THREADS; t++)
    EXPECT(pthread_create(&threads[t], NULL, work, (void *)t) == 0);
  for (int t = 0; t < THREADS; t++)
    pthread_join(threads[t], NULL);
  for (int device = 0; device < DEVICES; device++)
    EXPECT(ompscan_unmap(device, x, sizeof x, OMPSCAN_DELETE) == 0);
  // One array on both.
  unsigned *all = calloc(N, sizeof *all);
  const ompscan_predicate sum = {"uint", "+", NULL, NULL, 0};
  const ompscan_piece pieces[DEVICES] = {
      {x, all, N / 3, 1}, {x + N / 3, all + N / 3, N - N / 3, 0}};
  for (int p = 0; p < DEVICES; p++) {
    const size_t bytes = pieces[p].n * sizeof *x;
    EXPECT(ompscan_map(pieces[p].device, pieces[p].in, bytes, OMPSCAN_TO) == 0);
    EXPECT(ompscan_map(pieces[p].device, pieces[p].out, bytes,
                       OMPSCAN_ALLOC) == 0);
  }
  EXPECT(ompscan_scan_across(pieces, DEVICES, sizeof *x, &sum, NULL) == 0);
  for (int p = 0; p < DEVICES; p++) {
    const size_t bytes = pieces[p].n * sizeof *x;
    EXPECT(ompscan_unmap(pieces[p].device, pieces[p].in, bytes,
                         OMPSCAN_RELEASE) == 0);
    EXPECT(ompscan_unmap(pieces[p].device, pieces[p].out, bytes,
                         OMPSCAN_FROM) == 0);
  }
  for (unsigned i = 0, last = 0; i < N; i++)
    EXPECT(all[i] == (last += x[i]));
  free(all);
  // A device that is not there.
  unsigned *y = calloc(N, sizeof *y);
  EXPECT(ompscan_map(DEVICES + 1, y, N * sizeof *y, OMPSCAN_TO) != 0 &&
         strstr(ompscan_last_error(), "device"));
  free(y);
}

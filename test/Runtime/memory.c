// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -ldl -o %t
// RUN: env OPENCL_LAYERS=%opencl_layer OMPSCAN_POOL=0 %run %t
// RUN: env OPENCL_LAYERS=%opencl_layer OMPSCAN_POOL=0 \
// RUN:   OMPSCAN_ALGORITHM=three-kernel %run %t
// RUN: env OPENCL_LAYERS=%opencl_layer OMPSCAN_POOL=0 \
// RUN:   OMPSCAN_ALGORITHM=reduce-then-scan %run %t
// RUN: env OPENCL_LAYERS=%opencl_layer OMPSCAN_POOL=0 \
// RUN:   OMPSCAN_REPRODUCIBLE=1 %run %t
// RUN: env OPENCL_LAYERS=%opencl_layer %run_tiny %t pinned

// Beyond the data itself, loops take less than 2 % of it on the device: the
// buffers that are made after the data has been mapped. On the host there are 38
// pinned blocks of 16 KiB at most (2 for each of the 16 threads that the runtime
// may have and the 3 that move data of a loop, with tiny tiles), however many
// threads the program has.

#include "../Support/opencl_layer.h"
#include <dlfcn.h>
#include <ompscan/ompscan.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 22 };

struct matrix {
  unsigned a, b, c, d;
};
static struct matrix times(struct matrix x, struct matrix y) {
  struct matrix p = {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,
                     x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
  return p;
}
#pragma omp declare scan(times : struct matrix : omp_out = times(omp_out, omp_in)) \
    initializer(omp_priv = (struct matrix){1, 0, 0, 1})

#define LOOP(NAME, TYPE, OP, NEXT)                                             \
  static void NAME(TYPE *y, TYPE *x) {                                         \
    PRAGMA(omp target map(y[0 : N], x[0 : N]))                                 \
    PRAGMA(omp parallel for scan(OP : y))                                      \
    for (int i = 1; i < N; i++)                                                \
      y[i] = NEXT;                                                             \
  }
#define PRAGMA(X) _Pragma(#X)
LOOP(bytes, unsigned char, +, y[i - 1] + x[i])
LOOP(floats, float, +, y[i - 1] + x[i])
LOOP(doubles, double, +, y[i - 1] + x[i])
LOOP(matrices, struct matrix, times, times(y[i - 1], x[i]))

static void compaction(unsigned *y, unsigned *x) {
  int k = 0;
#pragma omp target map(y[0 : N], x[0 : N])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < N; i++)
    if (x[i] % 3 == 0)
      y[k++] = x[i];
}

static void in_place(unsigned *y, unsigned *x) {
  int k = 0;
#pragma omp target map(x[0 : N])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < N; i++)
    if (x[i] % 3 == 0)
      x[k++] = x[i];
  (void)y;
}

/* Data on the host, which goes to the device and comes back. */
static void *scan_often(void *unused) {
  enum { M = 1 << 17 };
  long *x = malloc(M * sizeof *x);
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < M; i++)
      x[i] = i % 7;
#pragma omp parallel for scan(+ : x)
    for (int i = 1; i < M; i++)
      x[i] = x[i - 1] + x[i];
    long want = 0;
    for (int i = 0; i < M; i++)
      if (x[i] != (want += i % 7))
        abort();
  }
  free(x);
  return unused;
}

static int pinned(void *layer) {
  long (*most_pinned)(void) = (long (*)(void))dlsym(layer, "opencl_layer_most_pinned");
  pthread_t threads[24];
  for (int i = 0; i < 24; i++)
    if (pthread_create(&threads[i], 0, scan_often, 0))
      return 2;
  for (int i = 0; i < 24; i++)
    pthread_join(threads[i], 0);
  printf("%ld bytes were pinned\n", most_pinned());
  return most_pinned() < 4 * 16384 || most_pinned() > 38 * 16384;
}

int main(int argc, char **argv) {
  ompscan_get_num_devices();
  void *layer = dlopen(getenv("OPENCL_LAYERS"), RTLD_NOW | RTLD_NOLOAD);
  long (*bytes_of_buffers)(void) =
      layer ? (long (*)(void))dlsym(layer, "opencl_layer_bytes") : 0;
  if (!bytes_of_buffers)
    return 2;
  if (argc > 1 && !strcmp(argv[1], "pinned"))
    return pinned(layer);
#define CHECK(NAME, TYPE)                                                      \
  do {                                                                         \
    TYPE *y = calloc(N, sizeof *y), *x = calloc(N, sizeof *x);                 \
    ompscan_map(OMPSCAN_DEFAULT_DEVICE, x, N * sizeof *x, OMPSCAN_TO);         \
    ompscan_map(OMPSCAN_DEFAULT_DEVICE, y, N * sizeof *y, OMPSCAN_TO);         \
    const long before = bytes_of_buffers();                                    \
    NAME(y, x);                                                                \
    const long added = bytes_of_buffers() - before;                            \
    const double share = 100.0 * added / (2.0 * N * sizeof *x);                \
    printf("%s: %ld bytes, %.2f %%\n", #NAME, added, share);                   \
    if (before < (long)(2 * N * sizeof *x) || share >= 2)                      \
      return 1;                                                                \
    ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, x, N * sizeof *x, OMPSCAN_DELETE);   \
    ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, y, N * sizeof *y, OMPSCAN_DELETE);   \
    free(y), free(x);                                                          \
  } while (0)
  CHECK(bytes, unsigned char);
  CHECK(floats, float);
  CHECK(doubles, double);
  CHECK(matrices, struct matrix);
  CHECK(compaction, unsigned);
  CHECK(in_place, unsigned);
}

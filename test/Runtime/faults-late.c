// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror %s -pthread %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -ldl -o %t
// RUN: env OPENCL_LAYERS=%opencl_layer OMP_TARGET_OFFLOAD=DEFAULT %run %python \
// RUN:   %S/Inputs/fail_late.py %s %t | %filecheck %s

// A kernel fails of a loop that has returned. Whatever makes the host wait next
// ends the program with the name of the loop, of its array and of the error,
// before the host sees a value; at the end of the process it is a warning.

// CHECK: {{^}}21 kinds: 19 ended the program, 2 warned

#include "../Support/opencl_layer.h"
#include <dlfcn.h>
#include <ompscan/ompscan.h>
#include <ompscan/primitives.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000, Device = OMPSCAN_DEFAULT_DEVICE };
static int *x, *y, *z;

static void scan_y(void) {
#pragma omp target map(x[0 : N], y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++) // the loop that fails
    y[i] = y[i - 1] + x[i];
}

static void scan_z(void) {
#pragma omp target map(x[0 : N], z[0 : N])
#pragma omp parallel for scan(+ : z)
  for (int i = 1; i < N; i++)
    z[i] = z[i - 1] + x[i];
}

static void accumulator(void) {
  int sum = 0;
#pragma omp target map(y[0 : N], z[0 : N])
#pragma omp parallel for scan(+ : sum)
  for (int i = 0; i < N; i++) {
    sum += y[i];
    z[i] = sum;
  }
}

static void reduction(void) {
  int sum = 0;
#pragma omp target teams distribute parallel for map(y[0 : N])                 \
    reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += y[i];
}

static void on_the_host(void) {
#pragma omp target map(y[0 : N])
  if (!getenv("no such variable"))
    y[0] = 1;
}

/// x and y + 1 overlap.
static void left_to_the_host(void) {
  int *a = y + 1;
#pragma omp target map(y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N - 1; i++)
    y[i] = y[i - 1] + a[i];
}

static void update_from(void) {
#pragma omp target update from(y[5 : 1])
}
static void update_to(void) {
#pragma omp target update to(y[5 : 1])
}
static void exit_data(void) {
#pragma omp target exit data map(from : y[0 : N])
}
static void always(void) {
#pragma omp target map(always, from : y[0 : N]) map(x[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
}
static void wait_for_all(void) { ompscan_wait(Device); }
static void call_update_from(void) { ompscan_update_from(Device, y, 4); }
static void call_unmap(void) { ompscan_unmap(Device, y, N * 4, OMPSCAN_FROM); }
static void get_buffer(void) {
  struct _cl_mem *buffer;
  size_t offset;
  ompscan_get_buffer(Device, y, &buffer, &offset);
}
static void primitive(void) {
  const ompscan_predicate plus = {"int", "+", NULL, NULL, 0};
  int result = 0;
  ompscan_reduce(y, N, sizeof(int), &plus, NULL, &result);
}
static void sort(void) { ompscan_radix_sort(y, N, "int", 0, NULL); }
static void many_loops(void) {
  for (int i = 0; i < 100; i++)
    scan_z();
}
static void *waits(void *unused) {
  ompscan_wait(Device);
  return unused;
}
static void other_thread(void) {
  pthread_t other;
  pthread_create(&other, NULL, waits, NULL);
  pthread_join(other, NULL);
}
static void then_on_others(void) { // on the same data, in the same queue
  scan_y();
  update_from();
}
static void host_copy(void) {
  static int some[N];
  void *memory = ompscan_device_alloc(Device, N * 4);
  if (memory)
    ompscan_copy(Device, memory, some, N * 4);
}
static void task(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
  call_update_from();
}
static void nothing(void) {}
static void leaves(void) { exit(0); }

static const struct {
  const char *name;
  void (*wait)(void);
} kinds[] = {{"update from", update_from},
             {"update to", update_to},
             {"exit data", exit_data},
             {"always", always},
             {"ompscan_wait", wait_for_all},
             {"ompscan_update_from", call_update_from},
             {"ompscan_unmap", call_unmap},
             {"ompscan_get_buffer", get_buffer},
             {"ompscan_copy", host_copy},
             {"accumulator", accumulator},
             {"reduction", reduction},
             {"construct on the host", on_the_host},
             {"loop on the host", left_to_the_host},
             {"primitive", primitive},
             {"sort", sort},
             {"many loops", many_loops},
             {"other thread", other_thread},
             {"more loops", then_on_others},
             {"task", task},
             {"return", nothing},
             {"exit", leaves}};

int main(int argc, char **argv) {
  for (size_t i = 0; i != sizeof kinds / sizeof *kinds; i++) {
    if (argc < 2) {
      puts(kinds[i].name);
      continue;
    }
    if (strcmp(kinds[i].name, argv[1]) != 0)
      continue;
    x = calloc(N, sizeof *x), y = calloc(N, sizeof *y);
    z = calloc(N, sizeof *z);
#pragma omp target enter data map(to : x[0 : N], y[0 : N], z[0 : N])
    scan_y(); // It and the next ones return early from the second time on.
    scan_z();
    ompscan_wait(Device);
    void *layer = dlopen(getenv("OPENCL_LAYERS"), RTLD_NOW | RTLD_NOLOAD);
    void (*fail_kernel)(long) =
        layer ? (void (*)(long))dlsym(layer, "opencl_layer_fail_kernel") : 0;
    if (!fail_kernel)
      return 2;
    fail_kernel(1);
    scan_y();
    puts("gone on");
    fflush(stdout);
    kinds[i].wait();
    puts("not told");
  }
}

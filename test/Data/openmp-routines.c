// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_native_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t | %filecheck %s
// RUN: %run_tiny %t | %filecheck %s

// OpenMP's functions on devices and their memory mean the devices of loops.
// Where these are the host's cores there is no device, as libomp has it.

// CHECK: ok

#include <limits.h>
#include <omp.h>
#include <ompscan/ompscan.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 5003 };

static int shared; // Loops work in the host's memory.

static void expect(int holds, int line, const char *what) {
  if (!holds) {
    printf("line %d: not so: %s\n", line, what);
    exit(1);
  }
}
#define EXPECT(C) expect(C, __LINE__, #C)

static void numbers(void) {
  int (*const count)(void) = omp_get_num_devices;
  EXPECT(shared ? count() == 0 : count() >= 1);
  EXPECT(omp_get_initial_device() == omp_get_num_devices());
  EXPECT(omp_get_device_num() == omp_get_initial_device());
  EXPECT(omp_is_initial_device());
  EXPECT(omp_get_default_device() == 0);
}

// Where a loop runs that names no device, and one that names \p device.
static int runs_on_host(void) {
  int where[100];
  memset(where, -1, sizeof where);
#pragma omp target teams distribute parallel for map(from : where)
  for (int i = 0; i < 100; i++)
    where[i] = omp_is_initial_device();
  for (int i = 1; i < 100; i++)
    EXPECT(where[i] == where[0]);
  return where[0];
}

static int runs_there(int device) {
  int where = -1;
#pragma omp target teams distribute parallel for device(device) map(where) \
    reduction(max : where)
  for (int i = 0; i < 100; i++)
    where = omp_is_initial_device();
  return where;
}

// What a construct on the host finds, which has the data of its device, and a
// function that it calls, in the number of a device too.
static void in_construct(int device, int is_host) {
  int initial = -1, number = -1, threads = 0;
#pragma omp target map(from : initial, number) device(device)
  {
    initial = omp_is_initial_device();
    number = omp_get_device_num();
    (void)getenv("HOME"); // The host does it.
  }
  EXPECT(initial == is_host && number == device);
#pragma omp target map(from : initial, number) device(device) if (device < 0)
  {
    initial = omp_is_initial_device();
    number = omp_get_device_num();
    (void)getenv("HOME");
  }
  EXPECT(initial == 1 && number == omp_get_initial_device());
  // A loop that an `if` clause leaves to the host, and one that it does not.
  for (int there = 0; there < 2; there++) {
    initial = -1;
#pragma omp target parallel for map(tofrom : initial) reduction(max : initial) \
    if (target : there) device(device)
    for (int i = 0; i < 10; i++)
      initial = omp_is_initial_device();
    EXPECT(initial == (there ? is_host : 1));
  }
#pragma omp target map(tofrom : threads)
#pragma omp parallel num_threads(3) reduction(+ : threads)
  threads += omp_is_initial_device() == shared && getenv("") == NULL;
  EXPECT(threads >= 1 && threads <= 3);
  EXPECT(omp_is_initial_device() && omp_get_device_num() == omp_get_initial_device());
}

static void choice(void) {
  const int host = omp_get_initial_device();
  EXPECT(runs_on_host() == shared);
  EXPECT(runs_there(0) == shared);
  EXPECT(runs_there(host) == 1);
  omp_set_default_device(host);
  EXPECT(omp_get_default_device() == host);
  EXPECT(runs_on_host() == 1);
  EXPECT(runs_there(0) == shared);
  // Each thread has a default device of its own.
#pragma omp parallel num_threads(2)
  {
    omp_set_default_device(omp_get_thread_num() == 0 ? 0 : host);
#pragma omp barrier
#pragma omp critical
    EXPECT(runs_on_host() == (omp_get_thread_num() == 0 ? shared : 1));
  }
  omp_set_default_device(0);
  EXPECT(runs_on_host() == shared);
}

static void memory(int device) {
  const int host = omp_get_initial_device();
  int *x = omp_target_alloc(N * sizeof *x, device);
  int *y = omp_target_alloc(N * sizeof *y, device);
  EXPECT(x && y && !omp_target_alloc(0, device));
  static int want[N], got[N];
  for (int i = 0; i < N; i++)
    want[i] = i % 7 - 3;
  EXPECT(omp_target_memcpy(x, want, sizeof want, 0, 0, device, host) == 0);

  EXPECT(omp_target_memcpy(y, x, sizeof *y, 0, 0, device, device) == 0);

  // A scan, a loop without one, and a construct that the host does.
#pragma omp target is_device_ptr(x, y) device(device)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp target teams distribute parallel for is_device_ptr(y) device(device)
  for (int i = 0; i < N; i++)
    y[i] *= 2;
#pragma omp target is_device_ptr(y) device(device)
  {
    for (int i = 0; i < N; i++)
      y[i] += 1;
    printf("%d\n", y[0]);
  }
  EXPECT(omp_target_memcpy(got, y, N * sizeof *y, 0, 0, host, device) == 0);
  for (int i = 1; i < N; i++)
    want[i] += want[i - 1];
  for (int i = 0; i < N; i++)
    EXPECT(got[i] == 2 * want[i] + 1);

  // Offsets on both sides, from device to device, and memory of one value.
  EXPECT(omp_target_memcpy(x, y, 40, 8, 400, device, device) == 0);
  EXPECT(omp_target_memcpy(got, x, 40, 0, 8, host, device) == 0);
  for (int i = 0; i < 10; i++)
    EXPECT(got[i] == 2 * want[100 + i] + 1);
  memset(got, 0, sizeof got);
  EXPECT(omp_target_memcpy(got, want, 40, 4, 0, host, host) == 0);
  EXPECT(got[0] == 0 && got[1] == want[0] && got[10] == want[9]);
  EXPECT(omp_target_is_accessible(x, sizeof *x, device));

  omp_target_free(x, device);
  omp_target_free(y, device);
  omp_target_free(NULL, device);
}

static void boxes(int device) {
  const int host = omp_get_initial_device();
  enum { A = 5, B = 6, C = 7 };
  static int cube[A][B][C], back[B][A];
  for (int i = 0; i < A * B * C; i++)
    (&cube[0][0][0])[i] = i;
  int *there = omp_target_alloc(sizeof cube, device);
  EXPECT(omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL,
                                device, host) >= 3);
  const size_t all[] = {A, B, C}, none[] = {0, 0, 0};
  EXPECT(omp_target_memcpy_rect(there, cube, sizeof(int), 3, all, none, none,
                                all, all, device, host) == 0);
  // there[2][1..4][3..5] goes to back[1..4][2..4].
  const size_t volume[] = {1, 4, 3}, to[] = {0, 1, 2}, from[] = {2, 1, 3};
  const size_t to_size[] = {1, B, A};
  memset(back, -1, sizeof back);
  EXPECT(omp_target_memcpy_rect(back, there, sizeof(int), 3, volume, to, from,
                                to_size, all, host, device) == 0);
  for (int i = 0; i < B; i++)
    for (int j = 0; j < A; j++)
      EXPECT(back[i][j] ==
             (i >= 1 && i < 5 && j >= 2 ? cube[2][i][j + 1] : -1));
  const size_t beyond[] = {3, 3, 3};
  EXPECT(omp_target_memcpy_rect(there, cube, sizeof(int), 3, all, beyond, none,
                                all, all, device, host) != 0);
  omp_target_free(there, device);
}

static void associations(int device) {
  const int host = omp_get_initial_device();
  static int a[N];
  for (int i = 0; i < N; i++)
    a[i] = -1;
  EXPECT(omp_target_is_present(a, host));
  EXPECT(!omp_target_is_present(NULL, device));
  if (shared) {
    EXPECT(omp_target_associate_ptr(a, a, sizeof a, 0, device) != 0);
    return;
  }
  EXPECT(!omp_target_is_present(a, device));
  EXPECT(!omp_get_mapped_ptr(a, device));
  char *there = omp_target_alloc(sizeof a + 64, device);
  EXPECT(omp_target_associate_ptr(a, there, sizeof a, 64, device) == 0);
  EXPECT(omp_target_is_present(&a[N - 1], device));
  EXPECT(omp_get_mapped_ptr(&a[3], device) == there + 64 + 3 * sizeof *a);
#pragma omp target teams distribute parallel for map(alloc : a) device(device)
  for (int i = 0; i < N; i++)
    a[i] = i;
  int last = 0;
  EXPECT(a[N - 1] == -1);
  EXPECT(omp_target_memcpy(&last, there, sizeof last, 0,
                           64 + (N - 1) * sizeof last, host, device) == 0);
  EXPECT(last == N - 1);
#pragma omp target update from(a) device(device)
  EXPECT(a[5] == 5);
  EXPECT(omp_target_disassociate_ptr(a, device) == 0);
  EXPECT(omp_target_disassociate_ptr(a, device) != 0);
  EXPECT(!omp_target_is_present(a, device));
  omp_target_free(there, device);
}

static void clauses(int device) {
  const int host = omp_get_initial_device();
  static int a[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
  int *p = a;
#pragma omp target data map(tofrom : p[0 : N]) device(device)
  {
    int first = -1;
#pragma omp target data use_device_ptr(p) device(device)
    {
#pragma omp target teams distribute parallel for is_device_ptr(p) device(device)
      for (int i = 0; i < N; i++)
        p[i] += 10;
      omp_target_memcpy(&first, p, sizeof first, 0, 4, host, device);
    }
    EXPECT(first == 11 && a[1] == (shared ? 11 : 1));
#pragma omp target data use_device_addr(a) device(device)
    omp_target_memcpy(&first, a, sizeof first, 0, 8, host, device);
    EXPECT(first == 12);
    EXPECT(omp_get_mapped_ptr(a, device) != NULL);
  }
  EXPECT(a[1] == 11);
}

int main(void) {
  shared = ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE);
  numbers();
  const int device = omp_get_default_device();
  memory(device);
  memory(omp_get_initial_device());
  boxes(device);
  associations(device);
  clauses(device);
  in_construct(device, shared);
  in_construct(omp_get_initial_device(), 1);
  choice();
  EXPECT(!omp_target_alloc(8, -7));
  puts("ok");
  return 0;
}

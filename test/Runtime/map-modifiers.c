// REQUIRES: primary
// RUN: %clang -Wall -Werror -Wno-error=backend-plugin %s %ompscan_include %ompscan_flags %ompscan_libs \
// RUN:   -o %t
// RUN: %run %t
// RUN: not %run %t absent 2>&1 | %filecheck %s --check-prefix=ABSENT
// RUN: env OMPSCAN_INFO=1 %run %t always 2>&1 \
// RUN:   | %filecheck %s --check-prefix=ALWAYS
// RUN: env OMPSCAN_VERIFY=1 %run %t always
// RUN: %run_tiny %t always
// RUN: not %run %t device-only 2>&1 | %filecheck %s --check-prefix=ONLY

// `present` asks for what is on the device; `always` moves what it is on, there
// and back, whoever does the loop.
// ABSENT: error: {{.*}} (present): the loop maps x with 'present', and it is not on
// ALWAYS: info: ompscan_map: data of {{.*}}, 400 bytes in, 0 bytes out
// ALWAYS: info: ompscan_map: data of {{.*}}, 404 bytes in, 0 bytes out
// ALWAYS: info: {{.*}} (always): data of {{.*}}, 404 bytes in, 0 bytes out
// ALWAYS: info: {{.*}} (always): data of {{.*}}, 400 bytes in, 0 bytes out
// ALWAYS: info: {{.*}} (always): 100 iterations on {{.*}}, 0 bytes in, 0 bytes out
// ALWAYS: info: {{.*}} (always): data of {{.*}}, 0 bytes in, 404 bytes out
// ALWAYS: info: {{.*}} (one_way): data of {{.*}}, 400 bytes in, 0 bytes out
// ALWAYS-NOT: data of
// ALWAYS: info: ompscan_unmap: data of {{.*}}, 0 bytes in, 404 bytes out
// ONLY: error: {{.*}} (device_only): the loop maps x with 'always', and it is memory of the device

#include <ompscan/ompscan.h>
#include <string.h>

enum { N = 100 };
static int x[N], y[N + 1];

static void present(void) {
#pragma omp target map(present, to : x[0 : N]) map(tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void always(void) {
#pragma omp target map(always, to : x[0 : N]) map(always, tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++)
    y[i] = y[i - 1] + x[i - 1];
}

/* Of y, neither side sees what the other has. */
static void one_way(void) {
#pragma omp target map(always, to : x[0 : N]) map(always, alloc : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static int both_present(void) {
  memset(y, 0, sizeof y);
  if (ompscan_map(OMPSCAN_DEFAULT_DEVICE, x, sizeof x, OMPSCAN_TO) ||
      ompscan_map(OMPSCAN_DEFAULT_DEVICE, y, sizeof y, OMPSCAN_TO))
    return 2;
  for (int i = 0; i < N; i++)
    x[i] = 3 * i;
  y[0] = 7; /* The device has 0. */
  always();
  int sum = 7;
  for (int i = 1; i <= N; i++)
    if (y[i] != (sum += 3 * (i - 1)))
      return 3;
  for (int i = 0; i < N; i++)
    x[i] = i;
  y[0] = 100; /* The device has 7. */
  y[N] = -1;
  one_way();
  if (y[0] != 100 || y[N] != -1)
    return 4;
  if (ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, y, sizeof y, OMPSCAN_FROM))
    return 5;
  sum = 7;
  for (int i = 1; i <= N; i++)
    if (y[i] != (sum += i - 1))
      return 6;
  return 0;
}

static void device_only(void) {
  int *x = ompscan_device_alloc(OMPSCAN_DEFAULT_DEVICE, N * sizeof *x);
#pragma omp target map(always, to : x[0 : N]) map(tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static int wrong(void) {
  int sum = y[0];
  for (int i = 1; i <= N; i++)
    if (y[i] != (sum += i - 1))
      return 1;
  return 0;
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    x[i] = i;
  memset(y, 0xAB, sizeof y);
  always();
  if (wrong())
    return 1;
  if (argc > 1 && strcmp(argv[1], "absent") == 0)
    present();
  if (argc > 1 && strcmp(argv[1], "always") == 0)
    return both_present();
  if (argc > 1)
    device_only();
  if (ompscan_map(OMPSCAN_DEFAULT_DEVICE, x, sizeof x, OMPSCAN_TO))
    return 2;
  memset(y, 0xAB, sizeof y);
  present();
  return wrong();
}

// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: not %run %t null 2>&1 | %filecheck %s --check-prefix=NULL
// RUN: not %run %t null-input 2>&1 | %filecheck %s --check-prefix=INPUT
// RUN: not %run %t null-target 2>&1 | %filecheck %s --check-prefix=TARGET
// RUN: not %run %t null-data 2>&1 | %filecheck %s --check-prefix=DATA
// RUN: not %run %t null-counted 2>&1 | %filecheck %s --check-prefix=COUNTED
// RUN: %run %t misaligned
// RUN: %run_tiny %t misaligned
// RUN: env OMPSCAN_DEVICE=Quantum not %run %t right 2>&1 \
// RUN:   | %filecheck %s --check-prefix=DEVICE
// RUN: rm -rf %t.home && mkdir %t.home
// RUN: env HOME=%t.home OMP_TARGET_OFFLOAD=always OMP_DEFAULT_DEVICE=first \
// RUN:   OMPSCAN_ALGORITHM=fast OMPSCAN_REPRODUCIBLE=yes \
// RUN:   OMPSCAN_MEMORY_LIMIT=big OMPSCAN_POOL=-1 OMPSCAN_PTX=no \
// RUN:   OMPSCAN_INFO=maybe OMPSCAN_VERIFY=2 OMPSCAN_REPEAT=many \
// RUN:   OMP_DISPLAY_ENV=perhaps OMPSCAN_CACHE=relative \
// RUN:   OMPSCAN_PROFILE=/nonexistent/profile.json %run %t right 2>&1 \
// RUN:   | %filecheck %s --check-prefix=VARIABLES

// What cannot be is told, with the place or the variable, and nothing else
// happens.

// NULL: error: {{.*}}bad-input.c:[[#]]:{{[0-9]+}} (sums): cannot offload: y is a null pointer
// INPUT: error: {{.*}}bad-input.c:[[#]]:{{[0-9]+}} (sums): cannot offload: x is a null pointer
// TARGET: error: {{.*}}bad-input.c:[[#]]:{{[0-9]+}} (copy): cannot offload: {{[xy]}} is a null pointer
// DATA: error: {{.*}}bad-input.c:[[#]]:{{[0-9]+}} (mapped): y[0:n]: the address of 400 bytes is a null pointer
// COUNTED: error: {{.*}}bad-input.c:[[#]]:{{[0-9]+}} (kept): cannot offload: out is a null pointer
// DEVICE: error: {{.*}} (sums): cannot offload: OMPSCAN_DEVICE=Quantum names no device of this machine, which has 0: {{.*}}

// VARIABLES-DAG: warning: OMP_TARGET_OFFLOAD is 'always', which is not one of its values, and is ignored; it takes MANDATORY
// VARIABLES-DAG: warning: OMP_DEFAULT_DEVICE is 'first', {{.*}} it takes a device number
// VARIABLES-DAG: warning: OMPSCAN_ALGORITHM is 'fast', {{.*}} it takes single-pass, reduce-then-scan or three-kernel
// VARIABLES-DAG: warning: OMPSCAN_REPRODUCIBLE is 'yes', {{.*}} it takes 0 or 1
// VARIABLES-DAG: warning: OMPSCAN_MEMORY_LIMIT is 'big', {{.*}} it takes a number of bytes
// VARIABLES-DAG: warning: OMPSCAN_POOL is '-1', {{.*}} it takes a number of bytes
// VARIABLES-DAG: warning: OMPSCAN_PTX is 'no', {{.*}} it takes 0 or 1
// VARIABLES-DAG: warning: OMPSCAN_INFO is 'maybe', {{.*}} it takes 0 or 1
// VARIABLES-DAG: warning: OMPSCAN_VERIFY is '2', {{.*}} it takes 0, 1 or exact
// VARIABLES-DAG: warning: OMPSCAN_REPEAT is 'many', {{.*}} it takes a number of runs
// VARIABLES-DAG: warning: OMP_DISPLAY_ENV is 'perhaps', {{.*}} it takes TRUE, VERBOSE, 1, FALSE or 0
// VARIABLES-DAG: warning: OMPSCAN_CACHE is 'relative', {{.*}} it takes off or the absolute path of a directory
// VARIABLES-DAG: warning: {{.*}}/nonexistent/profile.json

#include <stdlib.h>
#include <string.h>

static void sums(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void copy(int *y, const int *x, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

static void mapped(int *y, const int *x, int n) {
#pragma omp target data map(tofrom : y[0 : n])
  sums(y, x, n);
}

static int kept(int *out, const int *x, int n) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i])
      out[k++] = x[i];
  return k;
}

/* Elements that do not lie on their borders move by bytes, as others do. */
static int misaligned(void) {
  enum { N = 3000 };
  char *block = malloc(2 * N * sizeof(int) + 3);
  int *const x = (int *)(block + 1), *const y = (int *)(block + 2) + N;
  for (int resident = 0; resident < 2; resident++) {
    for (int i = 0; i < N; i++) {
      memcpy(block + 1 + i * sizeof i, &i, sizeof i);
      memset(block + 2 + (N + i) * sizeof i, 0, sizeof i);
    }
    if (resident) {
#pragma omp target enter data map(to : block[0 : 2 * N * sizeof(int) + 3])
      memset(block, 0x55, 2 * N * sizeof(int) + 3);
    }
    sums(y, x, N);
    if (resident) {
#pragma omp target exit data map(from : block[0 : 2 * N * sizeof(int) + 3])
    }
    for (int i = 1, want = 0, is; i < N; i++) {
      memcpy(&is, block + 2 + (N + i) * sizeof i, sizeof is);
      if (is != (want += i))
        return 1 + resident;
    }
  }
  free(block);
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int x[100], y[100] = {0};
  for (int i = 0; i < 100; i++)
    x[i] = 1;
  if (!strcmp(what, "null"))
    sums(NULL, x, 100);
  if (!strcmp(what, "null-input"))
    sums(y, NULL, 100);
  if (!strcmp(what, "null-target"))
    copy(NULL, x, 100);
  if (!strcmp(what, "null-data"))
    mapped(NULL, x, 100);
  if (!strcmp(what, "null-counted"))
    kept(NULL, x, 100);
  if (!strcmp(what, "misaligned"))
    return misaligned();
  sums(y, x, 100);
  return y[99] != 99;
}

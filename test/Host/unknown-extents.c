// RUN: %clang -O1 %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s
// RUN: env OMPSCAN_INFO=1 OMPSCAN_DEVICE=host %run %t 2>&1 | %filecheck %s --check-prefix=HOST
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %t 2>&1 | %filecheck %s --check-prefix=VERIFY
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=opencl %run %t target 2>&1 | %filecheck %s --check-prefix=TARGET
// RUN: not env OMPSCAN_DEVICE=opencl %run %t target 2>&1 | %filecheck %s --check-prefix=NEEDED
// RUN: not env OMPSCAN_DEVICE=opencl %run %t partly 2>&1 | %filecheck %s --check-prefix=PARTLY

// A loop that uses elements of an array whose extent is not known runs on the
// host's cores, or where the array is mapped.

// CHECK: (total): on the host's cores: the section of x that the loop uses is not known, and x is not on
// CHECK-NEXT: (total): 4000 iterations on host
// CHECK: (total): 4000 iterations on {{(cpu|pthread)-}}
// CHECK: ok
// HOST: (total): 4000 iterations on host
// HOST: (total): 4000 iterations on host
// HOST: ok
// VERIFY: (total): the loop runs on the host{{.*}}: the section of x that the loop uses is not known and cannot be copied for OMPSCAN_VERIFY
// VERIFY: ok
// TARGET: warning: {{.*}} (scatter): the loop runs on the host's cores: the section of x that the loop uses is not known, and x is not on {{.*}}; map it
// TARGET-NOT: scatter
// TARGET: ok
// NEEDED: error: {{.*}} (scatter): cannot offload: the section of x that the loop uses is not known, and x is not on {{.*}}; map it
// PARTLY: (total): the loop uses data that is mapped on {{.*}}, and cannot be offloaded: the section of x that the loop uses is not known, and x is not on {{.*}}; map it as well

#include <stdio.h>
#include <string.h>

enum { N = 4000 };

static long total(const int *x, const int *c, int *y, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += c[i] > 0 ? x[i + 1] : 1;
    y[i] = (int)s;
  }
  return s;
}

// A loop without a scan, whose iterations the program says are independent.
static void scatter(int *x, const int *at, int n) {
#pragma omp target parallel for map(to : at[0 : n])
  for (int i = 0; i < n; i++)
    x[at[i]] = 2 * i;
}

int main(int argc, char **argv) {
  static int x[N + 1], c[N], y[N];
  long want = 0;
  if (argc > 1 && strcmp(argv[1], "target") == 0) {
    for (int i = 0; i < N; i++)
      c[i] = (i + N / 3) % N, x[i] = -1;
    scatter(x, c, N);
    scatter(x, c, N);
    for (int i = 0; i < N; i++)
      if (x[c[i]] != 2 * i)
        return 1;
    puts("ok");
    return 0;
  }
  for (int i = 0; i < N; i++) {
    x[i + 1] = i % 11;
    c[i] = i % 3;
    want += c[i] > 0 ? x[i + 1] : 1;
  }
#pragma omp target enter data map(to : c) if (argc > 1)
  if (total(x, c, y, N) != want || y[N - 1] != want)
    return 1;
  y[N - 1] = -1;
#pragma omp target enter data map(to : x, c, y)
  const long got = total(x, c, y, N);
#pragma omp target exit data map(from : y) map(release : x, c)
  if (got != want || y[N - 1] != want)
    return 1;
  puts("ok");
  return 0;
}

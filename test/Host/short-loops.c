// RUN: %clang -O0 -S -emit-llvm %s %ompscan_flags -o - | %filecheck %s
// RUN: %clang -O2 -Wall -Wextra -Wconversion -Werror %s %ompscan_native_flags \
// RUN:   %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=1000 \
// RUN:   %run %t 1000
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=1000 %run %t 0
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 9223372036854775807
// RUN: env OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=1000 \
// RUN:   OMPSCAN_INFO=1 %run %t 0 2>&1 | %filecheck %s --check-prefix=INFO

// A short loop runs without a call of the runtime. The runtime has only copies
// of scalars that nothing else has the address of.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int64_t __ompscan_short_loop;

// CHECK-LABEL: define {{.*}} @sum(
// CHECK: load atomic i64, ptr @__ompscan_short_loop monotonic
// CHECK: icmp slt i64
// CHECK-NOT: @__ompscan_host
// CHECK: call i32 @__ompscan_run(
// CHECK: call i64 @__ompscan_resume(
// CHECK-NEXT: and i64 %{{.*}}, 2147483647
// CHECK: call void @__ompscan_end()
static long sum(long *y, const int *x, int n, int scale) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += scale * x[i];
    y[i] = s;
  }
  return s;
}

// The address of s is known elsewhere.
// CHECK-LABEL: define {{.*}} @exposed(
// CHECK: call ptr @__ompscan_host(
static void keep(long **place, long *s) { *place = s; }
static long exposed(long *y, const int *x, int n) {
  long s = 0, *known;
  keep(&known, &s);
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return *known;
}

// Each addition waits for the one before: an iteration counts as three.
// CHECK-LABEL: define {{.*}} @added(
// CHECK: mul i64 %{{[0-9]+}}, 3
// CHECK-NEXT: load atomic i64, ptr @__ompscan_short_loop monotonic
static double added(const int *x, int n) {
  double s = 0;
#pragma omp target parallel for map(to : x[0 : n]) reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// An iteration takes any time: only a loop without iterations is short.
// CHECK-LABEL: define {{.*}} @nested(
// CHECK: load atomic i64, ptr @__ompscan_short_loop monotonic
// CHECK: icmp slt i64 -1,
// CHECK-NOT: @__ompscan_short_loop
// CHECK: ret void
static void nested(long *y, const int *x, int n, int m) {
#pragma omp target parallel for map(to : x[0 : n * m]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    long s = 0;
    for (int j = 0; j < m; j++)
      s += x[i * m + j];
    y[i] = s;
  }
}

// A device is asked for.
// CHECK-LABEL: define {{.*}} @placed(
// CHECK: load atomic i64, ptr @__ompscan_short_loop monotonic
// CHECK: icmp slt i64 -1,
// CHECK-NOT: @__ompscan_short_loop
// CHECK: ret void
static void placed(long *y, const int *x, int n) {
#pragma omp target device(0) map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// The induction variable is smaller than an int, and has a value behind the loop.
static int small(long *y, const int *x, int n) {
  short i = -1;
  long s = 0;
#pragma omp parallel for scan(+ : s) lastprivate(i)
  for (i = 1; i < n; i += 2) {
    s += x[i];
    y[i] = s;
  }
  return i;
}

static void check(int holds, const char *what, int n) {
  if (!holds) {
    printf("wrong: %s, n = %d\n", what, n);
    exit(1);
  }
}

int main(int argc, char **argv) {
  const int64_t limit = argc > 1 ? atoll(argv[1]) : -1;
  check(__ompscan_short_loop == limit, "the limit at the beginning", 0);
  enum { MOST = 5000 };
  static int x[4 * MOST];
  static long y[MOST];
  for (int i = 0; i < 4 * MOST; i++)
    x[i] = i % 17 - 5;
  const int sizes[] = {0, 1, 2, 999, 1000, 1001, MOST};
  for (unsigned at = 0; at < sizeof sizes / sizeof *sizes; at++) {
    const int n = sizes[at];
    for (int i = 0; i < MOST; i++)
      y[i] = -7;
    const long all = sum(y, x, n, 3);
    long s = 0;
    for (int i = 0; i < n; s += 3 * x[i], i++)
      check(y[i] == s + 3 * x[i], "sum", n);
    check(all == s && (n == MOST || y[n] == -7), "the end of sum", n);
    check(3 * exposed(y, x, n) == s, "exposed", n);
    check(3 * (long)added(x, n) == s, "added", n);
    nested(y, x, n / 4, 4);
    for (int i = 0; i < n / 4; i++)
      check(y[i] == x[4 * i] + x[4 * i + 1] + x[4 * i + 2] + x[4 * i + 3],
            "nested", n);
    if (n > 1)
      check(small(y, x, n) == (n | 1), "the variable of small", n);
    s = 0;
    for (int i = 1; i < n; i += 2)
      check(y[i] == (s += x[i]), "small", n);
    for (int i = 0; i < n; i++)
      y[i] = 1;
    placed(y, x, n);
    for (int i = 1; i < n; i++)
      check(y[i] == y[i - 1] + x[i], "placed", n);
  }
  check(__ompscan_short_loop == limit, "the limit", 0);
  return 0;
}

// INFO: (sum): on the host: its 999 iterations are too few for a device

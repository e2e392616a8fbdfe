// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   -fplugin-arg-ompscan-no-associativity %ompscan_libs -o %t
// RUN: env OMPSCAN_MEMORY_LIMIT=200K OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s
// RUN: env OMPSCAN_INFO=1 %run_tiny %t 2>&1 | %filecheck %s --check-prefix=TINY
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t
// RUN: env OMPSCAN_MEMORY_LIMIT=400K OMPSCAN_INFO=1 %run_tiny %t
// RUN: env OMPSCAN_MEMORY_LIMIT=200K not %run %t every 2>&1 \
// RUN:   | %filecheck %s --check-prefix=EVERY
// RUN: env OMPSCAN_MEMORY_LIMIT=200K not %run %t rotating 2>&1 \
// RUN:   | %filecheck %s --check-prefix=ROTATING
// RUN: env OMPSCAN_MEMORY_LIMIT=200K OMPSCAN_VERIFY=1 OMPSCAN_INFO=1 %run %t \
// RUN:   2>&1 | %filecheck %s --check-prefix=VERIFY
// RUN: env OMPSCAN_MEMORY_LIMIT=200K OMPSCAN_VERIFY=1 OMPSCAN_INFO=1 \
// RUN:   %run_tiny %t wrong 2>&1 | %filecheck %s --check-prefix=WRONG
// RUN: env POCL_DEVICES="pthread basic" OMPSCAN_DEVICE=pocl:all OMPSCAN_INFO=1 \
// RUN:   %run_tiny %t 2>&1 | %filecheck %s --check-prefix=DEALT
// RUN: env POCL_DEVICES="basic basic" OMPSCAN_DEVICE=Basic:all OMPSCAN_INFO=1 \
// RUN:   OMPSCAN_MEMORY_LIMIT=400K %run_tiny %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=ALIKE
// RUN: env POCL_DEVICES="basic basic" OMPSCAN_DEVICE=basic:all \
// RUN:   OMPSCAN_PROFILE=%t.json %run_tiny %t
// RUN: %filecheck %s --check-prefix=TRACE --input-file=%t.json
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 \
// RUN:   %S/../Support/cpu_as_gpu.c -ldl -o %t.so
// RUN: %clang %opt %s %ompscan_include %ompscan_native_flags %ompscan_libs \
// RUN:   -o %t.native
// RUN: env LD_PRELOAD=%t.so POCL_DEVICES="basic basic" OMPSCAN_DEVICE=all \
// RUN:   OMP_NUM_THREADS=2 OMPSCAN_INFO=1 %run_tiny %t.native 2>&1 \
// RUN:   | %filecheck %s --check-prefix=ALL
// RUN: env LD_PRELOAD=%t.so POCL_DEVICES="basic basic" OMPSCAN_DEVICE=gpu:all \
// RUN:   OMPSCAN_INFO=1 %run_tiny %t.native every 2>&1 \
// RUN:   | %filecheck %s --check-prefix=ALONE
// RUN: env OMPSCAN_DEVICE=all OMPSCAN_INFO=1 %run_tiny %t.native 2>&1 \
// RUN:   | %filecheck %s --check-prefix=HOST

// Loops that are done in chunks, because they are larger than the device or
// because that is faster, hand on what the next chunk starts from: elements,
// accumulators, and the place where the next element is stored. So do those that
// are dealt out over several devices.

// CHECK: (sums): 60000 iterations on {{.*}} chunks, 1 at once, 480004 bytes in, 240000 bytes out
// CHECK: (compaction): 60000 iterations on {{.*}} chunks, 1 at once, 240000 bytes in
// CHECK: (partition): 60000 iterations on {{.*}} chunks, 1 at once
// CHECK: (largest): 60000 iterations on {{.*}} chunks, 1 at once
// CHECK: (two): 60000 iterations on {{.*}} chunks, 1 at once
// CHECK: (in_place): 60000 iterations on {{.*}} chunks, 1 at once
// CHECK: right

// TINY: (sums): 60000 iterations on {{.*}} chunks, 3 at once
// TINY: (compaction): 60000 iterations on {{.*}} chunks, 3 at once
// TINY: (partition): 60000 iterations on {{.*}} chunks, 3 at once
// TINY: (largest): 60000 iterations on {{.*}} chunks, 3 at once
// TINY: (two): 60000 iterations on {{.*}} chunks, 3 at once
// TINY-NOT: in_place{{.*}} chunks
// TINY: right

// DEALT: (sums): 60000 iterations on basic{{.*}} (CPU) ({{[0-9]+}} %), pthread{{.*}} (CPU) ({{[0-9]+}} %), {{.*}} chunks, 6 at once
// DEALT: (compaction): 60000 iterations on basic{{.*}} pthread{{.*}} chunks, 6 at once
// DEALT: (partition): 60000 iterations on basic{{.*}} pthread{{.*}} chunks, 6 at once
// DEALT: (largest): 60000 iterations on basic{{.*}} pthread{{.*}} chunks, 6 at once
// DEALT: (two): 60000 iterations on basic{{.*}} pthread{{.*}} chunks, 6 at once
// DEALT: (in_place): 60000 iterations on basic{{.*}} pthread{{.*}} chunks, 6 at once
// DEALT: right

// ALIKE: (sums): 60000 iterations on basic{{.*}} (CPU) #0 ({{[0-9]+}} %), basic{{.*}} (CPU) #1 ({{[0-9]+}} %),
// ALIKE: (in_place): 60000 iterations on basic{{.*}} (CPU) #0 ({{[0-9]+}} %), basic{{.*}} (CPU) #1 ({{[0-9]+}} %),
// ALIKE: right

// TRACE-DAG: "thread_name",{{.*}} (CPU) #0, kernels"
// TRACE-DAG: "thread_name",{{.*}} (CPU) #1, kernels"
// TRACE-DAG: "thread_name",{{.*}} (CPU) #1, transfers"

// ALL: (sums): 60000 iterations on basic{{.*}} (GPU) #0 ({{[0-9]+}} %), basic{{.*}} (GPU) #1 ({{[0-9]+}} %), host, {{.*}} (CPU) ({{[0-9]+}} %), {{.*}} chunks, 7 at once
// ALL: (compaction): 60000 iterations on {{.*}} #1 ({{[0-9]+}} %), host, {{.*}} chunks, 7 at once
// ALL: (partition): 60000 iterations on {{.*}} #1 ({{[0-9]+}} %), host, {{.*}} chunks, 7 at once
// ALL: (largest): 60000 iterations on {{.*}} #1 ({{[0-9]+}} %), host, {{.*}} chunks, 7 at once
// ALL: (two): 60000 iterations on {{.*}} #1 ({{[0-9]+}} %), host, {{.*}} chunks, 7 at once
// ALL: (in_place): 60000 iterations on {{.*}} #1 ({{[0-9]+}} %), host, {{.*}} chunks, 7 at once
// ALL: right

// ALONE: (every): on basic{{.*}} (GPU) alone: every iteration stores at the value of an accumulator
// ALONE: (every): 60000 iterations on basic{{.*}} (GPU), {{.*}} level

// HOST-NOT: alone
// HOST: (sums): 60000 iterations on host,
// HOST-NOT: alone
// HOST: right

// EVERY: error: {{.*}} (every): cannot offload: the loop does not fit on the device, and cannot run in chunks: every iteration stores at the value of an accumulator
// ROTATING: error: {{.*}} (rotating): cannot offload: the loop does not fit on the device, and cannot run in chunks: a variable carries values from one iteration to the next
// VERIFY: (sums): 60000 iterations on {{.*}} chunks
// VERIFY: (sums): verified, all 60000 elements of y agree
// VERIFY: (compaction): verified, all 19982 elements of out agree
// VERIFY: (compaction): verified, k agrees
// VERIFY: (partition): verified, k agrees
// VERIFY: (partition): verified, r agrees
// VERIFY: (largest): verified, all 60000 elements of y agree
// VERIFY: (largest): verified, m agrees
// VERIFY: (largest): verified, seen agrees
// VERIFY: (two): verified, s agrees
// VERIFY: (two): verified, c agrees
// VERIFY: (in_place): 60000 iterations on {{.*}} chunks
// VERIFY: (in_place): verified, all 60000 elements of y agree
// VERIFY: right
// WRONG: (later): 60000 iterations on {{.*}} chunks
// WRONG: warning: {{.*}} (later): device and host disagree: y[{{[0-9]+}}] is {{.*}} of 60000 elements of y differ
// WRONG: warning: {{.*}} (later): device and host disagree: d is {{.*}} it differs

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60000 };

static int *block(int count) {
  int *b = malloc(count * sizeof *b);
  memset(b, 0xA5, count * sizeof *b);
  return b;
}

static void sums(int *y, const int *x, const int *w) {
#pragma omp target map(to : x[0 : N + 1], w[0 : N + 1])                        \
    map(tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++)
    y[i] = y[i - 1] + x[i] * w[i];
}

static int compaction(int *out, const int *x) {
  int k = 3;
#pragma omp target map(to : x[0 : N]) map(from : out[0 : N + 3])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < N; i++)
    if (x[i] % 3 == 0)
      out[k++] = x[i];
  return k;
}

/* One of two counters says where. */
static int partition(int *out, int *rest, const int *x) {
  int k = 3;
  int r = -4;
#pragma omp target map(to : x[0 : N]) map(tofrom : out[0 : N + 3], rest[0 : N])
#pragma omp parallel for scan(+ : k, r)
  for (int i = 0; i < N; i++)
    if (x[i] % 3)
      out[k++] = x[i];
    else
      rest[4 + r++] = -x[i];
  return k - r;
}

static int largest(int *y, const int *x, int *last) {
  int m = -5, seen = -1;
#pragma omp target map(to : x[0 : N]) map(from : y[0 : N])
#pragma omp parallel for scan(max : m) lastprivate(seen)
  for (int i = 0; i < N; i++) {
    m = x[i] > m ? x[i] : m;
    y[i] = m;
    seen = x[i] + 1;
  }
  *last = seen;
  return m;
}

/* Two accumulators, one of them conditional, read before and after. */
static long two(long *y, const int *x, int *count) {
  long s = 10;
  int c = 2;
#pragma omp target map(to : x[0 : N]) map(from : y[0 : N])
#pragma omp parallel for scan(+ : s, c)
  for (int i = 0; i < N; i++) {
    const long before = s * 3;
    s += x[i];
    if (x[i] & 1)
      c += 2;
    y[i] = before + c;
  }
  *count = c;
  return s;
}

static void in_place(int *y) {
#pragma omp target map(tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++)
    y[i] = y[i - 1] + y[i];
}

static int every(int *out, const int *x) {
  int k = 0;
#pragma omp target map(to : x[0 : N]) map(from : out[0 : N + 1])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < N; i++) {
    out[k] = x[i];
    k += x[i] & 1;
  }
  return k;
}

static int rotating(int *y, const int *w) {
  int t = 7;
#pragma omp target map(to : w[0 : N + 1]) map(tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++) {
    y[i] = y[i - 1] + t;
    t = w[i];
  }
  return t;
}

/* Subtraction is not associative. */
static int minus(int a, int b) { return a - b; }
#pragma omp declare scan(minus : int : omp_out = minus(omp_out, omp_in))

static int later(int *y, const int *x) {
  int d = 0;
#pragma omp target map(to : x[0 : N]) map(from : y[0 : N])
#pragma omp parallel for scan(minus : d)
  for (int i = 0; i < N; i++) {
    d = minus(d, x[i]);
    y[i] = d;
  }
  return d;
}

static int wrong(const char *name, int i) {
  printf("%s: element %d is wrong\n", name, i);
  return 1;
}

int main(int argc, char **argv) {
  int *x = block(N + 1), *w = block(N + 1), *y = block(N + 1),
      *out = block(N + 3);
  long *z = malloc(N * sizeof *z);
  for (int i = 0; i <= N; i++) {
    x[i] = (int)((unsigned)i * 2654435761u >> 18);
    w[i] = i % 5 - 2;
  }
  y[0] = 4;
  if (argc > 1) {
    if (strcmp(argv[1], "every") == 0)
      every(out, x);
    else if (strcmp(argv[1], "wrong") == 0)
      later(y, x);
    else if (strcmp(argv[1], "rotating") == 0)
      rotating(y, w);
    else
      sums(y, x, w);
    exit(0); // With all blocks in sight of LeakSanitizer.
  }
  sums(y, x, w);
  int sum = 4;
  for (int i = 1; i <= N; i++)
    if (y[i] != (sum += x[i] * w[i]))
      return wrong("sums", i);

  const int count = compaction(out, x);
  int k = 3;
  for (int i = 0; i < N; i++)
    if (x[i] % 3 == 0 && out[k++] != x[i])
      return wrong("compaction", i);
  if (count != k || out[2] != (int)0xA5A5A5A5u ||
      (k < N + 3 && out[k] != (int)0xA5A5A5A5u))
    return wrong("compaction", k);

  const int more = partition(out, y, x);
  k = 3;
  int rest = 0;
  for (int i = 0; i < N; i++)
    if (x[i] % 3 ? out[k++] != x[i] : y[rest++] != -x[i])
      return wrong("partition", i);
  if (more != k - (rest - 4) || rest == 0)
    return wrong("partition", k);

  int last;
  memset(y, 0xA5, N * sizeof *y);
  const int most = largest(y, x, &last);
  int m = -5;
  for (int i = 0; i < N; i++)
    if (y[i] != (m = x[i] > m ? x[i] : m))
      return wrong("largest", i);
  if (most != m || last != x[N - 1] + 1)
    return wrong("largest", N);

  int odd, c = 2;
  memset(z, 0xA5, N * sizeof *z);
  const long total = two(z, x, &odd);
  long s = 10;
  for (int i = 0; i < N; i++) {
    long expected = s * 3;
    s += x[i];
    c += x[i] & 1 ? 2 : 0;
    if (z[i] != expected + c)
      return wrong("two", i);
  }
  if (total != s || odd != c)
    return wrong("two", N);

  for (int i = 0; i <= N; i++)
    y[i] = w[i];
  in_place(y);
  sum = w[0];
  for (int i = 1; i <= N; i++)
    if (y[i] != (sum += w[i]))
      return wrong("in_place", i);
  puts("right");
  free(x), free(w), free(y), free(out), free(z);
}

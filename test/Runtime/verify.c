// RUN: %clang -O1 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_VERIFY=1 OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s
// RUN: env OMPSCAN_VERIFY=1 OMPSCAN_INFO=1 %run_tiny %t 2>&1 | %filecheck %s
// RUN: %run %t 2>&1 | %filecheck %s --check-prefix=QUIET --allow-empty

// Rounding does not count, unless it is asked for.
// RUN: env OMPSCAN_VERIFY=exact %run_tiny %t 2>&1 | %filecheck %s --check-prefix=EXACT

// CHECK: (integers): verified, all 9999 elements of y agree
// CHECK: (numbers): verified, all 9999 elements of z agree
// CHECK: warning: {{.*}}(averages): device and host disagree: a[{{[0-9]+}}] is {{[-0-9.e]+}} on the host and {{[-0-9.e]+}} on the device, a difference of {{[-0-9.e]+}}; {{[0-9]+}} of 9999 elements of a differ
// CHECK: (structures): verified, all 999 elements of s agree
// QUIET-NOT: ompscan
// EXACT: warning: {{.*}}(numbers): device and host disagree: z[

enum { N = 10000 };
static int x[N], y[N];
static float w[N], z[N];
static double a[N];
typedef struct {
  int x, y;
} Pair;
static Pair s[1000], h[1000];

static void integers(void) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
}

static void numbers(void) {
#pragma omp parallel for scan(+ : z)
  for (int i = 1; i < N; i++)
    z[i] = z[i - 1] + w[i];
}

// The average of two is no associative operator, whatever the user says.
static double average(double l, double r) { return (l + r) / 2; }
#pragma omp declare scan(average : double : omp_out = average(omp_out, omp_in))

static void averages(void) {
#pragma omp parallel for scan(average : a)
  for (int i = 1; i < N; i++)
    a[i] = average(a[i - 1], w[i]);
}

static Pair op(Pair l, Pair r) {
  Pair p = {l.x * r.x, l.y * r.x + r.y};
  return p;
}
#pragma omp declare scan(op : Pair : omp_out = op(omp_out, omp_in))

static void structures(void) {
#pragma omp parallel for scan(op : s)
  for (int i = 1; i < 1000; i++)
    s[i] = op(s[i - 1], h[i]);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i % 7;
    w[i] = 1.0f / (float)(i + 3);
  }
  for (int i = 0; i < 1000; i++)
    h[i] = (Pair){i % 3 - 1, i};
  integers();
  numbers();
  averages();
  structures();
  // What the host computes counts.
  int sum = 0;
  for (int i = 1; i < N; i++)
    if (y[i] != (sum += x[i]))
      return 1;
  return 0;
}

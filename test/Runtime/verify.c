// RUN: %clang %opt -Wall -Werror %s %ompscan_flags \
// RUN:   -fplugin-arg-ompscan-no-associativity %ompscan_libs -o %t
// A single pass on a CPU often finds the left of a tile done, and then computes
// as the host does.
// RUN: env OMPSCAN_ALGORITHM=three-kernel OMPSCAN_VERIFY=1 OMPSCAN_INFO=1 \
// RUN:   %run %t verified 2>&1 | %filecheck %s
// RUN: env OMPSCAN_ALGORITHM=three-kernel OMPSCAN_VERIFY=1 OMPSCAN_INFO=1 \
// RUN:   %run_tiny %t verified 2>&1 | %filecheck %s
// RUN: %run %t 2>&1 | %filecheck %s --check-prefix=QUIET --allow-empty

// Rounding does not count, unless it is asked for.
// RUN: env OMPSCAN_ALGORITHM=three-kernel OMPSCAN_VERIFY=exact \
// RUN:   %run_tiny %t 2>&1 | %filecheck %s --check-prefix=EXACT

// CHECK: (integers): verified, all 9999 elements of y agree
// CHECK: (numbers): verified, all 9999 elements of z agree
// CHECK: warning: {{.*}}(differences): device and host disagree: a[{{[0-9]+}}] is {{[-0-9.e]+}} on the host and {{[-0-9.e]+}} on the device, a difference of {{[-0-9.e]+}}; {{[0-9]+}} of 9999 elements of a differ
// CHECK: (structures): verified, all 999 elements of s agree
// CHECK: (kept): verified, all 4284 elements of out agree
// CHECK: (kept): verified, k agrees
// CHECK: (kept): verified, last agrees
// CHECK: (sum): verified, t agrees
// CHECK: warning: {{.*}}(left): device and host disagree: d is {{[-0-9.e]+}} on the host and {{[-0-9.e]+}} on the device, a difference of {{[-0-9.e]+}}; it differs on
// CHECK: (reductions): verified, all 10000 elements of y agree
// CHECK: (reductions): verified, r agrees
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

// Subtraction is not associative, whatever the user says.
static double minus(double l, double r) { return l - r; }
#pragma omp declare scan(minus : double : omp_out = minus(omp_out, omp_in))

static void differences(void) {
#pragma omp parallel for scan(minus : a)
  for (int i = 1; i < N; i++)
    a[i] = minus(a[i - 1], w[i]);
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

// What the host has computed is in the accumulators afterwards, too.
static int kept(int *out) {
  int k = 0, last = -1;
#pragma omp target map(to : x) map(from : out[0 : N])
#pragma omp parallel for scan(+ : k) lastprivate(last)
  for (int i = 0; i < N; i++) {
    last = x[i];
    if (last > 3)
      out[k++] = last;
  }
  return k + last;
}

static float sum(void) {
  float t = 1;
#pragma omp parallel for scan(+ : t)
  for (int i = 0; i < N; i++) {
    t += w[i];
    z[i] = t;
  }
  return t;
}

static double left(void) {
  double d = 100;
#pragma omp parallel for scan(minus : d)
  for (int i = 0; i < N; i++) {
    d = minus(d, w[i]);
    a[i] = d;
  }
  return d;
}

static int reductions(void) {
  int r = 5;
#pragma omp target teams distribute parallel for reduction(+ : r)
  for (int i = 0; i < N; i++) {
    y[i] = x[i] + 1;
    r += x[i];
  }
  return r;
}

int main(int verified, char **argv) {
  (void)argv;
  verified--;
  for (int i = 0; i < N; i++) {
    x[i] = i % 7;
    w[i] = 1.0f / (float)(i + 3);
  }
  for (int i = 0; i < 1000; i++)
    h[i] = (Pair){i % 3 - 1, i};
  integers();
  numbers();
  differences();
  structures();
  // What the host computes counts.
  int total = 0;
  for (int i = 1; i < N; i++)
    if (y[i] != (total += x[i]))
      return 1;
  static int out[N];
  int count = 0;
  double rest = 100;
  total = 5;
  for (int i = 0; i < N; i++) {
    count += x[i] > 3;
    total += x[i];
    rest -= w[i];
  }
  if (kept(out) != count + x[N - 1] || sum() != z[N - 1])
    return 2;
  const double d = left();
  if (verified && d != rest)
    return 3;
  return reductions() == total ? 0 : 4;
}

// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass=ompscan -Rpass-missed=omp -Rpass-analysis=ompscan -Xclang -verify
// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass=inline -Rpass-missed=inline -Rpass-analysis=inline -Xclang -verify=none
// RUN: %clang -fsyntax-only %s %ompscan_flags -Xclang -verify=none
// none-no-diagnostics
// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass=ompscan 2>&1 | %filecheck %s
// CHECK: remarks.c:[[#@LINE+15]]:26: remark: parallelized a scan of 'y'

// What -Rpass, -Rpass-missed and -Rpass-analysis say, where they are asked.

typedef struct {
  int a, b;
} pair;
static pair op(pair p, pair q) {
  pair r = {p.a + q.a, p.b * q.b};
  return r;
}
#pragma omp declare scan(op : pair : omp_out = op(omp_out, omp_in)) // expected-remark {{operator 'op' is associative: both sides are the same polynomials [OS199]}}

int annotated(int *restrict y, int *restrict z, const int *x, const short *h,
              pair *p, const pair *q, const int *index, int n) {
#pragma omp parallel for scan(+ : y) // expected-remark {{parallelized a scan of 'y' (recurrence, int, operator +): single-pass, reduce-then-scan and three-kernel, moves 8 bytes per iteration [OS080]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] + x[i - 1];

#pragma omp parallel for scan(op : p) // expected-remark {{parallelized a scan of 'p' (recurrence, pair, operator op): single-pass, reduce-then-scan and three-kernel, moves 16 bytes per iteration [OS080]}}
  for (int i = 1; i < n; i++)
    p[i] = op(p[i - 1], q[i]);

  int s = 0;
  short best = 0;
#pragma omp target map(to : h[0 : n]) map(tofrom : z[0 : n])
#pragma omp parallel for scan(+ : s) scan(max : best) // expected-remark {{parallelized a scan of 's' (accumulator, int, operator +) and 'best' (accumulator, short, operator max): single-pass and reduce-then-scan, moves 6 bytes per iteration and the elements at other subscripts [OS080]}}
  for (int i = 0; i < n; i++) {
    best = h[i] > best ? h[i] : best;
    s += h[h[i] & 7];
    z[i] = s - best;
  }

  // Never on the device.
#pragma omp parallel for scan(+ : y) if (0) // expected-remark {{this scan runs on the host: its 'if' clause is always false [OS081]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for reduction(inscan, + : s) // expected-remark {{parallelized a scan of 's' (accumulator, int, operator +): single-pass and reduce-then-scan, moves 8 bytes per iteration [OS080]}}
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    z[i] = s;
  }

#pragma omp target map(to : x[0 : n]) map(from : z[0 : n])
#pragma omp parallel for reduction(inscan, + : s) // expected-remark {{parallelized a scan of 's' (accumulator, int, operator +): single-pass and reduce-then-scan, moves 8 bytes per iteration [OS080]}}
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    z[i] = s;
  }

  int counts[4] = {0};
#pragma omp target map(to : x[0 : n]) map(from : z[0 : n])
#pragma omp parallel for reduction(inscan, + : counts) // expected-remark {{parallelized a scan of 'counts' (4 accumulators, int, operator +): single-pass and reduce-then-scan, moves 8 bytes per iteration [OS080]}}
  for (int i = 0; i < n; i++) {
    counts[x[i] & 3]++;
#pragma omp scan inclusive(counts)
    z[i] = counts[x[i] & 3];
  }
  return s + counts[0];
}

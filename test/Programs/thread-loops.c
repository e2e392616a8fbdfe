// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_NUM_THREADS=3 OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host %run %t

// Loops of the thread that reaches them, on `simd` and `loop bind(thread)`; and
// `loop` that a team or teams share.

#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3 };

static void expected(float *y, const float *x, int n) {
  float s = 1;
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}

static float on_simd(float *y, const float *x, int n) {
  float s = 1;
#pragma omp simd safelen(8) scan(+ : s) aligned(x : 4)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static float on_one_thread(float *y, const float *x, int n) {
  float s = 1;
#pragma omp loop scan(+ : s), bind(thread)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static float on_target_simd(float *y, const float *x, int n) {
  float s = 1;
#pragma omp target simd scan(+ : s) map(tofrom : s) map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static float in_teams(float *y, const float *x, int n) {
  float s = 1;
#pragma omp target map(tofrom : s) map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp teams loop scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static float in_target_teams(float *y, const float *x, int n) {
  float s = 1;
#pragma omp target teams map(tofrom : s) map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp loop bind(teams) scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static float in_region(float *y, const float *x, int n) {
  float s = 1;
#pragma omp parallel num_threads(THREADS)
#pragma omp loop scan(+ : s) bind(parallel)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

// All threads of a team come to the loop.
static float sum;
static void of_team(float *y, const float *x, int n) {
#pragma omp loop bind(parallel), scan(+ : sum)
  for (int i = 0; i < n; i++) {
    sum += x[i];
    y[i] = sum;
  }
}

static float in_function(float *y, const float *x, int n) {
  sum = 1;
#pragma omp parallel num_threads(THREADS)
  of_team(y, x, n);
  return sum;
}

// Each thread has a loop of its own, also one with more around it.
static float in_threads(float *y, const float *x, int n) {
  float last[THREADS] = {0};
  float *own = malloc(THREADS * (n + 1) * sizeof(float));
#pragma omp parallel for num_threads(THREADS)
  for (int t = 0; t < THREADS; t++) {
    float s = 1, *z = own + t * n;
#pragma omp simd scan(+ : s)
    for (int i = 0; i < n; i++) {
      s += x[i];
      z[i] = s;
    }
    last[t] = s;
  }
  for (int t = 0; t < THREADS; t++)
    for (int i = 0; i < n; i++) {
      y[i] = own[t * n + i];
      if (y[i] != own[i] || last[t] != last[0]) {
        printf("thread %d differs\n", t);
        exit(1);
      }
    }
  free(own);
  return last[0];
}

static void check(const char *name, float (*f)(float *, const float *, int)) {
  for (int n = 0; n <= 50000; n = n * 7 + 1) {
    float *x = malloc((n + 1) * sizeof(float)), *y = malloc((n + 1) * sizeof(float));
    float *want = malloc((n + 1) * sizeof(float));
    for (int i = 0; i < n; i++) {
      x[i] = i % 5 - 2;
      y[i] = -99;
    }
    expected(want, x, n);
    const float result = f(y, x, n);
    for (int i = 0; i < n; i++)
      if (y[i] != want[i] || result != (n ? want[n - 1] : 1)) {
        printf("%s: n = %d: y[%d] is %g, not %g\n", name, n, i, y[i], want[i]);
        exit(1);
      }
    free(x);
    free(y);
    free(want);
  }
}

int main(void) {
  check("simd", on_simd);
  check("bind(thread)", on_one_thread);
  check("target simd", on_target_simd);
  check("teams loop", in_teams);
  check("target teams, loop", in_target_teams);
  check("parallel, loop", in_region);
  check("loop in a function", in_function);
  check("simd in threads", in_threads);
  return 0;
}

// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/cpu_as_gpu.c -ldl -o %t.so
// RUN: %clang %opt %s %ompscan_native_flags %ompscan_libs -o %t
// DEFINE: %{gpu} = env LD_PRELOAD=%t.so OMPSCAN_DEVICE= OMPSCAN_INFO=1
// RUN: %{gpu} OMP_TARGET_OFFLOAD=DEFAULT %run %t 2>&1 | %filecheck %s
// RUN: %{gpu} OMP_TARGET_OFFLOAD=MANDATORY %run %t 2>&1 | %filecheck %s
// RUN: %{gpu} OMP_TARGET_OFFLOAD=DISABLED %run %t 2>&1 | %filecheck %s --check-prefix=HOST
// RUN: %{gpu} OMP_DEFAULT_DEVICE=1 %run %t 2>&1 | %filecheck %s --check-prefix=HOST
// RUN: %{gpu} OMPSCAN_DEVICE=gpu %run %t 2>&1 | %filecheck %s --check-prefix=GPU

// Loops on a machine whose default device is a GPU. On a target construct they
// run there, without target where their data is, in either form.

// CHECK: (clause): 99999 iterations on host,
// CHECK: (form): 100000 iterations on host,
// CHECK: (target): 99999 iterations on {{.*}} (GPU)
// CHECK: y is mapped
// CHECK: (clause): 99999 iterations on {{.*}} (GPU)
// CHECK: (clause): 99999 iterations on {{.*}} (GPU)
// CHECK: (clause): 99999 iterations on host,
// CHECK: (form): 100000 iterations on host,
// CHECK: x is mapped
// CHECK: (clause): 99999 iterations on {{.*}} (GPU)
// CHECK: (form): 100000 iterations on {{.*}} (GPU)
// CHECK: ok

// HOST-NOT: (GPU)
// HOST: (target): 99999 iterations on host,
// HOST-NOT: (GPU)
// HOST: ok

// GPU-NOT: on host
// GPU: (clause): 99999 iterations on {{.*}} (GPU)
// GPU-NOT: on host
// GPU: ok

#include <stdio.h>

enum { N = 100000 };
static int x[N], y[N], z[N], w[N];

static void clause(int *y) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
}

static void form(void) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < N; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    w[i] = s;
  }
}

static void target(void) {
#pragma omp target parallel for scan(+ : z)
  for (int i = 1; i < N; i++)
    z[i] = z[i - 1] + x[i];
}

static void check(void) {
  int s = 0;
  for (int i = 0; i < N; i++) {
    s += x[i];
    if (y[i] != s || z[i] != s || w[i] != s)
      printf("wrong at %d\n", i);
    if (i)
      y[i] = z[i] = w[i] = -1;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i % 7;
    y[i] = z[i] = w[i] = i ? -1 : 0;
  }
  clause(y);
  form();
  target();
  check();
  fprintf(stderr, "y is mapped\n");
#pragma omp target data map(tofrom : y)
  {
    clause(y);
    clause(y);
    clause(z);
    form();
  }
  check();
  fprintf(stderr, "x is mapped\n");
#pragma omp target data map(to : x)
  {
    clause(y);
    form();
  }
  clause(z);
  check();
  puts("ok");
}

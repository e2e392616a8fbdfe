// RUN: %cc1_verify -Rpass-missed=ompscan %s
// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass=ompscan -fno-caret-diagnostics 2>&1 | %filecheck %s --implicit-check-not=OS140
// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass=ompscan -Rpass-missed=ompscan -fplugin-arg-ompscan-no-fusion -fno-caret-diagnostics 2>&1 | %filecheck %s --check-prefix=OFF --implicit-check-not=OS14

// Which loops are done by the scan behind them, and why others are not.

// OFF: OS110
// CHECK: fusion.c:[[#@LINE+8]]:33: remark: fused this scan with the loop before it: the scan computes 't' [OS140]
void fused(int *y, int *t, int *u, const int *x, int n) {
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], t[0 : n], u[0 : n])
  {
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      t[i] = x[i] * 2;
    long unused;
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];

    // Nothing to do with each other.
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      t[i] = x[i] * 2;
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + u[i];
  }
  // CHECK: remark: fused this scan with the loop before it: the scan computes 'a', and does not store 'a', which nothing else reads [OS140]
  float a[100];
#pragma omp target parallel for
  for (int i = 0; i < 100; i++)
    a[i] = x[i] * 0.5f;
  int k = 0;
#pragma omp target parallel for scan(+ : k) map(to : x[0 : n])
  for (int i = 0; i < 100; i++)
    if (a[i] > 3)
      u[k++] = x[i];
}

void apart(int *y, int *t, int *u, const int *x, const int *ends, int n, int m) {
#pragma omp target data map(to : x[0 : n]) map(y[0 : n], t[0 : n], u[0 : n])
  {
#pragma omp target parallel for // expected-remark {{computes the input of the scan after it, but is launched separately: the scan does not only read the array, or reads it at several subscripts [OS141]}}
    for (int i = 0; i < n; i++)
      t[i] = x[i];
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + (t[i] - t[i - 1]); // expected-note {{the loops are not fused because of this}}

#pragma omp target parallel for // expected-remark {{the clauses of the two loops differ, or have an effect of their own [OS141]}}
    for (int i = 0; i < n; i++)
      t[i] = x[i];
#pragma omp target parallel for scan(+ : y) nowait // expected-note {{the loops are not fused because of this}}
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];

#pragma omp target parallel for // expected-remark {{its iterations may not be those whose elements the scan reads [OS141]}}
    for (int i = 0; i < m; i++) // expected-note {{the loops are not fused because of this}}
      t[i] = x[i];
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];

#pragma omp target parallel for // expected-remark {{the scan changes data that it reads [OS141]}}
    for (int i = 0; i < n; i++)
      t[i] = y[i]; // expected-note {{the loops are not fused because of this}}
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];

    // What is stored beside what the scan reads is too much for one iteration.
#pragma omp target parallel for // expected-remark {{its iterations may not be those whose elements the scan reads [OS141]}}
    for (int i = 0; i < n; i++) // expected-note {{the loops are not fused because of this}}
      t[i] = x[i];
#pragma omp target parallel for scan(+ : y)
    for (int i = 9; i < n; i++)
      y[i] = y[i - 1] + t[i];

    // Something is between, or is done besides.
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      t[i] = x[i];
    m++;
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      t[i] = u[i]++;
#pragma omp target parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + t[i];
  }
}

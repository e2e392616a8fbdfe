// RUN: %clang -fsyntax-only %s %ompscan_flags -Xclang -verify -Xclang -verify-ignore-unexpected=note
// RUN: %clang -fsyntax-only %s %ompscan_flags -Xclang -fixit-recompile -Xclang -fixit-to-temporary -w
// RUN: %clang -fsyntax-only %s %ompscan_flags -fdiagnostics-parseable-fixits 2>&1 | %filecheck %s
// RUN: %clang -fsyntax-only %s %ompscan_flags -Wno-backend-plugin -Werror
// RUN: %clang -fsyntax-only %s -fopenmp-simd -fplugin=%plugin -Werror -Wno-source-uses-openmp

// Loops without a scan whose iterations race, and the clause that mends them.

int total;
static int table[1000];

void races(int *restrict y, const int *restrict x, double *restrict z, int n) {
  int s = 0, k = 0, t = 3, i;
  // CHECK: fix-it:"{{.*}}":{[[#@LINE+1]]:25-[[#@LINE+1]]:25}:" scan(+ : y)"
#pragma omp parallel for // expected-warning {{the iterations of this loop race: each uses the element of 'y' that the previous one stores; add 'scan(+ : y)' [OS189]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
  // CHECK: fix-it:"{{.*}}":{[[#@LINE+1]]:37-[[#@LINE+1]]:37}:" scan(+ : y)"
#pragma omp target parallel for simd  map(tofrom : y[0 : n]) map(to : x[0 : n]) // expected-warning {{element of 'y'}}
  for (int i = n - 2; i >= 0; i--)
    y[i] += y[i + 1];
#pragma omp parallel for private(t) schedule(static) // expected-warning {{add 'scan(affine : z)'}}
  for (i = 1; i < n; i++) {
    t = x[i];
    z[i] = 0.5 * z[i - 1] + t;
  }
#pragma omp parallel for // expected-warning {{each uses the value of 's' that the previous one stores; add 'scan(+ : s)' [OS189]}}
  for (i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
#pragma omp parallel for // expected-warning {{each uses the value of 'k'}}
  for (i = 0; i < n; i++)
    y[k++] = x[i];
#pragma omp parallel for default(none) shared(x, y, n, k) // expected-warning {{each uses the value of 'k'}}
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[k++] = x[i];
#pragma omp parallel
  {
    k = 0;
#pragma omp for // expected-warning {{each uses the value of 's'}}
    for (int i = 0; i < n; i++) {
      y[i] = s;
      s += x[i];
    }
#pragma omp for nowait // expected-warning {{each uses the element of 'table'}}
    for (int i = 1; i < 1000; i++)
      table[i] = table[i - 1] ^ x[i];
  }
}

// These do not, or nothing proves that they do.
void others(int *restrict y, const int *restrict x, int n, int m) {
  int s = 0, k = 0, last = 0, i;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for
  for (int i = 1; i < n; i += 2)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    y[i + m] = y[i] + x[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = y[i + 1] + x[i];
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    if (i % 2)
      y[i] = y[i - 1] + x[i];
#pragma omp parallel for ordered
  for (int i = 1; i < n; i++)
#pragma omp ordered
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for num_threads(1)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for if (0)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for
  for (int i = 1; i < 2; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp simd
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i == 3)
      y[k++] = x[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const int here = i == 3;
    if (here)
      y[k++] = x[i];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int at;
#pragma omp atomic capture
    at = k++;
    y[at] = x[i];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp critical
    y[k++] = x[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (x[i] > 7)
      last = x[i];
#pragma omp parallel for firstprivate(s)
  for (int i = 0; i < n; i++)
    y[s++] = x[i];
#pragma omp parallel private(s)
  {
    int own = 0;
    s = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      y[s++] = x[i];
#pragma omp for
    for (int i = 0; i < n; i++)
      y[own++] = x[i];
#pragma omp parallel for // one thread
    for (int i = 0; i < n; i++)
      y[own++] = x[i];
  }
  total = last + i;
}

// In a function that a team calls, each thread has its own variables.
void orphan(int *restrict y, const int *restrict x, int n) {
  int s = 0;
#pragma omp for
  for (int i = 0; i < n; i++)
    y[s++] = x[i];
}

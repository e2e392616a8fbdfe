// RUN: %cc1_verify %s
// RUN: %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// A map type that contradicts the loop is a warning. map(from:) on the item is
// none, although the seed is sent.

void loops(int *y, const int *x, int n) {
  // expected-warning@+1 {{'y' is mapped 'to', but the loop stores its elements, which are copied back anyway; map it 'tofrom' [OS052]}} COL-DAG: :[[#@LINE+1]]:48: warning
#pragma omp target map(to : x[0 : n]) map(to : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

  // expected-warning@+1 {{'x' is mapped 'from', but the loop reads its elements, which are copied to the device anyway; map it 'to' or 'tofrom' [OS053]}} COL-DAG: :[[#@LINE+1]]:31: warning
#pragma omp target map(from : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

  // expected-warning@+1 {{'y' is mapped 'alloc', but the loop stores its elements, which are copied back anyway; map it 'tofrom' [OS052]}} COL-DAG: :[[#@LINE+1]]:51: warning
#pragma omp target map(to : x[0 : n]) map(alloc : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

  // expected-warning@+1 {{'y' is mapped 'from', but the loop reads its elements, which are copied to the device anyway; map it 'to' or 'tofrom' [OS053]}} COL-DAG: :[[#@LINE+1]]:56: warning
#pragma omp target parallel for scan(+ : y) map(from : y[0 : n])
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];

#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

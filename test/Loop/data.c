// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-print-loops 2>&1 | %filecheck %s --match-full-lines

// Arrays with their maps and accesses, scalars, and the device.

int table[100];

void mapped(int *y, const int *x, int n) {
#pragma omp target device(GPU) map(to : x[2 : n]) map(tofrom : y[:n])
#pragma omp parallel for scan(+ : y)
  for (int i = 3; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in mapped
// CHECK-NEXT:   for int i = 3; i < n; step 1
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i], previous y[i - 1]
// CHECK-NEXT:   input x[i]
// CHECK-NEXT:   array y, int, map tofrom [0 : n]
// CHECK-NEXT:     write at i, stride 1
// CHECK-NEXT:     seed at i - 1, stride 1
// CHECK-NEXT:   array x, int, map to [2 : n]
// CHECK-NEXT:     read at i, stride 1
// CHECK-NEXT:   device GPU

void inferred(double *y, const float *x, int n, double factor, int which) {
#pragma omp target parallel for device(which) scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] * factor + table[i & 63] + i);
}
// CHECK: scan loop at [[#@LINE-4]]:47 in inferred
// CHECK-NEXT:   for int i = 1; i < n; step 1
// CHECK-NEXT:   item y, double, operator +
// CHECK-NEXT:   store y[i], previous y[i - 1]
// CHECK-NEXT:   input (x[i] * factor + table[i & 63] + i)
// CHECK-NEXT:   array y, double, map none
// CHECK-NEXT:     write at i, stride 1
// CHECK-NEXT:     seed at i - 1, stride 1
// CHECK-NEXT:   array x, float, map none
// CHECK-NEXT:     read at i, stride 1
// CHECK-NEXT:   array table, int, map none [0 : 100]
// CHECK-NEXT:     read any at i & 63
// CHECK-NEXT:   scalar factor, double
// CHECK-NEXT:   device which

void rows(int *y, int h, int w) {
#pragma omp target parallel for collapse(2) scan(+ : y) if (h > 3)
  for (int i = 0; i < h; i++)
    for (int j = i; j < w; j++)
      y[i * w + j] += y[i * w + j - 1];
}
// CHECK: scan loop at {{.*}} in rows
// CHECK-NEXT:   for each i
// CHECK-NEXT:   for int j = i; j < w; step 1
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i * w + j], previous y[i * w + j - 1]
// CHECK-NEXT:   input y[i * w + j]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i * w + j, stride 1
// CHECK-NEXT:     seed at i * w + j - 1, stride 1
// CHECK-NEXT:     read at i * w + j, stride 1
// CHECK-NEXT:   scalar i, int
// CHECK-NEXT:   scalar w, int
// CHECK-NEXT:   if h > 3

void column(int *y, int h, unsigned w, int j) {
#pragma omp parallel for scan(+ : y)
  for (int i = 2; i < h; i += 2)
    y[i * w + j] += y[(i - 2) * w + j];
}
// CHECK: scan loop at {{.*}} in column
// CHECK-NEXT:   for int i = 2; i < h; step 2
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i * w + j], previous y[(i - 2) * w + j]
// CHECK-NEXT:   input y[i * w + j]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i * w + j, stride 0 + 2 * w, while i fits 32 bits, while i * w fits 32 bits, while i * w + j fits 32 bits
// CHECK-NEXT:     seed at (i - 2) * w + j, stride 0 + 2 * w, while (i - 2) fits 32 bits, while (i - 2) * w fits 32 bits, while (i - 2) * w + j fits 32 bits

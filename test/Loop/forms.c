// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-print-loops 2>&1 | %filecheck %s --match-full-lines

// The forms of a recurrence as the plugin understands them.

void exclusive(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in exclusive
// CHECK-NEXT:   for int i = 1; i < n; step 1
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i], previous y[i - 1]
// CHECK-NEXT:   input x[i - 1]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i, stride 1
// CHECK-NEXT:     seed at i - 1, stride 1
// CHECK-NEXT:   array x, int, map none
// CHECK-NEXT:     read at i - 1, stride 1

void inclusive(double *y, const double *x, int n) {
#pragma omp parallel for scan(* : y)
  for (int i = 1; i < n; i++)
    y[i] = x[i] * y[i - 1];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in inclusive
// CHECK-NEXT:   for int i = 1; i < n; step 1
// CHECK-NEXT:   item y, double, operator *
// CHECK-NEXT:   store y[i], previous y[i - 1]
// CHECK-NEXT:   input x[i]
// CHECK-NEXT:   array y, double, map none
// CHECK-NEXT:     write at i, stride 1
// CHECK-NEXT:     seed at i - 1, stride 1
// CHECK-NEXT:   array x, double, map none
// CHECK-NEXT:     read at i, stride 1

void in_place(int *y, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in in_place
// CHECK-NEXT:   for int i = 1; i < n; step 1
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i], previous y[i - 1]
// CHECK-NEXT:   input y[i]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i, stride 1
// CHECK-NEXT:     seed at i - 1, stride 1
// CHECK-NEXT:     read at i, stride 1

void shifted(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 0; i < n; i++)
    y[i + 1] = y[i] + x[i];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in shifted
// CHECK-NEXT:   for int i = 0; i < n; step 1
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i + 1], previous y[i]
// CHECK-NEXT:   input x[i]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i + 1, stride 1
// CHECK-NEXT:     seed at i, stride 1
// CHECK-NEXT:   array x, int, map none
// CHECK-NEXT:     read at i, stride 1

void subtraction(int *y, const int *x, int n) {
#pragma omp parallel for scan(- : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] - x[i];
}
// CHECK: scan loop at [[#@LINE-4]]:26 in subtraction
// CHECK-NEXT:   for int i = 1; i < n; step 1
// CHECK-NEXT:   item y, int, operator +
// CHECK-NEXT:   store y[i], previous y[i - 1]
// CHECK-NEXT:   input -x[i]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i, stride 1
// CHECK-NEXT:     seed at i - 1, stride 1
// CHECK-NEXT:   array x, int, map none
// CHECK-NEXT:     read at i, stride 1

void largest(int *y, const int *x, int n) {
#pragma omp parallel for scan(max : y)
  for (int i = 1; i < n; i++)
    if (x[i] > y[i - 1])
      y[i] = x[i];
    else
      y[i] = y[i - 1];
}
// CHECK: scan loop at [[#@LINE-7]]:26 in largest
// CHECK-NEXT:   for int i = 1; i < n; step 1
// CHECK-NEXT:   item y, int, operator max
// CHECK-NEXT:   store y[i], previous y[i - 1]
// CHECK-NEXT:   input x[i]
// CHECK-NEXT:   array y, int, map none
// CHECK-NEXT:     write at i, stride 1
// CHECK-NEXT:     seed at i - 1, stride 1
// CHECK-NEXT:   array x, int, map none
// CHECK-NEXT:     read at i, stride 1

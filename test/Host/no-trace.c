// RUN: %clang -O1 -c %s %ompscan_flags -o %t.o
// RUN: nm --undefined-only %t.o | %filecheck %s --implicit-check-not="{{ U }}"

// The object needs the runtime's entry points and nothing else.

// CHECK-DAG: U __ompscan_end
// CHECK-DAG: U __ompscan_run

void loop(int *y, const int *x, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

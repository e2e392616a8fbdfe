// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -O1 -c %s %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t.dir -o %t.o
// RUN: %python -c "import glob, sys; [print(open(f).read()) for f in sorted(glob.glob(sys.argv[1] + '/*.cl'), key=lambda f: int(f.split('-')[-2]))]" %t.dir | %filecheck %s

// A body that only stores the new value of its accumulator, as it is, may leave
// its stores to vectors; so may one of whose stores vectors hold the results.
// Any other body is run for each iteration.

typedef unsigned char byte;

byte new_value(byte *y, const byte *x, int n, byte s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 1
// CHECK: #define OMPSCAN_IS_PLAIN 1

int value_of_update(int *y, const byte *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    y[i] = s += x[i];
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 1
// CHECK: #define OMPSCAN_IS_PLAIN 0

byte value_before(byte *y, const byte *x, int n, byte s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    y[i] = s;
    s += x[i];
  }
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 0

int other_type(byte *y, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 0

int cast(int *y, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = (short)s;
  }
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 1
// CHECK: #define OMPSCAN_HAS_RESULTS 1

int two_stores(int *y, int *z, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
    z[i] = s;
  }
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 1
// CHECK: #define OMPSCAN_HAS_RESULTS 1

int condition(int *y, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      s += x[i];
    y[i] = s;
  }
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 1
// CHECK: #define OMPSCAN_HAS_RESULTS 1

int every_second(int *y, const int *x, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[2 * i] = s;
  }
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 0

int old_value(int *y, int n, int s) {
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    y[i] = s++;
  return s;
}
// CHECK: #define OMPSCAN_HAS_VECTORS 1
// CHECK: #define OMPSCAN_HAS_RESULTS 1

// REQUIRES: primary
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -S -emit-llvm %s -o %t/host.ll
// RUN: grep -c "OMPSCAN_OVERWRITES(A" %t/*.cl | sort -V > %t/all.txt
// RUN: %filecheck %s --input-file=%t/all.txt

// A team keeps the elements of a row that its last loop overwrites, if no read of an element can
// follow the store to it.

#define ROWS _Pragma("omp target teams distribute map(tofrom : x[0 : h * w], y[0 : h * w])")
#define MAXIMUM                                                                                    \
  int most = 0;                                                                                    \
  _Pragma("omp parallel for reduction(max : most)") for (int i = 0; i < w; i++)                    \
      most = x[r * w + i] > most ? x[r * w + i] : most;

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:1
void overwritten(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++) {
    MAXIMUM
#pragma omp parallel for
    for (int i = 0; i < w; i++) {
      const int v = x[r * w + i] - most;
      y[r * w + i] = v;
      x[r * w + i] = v * v;
    }
  }
}

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:1
void compound(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++) {
    const int first = x[r * w];
    MAXIMUM
#pragma omp parallel for
    for (int i = 0; i < w; i++)
      x[r * w + i] -= most + first;
    y[r * w] = most;
  }
}

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:0
void read_after_store(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++) {
    MAXIMUM
#pragma omp parallel for
    for (int i = 0; i < w; i++) {
      x[r * w + i] -= most;
      y[r * w + i] = x[r * w + i];
    }
  }
}

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:0
void stored_twice(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++) {
    MAXIMUM
#pragma omp parallel for
    for (int i = 0; i < w; i++) {
      x[r * w + i] -= most;
      x[r * w + i] *= most;
    }
  }
}

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:0
void read_by_a_later_loop(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++) {
    MAXIMUM
#pragma omp parallel for
    for (int i = 0; i < w; i++)
      x[r * w + i] -= most;
#pragma omp parallel for
    for (int i = 0; i < w; i++)
      y[r * w + i] = x[r * w + i];
  }
}

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:0
void read_by_a_later_statement(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++) {
    MAXIMUM
#pragma omp parallel for
    for (int i = 0; i < w; i++)
      x[r * w + i] -= most;
    y[r * w] = x[r * w];
  }
}

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:0
void stored_before(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++) {
    x[r * w] = 7;
    MAXIMUM
#pragma omp parallel for
    for (int i = 0; i < w; i++)
      x[r * w + i] -= most;
  }
}

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:0
void stored_by_a_scan(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++) {
    MAXIMUM
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < w; i++)
      sum += x[r * w + i] ^ most;
#pragma omp parallel for scan(+ : sum)
    for (int i = 0; i < w; i++) {
      sum += x[r * w + i];
      x[r * w + i] = sum;
    }
  }
}

// CHECK: overwritten-rows-[[#@LINE+2]]-3.cl:0
void in_a_loop_of_the_row(int h, int w, int *x, int *y) {
  ROWS for (int r = 0; r < h; r++)
    for (int times = 0; times < 3; times++) {
      MAXIMUM
#pragma omp parallel for
      for (int i = 0; i < w; i++)
        x[r * w + i] -= most;
    }
}

// REQUIRES: primary
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -S -emit-llvm %s -o %t/host.ll
// RUN: grep -H "define OMPSCAN_HAS_PARTS" %t/*.cl | sort -V > %t/all.txt
// RUN: %filecheck %s --input-file=%t/all.txt

// Several groups can share a row whose only loop is a scan, if what stands before it costs little and no
// part reads what another one stores.

#define SUMS(Y)                                                                                       \
  _Pragma("omp parallel for scan(+ : s)") for (int i = 0; i < w; i++) {                               \
    s += x[r * w + i];                                                                                \
    Y[r * w + i] = s;                                                                                 \
  }

void plain(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 1
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = ptr[r];
    SUMS(y)
    last[r] = s;
    last[r] += ptr[r];
  }
}

#ifndef PLAIN_ONLY

void ragged(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 1
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = ptr[r]; i < ptr[r + 1]; i++) {
      s += x[i];
      y[i] = s;
    }
  }
}

void started_in_memory(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 1
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    const int first = last[r];
    int s = first;
    SUMS(y)
  }
}

void stores_before(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 0
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = 0;
    last[r] = 1;
    SUMS(y)
    last[r] += s;
  }
}

void changes_its_start(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 0
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = last[r];
    SUMS(y)
    last[r] = s;
  }
}

void reads_results(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 0
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = 0;
    SUMS(y)
    last[r] = y[r * w] + s;
  }
}

void starts_from_results(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 0
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = y[r * w];
    SUMS(y)
  }
}

void begins_with_a_loop(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 0
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = 0;
    for (int k = 0; k < w; k++)
      s += ptr[k & 1];
    SUMS(y)
  }
}

void has_a_condition(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 0
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = 0;
    if (ptr[r] > 3) {
      SUMS(y)
    }
  }
}

void has_two_loops(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 0
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = 0;
    SUMS(y)
    SUMS(z)
  }
}

void leaves(int h, int w, int *y, int *z, const int *x, const int *ptr, int *last) {
// CHECK: row-parts-[[#@LINE+1]]-1.cl:#define OMPSCAN_HAS_PARTS 0
#pragma omp target teams distribute map(to : x[0 : h * w], ptr[0 : h + 1]) map(tofrom : y[0 : h * w], z[0 : h * w], last[0 : h])
  for (int r = 0; r < h; r++) {
    int s = 0;
    if (ptr[r] == 7)
      continue;
    SUMS(y)
  }
}

#endif

// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -O1 -c %s %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t.dir -o %t.o
// RUN: cat %t.dir/*.cl | %filecheck %s

// An element that an input reads several times takes one place in local memory, and is loaded once.

void squares(unsigned *y, const unsigned *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] * x[i] - x[i - 1] * x[i]);
}

// CHECK: OMPSCAN_PART_OF(uint, ompscan_e0);
// CHECK-NEXT: OMPSCAN_PART_OF(uint, ompscan_e1);
// CHECK-NEXT: } ompscan_vectors;
// CHECK: OMPSCAN_FETCH(ompscan_to->ompscan_e0, &A1_x[
// CHECK-NEXT: OMPSCAN_FETCH(ompscan_to->ompscan_e1, &A1_x[
// CHECK-NEXT: }
// CHECK: ompscan_e0.e[ompscan_j] * ompscan_e0.e[ompscan_j]

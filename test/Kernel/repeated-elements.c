// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -O1 -c %s %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t.dir -o %t.o
// RUN: cat %t.dir/*.cl | %filecheck %s

// An element that an input reads several times takes one place in local memory, and is loaded once;
// so do elements that several iterations read. In front of them is their halo.

// Elements far apart take two places.
void far_apart(unsigned *y, const unsigned *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 9; i < n; i++)
    y[i] = y[i - 1] + x[i] * x[i - 9];
}

void squares(unsigned *y, const unsigned *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] * x[i] - x[i - 1] * x[i]);
}

// CHECK-LABEL: // Scan of y in far_apart,
// CHECK: OMPSCAN_PART_OF(uint, ompscan_e0);
// CHECK-NEXT: OMPSCAN_PART_OF(uint, ompscan_e1);
// CHECK-NEXT: } ompscan_vectors;

// CHECK-LABEL: // Scan of y in squares,
// CHECK: OMPSCAN_PART_OF(uint, ompscan_e0);
// CHECK-NEXT: uint ompscan_e0_halo[1];
// CHECK-NEXT: } ompscan_vectors;
// CHECK: OMPSCAN_WITH_HALO(uint, ompscan_to->ompscan_e0_halo, &A1_x[{{.*}}], OMPSCAN_FETCH(ompscan_to->ompscan_e0, &A1_x[
// CHECK-NEXT: }
// CHECK: ompscan_e0.e[ompscan_j] * ompscan_e0.e[ompscan_j]{{.*}}OMPSCAN_BEHIND(ompscan_e0, 1)
// CHECK: OMPSCAN_MOVE_HALO(ompscan_e0);

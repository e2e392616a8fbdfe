// REQUIRES: primary
// RUN: %clang -O1 %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_INFO=1 OMPSCAN_ROWS=group %run %t 2>&1 | %filecheck %s --check-prefix=GROUP
// RUN: %bundles OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s --check-prefix=BUNDLE

// The team that OMPSCAN_ROWS names runs the rows: nothing declines the launch, so that each row would
// have one of its own.

// GROUP: (sums): 300 iterations on {{.*}}, rows by teams of
// GROUP-NOT: (sums)
// BUNDLE: (sums): 300 iterations on {{.*}}, bundles of rows
// BUNDLE-NOT: (sums)

#include <stdio.h>

enum { H = 300, W = 40 };

static void sums(float *y, const float *x) {
#pragma omp target teams distribute map(from : y[0 : H * W]) map(to : x[0 : H * W])
  for (int r = 0; r < H; r++) {
    float s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < W; i++) {
      s += x[r * W + i];
      y[r * W + i] = s;
    }
  }
}

int main(void) {
  static float x[H * W], y[H * W];
  for (int i = 0; i < H * W; i++)
    x[i] = 1, y[i] = -1;
  sums(y, x);
  for (int i = 0; i < H * W; i++)
    if (y[i] != (float)(i % W + 1)) {
      printf("element %d is %g\n", i, y[i]);
      return 1;
    }
}

// REQUIRES: primary
// RUN: %clang %ompscan_flags %ptx_text -O2 -S -emit-llvm %s -o - > %t.all
// RUN: grep "reqntid 256" %t.all | grep -o "ld\.global\.nc" | wc -l | grep -x 268
// RUN: grep "reqntid 1024" %t.all | grep -o "ld\.global\.nc" | wc -l | grep -x 91
// RUN: %clang %ompscan_flags %ptx_text -DIN_PLACE -O2 -S -emit-llvm %s -o - > %t.stored
// RUN: not grep -o "ld\.global\.nc" %t.stored
// RUN: grep "reqntid 1024" %t.stored | grep -o "ld\.global" | wc -l | grep -x 91
// RUN: not grep "ompscan overwrites" %t.stored

// Loops of a row that read the same elements load them once, in code for up to 4, 8, 12 and 16
// iterations of each work-item, and by the widest team up to 24. Longer rows have eight loads and one in
// each of three loops. The last loop may store over what they read, if it is the last thing that it
// does.

void row(int h, int w, int *y, int *x) {
#ifdef IN_PLACE
#pragma omp target teams distribute map(tofrom : x[0 : h * w])
#else
#pragma omp target teams distribute map(to : x[0 : h * w]) map(from : y[0 : h * w])
#endif
  for (int r = 0; r < h; r++) {
    int most = 0, sum = 0;
#pragma omp parallel for reduction(max : most)
    for (int i = 0; i < w; i++)
      most = x[r * w + i] > most ? x[r * w + i] : most;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < w; i++)
      sum += x[r * w + i] ^ most;
#pragma omp parallel for
    for (int i = 0; i < w; i++)
#ifdef IN_PLACE
      x[r * w + i] = x[r * w + i] * sum;
#else
      y[r * w + i] = x[r * w + i] * sum;
#endif
  }
}

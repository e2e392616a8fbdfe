#include <stdlib.h>
static int y[1000];
int main(void) {
  int s = 0;
#pragma omp parallel
#pragma omp for simd reduction(inscan, + : s) nowait
  for (int i = 0; i < 1000; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += 2;
  }
  if (s != 2000 || y[500] != 1000)
    abort();
}

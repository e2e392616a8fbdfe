/* The smallest program with a scan; prints "sums ok" if the sums are right. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 1000;
  int *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  for (int i = 0; i < n; i++)
    x[i] = i % 7;
  y[0] = 3;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
  int sum = 3;
  for (int i = 1; i < n; i++)
    if (y[i] != (sum += x[i - 1])) {
      printf("y[%d] is %d, expected %d\n", i, y[i], sum);
      return 1;
    }
  puts("sums ok");
  free(x);
  free(y);
}

/* A prefix sum in C, checked against the same loop without the clause. */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#if !defined(_OPENMP) || !defined(__OMPSCAN__)
#error "the package's compile options are missing"
#endif

int main(void) {
  enum { n = 100003 };
  int *x = malloc(n * sizeof *x);
  long *y = malloc(n * sizeof *y);
  if (!x || !y || omp_get_max_threads() < 1)
    return 2;
  for (int i = 0; i < n; i++)
    x[i] = i % 7 - 2;

  y[0] = 5;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];

  long sum = 5;
  for (int i = 1; i < n; i++) {
    sum += x[i - 1];
    if (y[i] != sum) {
      fprintf(stderr, "y[%d] is %ld, not %ld\n", i, y[i], sum);
      return 1;
    }
  }
  free(x);
  free(y);
  puts("C: correct");
  return 0;
}

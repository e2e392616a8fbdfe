/* A loop that the device does, and one that it cannot do. */
#ifndef LOOPS_H
#define LOOPS_H

enum { N = 10000 };
static int x[N], y[N];

/* Answers 1 if a sum is wrong. */
static int sums(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 7;
  y[0] = 3;
#pragma omp target map(to : x) map(tofrom : y)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
  int sum = 3;
  for (int i = 1; i < N; i++)
    if (y[i] != (sum += x[i]))
      return 1;
  return 0;
}

/* Its arrays overlap. */
static int overlapping(void) {
  int *z = y + 1;
  y[0] = 1;
#pragma omp target map(to : z[0 : N - 1]) map(tofrom : y)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N - 1; i++)
    y[i] = y[i - 1] + (z[i] & 0);
  return y[N - 2] != 1;
}

#endif /* LOOPS_H */

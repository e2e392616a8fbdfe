// REQUIRES: motion-iterators
// UNSUPPORTED: no-device
// RUN: %clang %opt -fopenmp-version=52 -Wall -Werror %s %ompscan_include \
// RUN:   %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// Iterators in the clauses of directives on data: each value of an iterator is
// an item of its own.

#include <omp.h>
#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROWS = 7, N = 1000 };

#define CHECK(CONDITION)                                                       \
  if (!(CONDITION))                                                            \
  printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION), exit(1)

static int apart; // The device has memory of its own.

// Rows at addresses of their own, which a table leads to.
static void rows(int first, int end) {
  int *row[ROWS];
  for (int r = 0; r < ROWS; r++) {
    row[r] = malloc(N * sizeof(int));
    for (int i = 0; i < N; i++)
      row[r][i] = r;
  }
#pragma omp target enter data map(iterator(r = first : end), to : row[r][0 : N])
  for (int r = 0; r < ROWS; r++)
    CHECK(!apart || ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, row[r], N * sizeof(int)) ==
                        (r >= first && r < end));
  for (int r = first; r < end; r++) {
    int *y = row[r];
#pragma omp target
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + 1;
  }
  CHECK(!apart || end <= first || row[first][N - 1] == first);
  // Downwards, by two, with two iterators, and elements of their own.
#pragma omp target update from(iterator(int r = end - 1 : first - 1 : -2, i = 0 : N : 3) : row[r][i])
  for (int r = first; r < end; r++)
    for (int i = 0; i < N; i++)
      CHECK(row[r][i] == ((end - 1 - r) % 2 == 0 && i % 3 == 0 || !apart ? r + i : r));
#pragma omp target exit data map(iterator(r = first : end), from : row[r][0 : N])
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N; i++)
      CHECK(row[r][i] == (r >= first && r < end ? r + i : r));
    CHECK(!apart || !ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, row[r], 4));
    free(row[r]);
  }
}

// Elements that follow one another, and conditions.
static void elements(int n, int is_there) {
  int a[N], *p = a;
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma omp target data map(tofrom : p[0 : N])
  {
    for (int i = 0; i < N; i++)
      a[i] = 5;
#pragma omp target update if (is_there) to(iterator(i = 2 : n) : p[i])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      p[i] *= 10;
  }
  for (int i = 0; i < N; i++)
    CHECK(a[i] == ((i >= 2 && i < n && is_there) || !apart ? 50 : 10));
}

// Waits for one task of each value, and for one that an object names.
static void dependences(void) {
  int a[ROWS] = {0}, other = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : other)
#pragma omp target enter data map(to : a, other)
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int r = 0; r < ROWS; r++)
#pragma omp task depend(out : a[r])
    {
      usleep(500);
      a[r] = r + 1;
    }
#pragma omp task depend(depobj : object)
    {
      usleep(2000);
      other = 9;
    }
#pragma omp target update to(a) depend(iterator(r = 0 : ROWS), in : a[r])
#pragma omp target update to(other) depend(depobj : object)
  }
  for (int r = 0; r < ROWS; r++)
    a[r] = apart ? 0 : a[r];
  other = apart ? 0 : other;
#pragma omp target exit data map(from : a, other)
  for (int r = 0; r < ROWS; r++)
    CHECK(a[r] == r + 1);
  CHECK(other == 9);
}

int main(void) {
  apart = ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 0;
  rows(0, ROWS);
  rows(2, 5);
  rows(3, 3);
  elements(N, 1);
  elements(10, 1);
  elements(N, 0);
  elements(1, 1);
  dependences();
  return 0;
}

// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %long %run %t.asan 5000

// The directives that can carry the clause, with other clauses in any order.

#include "Inputs/int_loops.h"

static void parallel_for(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void parallel_for_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void parallel_for_simd(int *y, const int *x, long n) {
#pragma omp parallel for simd scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void parallel_for_simd_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void with_clauses(int *y, const int *x, long n) {
#pragma omp parallel for num_threads(2) scan(+ : y) schedule(static)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void with_clauses_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_parallel_for(int *y, const int *x, long n) {
#pragma omp target parallel for scan(+ : y) map(to : x[0 : n]) \
    map(tofrom : y[0 : n])
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_parallel_for_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_parallel_for_simd(int *y, const int *x, long n) {
#pragma omp target parallel for simd map(to : x[0 : n]) scan(+ : y) \
    map(tofrom : y[0 : n])
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_parallel_for_simd_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_teams(int *y, const int *x, long n) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) \
    map(tofrom : y[0 : n]) scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_teams_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_teams_simd(int *y, const int *x, long n) {
#pragma omp target teams distribute parallel for simd scan(+ : y) \
    map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_teams_simd_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void two_pragmas(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void two_pragmas_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void two_pragmas_simd(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for simd scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void two_pragmas_simd_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void two_pragmas_in_place(int *y, const int *x, long n) {
#pragma omp target map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] += y[i - 1];
}

static void two_pragmas_in_place_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] += y[i - 1];
}

static void without_maps(int *y, const int *x, long n) {
#pragma omp target teams distribute parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void without_maps_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void two_pragmas_without_maps(int *y, const int *x, long n) {
#pragma omp target
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void two_pragmas_without_maps_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void target_block(int *y, const int *x, long n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
#pragma omp parallel for scan(+ : y)
    for (long i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i - 1];
  }
}

static void target_block_expected(int *y, const int *x, long n) {
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK_INT_LOOP(parallel_for);
  CHECK_INT_LOOP(parallel_for_simd);
  CHECK_INT_LOOP(with_clauses);
  CHECK_INT_LOOP(target_parallel_for);
  CHECK_INT_LOOP(target_parallel_for_simd);
  CHECK_INT_LOOP(target_teams);
  CHECK_INT_LOOP(target_teams_simd);
  CHECK_INT_LOOP(two_pragmas);
  CHECK_INT_LOOP(two_pragmas_simd);
  CHECK_INT_LOOP(two_pragmas_in_place);
  CHECK_INT_LOOP(without_maps);
  CHECK_INT_LOOP(two_pragmas_without_maps);
  CHECK_INT_LOOP(target_block);
  return scan_test_passed();
}

// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMPSCAN_DEVICE=host %run %t
// RUN: %clang -O0 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: env OMPSCAN_DEVICE=host %run %t.asan

// Elements of arrays of arrays, in rows that change with the iteration.

#include "Inputs/named_loops.h"

enum { N = 10007 };
static long pairs[N + 1][2], cubes[N + 1][2][3];
static long sums[N + 1][2];

LOOP(column, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       s += pairs[i][1];
       y[i] = s;
     })
LOOP(columns, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       s += pairs[i][0] * pairs[i + 1][1] + cubes[i][1][2];
       y[i] = s + cubes[i][r - 1][0];
     })
LOOP(rows_by_names, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const int at = i + 1;
       const long *row = pairs[at];
       const long *plane = cubes[i][1];
       s += row[0] + plane[2];
       y[at] = s;
     })
LOOP(summed_rows, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       long sum = 0;
       for (int j = 0; j < 3; j++)
         sum += cubes[i][0][j];
       s += sum;
       y[i] = s;
     })
LOOP(gathered_rows, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       s += pairs[index[i]][1];
       y[i] = s;
     })
LOOP(stored, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       s += x[i];
       sums[i][1] = s;
     } for (int i = 0; i < n; i++) y[i] = sums[i][1] + sums[i][0];)
LOOP(unbraced, parallel for scan(+ : y),
     for (int i = 1; i < n; i++) y[i] = y[i - 1] + pairs[i][1];)
LOOP(on_target, target parallel for scan(+ : s) map(to : pairs[0:n])
         map(from : y[0:n]) map(tofrom : s),
     for (int i = 0; i < n; i++) {
       s += pairs[i][1];
       y[i] = s;
     })

// The local array is no table: each iteration has its own.
LOOP(local_table, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       long t[2][2] = {{1, 2}, {3, x[i]}};
       s += t[i % 2][1];
       y[i] = s;
     })

int main(void) {
  for (long i = 0; i < 2 * (N + 1); i++)
    pairs[0][i] = scan_test_pick(i, -9, 9);
  for (long i = 0; i < 6 * (N + 1); i++)
    cubes[0][0][i] = scan_test_pick(i + 5, -9, 9);
  CHECK_LOOP(column);
  CHECK_LOOP(columns);
  CHECK_LOOP(rows_by_names);
  CHECK_LOOP(summed_rows);
  CHECK_LOOP(gathered_rows);
  CHECK_LOOP(stored);
  CHECK_LOOP(unbraced);
  CHECK_LOOP(on_target);
  CHECK_LOOP(local_table);
  puts("ok");
  return 0;
}

// RUN: %clangxx %opt -std=c++20 -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %clangxx -O2 -std=c++20 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=1 %run %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=2 %run %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=3 %run %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=5 %run %t.native
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 OMP_NUM_THREADS=16 %run %t.native
// RUN: %clangxx -O1 -g -std=c++20 %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 %run %t.asan

// Automata whose next state is an element of a table at the state.

#ifndef SCAN
#include "Inputs/both_ways.h"

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
namespace sequential {
#define SCAN(...)
#include __FILE__
} // namespace sequential
int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#else

// Unreachable states have values that are none.
static const unsigned char quotes[3][4] = {
    {0, 1, 0, 0}, {1, 2, 1, 1}, {0, 1, 0, 0}};
static const signed char wild[4][4] = {
    {1, 0, 1, 2}, {2, 2, 0, 1}, {0, 1, 2, 0}, {-1, 99, 100, -128}};
static const int next[5] = {3, 0, 4, 1, 2};
static const unsigned char packed[2][4] = {{0x10, 0x20, 0x30, 0x31},
                                           {0x01, 0x11, 0x21, 0x30}};
static const short modes[2][6][3] = {
    {{1, 2, 3}, {2, 3, 4}, {5, 0, 1}, {0, 0, 0}, {4, 4, 5}, {3, 1, 2}},
    {{5, 4, 3}, {0, 1, 2}, {3, 3, 3}, {1, 5, 2}, {2, 2, 0}, {4, 0, 4}}};
static const long most[16][2] = {
    {1, 15}, {2, 0},  {3, 7},   {4, 4},   {5, 1},  {6, 9},  {7, 3},  {8, 11},
    {9, 2},  {10, 5}, {11, 13}, {12, 14}, {13, 6}, {14, 8}, {15, 0}, {0, 12}};

static void states(int n, const int *x, const double *, long *y, double *) {
  int state = 0;
  SCAN(scan(table : state))
  for (int i = 0; i < n; i++) {
    y[i] = state;
    state = quotes[state][x[i] & 3];
  }
  y[n] = state;
}

// Other types, and an update under a condition.
static void some(int n, const int *x, const double *, long *y, double *) {
  signed char state = 2;
  SCAN(scan(auto : state))
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      state = wild[state][x[i] & 3];
    else if (x[i] < -900)
      state = 1;
    y[i] = state;
  }
  y[n] = state;
}

// The value before the loop is no state, and no table is read at it.
static void outside(int n, const int *x, const double *, long *y, double *) {
  int state = -7;
  SCAN(scan(table : state))
  for (int i = 0; i < n; i++) {
    if (i == n / 2)
      state = 2;
    else if (i > n / 2)
      state = wild[state][x[i] & 3];
    y[i] = state;
  }
  y[n] = state;
}

// The last value is no state.
static void beyond(int n, const int *x, const double *, long *y, double *) {
  static const int ends[3][3] = {{1, 2, -5}, {2, 0, 77}, {0, 1, 3}};
  int state = 1;
  SCAN(scan(table : state))
  for (int i = 0; i < n; i++) {
    if (i < n / 2)
      state = ends[state][x[i] & 1];
    else if (i == n / 2)
      state = ends[state][2];
    y[i] = state;
  }
  y[n] = state;
}
// A state again behind it.
static void again(int n, const int *x, const double *, long *y, double *) {
  static const int ends[3][3] = {{1, 2, -5}, {2, 0, 77}, {0, 1, 3}};
  int state = 1;
  SCAN(scan(table : state))
  for (int i = 0; i < n; i++) {
    const int c = x[i] & 1;
    if (i % 100 == 99)
      state = ends[state][2];
    else if (i % 100 == 0)
      state = i / 100 % 3;
    else
      state = ends[state][c];
    y[i] = state;
  }
  y[n] = state;
}

// One dimension, several updates in an iteration.
static void permuted(int n, const int *x, const double *, long *y, double *) {
  unsigned at = 4;
  SCAN(scan(table : at))
  for (int i = 0; i < n; i++) {
    if (x[i] % 3)
      at = next[at];
    at = x[i] % 5 ? next[at] : at;
    y[i] = at;
  }
  y[n] = at;
}

// Bits of the element.
static void bits(int n, const int *x, const double *, long *y, double *) {
  unsigned char state = 1;
  SCAN(scan(table : state))
  for (int i = 0; i < n; i++) {
    y[i] = packed[state][x[i] & 3] >> 4;
    state = packed[state][x[i] & 3] & 1;
  }
  y[n] = state;
}

// Three dimensions, and the state in each of them.
static void dimensions(int n, const int *x, const double *, long *y, double *) {
  int middle = 3, first = 1;
  SCAN(scan(table : middle, first))
  for (int i = 0; i < n; i++) {
    middle = modes[x[i] & 1][middle][unsigned(x[i]) % 3];
    first = modes[first][unsigned(x[i]) % 6][1] & 1;
    y[i] = middle * 10 + first;
  }
  y[n] = middle;
}
// The state in the last dimension.
static void rows(int n, const int *x, const double *, long *y, double *) {
  static const unsigned char steps[7][3] = {{1, 2, 0}, {0, 0, 1}, {2, 1, 0},
                                            {1, 1, 1}, {0, 2, 1}, {2, 2, 2},
                                            {0, 1, 2}};
  int state = 0;
  SCAN(scan(table : state))
  for (int i = 0; i < n; i++) {
    state = steps[unsigned(x[i]) % 7][state];
    y[i] = state;
  }
  y[n] = state;
}

// An array of states.
static void stored(int n, const int *x, const double *, long *y, double *) {
  y[0] = 9;
  SCAN(scan(table : y))
  for (int i = 1; i < n; i++)
    y[i] = most[y[i - 1]][x[i] & 1];
}

// Other items and values that depend on the state.
enum class Of : unsigned char { Space, Word, End };
static void words(int n, const int *x, const double *, long *y, double *) {
  static const Of after[3][3] = {{Of::Space, Of::Word, Of::Space},
                                 {Of::End, Of::Word, Of::End},
                                 {Of::Space, Of::Word, Of::Space}};
  static const unsigned char steps[3][3] = {{0, 1, 0}, {2, 1, 2}, {0, 1, 0}};
  unsigned char state = 0;
  long count = 0;
  SCAN(scan(table : state) scan(+ : count))
  for (int i = 0; i < n; i++) {
    const unsigned char before = state;
    state = steps[state][unsigned(x[i]) % 3];
    count += before == 1 && state == 2;
    y[i] = count * 3 + int(after[before][1] == Of::Word);
  }
  y[n] = count;
}

const Loop loops[] = {LOOP(states),   LOOP(some), LOOP(outside),
                      LOOP(beyond),   LOOP(again), LOOP(permuted),
                      LOOP(bits),     LOOP(dimensions), LOOP(rows),
                      LOOP(stored),   LOOP(words)};
#endif

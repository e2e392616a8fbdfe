// RUN: %clangxx -fsyntax-only %s %ompscan_flags -Rpass=ompscan \
// RUN:   -Rpass-missed=ompscan -Xclang -verify
// RUN: %clangxx -fsyntax-only %s %ompscan_flags -Xclang -verify=none
// RUN: %clangxx -fsyntax-only %s %ompscan_flags -Rpass=ompscan \
// RUN:   -fplugin-arg-ompscan-no-target-loops -Xclang -verify=none
// none-no-diagnostics

// Target loops that stay on the host: remarks say why, and nothing is an error.

#include <stdio.h>

int elsewhere(int);
static int limit = 5;
struct Node {
  Node *next;
  int value;
};
void change(int &v);
#pragma omp declare reduction(same : Node : omp_out = omp_in)
struct Page {
  int words[65];
};
#pragma omp declare reduction(same : Page : omp_out = omp_in)

void loops(int *y, const int *x, int n, Node *list, int *const *tables) {
  // expected-remark@+1 {{offloaded this loop: moves 8 bytes per iteration [OS110]}}
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] + limit;

  double d;
  // expected-remark@+1 {{offloaded this loop: moves 8 bytes per iteration [OS110]}}
#pragma omp target teams private(d)
#pragma omp distribute parallel for private(d)
  for (int i = 0; i < n; i++) {
    d = x[i];
    y[i] = d;
  }

  // expected-remark@+1 {{this loop stays on the host: function 'elsewhere' is called in a loop on the device but has no body in this file; define it here or in a header [OS111]}}
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] = elsewhere(x[i]); // expected-note {{the loop stays on the host because of this}}

  // expected-remark@+1 {{this loop stays on the host: shared variable 'limit' is assigned in the loop; declare it in the loop's body, or name it in a 'private' clause [OS111]}}
#pragma omp target parallel for map(tofrom : limit)
  for (int i = 0; i < n; i++)
    limit = x[i]; // expected-note {{the loop stays on the host because of this}}

  // expected-remark@+1 {{this loop stays on the host: the array of this subscript must be a variable or a member that does not change in the loop; use a one-dimensional array, or set the pointer before the loop [OS111]}}
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] = tables[i][0]; // expected-note {{the loop stays on the host because of this}}

  // expected-remark@+1 {{this loop stays on the host: a directive inside of the loop is not supported on the device [OS111]}}
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical // expected-note {{the loop stays on the host because of this}}
    y[i] = x[i];
  }

  // expected-remark@+1 {{this loop stays on the host: a call may change this object, which is not local to the iteration; pass a variable of the loop's body [OS111]}}
#pragma omp target teams loop
  for (int i = 0; i < n; i++)
    change(y[i]); // expected-note {{the loop stays on the host because of this}}

  // expected-remark@+1 {{this loop stays on the host: the bounds of the loops of 'collapse' depend on each other [OS111]}}
#pragma omp target parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) // expected-note {{the loop stays on the host because of this}}
      y[i * n + j] = x[j];

  // expected-remark@+1 {{this loop stays on the host: 'y' cannot be used in a loop on the device; compute the value before the loop [OS111]}}
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    *(y + i) = y != x; // expected-note {{the loop stays on the host because of this}}

  // expected-remark@+1 {{this loop stays on the host: its 'if' clause is always false [OS111]}}
#pragma omp target parallel for if (0)
  for (int i = 0; i < n; i++)
    y[i] = 1;

  int s = 0;
  // expected-remark@+1 {{this loop stays on the host: 'target' has its own copy of 's', whose value would be lost after the loop; map it 'tofrom' [OS111]}}
#pragma omp target
#pragma omp parallel for reduction(+ : s) // expected-note {{the loop stays on the host because of this}}
  for (int i = 0; i < n; i++)
    s += x[i];

  // Lists that are too long, that are none, or that are used as something else.
  int few[8] = {}, many[4097] = {}, odd[33] = {};
  // expected-remark@+1 {{offloaded this loop, a reduction of 'few' (8 accumulators, int, operator +): moves 4 bytes per iteration [OS110]}}
#pragma omp target parallel for reduction(+ : few)
  for (int i = 0; i < n; i++)
    few[x[i] & 7]++;
  // expected-remark@+1 {{this loop stays on the host: the elements of 'many' in the reduction have 16388 bytes; name a section of constant length, of 1 to 16384 bytes, such as 'many[0:4]' [OS111]}}
#pragma omp target parallel for reduction(+ : many) // expected-note {{the loop stays on the host because of this}}
  for (int i = 0; i < n; i++)
    many[x[i] & 63]++;
  // expected-remark@+1 {{this loop stays on the host: its reductions have 16516 bytes in total, and at most 16384 are supported [OS111]}}
#pragma omp target parallel for reduction(+ : odd) reduction(max : many[1 : 4096])
  for (int i = 0; i < n; i++)
    odd[x[i] & 31]++;
  Page pages[2] = {};
  // expected-remark@+1 {{this loop stays on the host: a value of reduction 'pages' has 260 bytes, and at most 256 are supported [OS111]}}
#pragma omp target parallel for reduction(same : pages)
  for (int i = 0; i < n; i++)
    pages[i & 1].words[0] = x[i];
  // expected-remark@+1 {{this loop stays on the host: reduction item 'tables[0][0:4]' must be a scalar variable or elements of a one-dimensional array; use a variable, and copy its value back after the loop [OS111]}}
#pragma omp target parallel for reduction(+ : tables[0][0 : 4]) // expected-note {{the loop stays on the host because of this}}
  for (int i = 0; i < n; i++)
    tables[0][x[i] & 3]++;
  // expected-remark@+1 {{this loop stays on the host: the number of elements of 'few' in the reduction is not a constant; name}}
#pragma omp target parallel for reduction(+ : few[0 : n]) // expected-note {{the loop stays on the host because of this}}
  for (int i = 0; i < n; i++)
    few[x[i] & 3]++;
  // expected-remark@+1 {{this loop stays on the host: reduction item 'few' cannot also be in a 'reduction' clause; remove it from one of the two clauses [OS111]}}
#pragma omp target teams reduction(+ : few)
#pragma omp distribute parallel for reduction(+ : few[0 : 4]) // expected-note {{the loop stays on the host because of this}}
  for (int i = 0; i < n; i++)
    few[x[i] & 3]++;
  // expected-remark@+1 {{this loop stays on the host: this is not one of the 4 elements of 'few' in the reduction; name a section that contains all elements that the loop uses [OS111]}}
#pragma omp target parallel for reduction(+ : few[2 : 4])
  for (int i = 0; i < n; i++)
    few[2 + (x[i] & 3)] += few[1]; // expected-note {{the loop stays on the host because of this}}
  // expected-remark@+1 {{this loop stays on the host: 'few' has elements in a 'reduction' clause, and can only be used with a subscript here [OS111]}}
#pragma omp target parallel for reduction(+ : few)
  for (int i = 0; i < n; i++)
    few[x[i] & 3] += few == y; // expected-note {{the loop stays on the host because of this}}
  // expected-remark@+1 {{this loop stays on the host: the array of this subscript must be a variable or a member that does not change in the loop; use a one-dimensional array, or set the pointer before the loop [OS111]}}
#pragma omp target parallel for reduction(+ : few)
  for (int i = 0; i < n; i++)
    few[x[i] & 3] += tables[few[0]][i]; // expected-note {{the loop stays on the host because of this}}
  // expected-remark@+1 {{this loop stays on the host: 'list' has elements in a 'reduction' clause, and can only be used with a subscript here [OS111]}}
#pragma omp target parallel for reduction(same : list[0 : 2])
  for (int i = 0; i < n; i++)
    y[i] = list->value; // expected-note {{the loop stays on the host because of this}}

  // Clang's threads compute with integers of 128 bits as well.
  // expected-remark@+1 {{this loop stays on the host: type '__int128' is not supported in a loop on the device; use a type that OpenCL C has [OS111]}}
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] = (int)((__int128)x[i] * x[i] >> 9);

  // Not shared out among threads, or by something else than a loop.
  // expected-remark@+1 {{this construct stays on the host because it contains more than a loop}}
#pragma omp target
  for (int i = 0; i < n; i++)
    y[i] = s;
  // expected-remark@+1 {{this construct stays on the host because it contains more than a loop}}
#pragma omp target teams
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = s;
  // expected-remark@+1 {{all mapped data is copied there}}
#pragma omp target map(tofrom : list)
  while (list)
    list = list->next;
}

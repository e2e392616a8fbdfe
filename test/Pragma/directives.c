// RUN: %clang -O1 %ompscan_include %s %ompscan_flags %ompscan_libs -Rpass=ompscan -o %t 2>&1 | %filecheck %s
// RUN: %run %t
// RUN: %clang -O1 -Wall -Wextra -Werror -fopenmp %ompscan_include %s -o %t
// RUN: %run %t
// RUN: %clang -O1 -Wall -Wextra -Werror %ompscan_include %s -o %t
// RUN: %run %t

// The macros of directives.h are directives with the plugin, and empty without
// it, with and without OpenMP.

#include <ompscan/directives.h>
#include <stdio.h>

enum { N = 100000 };
static int x[N], y[N], z[N];

int main(void) {
  int sum = 0, total = 0;
  for (int i = 0; i < N; i++) {
    x[i] = i % 7 - 2;
    y[i] = z[i] = i ? -1 : 5;
  }
  // CHECK: directives.c:[[#@LINE+1]]:{{.*}}remark:
  OMPSCAN_PARALLEL_FOR(scan(+ : y))
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];

  // CHECK: directives.c:[[#@LINE+1]]:{{.*}}remark:
  OMPSCAN_TARGET_PARALLEL_FOR(map(to : x) map(tofrom : z) scan(+ : z))
  for (int i = 1; i < N; i++)
    z[i] = z[i - 1] + x[i];

  OMPSCAN_DIRECTIVE(target map(to : x) map(tofrom : sum))
  // CHECK: directives.c:[[#@LINE+1]]:{{.*}}remark:
  OMPSCAN_DIRECTIVE(parallel for scan(+ : sum) if (x[0] < 0))
  for (int i = 0; i < N; i++)
    sum += x[i];

  int s = 5;
  for (int i = 1; i < N; i++) {
    s += x[i];
    if (y[i] != s || z[i] != s) {
      printf("%d: %d, %d, not %d\n", i, y[i], z[i], s);
      return 1;
    }
  }
  for (int i = 0; i < N; i++)
    total += x[i];
  return y[0] != 5 || z[0] != 5 || sum != total;
}

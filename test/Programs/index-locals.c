// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: env OMPSCAN_DEVICE=host %run %t
// RUN: %run_tiny %t
// RUN: %long %clang -O0 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: %long env OMPSCAN_DEVICE=host %run %t.asan

// Subscripts in local variables of an iteration.

#include "Inputs/named_loops.h"

LOOP(recurrence, parallel for scan(+ : y),
     for (int t = 1; t < n; t++) {
       const int at = r * n + t;
       y[at] = y[at - 1] + x[t];
     })
LOOP(beside, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       int ip = i + 1;
       s += x[ip];
       y[ip] = s;
     })
LOOP(previous, parallel for scan(+ : y),
     for (size_t i = 1; i < (size_t)n; i++) {
       const size_t im = i - 1, ip = i + 1;
       y[i] = y[im] + x[ip];
     })
LOOP(unsigned_previous, parallel for scan(+ : y),
     for (unsigned i = 1; i < (unsigned)n; i++) {
       unsigned im = i - 1u;
       y[i] = y[im] + x[im];
     })
LOOP(of_locals, parallel for scan(+ : y),
     for (int i = 1; i < n; i++) {
       int base = r * n, at = base + i;
       int before = at - 1;
       y[at] = y[before] + x[at];
     })
LOOP(wider, parallel for scan(+ : y),
     for (int i = 1; i < n; i++) {
       long at = (long)i * 2;
       y[at] = y[at - 2] + x[i];
     })
LOOP(narrower, parallel for scan(+ : y),
     for (long i = 1; i < n; i++) {
       const int at = (int)i;
       y[at] = y[at - 1] + x[at];
     })
LOOP(down, parallel for scan(+ : y),
     for (int i = n - 1; i >= 1; i--) {
       const int next = i + 1;
       y[i] = y[next] + x[i];
     })
LOOP(reversed, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const int back = n - 1 - i;
       s += x[back];
       y[back] = s;
     })
LOOP(assigned_later, parallel for scan(+ : y),
     for (int i = 1; i < n; i++) {
       int at;
       at = i + r;
       y[at] = y[at - 1] + x[i];
     })
LOOP(also_a_value, parallel for scan(+ : y),
     for (int i = 1; i < n; i++) {
       const int at = i + r;
       y[at] = y[at - 1] + x[at] * at;
     })
LOOP(guard, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const int is_last = i == n - 1;
       s += x[i];
       if (!is_last)
         y[i + 1] = s;
     })
LOOP(guarded, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const int j = i + 3;
       if (j < n)
         s += x[j];
       y[i] = s;
     })
LOOP(selection, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const int at = i + r;
       if (x[at] > 3)
         y[s++] = x[at];
     })
LOOP(in_branch, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       s += x[i];
       if (x[i] > 0) {
         const int at = i + r;
         y[at] = s;
       }
     })
LOOP(gathered, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       const int j = index[i];
       const int at = j + 1;
       s += x[at];
       y[i] = s;
     })
LOOP(rows, parallel for collapse(2) scan(+ : y),
     for (int row = 0; row < 3; row++)
       for (int i = 1; i < n; i++) {
         const int at = row * n + i;
         y[at] = y[at - 1] + x[at];
       })
LOOP(mapped, target parallel for scan(+ : y)
         map(tofrom : y[0:n + 4]) map(to : x[0:n + 4]),
     for (int i = 1; i < n; i++) {
       const int at = i + 3;
       y[at] = y[at - 1] + x[at];
     })
LOOP(no_scan, target parallel for map(tofrom : y[0:n + 4]) map(to : x[0:n + 4]),
     for (int i = 0; i < n; i++) {
       const int at = i + 3;
       y[at] = x[at] * 2;
     })

// Locals that are no names: what they are computed from changes, or they do.
LOOP(changed_after, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       int j = i;
       int at = j + 1;
       j = r;
       s += x[at] + x[j];
       y[i] = s;
     })
LOOP(changed, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       int at = i;
       if (x[at] > 0)
         at = i + 1;
       s += x[at];
       y[i] = s;
     })
LOOP(switched, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       int at = 1;
       switch (x[i]) {
       case 1:
         at = 2;
         break;
       default:
         s += x[at];
         break;
       }
       y[i] = s;
     })
LOOP(of_inner_loop, parallel for scan(+ : s),
     for (int i = 0; i < n; i++) {
       long sum = 0;
       for (int k = 0; k < 3; k++) {
         const int at = i + k;
         sum += x[at];
       }
       s += sum;
       y[i] = s;
     })

static void private_subscript(void) {
  enum { N = 3000 };
  static long y[N + 2], expected[N + 2];
  int at = 77;
#pragma omp parallel for scan(+ : y) private(at)
  for (int i = 1; i < N; i++) {
    at = i + 2;
    y[at] = y[at - 1] + i;
  }
  for (int i = 1; i < N; i++)
    expected[i + 2] = expected[i + 1] + i;
  if (at != 77 || memcmp(y, expected, sizeof y) != 0) {
    puts("private_subscript is wrong");
    exit(1);
  }
}

int main(void) {
  CHECK_LOOP(recurrence);
  CHECK_LOOP(beside);
  CHECK_LOOP(previous);
  CHECK_LOOP(unsigned_previous);
  CHECK_LOOP(of_locals);
  CHECK_LOOP(wider);
  CHECK_LOOP(narrower);
  CHECK_LOOP(down);
  CHECK_LOOP(reversed);
  CHECK_LOOP(assigned_later);
  CHECK_LOOP(also_a_value);
  CHECK_LOOP(guard);
  CHECK_LOOP(guarded);
  CHECK_LOOP(selection);
  CHECK_LOOP(in_branch);
  CHECK_LOOP(gathered);
  CHECK_LOOP(rows);
  CHECK_LOOP(mapped);
  CHECK_LOOP(no_scan);
  CHECK_LOOP(changed_after);
  CHECK_LOOP(changed);
  CHECK_LOOP(switched);
  CHECK_LOOP(of_inner_loop);
  private_subscript();
  puts("ok");
  return 0;
}

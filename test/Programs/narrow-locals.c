// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t wraps
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=0 %run %t wraps
// RUN: %long %clang -O0 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: %long env OMPSCAN_DEVICE=host %run %t.asan

// Variables of an iteration that are narrower than what they stand for: guards,
// subscripts and counters have the value behind the conversion.

// CHECK: (counted): the loop runs on the host{{.*}}: an unsigned subscript of 8 bits that depends on an accumulator may wrap around
// CHECK: ok

#include "Inputs/named_loops.h"

enum __attribute__((packed)) Small { NONE, ALL = 255 };

static inline long chosen(const long *p, int at, unsigned char lane) {
  return lane ? 3 : p[at];
}
static inline void store_first(long *p, int at, unsigned char lane, long v) {
  if (!lane)
    p[at] = v;
}
static inline long through_local(const long *p, int i) {
  short page;
  page = i * 64;
  return page ? 1 : p[i];
}
// Without a prototype the function converts, and not its caller.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
static inline long without_prototype(p, at, lane) const long *p;
int at;
unsigned char lane;
{
  return lane ? lane : p[at];
}
#pragma clang diagnostic pop

#define FROM(FIRST) for (int i = FIRST; i < n; i++)

LOOP(guard, parallel for scan(+ : s), FROM(1) {
  const unsigned char lane = i;
  if (!lane)
    s += x[i];
  y[i] = s;
})
LOOP(other_branch, parallel for scan(+ : s), FROM(1) {
  const unsigned char lane = i;
  if (lane)
    s += 2;
  else
    s += x[i];
  y[i] = s;
})
LOOP(stored, parallel for scan(+ : s), FROM(1) {
  const short page = i * 64;
  s += x[i];
  if (!page)
    y[i] = s;
})
LOOP(operand, parallel for scan(+ : y), FROM(1) {
  const unsigned char lane = i;
  y[i] = y[i - 1] + (lane ? 1 : x[i]);
})
LOOP(both, parallel for scan(+ : s), FROM(1) {
  const unsigned char lane = i;
  const unsigned short other = i * 3;
  s += x[i];
  if (!lane && other > 10)
    y[i] = s;
})
LOOP(truth, parallel for scan(+ : s), FROM(1) {
  const unsigned char lane = i;
  const bool is_set = lane;
  s += is_set ? 1 : x[i];
  y[i] = s;
})
LOOP(enumeration, parallel for scan(+ : s), FROM(1) {
  const enum Small lane = i;
  if (lane == NONE)
    s += x[i];
  y[i] = s;
})
LOOP(of_long, parallel for scan(+ : s), for (long i = 1; i < n; i++) {
  const unsigned short high = i * 512;
  if (!high)
    s += x[i];
  y[i] = s;
})
LOOP(sign, parallel for scan(+ : s), FROM(1) {
  const signed char low = i - 300;
  if (low < 0)
    s += x[i];
  y[i] = s;
})
LOOP(wider_again, parallel for scan(+ : s), FROM(1) {
  const signed char low = i;
  const unsigned u = low;
  if (u > 4000000000u)
    s += x[i];
  y[i] = s;
})
LOOP(left, parallel for scan(+ : s), FROM(1) {
  const unsigned char lane = i;
  if (lane)
    continue;
  s += x[i];
  y[i] = s;
})
LOOP(selection, parallel for scan(+ : s), FROM(1) {
  const unsigned char lane = i;
  if (!lane)
    y[s++] = x[i];
})
LOOP(maximum, parallel for scan(max : s), FROM(1) {
  const unsigned char lane = i;
  if (!lane)
    s = s > x[i] ? s : x[i];
  y[i] = s;
})
LOOP(updated, parallel for scan(+ : s), FROM(1) {
  const unsigned char lane = i;
  s += x[i];
  if (!lane)
    y[i] += s;
  else
    z[i] = z[i] + 1;
})
LOOP(comparison, parallel for scan(+ : s), FROM(1) {
  const unsigned char is_inside = i < n - 1;
  if (is_inside)
    s += x[i + 1];
  y[i] = s;
})
LOOP(mapped, target parallel for scan(+ : s) map(tofrom : y[0 : n])
                 map(to : x[0 : n]), FROM(1) {
  const unsigned char lane = i;
  s += x[i];
  if (!lane)
    y[i] = s;
})
LOOP(no_scan, target parallel for map(tofrom : y[0 : n]) map(to : x[0 : n]),
     FROM(1) {
  const unsigned char lane = i;
  if (!lane)
    y[i] = x[i];
})
LOOP(reduced, target parallel for reduction(+ : s) map(to : x[0 : n]), FROM(1) {
  const unsigned char lane = i;
  if (!lane)
    s += x[i];
})
LOOP(rows, parallel for collapse(2) scan(+ : y),
     for (int row = 0; row < 3; row++)
       FROM(1) {
  const unsigned char lane = row * n + i;
  y[row * n + i] = y[row * n + i - 1] + (lane ? 1 : x[row * n + i]);
       })
LOOP(parameter, parallel for scan(+ : s), FROM(1) {
  s += chosen(x, i, i);
  y[i] = s;
})
LOOP(stored_by_call, parallel for scan(+ : s), FROM(1) {
  s += x[i];
  store_first(y, i, i, s);
})
LOOP(local_of_call, parallel for scan(+ : s), FROM(1) {
  s += through_local(x, i);
  y[i] = s;
})
LOOP(promoted, parallel for scan(+ : s), FROM(1) {
  s += without_prototype(x, i, i);
  y[i] = s;
})
// Inner loops that run no iteration, which the first value does not tell.
LOOP(inner_unsigned, parallel for scan(+ : s), FROM(1) {
  s += x[i];
  for (int j = -1; j < 3u; j++)
    y[i] = s;
})
LOOP(inner_sum, parallel for scan(+ : s), FROM(1) {
  s += x[i];
  for (int j = 0; j + 5 < 3; j++)
    y[i] = s;
})
// Subscripts that wrap around: the host runs the loop.
LOOP(subscript, parallel for scan(+ : s), FROM(1) {
  const unsigned char at = i;
  s += x[at];
  y[i] = s;
})
LOOP(counted, parallel for scan(+ : s), FROM(1) {
  if (x[i] > 0) {
    {
      const unsigned char at = s;
      y[at] = i;
    }
    s++;
  }
})
// The scan does not compute what the first loop has not stored.
LOOP(filled, target parallel for map(to : x[0 : n]) map(tofrom : z[0 : n]),
     for (int i = 256; i < n; i++) z[i] = 2 * x[i];
     PRAGMA(omp target parallel for scan(+ : s) map(to : z[0 : n]) map(tofrom : y[0 : n]))
     for (int i = 256; i < n; i++) {
  s += z[(int)(unsigned char)i];
  y[i] = s;
     })

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) {
    CHECK_LOOP(subscript);
    CHECK_LOOP(counted);
    CHECK_LOOP(filled);
    puts("ok");
    return 0;
  }
  CHECK_LOOP(guard);
  CHECK_LOOP(other_branch);
  CHECK_LOOP(stored);
  CHECK_LOOP(operand);
  CHECK_LOOP(both);
  CHECK_LOOP(truth);
  CHECK_LOOP(enumeration);
  CHECK_LOOP(of_long);
  CHECK_LOOP(sign);
  CHECK_LOOP(wider_again);
  CHECK_LOOP(left);
  CHECK_LOOP(selection);
  CHECK_LOOP(maximum);
  CHECK_LOOP(updated);
  CHECK_LOOP(comparison);
  CHECK_LOOP(mapped);
  CHECK_LOOP(no_scan);
  CHECK_LOOP(reduced);
  CHECK_LOOP(rows);
  CHECK_LOOP(parameter);
  CHECK_LOOP(stored_by_call);
  CHECK_LOOP(local_of_call);
  CHECK_LOOP(promoted);
  CHECK_LOOP(inner_unsigned);
  CHECK_LOOP(inner_sum);
  puts("ok");
  return 0;
}

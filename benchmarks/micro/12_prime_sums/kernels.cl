// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if SCAN == 0

/// Sieves one segment by the primes in `small`.
kernel void sieve(global const uint *small, const uint smalls,
                  global uchar *composite, const uint n, const uint segment) {
  const uint low = get_global_id(0) * segment;
  if (low >= n)
    return;
  const uint high = n - low < segment ? n : low + segment;
  for (uint m = low; m < high; m++)
    composite[m] = m < 2;
  for (uint s = 0; s < smalls && small[s] * small[s] < high; s++) {
    const uint p = small[s];
    for (uint m = max(p * p, (low + p - 1) / p * p); m < high; m += p)
      composite[m] = 1;
  }
}

#elif SCAN == 1

// Primes, and their sum.
typedef struct {
  ulong sum;
  uint count;
} T;

T primes(uint count, ulong sum) {
  T r;
  r.sum = sum;
  r.count = count;
  return r;
}

#define IDENTITY primes(0, 0)
#define COMBINE(a, b) primes((a).count + (b).count, (a).sum + (b).sum)
#define PARAMETERS                                                             \
  global const uchar *composite, global ulong *sums, global uint *k,           \
      const uint n
#define ARGUMENTS composite, sums, k, n

T input(ulong m, PARAMETERS) {
  return composite[m] ? primes(0, 0) : primes(1, m);
}
void output(ulong m, T before, T after, PARAMETERS) {
  if (after.count != before.count)
    sums[before.count] = after.sum;
  if (m == n - 1)
    *k = after.count;
}

#else

typedef ulong T;
#define IDENTITY 0
#define COMBINE(a, b) max(a, b)
#define PARAMETERS                                                             \
  global const uchar *composite, global const ulong *sums, global ulong *best, \
      const uint begin, const uint size, const uint k, const uint limit
#define ARGUMENTS composite, sums, best, begin, size, k, limit

/// The longest span from prime number begin + o on, as a key: its length, and
/// the complement of its sum.
T input(ulong o, PARAMETERS) {
  const uint i = begin + (uint)o;
  const ulong before = i > 0 ? sums[i - 1] : 0;
  uint low = i, high = k; // the first end that is too far
  while (low < high) {
    const uint middle = low + (high - low) / 2;
    if (sums[middle] - before <= limit)
      low = middle + 1;
    else
      high = middle;
  }
  while (low > i && composite[sums[low - 1] - before])
    low--;
  if (low == i)
    return 0;
  return (ulong)(low - i) << 32 | (uint) ~(sums[low - 1] - before);
}
void output(ulong o, T before, T after, PARAMETERS) {
  if (o == size - 1)
    *best = after;
}

#endif

// RUN: %clang %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run_tiny %t

// Balances, the last entry of each account, and a radix sort.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
  uint32_t account;
  int64_t cents;
} Entry;
static int64_t balance(int64_t *after, const Entry *e, size_t n) {
  int64_t sum = 0;
#pragma omp parallel for scan(+ : sum)
  for (size_t i = 0; i < n; i++) {
    sum += e[i].cents;
    after[i] = sum;
  }
  return sum;
}
static uint32_t totals(Entry *out, const Entry *e, const int64_t *after,
                       size_t n) {
  uint32_t id = 0;
#pragma omp parallel for scan(+ : id)
  for (size_t i = 0; i < n; i++) {
    out[id] = (Entry){e[i].account, after[i]};
    id += i + 1 < n && e[i].account != e[i + 1].account;
  }
  return id + 1;
}
static unsigned overdrawn(unsigned *at, const int64_t *after, unsigned n) {
  unsigned k = 0;
#pragma omp parallel for scan(+ : k)
  for (unsigned i = 0; i < n; i++)
    if (after[i] < 0)
      at[k++] = i;
  return k;
}
static void radix(uint32_t *out, const uint32_t *in, int n, int bit) {
  int zeros = 0, ones = 0;
  for (int i = 0; i < n; i++)
    ones += !(in[i] >> bit & 1);
#pragma omp parallel for scan(+ : zeros, ones)
  for (int i = 0; i < n; i++)
    if (in[i] >> bit & 1)
      out[ones++] = in[i];
    else
      out[zeros++] = in[i];
}
int main(void) {
  for (int n = 1; n < 30000; n = n * 4 + 1) {
    Entry *e = malloc(n * sizeof *e), *o = malloc(n * sizeof *o),
          *w = malloc(n * sizeof *w);
    memset(o, 0, n * sizeof *o);
    memset(w, 0, n * sizeof *w);
    int64_t *a = malloc(8 * n), s = 0;
    unsigned *at = malloc(4 * n), k = 0;
    uint32_t *in = malloc(4 * n), *out = malloc(4 * n), acc = 0;
    for (int i = 0; i < n; i++) {
      acc += rand() % 4 == 0;
      memset(&e[i], 0, sizeof e[i]);
      e[i] = (Entry){acc, rand() % 2001 - 1000};
      in[i] = rand();
    }
    int64_t b = balance(a, e, n);
    for (int i = 0; i < n; i++) {
      s += e[i].cents;
      if (a[i] != s)
        return puts("BAD balance");
    }
    if (b != s)
      return puts("BAD b");
    uint32_t id = 0, c = totals(o, e, a, n);
    for (int i = 0; i < n; i++) {
      w[id].account = e[i].account;
      w[id].cents = a[i];
      id += i + 1 < n && e[i].account != e[i + 1].account;
    }
    if (c != id + 1)
      return puts("BAD c");
    for (uint32_t i = 0; i < c; i++)
      if (o[i].account != w[i].account || o[i].cents != w[i].cents)
        return puts("BAD totals");
    unsigned q = overdrawn(at, a, n);
    for (int i = 0; i < n; i++)
      if (a[i] < 0 && at[k++] != (unsigned)i)
        return puts("BAD overdrawn");
    if (k != q)
      return puts("BAD q");
    for (int bit = 0; bit < 31; bit++) {
      radix(out, in, n, bit);
      uint32_t *t = in;
      in = out;
      out = t;
    }
    for (int i = 1; i < n; i++)
      if (in[i] < in[i - 1])
        return puts("BAD radix");
    free(e);
    free(o);
    free(w);
    free(a);
    free(at);
    free(in);
    free(out);
  }
  puts("ok");
  return 0;
}

// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass-missed=ompscan \
// RUN:   -Xclang -verify
// expected-no-diagnostics
// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t 20000
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 20000

// Atomic directives in target loops: histograms, counters of the program,
// places in a list, by functions of the device and by compare-exchange.

#include "../Programs/Inputs/scan_test.h"

typedef struct {
  float weight;
  unsigned count;
} bin;

static void histogram(const int *x, long n, bin *bins, long *sums) {
#pragma omp target teams distribute parallel for map(to : x[0 : n])            \
    map(tofrom : bins[0 : 20], sums[0 : 20])
  for (long i = 0; i < n; i++) {
    const int b = x[i] + 9;
#pragma omp atomic
    bins[b].count++;
    // Sums of these are exact in any order.
#pragma omp atomic update
    bins[b].weight = x[i] * 0.5f + bins[b].weight;
#pragma omp atomic
    sums[b] -= i;
  }
}

static int filter(const int *x, long n, int *kept, double *product,
                  unsigned *bits) {
  int count = 3;
  double p = *product;
#pragma omp target parallel for map(to : x[0 : n]) map(from : kept[0 : n + 3]) \
    map(tofrom : count, p, bits[0 : 1])
  for (long i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    int place;
#pragma omp atomic capture
    place = count++;
    kept[place] = (int)i;
#pragma omp atomic
    p *= x[i] == 1 && i < 300 ? 2 : 1;
#pragma omp atomic
    *bits |= 1u << (x[i] & 31);
  }
  *product = p;
  return count;
}

// Captured before and after, exchanged, written and read.
static void exchanges(long n, unsigned long *slots, int *before, float *after,
                      short *old, int *seen) {
  int flag = 0;
#pragma omp target map(tofrom : slots[0 : 3], flag)                            \
    map(from : before[0 : n], after[0 : n], old[0 : n], seen[0 : n])
#pragma omp teams distribute parallel for
  for (long i = 0; i < n; i++) {
#pragma omp atomic capture
    {
      before[i] = slots[0];
      slots[0] = slots[0] + 2;
    }
#pragma omp atomic capture
    after[i] = slots[1] = 7 - slots[1];
#pragma omp atomic capture
    {
      old[i] = slots[2];
      slots[2] = i & 1023;
    }
#pragma omp atomic write
    flag = 5;
#pragma omp atomic read
    seen[i] = flag;
  }
}

// The lowest and highest values, and who comes first, by comparisons.
typedef struct {
  int low, high, owner;
  unsigned wraps;
  float lowest;
  double mark;
  long far;
} range;

static void ranges(const int *x, long n, range *r) {
#pragma omp target teams distribute parallel for map(to : x[0 : n])            \
    map(tofrom : r[0 : 20])
  for (long i = 0; i < n; i++) {
    const int b = x[i] + 9, value = x[i] * (int)(i % 1000);
    const float part = value * 0.25f;
    const double zero = -0.0;
#pragma omp atomic compare
    if (value < r[b].low) {
      r[b].low = value;
    }
#pragma omp atomic compare
    r[b].high = r[b].high < value ? value : r[b].high;
#pragma omp atomic compare
    if (r[b].owner == -1) {
      r[b].owner = (int)i;
    }
    // Compared as unsigned numbers.
#pragma omp atomic compare
    r[b].wraps = value > r[b].wraps ? value : r[b].wraps;
#pragma omp atomic compare
    if (r[b].lowest > part) {
      r[b].lowest = part;
    }
    // 0 is -0, but not bit by bit.
#pragma omp atomic compare
    r[b].mark = r[b].mark == zero ? i + 0.5 : r[b].mark;
#pragma omp atomic compare
    if (r[b].far < value) {
      r[b].far = value;
    }
  }
}

static int compare(const void *a, const void *b) {
  return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    const long count = (long)n;
    int *x = BLOCK(int, n), *kept = BLOCK(int, n + 3);
    bin *bins = BLOCK(bin, 20), *want_bins = BLOCK(bin, 20);
    long *sums = BLOCK(long, 20), *want_sums = BLOCK(long, 20);
    unsigned bits = 0, want_bits = 0;
    double product = 1, want_product = 1;
    for (int b = 0; b < 20; b++) {
      bins[b] = want_bins[b] = (bin){b, 1};
      sums[b] = want_sums[b] = b;
    }
    int *want_kept = BLOCK(int, n + 3), want_count = 3;
    memcpy(want_kept, kept, 3 * sizeof *kept);
    for (long i = 0; i < count; i++) {
      x[i] = (int)scan_test_pick(i, -9, 9);
      want_bins[x[i] + 9].count++;
      want_bins[x[i] + 9].weight += x[i] * 0.5f;
      want_sums[x[i] + 9] -= i;
      if (x[i] >= 0) {
        want_kept[want_count++] = (int)i;
        want_product *= x[i] == 1 && i < 300 ? 2 : 1;
        want_bits |= 1u << x[i];
      }
    }
    histogram(x, count, bins, sums);
    for (int b = 0; b < 20; b++) {
      CHECK_SAME(&bins[b].weight, &want_bins[b].weight, 1);
      CHECK_SAME(&bins[b].count, &want_bins[b].count, 1);
    }
    CHECK_SAME(sums, want_sums, 20);
    const int got = filter(x, count, kept, &product, &bits);
    CHECK_SAME(&got, &want_count, 1);
    qsort(kept + 3, (size_t)got - 3, sizeof *kept, compare);
    CHECK_SAME(kept, want_kept, got);
    CHECK_SAME(&product, &want_product, 1);
    CHECK_SAME(&bits, &want_bits, 1);

    range *found = BLOCK(range, 20), *want = BLOCK(range, 20);
    for (int b = 0; b < 20; b++)
      found[b] = want[b] = (range){5, -5, -1, 3, 1, 0, -7};
    ranges(x, count, found);
    for (long i = 0; i < count; i++) {
      range *w = &want[x[i] + 9];
      const int value = x[i] * (int)(i % 1000);
      w->low = value < w->low ? value : w->low;
      w->high = value > w->high ? value : w->high;
      w->wraps = (unsigned)value > w->wraps ? (unsigned)value : w->wraps;
      w->lowest = value * 0.25f < w->lowest ? value * 0.25f : w->lowest;
      w->far = value > w->far ? value : w->far;
      // Any of its bin may have come first.
      const range *f = &found[x[i] + 9];
      const long mark = f->mark >= 0 && f->mark < n ? (long)f->mark : -1;
      w->owner = f->owner >= 0 && f->owner < count && x[f->owner] == x[i]
                     ? f->owner
                     : -2;
      w->mark = mark >= 0 && x[mark] == x[i] ? mark + 0.5 : -2;
    }
    for (int b = 0; b < 20; b++) {
      CHECK_SAME(&found[b].low, &want[b].low, 1);
      CHECK_SAME(&found[b].high, &want[b].high, 1);
      CHECK_SAME(&found[b].owner, &want[b].owner, 1);
      CHECK_SAME(&found[b].wraps, &want[b].wraps, 1);
      CHECK_SAME(&found[b].lowest, &want[b].lowest, 1);
      CHECK_SAME(&found[b].mark, &want[b].mark, 1);
      CHECK_SAME(&found[b].far, &want[b].far, 1);
    }

    unsigned long slots[3] = {4, 1, 999};
    int *before = BLOCK(int, n), *seen = BLOCK(int, n);
    float *after = BLOCK(float, n);
    short *old = BLOCK(short, n);
    exchanges(count, slots, before, after, old, seen);
    const unsigned long want_slots[2] = {4 + 2 * n, n % 2 ? 6 : 1};
    CHECK_SAME(slots, want_slots, 2);
    qsort(before, n, sizeof *before, compare);
    long ones = 0, olds = 999, want_olds = (long)slots[2];
    for (long i = 0; i < count; i++) {
      const int want_before = 4 + 2 * (int)i, want_seen = 5;
      CHECK_SAME(&before[i], &want_before, 1);
      CHECK_SAME(&seen[i], &want_seen, 1);
      ones += after[i] == 1;
      if (after[i] != 1 && after[i] != 6)
        scan_test_fail(__FILE__, __LINE__, "exchanges", "after", i, after[i], 6);
      // Every value is taken out once but the last.
      olds += i & 1023;
      want_olds += old[i];
    }
    const long want_ones = count / 2;
    CHECK_SAME(&ones, &want_ones, 1);
    CHECK_SAME(&olds, &want_olds, 1);
    free(x), free(kept), free(want_kept), free(bins), free(want_bins);
    free(sums), free(want_sums), free(before), free(after), free(old);
    free(seen), free(found), free(want);
  }
  return scan_test_passed();
}

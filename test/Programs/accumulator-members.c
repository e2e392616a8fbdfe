// RUN: %clang %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Members of structures as items, in C: of variables, through pointers, nested,
// in anonymous structures; and arrays that are members.

#include "Inputs/scan_test.h"

struct totals {
  long before;
  struct {
    int count;
    float unused;
  } inner;
  struct {
    unsigned char bytes;
  };
  long total;
  long best;
  int sums[40];
  int *more;
};

static void of_variable(struct totals *result, long *y, int *kept, const int *x,
                        int n) {
  struct totals s = *result;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s.total, s.inner.count) scan(max : s.best)
  for (int i = 0; i < n; i++) {
    s.total += x[i] * s.before;
    y[i] = s.total - s.best;
    s.best = x[i] > s.best ? x[i] : s.best;
    if (x[i] % 3 == 0)
      kept[s.inner.count++] = x[i];
  }
  *result = s;
}

static void of_variable_expected(struct totals *s, long *y, int *kept,
                                 const int *x, int n) {
  for (int i = 0; i < n; i++) {
    s->total += x[i] * s->before;
    y[i] = s->total - s->best;
    s->best = x[i] > s->best ? x[i] : s->best;
    if (x[i] % 3 == 0)
      kept[s->inner.count++] = x[i];
  }
}

static void through_pointer(struct totals *p, long *y, int *kept, const int *x,
                            int n) {
#pragma omp parallel for scan(+ : p->total, p->inner.count, p->bytes)
  for (int i = 0; i < n; i++) {
    y[i] = 2 * p->total + p->bytes;
    p->total = p->total + x[i];
    kept[2 * p->inner.count + 1] = i;
    p->inner.count++;
    p->bytes += x[i];
  }
}

static void through_pointer_expected(struct totals *p, long *y, int *kept,
                                     const int *x, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = 2 * p->total + p->bytes;
    p->total = p->total + x[i];
    kept[2 * p->inner.count + 1] = i;
    p->inner.count++;
    p->bytes += x[i];
  }
}

static void arrays(struct totals *p, struct totals s, int n) {
#pragma omp parallel for scan(+ : p->sums)
  for (int i = 1; i < 40; i++)
    p->sums[i] += p->sums[i - 1];
#pragma omp parallel for scan(+ : s.more)
  for (int i = 1; i < n; i++)
    s.more[i] += s.more[i - 1];
}

static void arrays_expected(struct totals *p, struct totals s, int n) {
  for (int i = 1; i < 40; i++)
    p->sums[i] += p->sums[i - 1];
  for (int i = 1; i < n; i++)
    s.more[i] += s.more[i - 1];
}

static struct totals start(int *more, size_t n) {
  struct totals s = {3, {0, 0.5f}, {200}, -7, -100, {0}, more};
  for (int i = 0; i < 40; i++)
    s.sums[i] = i;
  for (size_t i = 0; i < n; i++)
    more[i] = (int)scan_test_pick(i, -5, 5);
  return s;
}

static void check(const struct totals *got, const struct totals *want) {
  CHECK_SAME(&got->before, &want->before, 1);
  CHECK_SAME(&got->inner.count, &want->inner.count, 1);
  CHECK_SAME(&got->bytes, &want->bytes, 1);
  CHECK_SAME(&got->total, &want->total, 1);
  CHECK_SAME(&got->best, &want->best, 1);
  CHECK_SAME(got->sums, want->sums, 40);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    const int size = (int)n;
    int *x = BLOCK(int, n), *a = BLOCK(int, n), *b = BLOCK(int, n);
    long *y = BLOCK(long, n), *y_want = BLOCK(long, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, -50, 50);
    struct totals s = start(a, n), want = start(b, n);
    arrays(&s, s, size);
    arrays_expected(&want, want, size);
    check(&s, &want);
    CHECK_SAME(a, b, n);

    int *kept = BLOCK(int, 2 * n), *kept_want = BLOCK(int, 2 * n);
    of_variable(&s, y, kept, x, size);
    of_variable_expected(&want, y_want, kept_want, x, size);
    check(&s, &want);
    CHECK_SAME(y, y_want, n);
    CHECK_SAME(kept, kept_want, want.inner.count);

    s.inner.count = want.inner.count = 0;
    for (size_t i = 0; i < 2 * n; i++)
      kept[i] = kept_want[i] = (int)i;
    through_pointer(&s, y, kept, x, size);
    through_pointer_expected(&want, y_want, kept_want, x, size);
    check(&s, &want);
    CHECK_SAME(y, y_want, n);
    CHECK_SAME(kept, kept_want, 2 * n);
    free(x), free(a), free(b), free(y), free(y_want), free(kept);
    free(kept_want);
  }
  return scan_test_passed();
}

// RUN: %clang %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t 5000
// RUN: %long %run_tiny %t 5000
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run %t.asan 1000

// Stores to members of elements: what is not stored of an element stays, and
// arrays at counted subscripts have exactly the elements that are counted.

#include "Inputs/scan_test.h"

struct point {
  short x, y;
};
struct record {
  int key;
  struct point at;
  double value;
  char tag;
};
struct pair {
  int key;
  int value;
};

static void some_members(struct record *r, const int *x, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i] + r[i].tag;
    r[i].value = (double)s;
    r[i].at.y += (short)x[i];
    if (i > 2)
      r[i].key = x[i - 3];
  }
}

static void some_members_expected(struct record *r, const int *x, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i] + r[i].tag;
    r[i].value = (double)s;
    r[i].at.y += (short)x[i];
    if (i > 2)
      r[i].key = x[i - 3];
  }
}

/* A stride, downwards, under a map; and behind conditions on data. */
static int scattered(struct record *r, int *y, const int *x, int n) {
  int last = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : r[0 : 2 * n], y[0 : n])
#pragma omp parallel for scan(+ : y) lastprivate(last)
  for (int i = n - 2; i >= 0; i--) {
    last = x[i];
    y[i] = y[i + 1] + last;
    r[2 * i + 1].at.x = (short)y[i];
    r[2 * i].tag = (char)(x[i] & 3);
  }
  return last;
}

static int scattered_expected(struct record *r, int *y, const int *x, int n) {
  int last = 0;
  for (int i = n - 2; i >= 0; i--) {
    last = x[i];
    y[i] = y[i + 1] + last;
    r[2 * i + 1].at.x = (short)y[i];
    r[2 * i].tag = (char)(x[i] & 3);
  }
  return last;
}

static void sometimes(struct record *r, const int *x, int n) {
  int s = 0;
#pragma omp target map(tofrom : r[0 : 2 * n])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += r[i].key > 7;
    if (x[i] > 0)
      r[i].at.y = (short)s;
    else
      r[i].tag++;
  }
}

static void sometimes_expected(struct record *r, const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += r[i].key > 7;
    if (x[i] > 0)
      r[i].at.y = (short)s;
    else
      r[i].tag++;
  }
}

static int compact(struct pair *out, const int *x, int n) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 2) {
      out[k].key = i;
      out[k].value = x[i];
      k++;
    }
  return k;
}

static int compact_expected(struct pair *out, const int *x, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 2) {
      out[k].key = i;
      out[k].value = x[i];
      k++;
    }
  return k;
}

/* Not all members, or not by the same iterations: the section is sent. */
static int compact_keys(struct pair *out, const int *x, int n, int m) {
  int k = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : out[0 : m])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 2)
      out[k++].key = i;
  return k;
}

static int compact_keys_expected(struct pair *out, const int *x, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 2)
      out[k++].key = i;
  return k;
}

/* The last one of those that store an element. */
static int run_ends(struct pair *out, const int *x, int n) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    out[k].key = i;
    out[k].value = x[i];
    k += x[i] > 2;
  }
  return k;
}

static int run_ends_expected(struct pair *out, const int *x, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    out[k].key = i;
    out[k].value = x[i];
    k += x[i] > 2;
  }
  return k;
}

/* Elements of arrays in elements. */
struct line {
  int n, cells[4];
  struct point at[2];
};
#define LINES(DIRECTIVE)                                                       \
  DIRECTIVE                                                                    \
  for (int i = 0; i < n; i++) {                                                \
    s += x[i] + r[i].cells[2] - r[i].at[1].x;                                  \
    r[i].cells[1] = s;                                                         \
    r[i].cells[3] += x[i];                                                     \
    r[i].at[x[i] & 1].y = (short)s;                                            \
    for (int j = 0; j < 4; j++)                                                \
      q[i].cells[j] = x[i] * j + s;                                            \
  }
static int out_at(int v) { return 3 * v; }

static void check_lines(int n, const int *x) {
  struct line *rows[2], *others[2], *outs[2];
  int results[2][2];
  int count = 0;
  for (int i = 0; i < n; i++)
    count += x[i] > 2;
  for (int way = 0; way < 2; way++) {
    struct line *r = rows[way] = BLOCK(struct line, n);
    struct line *q = others[way] = BLOCK(struct line, n);
    struct triple {
      int n, cells[2];
    } *out = BLOCK(struct triple, count);
    outs[way] = (struct line *)out;
    for (int i = 0; i < n; i++)
      r[i] = q[i] = (struct line){i, {i, 2, -i, 4}, {{1, 2}, {(short)i, 3}}};
    int s = 1, k = 0;
    if (way) {
      LINES()
    } else {
      LINES(PRAGMA(omp parallel for scan(+ : s)))
    }
#define KEPT(DIRECTIVE)                                                        \
  DIRECTIVE                                                                    \
  for (int i = 0; i < n; i++)                                                  \
    if (x[i] > 2) {                                                            \
      out[k].n = i;                                                            \
      out[k].cells[1] = out_at(x[i]);                                          \
      out[k].cells[0] = x[i];                                                  \
      k++;                                                                     \
    }
    if (way) {
      KEPT()
    } else {
      KEPT(PRAGMA(omp parallel for scan(+ : k)))
    }
    results[way][0] = s, results[way][1] = k;
  }
  CHECK_SAME(results[0], results[1], 2);
  const int *const got[] = {&rows[0]->n, &others[0]->n, &outs[0]->n};
  const int *const want[] = {&rows[1]->n, &others[1]->n, &outs[1]->n};
  const size_t words = sizeof(struct line) / sizeof(int);
  CHECK_SAME(got[0], want[0], words * (size_t)n);
  CHECK_SAME(got[1], want[1], words * (size_t)n);
  CHECK_SAME(got[2], want[2], 3 * (size_t)count);
  for (int way = 0; way < 2; way++)
    free(rows[way]), free(others[way]), free(outs[way]);
}

static void check_records(int n, const int *x) {
  struct record *r = BLOCK(struct record, 2 * n),
                *want = BLOCK(struct record, 2 * n);
  int *y = BLOCK(int, n), *y_want = BLOCK(int, n);
  memset(r, 0, 2 * (size_t)n * sizeof *r);
  for (int i = 0; i < 2 * n; i++) {
    r[i].key = i;
    r[i].at.x = (short)(i % 100);
    r[i].at.y = (short)-i;
    r[i].value = i / 2.0;
    r[i].tag = (char)(i % 5);
  }
  memcpy(want, r, 2 * (size_t)n * sizeof *r);
  for (int i = 0; i < n; i++)
    y[i] = y_want[i] = i;
  some_members(r, x, n);
  some_members_expected(want, x, n);
  if (n)
    scattered(r, y, x, n), scattered_expected(want, y_want, x, n);
  CHECK_SAME(y, y_want, n);
  sometimes(r, x, n);
  sometimes_expected(want, x, n);
  for (int i = 0; i < 2 * n; i++) {
    CHECK_SAME(&r[i].key, &want[i].key, 1);
    CHECK_SAME(&r[i].at.x, &want[i].at.x, 1);
    CHECK_SAME(&r[i].at.y, &want[i].at.y, 1);
    CHECK_SAME(&r[i].value, &want[i].value, 1);
    CHECK_SAME(&r[i].tag, &want[i].tag, 1);
  }
  free(r), free(want), free(y), free(y_want);
}

static void check_pairs(int n, const int *x) {
  struct pair *all = BLOCK(struct pair, n + 1);
  int count = compact_expected(all, x, n);
  struct pair *out = BLOCK(struct pair, count);
  int got = compact(out, x, n);
  CHECK_SAME(&got, &count, 1);
  CHECK_SAME(&out->key, &all->key, 2 * (size_t)count);

  for (int i = 0; i < count; i++)
    out[i].key = all[i].key = -1;
  got = compact_keys(out, x, n, count);
  compact_keys_expected(all, x, n);
  CHECK_SAME(&got, &count, 1);
  CHECK_SAME(&out->key, &all->key, 2 * (size_t)count);
  free(out);

  count = run_ends_expected(all, x, n);
  /* The last one stores as well, unless it has moved on. */
  const int room = n ? count + !(x[n - 1] > 2) : 0;
  out = BLOCK(struct pair, room);
  got = run_ends(out, x, n);
  CHECK_SAME(&got, &count, 1);
  CHECK_SAME(&out->key, &all->key, 2 * (size_t)room);
  free(out), free(all);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n);
    for (size_t i = 0; i < n; i++)
      x[i] = (int)scan_test_pick(i, -9, 9);
    check_records((int)n, x);
    check_pairs((int)n, x);
    check_lines((int)n, x);
    free(x);
  }
  return scan_test_passed();
}

// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: env OMPSCAN_ROWS=group OMPSCAN_SOAK=6 %run %t
// RUN: env OMPSCAN_ROWS=columns OMPSCAN_SOAK=6 %run %t
// RUN: %bundles OMPSCAN_SOAK=6 %run %t
// RUN: env OMPSCAN_ROWS=parts OMPSCAN_SOAK=6 %run %t

// Rows of drawn numbers and lengths: OMPSCAN_SOAK sets the number of shapes, and
// OMPSCAN_ROWS what runs a row. Results are overwritten before each loop, and
// what lies between and behind rows has to stay.

#include "Inputs/scan_test.h"

enum { Gap = 3 };

/* Row r has the elements first[r] to first[r] + length[r]; `all` are there. */
typedef struct {
  long rows, all;
  int *first, *length;
  unsigned *x;
} shape;

typedef struct {
  unsigned *y, *row;
} result;

typedef struct {
  int begin, length;
} span;

#define ALL shape *s, result *out
#define BEGIN                                                                  \
  const long rows = s->rows, all = s->all;                                     \
  const int *first = s->first, *length = s->length;                            \
  const unsigned *x = s->x;                                                    \
  unsigned *y = out->y, *row = out->row;                                       \
  (void)rows, (void)all, (void)first, (void)length, (void)x, (void)y, (void)row;
#define MAPS                                                                   \
  map(to : first[0 : rows], length[0 : rows], x[0 : all])                      \
      map(tofrom : y[0 : all], row[0 : rows])

/* A nest, once with directives and once without. */
#define NEST(NAME, INNER, ...)                                                 \
  static void NAME(ALL) {                                                      \
    BEGIN PRAGMA(omp target teams distribute MAPS) __VA_ARGS__(PRAGMA(INNER))  \
  }                                                                            \
  static void NAME##_expected(ALL) { BEGIN __VA_ARGS__() }

/* Rows of any length that the runtime reads from memory. */
#define SUM(SCAN)                                                              \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned t = 7 * (unsigned)r;                                              \
    SCAN for (int i = 0; i < length[r]; i++) {                                 \
      t += x[first[r] + i];                                                    \
      y[first[r] + i] = t;                                                     \
    }                                                                          \
    row[r] = t;                                                                \
  }
NEST(sum, omp parallel for scan(+ : t), SUM)

#define RECURRENCE(SCAN)                                                       \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned v = x[first[r]];                                                  \
    SCAN for (int i = length[r] - 1; i >= 0; i--) {                            \
      y[first[r] + i] = v;                                                     \
      v = v * (x[first[r] + i] | 1) + (unsigned)i;                             \
    }                                                                          \
    row[r] = v;                                                                \
  }
NEST(recurrence, omp parallel for scan(affine : v), RECURRENCE)

/* Values of 24 bytes, and of 80: runs of work-items. */
#define SECOND_ORDER(SCAN)                                                     \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned v = 5, w = (unsigned)r;                                           \
    SCAN for (int i = 0; i < length[r]; i++) {                                 \
      const unsigned next = 3 * v + 7 * w + x[first[r] + i];                   \
      y[first[r] + i] = w;                                                     \
      w = v;                                                                   \
      v = next;                                                                \
    }                                                                          \
    row[r] = v ^ w;                                                            \
  }
NEST(second_order, omp parallel for scan(affine : v, w), SECOND_ORDER)

#define FOURTH_ORDER(SCAN)                                                     \
  for (long r = 0; r < rows; r++) {                                            \
    SCAN for (int i = 4; i < length[r]; i++)                                   \
      y[first[r] + i] = 3 * y[first[r] + i - 1] + 5 * y[first[r] + i - 2] -    \
                        y[first[r] + i - 4] + x[first[r] + i];                 \
    row[r] = (unsigned)length[r];                                              \
  }
NEST(fourth_order, omp parallel for scan(affine : y), FOURTH_ORDER)

/* Three inner loops in a row, each of which needs the one before. */
#define NORMALISE(SCAN)                                                        \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned most = 0, t = 0;                                                  \
    for (int i = 0; i < length[r]; i++)                                        \
      most = x[first[r] + i] > most ? x[first[r] + i] : most;                  \
    SCAN for (int i = 0; i < length[r]; i++) {                                 \
      t += most - x[first[r] + i];                                             \
      y[first[r] + i] = t;                                                     \
    }                                                                          \
    for (int i = 0; i < length[r]; i++)                                        \
      y[first[r] + i] ^= t;                                                    \
    row[r] = most;                                                             \
  }
NEST(normalise, omp parallel for scan(+ : t), NORMALISE)

#define KEEP(SCAN)                                                             \
  for (long r = 0; r < rows; r++) {                                            \
    const int begin = first[r];                                                \
    int k = 0;                                                                 \
    SCAN for (int i = 0; i < length[r]; i++)                                   \
      if (x[first[r] + i] % 3 == 0)                                            \
        y[begin + k++] = x[begin + i];                                         \
    row[r] = (unsigned)k;                                                      \
  }
NEST(keep, omp parallel for scan(+ : k), KEEP)

/* The same at the values of the counter alone, which goes through all rows in
 * memory. */
#define KEEP_AT(SCAN)                                                          \
  for (long r = 0; r < rows; r++) {                                            \
    int k = first[r];                                                          \
    SCAN for (int i = 0; i < length[r]; i++)                                   \
      if (x[first[r] + i] % 3 != 0)                                            \
        y[k++] = x[first[r] + i] ^ 1;                                          \
    row[r] = (unsigned)(k - first[r]);                                         \
  }
NEST(keep_at, omp parallel for scan(+ : k), KEEP_AT)

/* Pairs of what a sum is where its input is odd, from the end of the row. */
#define KEEP_SUMS(SCAN)                                                        \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned t = (unsigned)r;                                                  \
    int k = first[r] + length[r] - 1;                                          \
    SCAN for (int i = 0; i < length[r] / 2; i++) {                             \
      t += x[first[r] + i];                                                    \
      if (x[first[r] + i] & 1) {                                               \
        y[k] = t;                                                              \
        y[k - 1] = (unsigned)i;                                                \
        k -= 2;                                                                \
      }                                                                        \
    }                                                                          \
    row[r] = t ^ (unsigned)k;                                                  \
  }
NEST(keep_sums, omp parallel for scan(+ : t, k), KEEP_SUMS)

/* Two counters, from both ends: no team knows that they do not meet. */
#define DIVIDE(SCAN)                                                           \
  for (long r = 0; r < rows; r++) {                                            \
    int k = first[r], l = first[r] + length[r];                                \
    SCAN for (int i = 0; i < length[r]; i++)                                   \
      if (x[first[r] + i] % 5 < 2)                                             \
        y[k++] = x[first[r] + i];                                              \
      else                                                                     \
        y[--l] = x[first[r] + i];                                              \
    row[r] = (unsigned)(k - l);                                                \
  }
NEST(divide, omp parallel for scan(+ : k, l), DIVIDE)

/* Iterations that end early, and elements that are stored under a condition. */
#define SKIP(SCAN)                                                             \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned t = (unsigned)r;                                                  \
    SCAN for (int i = 0; i < length[r]; i++) {                                 \
      if (x[first[r] + i] % 7 == 2)                                            \
        continue;                                                              \
      t += x[first[r] + i];                                                    \
      if (t & 1)                                                               \
        y[first[r] + i] = t + y[first[r] + i];                                 \
    }                                                                          \
    row[r] = t;                                                                \
  }
NEST(skip, omp parallel for scan(+ : t), SKIP)

/* Items that depend on others: two passes, downwards, and three. */
#define FALLS(SCAN)                                                            \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned peak = (unsigned)r, fall = 3;                                     \
    SCAN for (int i = length[r] - 1; i >= 0; i--) {                            \
      const unsigned v = x[first[r] + i];                                      \
      peak = v > peak ? v : peak;                                              \
      fall = peak - v > fall ? peak - v : fall;                                \
      y[first[r] + i] = fall ^ peak;                                           \
    }                                                                          \
    row[r] = 5 * peak + fall;                                                  \
  }
NEST(falls, omp parallel for scan(max : peak, fall), FALLS)

#define FIRST_MOST(SCAN)                                                       \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned most = 0, t = 0;                                                  \
    int at = -1;                                                               \
    SCAN for (int i = 0; i < length[r]; i++) {                                 \
      if (x[first[r] + i] > most) {                                            \
        most = x[first[r] + i];                                                \
        at = i;                                                                \
      }                                                                        \
      t += (unsigned)at * x[first[r] + i];                                     \
      y[first[r] + i] = t;                                                     \
    }                                                                          \
    row[r] = (unsigned)at ^ most;                                              \
  }
NEST(first_most, omp parallel for scan(max : most) scan(last : at) scan(+ : t),\
     FIRST_MOST)

/* The values of the first pass decide where the second one stores. */
#define RECORDS(SCAN)                                                          \
  for (long r = 0; r < rows; r++) {                                            \
    const span values = {first[r], length[r]};                                 \
    unsigned t = 9;                                                            \
    int k = values.begin;                                                      \
    SCAN for (int i = 0; i < values.length; i += 3) {                          \
      t += x[values.begin + i];                                                \
      if (t % 4 == 1)                                                          \
        y[k++] = t;                                                            \
    }                                                                          \
    row[r] = t + (unsigned)k;                                                  \
  }
NEST(records, omp parallel for scan(+ : t, k), RECORDS)

/* The second pass is a recurrence of the array. */
#define WEIGHTED(SCAN)                                                         \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned t = (unsigned)r;                                                  \
    SCAN for (int i = 1; i < length[r]; i++) {                                 \
      t += x[first[r] + i];                                                    \
      y[first[r] + i] = y[first[r] + i - 1] + t * x[first[r] + i];             \
    }                                                                          \
    row[r] = t;                                                                \
  }
NEST(weighted, omp parallel for scan(+ : t, y), WEIGHTED)

/* Three inner loops that read the same elements. */
#define REREAD(MAX, SUM, EACH_ELEMENT)                                         \
  for (long r = 0; r < rows; r++) {                                            \
    const int begin = first[r], end = first[r] + length[r];                    \
    unsigned most = 0, t = (unsigned)r;                                        \
    MAX for (int i = begin; i < end; i++)                                      \
      most = x[i] > most ? x[i] : most;                                        \
    SUM for (int i = begin; i < end; i++)                                      \
      t += (most ^ x[i]) * 7;                                                  \
    EACH_ELEMENT for (int i = begin; i < end; i++)                             \
      y[i] = (most ^ x[i]) * 7 + t;                                            \
    row[r] = t;                                                                \
  }
static void reread(ALL) {
  BEGIN PRAGMA(omp target teams distribute MAPS)
  REREAD(PRAGMA(omp parallel for reduction(max : most)),
         PRAGMA(omp parallel for reduction(+ : t)), PRAGMA(omp parallel for))
}
static void reread_expected(ALL) { BEGIN REREAD(, , ) }

/* The same, where the last loop stores what they read. */
#define OVERWRITE(MAX, SUM, EACH_ELEMENT)                                      \
  for (long r = 0; r < rows; r++) {                                            \
    unsigned most = y[first[r]], t = (unsigned)r;                              \
    MAX for (int i = 0; i < length[r]; i++)                                    \
      most = y[first[r] + i] > most ? y[first[r] + i] : most;                  \
    SUM for (int i = 0; i < length[r]; i++)                                    \
      t += (most ^ y[first[r] + i]) * 7;                                       \
    EACH_ELEMENT for (int i = 0; i < length[r]; i++) {                         \
      const unsigned v = (most ^ y[first[r] + i]) * 7;                         \
      y[first[r] + i] = v + t;                                                 \
    }                                                                          \
    row[r] = t;                                                                \
  }
#define FILL                                                                   \
  for (long i = 0; i < all; i++)                                               \
    y[i] = x[i];
static void overwrite(ALL) {
  BEGIN FILL PRAGMA(omp target teams distribute MAPS)
  OVERWRITE(PRAGMA(omp parallel for reduction(max : most)),
            PRAGMA(omp parallel for reduction(+ : t)), PRAGMA(omp parallel for))
}
static void overwrite_expected(ALL) { BEGIN FILL OVERWRITE(, , ) }

/* Rows of one length, side by side: the first row's, or what there is. */
#define WIDTH                                                                  \
  const int w = rows ? length[0] : 0;                                          \
  const long h = w ? all / w : 0;
static void plain_rows(ALL) {
  BEGIN WIDTH unsigned t = 0;
#pragma omp target map(to : x[0 : all]) map(tofrom : y[0 : all])
#pragma omp parallel for collapse(2) scan(affine : t)
  for (long r = 0; r < h; r++)
    for (int i = 0; i < w; i++) {
      if (i == 0)
        t = 1;
      t = 3 * t + x[r * w + i];
      y[r * w + i] = t;
    }
}

static void plain_rows_expected(ALL) {
  BEGIN WIDTH
  for (long r = 0; r < h; r++) {
    unsigned t = 1;
    for (int i = 0; i < w; i++)
      y[r * w + i] = t = 3 * t + x[r * w + i];
  }
}

static void columns(ALL) {
  BEGIN WIDTH
#pragma omp target teams distribute map(to : x[0 : all]) map(tofrom : y[0 : all])
  for (int c = 0; c < w; c++) {
    unsigned t = (unsigned)c;
#pragma omp parallel for scan(+ : t)
    for (long i = 0; i < h; i++) {
      t += x[i * w + c];
      y[i * w + c] = t;
    }
  }
}

static void columns_expected(ALL) {
  BEGIN WIDTH
  for (int c = 0; c < w; c++) {
    unsigned t = (unsigned)c;
    for (long i = 0; i < h; i++)
      y[i * w + c] = t += x[i * w + c];
  }
}

/* Rows of about the drawn length; sometimes one or two of them are long, and some
 * are empty. */
static shape draw(uint64_t *draws, size_t most) {
  shape s = {0};
  const size_t mean = scan_test_draw_size(draws, most);
  s.rows = (long)scan_test_draw_size(draws, most / mean + 1);
  s.first = BLOCK(int, s.rows), s.length = BLOCK(int, s.rows);
  const size_t kind = scan_test_draw(draws, 4);
  const long longest[] = {(long)scan_test_draw(draws, (size_t)s.rows),
                          (long)scan_test_draw(draws, (size_t)s.rows)};
  for (long r = 0; r < s.rows; r++) {
    s.length[r] = (int)(kind == 0 ? mean : scan_test_draw(draws, 2 * mean + 1));
    if (kind == 2 && (r == longest[0] || r == longest[1]))
      s.length[r] = (int)most;
    if (kind == 3 && scan_test_draw(draws, 3))
      s.length[r] = 0;
    s.first[r] = (int)s.all;
    s.all += s.length[r] + (kind ? Gap : 0);
  }
  s.all += Gap;
  s.x = BLOCK(unsigned, s.all);
  const uint64_t salt = *draws;
  for (long i = 0; i < s.all; i++)
    s.x[i] = (unsigned)scan_test_hash(salt + (uint64_t)i) >> 20;
  return s;
}

typedef void nest(ALL);
#define EACH(NAME) {#NAME, NAME, NAME##_expected}
static const struct {
  const char *name;
  nest *got, *want;
} nests[] = {EACH(sum),          EACH(recurrence), EACH(second_order),
             EACH(fourth_order), EACH(normalise),  EACH(keep),
             EACH(keep_at),      EACH(keep_sums),  EACH(divide),
             EACH(skip),         EACH(falls),      EACH(first_most),
             EACH(records),      EACH(weighted),   
             EACH(reread),       EACH(overwrite),  EACH(plain_rows),
             EACH(columns)};

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  const uint64_t runs = scan_test_variable("OMPSCAN_SOAK", 12);
  const uint64_t seed = scan_test_variable("OMPSCAN_SOAK_SEED", 1);
  size_t most = getenv("OMPSCAN_SOAK") && runs > 100 ? (size_t)1 << 20 : 4000;
  if (most > scan_test_limit)
    most = scan_test_limit;
  for (uint64_t run = 0; run < runs; run++) {
    scan_test_seed = seed + run;
    uint64_t draws = scan_test_hash(scan_test_seed);
    shape s = draw(&draws, most);
    scan_test_size = (size_t)s.all;
    for (size_t l = 0; l < sizeof nests / sizeof *nests; l++) {
      scan_test_drawn = nests[l].name;
      result got = {BLOCK(unsigned, s.all), BLOCK(unsigned, s.rows)};
      result want = {BLOCK(unsigned, s.all), BLOCK(unsigned, s.rows)};
      nests[l].got(&s, &got);
      nests[l].want(&s, &want);
      CHECK_SAME(got.y, want.y, s.all);
      CHECK_SAME(got.row, want.row, s.rows);
      free(got.y), free(got.row), free(want.y), free(want.row);
    }
    free(s.first), free(s.length), free(s.x);
  }
  return scan_test_passed();
}

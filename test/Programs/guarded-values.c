// RUN: %clang %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMPSCAN_DEVICE=host %run %t
// RUN: %long %run_tiny %t
// RUN: %long %clang -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -o %t.asan
// RUN: %long env OMPSCAN_DEVICE=host %run %t.asan 5000

// Values behind pointers, subscripts and quotients that no iteration reads need
// not exist: the launch does not evaluate them.

#include "Inputs/scan_test.h"

struct options {
  int scale, off, length, stride;
  unsigned kind : 5;
  int table[4];
  const int *weights;
  int *kept;
  /// Not set.
  const int *missing;
  const struct options *next;
  long total;
};

static int off_of(const struct options *o) __attribute__((pure));
static int off_of(const struct options *o) { return o->off; }
static inline int weight_of(const struct options *o, int i) {
  return o->weights[i];
}

#define PARAMETERS                                                             \
  int *y, const int *x, const int *c, int n, struct options *o, int have,      \
      int m, const int *tab, int d
#define ARGUMENTS y, x, c, n, o, have, m, tab, d

// Each loop twice: annotated, and as plain sequential code.
#define LOOP(NAME, DIRECTIVE, ...)                                             \
  static long NAME(PARAMETERS) {                                               \
    long s = 3;                                                                \
    (void)c, (void)o, (void)have, (void)m, (void)tab, (void)d;                 \
    DIRECTIVE                                                                  \
    for (int i = 0; i < n; i++) {                                              \
      __VA_ARGS__                                                              \
    }                                                                          \
    return s;                                                                  \
  }
#define BOTH(NAME, ...)                                                        \
  LOOP(NAME, PRAGMA(omp parallel for scan(+ : s)), __VA_ARGS__)                \
  LOOP(NAME##_expected, , __VA_ARGS__)
#define ON_TARGET(NAME, ...)                                                   \
  LOOP(NAME, PRAGMA(omp target map(to : x[0 : n], c[0 : n]) map(tofrom : y[0 : n])) \
       PRAGMA(omp parallel for scan(+ : s)), __VA_ARGS__)                      \
  LOOP(NAME##_expected, , __VA_ARGS__)
#define WITHOUT_SCAN(NAME, ...)                                                \
  LOOP(NAME, PRAGMA(omp target teams distribute parallel for                   \
                    map(to : x[0 : n], c[0 : n]) map(tofrom : y[0 : n])        \
                    reduction(+ : s)), __VA_ARGS__)                            \
  LOOP(NAME##_expected, , __VA_ARGS__)

// Conditions that are known before the loop.
BOTH(member, s += have ? x[i] * o->scale : x[i]; y[i] = s;)
BOTH(branch, if (have) s += o->scale; else s += x[i]; y[i] = s;)
BOTH(both_hold, s += have && o->scale > 1 ? x[i] : 1; y[i] = s;)
BOTH(either_holds, s += !have || o->scale > 1 ? x[i] : 1; y[i] = s;)
BOTH(negated, if (!(have == 0)) s += o->next->scale; else s++; y[i] = s;)
BOTH(early, if (!have) { y[i] = 1; continue; } s += o->scale; y[i] = s;)
BOTH(nested, if (have) if (i < o->length) s += x[i + o->off]; y[i] = s;)
BOTH(bits, s += have ? (int)o->kind : x[i]; y[i] = s;)
BOTH(in_table, s += have ? o->table[i & 3] : x[i]; y[i] = s;)
BOTH(first_in_table, s += have ? o->table[1] : x[i]; y[i] = s;)
BOTH(weighted, if (have) s += x[i] * o->weights[i]; else s += x[i]; y[i] = s;)
BOTH(subscript, s += m >= 0 ? x[(i + (tab[m] & 7)) % n] : 1; y[i] = s;)
BOTH(offset, s += m >= 0 && i < n - 8 ? x[i + (tab[m] & 7)] : 1; y[i] = s;)
BOTH(chosen_offset, s += i < n - 8 ? x[i + (m >= 0 ? tab[m] & 7 : 2)] : 1; y[i] = s;)
BOTH(strided, if (have && i < n / 4) s += x[i * o->stride]; y[i] = s;)
BOTH(quotient, s += d != 0 && i < n / 2 ? x[i + n / 3 / d] : 1; y[i] = s;)
BOTH(stored, s += x[i]; if (have) o->kept[i] = (int)s; y[i] = s;)
BOTH(update, s += x[i]; if (have) o->kept[i] += (int)s; y[i] = s;)
BOTH(in_both, s += have ? o->scale : 1; if (have) s += o->off; y[i] = s;)
BOTH(again, s += have ? o->scale : d == 0 ? 5 : o->scale; y[i] = s;)
BOTH(function, s += have && i < n / 2 ? x[i + off_of(o)] : 1; y[i] = s;)
BOTH(bound, if (have) if (i < n / 2 + off_of(o) - 1) s += x[i]; y[i] = s;)
BOTH(inlined, s += have ? weight_of(o, i) : 1; y[i] = s;)
BOTH(target, s += m >= 0 ? *tab + x[i] + *o->weights : 1; y[i] = s;)
// Conditions of the subscript.
BOTH(within, s += i < (have ? o->length : 0) ? x[i] * o->scale : x[i]; y[i] = s;)
BOTH(at_one, s += i == m ? x[i] * o->scale : x[i]; y[i] = s;)
BOTH(between, if (i >= m && i < (have ? n : m)) s += o->weights[i] + o->scale;
     else s++; y[i] = s;)
BOTH(never, if (i >= 5) if (i < 5) s += o->scale; s++; y[i] = s;)
BOTH(behind, if (i < m) s += have ? o->scale : 2; y[i] = s;)
// Conditions on data: pointers may be null.
BOTH(by_data, s += c[i] > 0 ? o->scale : x[i]; y[i] = s;)
BOTH(by_data_twice, if (c[i] > 0) s += o->next->scale + o->scale; y[i] = s;)
BOTH(by_data_and_flag, if (c[i] > 0 && have) s += o->next->scale; y[i] = s;)
BOTH(in_switch, switch (c[i]) { case 1: s += o->scale; break;
                                case 2: s += o->off; } y[i] = s;)
BOTH(in_loop, int t = 0; for (int j = 0; j < c[i]; j++) t += o->scale + j;
     s += t; y[i] = s;)
BOTH(in_output, s += x[i]; y[i] = c[i] > 0 ? (int)s * o->scale : 0;)
BOTH(at_index, s += c[i] > 0 ? x[(i + o->off) % n] : 2; y[i] = s;)
BOTH(divided, if (c[i] > 0) s += x[(i + n / 3 / d) % n]; y[i] = s;)
BOTH(local, const int by = c[i] > 0 ? o->scale : 1; s += by; y[i] = s;)
BOTH(local_flag, const int is = have != 0; s += is ? o->scale : 1; y[i] = s;)
// Pointers in an object that every iteration, or the bound, uses. Nothing reads
// it where there is no iteration.
BOTH(beside, if (o->weights[i] > 2) { s += o->kept[i]; o->kept[i] = x[i]; } y[i] = s;)
BOTH(beside_data, s += o->weights[i]; if (c[i] > 0) s += o->kept[i]; y[i] = s;)
BOTH(beside_unread, s += o->scale; if (c[i] > 5) s += o->missing[i]; y[i] = s;)
BOTH(beside_nested, s += o->next->scale; if (c[i] > 0 && o->weights[i] > 1) s += o->kept[i]; y[i] = s;)
#define BOUND_BY(NAME, DIRECTIVE)                                              \
  static long NAME(PARAMETERS) {                                               \
    long s = 3;                                                                \
    (void)have, (void)m, (void)tab, (void)d, (void)n;                          \
    DIRECTIVE                                                                  \
    for (int i = 0; i < o->length; i++) {                                      \
      if (c[i] > 0)                                                            \
        s += o->weights[i] * x[i];                                             \
      y[i] = s;                                                                \
    }                                                                          \
    return s;                                                                  \
  }
BOUND_BY(bound_by, PRAGMA(omp parallel for scan(+ : s)))
BOUND_BY(bound_by_expected, )

// Elsewhere.
ON_TARGET(on_target, s += have ? x[i] * o->scale : x[i]; y[i] = s;)
ON_TARGET(on_target_by_data, s += c[i] > 0 ? o->scale : x[i]; y[i] = s;)
ON_TARGET(table_on_target, s += have ? o->table[i & 3] : x[i]; y[i] = s;)
WITHOUT_SCAN(plain, if (have) s += o->scale; y[i] = have ? x[i] + o->off : x[i];)
WITHOUT_SCAN(plain_by_data, if (c[i] > 0) { s += o->scale; y[i] = o->off; })
WITHOUT_SCAN(plain_early, if (c[i] <= 0) continue; s += o->scale; y[i] = o->off;)

// A recurrence, and one that is a function.
#define RECURRENCE(NAME, DIRECTIVE, ...)                                       \
  LOOP_OF_ARRAY(NAME, PRAGMA(omp parallel for DIRECTIVE), __VA_ARGS__)         \
  LOOP_OF_ARRAY(NAME##_expected, , __VA_ARGS__)
#define LOOP_OF_ARRAY(NAME, DIRECTIVE, ...)                                    \
  static long NAME(PARAMETERS) {                                               \
    (void)c, (void)o, (void)have, (void)m, (void)tab, (void)d;                 \
    DIRECTIVE                                                                  \
    for (int i = 1; i < n; i++)                                                \
      __VA_ARGS__                                                              \
    return 0;                                                                  \
  }
RECURRENCE(recurrence, scan(+ : y), y[i] = y[i - 1] + (have ? o->scale : x[i]);)
RECURRENCE(affine, scan(affine : y), y[i] = y[i - 1] * (have ? o->scale : 3) + x[i];)
RECURRENCE(by_branch, scan(affine : y),
           if (have) y[i] = 2 * y[i - 1] + o->off; else y[i] = y[i - 1] + 1;)

// Items, and arrays that are kept in.
#define KEEPS(NAME, DIRECTIVE)                                                 \
  static long NAME(PARAMETERS) {                                               \
    int k = 0;                                                                 \
    (void)y, (void)have, (void)m, (void)tab, (void)d;                          \
    DIRECTIVE                                                                  \
    for (int i = 0; i < n; i++)                                                \
      if (c[i] > 0)                                                            \
        o->kept[k++] = x[i];                                                   \
    return k;                                                                  \
  }
KEEPS(keeps, PRAGMA(omp parallel for scan(+ : k)))
KEEPS(keeps_expected, )
#define TOTALS(NAME, DIRECTIVE, CONDITION)                                     \
  static long NAME(PARAMETERS) {                                               \
    (void)y, (void)c, (void)have, (void)m, (void)tab, (void)d;                 \
    DIRECTIVE                                                                  \
    for (int i = 0; i < n; i++)                                                \
      if (CONDITION)                                                           \
        o->total += x[i];                                                      \
    return o ? o->total : 0;                                                   \
  }
TOTALS(total_by_data, PRAGMA(omp parallel for scan(+ : o->total)), c[i] > 0)
TOTALS(total_by_data_expected, , c[i] > 0)
TOTALS(total_if, PRAGMA(omp parallel for scan(+ : o->total)), have)
TOTALS(total_if_expected, , have)

// Rows, one by one and in one launch.
#define ROWS(NAME, DIRECTIVE, ...)                                             \
  static long NAME(PARAMETERS) {                                               \
    (void)c, (void)o, (void)have, (void)m, (void)tab, (void)d;                 \
    DIRECTIVE                                                                  \
    for (int r = 0; r < n / 100; r++)                                          \
      for (int i = 1; i < 100; i++)                                            \
        __VA_ARGS__                                                            \
    return 0;                                                                  \
  }
#define IN_ROWS(NAME, ...)                                                     \
  ROWS(NAME, PRAGMA(omp parallel for collapse(2) scan(+ : y)), __VA_ARGS__)    \
  ROWS(NAME##_expected, , __VA_ARGS__)
IN_ROWS(rows, y[r * 100 + i] = y[r * 100 + i - 1] + (have ? o->scale : x[i]);)
IN_ROWS(rows_by_row,
        y[r * 100 + i] = y[r * 100 + i - 1] + (r < m ? o->scale : x[i]);)
IN_ROWS(rows_by_data,
        y[r * 100 + i] = y[r * 100 + i - 1] + (c[i] > 0 ? o->scale : x[i]);)

static void compare(const char *name, long (*run)(PARAMETERS),
                    long (*expected)(PARAMETERS), size_t size, int absent) {
  // If the options are absent, the pointer to them leads nowhere.
  const int n = (int)size;
  int *x = BLOCK(int, size), *c = BLOCK(int, size), *weights = BLOCK(int, size);
  int *out[4];
  for (int k = 0; k < 4; k++)
    out[k] = BLOCK(int, size);
  for (int i = 0; i < n; i++) {
    x[i] = scan_test_pick(i, -9, 9);
    c[i] = absent ? 0 : scan_test_pick(i + size, -1, 2);
    weights[i] = i % 5;
    out[0][i] = out[1][i] = -i;
    out[2][i] = out[3][i] = 7 - i;
  }
  const int tab[] = {0, 1, 2, 3};
  struct options next = {.scale = 3}, both[2] = {{2, 1, n / 2, 3, 7, {1, 2, 3, 4}}};
  both[0].weights = weights;
  both[0].next = &next;
  both[1] = both[0];
  both[0].kept = out[2];
  both[1].kept = out[3];
  struct options *none = absent == 2 ? (struct options *)64 : NULL;
  long s[2];
  for (int k = 0; k < 2; k++)
    s[k] = (k ? expected : run)(out[k], x, c, n, absent ? none : &both[k], !absent,
                                absent ? -100000000 : 2, tab, !absent);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k += 2)
      if (out[k][i] != out[k + 1][i])
        scan_test_fail(__FILE__, __LINE__, name, k ? "kept" : "y", i, out[k][i],
                       out[k + 1][i]);
  if (s[0] != s[1])
    scan_test_fail(__FILE__, __LINE__, name, "s", 0, s[0], s[1]);
  free(x), free(c), free(weights);
  for (int k = 0; k < 4; k++)
    free(out[k]);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  const int sizes[] = {0, 1, 25, 1727, 10007};
// 1 is a null pointer. 2 is any other one, where all conditions are known.
#define CHECK(NAME, ABSENT)                                                    \
  for (int k = 0; k < 5; k++)                                                  \
    for (int absent = 0; absent <= ABSENT; absent++)                           \
      compare(#NAME, NAME, NAME##_expected, sizes[k], absent);
  CHECK(member, 2)
  CHECK(branch, 2)
  CHECK(both_hold, 2)
  CHECK(either_holds, 2)
  CHECK(negated, 2)
  CHECK(early, 2)
  CHECK(nested, 2)
  CHECK(bits, 2)
  CHECK(in_table, 2)
  CHECK(first_in_table, 2)
  CHECK(weighted, 2)
  CHECK(subscript, 2)
  CHECK(offset, 2)
  CHECK(chosen_offset, 2)
  CHECK(strided, 2)
  CHECK(quotient, 2)
  CHECK(stored, 2)
  CHECK(update, 2)
  CHECK(in_both, 2)
  CHECK(again, 2)
  CHECK(function, 2)
  CHECK(bound, 2)
  CHECK(inlined, 2)
  CHECK(target, 2)
  CHECK(within, 2)
  CHECK(at_one, 2)
  CHECK(between, 2)
  CHECK(never, 2)
  CHECK(behind, 2)
  CHECK(by_data, 1)
  CHECK(by_data_twice, 1)
  CHECK(by_data_and_flag, 1)
  CHECK(in_switch, 1)
  CHECK(in_loop, 1)
  CHECK(in_output, 1)
  CHECK(at_index, 1)
  CHECK(divided, 1)
  CHECK(local, 1)
  CHECK(local_flag, 2)
  CHECK(beside, 0)
  CHECK(beside_data, 0)
  CHECK(beside_unread, 0)
  CHECK(beside_nested, 0)
  compare("beside", beside, beside_expected, 0, 1);
  compare("beside_unread", beside_unread, beside_unread_expected, 0, 2);
  CHECK(bound_by, 0)
  CHECK(on_target, 2)
  CHECK(on_target_by_data, 1)
  CHECK(table_on_target, 2)
  CHECK(plain, 2)
  CHECK(plain_by_data, 1)
  CHECK(plain_early, 1)
  CHECK(recurrence, 2)
  CHECK(affine, 2)
  CHECK(by_branch, 2)
  CHECK(keeps, 1)
  CHECK(total_by_data, 1)
  CHECK(total_if, 1)
  CHECK(rows, 2)
  CHECK(rows_by_row, 1)
  CHECK(rows_by_data, 1)
  return scan_test_passed();
}

// RUN: %clang %opt -Wall -Werror -fwrapv %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// The forms of a combiner and of an initialiser.

#include "Inputs/operator_test.h"

typedef struct {
  int factor, offset; /* x -> factor * x + offset, modulo 2^32 */
} Map;

static Map then(Map f, Map g) {
  Map r = {(int)((unsigned)f.factor * (unsigned)g.factor),
           (int)((unsigned)f.offset * (unsigned)g.factor + (unsigned)g.offset)};
  return r;
}

static void apply(Map *f, Map g) { *f = then(*f, g); }
static Map *apply_both(Map *f, Map *g) {
  *f = then(*f, *g);
  return f;
}
static Map identity(void) { return (Map){1, 0}; }
static void set(Map *m) { *m = identity(); }
static void copy(Map *to, const Map *from) { *to = *from; }

#define TEST(NAME, ...)                                                        \
  static void NAME##_scan(Map *y, Map *x, int n) {                             \
    PRAGMA(omp parallel for scan(NAME : y))                                    \
    for (int i = 1; i < n; i++)                                                \
      __VA_ARGS__                                                              \
  }                                                                            \
  static void NAME##_expected(Map *y, Map *x, int n) {                         \
    for (int i = 1; i < n; i++)                                                \
      __VA_ARGS__                                                              \
  }                                                                            \
  OPERATOR_TEST(NAME, Map, NAME##_scan, NAME##_expected, ((Map){3, 5}),        \
                ((Map){(int)scan_test_hash(k), (int)scan_test_hash(~k)}),      \
                SAME_BYTES)

// A call, the operands in either order.
#pragma omp declare scan(call : Map : omp_out = then(omp_out, omp_in))         \
    initializer(omp_priv = identity())
TEST(call, y[i] = then(y[i - 1], x[i]);)

// The last map comes first.
#pragma omp declare scan(reversed : Map : omp_out = then(omp_in, omp_out))     \
    initializer(set(&omp_priv))
TEST(reversed, y[i] = then(x[i], y[i - 1]);)

// An expression of the members. Clang 19 takes a compound literal in a combiner
// at file scope for that of a variable, which must be constant.
#if __clang_major__ >= 20
#pragma omp declare scan(members : Map : omp_out = (Map){                      \
        omp_out.factor ^ omp_in.factor, omp_out.offset & omp_in.offset})       \
    initializer(omp_priv = {0, -1})
TEST(members, {
  y[i] = (Map){y[i - 1].factor ^ x[i].factor, y[i - 1].offset & x[i].offset};
})
#endif

// In place, through pointers and by value, with and without a result.
#pragma omp declare scan(in_place : Map : apply(&omp_out, omp_in))             \
    initializer(copy(&omp_priv, &omp_orig))
TEST(in_place, {
  y[i] = y[i - 1];
  apply(&y[i], x[i]);
})
#pragma omp declare scan(pointers : Map : apply_both(&omp_out, &omp_in))       \
    initializer(omp_priv = omp_orig)
TEST(pointers, {
  y[i] = y[i - 1];
  apply_both(&y[i], &x[i]);
})

// Compound assignments, of a scalar and of a member.
#pragma omp declare scan(compound : unsigned, unsigned char : omp_out ^= omp_in)
static void compound_scan(unsigned char *y, unsigned char *x, int n) {
#pragma omp parallel for scan(compound : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] ^ x[i];
}
static void compound_expected(unsigned char *y, unsigned char *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] ^ x[i];
}
OPERATOR_TEST(compound, unsigned char, compound_scan, compound_expected, 77,
              (unsigned char)scan_test_hash(k), SAME_BYTES)

// Several effects in one expression.
#pragma omp declare scan(both : Map : (omp_out.factor += omp_in.factor,        \
                                       omp_out.offset *= omp_in.offset))
TEST(both, {
  y[i] = y[i - 1];
  y[i].factor += x[i].factor, y[i].offset *= x[i].offset;
})

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  call();
  reversed();
#if __clang_major__ >= 20
  members();
#endif
  in_place();
  pointers();
  compound();
  both();
  return scan_test_passed();
}

// RUN: %clang -O1 -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 165

// An iteration stores the new value of an accumulator and does nothing else, so
// that vectors go to local memory and back, wherever arrays lie on the device.
// The last iteration also leaves the value.

#include "Inputs/scan_test.h"

#define LOOP(T, NAME, CLAUSE, ...)                                             \
  static T NAME(T *y, const T *x, long n, T s) {                               \
    PRAGMA(omp target parallel for CLAUSE map(to : x[0:n]) map(tofrom : y[0:n])) \
    for (long i = 0; i < n; i++)                                               \
      __VA_ARGS__                                                              \
    return s;                                                                  \
  }                                                                            \
  static T NAME##_expected(T *y, const T *x, long n, T s) {                    \
    for (long i = 0; i < n; i++)                                               \
      __VA_ARGS__                                                              \
    return s;                                                                  \
  }

static const size_t sizes[] = {1, 39, 40, 41, 79, 80, 81, 165, 1000, 20003};

/* Arrays as parts of mapped blocks, `front` and `front * 5 % 17` elements behind
 * their begin. If the loop works in place, x is not used. */
#define TYPE(T, NAME)                                                          \
  LOOP(T, NAME##_sum, scan(+ : s), { s += x[i]; y[i] = s; })                   \
  LOOP(T, NAME##_in_place, scan(+ : s), { s += y[i]; y[i] = s; })              \
  static void check_##NAME(T loop(T *, const T *, long, T),                    \
                           T expected(T *, const T *, long, T)) {              \
    for (size_t at = 0; at < sizeof sizes / sizeof *sizes; ++at)               \
      for (size_t front = 0; front <= 16; ++front) {                           \
        const size_t n = scan_test_size = sizes[at], size = n + 40;            \
        if (n > scan_test_limit || (scan_test_sparse && front % 3 != at % 3))  \
          continue;                                                            \
        T *x = BLOCK(T, size), *y = BLOCK(T, size), *want = BLOCK(T, size);    \
        for (size_t k = 0; k < size; ++k) {                                    \
          x[k] = (T)scan_test_hash(k);                                         \
          y[k] = want[k] = (T)scan_test_hash(~k);                              \
        }                                                                      \
        PRAGMA(omp target enter data map(to : x[0:size], y[0:size]))           \
        T *const xs = x + front * 5 % 17, *const ys = y + front;               \
        const T s = loop(ys, xs, (long)n, 1);                                  \
        PRAGMA(omp target exit data map(from : y[0:size]) map(release : x[0:size])) \
        const T last = expected(want + front, xs, (long)n, 1);                 \
        CHECK_SAME(y, want, size);                                             \
        CHECK_SAME(&s, &last, 1);                                              \
        free(x);                                                               \
        free(y);                                                               \
        free(want);                                                            \
      }                                                                        \
  }

TYPE(unsigned char, byte)
TYPE(unsigned short, ushort)
LOOP(unsigned char, byte_value, scan(+ : s), { y[i] = s += x[i]; })
LOOP(unsigned char, byte_of_input, scan(+ : s), { s += x[i] & 5; y[i] = s; })
LOOP(unsigned char, byte_max, scan(max : s), {
  s = s < x[i] ? x[i] : s;
  y[i] = s;
})

#define CHECK(NAME, FORM) check_##NAME(NAME##FORM, NAME##FORM##_expected)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  CHECK(byte, _sum);
  CHECK(byte, _in_place);
  CHECK(byte, _value);
  CHECK(byte, _of_input);
  CHECK(byte, _max);
  CHECK(ushort, _sum);
  CHECK(ushort, _in_place);
  return scan_test_passed();
}

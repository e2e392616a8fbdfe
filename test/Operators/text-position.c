// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// The length of a text in bytes and characters of UTF-8, and the line and
// column where it ends.

#include "Inputs/operator_test.h"

typedef struct position {
  unsigned long long bytes, characters;
  unsigned line, column;
} position;

static position advance(position at, position by) {
  at.bytes += by.bytes;
  at.characters += by.characters;
  at.line += by.line;
  if (by.line)
    at.column = by.column;
  else
    at.column += by.column;
  return at;
}

static position read(char c) {
  position p = {.bytes = 1};
  p.characters = (c & 0xc0) != 0x80;
  if (c == '\n')
    p.line = 1;
  else
    p.column = (unsigned)p.characters;
  return p;
}

#pragma omp declare scan(advance : position : omp_out =                        \
                             advance(omp_out, omp_in))                         \
    initializer(omp_priv = (position){0})

static void scan(position *y, const char *text, unsigned long n) {
#pragma omp parallel for scan(advance : y)
  for (unsigned long i = 1; i < n; i++)
    y[i] = advance(y[i - 1], read(text[i - 1]));
}

static void expected(position *y, const char *text, unsigned long n) {
  for (unsigned long i = 1; i < n; i++)
    y[i] = advance(y[i - 1], read(text[i - 1]));
}

OPERATOR_TEST_INPUT(positions, position, char, scan, expected,
                    ((position){0, 0, 0, 0}),
                    "\xe4\xb8\xad\n z\xc3\xa9"[scan_test_hash(k) % 9],
                    SAME_BYTES)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  positions();
  return scan_test_passed();
}

// RUN: %clang -O0 -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run_tiny %t
// RUN: %clang -O2 -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: %clangxx -x c++ -O2 -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run_tiny %t

// Macros and functions of ctype.h and assert.h. The classes and conversions of
// all characters are compared with those of the library.

#include "Inputs/scan_test.h"
#include <assert.h>
#include <ctype.h>

#define CHECK(CONDITION)                                                       \
  do                                                                           \
    if (!(CONDITION)) {                                                        \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION);                   \
      scan_test_stop();                                                        \
    }                                                                          \
  while (0)

#define COUNT_CLASS(CLASS)                                                     \
  static void CLASS##_counts(int *y, const int *x, size_t n) {                 \
    int count = 0;                                                             \
    PRAGMA(omp parallel for scan(+ : count))                                   \
    for (size_t i = 0; i < n; i++) {                                           \
      count += CLASS(x[i]) != 0;                                               \
      y[i] = count;                                                            \
    }                                                                          \
  }                                                                            \
  static void CLASS##_test(const int *x, size_t n) {                           \
    int *y = BLOCK(int, n), count = 0;                                         \
    CLASS##_counts(y, x, n);                                                   \
    for (size_t i = 0; i < n; i++) {                                           \
      count += (CLASS)(x[i]) != 0;                                             \
      CHECK(y[i] == count);                                                    \
    }                                                                          \
    free(y);                                                                   \
  }

COUNT_CLASS(isalnum)
COUNT_CLASS(isalpha)
COUNT_CLASS(isblank)
COUNT_CLASS(iscntrl)
COUNT_CLASS(isdigit)
COUNT_CLASS(isgraph)
COUNT_CLASS(islower)
COUNT_CLASS(isprint)
COUNT_CLASS(ispunct)
COUNT_CLASS(isspace)
COUNT_CLASS(isupper)
COUNT_CLASS(isxdigit)

// Conversions, at the place of each character and where they are stored.
static void conversions(int *low, int *up, long *sum, const int *x, size_t n) {
  long total = 0;
#pragma omp parallel for scan(+ : total)
  for (size_t i = 0; i < n; i++) {
    low[i] = tolower(x[i]);
    up[i] = toupper(x[i]);
    total += 3 * tolower(x[i]) + toupper(x[i]);
    sum[i] = total;
  }
}

static void conversions_test(const int *x, size_t n) {
  int *low = BLOCK(int, n), *up = BLOCK(int, n);
  long *sum = BLOCK(long, n), total = 0;
  conversions(low, up, sum, x, n);
  for (size_t i = 0; i < n; i++) {
    total += 3 * (tolower)(x[i]) + (toupper)(x[i]);
    CHECK(low[i] == (tolower)(x[i]) && up[i] == (toupper)(x[i]) &&
          sum[i] == total);
  }
  free(low);
  free(up);
  free(sum);
}

// The begins of words, and their letters in lower case.
static inline int is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static size_t letters(char *out, int *word, const char *text, size_t n) {
  size_t k = 0;
  int words = 0;
#pragma omp target map(to : text[0 : n]) map(from : out[0 : n], word[0 : n])
#pragma omp parallel for scan(+ : k) scan(+ : words)
  for (size_t i = 0; i < n; i++) {
    words += is_word(text[i]) && (i == 0 || !is_word(text[i - 1]));
    word[i] = words;
    if (isalpha((unsigned char)text[i]))
      out[k++] = (char)tolower((unsigned char)text[i]);
  }
  return k;
}

static void letters_test(const int *x, size_t n) {
  char *text = BLOCK(char, n), *out = BLOCK(char, n);
  int *word = BLOCK(int, n), words = 0;
  for (size_t i = 0; i < n; i++)
    text[i] = (char)x[i];
  const size_t got = letters(out, word, text, n);
  size_t k = 0;
  bool before = false;
  for (size_t i = 0; i < n; i++) {
    const int c = (unsigned char)text[i];
    const bool now = (isalnum)(c) != 0 || c == '_';
    words += now && !before;
    before = now;
    CHECK(word[i] == words);
    if ((isalpha)(c) != 0) {
      CHECK(out[k] == (char)(tolower)(c));
      k++;
    }
  }
  CHECK(got == k);
  free(text);
  free(out);
  free(word);
}

// Assertions are not checked, and change nothing.
static int checked(int v) {
  assert(v >= -128);
  return 2 * v;
}

static void assertions(int *y, const int *x, size_t n) {
  int s = 0, at = 1;
#pragma omp parallel for scan(+ : s)
  for (size_t i = 0; i < n; i++) {
    at += 2;
    assert(x[i] <= 255 && "a character");
    s += checked(x[i]), assert(x[i] >= -1);
    assert(s == s);
    y[i] = s + at;
  }
}

static void assertions_test(const int *x, size_t n) {
  int *y = BLOCK(int, n), s = 0, at = 1;
  assertions(y, x, n);
  for (size_t i = 0; i < n; i++) {
    s += 2 * x[i];
    at += 2;
    CHECK(y[i] == s + at);
  }
  free(y);
}

// Without a scan.
static void in_parallel(int *y, const int *x, size_t n) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for
  for (size_t i = 0; i < n; i++) {
    assert(x[i] < 256);
    y[i] = isspace(x[i]) ? '_' : toupper(x[i]);
  }
}

static void parallel_test(const int *x, size_t n) {
  int *y = BLOCK(int, n);
  in_parallel(y, x, n);
  for (size_t i = 0; i < n; i++)
    CHECK(y[i] == ((isspace)(x[i]) ? '_' : (toupper)(x[i])));
  free(y);
}

// A variable that advances beside them.
static int advancing(long *y, const int *x, size_t n) {
  long s = 0;
  int k = 5;
#pragma omp parallel for scan(+ : s) linear(k : 2)
  for (size_t i = 0; i < n; i++) {
    k += 2;
    s += tolower(x[i]) * k;
    y[i] = s;
  }
  return k;
}

static void advancing_test(const int *x, size_t n) {
  long *y = BLOCK(long, n), s = 0;
  CHECK(advancing(y, x, n) == 5 + 2 * (int)n);
  for (size_t i = 0; i < n; i++) {
    s += (tolower)(x[i]) * (7 + 2 * (long)i);
    CHECK(y[i] == s);
  }
  free(y);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  const size_t n = scan_test_limit < 3000 ? scan_test_limit : 3000;
  int *x = BLOCK(int, n);
  // All that the functions take: EOF and the values of unsigned char.
  for (size_t i = 0; i < n; i++)
    x[i] = i < 257 ? (int)i - 1 : (int)scan_test_pick(i, -1, 255);
  isalnum_test(x, n);
  isalpha_test(x, n);
  isblank_test(x, n);
  iscntrl_test(x, n);
  isdigit_test(x, n);
  isgraph_test(x, n);
  islower_test(x, n);
  isprint_test(x, n);
  ispunct_test(x, n);
  isspace_test(x, n);
  isupper_test(x, n);
  isxdigit_test(x, n);
  conversions_test(x, n);
  letters_test(x, n);
  assertions_test(x, n);
  parallel_test(x, n);
  advancing_test(x, n);
  free(x);
  return scan_test_passed();
}

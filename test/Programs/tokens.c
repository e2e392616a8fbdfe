// RUN: %clang %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run_tiny %t

// The first passes of a tokenizer, and offsets in place.

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
  int start, length;
} Word;
static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static size_t words(Word *out, const char *text, size_t n) {
  size_t k = 0;
#pragma omp target map(to : text[0 : n])
#pragma omp parallel for scan(+ : k)
  for (size_t i = 0; i < n; i++)
    if (is_word(text[i]) && (i == 0 || !is_word(text[i - 1])))
      out[k++] = (Word){(int)i, 0};
  return k;
}
static int depth(int *d, const char *text, int n) {
  int level = 0;
#pragma omp parallel for scan(+ : level)
  for (int i = 0; i < n; i++) {
    level += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    d[i] = level;
  }
  return level;
}
static unsigned char quoted(unsigned char *q, const char *text, int n) {
  unsigned char inside = 0;
#pragma omp parallel for scan(^ : inside)
  for (int i = 0; i < n; i++) {
    inside ^= text[i] == '"';
    q[i] = inside;
  }
  return inside;
}
static int squeeze(char *out, const char *text, int n) {
  int k = -1;
  char last = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += text[i] != ' ' || last != ' ';
    out[k] = text[i];
    last = text[i];
  }
  return k + 1;
}
static void offsets(int *len, int n) {
  int previous = len[0];
  len[0] = 0;
#pragma omp parallel for scan(+ : len)
  for (int i = 1; i < n; i++) {
    int mine = len[i];
    len[i] = len[i - 1] + previous;
    previous = mine;
  }
}
int main(void) {
  for (int n = 1; n < 40000; n = n * 3 + 1) {
    char *t = malloc(n), *sq = malloc(n), *sw = malloc(n);
    for (int i = 0; i < n; i++)
      t[i] = "ab c()\" \n"[rand() % 9];
    Word *w = malloc(n * sizeof *w), *e = malloc(n * sizeof *w);
    size_t k = 0;
    for (int i = 0; i < n; i++)
      if (is_word(t[i]) && (i == 0 || !is_word(t[i - 1])))
        e[k++] = (Word){i, 0};
    if (words(w, t, n) != k || memcmp(w, e, k * sizeof *w)) {
      puts("BAD words");
      return 1;
    }
    int *d = malloc(4 * n), *len = malloc(4 * n), l = 0;
    depth(d, t, n);
    for (int i = 0; i < n; i++) {
      l += (t[i] == '(') - (t[i] == ')');
      if (d[i] != l) {
        puts("BAD depth");
        return 1;
      }
    }
    unsigned char *q = malloc(n), in = 0;
    quoted(q, t, n);
    for (int i = 0; i < n; i++) {
      in ^= t[i] == '"';
      if (q[i] != in) {
        puts("BAD quote");
        return 1;
      }
    }
    memset(sq, 0, n);
    memset(sw, 0, n);
    int kk = -1;
    char last = 0;
    for (int i = 0; i < n; i++) {
      kk += t[i] != ' ' || last != ' ';
      sw[kk] = t[i];
      last = t[i];
    }
    if (squeeze(sq, t, n) != kk + 1 || memcmp(sq, sw, n)) {
      puts("BAD squeeze");
      return 1;
    }
    for (int i = 0; i < n; i++)
      len[i] = d[i] = rand() % 9;
    offsets(len, n);
    int s = 0;
    for (int i = 0; i < n; i++) {
      if (len[i] != s) {
        puts("BAD offsets");
        return 1;
      }
      s += d[i];
    }
    free(t);
    free(sq);
    free(sw);
    free(w);
    free(e);
    free(d);
    free(len);
    free(q);
  }
  puts("ok");
}

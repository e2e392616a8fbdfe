// Packed structures have no PTX.
// UNSUPPORTED: cuda
// RUN: %clangxx -O2 -Wall -Werror -fpack-struct=1 -funsigned-char -fshort-enums -fshort-wchar -fno-strict-aliasing -fno-delete-null-pointer-checks -ftrivial-auto-var-init=zero -fms-extensions %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_DEVICE=host %run %t
// RUN: %clangxx -O2 -Wall -Werror -DOPEN %s %ompscan_native_flags %ompscan_libs -o %t.open
// RUN: %run_tiny %t.open
// RUN: env OMPSCAN_DEVICE=host %run %t.open

// Options and a pragma that change types and layouts: kernels have those of the
// program, and the structures of the runtime keep their own.

#ifndef SCAN
#include "Inputs/both_ways.h"
#include <cstddef>
#ifdef OPEN
#pragma pack(2)
struct Pair {
  char a;
  double b;
  short c;
  alignas(4) int d;
};
static_assert(offsetof(Pair, b) == 2 && offsetof(Pair, d) == 12, "packed");
#pragma pack(1)
#else
struct Pair {
  char a;
  double b;
  short c;
  int d;
};
#endif

enum Small { No, Yes, Perhaps = 200 };
struct Record {
  char tag;
  double weight;
  wchar_t letter;
  Small kind;
  long id;
  struct {
    short a;
    int b;
  } inner;
};
static_assert(offsetof(Record, weight) == 1, "packed");
struct Both : Pair {
  char e;
  Record record[2];
};

namespace parallel {
#define SCAN(...) PRAGMA(omp parallel for __VA_ARGS__)
#define TARGET(...) PRAGMA(omp target __VA_ARGS__)
#include __FILE__
} // namespace parallel
#undef SCAN
#undef TARGET
namespace sequential {
#define SCAN(...)
#define TARGET(...)
#include __FILE__
} // namespace sequential

int main(int argc, char **argv) {
  return checkBothWays(parallel::loops, sequential::loops, argc, argv);
}
#else

static std::vector<Record> recordsOf(int n, const int *x) {
  std::vector<Record> all(n + 1);
  for (int i = 0; i <= n; i++)
    all[i] = {char(x[i]),        x[i] / 8.0, wchar_t(x[i] * 77),
              i % 3 ? Yes : Perhaps, x[i] * 3L,  {short(i), x[i] + 5}};
  return all;
}

static void members(int n, const int *x, const double *, long *y, double *z) {
  const std::vector<Record> records = recordsOf(n, x);
  const Record *r = records.data();
  long s = 0;
  double t = 0;
  TARGET(map(to : r[0 : n]) map(from : y[0 : n], z[0 : n]))
  SCAN(scan(+ : s, t))
  for (int i = 0; i < n; i++) {
    s += r[i].tag + r[i].letter + r[i].kind + r[i].id + r[i].inner.b;
    t += r[i].weight + r[i].inner.a;
    y[i] = s;
    z[i] = t;
  }
}

static void inOrder(int n, const int *x, const double *, long *y, double *) {
  const char *c = reinterpret_cast<const char *>(x);
  int k = 0;
  long s = 0;
  SCAN(scan(+ : k, s))
  for (int i = 0; i < n; i++) {
    const Small kind = c[i] > 100 ? Perhaps : c[i] < 0 ? Yes : No;
    s += kind + sizeof(Small);
    if (c[i] > 0) {
      y[k] = c[i] + s;
      k++;
    }
  }
  y[n] = k;
}

static void stored(int n, const int *x, const double *d, long *y, double *z) {
  std::vector<Record> records = recordsOf(n, x);
  Record *r = records.data();
  TARGET(map(tofrom : r[0 : n]) map(to : d[0 : n]))
  SCAN()
  for (int i = 0; i < n; i++) {
    Record changed = r[i];
    changed.weight += d[i];
    changed.tag++;
    changed.inner = {7, changed.inner.b - 2};
    r[i] = changed;
  }
  for (int i = 0; i < n; i++) {
    y[i] = r[i].tag + r[i].inner.a + r[i].inner.b;
    z[i] = r[i].weight;
  }
}

static void nested(int n, const int *x, const double *, long *y, double *) {
  std::vector<Both> both(n + 1);
  for (int i = 0; i <= n; i++) {
    both[i].a = char(x[i]);
    both[i].b = x[i];
    both[i].c = short(i);
    both[i].d = x[i] * 3;
    both[i].e = char(i);
    both[i].record[1].id = x[i] + 9;
  }
  const Both *b = both.data();
  long s = 0;
  TARGET(map(to : b[0 : n]) map(from : y[0 : n]))
  SCAN(scan(+ : s))
  for (int i = 0; i < n; i++) {
    s += b[i].a + long(b[i].b) + b[i].c + b[i].d + b[i].e + b[i].record[1].id;
    y[i] = s;
  }
}

const Loop loops[] = {LOOP(members), LOOP(inOrder), LOOP(stored), LOOP(nested)};
#endif

// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t meet

// Columns of arrays of arrays, of constant and of variable extents.

#include <stdio.h>
#include <string.h>

enum { Most = 20000, Width = 3 };

typedef struct {
  int key;
  double v[4];
} Record;

static long Table[Most][Width];
static long Cube[Most / 50][4][Width], CubeBefore[Most / 50][4][Width];
static int Wrong;
/// Whether to run loops whose iterations depend on each other as well.
static int Meets;

static void check(const char *Name, int N, const void *Got, const void *Expected, size_t Size) {
  if (memcmp(Got, Expected, Size)) {
    printf("%s, %d iterations\n", Name, N);
    ++Wrong;
  }
}

static void fill(long *Values, size_t Count) {
  for (size_t I = 0; I != Count; ++I)
    Values[I] = (long)(I * 7919 % 1000) - 300;
}

// A global array, a column of which is scanned.
static void global(int n, const long *x) {
  static long Expected[Most][Width];
  fill(&Table[0][0], Most * Width);
  memcpy(Expected, Table, sizeof Table);
  for (int i = 1; i < n; i++)
    Expected[i][1] = Expected[i - 1][1] + x[i];
#pragma omp parallel for scan(+ : Table)
  for (int i = 1; i < n; i++)
    Table[i][1] = Table[i - 1][1] + x[i];
  check("global", n, Table, Expected, sizeof Table);
}

// One column read, one scanned, one stored.
__attribute__((noinline)) static void three(int n, long (*v)[Width]) {
#pragma omp parallel for scan(+ : v)
  for (int i = 1; i < n; i++) {
    v[i][1] = v[i - 1][1] + v[i][0];
    v[i][2] = 2 * v[i][1] - v[i - 1][1];
  }
}

// Accumulators, and columns that are read, also by what returns a structure,
// and stored.
typedef struct {
  long value;
} Wrapped;
static Wrapped wrapped(long v) {
  const Wrapped w = {v};
  return w;
}
__attribute__((noinline)) static long accumulate(int n, long (*v)[Width]) {
  long s = 5;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    if (i > 0)
      s += wrapped(v[i - 1][0]).value;
    v[i][2] = s + v[i][1];
  }
  return s;
}

// A minimum from the right.
__attribute__((noinline)) static void right(int n, long (*v)[Width]) {
#pragma omp parallel for scan(min : v)
  for (int i = n - 2; i >= 0; i--)
    v[i][2] = v[i + 1][2] < v[i][0] ? v[i + 1][2] : v[i][0];
}

// Variable extents: a column and a row.
__attribute__((noinline)) static void column(int n, int m, long a[n][m], int j) {
#pragma omp target map(tofrom : a[0 : n][0 : m])
#pragma omp parallel for scan(+ : a)
  for (int i = 1; i < n; i++)
    a[i][j] = a[i - 1][j] + i;
}

__attribute__((noinline)) static void row(int n, int m, long a[n][m], int i) {
#pragma omp parallel for scan(+ : a)
  for (int j = 1; j < m; j++)
    a[i][j] = a[i][j - 1] + j;
}

// Columns that may be one: compared at launch.
__attribute__((noinline)) static void columns(int n, int m, long a[n][m], int j, int k) {
  m = -1; // The extent of the rows stays what it was.
#pragma omp parallel for scan(+ : a)
  for (int i = 1; i < n; i++)
    a[i][j] = a[i - 1][j] + a[i][k];
}

__attribute__((noinline)) static long between(int n, int m, long a[n][m], int j, int k) {
  long s = 0;
#pragma omp target map(tofrom : a[0 : n])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += a[i][j];
    a[i][k] = s;
  }
  return s;
}

// The element of an earlier iteration, if j + m == k.
__attribute__((noinline)) static void earlier(int n, int m, long *a, int j, int k) {
#pragma omp parallel for scan(+ : a)
  for (int i = 2; i < n; i++)
    a[i * m + k] = a[(i - 1) * m + k] + a[i * m + j];
}

// Sums over all columns, for each of them.
__attribute__((noinline)) static void all(int n, int m, long a[n][m], long b[n][m]) {
#pragma omp parallel for collapse(2) scan(+ : a)
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n; i++)
      a[i][j] = a[i - 1][j] + b[i][j];
}

// The same in one dimension, where the distance of rows is a product.
__attribute__((noinline)) static void layers(int n, int r, int w, long *a, const long *b) {
#pragma omp parallel for collapse(3) scan(+ : a)
  for (int j = 0; j < r; j++)
    for (int k = 0; k < w; k++)
      for (int i = 1; i < n; i++)
        a[(i * r + j) * w + k] = a[(i * r + j) * w + k - r * w] + b[(i * r + j) * w + k];
}

// Sums of rows.
__attribute__((noinline)) static long rows(int n, int m, long a[n][m], long *y) {
  long t = 0;
#pragma omp target map(to : a[0 : n][0 : m])
#pragma omp parallel for scan(+ : t)
  for (int i = 0; i < n; i++) {
    long r = 0;
    for (int j = 0; j < m; j++)
      r += a[i][j];
    t += r;
    y[i] = t;
  }
  return t;
}

// Arrays in members, three dimensions, and arrays inside of structures.
typedef struct {
  long (*v)[4][Width];
} Holder;

__attribute__((noinline)) static void member(int n, Holder *h) {
#pragma omp parallel for scan(+ : h->v)
  for (int i = 1; i < n; i++)
    h->v[i][2][1] = h->v[i - 1][2][1] + h->v[i][3][1];
}

__attribute__((noinline)) static double inside(int n, Record *p) {
  double s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += p[i].v[2];
    p[i].v[3] = s;
  }
  return s;
}

static void run(int n) {
  static long x[Most], y[Most], Expected[Most][Width];
  fill(x, Most);
  global(n, x);

  fill(&Table[0][0], Most * Width);
  memcpy(Expected, Table, sizeof Table);
  for (int i = 1; i < n; i++) {
    Expected[i][1] = Expected[i - 1][1] + Expected[i][0];
    Expected[i][2] = 2 * Expected[i][1] - Expected[i - 1][1];
  }
  three(n, Table);
  check("three", n, Table, Expected, sizeof Table);

  long s = 5;
  for (int i = 0; i < n; i++) {
    if (i > 0)
      s += Expected[i - 1][0];
    Expected[i][2] = s + Expected[i][1];
  }
  long t = accumulate(n, Table);
  check("accumulate", n, Table, Expected, sizeof Table);
  check("accumulate: s", n, &t, &s, sizeof s);

  for (int i = n - 2; i >= 0; i--)
    Expected[i][2] = Expected[i + 1][2] < Expected[i][0] ? Expected[i + 1][2] : Expected[i][0];
  right(n, Table);
  check("right", n, Table, Expected, sizeof Table);

  for (int i = 1; i < n; i++)
    Expected[i][2] = Expected[i - 1][2] + i;
  column(n, Width, Table, 2);
  check("column", n, Table, Expected, sizeof Table);

  const int Wide = n / 4 > 0 ? n / 4 : 1;
  long *Flat = &Expected[0][0];
  for (int j = 1; j < Wide; j++)
    Flat[2 * Wide + j] = Flat[2 * Wide + j - 1] + j;
  row(4, Wide, (long(*)[Wide])Table, 2);
  check("row", n, Table, Expected, sizeof Table);

  for (int j = 0; j < Width; j++)
    for (int k = 0; k < Width; k++) {
      fill(&Table[0][0], Most * Width);
      memcpy(Expected, Table, sizeof Table);
      for (int i = 1; i < n; i++)
        Expected[i][j] = (long)((unsigned long)Expected[i - 1][j] + (unsigned long)Expected[i][k]);
      columns(n, Width, Table, j, k);
      check("columns", n, Table, Expected, sizeof Table);
      long Sum = 0;
      for (int i = 0; i < n; i++) {
        Sum = (long)((unsigned long)Sum + (unsigned long)Expected[i][j]);
        Expected[i][k] = Sum;
      }
      long Got = between(n, Width, Table, j, k);
      check("between", n, Table, Expected, sizeof Table);
      check("between: s", n, &Got, &Sum, sizeof Sum);
    }

  for (int j = -Width; j < Width; j++) {
    if (j == 1 - Width && !Meets)
      continue;
    const int Few = n < 80 ? n : 80; // Sums of earlier sums grow exponentially.
    for (int i = 0; i < Most; i++)
      for (int k = 0; k < Width; k++)
        Table[i][k] = (i + k) % 2;
    memcpy(Expected, Table, sizeof Table);
    for (int i = 2; i < Few; i++)
      Flat[i * Width + 1] = Flat[(i - 1) * Width + 1] + Flat[i * Width + j];
    earlier(Few, Width, &Table[0][0], j, 1);
    check("earlier", n, Table, Expected, sizeof Table);
  }

  static long Other[Most][Width];
  fill(&Table[0][0], Most * Width);
  fill(&Other[0][0], Most * Width);
  memcpy(Expected, Table, sizeof Table);
  for (int j = 0; j < Width; j++)
    for (int i = 1; i < n; i++)
      Expected[i][j] = Expected[i - 1][j] + Other[i][j];
  all(n, Width, Table, Other);
  check("all", n, Table, Expected, sizeof Table);

  fill(&Table[0][0], Most * Width);
  memcpy(Expected, Table, sizeof Table);
  for (int i = 3; i < n / 3 * 3; i++)
    for (int k = 0; k < Width; k++)
      Expected[i][k] = Expected[i - 3][k] + Other[i][k];
  layers(n / 3, 3, Width, &Table[0][0], &Other[0][0]);
  check("layers", n, Table, Expected, sizeof Table);

  static long Totals[Most];
  memset(Totals, 0x5a, sizeof Totals);
  memset(y, 0x5a, sizeof y);
  s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < Width; j++)
      s += Table[i][j];
    Totals[i] = s;
  }
  t = rows(n, Width, Table, y);
  check("rows", n, y, Totals, sizeof y);
  check("rows: t", n, &t, &s, sizeof s);

  const int Layers = n / 50;
  fill(&Cube[0][0][0], sizeof Cube / sizeof(long));
  memcpy(CubeBefore, Cube, sizeof Cube);
  for (int i = 1; i < Layers; i++)
    CubeBefore[i][2][1] = CubeBefore[i - 1][2][1] + CubeBefore[i][3][1];
  Holder h = {Cube};
  member(Layers, &h);
  check("member", n, Cube, CubeBefore, sizeof Cube);

  static Record Records[Most], ExpectedRecords[Most];
  memset(Records, 0, sizeof Records);
  for (int i = 0; i < Most; i++)
    for (int j = 0; j < 4; j++)
      Records[i].v[j] = i % 17 + j;
  memcpy(ExpectedRecords, Records, sizeof Records);
  double d = 0;
  for (int i = 0; i < n; i++) {
    d += ExpectedRecords[i].v[2];
    ExpectedRecords[i].v[3] = d;
  }
  double e = inside(n, Records);
  check("inside", n, Records, ExpectedRecords, sizeof Records);
  check("inside: s", n, &e, &d, sizeof d);
}

int main(int argc, char **argv) {
  Meets = argc > 1;
  const int Sizes[] = {0, 1, 2, 3, 101, 4099, Most};
  for (unsigned I = 0; I != sizeof Sizes / sizeof *Sizes; ++I)
    run(Sizes[I]);
  return Wrong != 0;
}

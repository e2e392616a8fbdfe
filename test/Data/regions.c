// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t host
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_MEMORY_LIMIT=8K %run %t fallback
// RUN: %if !shared-memory %{ env OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s %}
// RUN: %if shared-memory %{ env OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=SHARED %}
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   -fplugin-arg-ompscan-no-target-loops %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %run %t
// RUN: %if !shared-memory %{ env OMPSCAN_INFO=1 %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=STAYS %}

// Directives on data, scan loops, and target constructs that the device or the
// host does, in one function each.

// What is mapped is not moved by the loops inside.
// CHECK: (chain): data of {{.*}}, 12000 bytes in, 0 bytes out
// CHECK: (chain): data of {{.*}}, 12000 bytes in, 0 bytes out
// CHECK: (chain): 2999 iterations {{.*}}, 0 bytes in, 0 bytes out
// CHECK: (chain): 3000 iterations {{.*}}, parallel loop, {{.*}}, 0 bytes in, 0 bytes out
// CHECK: (chain): data of {{.*}}, 0 bytes in, 40 bytes out
// CHECK: (chain): 3000 iterations {{.*}}, reduction, {{.*}}, 0 bytes in, 0 bytes out
// Where the memory is the host's, nothing is moved at all.
// SHARED-NOT: (chain): data of
// SHARED: (chain): 2999 iterations {{.*}}, 0 bytes in, 0 bytes out
// SHARED-NEXT: (chain): 3000 iterations {{.*}}, parallel loop, {{.*}}, 0 bytes in, 0 bytes out
// SHARED-NEXT: (chain): 3000 iterations {{.*}}, reduction, {{.*}}, 0 bytes in, 0 bytes out
// STAYS: (chain): data of {{.*}}, 12000 bytes in, 0 bytes out
// STAYS: (chain): data of {{.*}}, 12000 bytes in, 0 bytes out
// STAYS: (chain): 2999 iterations {{.*}}, 0 bytes in, 0 bytes out
// STAYS: (chain): data of {{.*}} bytes in, 36000 bytes out
// STAYS: (chain): data of {{.*}}, 0 bytes in, 40 bytes out

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int on_host; // Data that is mapped is the host's own.

static void expect(int holds, int line, const char *what) {
  if (!holds) {
    printf("line %d: not so: %s\n", line, what);
    exit(1);
  }
}
#define EXPECT(C) expect(C, __LINE__, #C)

static int *array(int n) { return malloc((size_t)n * sizeof(int)); }

// One chain on three arrays, with a look at a part of one in between.
static void chain(int n) {
  int *x = array(n), *y = array(n), *z = array(n), *want = array(3 * n);
  for (int i = 0; i < n; i++) {
    want[i] = x[i] = i % 7;
    want[n + i] = y[i] = i % 3;
    want[2 * n + i] = z[i] = -1;
  }
  for (int i = 1; i < n; i++)
    want[n + i] = want[n + i - 1] + want[i];
  for (int i = 0; i < n; i++)
    want[2 * n + i] = want[n + i] * 2 + want[i];
  long sum = 5, want_sum = 5;
  for (int i = 0; i < n; i++)
    want_sum += want[2 * n + i];
#pragma omp target data map(to : x[0 : n]) map(y[ : n]) map(from : z[0 : n])
  {
#pragma omp target
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      z[i] = y[i] * 2 + x[i];
    EXPECT(on_host || z[6] == -1);
#pragma omp target update from(z[5 : 10])
    EXPECT(on_host || z[4] == -1);
    EXPECT(z[5] == want[2 * n + 5] && z[14] == want[2 * n + 14]);
    EXPECT(on_host || z[15] == -1);
    EXPECT(on_host || y[n - 1] == (n - 1) % 3);
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += z[i];
    EXPECT(sum == want_sum);
    x[3] = 100;
#pragma omp target update to(x[2 : 2]) if (n > 5)
    x[4] = 100;
#pragma omp target update to(x[4]) if (n < 5)
#pragma omp target parallel for nowait
    for (int i = 0; i < n; i++)
      x[i] += z[i];
#pragma omp target
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }
  want[3] = 100;
  if (on_host)
    want[4] = 100;
  for (int i = 0; i < n; i++)
    want[i] += want[2 * n + i];
  for (int i = 1; i < n; i++)
    want[n + i] = want[n + i - 1] + want[i];
  for (int i = 0; i < n; i++)
    EXPECT(y[i] == want[n + i] && z[i] == want[2 * n + i]);
  EXPECT(on_host || x[7] == 0);
  free(x);
  free(y);
  free(z);
  free(want);
}

struct record {
  int count;
  double *values;
  int table[10];
};
static int table[100];
static const int primes[5] = {2, 3, 5, 7, 11};

// Kinds of list items.
static void items(int m) {
  double grid[m][30];
  struct record r = {10, malloc(10 * sizeof(double)), {0}}, *p = &r;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 30; j++)
      grid[i][j] = i + j;
  for (int i = 0; i < 10; i++)
    r.values[i] = i;
#pragma omp target enter data map(to : grid[0 : m][0 : 30], table, primes)      \
    map(to : p->values[0 : r.count]) map(alloc : r.table[2 : 4])
#pragma omp target
  {
    for (int i = 0; i < m; i++)
      grid[i][1] = r.values[i % 10] + primes[i % 5];
    table[4] = 7;
    for (int i = 2; i < 6; i++)
      r.table[i] = i;
  }
#pragma omp target map(p->values[0 : p->count])
  p->values[3] += 1;
  EXPECT(on_host || (grid[3][1] == 4 && table[4] == 0 && r.values[3] == 3));
#pragma omp target update from(table[4], grid[3 : 1][ : ])
  EXPECT(grid[3][1] == 3 + 7 && table[4] == 7);
  EXPECT(on_host || grid[4][1] == 5);
  table[5] = 1;
#pragma omp target exit data map(from : grid[ : ], table)                       \
    map(release : r.values[0 : 10], primes) map(from : r.table[2 : 4])          \
    if (m > 5)
  EXPECT(grid[4][1] == 4 + 11 && grid[13][1] == 3 + 7 && grid[13][2] == 15);
  EXPECT(table[4] == 7 && table[5] == on_host);
  EXPECT(r.table[1] == 0 && r.table[2] == 2 && r.table[5] == 5 && !r.table[6]);
  EXPECT(r.values[3] == 3 + on_host);
  free(r.values);
}

// References are counted, over functions.
static void inner(int *a, int n) {
#pragma omp target enter data map(to : a[0 : n])
#pragma omp parallel for scan(max : a)
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] > a[i] ? a[i - 1] : a[i];
#pragma omp target exit data map(from : a[0 : n])
}
static void counts(int n) {
  int *a = array(n);
  for (int i = 0; i < n; i++)
    a[i] = (i * 31) % n;
#pragma omp target data map(tofrom : a[0 : n])
  {
    inner(a, n);
    EXPECT(on_host || a[n / 2] == (n / 2 * 31) % n);
#pragma omp target data map(always, from : a[0 : 5]) if (n > 0)
    {
#pragma omp target exit data map(release : a[0 : 1]) map(delete : table)
#pragma omp target enter data map(always, to : a[1])
    }
    EXPECT(a[4] == 3 * 31 % n && (on_host || a[6] == 6 * 31 % n));
  }
  int most = 0;
  for (int i = 0; i < n; i++) {
    if ((i * 31) % n > most)
      most = (i * 31) % n;
    EXPECT(a[i] == most);
  }
  free(a);
}

// Scalars that are mapped: those of loops, those that they read, and copies.
static void scalars(int n) {
  int *x = array(n), *out = array(n), k = 0, m = 3;
  long s = 5;
  for (int i = 0; i < n; i++) {
    x[i] = i % 10;
    out[i] = -1;
  }
#pragma omp target data map(to : x[0 : n]) map(out[0 : n]) map(k, s) map(to : m)
  {
    for (int round = 0; round < 2; round++) {
#pragma omp target map(tofrom : k) if (round < 5)
#pragma omp parallel for scan(+ : k)
      for (int i = 0; i < n; i++)
        if (x[i] > 7)
          out[k++] = x[i];
    }
    EXPECT(on_host || k == 0);
    m = 99;
#pragma omp target map(to : m) map(tofrom : s)
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < n; i++)
      s += x[i] * m;
    EXPECT(on_host || s == 5);
#pragma omp target map(s)
    s += 1;
#pragma omp target map(tofrom : s)
    s += m; // The host's own: it is firstprivate.
#pragma omp target map(tofrom : s) if (n < 3)
    s = -1;
    EXPECT(s == -1);
    int j = m;
#pragma omp target firstprivate(j) map(tofrom : s)
    {
      s += j;
      j = 0;
    }
    EXPECT(j == 99);
  }
  EXPECT(k == n / 10 * 4 && out[k - 1] == 9 && out[k] == -1);
  EXPECT(s == (on_host ? -1 + 99 : 5 + 3 * (n / 10 * 45) + 1 + 99 + 99));
  free(x);
  free(out);
}

// Pointers out of memory, calls, and a scan that is a part of a construct.
static void opaque(int *const *rows, int row, int n) {
  for (int i = 0; i < n; i++)
    rows[row][i] += 1;
}
static void unknown(int n) {
  int *rows[3];
  for (int row = 0; row < 3; row++) {
    rows[row] = array(n);
    for (int i = 0; i < n; i++)
      rows[row][i] = row;
  }
  int *a = rows[1], *b = rows[2];
#pragma omp target data map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp target
    for (int i = 0; i < n; i++)
      rows[2][i] += rows[1][i];
    EXPECT(on_host || b[3] == 2);
#pragma omp target
    opaque(rows, 1, n);
#pragma omp parallel for scan(+ : a)
    for (int i = 1; i < n; i++)
      a[i] = a[i - 1] + b[i];
#pragma omp target map(a[0 : n])
    {
      a[0] = 1;
#pragma omp parallel for scan(+ : a)
      for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + 1;
      a[1] += 5;
    }
    EXPECT(on_host || a[1] == 1);
  }
  EXPECT(b[3] == 3 && a[0] == 1 && a[1] == 7 && a[n - 1] == n);
  for (int row = 0; row < 3; row++)
    free(rows[row]);
}

// Rows whose length is known when the program runs, in a parallel region.
static void rows(int n, int m) {
  int grid[n][m];
  for (int i = 0; i < n * m; i++)
    grid[i / m][i % m] = i;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target enter data map(to : grid[0 : n])
    for (int i = 0; i < n * m; i++)
      grid[i / m][i % m] = -1;
#pragma omp target update from(grid[1 : n - 2])
#pragma omp target exit data map(release : grid)
  }
  EXPECT(grid[0][m - 1] == -1 && grid[1][0] == (on_host ? -1 : m));
  EXPECT(grid[n - 1][0] == -1 &&
         grid[n - 2][m - 1] == (on_host ? -1 : (n - 1) * m - 1));
}

// Sections that only name what is mapped already.
static void names(int n) {
  int *a = array(n), *p = a, none = n - n;
  struct record r = {0, 0, {0}}, *q = &r;
  double *d = malloc((size_t)n * sizeof(double));
  r.values = d;
  for (int i = 0; i < n; i++)
    d[i] = a[i] = i;
#pragma omp target data map(tofrom : a[0 : n], d[0 : n])
  {
    for (int i = 0; !on_host && i < n; i++)
      d[i] = a[i] = -1;
#pragma omp target map(p[ : 0])
    for (int i = 0; i < n; i++)
      p[i] += 1;
#pragma omp target map(to : p[0 : none])
    {
      for (int i = 0; i < n; i++)
        p[i] += 1;
      p[1] += 1;
    }
#pragma omp target map(alloc : p[n / 2 : 1])
    {
      for (int i = 0; i < n; i++)
        p[i] += 1;
      p[1] += 1;
    }
#pragma omp target map(tofrom : p[0]) map(r.values[ : 0])
    {
      for (int i = 0; i < n; i++)
        p[i] += r.values[i] > 5;
      r.values[1] += 2;
    }
#pragma omp target map(q->values[ : 0])
    q->values[2] += 2;
#pragma omp target map(p)
    for (int i = 0; i < n; i++)
      p[i] += 1;
    for (int i = 0; !on_host && i < n; i++)
      EXPECT(d[i] == -1 && a[i] == -1);
  }
  for (int i = 0; i < n; i++) {
    EXPECT(a[i] == i + 4 + (i > 5) + 2 * (i == 1));
    EXPECT(d[i] == i + 2 * (i == 1 || i == 2));
  }
  free(a);
  free(d);
}

// Loops all of whose iterations store the same.
static void flags(int n) {
  int found[4] = {0}, *p = found, *x = array(n);
  for (int i = 0; i < n; i++)
    x[i] = i % 5;
#pragma omp target enter data map(to : x[0 : n], found)
  for (int i = 0; !on_host && i < 4; i++)
    found[i] = -1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    found[1] = 1;
#pragma omp target parallel for map(p[ : 0])
  for (int i = 0; i < n; i++)
    if (x[i] == 4)
      p[2] = 2;
#pragma omp target teams distribute parallel for map(tofrom : found)
  for (int i = 0; i < n; i++) {
    x[i] = 5;
    found[3] = 3;
  }
  EXPECT(on_host || found[1] == -1);
#pragma omp target exit data map(from : found, x[0 : n])
  EXPECT(found[0] == 0 && found[1] == 1 && found[2] == 2 && found[3] == 3);
  found[0] = 0;
#pragma omp target teams distribute parallel for map(from : found)
  for (int i = 0; i < n; i++)
    found[0] = 7;
  EXPECT(found[0] == 7 && x[n - 1] == 5);
  free(x);
}

// Pointers on the device, which lead to what is mapped.
struct vector {
  int length;
  double *data;
};
static double *global;

static void fill(struct vector *v) {
  for (int i = 0; i < v->length; i++)
    v->data[i] = i;
}
static void check_filled(struct vector *v, double *data, int n) {
  EXPECT(v->data == data);
  for (int i = 0; i < n; i++) {
    EXPECT(v->data[i] == i);
    v->data[i] = -1;
  }
}

static void attached(int n) {
  double *const data = malloc((size_t)n * sizeof(double));
  struct vector v = {n, data};
  for (int i = 0; i < n; i++)
    data[i] = -1;
  // Members by themselves.
#pragma omp target enter data map(to : v.length, v.data[0 : n]) map(alloc : v.data)
#pragma omp target map(always, from : v)
  fill(&v);
  EXPECT(v.length == n && v.data == data && (on_host || data[0] == -1));
#pragma omp target exit data map(from : v.data[0 : n]) map(delete : v.length, v.data)
  check_filled(&v, data, n);
  // The structure first, or last, or in a directive of its own.
#pragma omp target enter data map(alloc : v) map(to : v.data[0 : n])
#pragma omp target update to(v.length)
#pragma omp target
  fill(&v);
  EXPECT(on_host || data[0] == -1);
#pragma omp target update from(v.data[0 : n])
#pragma omp target exit data map(from : v) map(release : v.data[0 : n])
  check_filled(&v, data, n);
#pragma omp target data map(to : v.data[0 : n])
  {
#pragma omp target enter data map(alloc : v.data[ : 0], v)
#pragma omp target update to(v.length)
#pragma omp target
    fill(&v);
#pragma omp target exit data map(from : v)
#pragma omp target update from(v.data[0 : n])
  }
  check_filled(&v, data, n);
#pragma omp target enter data map(alloc : v)
#pragma omp target update to(v.length)
  struct vector *p = &v;
#pragma omp target data map(from : p->data[0 : n])
  {
#pragma omp target
    fill(p);
  }
  check_filled(&v, data, n);
  // The pointer has changed, and is attached to the new target; the host's own
  // changes, and both stay.
  double *const other = malloc((size_t)n * sizeof(double));
  v.data = other;
#pragma omp target enter data map(to : p->data[0 : n])
  if (!on_host)
    v.data = NULL;
#pragma omp target update to(v)
#pragma omp target
  fill(p);
#pragma omp target update from(v)
  EXPECT(on_host || v.data == NULL);
#pragma omp target exit data map(from : v) map(from : other[0 : n])
  EXPECT(on_host || v.data == NULL);
  v.data = other;
  check_filled(&v, other, n);
  // Only the construct maps the target, which is the host's.
#pragma omp target enter data map(alloc : v)
#pragma omp target update to(v.length)
#pragma omp target map(v.data[0 : n])
  fill(&v);
  check_filled(&v, other, n);
  // Scans, and a loop without one.
  double s = 0, *y = malloc((size_t)n * sizeof(double));
  for (int i = 0; i < n; i++)
    y[i] = -1, v.data[i] = 1;
#pragma omp target enter data map(to : v.data[0 : n])
  for (int i = 0; !on_host && i < n; i++)
    v.data[i] = -1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    v.data[i] *= 2;
#pragma omp target map(from : y[0 : n])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += v.data[i];
    y[i] = s;
  }
#pragma omp target map(v) map(p->data[ : 0])
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    s += p->data[n - i - 1l];
#pragma omp target exit data map(delete : v, v.data[0 : n])
  for (int i = 0; i < n; i++)
    EXPECT(y[i] == 2 * (i + 1) && (on_host || v.data[i] == -1));
  EXPECT(s == 4 * n);
  // Pointers in an array, and of their own.
  double *rows[2] = {data, other};
  global = y;
  for (int i = 0; i < n; i++)
    data[i] = other[i] = y[i] = i;
#pragma omp target enter data map(alloc : rows, global)
#pragma omp target enter data map(to : global[0 : n])
  for (int row = 0; row < 2; row++) {
#pragma omp target enter data map(to : rows[row][0 : n])
  }
#pragma omp target
  for (int row = 0; row < 2; row++)
    for (int i = 0; i < n; i++)
      rows[row][i] += row + global[i];
  EXPECT(on_host || rows[1][1] == 1);
#pragma omp target exit data map(from : data[0 : n], other[0 : n]) map(release : rows)
#pragma omp target exit data map(release : global, y[0 : n])
  for (int i = 0; i < n; i++)
    EXPECT(rows[0][i] == 2 * i && rows[1][i] == 2 * i + 1 && global == y);
  double *local = y;
#pragma omp target enter data map(alloc : local) map(to : local[0 : n])
#pragma omp target map(local)
  local[1] += 5;
#pragma omp target exit data map(release : local) map(from : y[0 : n])
  EXPECT(y[1] == 6 && local == y);
  free(data);
  free(other);
  free(y);
}

// Tasks, which the directives wait for.
static void tasks(int n) {
  int *a = array(n);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a[0])
    for (int i = 0; i < n; i++)
      a[i] = 1;
#pragma omp target enter data map(to : a[0 : n]) nowait depend(inout : a[0])
#pragma omp target depend(inout : a[0]) nowait
#pragma omp parallel for scan(+ : a)
    for (int i = 1; i < n; i++)
      a[i] = a[i - 1] + a[i];
#pragma omp target parallel for depend(inout : a[0]) nowait
    for (int i = 0; i < n; i++)
      a[i] *= 2;
#pragma omp target exit data map(from : a[0 : n]) nowait depend(inout : a[0])
#pragma omp task depend(in : a[0])
    EXPECT(a[n - 1] == 2 * n);
  }
  free(a);
}

int main(int argc, char **argv) {
  on_host = (argc > 1 && strcmp(argv[1], "host") == 0) ||
            ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 1;
  chain(3000);
  items(20);
  counts(100);
  scalars(1000);
  unknown(500);
  names(1000);
  flags(1000);
  attached(1000);
  tasks(700);
  rows(12, 35);
  return 0;
}

// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t

// `target update` of sections that are not contiguous: each element that they
// name is moved, and no other one.

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, R = 20, C = 30 };

struct vector { int length; double *data; };

static int wrong;

/// Counts and reports an element whose value is not as it should be: \p value
/// where an update has moved it, and \p other where none has.
static void expect(const char *name, int at, int is, int moved, int value,
                   int other) {
  if (is == (moved ? value : other))
    return;
  printf("%s[%d] is %d, and should be %d\n", name, at, is, moved ? value : other);
  wrong++;
}

static int column(int i) { return i >= 2 && i < 17 && (i - 2) % 3 == 0; }
static int row(int i) { return i >= 1 && i < 13 && (i - 1) % 4 == 0; }

static int x[N], y[R][C], z[4][R][C];

int main(void) {
  int n = N, r = R, c = C, v[r][c], none = 0;
  int *p = malloc(N * sizeof(int));
  struct vector s = {N, malloc(N * sizeof(double))};
  int *const y0 = &y[0][0], *const z0 = &z[0][0][0], *const v0 = &v[0][0];
  // Where the memory is the host's own, all elements are there at once.
  const int apart = !ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE);

  for (int i = 0; i < N; i++)
    x[i] = p[i] = i + 1, s.data[i] = i + 1;
  for (int i = 0; i < R * C; i++)
    y0[i] = v0[i] = i + 1;
  for (int i = 0; i < 4 * R * C; i++)
    z0[i] = i + 1;
  double *data = s.data;
#pragma omp target enter data map(to : x, y, z, p[0 : N], v, data[0 : N])
#pragma omp target teams distribute parallel for map(alloc : x, p[0 : N], data[0 : N])
  for (int i = 0; i < N; i++)
    x[i] = p[i] = -i - 1, data[i] = -i - 1;
#pragma omp target teams distribute parallel for collapse(2) map(alloc : y, v)
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      y[i][j] = -y[i][j], v[i][j] = -v[i][j];
#pragma omp target teams distribute parallel for collapse(2) map(alloc : z)
  for (int i = 0; i < 4 * R; i++)
    for (int j = 0; j < C; j++)
      z[i / R][i % R][j] = -z[i / R][i % R][j];

#pragma omp target update from(x[0 : n / 2 : 2], p[1 : n / 3 : 3], s.data[3 : 10 : 7])
#pragma omp target update from(y[1 : 3 : 4][2 : 5 : 3], v[2 : 4][1 : 6])
#pragma omp target update from(z[1 : 2][0 : r / 2 : 2][3 : 4])
#pragma omp target update from(x[1 : none : 2], y[0 : none : 2][1 : 2])
  for (int i = 0; i < N; i++) {
    expect("x", i, x[i], i % 2 == 0 || !apart, -i - 1, i + 1);
    expect("p", i, p[i], i % 3 == 1 || !apart, -i - 1, i + 1);
    expect("data", i, (int)s.data[i],
           (i >= 3 && i < 73 && i % 7 == 3) || !apart, -i - 1, i + 1);
  }
  for (int i = 0; i < R * C; i++) {
    const int in = i / C >= 2 && i / C < 6 && i % C >= 1 && i % C < 7;
    expect("y", i, y0[i], (row(i / C) && column(i % C)) || !apart, -i - 1, i + 1);
    expect("v", i, v0[i], in || !apart, -i - 1, i + 1);
  }
  for (int i = 0; i < 4 * R * C; i++) {
    const int h = i / C / R, k = i / C % R, j = i % C;
    expect("z", i, z0[i],
           ((h == 1 || h == 2) && k % 2 == 0 && j >= 3 && j < 7) || !apart,
           -i - 1, i + 1);
  }

  for (int i = 0; i < N; i++)
    x[i] = p[i] = 5 * i;
  for (int i = 0; i < R * C; i++)
    y0[i] = v0[i] = 5 * i;
#pragma omp target update to(x[0 : n / 2 : 2], p[1 : n / 3 : 3]) to(y[1 : 3 : 4][2 : 5 : 3])
#pragma omp target update to(v[2 : 4][1 : 6]) nowait depend(inout : v)
#pragma omp taskwait
  if (apart) {
    for (int i = 0; i < N; i++)
      x[i] = p[i] = 0;
    for (int i = 0; i < R * C; i++)
      y0[i] = v0[i] = 0;
#pragma omp target update from(x, p[0 : N], y, v)
    for (int i = 0; i < N; i++) {
      expect("x", i, x[i], i % 2 == 0, 5 * i, -i - 1);
      expect("p", i, p[i], i % 3 == 1, 5 * i, -i - 1);
    }
    for (int i = 0; i < R * C; i++) {
      const int in = i / C >= 2 && i / C < 6 && i % C >= 1 && i % C < 7;
      expect("y", i, y0[i], row(i / C) && column(i % C), 5 * i, -i - 1);
      expect("v", i, v0[i], in, 5 * i, -i - 1);
    }
  }
#pragma omp target exit data map(release : x, y, z, p[0 : N], v, data[0 : N])
  free(p);
  free(s.data);
  return wrong != 0;
}

// RUN: %clangxx %opt -std=c++17 -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t 1025
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Members of elements that a loop computes from the same member of the last
// element, and several columns of one array. The rest of each element stays.

#ifndef SCAN
#include "Inputs/both_ways.h"

struct Point {
  double at;
  int steps[3];
};

struct Particle {
  char tag;
  double position, length;
  short small;
  struct {
    long total, largest;
  } count;
  Point point;
  int flag;
};

/// Whether it is an error if the host runs a loop.
static bool mustOffload() {
  const char *policy = getenv("OMP_TARGET_OFFLOAD");
  return policy && strcmp(policy, "MANDATORY") == 0;
}

/// Particles of n elements of x and d.
static std::vector<Particle> particles(int n, const int *x, const double *d) {
  std::vector<Particle> p(n + 2);
  for (int i = 0; i < n + 2; i++) {
    const int k = i % (n + 1);
    p[i] = {char(i % 100), std::floor(d[k]), std::floor(d[k] * 3), short(x[k]),
            {x[k], x[k] * 7L % 1000}, {double(i), {x[k] % 9, i % 5, x[k]}}, i};
  }
  return p;
}

/// What the members of p add up to, in places of y.
static void leave(const std::vector<Particle> &p, long *y) {
  long place = 0;
  for (const Particle &each : p) {
    y[place++ % (p.size())] +=
        each.tag + long(each.position) * 3 + long(each.length) * 5 + each.small * 7L +
        each.count.total * 11 + each.count.largest * 13 + long(each.point.at) * 17 +
        each.point.steps[0] * 19L + each.point.steps[1] * 23L + each.point.steps[2] * 29L +
        each.flag * 31L;
  }
}

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

static void own(int n, const int *x, const double *d, long *y, double *) {
  std::vector<Particle> v = particles(n, x, d);
  Particle *p = v.data();
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++)
    p[i].position = p[i - 1].position + p[i].length;
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++)
    p[i].count.total += p[i - 1].count.total;
  leave(v, y);
}

// Other members of the last element, and of ones farther away.
static void others(int n, const int *x, const double *d, long *y, double *) {
  std::vector<Particle> v = particles(n, x, d);
  Particle *p = v.data();
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++)
    p[i].position = p[i - 1].position + p[i - 1].length;
  SCAN(scan(max : p))
  for (int i = 3; i < n; i++) {
    const long far = p[i - 3].flag + p[i + 1].small + p[n - i].point.steps[1];
    p[i].count.largest = far > p[i - 1].count.largest ? far : p[i - 1].count.largest;
  }
  leave(v, y);
}

// Several members, by several operators, with statements around them.
static void several(int n, const int *x, const double *d, long *y, double *z) {
  std::vector<Particle> v = particles(n, x, d);
  Particle *p = v.data();
  long sum = 0, most = 0;
  SCAN(scan(+ : p, sum) scan(max : p) reduction(max : most))
  for (int i = 1; i < n; i++) {
    const long old = p[i].count.total;
    z[i] = p[i - 1].position + p[i].length;
    p[i].position = p[i - 1].position + p[i].length;
    p[i].count.total = p[i - 1].count.total + old;
    p[i].count.largest =
        p[i].count.largest > p[i - 1].count.largest ? p[i].count.largest : p[i - 1].count.largest;
    sum += old;
    p[i].flag = int(p[i].count.total % 1000 + sum % 10);
    most = old > most ? old : most;
  }
  leave(v, y);
  y[0] += sum + most;
}

// Downwards, in steps, of members of members and of arrays in them.
static void nested(int n, const int *x, const double *d, long *y, double *) {
  std::vector<Particle> v = particles(n, x, d);
  Particle *const p = v.data();
  SCAN(scan(+ : p))
  for (int i = n - 3; i >= 0; i -= 2) {
    p[i].point.at += p[i + 2].point.at;
    p[i].point.steps[2] = p[i].point.steps[0] + p[i + 2].point.steps[2];
    p[i].point.steps[1] -= 1;
  }
  // Sums of a narrow type wrap around.
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++)
    p[i].small += p[i - 1].small;
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++)
    p[i].tag = char(p[i - 1].tag + p[i].small);
  leave(v, y);
}

// Each member gets the operator that fits.
static void chosen(int n, const int *x, const double *d, long *y, double *z) {
  std::vector<Particle> v = particles(n, x, d);
  Particle *p = v.data();
  SCAN(scan(auto : p))
  for (int i = 1; i < n; i++) {
    p[i].position = 0.5 * p[i - 1].position + p[i].length;
    p[i].flag += p[i - 1].flag;
    p[i].count.total = x[i] > 0 ? x[i] : p[i - 1].count.total;
  }
  SCAN(scan(affine : p))
  for (int i = 2; i < n; i++)
    p[i].length = 0.25 * p[i - 1].length - 0.5 * p[i - 2].length + d[i];
  for (int i = 0; i < n; i++) {
    z[i] = v[i].position + v[i].length;
    v[i].position = v[i].length = 0;
  }
  leave(v, y);
}

// Columns, and what is interleaved.
static void columns(int n, const int *x, const double *, long *y, double *z) {
  std::vector<double> memory(3 * (n + 1));
  auto *a = reinterpret_cast<double(*)[3]>(memory.data());
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < 3; j++)
      a[i][j] = x[i] % (j + 7);
  SCAN(scan(+ : a))
  for (int i = 1; i < n; i++) {
    a[i][0] += a[i - 1][0];
    a[i][2] = a[i - 1][2] + a[i][1];
  }
  for (int i = 0; i < n; i++)
    z[i] = a[i][0] + 3 * a[i][1] + 7 * a[i][2];
  std::vector<int> s(2 * n + 2);
  int *stereo = s.data();
  for (int i = 0; i < 2 * n; i++)
    stereo[i] = x[i / 2] + i % 2;
  SCAN(scan(+ : stereo) scan(max : stereo))
  for (int i = 1; i < n; i++) {
    stereo[2 * i] = stereo[2 * i - 2] + x[i];
    stereo[2 * i + 1] =
        stereo[2 * i + 1] > stereo[2 * i - 1] ? stereo[2 * i + 1] : stereo[2 * i - 1];
  }
  for (int i = 0; i < n; i++)
    y[i] = stereo[2 * i] * 3L + stereo[2 * i + 1];
}

// By other names.
static void names(int n, const int *x, const double *d, long *y, double *) {
  std::vector<Particle> p = particles(n, x, d);
  SCAN(scan(+ : p))
  for (size_t i = 1; i < p.size(); i++) {
    Particle &now = p[i];
    const Particle &last = p[i - 1];
    now.position = last.position + now.length;
    now.flag += last.flag;
  }
  Particle *begin = p.data();
  SCAN(scan(+ : begin))
  for (Particle *q = begin + 1; q < begin + n; ++q)
    q->count.total = q[-1].count.total + q->small;
  leave(p, y);
}

template <class T> struct Cell {
  T value, sum;
  int other;
};
template <class T> static T sums(Cell<T> *cells, int n) {
  SCAN(scan(+ : cells))
  for (int i = 1; i < n; i++)
    cells[i].sum = cells[i - 1].sum + cells[i].value;
  return n ? cells[n - 1].sum : T();
}
class Owner {
public:
  Owner(int n, const int *x) : cells(n + 1) {
    for (int i = 0; i < n; i++)
      cells[i] = {x[i], x[i] + 1, i};
  }
  void run() {
    SCAN(scan(+ : cells))
    for (size_t i = 1; i < cells.size(); i++)
      cells[i].sum += cells[i - 1].sum;
    Cell<long> *const all = cells.data();
    SCAN(scan(max : all))
    for (size_t i = 1; i < cells.size(); i++)
      all[i].value = std::max(all[i].value, all[i - 1].value);
  }
  std::vector<Cell<long>> cells;
};
static void templates(int n, const int *x, const double *d, long *y, double *z) {
  std::vector<Cell<long>> a(n + 1);
  std::vector<Cell<double>> b(n + 1);
  for (int i = 0; i < n; i++) {
    a[i] = {x[i], i, 3};
    b[i] = {std::floor(d[i]), 1, i};
  }
  y[n] = sums(a.data(), n);
  z[n] = sums(b.data(), n);
  Owner o(n, x);
  o.run();
  for (int i = 0; i < n; i++) {
    y[i] = a[i].sum * 3 + a[i].other + o.cells[i].sum * 7 + o.cells[i].value + o.cells[i].other;
    z[i] = b[i].sum + b[i].other;
  }
}

// Elements under several names: what a loop stores, it may read by another one.
__attribute__((noinline)) static void alias(Particle *p, Particle *q, int n) {
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++)
    p[i].position = p[i - 1].position + q[i].position;
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++)
    p[i].count.total = p[i - 1].count.total + q[i].count.largest % 3;
  SCAN(scan(+ : p))
  for (int i = 1; i < n; i++) {
    p[i].flag = p[i - 1].flag + p[i].flag;
    q[i].small = short(p[i].flag);
  }
}
static void aliases(int n, const int *x, const double *d, long *y, double *) {
  if (mustOffload()) // The host runs them.
    return;
  for (int distance = 0; distance < 3 && distance <= n; distance++) {
    std::vector<Particle> v = particles(n, x, d);
    for (Particle &each : v)
      each.position = std::fmod(each.position, 2);
    const int m = n - distance < 300 ? n - distance : 300;
    alias(v.data(), v.data() + distance, distance == 2 && m > 40 ? 40 : m);
    for (Particle &each : v)
      each.position = std::fmod(each.position, 1000003);
    leave(v, y);
  }
}

// Conditions, variables that leave the loop, and no iteration at all.
static void guards(int n, const int *x, const double *d, long *y, double *) {
  std::vector<Particle> v = particles(n, x, d);
  Particle *p = v.data(), *none = nullptr;
  int last = -1;
  SCAN(scan(+ : p) lastprivate(last))
  for (int i = 1; i < n; i++) {
    last = i > 1 ? p[i - 2].flag : 7;
    p[i].count.total = p[i - 1].count.total + (x[i] > 0 ? p[i].small : 0) + (i + 2 < n ? p[i + 2].flag : 0);
    p[i].small = short(x[i] > 100 ? last : p[i].small);
  }
  SCAN(scan(+ : none))
  for (int i = 1; i < n - n; i++)
    none[i].position = none[i - 1].position + none[i].length;
  leave(v, y);
  y[n] += last;
}

// On the device's data.
static void mapped(int n, const int *x, const double *d, long *y, double *) {
  std::vector<Particle> v = particles(n, x, d);
  Particle *p = v.data();
  TARGET(data map(tofrom : p[0 : n]) map(to : x[0 : n]))
  {
    TARGET()
    SCAN(scan(+ : p) scan(max : p))
    for (int i = 1; i < n; i++) {
      p[i].position = p[i - 1].position + p[i - 1].length;
      p[i].count.largest =
          p[i - 1].count.largest < x[i] ? x[i] : p[i - 1].count.largest;
    }
    TARGET()
    SCAN(scan(+ : p))
    for (int i = 1; i < n; i++) {
      p[i].flag += p[i - 1].flag + p[(i * 7L) % n].small % 3;
      p[i].count.total = long(p[i].position);
    }
  }
  leave(v, y);
}

const Loop loops[] = {LOOP(own),     LOOP(others),    LOOP(several), LOOP(nested),
                      LOOP(chosen),  LOOP(columns),   LOOP(names),   LOOP(templates),
                      LOOP(aliases), LOOP(guards),    LOOP(mapped)};
#endif

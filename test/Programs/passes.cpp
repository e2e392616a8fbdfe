// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: env OMPSCAN_VERIFY=1 OMP_TARGET_OFFLOAD=DEFAULT %run %t 5000
// RUN: %long %clangxx -std=c++17 -O0 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %long %run %t.asan 5000

// Items that depend on other items of the loop: the plugin makes several passes.

#include "Inputs/scan_test.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace {

/// The results of a loop: an array, and its scalars.
struct Results {
  std::vector<long> y;
  long a = 0, b = 0, c = 0;
};

// The loops; each is run with directives and without.

// The best prefix sum, which no element needs.
#define MAXIMUM(...)                                                           \
  long s = 0, best = -1000000;                                                 \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    s += x[i];                                                                 \
    if (s > best)                                                              \
      best = s;                                                                \
  }                                                                            \
  r.a = s, r.b = best;

// Loops that begin, or end, behind the arrays of few elements.
#define SUMS_AND_BEST(HEAD, ...)                                               \
  long s = 0, best = -1000000;                                                 \
  __VA_ARGS__                                                                  \
  HEAD {                                                                       \
    s += x[i];                                                                 \
    if (s > best)                                                              \
      best = s;                                                                \
    y[i] = s;                                                                  \
  }                                                                            \
  r.a = s, r.b = best;
#define LATE(...) SUMS_AND_BEST(for (int i = 3; i < n; i += 3), __VA_ARGS__)
#define DOWN(...) SUMS_AND_BEST(for (int i = n - 3; i >= 0; i--), __VA_ARGS__)

// The largest fall from a peak: two maxima.
#define DRAWDOWN(...)                                                          \
  int peak = x[0], fall = 0;                                                   \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    peak = std::max(peak, x[i]);                                               \
    fall = std::max(fall, peak - x[i]);                                        \
    y[i] = fall;                                                               \
  }                                                                            \
  r.a = peak, r.b = fall;

// Sums of sums, stored from the last element to the first one.
#define TWICE(...)                                                             \
  long s = 3, t = 5;                                                           \
  __VA_ARGS__                                                                  \
  for (int i = n - 1; i >= 0; i--) {                                           \
    t += s;                                                                    \
    s += x[i];                                                                 \
    y[i] = t - s;                                                              \
  }                                                                            \
  r.a = s, r.b = t;

// How often a sum has a value, as a reduction, in every third iteration. The
// sum needs a temporary and an element of an array of arrays.
static const int Factors[2][2] = {{7, 1}, {8, 2}};
static int kept(int &&v) { return v; }
#define COUNT(...)                                                             \
  long s = 0, hits = 10;                                                       \
  __VA_ARGS__                                                                  \
  for (int i = 1; i < n; i += 3) {                                             \
    const int step = kept(x[i] % 3) * Factors[i & 1][1];                       \
    s += step;                                                                 \
    if (s % 5 == 0)                                                            \
      hits++;                                                                  \
  }                                                                            \
  r.a = s, r.b = hits;

// The commas outside of quotes: a state decides what a counter keeps.
#define TOKENS(...)                                                            \
  bool inside = false;                                                         \
  int k = 0;                                                                   \
  long last = -1;                                                              \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    if (x[i] % 7 == 0)                                                         \
      inside = !inside;                                                        \
    last = inside ? -i : i;                                                    \
    if (!inside && x[i] % 4 == 1)                                              \
      y[k++] = i;                                                              \
  }                                                                            \
  r.a = inside, r.b = k, r.c = last;

// Two items of the first pass and two of the second one.
#define FOUR(...)                                                              \
  unsigned s = 0;                                                              \
  int low = 100;                                                               \
  long both = 0, spread = 0;                                                   \
  __VA_ARGS__                                                                  \
  for (short i = 0; i < (n < 3000 ? n : 3000); ++i) {                          \
    const int v = x[i];                                                        \
    if (v > 2)                                                                 \
      s += v;                                                                  \
    low = std::min(low, v);                                                    \
    const int above = v - low;                                                 \
    both += s ^ above;                                                         \
    spread = std::max(spread, s % 1000 - long(low));                           \
    y[i] = both + spread;                                                      \
  }                                                                            \
  r.a = s, r.b = both, r.c = spread + low;

// Three levels: brackets, the deepest, and how often that was met.
#define LEVELS(...)                                                            \
  int depth = 0, deepest = 0;                                                  \
  long met = 0;                                                                \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    switch (x[i]) {                                                            \
    case 1:                                                                    \
    case 2:                                                                    \
      depth++;                                                                 \
      break;                                                                   \
    case 3: {                                                                  \
      depth--;                                                                 \
      break;                                                                   \
    }                                                                          \
    case 4:                                                                    \
      break;                                                                   \
    case 5:                                                                    \
      depth -= 2;                                                              \
    default:;                                                                  \
    }                                                                          \
    deepest = std::max(deepest, depth);                                        \
    met += depth == deepest;                                                   \
    y[i] = deepest - depth;                                                    \
  }                                                                            \
  r.a = depth, r.b = deepest, r.c = met;

// The lowest sum and its place, in a structure.
#define PLACE(...)                                                             \
  long s = 0;                                                                  \
  Lowest low{1000, -1};                                                        \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    s += x[i] - 10;                                                            \
    low = lower(low, Lowest{s, i});                                            \
    y[i] = low.at;                                                             \
  }                                                                            \
  r.a = s, r.b = low.value, r.c = low.at;

struct Lowest {
  long value;
  int at;
};
inline Lowest lower(const Lowest &a, const Lowest &b) {
  return b.value < a.value ? b : a;
}
#pragma omp declare scan(                                                      \
        lower : Lowest : omp_out = lower(omp_out, omp_in))                     \
    initializer(omp_priv = Lowest{LONG_MAX, -1})

// Unions of intervals, from pairs.
#define UNIONS(...)                                                            \
  int reach = -100, groups = 0;                                                \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    const auto [low, width] = Interval{i + x[i] % 3, x[i] & 7};                \
    groups += low > reach;                                                     \
    reach = std::max(reach, low + width);                                      \
    y[i] = groups;                                                             \
  }                                                                            \
  r.a = reach, r.b = groups;

struct Interval {
  int low, width;
};

// Sums in an array of sums; references to elements, and addresses of variables
// of the iteration.
#define NAMED(...)                                                             \
  long s = 0;                                                                  \
  __VA_ARGS__                                                                  \
  for (int i = 1; i < n; i++) {                                                \
    const int &here = x[i];                                                    \
    int half, rest;                                                            \
    halves(here, &half, &rest);                                                \
    s += half - 2 * rest + here;                                               \
    y[i] = y[i - 1] + s % 100;                                                 \
  }                                                                            \
  r.a = s;

inline void halves(int v, int *half, int *rest) {
  *half = v / 2;
  *rest = v - *half;
}

// Stores at the value of an item that another item depends on. Of several
// stores to one element the last one wins: of the iterations with one value of
// k after the update, and before it.
#define ENDS(...)                                                              \
  int k = -1;                                                                  \
  long odd = 0;                                                                \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    k += i == 0 || x[i] > 28;                                                  \
    y[k] = i;                                                                  \
    odd += k & 1;                                                              \
  }                                                                            \
  r.a = k, r.b = odd;
#define LASTS(...)                                                             \
  long k = 0;                                                                  \
  unsigned odd = 0;                                                            \
  __VA_ARGS__                                                                  \
  for (long i = n - 1; i >= 0; i -= 3) {                                       \
    y[k] = i - x[i];                                                           \
    if (x[i] > 20)                                                             \
      k++;                                                                     \
    odd += k & 1;                                                              \
  }                                                                            \
  r.a = k, r.b = odd;

// By an amount that varies, in every second iteration; other items are a
// recurrence, and one of a third pass.
#define JUMPS(...)                                                             \
  long k = 0;                                                                  \
  int odd = 1, most = 0;                                                       \
  __VA_ARGS__                                                                  \
  for (unsigned i = 0; i < n / 2u; i += 2) {                                   \
    const int step = x[i] & 3;                                                 \
    y[k] = i;                                                                  \
    k += step;                                                                 \
    odd += k % 3;                                                              \
    most = std::max(most, int(odd % 1000));                                    \
  }                                                                            \
  r.a = k, r.b = odd, r.c = most;

// One iteration for each value: under the condition of the update, and under a
// condition of which the update's amount tells.
#define KEEPS(...)                                                             \
  int k = 0;                                                                   \
  long odd = 0;                                                                \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    odd += k & 1;                                                              \
    if (x[i] > 3) {                                                            \
      const int at = k++;                                                      \
      y[at] = i;                                                               \
    }                                                                          \
  }                                                                            \
  r.a = k, r.b = odd;
#define COUNTS(...)                                                            \
  int k = 0;                                                                   \
  long odd = 0;                                                                \
  __VA_ARGS__                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    int more = 0;                                                              \
    if (x[i] > 3) {                                                            \
      y[k] = i;                                                                \
      more = 1;                                                                \
    }                                                                          \
    k += more;                                                                 \
    odd += k & 1;                                                              \
  }                                                                            \
  r.a = k, r.b = odd;

#define LOOPS(NAME, BODY, CLAUSES)                                             \
  void NAME(Results &r, const int *x, long *y, int n) {                        \
    (void)y;                                                                   \
    BODY(PRAGMA(omp parallel for CLAUSES))                                     \
  }                                                                            \
  OTHER_LOOPS(NAME, BODY, CLAUSES)
// The same with a container, whose size is known without a map.
#define CONTAINER_LOOPS(NAME, BODY, CLAUSES)                                   \
  void NAME(Results &r, const int *x, long *, int n) {                         \
    std::vector<long> &y = r.y;                                                \
    BODY(PRAGMA(omp parallel for CLAUSES))                                     \
  }                                                                            \
  OTHER_LOOPS(NAME, BODY, CLAUSES)
#define OTHER_LOOPS(NAME, BODY, CLAUSES)                                       \
  void NAME##_on_device(Results &r, const int *x, long *y, int n) {            \
    (void)y;                                                                   \
    BODY(PRAGMA(omp target parallel for map(to : x[0 : n])                     \
                    map(tofrom : y[0 : n]) CLAUSES))                           \
  }                                                                            \
  void NAME##_expected(Results &r, const int *x, long *y, int n) {             \
    (void)y;                                                                   \
    BODY()                                                                     \
  }

LOOPS(maximum, MAXIMUM, scan(+ : s) reduction(max : best))
LOOPS(late, LATE, scan(+ : s) reduction(max : best))
LOOPS(down, DOWN, scan(+ : s) reduction(max : best))
LOOPS(drawdown, DRAWDOWN, scan(max : peak, fall))
LOOPS(twice, TWICE, scan(+ : t, s))
LOOPS(count, COUNT, scan(+ : s, hits))
LOOPS(tokens, TOKENS, scan(bits : inside) scan(+ : k) lastprivate(last))
LOOPS(four, FOUR, scan(+ : s, both) scan(min : low) scan(max : spread))
LOOPS(levels, LEVELS, scan(+ : depth) scan(max : deepest) reduction(+ : met))
LOOPS(place, PLACE, scan(+ : s) scan(lower : low))
LOOPS(unions, UNIONS, scan(max : reach) scan(+ : groups))
LOOPS(named, NAMED, scan(+ : s, y))
CONTAINER_LOOPS(ends, ENDS, scan(+ : k, odd))
CONTAINER_LOOPS(lasts, LASTS, scan(auto : k) scan(+ : odd))
CONTAINER_LOOPS(jumps, JUMPS, scan(+ : k, odd) reduction(max : most))
CONTAINER_LOOPS(keeps, KEEPS, scan(+ : k, odd))
CONTAINER_LOOPS(counts, COUNTS, scan(+ : k, odd))

// Velocity and place, within an error bound.
void motion(double *place, const float *force, int n, bool on) {
  double v = 0, p = 0;
#pragma omp parallel for scan(affine : v) scan(+ : p) if (on)
  for (int i = 0; i < n; i++) {
    v = 0.9 * v + force[i];
    p += 0.01 * v;
    place[i] = p;
  }
}

// Containers, one of them a member.
struct Flight {
  std::vector<int> force, place;
  void fly() {
    int v = 1, p = 2;
#pragma omp parallel for scan(+ : v, p)
    for (size_t i = 0; i < force.size(); i++) {
      v += force[i];
      p += v / 2;
      place[i] = p;
    }
    last = p;
  }
  int last = 0;
};

using Loop = void(Results &, const int *, long *, int);

void check(const char *Name, Loop *Tested, Loop *Plain, bool IsMapped) {
  FOR_EACH_SIZE(n) {
    std::vector<int> x(n + 1);
    Results Got, Want;
    Got.y.assign(n, -77);
    Want.y = Got.y;
    for (size_t k = 0; k <= n; ++k)
      x[k] = scan_test_pick(k, -9, 30);
    const int *X = x.data();
    long *Y = Got.y.data();
    if (IsMapped && n) {
      // The host's copies are not those that the loop uses.
#pragma omp target data map(tofrom : Y[0 : n]) map(to : X[0 : n])
      Tested(Got, X, Y, int(n));
    } else {
      Tested(Got, X, Y, int(n));
    }
    Plain(Want, x.data(), Want.y.data(), int(n));
    if (Got.a != Want.a || Got.b != Want.b || Got.c != Want.c ||
        Got.y != Want.y) {
      printf("%s: a %ld %ld, b %ld %ld, c %ld %ld\n", Name, Got.a, Want.a,
             Got.b, Want.b, Got.c, Want.c);
      CHECK_SAME(Got.y.data(), Want.y.data(), n);
      scan_test_fail(__FILE__, __LINE__, Name, "scalars", n, Got.b, Want.b);
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
#define CHECK(NAME)                                                            \
  for (const bool IsMapped : {false, true}) {                                  \
    check(#NAME, NAME, NAME##_expected, IsMapped);                             \
    check(#NAME " on a device", NAME##_on_device, NAME##_expected, IsMapped);  \
  }
  CHECK(maximum)
  CHECK(late)
  CHECK(down)
  CHECK(drawdown)
  CHECK(twice)
  CHECK(count)
  CHECK(tokens)
  CHECK(four)
  CHECK(levels)
  CHECK(place)
  CHECK(unions)
  CHECK(named)
  CHECK(ends)
  CHECK(lasts)
  CHECK(jumps)
  CHECK(keeps)
  CHECK(counts)
  FOR_EACH_SIZE(n) {
    Flight f;
    f.place.assign(n, -5);
    for (size_t k = 0; k < n; ++k)
      f.force.push_back(scan_test_pick(k, -8, 8));
    f.fly();
    std::vector<int> want(n);
    int v = 1, p = 2;
    for (size_t k = 0; k < n; ++k)
      want[k] = p += (v += f.force[k]) / 2;
    CHECK_SAME(f.place.data(), want.data(), n);
    CHECK_SAME(&f.last, &p, 1);
  }
  for (const bool On : {true, false})
    FOR_EACH_SIZE(n) {
      std::vector<float> force(n);
      std::vector<double> place(n, -1);
      double v = 0, p = 0;
      for (size_t k = 0; k < n; ++k)
        force[k] = float(scan_test_pick(k, -5, 5));
      motion(place.data(), force.data(), int(n), On);
      for (size_t k = 0; k < n; ++k) {
        v = 0.9 * v + force[k];
        p += 0.01 * v;
        if (!(std::fabs(place[k] - p) <= 1e-9 + 1e-10 * std::fabs(p)))
          scan_test_fail(__FILE__, __LINE__, "motion", "place", k, place[k], p);
      }
    }
  return scan_test_passed();
}

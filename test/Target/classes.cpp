// RUN: %clangxx -fsyntax-only %s %ompscan_flags -Rpass-missed=ompscan \
// RUN:   -Xclang -verify
// expected-no-diagnostics
// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t 20000
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 5000
// RUN: %run_oclgrind %t 150

// Target loops without a scan in methods and templates, with classes, functors,
// references to elements, and reductions by all kinds of operators.

#include "../Programs/Inputs/scan_test.h"

struct Vec {
  float x, y;
  Vec() : x(0), y(0) {}
  Vec(float x, float y) : x(x), y(y) {}
  Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); }
  Vec &operator+=(const Vec &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  float size() const { return x * x + y * y; }
};
#pragma omp declare reduction(+ : Vec : omp_out += omp_in)
#pragma omp declare reduction(                                                 \
        far:Vec : omp_out = omp_out.size() < omp_in.size() ? omp_in : omp_out) \
    initializer(omp_priv = Vec(0.5f, 0))

struct Clamp {
  int low, high;
  int operator()(int v) const { return v < low ? low : v > high ? high : v; }
};

template <class T, class F> void transform(T *y, const T *x, long n, F f) {
#pragma omp target teams distribute parallel for map(to : x[0 : n])            \
    map(from : y[0 : n])
  for (long i = 0; i < n; ++i)
    y[i] = f(x[i]);
}

class Particles {
  Vec *place, *speed;
  long n;
  float dt;

public:
  Particles(Vec *place, Vec *speed, long n, float dt)
      : place(place), speed(speed), n(n), dt(dt) {}

  void step() {
#pragma omp target parallel for map(tofrom : place[0 : n], speed[0 : n])
    for (long i = 0; i < n; ++i) {
      Vec &p = place[i];
      auto &v = speed[i];
      const float &height = p.y;
      p = p + Vec(v.x * dt, v.y * dt);
      if (p.x > 10) {
        p.x = 10;
        v.x = -v.x;
      }
      v.y -= height * dt;
    }
  }
  void stepPlain() {
    for (long i = 0; i < n; ++i) {
      place[i] = place[i] + Vec(speed[i].x * dt, speed[i].y * dt);
      if (place[i].x > 10) {
        place[i].x = 10;
        speed[i].x = -speed[i].x;
      }
      speed[i].y -= place[i].y * dt;
    }
  }
  Vec sum(Vec &farthest) const {
    Vec total(1, 2), most;
#pragma omp target teams loop map(to : place[0 : n]) reduction(+ : total)      \
    reduction(far : most)
    for (long i = 0; i < n; ++i) {
      total += place[i];
      most = most.size() < place[i].size() ? place[i] : most;
    }
    farthest = most;
    return total;
  }
  Vec sumPlain(Vec &farthest) const {
    Vec total(1, 2), most;
    for (long i = 0; i < n; ++i) {
      total += place[i];
      most = most.size() < place[i].size() ? place[i] : most;
    }
    farthest = most;
    return total;
  }
};

static void bump(long &v, long by) { v += by; }

// Members that are arrays, of which each element is a reduction.
template <int Count> struct Bins {
  Vec sums[Count];
  long hits[Count] = {};

  void fill(const Vec *place, const int *x, long n) {
#pragma omp target teams distribute parallel for reduction(                    \
        + : sums[0 : Count], hits[0 : Count])                                  \
    map(to : place[0 : n], x[0 : n])
    for (long i = 0; i < n; ++i) {
      const int at = (x[i] + 9) % Count;
      Vec &sum = sums[at];
      sum += place[i];
      bump(this->hits[Count - 1 - at], i);
    }
  }
  void fillPlain(const Vec *place, const int *x, long n) {
    for (long i = 0; i < n; ++i) {
      sums[(x[i] + 9) % Count] += place[i];
      hits[Count - 1 - (x[i] + 9) % Count] += i;
    }
  }
};

// Every predefined operator, at any place in the body.
struct Totals {
  long sum = 5;
  unsigned product = 3;
  short all = -1;
  unsigned char any = 1, odd = 7;
  bool every = true, some = false;
  float least = 1e9f;
  double most = -1e9;

  bool operator==(const Totals &o) const {
    return sum == o.sum && product == o.product && all == o.all &&
           any == o.any && odd == o.odd && every == o.every && some == o.some &&
           least == o.least && most == o.most;
  }
};

static Totals totals(const int *x, long n) {
  Totals t;
  long sum = t.sum;
  unsigned product = t.product;
  short all = t.all;
  unsigned char any = t.any, odd = t.odd;
  bool every = t.every, some = t.some;
  float least = t.least;
  double most = t.most;
#pragma omp target map(to : x[0 : n])                                          \
    map(tofrom : sum, product, all, any, odd, every, some, least, most)
#pragma omp teams distribute parallel for reduction(+ : sum)                   \
    reduction(* : product) reduction(& : all) reduction(| : any)               \
    reduction(^ : odd) reduction(&& : every) reduction(|| : some)              \
    reduction(min : least) reduction(max : most)
  for (long i = 0; i < n; ++i) {
    for (int j = 0; j < x[i]; ++j)
      sum -= j;
    if (x[i] & 1)
      product *= static_cast<unsigned>(x[i]);
    all &= static_cast<short>(x[i] | 0x7ff0);
    any |= static_cast<unsigned char>(x[i]);
    odd ^= static_cast<unsigned char>(x[i] * i);
    every = every && x[i] > -9;
    some = some || x[i] == 9;
    if (x[i] - i < least)
      least = static_cast<float>(x[i] - i);
    most = x[i] * 0.5 > most ? x[i] * 0.5 : most;
  }
  t.sum = sum, t.product = product, t.all = all, t.any = any, t.odd = odd;
  t.every = every, t.some = some, t.least = least, t.most = most;
  return t;
}

static Totals totalsPlain(const int *x, long n) {
  Totals t;
  for (long i = 0; i < n; ++i) {
    for (int j = 0; j < x[i]; ++j)
      t.sum -= j;
    if (x[i] & 1)
      t.product *= static_cast<unsigned>(x[i]);
    t.all &= static_cast<short>(x[i] | 0x7ff0);
    t.any |= static_cast<unsigned char>(x[i]);
    t.odd ^= static_cast<unsigned char>(x[i] * i);
    t.every = t.every && x[i] > -9;
    t.some = t.some || x[i] == 9;
    if (x[i] - i < t.least)
      t.least = static_cast<float>(x[i] - i);
    t.most = x[i] * 0.5 > t.most ? x[i] * 0.5 : t.most;
  }
  return t;
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    const long count = static_cast<long>(n);
    int *x = BLOCK(int, n), *y = BLOCK(int, n), *want = BLOCK(int, n);
    Vec *place = BLOCK(Vec, n), *speed = BLOCK(Vec, n);
    Vec *wantPlace = BLOCK(Vec, n), *wantSpeed = BLOCK(Vec, n);
    const Clamp clamp{-3, 4};
    for (size_t k = 0; k < n; ++k) {
      x[k] = static_cast<int>(scan_test_pick(k, -9, 8));
      want[k] = clamp(x[k]);
      // Sums of these are exact in any order.
      place[k] = wantPlace[k] = Vec(float(k % 13), float(x[k]));
      speed[k] = wantSpeed[k] = Vec(float(k % 5), float(k % 3));
    }
    transform(y, x, count, clamp);
    CHECK_SAME(y, want, n);
    Particles(place, speed, count, 0.5f).step();
    Particles(wantPlace, wantSpeed, count, 0.5f).stepPlain();
    CHECK_SAME(&place->x, &wantPlace->x, 2 * n);
    CHECK_SAME(&speed->x, &wantSpeed->x, 2 * n);
    Vec got[2], plain[2];
    got[0] = Particles(place, speed, count, 0).sum(got[1]);
    plain[0] = Particles(place, speed, count, 0).sumPlain(plain[1]);
    CHECK_SAME(&got[0].x, &plain[0].x, 2);
    const float sizes[2] = {got[1].size(), plain[1].size()};
    CHECK_SAME(&sizes[0], &sizes[1], 1);
    Bins<3> bins, wantBins;
    bins.fill(place, x, count);
    wantBins.fillPlain(place, x, count);
    CHECK_SAME(&bins.sums->x, &wantBins.sums->x, 6);
    CHECK_SAME(bins.hits, wantBins.hits, 3);
    Bins<50> more, wantMore;
    more.fill(place, x, count);
    wantMore.fillPlain(place, x, count);
    CHECK_SAME(&more.sums->x, &wantMore.sums->x, 100);
    CHECK_SAME(more.hits, wantMore.hits, 50);
    if (!(totals(x, count) == totalsPlain(x, count)))
      scan_test_fail(__FILE__, __LINE__, "totals", "t", 0, totals(x, count).sum,
                     totalsPlain(x, count).sum);
    free(x), free(y), free(want);
    free(place), free(speed), free(wantPlace), free(wantSpeed);
  }
  return scan_test_passed();
}

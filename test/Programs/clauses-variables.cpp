// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t

// What clauses make of variables of all kinds: global ones, references, members
// of namespaces, enumerations, structures; mapped ones; in lambdas and in
// parallel regions.

#include <cstdio>
#include <vector>

int global_last = 5;
static bool flag_last;
static int bad;
namespace ns {
short cursor = 3;
}
#define EXPECT(c)                                                              \
  do {                                                                         \
    if (!(c)) {                                                                \
      std::printf("line %d: %s\n", __LINE__, #c);                              \
      bad = 1;                                                                 \
    }                                                                          \
  } while (0)
struct S {
  float w;
  unsigned char tag[3];
};
enum class Color : unsigned char { Red, Green };
enum { N = 10 };
struct Wrap {
  int *y;
  int n;
  int last = -1;
  long go(const int *x, bool device) {
    long s = 0;
    int last_seen = -9;
    int *out = y;
    int m = n;
#pragma omp target parallel for if (target : device && m > N)                  \
    reduction(inscan, + : s) lastprivate(last_seen) map(to : x[0 : m])         \
    map(from : out[0 : m])
    for (int i = 0; i < m; ++i) {
      out[i] = (int)s;
#pragma omp scan exclusive(s)
      s += x[i];
      last_seen = x[i];
    }
    last = last_seen;
    return s;
  }
};
int main() {
  const int n = 1000;
  std::vector<int> xv(n), yv(n);
  int *x = xv.data(), *y = yv.data();
  for (int i = 0; i < n; i++)
    x[i] = i % 13 - 4;
  long ws = 0;
  {
    int s = 0, last = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : last, s) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s) lastprivate(last)
    for (int i = 0; i < n; i++) {
      last = x[i];
      last += 2;
      s += last;
      y[i] = s;
    }
    EXPECT(last == x[n - 1] + 2);
    EXPECT(s == y[n - 1]);
    int w = 0;
    for (int i = 0; i < n; i++) {
      w += x[i] + 2;
      EXPECT(y[i] == w);
    }
  }
  {
    int s = 0, t = 4, u = 6;
#pragma omp target map(to : x[0 : n]) firstprivate(t) private(u)               \
    map(from : y[0 : n])
#pragma omp parallel for scan(+ : s) private(t)
    for (int i = 0; i < n; i++) {
      t = x[i];
      u = t * 2;
      s += u;
      y[i] = s;
    }
    EXPECT(t == 4);
    EXPECT(u == 6);
    EXPECT(s == y[n - 1]);
  }
  {
    int s = 0;
#pragma omp parallel for scan(+ : s)                                           \
    lastprivate(global_last, flag_last, ns::cursor)
    for (int i = 0; i < n; i++) {
      global_last = x[i];
      flag_last = x[i] > 0;
      ns::cursor = (short)(s & 3);
      s += x[i];
      y[i] = s;
    }
    EXPECT(global_last == x[n - 1]);
    EXPECT(flag_last == (x[n - 1] > 0));
    EXPECT(ns::cursor == (short)((s - x[n - 1]) & 3));
  }
  {
    int s = 0;
    S st{0, {1, 2, 3}};
    Color c = Color::Red;
    int r_ = 0;
    int &r = r_;
    double d = 0;
#pragma omp parallel for scan(+ : s) lastprivate(st, c, r, d)
    for (int i = 0; i < n; i++) {
      S v{(float)x[i], {(unsigned char)i, 7, 8}};
      st = v;
      c = x[i] > 0 ? Color::Green : Color::Red;
      r = i;
      d = x[i] * 0.5;
      s += x[i];
      y[i] = s;
    }
    EXPECT(st.w == x[n - 1] && st.tag[0] == (unsigned char)(n - 1) &&
           st.tag[2] == 8);
    EXPECT(c == (x[n - 1] > 0 ? Color::Green : Color::Red));
    EXPECT(r_ == n - 1);
    EXPECT(d == x[n - 1] * 0.5);
  }
  for (int i = 0; i < n; i++)
    ws += x[i];
  for (bool dev : {true, false}) {
    Wrap w{y, n};
    EXPECT(w.go(x, dev) == ws);
    EXPECT(w.last == x[n - 1]);
    EXPECT(y[n - 1] == ws - x[n - 1]);
  }
  auto lam = [&, k = 3](auto factor) mutable {
    int s = 0;
    decltype(factor) l = 0;
#pragma omp parallel for scan(+ : s) lastprivate(l) firstprivate(k) if (k > 2)
    for (int i = 0; i < n; i++) {
      l = x[i] * factor;
      s += k * (int)l;
      y[i] = s;
    }
    EXPECT(l == x[n - 1] * factor);
    return s;
  };
  EXPECT(lam(2) == 6 * ws);
  EXPECT(lam(2L) == 6 * ws);
#pragma omp parallel num_threads(3)
  {
    int s = 0, t = 9, l = 0;
    std::vector<int> z(n);
    int *zp = z.data();
#pragma omp parallel for scan(+ : s) lastprivate(l) private(t)
    for (int i = 0; i < n; i++) {
      t = x[i];
      s += t;
      zp[i] = s;
      l = s + t;
    }
    EXPECT(t == 9);
    EXPECT(s == ws);
    EXPECT(l == ws + x[n - 1]);
  }
  {
    unsigned i;
    int s = 0;
    signed char j;
#pragma omp parallel for scan(+ : s) lastprivate(i)
    for (i = 500; i > 3; i -= 2) {
      s += x[i];
      y[i] = s;
    }
    EXPECT(i == 2);
#pragma omp parallel for collapse(2) scan(+ : s) lastprivate(j)
    for (int k = 0; k < 5; k++)
      for (j = 100; j >= 0; j -= 7) {
        s += x[j];
        y[k * 101 + j] = s;
      }
    EXPECT(j == -5);
  }
  if (bad)
    return 1;
  puts("ok");
  return 0;
}

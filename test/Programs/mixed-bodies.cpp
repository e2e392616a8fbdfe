// RUN: %clangxx %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t

// Temporaries that rotate, guards, stores at counters and references to
// elements, mixed: narrow and class types, steps, several items.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
struct P {
  int a, b;
  P(int a = 0, int b = 1) : a(a), b(b) {}
};
inline P operator*(P p, P q) { return P(p.a * q.b + q.a, p.b * q.b); }
#pragma omp declare scan(* : P : omp_out = omp_out * omp_in)
#define BOTH(NAME, CL, FOR, BODY)                                              \
  static void NAME(int *x, int *y, const int *w, P *p, int n, long *r) {       \
    signed char c = r[0];                                                      \
    int t = r[1], k = r[2], s = 0;                                             \
    P q(2, 1);                                                                 \
    (void)c;                                                                   \
    (void)t;                                                                   \
    (void)k;                                                                   \
    (void)s;                                                                   \
    _Pragma(CL) FOR BODY r[0] = c;                                             \
    r[1] = t;                                                                  \
    r[2] = k;                                                                  \
    r[3] = s;                                                                  \
    r[4] = q.a;                                                                \
    r[5] = q.b;                                                                \
  }                                                                            \
  static void NAME##_(int *x, int *y, const int *w, P *p, int n, long *r) {    \
    signed char c = r[0];                                                      \
    int t = r[1], k = r[2], s = 0;                                             \
    P q(2, 1);                                                                 \
    (void)c;                                                                   \
    (void)t;                                                                   \
    (void)k;                                                                   \
    (void)s;                                                                   \
    FOR BODY r[0] = c;                                                         \
    r[1] = t;                                                                  \
    r[2] = k;                                                                  \
    r[3] = s;                                                                  \
    r[4] = q.a;                                                                \
    r[5] = q.b;                                                                \
  }
#define B(...) {__VA_ARGS__}
BOTH(f1, "omp parallel for scan(+:y)", for (int i = 1; i < n; i++),
     B(y[i] = y[i - 1] + c * c; c = w[i] * 100;))
BOTH(f2, "omp parallel for scan(+:x)", for (int i = n - 2; i >= 0; i--),
     B(int o = x[i]; x[i] = x[i + 1] + t; t = o;))
BOTH(f3, "omp parallel for scan(*:p)", for (int i = 1; i < n; i++),
     B(P o = p[i]; p[i] = p[i - 1] * q; q = o;))
BOTH(f4, "omp parallel for scan(+:s)", for (int i = n - 1; i >= 0; i -= 3),
     B(s += i >= 3 ? w[i - 3] : 5; if (i + 3 < n) y[i] = s; else x[i] = s;))
BOTH(f5, "omp parallel for scan(+:s,k)", for (int i = 0; i < n; i++),
     B(s += w[i] + t; k += w[i] == 1; y[k] = s; t = w[i];))
BOTH(f6, "omp parallel for scan(+:k) scan(max:s)", for (int i = 0; i < n; i++),
     B(k += w[i] != t; s = w[i] > s ? w[i] : s; x[k] = s + i; t = w[i];))
BOTH(f7, "omp parallel for scan(+:s)", for (int i = 0; i < n; i++),
     B(const P &e = p[i]; const int &a = p[i].a; s += e.a + a; y[i] = s;))
BOTH(f8, "omp parallel for scan(max:x)", for (int i = 1; i < n; i++),
     B(int o = x[i]; x[i] = x[i - 1] > t ? x[i - 1] : t; t = o;))
BOTH(f9, "omp parallel for scan(+:k)",
     for (unsigned i = 0; i < (unsigned)n; i++),
     B(k += i != 0 && w[i] != w[i - 1]; y[k] = i; y[k] = w[i];))
// Local variables as subscripts.
BOTH(g1, "omp target parallel for scan(+:s) map(to:x[0:n]) map(tofrom:y[0:n])",
     for (int i = 0; i < n; i++),
     B(int j = w[i] < n ? w[i] : 0; const int &e = x[j]; s += e + x[n - 1 - j];
       int m = n - 1 - i; y[m] = s;))
int main() {
  for (int n : {1, 2, 3, 4, 12, 13, 14, 145, 1000, 20001}) {
    size_t b = 4 * (n + 2);
#define T(f)                                                                   \
  {                                                                            \
    int *x = (int *)malloc(b), *x2 = (int *)malloc(b), *y = (int *)malloc(b),  \
        *y2 = (int *)malloc(b), *w = (int *)malloc(b);                         \
    std::vector<P> p(n + 1), p2;                                               \
    for (int i = 0; i <= n + 1; i++) {                                         \
      x[i] = x2[i] = rand() % 100;                                             \
      y[i] = y2[i] = 7;                                                        \
      w[i] = rand() % 3;                                                       \
    }                                                                          \
    for (auto &e : p)                                                          \
      e = P(rand() % 5, rand() % 3);                                           \
    p2 = p;                                                                    \
    long r[6] = {3, 2, 0, 0, 0, 0}, r2[6] = {3, 2, 0, 0, 0, 0};                \
    f(x, y, w, p.data(), n, r);                                                \
    f##_(x2, y2, w, p2.data(), n, r2);                                         \
    if (memcmp(x, x2, b) || memcmp(y, y2, b) ||                                \
        memcmp(p.data(), p2.data(), n * sizeof(P)) ||                          \
        memcmp(r, r2, sizeof r)) {                                             \
      printf("BAD %s %d\n", #f, n);                                            \
      return 1;                                                                \
    }                                                                          \
  }
    T(f1) T(f2) T(f3) T(f4) T(f5) T(f6) T(f7) T(f8) T(f9) T(g1)
  }
  puts("ok");
}

// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_SHORT_LOOP=1000000000 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t overlap

// Variables besides the induction variable that each iteration advances by the
// same amount, pointers that are items, and the values of both behind the loop.

#include <cstddef>
#include <cstdio>
#include <cstring>

enum { Most = 10000, Room = 4 * Most };

static int X[Room], Got[Room], Expected[Room];
static int Wrong;

/// Every loop returns what it leaves in its variables.
using Loop = long (*)(int n, const int *x, int *y, int w);

#define PAIR(NAME, BEFORE, DIRECTIVE, LOOP, RESULT)                                                \
  __attribute__((noinline)) static long NAME(int n, const int *x, int *y, int w) {                 \
    BEFORE                                                                                         \
    _Pragma(DIRECTIVE) LOOP return RESULT;                                                         \
  }                                                                                                \
  __attribute__((noinline)) static long NAME##Expected(int n, const int *x, int *y, int w) {       \
    BEFORE                                                                                         \
    LOOP return RESULT;                                                                            \
  }

PAIR(readThrough, long s = 0; const int *p = x;, "omp parallel for scan(+ : s)",
     for (int i = 0; i < n; i++) {
       s += *p++;
       y[i] = s;
     }, s + 3 * (p - x))

PAIR(both, int s = 0; const int *p = x + 1; int *q = y;, "omp parallel for scan(+ : s)",
     for (int i = 3; i <= n; i++) *q++ = s += *p++;, s + 3 * (p - x) + 7 * (q - y))

PAIR(recurrence, int k = 0; y[0] = 5;, "omp parallel for scan(+ : y)",
     for (int i = 1; i < n; i++) {
       k++;
       y[k] = y[k - 1] + x[i];
     }, k)

PAIR(behind, int k = 1; y[0] = 5;, "omp parallel for scan(+ : y)",
     for (int i = 1; i < n; i++) {
       y[k] = y[k - 1] + x[i];
       k++;
     }, k)

PAIR(ownArray, int *p = y + 1; y[0] = 5;, "omp parallel for scan(maxplus : p)",
     for (int i = 1; i < n; i++) {
       const int lower = p[-1] - 3;
       *p++ = x[i] > lower ? x[i] : lower;
     }, p - y)

PAIR(ownArrayDown, int *p = y + 2 * n; p[0] = p[1] = 4;
     , "omp target parallel for scan(+ : p) map(to : x[0 : n]) map(tofrom : y[0 : 2 * n + 2])",
     for (int i = 0; i < n; i++) {
       p[-2] = *p + x[i];
       p[-1] = x[i];
       p -= 2;
     }, y - p)

PAIR(pairs, size_t k = 2; int s = 0;, "omp parallel for scan(+ : s)",
     for (int i = 0; i < n; i++) {
       s += 3 * x[k++];
       s -= x[k++];
       y[i] = s;
     }, s + 3 * (long)k)

PAIR(everySecond, int s = 0; unsigned k = 1; const int *p = x;, "omp parallel for scan(+ : s)",
     for (int i = 0; i < n; i += 2) {
       s += p[0] * p[1];
       p += 2;
       y[k] = s;
       k = k + 2;
     }, s + 3L * k + 7 * (p - x))

PAIR(downwards, int s = 0; int *q = y + n; short k = 100;, "omp parallel for scan(+ : s)",
     for (int i = n - 1; i >= 0; i--) {
       s += x[i] ^ k--;
       *--q = s;
     }, s + 3 * k + 7 * (q - y))

PAIR(columns, int s = 0; const int *row = x; int *out = y;, "omp parallel for scan(+ : s)",
     for (int r = 0; r < n; r++) {
       s += row[1];
       out[2] = s;
       row += w;
       out = w + out;
     }, s + 3 * (row - x) + 7 * (out - y))

PAIR(declared, int s = 0; const int *p = x; int *q = y;, "omp parallel for scan(+ : s)",
     for (int i = 0; i != n; ++i) {
       const int v = *p++;
       if (*p > 0)
         s += v;
       *q = s;
       q++;
     }, s + 3 * (p - x) + 7 * (q - y))

PAIR(values, int s = 0; long k = 40; unsigned char c = 250;, "omp parallel for scan(+ : s)",
     for (int i = 0; i < n; i++) {
       s += x[i] + (int)(k += 3) - c++;
       y[i] = s + (k & 1) + c;
     }, s + 3 * k + 7 * c)

PAIR(pointerLoop, int s = 0; int k = 0;, "omp parallel for scan(+ : s)",
     for (const int *p = x; p < x + n; p++) {
       s += *p;
       y[k++] = s;
     }, s + 3 * k)

PAIR(onTarget, int s = 0; int k = 0;,
     "omp target parallel for scan(+ : s) map(to : x[0 : n]) map(from : y[0 : n])",
     for (int i = 0; i < n; i++) {
       s += x[k];
       y[k++] = s;
     }, s + 3 * k)

PAIR(kept, int k = 0; const int *p = x;, "omp parallel for scan(+ : k)",
     for (int i = 0; i < n; i++) {
       const int v = *p++;
       if (v > 0)
         y[k++] = v;
     }, k + 3 * (p - x))

PAIR(inPasses, int s = 0; int best = -1000; const int *p = x;,
     "omp parallel for scan(+ : s) scan(max : best)",
     for (int i = 0; i < n; i++) {
       s += *p++;
       best = s > best ? s : best;
       y[i] = best;
     }, s + 3L * best + 7 * (p - x))

PAIR(compared, int s = 0; int k = 3; const unsigned most = n;, "omp parallel for scan(+ : s)",
     for (int i = w - 4; i < most; i++) {
       s += x[i];
       y[i] = s;
       k += 2;
     }, s + 3 * k)

// The step of the loop is no divisor of the amount.
PAIR(halves, int s = 0; int k = 0;, "omp parallel for scan(+ : s)",
     for (int i = 0; i < n; i += 2) {
       s += x[i];
       y[k++] = s;
     }, s + 3 * k)

PAIR(thirds, int s = 0; int k = 0; const int *p = x;, "omp parallel for scan(+ : s)",
     for (long i = w - 3; i <= n; i += 3) {
       if (i > 0)
         s += *p;
       y[i] = s + k;
       p += w;
       k -= 2;
     }, s + 3 * (p - x) + 7 * k)

PAIR(downByTwo, int s = 0; int k = 0;, "omp parallel for scan(+ : s)",
     for (int i = n - 1; i >= 0; i -= 2) {
       s += x[i];
       y[k++] = s;
     }, s + 3 * k)

PAIR(downToOne, int s = 0; unsigned k = 5;, "omp parallel for scan(+ : s)",
     for (size_t i = n; i >= 5; i -= 5) {
       s += x[i] * static_cast<int>(i);
       y[k] = s;
       k += 2;
     }, s + 3L * k)

PAIR(fromTheLast, int s = 0; int k = 0;, "omp parallel for scan(+ : s)",
     for (size_t i = n - 1; i < static_cast<size_t>(n); i += 4) {
       s += x[i];
       y[k++] = s;
     }, s + 3 * k)

PAIR(rows, int k = 0; y[0] = 5;, "omp parallel for scan(+ : y)",
     for (int i = w; i < n * w / 4; i += 3) {
       k++;
       y[k] = y[k - 1] + x[i];
     }, k)

PAIR(outside, int s = 0; int i; int k = 0;, "omp parallel for scan(+ : s)",
     for (i = 1; i < n; i += 2) {
       s += x[i] * i;
       y[k++] = s;
     }, s + 3 * k)

PAIR(halvesOnTarget, int s = 0; int k = 0;,
     "omp target parallel for scan(+ : s) map(to : x[0 : n]) map(from : y[0 : n])",
     for (int i = 0; i < n; i += 2) {
       s += x[i] + (i + 1 < n ? x[i + 1] : 0);
       y[k++] = s;
     }, s + 3 * k)

PAIR(keptPairs, int k = 0; int at = 0;, "omp parallel for scan(+ : k)",
     for (int i = 0; i < n - 1; i += 2) {
       if (x[i] > x[i + 1])
         y[k++] = at;
       at++;
     }, k + 3 * at)

// Both branches of an `if` advance a variable, each in its own way.
PAIR(branches, int s = 0; int k = 0;,
     "omp target parallel for scan(+ : s) map(to : x[0 : n]) map(tofrom : y[0 : n])",
     for (int i = 0; i < n; i++) {
       s += x[i];
       if (x[i] > 0)
         y[k++] = s;
       else
         y[k++] = -s;
     }, s + 3 * k)

PAIR(nestedBranches, int s = 0; int m = 0; int k = 0;,
     "omp target parallel for scan(+ : s) map(to : x[0 : n]) map(tofrom : y[0 : 2 * n])",
     for (int i = 0; i < n; i++) {
       k++;
       if (x[i] > 20) {
         y[m++] = s;
         y[m++] = k++;
       } else if (x[i] & 1) {
         k++;
         y[m + 1] = k;
         y[m] = s - k;
         m += 2;
       } else {
         ++m;
         s += x[i] + k;
         k += 1;
         y[m] = k;
         y[m - 1] = s;
         ++m;
       }
       k += 3;
     }, s + 3 * k + 7 * m)

// Several assignments in one statement.
PAIR(sequences, int s = 0; int last = 3; int older = 5; const int *p = x;, "omp parallel for scan(+ : s)",
     for (int i = 0; i < n; i++) {
       s += last - 2 * older;
       (older = last, last = *p++);
       y[i] = s;
     }, s + 3 * last + 5 * older + 7 * (p - x))

PAIR(chains, int s = 0; int most = -200;, "omp parallel for scan(+ : s) scan(max : most)",
     for (int i = 0; i < n; i++) {
       s = y[2 * i] = s + x[i];
       most = y[2 * i + 1] = most > x[i] ? most : x[i];
     }, s + 3 * most)

// The clause `linear` says how much a variable advances.
PAIR(linear, int s = 0; int k = 0; const int *p = x;,
     "omp parallel for simd scan(+ : s) linear(k) linear(p : 2)",
     for (int i = 0; i < n; i++) {
       s += p[0] - p[1];
       p += 2;
       y[k++] = s;
     }, s + 3 * k + 7 * (p - x))

PAIR(linearByVariable, int s = 0; int k = 3;,
     "omp parallel for scan(+ : s) linear(k : w)",
     for (int i = 0; i < n; i += 2) {
       s += x[i];
       y[k] = s;
       k += w;
     }, s + 3 * k)

// Pointers that are items: how far they move depends on the data.
PAIR(compaction, int *out = y;, "omp parallel for scan(+ : out)",
     for (int i = 0; i < n; i++) if (x[i] > 0) *out++ = x[i];, out - y)

PAIR(twoStatements, int *out = y + 3;
     const int *p = x;, "omp target parallel for scan(+ : out) map(to : p[0 : n]) map(tofrom : out[0 : n])",
     for (int i = 0; i < n; i++) {
       if (*p & 1) {
         *out = i;
         out++;
       }
       p++;
     }, out - y + 3 * (p - x))

PAIR(twoPointers, int *out = y; int *rest = y + n;, "omp parallel for scan(+ : out, rest)",
     for (int i = 0; i < n; i++) {
       if (x[i] > 0)
         *out++ = x[i];
       else
         *--rest = x[i];
     }, out - y + 3 * (rest - y))

PAIR(several, int *out = y;, "omp parallel for scan(+ : out)",
     for (int i = 0; i < n; i++) {
       if (x[i] > 50) {
         out[0] = i;
         out[1] = x[i];
         out += 2;
       }
     }, out - y)

PAIR(inPlace, int *out = y; for (int i = 0; i < n; i++) y[i] = x[i];, "omp parallel for scan(+ : out)",
     for (int i = 0; i < n; i++) if (y[i] > 0) *out++ = y[i];, out - y)

PAIR(before, int *out = y - 1;, "omp parallel for scan(+ : out)",
     for (int i = 0; i < n; i++) if (x[i] > 0) *++out = x[i];, out - y)

static void run(int N, int W, Loop Parallel, Loop Sequential, const char *Name) {
  for (int I = 0; I < Room; ++I)
    Got[I] = Expected[I] = -7 - I;
  const long Result = Parallel(N, X, Got, W);
  if (Result == Sequential(N, X, Expected, W) && !std::memcmp(Got, Expected, sizeof Got))
    return;
  std::printf("%s is wrong for %d\n", Name, N);
  ++Wrong;
}

int main(int Argc, char **) {
  unsigned Random = 1;
  for (int &Each : X) {
    Random = Random * 1664525 + 1013904223;
    Each = static_cast<int>(Random >> 24) - 128;
  }
  const int Sizes[] = {0, 1, 2, 3, 101, 4099, Most};
#define RUN(NAME) run(N, W, NAME, NAME##Expected, #NAME);
  for (const int N : Sizes) {
    const int W = 3 + N % 2;
    RUN(readThrough)
    RUN(both)
    RUN(recurrence)
    RUN(behind)
    RUN(ownArray)
    RUN(ownArrayDown)
    RUN(pairs)
    RUN(everySecond)
    RUN(downwards)
    RUN(columns)
    RUN(declared)
    RUN(values)
    RUN(pointerLoop)
    RUN(onTarget)
    RUN(halves)
    RUN(thirds)
    RUN(downByTwo)
    RUN(downToOne)
    RUN(fromTheLast)
    RUN(rows)
    RUN(outside)
    RUN(halvesOnTarget)
    RUN(keptPairs)
    RUN(branches)
    RUN(nestedBranches)
    RUN(sequences)
    RUN(chains)
    RUN(linear)
    RUN(linearByVariable)
    RUN(kept)
    RUN(inPasses)
    RUN(compaction)
    RUN(twoStatements)
    RUN(twoPointers)
    RUN(several)
    if (Argc > 1)
      RUN(inPlace)
    RUN(before)
    if (N > 0)
      RUN(compared)
  }
  return Wrong;
}

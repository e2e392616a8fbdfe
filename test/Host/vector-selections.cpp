// RUN: %clangxx -O1 -Wall -Werror %s %ompscan_all_versions_flags %ompscan_libs -lm -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMP_NUM_THREADS=1 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMP_NUM_THREADS=5 OMPSCAN_SHORT_LOOP=0 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMP_NUM_THREADS=3 OMPSCAN_SHORT_LOOP=10000 %run %t
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_SHORT_LOOP=100000000 %run %t

// With the instructions of one processor only, and of one older than AVX2.
// RUN: %clangxx -O1 -mavx2 %s %ompscan_native_flags %ompscan_libs -lm -o %t.avx2
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMP_NUM_THREADS=2 %run %t.avx2
// RUN: %clangxx -O1 -march=x86-64-v4 %s %ompscan_native_flags %ompscan_libs -lm -o %t.v4
// RUN: %clangxx -O1 -march=native -Wno-invalid-feature-combination %s %ompscan_native_flags %ompscan_libs -lm -o %t.native
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMP_NUM_THREADS=2 OMPSCAN_SHORT_LOOP=0 %run %t.native
// RUN: %clangxx -O1 %s %ompscan_all_versions_flags -fplugin-arg-ompscan-native=base %ompscan_libs -lm -o %t.base
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMP_NUM_THREADS=1 %run %t.base
// RUN: %clangxx -O0 %s %ompscan_native_flags %ompscan_libs -lm -o %t.O0
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMP_NUM_THREADS=2 OMPSCAN_SHORT_LOOP=0 %run %t.O0
// RUN: %clangxx -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -lm -o %t.asan
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DEFAULT OMP_NUM_THREADS=3 %run %t.asan

// Elements of 4 bytes are brought together by permutations of words, of 1 byte
// by those of bytes; AVX-512 has instructions.
// RUN: %clangxx -O2 --target=x86_64-linux-gnu -DONLY_FLOAT %ompscan_all_versions_flags -S %s -o - | %filecheck %s --check-prefix=WORDS
// RUN: %clangxx -O2 --target=x86_64-linux-gnu -DONLY_BYTE %ompscan_all_versions_flags -S %s -o - | %filecheck %s --check-prefix=BYTES --implicit-check-not=vpcompress
// WORDS: {{^}}__ompscan_native_total_{{[0-9a-f]+}}:
// WORDS-NOT: vperm
// WORDS: {{^}}__ompscan_native_total_v3_{{[0-9a-f]+}}:
// WORDS: vpermd
// WORDS: {{^}}__ompscan_native_total_v4_{{[0-9a-f]+}}:
// WORDS: vpcompressd
// BYTES: {{^}}__ompscan_native_total_v3_{{[0-9a-f]+}}:
// BYTES: vpshufb

// Selections of which the compiler makes vectors, on elements of each size, at the
// lengths at which blocks and tiles end. Where nothing is kept, nothing is stored.
// Arrays that are the same memory some elements further on give the results of the
// loop as written.

#include "../Programs/Inputs/scan_test.h"
#include <cstring>

#if defined(ONLY_FLOAT) || defined(ONLY_BYTE)

#ifdef ONLY_FLOAT
typedef float element;
#else
typedef unsigned char element;
#endif

int select(int n, element *y, const element *x) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 1)
      y[k++] = x[i];
  return k;
}

#else

static constexpr int Front = 4, Most = 9000;

/// The loop by a directive and as it is written. `some` says which iterations keep
/// their element.
template <typename T> struct Case {
  const char *Name;
  long (*Got)(int, T *, const T *, const signed char *);
  long (*Want)(int, T *, const T *, const signed char *);
};

#define BOTH(NAME, T, SCAN, ...)                                                          \
  static long NAME(int n, T *y, const T *x, const signed char *some) {                    \
    (void)some;                                                                           \
    __VA_ARGS__(_Pragma(SCAN)) return k;                                                  \
  }                                                                                       \
  static long NAME##Expected(int n, T *y, const T *x, const signed char *some) {          \
    (void)some;                                                                           \
    __VA_ARGS__() return k;                                                               \
  }
#define EACH(NAME) {#NAME, NAME, NAME##Expected}

#define LARGE(SCAN)                                                                       \
  int k = 0;                                                                              \
  SCAN for (int i = 0; i < n; i++) if (x[i] > 50) y[k++] = x[i];
BOTH(largeBytes, signed char, "omp parallel for scan(+ : k)", LARGE)
BOTH(largeShorts, short, "omp parallel for scan(+ : k)", LARGE)
BOTH(largeInts, int, "omp parallel for scan(+ : k)", LARGE)
BOTH(largeFloats, float, "omp parallel for scan(+ : k)", LARGE)
BOTH(largeDoubles, double, "omp parallel for scan(+ : k)", LARGE)

#define FLAGGED(SCAN)                                                                     \
  long k = 3;                                                                             \
  SCAN for (int i = 0; i < n; i++) if (some[i]) {                                         \
    y[k] = x[i];                                                                          \
    k++;                                                                                  \
  }
BOTH(flaggedBytes, signed char, "omp parallel for scan(+ : k)", FLAGGED)
BOTH(flaggedShorts, short, "omp parallel for scan(+ : k)", FLAGGED)
BOTH(flaggedInts, int, "omp parallel for scan(+ : k)", FLAGGED)
BOTH(flaggedDoubles, double, "omp parallel for scan(+ : k)", FLAGGED)

#define PLACES(SCAN)                                                                      \
  unsigned k = 0;                                                                         \
  SCAN for (int i = 0; i < n; i++) if (x[i] > 50 && some[i] == 0) y[k++] = i;
BOTH(places, int, "omp parallel for scan(+ : k)", PLACES)
BOTH(longPlaces, long, "omp parallel for scan(+ : k)", PLACES)

#define COMPUTED(SCAN)                                                                    \
  int k = -2;                                                                             \
  SCAN for (int i = 0; i < n - 1; i++) if (x[i] != x[i + 1]) y[k++ + 2] = 2 * x[i] + 1;
BOTH(computedShorts, short, "omp parallel for scan(+ : k)", COMPUTED)
BOTH(computedDoubles, double, "omp simd scan(+ : k)", COMPUTED)

// Behind the comparison the compiler knows the variable. Vectors would load from the
// wrong address.
#define FIRST(SCAN)                                                                       \
  int k = 0;                                                                              \
  SCAN for (long i = 0; i < n; i++) if (i == 0 || x[i] / 8 != x[i - 1] / 8) y[k++] = x[i];
BOTH(first, int, "omp parallel for scan(+ : k)", FIRST)
#define STORED_FIRST(SCAN)                                                                \
  int k = 0;                                                                              \
  SCAN for (long i = 0; i < n; i++) if (x[i] > 50) y[k++] = i == 0 ? x[i] : x[i - 1] - x[i];
BOTH(storedFirst, int, "omp parallel for scan(+ : k)", STORED_FIRST)

#define IN_PLACE(SCAN)                                                                    \
  int k = 0;                                                                              \
  SCAN for (int i = 0; i < n; i++) if (y[i] > 50) y[k++] = y[i];
BOTH(bytesInPlace, signed char, "omp parallel for scan(+ : k)", IN_PLACE)
BOTH(intsInPlace, int, "omp parallel for scan(+ : k)", IN_PLACE)
BOTH(doublesInPlace, double, "omp parallel for scan(+ : k)", IN_PLACE)

// The element in front is read after it may have been stored to.
#define UNIQUE(SCAN)                                                                      \
  int k = 1;                                                                              \
  SCAN for (int i = 1; i < n; i++) if (y[i] != y[i - 1]) y[k++] = y[i];
BOTH(uniqueInPlace, int, "omp parallel for scan(+ : k)", UNIQUE)

#define SPARSE(SCAN)                                                                      \
  int k = 0;                                                                              \
  SCAN for (int i = 0; i < n; i++) if (x[i] > 127) y[k++] = x[i];
BOTH(sparse, float, "omp parallel for scan(+ : k)", SPARSE)
#define DENSE(SCAN)                                                                       \
  int k = 0;                                                                              \
  SCAN for (int i = 0; i < n; i++) if (x[i] > -128) y[k++] = x[i];
BOTH(dense, float, "omp parallel for scan(+ : k)", DENSE)

struct Point {
  float At;
  int Name;
};
static bool operator==(const Point &A, const Point &B) {
  return A.At == B.At && A.Name == B.Name;
}
#define POINTS(SCAN)                                                                      \
  int k = 0;                                                                              \
  SCAN for (int i = 0; i < n; i++) if (x[i].At < 64) y[k++] = x[i];
BOTH(points, Point, "omp parallel for scan(+ : k)", POINTS)
#define MEMBERS(SCAN)                                                                     \
  int k = 0;                                                                              \
  SCAN for (int i = 0; i < n; i++) if (x[i].At < 64) {                                    \
    y[k].At = x[i].At + 1;                                                                \
    y[k++].Name = i;                                                                      \
  }
BOTH(members, Point, "omp parallel for scan(+ : k)", MEMBERS)

// Three members are not brought together by vectors.
struct Triple {
  int A, B, C;
};
static bool operator==(const Triple &A, const Triple &B) {
  return A.A == B.A && A.B == B.B && A.C == B.C;
}
#define TRIPLES(SCAN)                                                                     \
  int k = 0;                                                                              \
  SCAN for (int i = 0; i < n; i++) if (x[i].B > 50) y[k++] = x[i];
BOTH(triples, Triple, "omp parallel for scan(+ : k)", TRIPLES)

static const Case<signed char> OfBytes[] = {EACH(largeBytes), EACH(flaggedBytes),
                                            EACH(bytesInPlace)};
static const Case<short> OfShorts[] = {EACH(largeShorts), EACH(flaggedShorts),
                                       EACH(computedShorts)};
static const Case<int> OfInts[] = {EACH(largeInts), EACH(flaggedInts), EACH(places),
                                   EACH(first), EACH(storedFirst), EACH(intsInPlace), EACH(uniqueInPlace)};
static const Case<long> OfLongs[] = {EACH(longPlaces)};
static const Case<float> OfFloats[] = {EACH(largeFloats), EACH(sparse), EACH(dense)};
static const Case<double> OfDoubles[] = {EACH(largeDoubles), EACH(flaggedDoubles),
                                         EACH(computedDoubles), EACH(doublesInPlace)};
static const Case<Point> OfPoints[] = {EACH(points), EACH(members)};
static const Case<Triple> OfTriples[] = {EACH(triples)};

static const int Lengths[] = {1,   15,  16,  17,   33,   63,   64,   65,   79,
                              127, 129, 500, 512,  513,  577,  640,  1023, 1025,
                              2048, 2111, 4096, 4113, 8191, 9000};

template <typename T> static T drawn(uint64_t k) { return T(scan_test_pick(k, -127, 127)); }
template <> Point drawn(uint64_t k) { return {drawn<float>(k), int(k)}; }
template <> Triple drawn(uint64_t k) { return {int(k), drawn<int>(k), drawn<int>(k + 1)}; }

/// x begins -2 to 2 elements behind y, and then apart from it.
template <typename T, size_t Count> static void check(const Case<T> (&Cases)[Count]) {
  const size_t All = 2 * Most + 2 * Front;
  T *Got = BLOCK(T, All), *Want = BLOCK(T, All);
  signed char *Some = BLOCK(signed char, Most);
  for (int i = 0; i < Most; i++)
    Some[i] = scan_test_hash(i) % 3 == 0 ? -7 : 0;
  for (const Case<T> &Each : Cases)
    for (int n : Lengths)
      for (int Shift = -2; Shift <= 3; Shift++) {
        for (size_t i = 0; i < All; i++)
          Got[i] = Want[i] = drawn<T>(i / 2 + n);
        scan_test_drawn = Each.Name;
        scan_test_seed = uint64_t(n);
        const int From = Shift == 3 ? Most : Shift;
        const long Is = Each.Got(n, Got + Front, Got + Front + From, Some);
        const long Must = Each.Want(n, Want + Front, Want + Front + From, Some);
        CHECK_SAME(&Is, &Must, 1);
        for (size_t i = 0; i < All; i++)
          if (!(Got[i] == Want[i])) {
            const size_t Place = i, None = All;
            CHECK_SAME(&Place, &None, 1);
          }
      }
  free(Got), free(Want), free(Some);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check(OfBytes);
  check(OfShorts);
  check(OfInts);
  check(OfLongs);
  check(OfFloats);
  check(OfDoubles);
  check(OfPoints);
  check(OfTriples);
  return scan_test_passed();
}

#endif

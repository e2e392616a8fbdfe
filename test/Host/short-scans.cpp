// RUN: %clangxx -O1 -Wall -Werror %s %ompscan_native_flags %ompscan_libs -lm -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMP_NUM_THREADS=1 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMP_NUM_THREADS=2 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMP_NUM_THREADS=5 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=7000 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMPSCAN_SHORT_LOOP=100000000 %run %t
// At -O0 they run as they are written, so that a debugger stops in them.
// RUN: %clangxx -O0 -S -emit-llvm %s %ompscan_native_flags -o - | %filecheck %s
// CHECK-LABEL: define {{.*}}sumOfFloats
// CHECK: mul {{.*}}, 1{{$}}
// CHECK: load atomic {{.*}}@__ompscan_short_loop
// RUN: %clangxx -O1 -g %asan %s %ompscan_native_flags %ompscan_libs -lm -o %t.asan
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=host OMP_NUM_THREADS=3 %run %t.asan

// Scans that the calling thread runs by their machine code, and the lengths at
// which the object code, such a call and a launch take turns. Arrays that are the
// same memory some elements further on give the results of the loop as written.

#include "../Programs/Inputs/scan_test.h"
#include <cmath>
#include <cstring>

static constexpr int Front = 4, Most = 41000;

/// The loop by a directive and as it is written.
template <typename T> struct Case {
  const char *Name;
  void (*Got)(int, T *, const T *);
  void (*Want)(int, T *, const T *);
};

#define BOTH(NAME, T, SCAN, ...)                                                          \
  static void NAME(int n, T *y, const T *x) { __VA_ARGS__(_Pragma(SCAN)) }                \
  static void NAME##Expected(int n, T *y, const T *x) { __VA_ARGS__() }
#define EACH(NAME) {#NAME, NAME, NAME##Expected}

#define SUM(SCAN)                                                                         \
  auto s = x[0];                                                                          \
  SCAN for (int i = 0; i < n; i++) {                                                      \
    s += x[i];                                                                            \
    y[i] = s;                                                                             \
  }                                                                                       \
  y[n] = s;
BOTH(sumOfFloats, float, "omp parallel for scan(+ : s)", SUM)
BOTH(sumOfDoubles, double, "omp parallel for scan(+ : s)", SUM)
BOTH(sumOfBytes, unsigned char, "omp parallel for scan(+ : s)", SUM)
BOTH(sumInVectors, float, "omp simd scan(+ : s)", SUM)

#define EXCLUSIVE(SCAN)                                                                   \
  double s = 1;                                                                           \
  SCAN for (unsigned i = 0; i < unsigned(n); i++) {                                       \
    y[i] = s;                                                                             \
    s += x[i];                                                                            \
  }
BOTH(exclusive, double, "omp parallel for scan(+ : s)", EXCLUSIVE)

#define DOWN(SCAN)                                                                        \
  double s = 0;                                                                           \
  SCAN for (int i = n - 1; i >= 0; i--) {                                                 \
    s = 0.5 * s + x[i];                                                                   \
    y[i] = s;                                                                             \
  }
BOTH(down, double, "omp parallel for scan(affine : s)", DOWN)

#define RECURRENCE(SCAN) SCAN for (int i = 1; i < n; i++) y[i] = y[i - 1] + x[i];
BOTH(recurrence, double, "omp parallel for scan(+ : y)", RECURRENCE)

#define SECOND(SCAN)                                                                      \
  SCAN for (int i = 2; i < n; i++) y[i] = 0.5 * y[i - 1] - 0.25 * y[i - 2] + x[i];
BOTH(second, double, "omp parallel for scan(affine : y)", SECOND)

#define STRIDED(SCAN)                                                                     \
  double s = 0;                                                                           \
  SCAN for (int i = 0; i < n / 2; i++) {                                                  \
    s += x[2 * i];                                                                        \
    y[2 * i + 1] = s;                                                                     \
  }
BOTH(strided, double, "omp parallel for scan(+ : s)", STRIDED)

#define LARGEST(SCAN)                                                                     \
  float s = -9;                                                                           \
  SCAN for (int i = 0; i < n; i++) {                                                      \
    s = s < x[i] ? x[i] : s;                                                              \
    y[i] = s;                                                                             \
  }
BOTH(largest, float, "omp parallel for scan(max : s)", LARGEST)

// The accumulator lies in the array that is stored.
#define INSIDE(SCAN)                                                                      \
  double *p = &y[n / 2];                                                                  \
  SCAN for (int i = 0; i < n; i++) {                                                      \
    *p += x[i];                                                                           \
    y[i] = *p;                                                                            \
  }
BOTH(inside, double, "omp parallel for scan(+ : *p)", INSIDE)

// A factor that the loop overwrites where it is an element.
#define FACTOR(SCAN)                                                                      \
  const double &a = y[3];                                                                 \
  double s = 0;                                                                           \
  SCAN for (int i = 0; i < n; i++) {                                                      \
    s += x[i] * a;                                                                        \
    y[i] = s;                                                                             \
  }
BOTH(factor, double, "omp parallel for scan(+ : s)", FACTOR)

static inline double logAdd(double a, double b) {
  const double m = a > b ? a : b;
  return m + std::log(std::exp(a - m) + std::exp(b - m));
}
#pragma omp declare scan(logAdd : double : omp_out = logAdd(omp_out, omp_in)) initializer(omp_priv = -1e300)
#define LOG_SUM(SCAN)                                                                     \
  double s = 0;                                                                           \
  SCAN for (int i = 0; i < n; i++) {                                                      \
    s = logAdd(s, x[i]);                                                                  \
    y[i] = s;                                                                             \
  }
BOTH(logSum, double, "omp parallel for scan(logAdd : s)", LOG_SUM)

// Rows by the threads of the program.
#define ROWS(SCAN)                                                                        \
  _Pragma("omp parallel for num_threads(5)") for (int r = 0; r < n / 700; r++) {          \
    double s = 0;                                                                         \
    SCAN for (int i = r * 700; i < r * 700 + 700; i++) {                                  \
      s += x[i];                                                                          \
      y[i] = s;                                                                           \
    }                                                                                     \
  }
BOTH(rows, double, "omp simd scan(+ : s)", ROWS)

static const Case<float> OfFloats[] = {EACH(sumOfFloats), EACH(sumInVectors), EACH(largest)};
static const Case<double> OfDoubles[] = {EACH(sumOfDoubles), EACH(exclusive),
                                         EACH(down),         EACH(recurrence),
                                         EACH(second),       EACH(strided),
                                         EACH(inside),       EACH(factor),
                                         EACH(logSum)};
static const Case<double> Parallel[] = {EACH(rows)};
static const Case<unsigned char> OfBytes[] = {EACH(sumOfBytes)};

static const int Lengths[] = {4,   5,    15,   16,   33,   99,   101,  137, 249,
                              250, 251,  300,  511,  700,  999,  1001, 1500,
                              4097, 5000, 20001, 39999, 40000, 40001};

/// Where arrays overlap, sums grow beyond all numbers.
template <typename T> static bool areClose(T Got, T Want) {
  const double a = Got, b = Want;
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::fabs(a - b) <= 1e-5 * (std::fabs(a) + std::fabs(b) + 1);
}

/// x begins LeastShift to MostShift - 1 elements behind y, and then apart from it.
template <typename T, size_t Count>
static void check(const Case<T> (&Cases)[Count], int LeastShift, int MostShift) {
  const size_t All = 2 * Most + 2 * Front;
  T *Got = BLOCK(T, All), *Want = BLOCK(T, All);
  for (const Case<T> &Each : Cases)
    for (int n : Lengths)
      for (int Shift = LeastShift; Shift <= MostShift; Shift++) {
        for (size_t i = 0; i < All; i++)
          Got[i] = Want[i] = T(i % 16 ? 0 : 1);
        scan_test_drawn = Each.Name;
        scan_test_seed = uint64_t(n);
        const int From = Shift == MostShift ? Most : Shift;
        Each.Got(n, Got + Front, Got + Front + From);
        Each.Want(n, Want + Front, Want + Front + From);
        for (size_t i = 0; i < All; i++)
          if (!areClose(Got[i], Want[i]))
            CHECK_SAME(&Got[i], &Want[i], 1);
      }
  free(Got), free(Want);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check(OfFloats, -2, 3);
  check(OfDoubles, -2, 3);
  check(OfBytes, 2, 2);
  check(Parallel, 1, 1);
  return scan_test_passed();
}

// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Functions of math.h and stdlib.h, in float and in double.

#include "Inputs/operator_test.h"

typedef struct {
  double total;
  float largest;
  int count;
} Stats;

static Stats merge(Stats a, Stats b) {
  return (Stats){a.total + b.total, fmaxf(a.largest, b.largest),
                 a.count + b.count};
}
#pragma omp declare scan(merge : Stats : omp_out = merge(omp_out, omp_in))

static double doubles(double x) {
  double up = ceil(x), down = floor(x), nearest = round(x), cut = trunc(x);
  double s = sqrt(fabs(x)) + cbrt(x) + exp(-x * x) + log(2 + x * x) + log2(x * x + 1) +
             log10(1 + fabs(x)) + exp2(x / 8) + expm1(x / 16) + log1p(x * x);
  s += sin(x) + cos(x) + tan(x / 4) + asin(x / 9) + acos(x / 9) + atan(x) +
       atan2(x, 2) + sinh(x / 4) + cosh(x / 4) + tanh(x);
  s += asinh(x) + acosh(x * x + 2) + atanh(x / 9) + erf(x) + erfc(x / 4) +
       tgamma(x * x + 1) + lgamma(x * x + 1);
  s += hypot(x, 3) + pow(fabs(x) + 1, 1.5) + fma(x, x, 1) + fmod(x, 0.75) +
       remainder(x, 2.5) + fdim(x, 1) + fmin(x, 2) + copysign(3, x) + rint(x) +
       nearbyint(x) + ldexp(x, 3) + scalbn(x, -2) + logb(x * x + 1) +
       nextafter(x, 9);
  s += up + down + nearest + cut + (double)lround(x) + (double)llrint(x) +
       ilogb(x * x + 1);
  s += isnan(x) + isinf(x) + isfinite(x) + signbit(x) != 0;
  s += isnan(ldexp(x > 1 ? NAN : x, 1)) + isinf(ldexp(x, 2000));
  return s;
}

static float floats(float x) {
  return sqrtf(fabsf(x)) + sinf(x) + cosf(x) + expf(x / 4) + logf(x * x + 1) +
         powf(fabsf(x) + 1, 2.5f) + floorf(x) + ceilf(x) + fminf(x, 1) +
         fmodf(x, 0.5f) + atan2f(x, 1) + hypotf(x, 1) + truncf(x) + roundf(x) +
         copysignf(1, x) + fmaf(x, 2, 1) + isgreater(x, 1.5f);
}

static Stats stats(double x) {
  int whole = (int)x;
  return (Stats){doubles(x), floats((float)x),
                 abs(whole) + (int)labs(whole) + (int)llabs(whole)};
}

static void scan(Stats *y, const double *x, int n) {
#pragma omp parallel for scan(merge : y)
  for (int i = 1; i < n; i++)
    y[i] = merge(y[i - 1], stats(x[i]));
}

static void expected(Stats *y, const double *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = merge(y[i - 1], stats(x[i]));
}

static bool same(const Stats *got, const Stats *want) {
  return scan_test_close(got->total, want->total, 1e-9) &&
         scan_test_close(got->largest, want->largest, 1e-5) &&
         got->count == want->count;
}

OPERATOR_TEST_INPUT(functions, Stats, double, scan, expected,
                    ((Stats){0, -1e9f, 0}),
                    (double)scan_test_pick(k, -700, 700) / 101, same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  functions();
  return scan_test_passed();
}

// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: env OMPSCAN_ALGORITHM=three-kernel %run_tiny %t
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t
// RUN: %run_oclgrind %t 14

// Rotations as quaternions, and products of complex numbers: friends and
// members, static functions, compound assignment.

#include "Inputs/operator_test.h"
#include <cmath>

template <class T> class Quaternion {
  T w, v[3];

  static constexpr int next(int i) { return (i + 1) % 3; }

public:
  Quaternion() = default;
  explicit Quaternion(T w, T x = T(), T y = T(), T z = T()) : w(w), v{x, y, z} {}

  T norm() const {
    T sum = w * w;
    for (T c : v)
      sum += c * c;
    return std::sqrt(sum);
  }
  Quaternion &operator/=(T d) {
    w /= d;
    for (T &c : v)
      c /= d;
    return *this;
  }
  Quaternion normalized() const {
    Quaternion q(*this);
    return q /= norm();
  }
  static Quaternion multiply(const Quaternion &a, const Quaternion &b) {
    Quaternion r(a.w * b.w);
    for (int i = 0; i < 3; ++i) {
      const int j = next(i), k = next(j);
      r.w -= a.v[i] * b.v[i];
      r.v[i] = a.w * b.v[i] + a.v[i] * b.w + a.v[j] * b.v[k] - a.v[k] * b.v[j];
    }
    return r;
  }
  friend Quaternion operator*(const Quaternion &a, const Quaternion &b) {
    return multiply(a, b);
  }
  friend bool close(const Quaternion *a, const Quaternion *b) {
    bool all = scan_test_close(double(a->w), double(b->w), 1e-4);
    for (int i = 0; i < 3; i++)
      all &= scan_test_close(double(a->v[i]), double(b->v[i]), 1e-4);
    return all;
  }
};

using Rotation = Quaternion<float>;
#pragma omp declare scan(* : Rotation : omp_out = omp_out * omp_in)            \
    initializer(omp_priv = Rotation(1))

static void scan(Rotation *y, const Rotation *x, size_t n) {
#pragma omp parallel for scan(* : y)
  for (size_t i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i].normalized();
}

static void expected(Rotation *y, const Rotation *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i].normalized();
}

// Pitch, roll and yaw by small angles.
static Rotation turn(uint64_t k) {
  float c[3];
  for (unsigned i = 0; i < 3; ++i)
    c[i] = float(scan_test_pick(3 * k + i, -100, 100)) / 1000;
  return Rotation(1, c[0], c[1], c[2]);
}

OPERATOR_TEST(rotations, Rotation, scan, expected, Rotation(1), turn(k), close)

class Complex {
public:
  Complex() {}
  Complex(double real, double imaginary = 0) : re(real), im(imaginary) {}
  double real() const { return re; }
  double imag() const { return im; }
  Complex conjugate() const;
  Complex &operator*=(const Complex &other) {
    const double r = re * other.re - im * other.im;
    im = re * other.im + im * other.re;
    re = r;
    return *this;
  }

private:
  double re, im;
};

inline Complex Complex::conjugate() const { return Complex(re, -im); }
inline Complex operator*(Complex a, const Complex &b) { return a *= b; }

#pragma omp declare scan(* : Complex : omp_out *= omp_in)                      \
    initializer(omp_priv = Complex(1.0))

static void complex_scan(Complex *y, const Complex *x, size_t n) {
#pragma omp parallel for scan(* : y)
  for (size_t i = 1; i < n; i++) {
    y[i] = y[i - 1];
    y[i] *= x[i].conjugate();
  }
}

static void complex_expected(Complex *y, const Complex *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i].conjugate();
}

static bool close_complex(const Complex *a, const Complex *b) {
  return scan_test_close(a->real(), b->real(), 1e-9) &&
         scan_test_close(a->imag(), b->imag(), 1e-9);
}

OPERATOR_TEST(products, Complex, complex_scan, complex_expected,
              Complex(0.6, 0.8), Complex(cos(double(k)), sin(double(k))),
              close_complex)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  rotations();
  products();
  return scan_test_passed();
}

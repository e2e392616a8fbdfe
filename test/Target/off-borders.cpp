// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %long %clangxx %opt -DALL_TYPES %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t

// Scans of mapped arrays that begin at any elements: tiles begin where stores
// lie on borders of vectors, and the iterations in front of them belong to the
// first tile. Values are small, so that sums of any order are exact.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int Room = 60000, Guard = 40;

/// A loop over n iterations of arrays that are mapped as a whole.
template <typename T>
using Loop = void (*)(T *y, T *z, const T *x, int n);

template <typename T> T input(int i) { return T((i * 7 + i / 11) % 3); }

template <typename T>
void check(const char *name, Loop<T> scan, Loop<T> plain, int n, int yFirst,
           int xFirst) {
  std::vector<T> x(Room), y(Room), z(Room);
  for (int i = 0; i < Room; i++) {
    x[i] = input<T>(i);
    y[i] = T(i % 50 + 40);
    z[i] = T(i % 30 + 60);
  }
  std::vector<T> yPlain = y, zPlain = z;
  plain(&yPlain[yFirst], &zPlain[yFirst], &x[xFirst], n);
  T *const py = y.data(), *const pz = z.data();
  const T *const px = x.data();
#pragma omp target data map(to : px[0 : Room]) map(tofrom : py[0 : Room],      \
                                                   pz[0 : Room])
  scan(py + yFirst, pz + yFirst, px + xFirst, n);
  for (int i = 0; i < Room; i++)
    if (y[i] != yPlain[i] || z[i] != zPlain[i]) {
      std::printf("%s of %d bytes, n %d, from y[%d] and x[%d]: differs at %d\n",
                  name, int(sizeof(T)), n, yFirst, xFirst, i);
      std::exit(1);
    }
}

#define LOOP(NAME, CLAUSE, DECLARATION, FIRST, BODY)                           \
  template <typename T> void NAME(T *y, T *z, const T *x, int n) {             \
    DECLARATION;                                                               \
    _Pragma(CLAUSE) for (int i = FIRST; i < n; i++) BODY                       \
    (void)z;                                                                   \
  }                                                                            \
  template <typename T> void NAME##Plain(T *y, T *z, const T *x, int n) {      \
    DECLARATION;                                                               \
    for (int i = FIRST; i < n; i++)                                            \
      BODY(void) z;                                                            \
  }

LOOP(inclusive, "omp target parallel for scan(+ : y)", , 1,
     { y[i] = y[i - 1] + x[i]; })
LOOP(exclusive, "omp target parallel for scan(+ : y)", , 1,
     { y[i] = y[i - 1] + x[i - 1]; })
LOOP(inPlace, "omp target parallel for scan(+ : y)", , 1, { y[i] += y[i - 1]; })
LOOP(maximum, "omp target parallel for scan(max : y)", , 1,
     { y[i] = y[i - 1] > x[i] ? y[i - 1] : x[i]; })
LOOP(accumulated, "omp target parallel for scan(+ : s)", T s = 5, 0, {
  s += x[i];
  y[i] = s;
})
LOOP(before, "omp target parallel for scan(+ : s)", T s = 5, 0, {
  y[i] = s;
  s += x[i];
})
LOOP(twice, "omp target parallel for scan(+ : s)", T s = 5, 0, {
  s += T(2) * x[i];
  y[i] = s;
  z[i] = s - x[i];
})
LOOP(last, "omp target parallel for scan(last : s)", T s = 9, 0, {
  if (x[i])
    s = x[i];
  y[i] = s;
})
LOOP(resets, "omp target parallel for scan(affine : s)", T s = 9, 0, {
  if (x[i] == T(2))
    s = T(0);
  s += x[i];
  y[i] = s;
})
LOOP(differences, "omp target parallel for scan(+ : s)", T s = 0, 1, {
  s += x[i] - x[i - 1];
  y[i] = s;
})

template <typename T> void checkType() {
  for (const int n : {1, 2, 3, 5, 18, 1000, 47001})
    for (int first = 0; first < 17; first = first < 4 ? first + 1 : first + 6)
      for (const int shift : {0, 1, -1, 5}) {
        const int y = Guard + first, x = y + shift;
#define CHECK(NAME) check<T>(#NAME, NAME<T>, NAME##Plain<T>, n, y, x)
        CHECK(inclusive);
        CHECK(exclusive);
        CHECK(accumulated);
        if (n > 5 && n < 1000)
          continue;
        CHECK(before);
        CHECK(twice);
        CHECK(last);
        CHECK(resets);
        CHECK(differences);
        if (shift)
          continue;
        CHECK(inPlace);
        CHECK(maximum);
#undef CHECK
      }
}

} // namespace

int main() {
  checkType<int>();
  checkType<double>();
#ifdef ALL_TYPES
  checkType<float>();
  checkType<unsigned char>();
  checkType<unsigned short>();
  checkType<long>();
#endif
  return 0;
}

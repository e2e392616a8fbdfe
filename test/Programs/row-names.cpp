// UNSUPPORTED: no-device
// RUN: %clangxx %opt -Wall -Wextra -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 6
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t 6
// RUN: env OMPSCAN_PROFILE=summary %run %t 9 2>&1 | %filecheck %s

// Rows that have names in methods, templates and lambdas; what names a row
// otherwise is done row by row.

// CHECK-DAG: ompscan: 1 {{.*}}(Image<float>::rows)
// CHECK-DAG: ompscan: 1 {{.*}}(Image<int>::rows)
// CHECK-DAG: ompscan: 1 {{.*}}(Image<int>::behind)
// CHECK-DAG: ompscan: 1 {{.*}}(members({{.*}}lambda
// CHECK-DAG: ompscan: 1 {{.*}}(nested)
// CHECK-DAG: ompscan: 9 {{.*}}(moved)
// CHECK-DAG: ompscan: 9 {{.*}}(compared)
// CHECK-DAG: ompscan: 9 {{.*}}(indirect)

#include "Inputs/scan_test.h"
#include <vector>

template <class T> struct Image {
  T *pixels, *sums;
  long pitch;
  int h, w;

  void rows();
  void behind();
};
template <class T> void Image<T>::rows() {
#pragma omp target teams distribute map(to : pixels[0 : h * pitch])            \
    map(tofrom : sums[0 : h * pitch])
  for (int r = 0; r < h; ++r) {
    const T *in = pixels + r * pitch;
    T *const out = this->sums + r * pitch;
#pragma omp parallel for scan(+ : out)
    for (int c = 1; c < w; ++c)
      out[c] = out[c - 1] + in[c];
  }
}
template <class T> void Image<T>::behind() {
  const long size = h * pitch;
#pragma omp target teams distribute map(to : pixels[0 : size])                 \
    map(tofrom : sums[0 : size])
  for (int r = 1; r < h; ++r) {
    const std::size_t first = r * pitch, before = first - pitch;
    T *out = &sums[first];
    const T *const above = before + pixels, *in = above + pitch;
#pragma omp parallel for scan(max : out)
    for (int c = w - 1; c > 0; --c) {
      const T v = in[c] - *(above + c);
      *(out + c - 1) = v > out[c] ? v : out[c];
    }
  }
}

struct Pixel {
  int red, blue;
};
static void members(int *y, const Pixel *x, int h, int w) {
  const auto run = [=](auto scale) {
#pragma omp target teams distribute map(to : x[0 : h * w])                     \
    map(tofrom : y[0 : h * w])
    for (int r = 0; r < h; ++r) {
      const Pixel *in = x + r * w;
      int *row = y + r * w;
#pragma omp parallel for scan(+ : row)
      for (int c = 1; c < w; ++c)
        row[c] = row[c - 1] + (in + c)->red * scale - in[c].blue;
    }
  };
  run(3);
}

// Rows of what an outer loop's row has.
static void nested(int *y, const int *x, int h, int w) {
#pragma omp target map(to : x[0 : h * w]) map(tofrom : y[0 : h * w])
#pragma omp teams distribute collapse(2)
  for (int r = 0; r < h; ++r)
    for (int half = 0; half < 2; ++half) {
      int *row = y + r * w, *part = row + half * (w / 2);
      const int weight = r - half;
#pragma omp parallel for scan(+ : part)
      for (int c = 1; c < w / 2; ++c)
        part[c] = part[c - 1] + x[r * w + half * (w / 2) + c] * weight;
    }
}

static void moved(int *y, const int *x, int h, int w) {
#pragma omp target teams distribute map(to : x[0 : h * w])                     \
    map(tofrom : y[0 : h * w])
  for (int r = 0; r < h; ++r) {
    int *row = y + r * w;
    row += 0;
#pragma omp parallel for scan(+ : row)
    for (int c = 1; c < w; ++c)
      row[c] = row[c - 1] + x[r * w + c];
  }
}
static void compared(int *y, const int *x, int h, int w) {
#pragma omp target teams distribute map(to : x[0 : h * w])                     \
    map(tofrom : y[0 : h * w])
  for (int r = 0; r < h; ++r) {
    int *row = y + r * w;
#pragma omp parallel for scan(+ : row) if (row != nullptr)
    for (int c = 1; c < w; ++c)
      row[c] = row[c - 1] + x[r * w + c];
  }
}
static void indirect(int *y, const int *x, int h, int w, const int *place) {
#pragma omp target teams distribute map(to : x[0 : h * w], place[0 : h])       \
    map(tofrom : y[0 : h * w])
  for (int r = 0; r < h; ++r) {
    int *row = y + place[r];
#pragma omp parallel for scan(+ : row)
    for (int c = 1; c < w; ++c)
      row[c] = row[c - 1] + x[r * w + c];
  }
}

template <class T> static std::vector<T> numbers(int n, int seed) {
  std::vector<T> All(n);
  for (int i = 0; i < n; i++)
    All[i] = T(scan_test_pick(uint64_t(i + seed), -9, 9));
  return All;
}
#define SAME(GOT, WANT) CHECK_SAME((GOT).data(), (WANT).data(), (WANT).size())

template <class T> static void checkImage(int h, int w, bool both) {
  const long pitch = w + 2;
  auto x = numbers<T>(int(h * pitch), 1);
  auto y = numbers<T>(int(h * pitch), 1000), want = y;
  Image<T> image = {x.data(), y.data(), pitch, h, w};
  image.rows();
  for (int r = 0; r < h; r++)
    for (int c = 1; c < w; c++)
      want[r * pitch + c] = want[r * pitch + c - 1] + x[r * pitch + c];
  SAME(y, want);
  if (!both)
    return;
  image.behind();
  for (int r = 1; r < h; r++)
    for (int c = w - 1; c > 0; c--) {
      const T v = x[r * pitch + c] - x[(r - 1) * pitch + c];
      T &out = want[r * pitch + c - 1];
      out = v > want[r * pitch + c] ? v : want[r * pitch + c];
    }
  SAME(y, want);
}

static void check(int h, int w) {
  const int n = h * w;
  // Sums of small integers are exact.
  checkImage<float>(h, w, false);
  checkImage<int>(h, w, true);
  const auto x = numbers<int>(n, 1);
  auto y = numbers<int>(n, 1000), want = y;
  std::vector<Pixel> pixels(n);
  for (int i = 0; i < n; i++)
    pixels[i] = {x[i], i % 7};
  members(y.data(), pixels.data(), h, w);
  for (int r = 0; r < h; r++)
    for (int c = 1; c < w; c++)
      want[r * w + c] =
          want[r * w + c - 1] + x[r * w + c] * 3 - (r * w + c) % 7;
  SAME(y, want);
  nested(y.data(), x.data(), h, w);
  for (int r = 0; r < h; r++)
    for (int half = 0; half < 2; half++)
      for (int c = 1; c < w / 2; c++) {
        const int at = r * w + half * (w / 2) + c;
        want[at] = want[at - 1] + x[at] * (r - half);
      }
  SAME(y, want);
  std::vector<int> place(h);
  for (int r = 0; r < h; r++)
    place[r] = r * w;
  for (int form = 0; form < 3; form++) {
    if (form == 0)
      moved(y.data(), x.data(), h, w);
    else if (form == 1)
      compared(y.data(), x.data(), h, w);
    else
      indirect(y.data(), x.data(), h, w, place.data());
    for (int r = 0; r < h; r++)
      for (int c = 1; c < w; c++)
        want[r * w + c] = want[r * w + c - 1] + x[r * w + c];
    SAME(y, want);
  }
}

int main(int argc, char **argv) {
  if (argc > 1) {
    check(atoi(argv[1]), 10);
    return scan_test_passed();
  }
  check(1, 8);
  check(7, 300);
  check(200, 6);
  return scan_test_passed();
}

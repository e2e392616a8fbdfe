//===- Rows.cpp - Scans inside of loops measured --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-rows[-...] LOG2|n=N [PART-OF-A-LOOP'S-NAME]
///
/// Scans of the rows and of the columns of arrays, and what programs do with a
/// row besides. The file is compiled as annotated loops where there is the
/// plugin, else with OpenMP as loops whose threads take rows, else as plain
/// loops. Annotated loops report the times of their kernels, or those of whole
/// calls by the host's clock (OMPSCAN_BENCH_CLOCK=host), as the others do.
///
//===----------------------------------------------------------------------===//

#include "HostClock.h"
#include "Loops.h"
#include "Report.h"
#include "ScanData.h"
#ifdef __OMPSCAN__
#include "KernelTimes.h"
#endif
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#define TEXT(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(TEXT(__VA_ARGS__))
#ifdef __OMPSCAN__
#define FLAT(CLAUSES) PRAGMA(omp target parallel for CLAUSES)
#define ROWS(...)                                                              \
  PRAGMA(omp target teams distribute map(from : y [0:n]) map(to : __VA_ARGS__))
#define EACH(CLAUSE) PRAGMA(omp parallel for CLAUSE)
#elif defined(_OPENMP)
#define FLAT(CLAUSES)
#define ROWS(...) PRAGMA(omp parallel for)
#define EACH(CLAUSE)
#else
#define FLAT(CLAUSES)
#define ROWS(...)
#define EACH(CLAUSE)
#endif

using namespace ompscan::bench;

namespace {

/// Elements in rows. Row r begins at ptr[r]; if all are equally long, they have
/// `length` elements.
struct Matrix {
  const float *x, *a;
  const int64_t *ptr;
  const int *flag;
  int64_t n, rows, length;
};

void copy(const Matrix &M, float *y) {
  const float *x = M.x;
  const int64_t n = M.n;
#ifdef __OMPSCAN__
#pragma omp target teams distribute parallel for map(to : x[0 : n])            \
    map(from : y[0 : n])
#elif defined(_OPENMP)
#pragma omp parallel for
#endif
  for (int64_t i = 0; i < n; i++)
    y[i] = x[i];
}

void flat(const Matrix &M, float *y) {
  const float *x = M.x;
  const int64_t n = M.n;
  float s = 0;
  FLAT(scan(+ : s) map(to : x [0:n]) map(from : y [0:n]))
  for (int64_t i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}

void flagged(const Matrix &M, float *y) {
  const float *x = M.x;
  const int *flag = M.flag;
  const int64_t n = M.n;
  float s = 0;
  FLAT(scan(affine : s) map(to : x [0:n], flag [0:n]) map(from : y [0:n]))
  for (int64_t i = 0; i < n; i++) {
    if (flag[i])
      s = 0;
    s += x[i];
    y[i] = s;
  }
}

void sums(const Matrix &M, float *y) {
  const float *x = M.x;
  const int64_t n = M.n, rows = M.rows, length = M.length;
  ROWS(x [0:n])
  for (int64_t r = 0; r < rows; r++) {
    float s = 0;
    EACH(scan(+ : s))
    for (int64_t i = 0; i < length; i++) {
      s += x[r * length + i];
      y[r * length + i] = s;
    }
  }
}

/// As `sums`, all rows in one loop.
void collapsed(const Matrix &M, float *y) {
  const float *x = M.x;
  const int64_t n = M.n, rows = M.rows, length = M.length;
  float s = 0;
  FLAT(collapse(2) scan(affine : s) map(to : x [0:n]) map(from : y [0:n]))
  for (int64_t r = 0; r < rows; r++)
    for (int64_t i = 0; i < length; i++) {
      if (i == 0)
        s = 0;
      s += x[r * length + i];
      y[r * length + i] = s;
    }
}

void affine(const Matrix &M, float *y) {
  const float *x = M.x, *a = M.a;
  const int64_t n = M.n, rows = M.rows, length = M.length;
  ROWS(x [0:n], a [0:n])
  for (int64_t r = 0; r < rows; r++) {
    float h = 0;
    EACH(scan(affine : h))
    for (int64_t i = 0; i < length; i++) {
      h = a[r * length + i] * h + x[r * length + i];
      y[r * length + i] = h;
    }
  }
}

void ragged(const Matrix &M, float *y) {
  const float *x = M.x;
  const int64_t *ptr = M.ptr;
  const int64_t n = M.n, rows = M.rows;
  ROWS(x [0:n], ptr [0:rows + 1])
  for (int64_t r = 0; r < rows; r++) {
    float s = 0;
    EACH(scan(+ : s))
    for (int64_t i = ptr[r]; i < ptr[r + 1]; i++) {
      s += x[i];
      y[i] = s;
    }
  }
}

/// Sums along the columns of an array whose rows have M.rows elements.
void columns(const Matrix &M, float *y) {
  const float *x = M.x;
  const int64_t n = M.n, width = M.rows, height = M.length;
  ROWS(x [0:n])
  for (int64_t c = 0; c < width; c++) {
    float s = 0;
    EACH(scan(+ : s))
    for (int64_t i = 0; i < height; i++) {
      s += x[i * width + c];
      y[i * width + c] = s;
    }
  }
}

void softmax(const Matrix &M, float *y) {
  const float *x = M.x;
  const int64_t n = M.n, rows = M.rows, length = M.length;
  ROWS(x [0:n])
  for (int64_t r = 0; r < rows; r++) {
    float most = -INFINITY, sum = 0;
    EACH(reduction(max : most))
    for (int64_t i = 0; i < length; i++)
      most = x[r * length + i] > most ? x[r * length + i] : most;
    EACH(reduction(+ : sum))
    for (int64_t i = 0; i < length; i++)
      sum += std::exp(x[r * length + i] - most);
    EACH()
    for (int64_t i = 0; i < length; i++)
      y[r * length + i] = std::exp(x[r * length + i] - most) / sum;
  }
}

using Function = void(const Matrix &, float *);

/// The element \p At of a row from \p Begin to \p End with the value \p H.
using Step = double(const Matrix &M, double H, int64_t At);

double added(const Matrix &M, double H, int64_t At) { return H + M.x[At]; }
double composed(const Matrix &M, double H, int64_t At) {
  return double(M.a[At]) * H + M.x[At];
}
double restarted(const Matrix &M, double H, int64_t At) {
  return (M.flag[At] ? 0 : H) + M.x[At];
}
double copied(const Matrix &M, double, int64_t At) { return M.x[At]; }

bool isNear(float Got, double Expected) {
  return std::fabs(Got - Expected) <= 1e-5 * (1 + std::fabs(Expected));
}

/// Whether \p Y has the results of \p Next in rows whose elements are
/// \p Stride apart.
bool areRows(const Matrix &M, const float *Y, Step Next, int64_t Stride) {
  std::atomic<bool> AreRight(true);
  inParallel(uint64_t(M.rows), [&](uint64_t First, uint64_t Last) {
    for (auto R = int64_t(First); R != int64_t(Last); ++R) {
      const int64_t Begin = Stride == 1 ? M.ptr[R] : R;
      const int64_t End = Stride == 1 ? M.ptr[R + 1] : M.n;
      double H = 0;
      for (int64_t I = Begin; I < End; I += Stride) {
        H = Next(M, H, I);
        if (!isNear(Y[I], H))
          AreRight = false;
      }
    }
  });
  return AreRight;
}

bool isSoftmax(const Matrix &M, const float *Y) {
  std::atomic<bool> IsRight(true);
  inParallel(uint64_t(M.rows), [&](uint64_t First, uint64_t Last) {
    for (uint64_t R = First; R != Last; ++R) {
      const float *X = M.x + M.ptr[R];
      const double Most = *std::max_element(X, X + M.length);
      double Sum = 0;
      for (int64_t I = 0; I != M.length; ++I)
        Sum += std::exp(X[I] - Most);
      for (int64_t I = 0; I != M.length; ++I)
        if (!isNear(Y[M.ptr[R] + I], std::exp(X[I] - Most) / Sum))
          IsRight = false;
    }
  });
  return IsRight;
}

std::string peerName() {
#ifdef __OMPSCAN__
  return ompscanName();
#elif defined(_OPENMP)
  return std::string("OpenMP rows, ") + OMPSCAN_BENCH_COMPILER;
#else
  return std::string("sequential, ") + OMPSCAN_BENCH_COMPILER;
#endif
}

/// The arrays of all loops.
class Data {
public:
  explicit Data(uint64_t N) : X(N), A(N), Flag(N), Y(N) {
    inParallel(N, [this](uint64_t Begin, uint64_t End) {
      for (uint64_t I = Begin; I != End; ++I) {
        // Sums are exact.
        X[I] = float(int(mix(I) % 5) - 2);
        A[I] = 0.5f + float(mix(I + 7) % 64) / 128;
        Flag[I] = mix(I + 11) % 100 == 0;
      }
    });
  }

  /// Rows of \p Length.
  void cut(uint64_t Length) {
    const uint64_t Rows = X.size() / Length;
    Ptr.resize(Rows + 1);
    for (uint64_t R = 0; R <= Rows; ++R)
      Ptr[R] = int64_t(R * Length);
    M = {X.data(),
         A.data(),
         Ptr.data(),
         Flag.data(),
         int64_t(Rows * Length),
         int64_t(Rows),
         int64_t(Length)};
  }

  /// Rows of \p Mean elements on average, the first of \p First.
  void tear(uint64_t Mean, uint64_t First) {
    const uint64_t N = X.size();
    Ptr = {0};
    for (uint64_t At = 0; At < N;) {
      const uint64_t R = Ptr.size() - 1;
      At = std::min(N, At + (R == 0 ? First : mix(R) % (2 * Mean + 1)));
      Ptr.push_back(int64_t(At));
    }
    M = {X.data(),   A.data(),
         Ptr.data(), Flag.data(),
         int64_t(N), int64_t(Ptr.size()) - 1,
         0};
  }

  template <typename Check>
  bool measure(const std::string &Name, Function Loop, uint64_t Bytes,
               Check IsRight) {
    std::fill(Y.begin(), Y.end(), NAN);
    const auto Call = [&] { Loop(M, Y.data()); };
    const uint64_t N = uint64_t(M.n);
#ifdef __OMPSCAN__
    if (!usesHostClock())
      return measureKernels(Name.c_str(), peerName(), N, Bytes * N, Call,
                            IsRight);
#endif
    const std::vector<double> Times = timesOf([] {}, Call);
    if (!IsRight())
      return reportWrong(Name.c_str(), peerName());
    report(Name.c_str(), peerName(), N, Bytes * N, Times);
    return true;
  }

  bool measure(const std::string &Name, Function Loop, uint64_t Bytes,
               Step Next, int64_t Stride = 1) {
    return measure(Name, Loop, Bytes,
                   [=] { return areRows(M, Y.data(), Next, Stride); });
  }

  Matrix M;
  std::vector<float> X, A;
  std::vector<int> Flag;
  std::vector<float> Y;
  std::vector<int64_t> Ptr;
};

} // namespace

int main(int Count, char **Values) {
  const Request R(Count, Values);
#ifdef __OMPSCAN__
  if (!usesHostClock())
    setenv("OMPSCAN_REPEAT", "9", /*overwrite=*/0);
  informOfDevice();
#endif
  Data D(R.N);
  bool AreRight = true;
  const auto Measure = [&](const std::string &Name, auto... Arguments) {
    if (R.wants(Name))
      AreRight &= D.measure(Name, Arguments...);
  };
  D.cut(R.N);
  Measure("copy", copy, 8, copied);
  Measure("flat sum", flat, 8, added);
  Measure("resets by a flag", flagged, 12, restarted);
  for (const uint64_t Length : {32, 64, 4096, 1 << 20}) {
    if (Length > R.N)
      break;
    const std::string Rows = "rows of " + std::to_string(Length);
    D.cut(Length);
    Measure(Rows, sums, 8, added);
    Measure("collapse(2), " + Rows, collapsed, 8, added);
    Measure("affine, " + Rows, affine, 12, composed);
    // As many columns.
    D.cut(R.N / Length);
    D.M.n = D.M.rows * D.M.length;
    Measure(std::to_string(D.M.rows) + " columns", columns, 8, added, D.M.rows);
  }
  for (const uint64_t Length : {128, 1024, 4096, 32768}) {
    if (Length > R.N)
      break;
    D.cut(Length);
    Measure("softmax, rows of " + std::to_string(Length), softmax, 8,
            [&] { return isSoftmax(D.M, D.Y.data()); });
  }
  D.tear(33, 0);
  Measure("ragged rows, mean 33", ragged, 8, added);
  D.tear(4096, 1 << 20);
  Measure("ragged rows, mean 4096, one of 2^20", ragged, 8, added);
  return AreRight ? 0 : 1;
}

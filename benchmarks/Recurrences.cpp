//===- Recurrences.cpp - Recurrences measured -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-recurrences LOG2|n=N [PART-OF-A-LOOP'S-NAME]
///
/// Compiled by the plugin: runs the annotated loops of RecurrenceLoops.h and
/// reports the times of their kernels, as Scans.cpp does. Each is there twice:
/// by the operator `affine`, and by an operator declared by hand. The selective
/// scan has two of these: one multiplies by 0 at the begin of a channel, the
/// other one resets there, as `affine` does: no NaN or infinity passes.
///
//===----------------------------------------------------------------------===//

#include "KernelTimes.h"
#include "RecurrenceLoops.h"
#include "ScanData.h"
#include <cstdlib>
#include <string>
#include <vector>

using namespace ompscan::bench;

namespace {

/// The function a h + v of h, or v alone if it is a reset.
struct Resetting {
  float v, a;
  int isReset;
};

/// \p G after \p F.
inline Resetting compose(Resetting F, Resetting G) {
  Resetting R;
  R.v = G.isReset ? G.v : G.a * F.v + G.v;
  R.a = G.a * F.a;
  R.isReset = F.isReset | G.isReset;
  return R;
}

} // namespace

#pragma omp declare scan(then:Affine : omp_out = compose(omp_out, omp_in))     \
    initializer(omp_priv = Affine{0, 1})
#pragma omp declare scan(then:Resetting : omp_out = compose(omp_out, omp_in))  \
    initializer(omp_priv = Resetting{0, 1, 0})

namespace {

/// The arrays of a loop.
struct Arrays {
  std::vector<float> a, b, c, x, y;
};

void average(const float *x, float *y, int64_t n) {
  float v = 0;
#pragma omp target parallel for scan(affine : v)
  for (int64_t i = 0; i < n; i++) {
    v += Weight * (x[i] - v);
    y[i] = v;
  }
}

void averageDeclared(const float *x, float *y, int64_t n) {
  Affine v = {0, 1};
#pragma omp target parallel for scan(then : v)
  for (int64_t i = 0; i < n; i++) {
    v = compose(v, Affine{Weight * x[i], 1 - Weight});
    y[i] = v.p;
  }
}

void selective(const Arrays &All, float *y, int64_t rows, int64_t length) {
  const float *a = All.a.data(), *b = All.b.data();
  const float *c = All.c.data(), *x = All.x.data();
  float h = 0;
#pragma omp target parallel for collapse(2) scan(affine : h)
  for (int64_t r = 0; r < rows; r++)
    for (int64_t t = 0; t < length; t++) {
      if (t == 0)
        h = 0;
      h = a[r * length + t] * h + b[r * length + t] * x[r * length + t];
      y[r * length + t] = c[r * length + t] * h;
    }
}

void selectiveDeclared(const Arrays &All, float *y, int64_t rows,
                       int64_t length) {
  const float *a = All.a.data(), *b = All.b.data();
  const float *c = All.c.data(), *x = All.x.data();
  Affine h = {0, 1};
#pragma omp target parallel for collapse(2) scan(then : h)
  for (int64_t r = 0; r < rows; r++)
    for (int64_t t = 0; t < length; t++) {
      h = compose(h, Affine{b[r * length + t] * x[r * length + t],
                            a[r * length + t] * (t != 0)});
      y[r * length + t] = c[r * length + t] * h.p;
    }
}

void selectiveResetting(const Arrays &All, float *y, int64_t rows,
                        int64_t length) {
  const float *a = All.a.data(), *b = All.b.data();
  const float *c = All.c.data(), *x = All.x.data();
  Resetting h = {0, 1, 0};
#pragma omp target parallel for collapse(2) scan(then : h)
  for (int64_t r = 0; r < rows; r++)
    for (int64_t t = 0; t < length; t++) {
      h = compose(h, Resetting{b[r * length + t] * x[r * length + t],
                               a[r * length + t], t == 0});
      y[r * length + t] = c[r * length + t] * h.v;
    }
}

/// Measures \p Call, which stores results that \p IsRight checks.
template <typename Loop, typename Check>
bool measure(const char *Name, const char *Form, uint64_t N, uint64_t Bytes,
             std::vector<float> &Y, Loop Call, Check IsRight) {
  std::fill(Y.begin(), Y.end(), NAN);
  return measureKernels(Name, ompscanName() + Form, N, Bytes, Call, IsRight);
}

/// \p N numbers by \p At.
template <typename Function> std::vector<float> made(uint64_t N, Function At) {
  std::vector<float> All(N);
  inParallel(N, [&, P = All.data()](uint64_t Begin, uint64_t End) {
    for (uint64_t I = Begin; I != End; ++I)
      P[I] = At(I);
  });
  return All;
}

} // namespace

int main(int Count, char **Values) {
  const Request R(Count, Values);
  setenv("OMPSCAN_REPEAT", "9", /*overwrite=*/0);
  informOfDevice();
  const uint64_t N = R.N;
  bool AllRight = true;
  Arrays All;
  if (R.wants(MovingAverage) || R.wants(SelectiveScan)) {
    All.x = made(N, sampleAt);
    All.y.resize(N);
  }
  if (R.wants(MovingAverage)) {
    const auto Measure = [&](const char *Form, auto Loop) {
      AllRight &= measure(
          MovingAverage, Form, N, bytesOfAverage(N), All.y,
          [&] { Loop(All.x.data(), All.y.data(), int64_t(N)); },
          [&] { return isAverage(All.y.data(), N); });
    };
    Measure("", average);
    Measure(", declared", averageDeclared);
  }
  if (R.wants(SelectiveScan)) {
    const uint64_t Length = std::min(N, LongestRow);
    const uint64_t Used = N / Length * Length;
    All.a = made(N, decayAt), All.b = made(N, inAt), All.c = made(N, outAt);
    const auto Measure = [&](const char *Form, auto Loop) {
      AllRight &= measure(
          SelectiveScan, Form, Used, bytesOfSelective(Used), All.y,
          [&] {
            Loop(All, All.y.data(), int64_t(N / Length), int64_t(Length));
          },
          [&] { return isSelective(All.y.data(), Used, Length); });
    };
    Measure("", selective);
    Measure(", declared", selectiveDeclared);
    Measure(", declared with resets", selectiveResetting);
  }
  return AllRight ? 0 : 1;
}

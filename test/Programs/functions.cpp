// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t %oclgrind_size

// Every kind of function has scan loops.

#include "Inputs/int_sums.h"

void external(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void internal(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

inline void inlined(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

namespace {
namespace inner {
void inNamespace(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
} // namespace inner
} // namespace

extern "C" void languageC(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static auto deduced(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
  return n;
}

static void inTry(int *y, const int *x, int n) try {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
} catch (...) {
  throw;
}

static void twoLoops(int *y, const int *x, int n) {
  int half = n / 2;
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < half; i++)
    y[i] = y[i - 1] + x[i];
  if (n > 1) {
    if (half < 1)
      half = 1;
#pragma omp parallel for scan(+ : y)
    for (int i = half; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }
}

static void nested(int *y, const int *x, int n) {
  for (int block = 0; block < n; block += 1000) {
    int end = block + 1000 < n ? block + 1000 : n;
#pragma omp parallel for scan(+ : y)
    for (int i = block ? block : 1; i < end; i++)
      y[i] = y[i - 1] + x[i];
  }
}

static void references(int *&y, const int *const &x, const int &n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

static void localCopies(int *y, const int *x, int n) {
  int *const sums = y;
  const auto *values = x;
  const int end = n;
#pragma omp parallel for scan(+ : sums)
  for (auto i = 1; i < end; i++)
    sums[i] = sums[i - 1] + values[i];
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  checkSum("external", external);
  checkSum("internal", internal);
  checkSum("inlined", inlined);
  checkSum("inNamespace", inner::inNamespace);
  checkSum("languageC", languageC);
  checkSum("deduced", deduced);
  checkSum("inTry", inTry);
  checkSum("twoLoops", twoLoops);
  checkSum("nested", nested);
  checkSum("references", references);
  checkSum("localCopies", localCopies);
  return scan_test_passed();
}

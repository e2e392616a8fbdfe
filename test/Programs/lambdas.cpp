// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// Scan loops in lambdas, with and without captures, generic and nested.

#include "Inputs/int_sums.h"

static auto global = [](int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
};

static void capturedByCopy(int *y, const int *x, int n) {
  auto scan = [=] {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  };
  scan();
}

static void capturedByReference(int *y, const int *x, int n) {
  auto scan = [&] {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  };
  scan();
}

static void mapped(int *y, const int *x, int n) {
  [&] {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }();
}

static void nested(int *y, const int *x, int n) {
  auto outer = [=](auto plus) {
    auto inner = [&] {
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + (x[i] + plus);
    };
    inner();
  };
  outer(0);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  checkSum("global", global);
  checkSum("capturedByCopy", capturedByCopy);
  checkSum("capturedByReference", capturedByReference);
  checkSum("mapped", mapped);
  checkSum("nested", nested);
  checkSum("generic", [](auto *y, const auto *x, auto n) {
#pragma omp parallel for scan(+ : y)
    for (auto i = n - n + 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  });
  return scan_test_passed();
}

// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// Members as items and inputs, in methods, constructors, destructors, operators
// and local classes.

#include "Inputs/int_sums.h"

struct Sums {
  int *y;
  const int *x;
  int n;

  void named() {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }

  void throughThis() {
#pragma omp parallel for scan(+ : this->y)
    for (int i = 1; i < this->n; i++)
      this->y[i] = this->y[i - 1] + this->x[i];
  }

  void mixed() const {
#pragma omp parallel for scan(+ : this->y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }

  void mapped() {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }

  void parameter(int *sums) {
#pragma omp parallel for scan(+ : sums)
    for (int i = 1; i < n; i++)
      sums[i] = sums[i - 1] + x[i];
  }

  void inLambda() {
    [this] {
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + x[i];
    }();
  }

  void operator()() const {
    int *sums = y;
#pragma omp parallel for scan(+ : sums)
    for (int i = 1; i < n; i++)
      sums[i] = sums[i - 1] + x[i];
  }

  void outOfLine();
};

void Sums::outOfLine() {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

struct InConstructor {
  int *y;

  InConstructor(int *y, const int *x, int n) : y(y) {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }
};

struct InDestructor : Sums {
  InDestructor(int *y, const int *x, int n) : Sums{y, x, n} {}

  ~InDestructor() {
#pragma omp parallel for scan(+ : this->y)
    for (int i = 1; i < this->n; i++)
      this->y[i] = this->y[i - 1] + this->x[i];
  }
};

struct WithArray {
  int values[64] = {};

  void sumUp() {
#pragma omp parallel for scan(+ : values)
    for (int i = 1; i < 64; i++)
      values[i] += values[i - 1];
  }
};

static void inLocalClass(int *y, const int *x, int n) {
  struct Local {
    static void sum(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + x[i];
    }
  };
  Local::sum(y, x, n);
}

template <void (Sums::*Method)()>
static void call(int *y, const int *x, int n) {
  Sums sums{y, x, n};
  (sums.*Method)();
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  checkSum("named", call<&Sums::named>);
  checkSum("throughThis", call<&Sums::throughThis>);
  checkSum("mixed", [](int *y, const int *x, int n) {
    const Sums sums{y, x, n};
    sums.mixed();
  });
  checkSum("mapped", call<&Sums::mapped>);
  checkSum("parameter", [](int *y, const int *x, int n) {
    Sums{nullptr, x, n}.parameter(y);
  });
  checkSum("inLambda", call<&Sums::inLambda>);
  checkSum("operator()", [](int *y, const int *x, int n) { Sums{y, x, n}(); });
  checkSum("outOfLine", call<&Sums::outOfLine>);
  checkSum("InConstructor",
           [](int *y, const int *x, int n) { InConstructor{y, x, n}; });
  checkSum("InDestructor",
           [](int *y, const int *x, int n) { InDestructor{y, x, n}; });
  checkSum("inLocalClass", inLocalClass);

  WithArray array;
  for (int i = 0; i < 64; i++)
    array.values[i] = i;
  array.sumUp();
  for (int i = 0; i < 64; i++)
    if (array.values[i] != i * (i + 1) / 2)
      scan_test_fail(__FILE__, __LINE__, __func__, "values", i, array.values[i],
                     i * (i + 1) / 2);
  return scan_test_passed();
}

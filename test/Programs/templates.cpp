// RUN: %clangxx %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150
// RUN: %clangxx -S -emit-llvm %s %ompscan_flags -o - | %filecheck %s --implicit-check-not=__kmpc_fork_call
// CHECK: call{{.*}} @__ompscan_run

// Scan loops in templates: of functions, classes and members, with dependent
// types, bounds and operators, instantiated implicitly and explicitly, in both
// forms. Clang itself would run OpenMP's own form without target, too.

#include "Inputs/int_sums.h"

template <typename T> static void dependent(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

template <typename Y, typename X, typename I>
static void allDependent(Y y, X x, I n) {
#pragma omp parallel for scan(+ : y)
  for (I i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

/// The item's type is qualified.
template <typename T>
static void apart(T *__restrict y, const T *__restrict x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

template <typename T>
static void constApart(T *const __restrict y, const T *const __restrict x,
                       int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

template <int First, int Step>
static void constants(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = First; i < n; i += Step)
    y[i] = y[i - Step] + x[i];
}

template <typename T> void instantiated(T *y, const T *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
template void instantiated<int>(int *, const int *, int);

template <typename T> static void specialised(T *, const T *, int) {}
template <> void specialised<int>(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

template <typename T> struct Summer {
  T *y;

  void run(const T *x, int n) {
    T *sums = y;
#pragma omp parallel for scan(+ : sums)
    for (int i = 1; i < n; i++)
      sums[i] = sums[i - 1] + x[i];
  }

  template <typename I> static void runStatic(T *y, const T *x, I n) {
#pragma omp parallel for scan(+ : y)
    for (I i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }
};

template <typename T> static void mapped(T *y, const T *x, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// Clang 16 to 18 crash at an item whose type depends on a parameter, without the
// plugin, too.
#if __clang_major__ >= 19
#define HAS_DEPENDENT_ITEMS 1
/// OpenMP's own form.
namespace standard {
template <typename T, typename I> static void function(T *y, const T *x, I n) {
  T s = n ? y[0] : T();
#pragma omp parallel for reduction(inscan, + : s)
  for (I i = 1; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
}

template <typename T> static void mapped(T *y, const T *x, int n) {
  T s = n ? y[0] : T();
#pragma omp target parallel for reduction(inscan, + : s) map(to : x[0 : n])    \
    map(tofrom : y[0 : n])
  for (int i = 1; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
}

/// y[i] is stored before x[i] is added.
template <typename T> void instantiated(T *y, const T *x, int n) {
  T s = n ? y[0] + x[1 % n] : T();
#pragma omp parallel for simd reduction(inscan, + : s)
  for (int i = 1; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += i + 1 < n ? x[i + 1] : 0;
  }
}
template void instantiated<int>(int *, const int *, int);

template <typename T> class Summer {
  T *y;
  T total;

public:
  Summer(T *y, int n) : y(y), total(n ? y[0] : T()) {}

  void run(const T *x, int n) {
    T s = total;
#pragma omp parallel for reduction(inscan, + : s)
    for (int i = 1; i < n; i++) {
      s += x[i];
#pragma omp scan inclusive(s)
      y[i] = s;
    }
  }

  void runMember(const T *x, int n) {
#pragma omp parallel for reduction(inscan, + : total)
    for (int i = 1; i < n; i++) {
      total += x[i];
#pragma omp scan inclusive(total)
      y[i] = total;
    }
  }

  template <typename I> static void runStatic(T *y, const T *x, I n) {
    T s = n ? y[0] : T();
#pragma omp parallel for reduction(inscan, + : s)
    for (I i = 1; i < n; i++) {
      s += x[i];
#pragma omp scan inclusive(s)
      y[i] = s;
    }
  }
};

template <typename T> struct Array {
  T *Elements;
  T &operator[](int i) { return Elements[i]; }
};

template <template <typename> class View, typename T>
static void ofTemplate(T *elements, const T *x, int n) {
  View<T> y{elements};
  T s = n ? y[0] : T();
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 1; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
}

/// Not commutative: the sum of both, and the last value.
template <typename T> struct Latest {
  T sum, last;
  Latest &operator+=(const Latest &later) {
    sum += later.sum;
    last = later.last;
    return *this;
  }
};

/// The operator is looked up for the arguments of the template.
template <typename T> static void declared(T *y, const T *x, int n) {
  using Value = Latest<T>;
#pragma omp declare reduction(+ : Value : omp_out += omp_in)                   \
    initializer(omp_priv = Value{0, 0})
  Value s{n ? y[0] : T(), 0};
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 1; i < n; i++) {
    s += Value{x[i], x[i]};
#pragma omp scan inclusive(s)
    y[i] = s.sum + s.last - x[i];
  }
}

static const auto generic = [](auto *y, const auto *x, auto n) {
  auto s = n ? y[0] : 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (decltype(n) i = 1; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
};

/// Items of types that depend on no parameter, and one that does.
template <typename T> static void fixedTypes(T *y, const T *x, int n) {
  int s = n ? y[0] : 0, best = -1000;
  T last = 0;
#pragma omp parallel for reduction(inscan, + : s, last)                        \
    reduction(inscan, max : best)
  for (int i = 1; i < n; i++) {
    s += x[i];
    last += 1;
    best = x[i] > best ? x[i] : best;
#pragma omp scan inclusive(s, last, best)
    y[i] = best < -9 || last != T(i) ? -1 : s;
  }
}

template <typename T> static void fixedOnTarget(T *y, const T *x, int n) {
  int s = n ? y[0] + x[1 % n] : 0;
#pragma omp target teams distribute parallel for reduction(inscan, + : s)      \
    map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 1; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += i + 1 < n ? x[i + 1] : 0;
  }
}

template <typename T> struct Fixed {
  int total = 0;

  void run(T *y, const T *x, int n) {
    int s = n ? y[0] : 0;
#pragma omp parallel for reduction(inscan, + : s)
    for (int i = 1; i < n; i++) {
      s += x[i];
#pragma omp scan inclusive(s)
      y[i] = s;
    }
    total = n ? y[0] : 0;
#pragma omp parallel for reduction(inscan, + : total)
    for (int i = 1; i < n; i++) {
      total += x[i];
#pragma omp scan inclusive(total)
      y[i] = y[i] == total ? total : -1;
    }
  }
};

static const auto fixedInLambda = [](auto *y, const auto *x, auto n) {
  long s = n ? y[0] : 0;
#pragma omp parallel for simd reduction(inscan, + : s)
  for (decltype(n) i = 1; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = static_cast<int>(s);
  }
};

static void checkAll() {
  checkSum("fixedTypes", fixedTypes<int>);
  checkSum("fixedOnTarget", fixedOnTarget<int>);
  checkSum("Fixed::run",
           [](int *y, const int *x, int n) { Fixed<int>().run(y, x, n); });
  checkSum("fixedInLambda", fixedInLambda);
  checkSum("function", function<int, long>);
  checkSum("mapped", mapped<int>);
  checkSum("instantiated", instantiated<int>);
  checkSum("Summer::run",
           [](int *y, const int *x, int n) { Summer<int>(y, n).run(x, n); });
  checkSum("Summer::runMember", [](int *y, const int *x, int n) {
    Summer<int>(y, n).runMember(x, n);
  });
  checkSum("Summer::runStatic", Summer<int>::runStatic<long>);
  checkSum("ofTemplate", ofTemplate<Array, int>);
  checkSum("declared", declared<int>);
  checkSum("generic", generic);
}
} // namespace standard
#endif

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  checkSum("dependent", dependent<int>);
  checkSum("apart", apart<int>);
  checkSum("constApart", constApart<int>);
  checkSum("allDependent", allDependent<int *, const int *, long>);
  checkSum("constants", constants<1, 1>);
  checkSum("instantiated", instantiated<int>);
  checkSum("specialised", specialised<int>);
  checkSum("Summer::run", [](int *y, const int *x, int n) {
    Summer<int>{y}.run(x, n);
  });
  checkSum("Summer::runStatic", Summer<int>::runStatic<long>);
  checkSum("mapped", mapped<int>);
#ifdef HAS_DEPENDENT_ITEMS
  standard::checkAll();
#endif

  // Other instances of the same loop are loops of their own.
  double y[10] = {0.5}, x[10];
  for (int i = 0; i < 10; i++)
    x[i] = i * 0.25;
  dependent(y, x, 10);
  double want = 0.5;
  for (int i = 1; i < 10; i++)
    if (y[i] != (want += x[i]))
      scan_test_fail(__FILE__, __LINE__, __func__, "y", i, y[i], want);
  int z[10] = {}, ones[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  constants<3, 3>(z, ones, 10);
  for (int i = 0; i < 10; i++)
    if (z[i] != (i % 3 ? 0 : i / 3))
      scan_test_fail(__FILE__, __LINE__, __func__, "z", i, z[i], i / 3);
  return scan_test_passed();
}

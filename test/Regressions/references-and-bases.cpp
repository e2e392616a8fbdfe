// A reference to an element stands for the element: a store in front of its use
// counts, and what a condition excludes is not read. The pointer by which an
// array is reached may lie in what the loop stores.

// RUN: %clangxx %opt -Wall -Werror %s %ompscan_native_flags %ompscan_libs -o %t
// RUN: env OMPSCAN_DEVICE=host OMP_TARGET_OFFLOAD=DISABLED %t | %filecheck %s

#include <cstdio>
#include <vector>

static long namedBefore(int *y, const int *x, const int *a, int *z, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const int &e = x[i];
    s += a[i];
    y[i] = static_cast<int>(s);
    z[i] = e;
  }
  return s;
}

static long input(int *y, const int *x, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const int &e = x[i];
    y[i] = 1;
    s += e;
  }
  return s;
}

struct Record {
  int key;
  double weight;
};

static long guarded(const Record *r, const long *index, int *y, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const Record &e = r[index[i]];
    s += index[i] >= 0 && e.key > 0;
    y[i] = static_cast<int>(s);
  }
  return s;
}

/// A reference to a temporary object is the value at its declaration.
static long converted(short *y, const short *x, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    const long &e = x[i];
    y[i] = 0;
    s += e;
  }
  return s;
}

struct Box {
  const int *data;
};

static long throughBox(unsigned char *to, const unsigned char *from,
                       const Box *box, const int *index, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    to[i] = from[i];
    s += box->data[index[i]];
  }
  return s;
}

int main() {
  const int n = 1000;
  std::vector<int> y(n, -7), a(n, 1), z(n, -1);
  const long sum = namedBefore(y.data(), y.data(), a.data(), z.data(), n);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += y[i] != i + 1 || z[i] != i + 1;
  std::printf("%ld %d\n", sum, wrong); // CHECK: 1000 0

  y.assign(n, -7);
  std::printf("%ld\n", input(y.data(), y.data(), n)); // CHECK-NEXT: 1000

  std::vector<Record> r(n, Record{1, 0});
  std::vector<long> index(n);
  for (int i = 0; i < n; i++)
    index[i] = i % 2 ? i : -100000000000;
  // CHECK-NEXT: 500
  std::printf("%ld\n", guarded(r.data(), index.data(), y.data(), n));

  std::vector<short> w(n, 3);
  // CHECK-NEXT: 3000
  std::printf("%ld\n", converted(w.data(), w.data(), n));

  const int few[] = {0, 100}, none[8] = {};
  Box box{few}, other{few + 1};
  // CHECK-NEXT: 800
  std::printf("%ld\n",
              throughBox(reinterpret_cast<unsigned char *>(&box),
                         reinterpret_cast<unsigned char *>(&other), &box, none,
                         sizeof box));
  return 0;
}

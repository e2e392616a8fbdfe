// RUN: %clangxx -O1 -S -emit-llvm %s -fopenmp -o %t.without.ll
// RUN: %clangxx -O1 -S -emit-llvm %s %ompscan_flags -o %t.with.ll
// RUN: cmp %t.without.ll %t.with.ll

// Loops in OpenMP's own form that are refused are compiled as without the
// plugin, also where it has brought them into another form to read them.

#include <vector>

int opaque(int value);

struct Part {
  int key;
};

int ranges(std::vector<int> &y, const std::vector<Part> &parts) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (const Part &part : parts) {
    s += part.key;
#pragma omp scan inclusive(s)
    y[&part - parts.data()] = opaque(s);
  }
  return s;
}

int iterators(std::vector<int> &y, std::vector<Part> &parts) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (auto it = parts.begin(); it < parts.end(); ++it) {
    y[it - parts.begin()] = s + it->key;
#pragma omp scan exclusive(s)
    s += opaque(it->key + (*it).key);
  }
  return s;
}

int copies(int *y, std::vector<int> x) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int value : x) {
    s += opaque(value);
#pragma omp scan inclusive(s)
    y[value] = s;
  }
  return s;
}

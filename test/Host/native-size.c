// The machine code of a plain loop has at most 4 KB, all versions for x86-64
// together.

// RUN: %clang -O2 --target=x86_64-linux-gnu %ompscan_all_versions_flags -c %s -o %t.o
// RUN: %python %S/Inputs/native_size.py %t.o 4096
// RUN: %clang -O2 --target=x86_64-linux-gnu -DFLOAT %ompscan_all_versions_flags -c %s -o %t.float.o
// RUN: %python %S/Inputs/native_size.py %t.float.o 4096

// So has that of a compaction.
// RUN: %clang -O2 --target=x86_64-linux-gnu %ompscan_all_versions_flags -c %S/Inputs/compaction.c -o %t.compaction.o
// RUN: %python %S/Inputs/native_size.py %t.compaction.o 4096

#ifdef FLOAT
typedef float element;
#else
typedef int element;
#endif

void sum(element *y, const element *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -S -emit-llvm %s -o %t/host.ll
// RUN: cat %t/*.cl | %filecheck %s
// RUN: %filecheck %s --check-prefix=HOST --input-file %t/host.ll

// The name of a file is text in a kernel and in reports, whatever it contains.

// CHECK: // Scan of y in line_breaks, a\n#error \x01\\ "b" */.c:7:26{{$}}
// HOST: c"a\\n#error \\x01\\\\ \22b\22 */.c:7:26 (line_breaks)\00"
void line_breaks(int *y, int n) {
#line 7 "a\n#error \1\\ \"b\" */.c"
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
}

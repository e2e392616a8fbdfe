// The cores of the machine compile loops side by side. The object is the same
// whatever their number is.

// DEFINE: %{compile} = %clang -O2 -g -gno-record-command-line -fno-ident \
// DEFINE:   --target=x86_64-linux-gnu %ompscan_all_versions_flags \
// DEFINE:   -fplugin-arg-ompscan-kernels=opencl,ptx -c %s
// RUN: %{compile} -o %t.o -ftime-trace=%t.json
// RUN: taskset -c 0 %{compile} -o %t.one.o
// RUN: cmp %t.o %t.one.o

// The trace has what each thread has done: three programs for the host, and five
// for GPUs, one of which serves two algorithms in each scan.
// RUN: grep -o '"name":"OmpScan[PS][a-z]*"' %t.json | sort | %filecheck %s --check-prefix=TRACE
// TRACE-COUNT-5: OmpScanPtx
// TRACE-NOT: OmpScanPtx
// TRACE-COUNT-3: OmpScanSimplify
// TRACE-NOT: OmpScanSimplify

// Nothing is compiled after an error, or if no object is asked for.
// RUN: not %{compile} -DWRONG -o %t.wrong.o -ftime-trace=%t.wrong.json 2> %t.errors
// RUN: %filecheck %s --check-prefix=WRONG --input-file %t.errors
// RUN: %{compile} -fsyntax-only -ftime-trace=%t.syntax.json
// RUN: not grep OmpScanSimplify %t.wrong.json %t.syntax.json
// WRONG: cores.c:[[#@LINE+17]]:{{.*}}: error:
// WRONG-NOT: error:
// WRONG: 1 error generated.

void sum(double *y, const double *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

void most(float *y, const float *x, int n) {
  float m = 0;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(max : m)
  for (int i = 0; i < n; i++) {
    m = x[i] > m ? x[i] : m;
#ifdef WRONG
    y[i] = nothing;
#else
    y[i] = m;
#endif
  }
}

int keep(int *y, const int *x, int n) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 7)
      y[k++] = x[i];
  return k;
}

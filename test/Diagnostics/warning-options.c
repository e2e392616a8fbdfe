// RUN: %clang -fsyntax-only %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=WARNING
// RUN: %clang -fsyntax-only -w %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty
// RUN: not %clang -fsyntax-only -Werror %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=ERROR
// RUN: not %clang -fsyntax-only -Werror=backend-plugin %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=ERROR
// RUN: %clang -fsyntax-only -Werror -Wno-error=backend-plugin %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=WARNING
// RUN: %clang -fsyntax-only -Werror -Wno-backend-plugin %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty
// RUN: %clang -fsyntax-only -Wno-everything %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty
// RUN: %clang -fsyntax-only -Werror -DPRAGMA %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty

// The group by the plugin's name, which the wrapper makes known to Clang.
// RUN: %ompscan_clang -fsyntax-only -Werror -Wno-ompscan %s 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty
// RUN: not %ompscan_clang -fsyntax-only -Werror=ompscan %s 2>&1 | %filecheck %s --check-prefix=ERROR
// RUN: %ompscan_clang -fsyntax-only -Werror -Wno-error=ompscan %s 2>&1 | %filecheck %s --check-prefix=WARNING
// RUN: %ompscan_clang -fsyntax-only -Wno-everything -Wompscan %s 2>&1 | %filecheck %s --check-prefix=WARNING
// RUN: %clang -fsyntax-only -Wno-unknown-warning-option -Wno-ompscan %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty
// RUN: not %clang -fsyntax-only -Wno-unknown-warning-option -Werror=ompscan %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=ERROR
// RUN: %clang -fsyntax-only -Wno-unknown-warning-option -Werror -Wno-error=ompscan %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=WARNING

// Groups of it.
// RUN: %ompscan_clang -fsyntax-only -Werror -Wno-ompscan-sequential -Wno-ompscan-map %s 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty
// RUN: %ompscan_clang -fsyntax-only -Wno-ompscan-map %s 2>&1 | %filecheck %s --check-prefix=SEQUENTIAL
// RUN: not %ompscan_clang -fsyntax-only -Werror=ompscan-sequential %s 2>&1 | %filecheck %s --check-prefix=ONE-ERROR
// RUN: %ompscan_clang -fsyntax-only -w -Werror=ompscan-sequential %s 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty
// RUN: %ompscan_clang -fsyntax-only -Wno-ompscan -Werror=ompscan-sequential %s 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty
// RUN: %ompscan_clang -fsyntax-only -Werror -Wno-error=ompscan-sequential -Wno-error=ompscan-map %s 2>&1 | %filecheck %s --check-prefix=WARNING
// RUN: %ompscan_clang -fsyntax-only -Wno-ompscan-map -Wno-ompscan-sequential -Wompscan-sequential %s 2>&1 | %filecheck %s --check-prefix=SEQUENTIAL
// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-Wno-ompscan-map 2>&1 | %filecheck %s --check-prefix=SEQUENTIAL
// RUN: %clang -fsyntax-only -Wno-unknown-warning-option -Wno-ompscan-map %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=SEQUENTIAL
// RUN: %ompscan_clang -fsyntax-only -Wno-ompscan-maps %s 2>&1 | %filecheck %s --check-prefix=UNKNOWN
// SEQUENTIAL-NOT: [OS052]
// SEQUENTIAL: warning: this scan runs on one core{{.*}} [OS142] [-Wbackend-plugin]
// SEQUENTIAL: note: the scan is not parallelized because of this
// SEQUENTIAL: 1 warning generated
// ONE-ERROR: warning: 'y' is mapped 'to'{{.*}} [OS052] [-Wbackend-plugin]
// ONE-ERROR: error: this scan runs on one core{{.*}} [OS142] [-Werror,-Wompscan-sequential]
// ONE-ERROR: note: the scan is not parallelized because of this
// UNKNOWN: warning: unknown warning option '-Wno-ompscan-maps' [-Wunknown-warning-option]

// Remarks follow the options of passes, and none of warnings.
// RUN: %clang -fsyntax-only -w -Rpass=ompscan %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=REMARK
// RUN: %clang -fsyntax-only -w -Rpass=inline -Rpass-missed=ompscan %s %ompscan_flags 2>&1 | %filecheck %s --check-prefix=NONE --allow-empty

// Warnings of the plugin obey Clang's options and pragmas.

// WARNING: :58:48: warning: 'y' is mapped 'to'{{.*}} [OS052] [-Wbackend-plugin]
// WARNING: :67:1: warning: this scan runs on one core{{.*}} [OS142]
// WARNING: :{{[0-9]+}}:{{[0-9]+}}: note: the scan is not parallelized because of this
// WARNING: 2 warnings generated
// ERROR: error: 'y' is mapped 'to'{{.*}} [OS052] [-Werror,-Wbackend-plugin]
// ERROR: error: this scan runs on one core
// NONE-NOT: {{warning|error|note|remark}}:
// REMARK: remark: parallelized a scan of 'y'{{.*}} [OS080] [-Rpass=ompscan]

#ifdef PRAGMA
#pragma clang diagnostic ignored "-Wbackend-plugin"
#endif
void prefix(int *y, const int *x, int n) {
#pragma omp target map(to : x[0 : n]) map(to : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

int onOneCore(int (*opaque)(int), const int *x, int *y, int n) {
  int s = 0;

#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = opaque(s);
  }
  return s;
}

// UNSUPPORTED: clang-16, clang-15
// The calls stay as they are there: compat::PreservingCallsReturn.
// RUN: %clang -O2 --target=x86_64-linux-gnu -S -emit-llvm %s %ompscan_flags \
// RUN:   -o - | %filecheck %s
// RUN: %clang -O2 --target=x86_64-linux-gnu -S %s %ompscan_flags -o - | \
// RUN:   %filecheck %s --check-prefix=CODE
// RUN: %clang -O2 --target=aarch64-linux-gnu -S -emit-llvm %s %ompscan_flags \
// RUN:   -o - | %filecheck %s
// RUN: %clang -O2 --target=powerpc64le-linux-gnu -S -emit-llvm %s \
// RUN:   %ompscan_flags -o - | %filecheck %s --check-prefix=PLAIN
// RUN: %clang -O0 --target=x86_64-linux-gnu -S -emit-llvm %s %ompscan_flags \
// RUN:   -o - | %filecheck %s --check-prefix=PLAIN

// A loop that may be short saves no register in front of it, and its bound stays
// in one.

// CHECK-LABEL: define {{.*}}@scan(
// CHECK-NOT: alloca i32
// CHECK: call preserve_mostcc {{.*}}@__ompscan_run.cold(
// CHECK: call preserve_mostcc {{.*}}@__ompscan_resume.cold(
// CHECK: call preserve_mostcc void @__ompscan_end.cold()
// CHECK: define internal preserve_mostcc {{.*}}@__ompscan_run.cold(
// CHECK: call i32 @__ompscan_run(

// CODE-LABEL: scan:
// CODE-NOT: push
// CODE: __ompscan_short_loop
// CODE-NOT: push
// CODE: __ompscan_run.cold
// CODE: retq

// PLAIN-NOT: preserve_mostcc
// PLAIN: @__ompscan_run(
// PLAIN-NOT: preserve_mostcc

void scan(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

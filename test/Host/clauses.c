// RUN: %clang -O0 -S -emit-llvm %s %ompscan_flags -o - | %filecheck %s

// What clauses make of the host code: a wait for tasks, a condition before
// anything of the loop is evaluated, private variables of the loop's own.

// CHECK: @__ompscan_loop_descriptor_{{.*}} = internal constant {{.*}}{ i32 [[ABI:[0-9]+]], i32 {{138|136}}, ptr
// CHECK-LABEL: define {{.*}} @loop(
// CHECK: call void @__kmpc_omp_{{taskwait_deps_51|wait_deps}}(
// CHECK: icmp sgt i32
// CHECK: br i1
// CHECK: call i32 @__ompscan_run(
// CHECK: call i32 @__ompscan_skip(i32 {{(noundef )?}}[[ABI]], ptr
// CHECK: br i1
// CHECK: call void @__ompscan_end()
// CHECK-NOT: __kmpc
// CHECK: ret i32
// CHECK-NOT: outlined

// Clang 15 knows no modifier; 2 of the features is its bit.
#if __clang_major__ >= 16
#define IN_ORDER order(reproducible : concurrent)
#else
#define IN_ORDER order(concurrent)
#endif

int loop(int *y, const int *x, int n) {
  int t = 9;
#pragma omp target if (n > 9) depend(in : x[0]) nowait
#pragma omp parallel for scan(+ : y) private(t) IN_ORDER
  for (int i = 1; i < n; i++) {
    t = x[i];
    y[i] = y[i - 1] + t;
  }
  return t;
}

// RUN: %clang -O0 -S -emit-llvm %s %ompscan_flags -o - | %filecheck %s

// The loop is kept as it is for the host, but for where it begins: one call of the
// runtime decides, another one says what the device has left to do, and no fork,
// no captured region and no reduction is left of the directive.

// What is known of it now is a constant: the version of the ABI, features, and
// further on the hooks, but no templates.

// CHECK-DAG: [[LOOP:@__ompscan_loop_descriptor_[0-9a-f]+]] = internal constant {{.*}}{ i32 [[ABI:[0-9]+]], i32 384, ptr
// CHECK-DAG: @__ompscan_array_descriptor_{{.*}} = internal constant [2 x {{.*}} i64 4, i32 1, i32 0, i32 2
// CHECK-DAG: @{{.*}} = {{.*}}c"// Scan of y in loop, {{.*}}ompscan_input(
// CHECK-NOT: ompscan_look_back
// CHECK-LABEL: define {{.*}} @loop(
// CHECK: [[DONE:%.+]] = call i32 @__ompscan_run(ptr {{(noundef )?}}[[LOOP]], ptr
// CHECK: store i32 [[DONE]], ptr [[KEPT:%.+]], align
// CHECK: [[ANSWER:%.+]] = load i32, ptr [[KEPT]]
// CHECK: icmp {{eq|ne}} i32 [[ANSWER]], 0
// CHECK: br i1
// CHECK: call i64 @__ompscan_resume(i64
// CHECK: getelementptr inbounds
// CHECK: store i32
// CHECK: call void @__ompscan_end()
// CHECK: ret void
// CHECK-NOT: __kmpc
// CHECK-NOT: outlined

void loop(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

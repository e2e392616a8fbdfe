// The descriptors of a loop over rows, and of the loop in it, have the size of the values that the
// latter scans: the runtime chooses groups and local memory by it.
// RUN: %clang %ompscan_flags -S -emit-llvm %s -o - | %filecheck %s
// CHECK-COUNT-2: @__ompscan_loop_descriptor{{.*}} i64 12, ptr

typedef struct {
  int low, high, count;
} span;
static span widened(span a, span b) {
  a.low = b.low < a.low ? b.low : a.low;
  a.high = b.high > a.high ? b.high : a.high;
  a.count += b.count;
  return a;
}
#pragma omp declare reduction(widen : span : omp_out = widened(omp_out, omp_in)) \
    initializer(omp_priv = (span){1000, -1000, 0})

void spans(int rows, int width, int *y, const int *x) {
#pragma omp target teams distribute map(to : x[0 : rows * width]) map(from : y[0 : rows * width])
  for (int r = 0; r < rows; r++) {
    span s = {1000, -1000, 0};
#pragma omp parallel for scan(widen : s)
    for (int i = 0; i < width; i++) {
      s = widened(s, (span){x[r * width + i], x[r * width + i], 1});
      y[r * width + i] = s.high - s.low;
    }
  }
}

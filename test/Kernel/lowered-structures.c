// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/*.cl | %filecheck %s

// Structures have the host's layout, which the kernel checks; integers go by
// width; tables lie in constant memory; names keep clear of OpenCL's.

typedef enum { Off, On = 7 } Mode;

typedef struct {
  char kernel;
  _Bool set;
  struct {
    long wide;
    unsigned short narrow[3];
  } local;
  Mode mode;
} Item;

static const unsigned char table[4] = {1, 2, 4, 8};

static Item step(Item a, const Item *b) {
  a.local.wide += table[b->kernel & 3];
  a.local.narrow[1]++;
  a.mode = b->set ? On : Off;
  return a;
}
#pragma omp declare scan(step : Item : omp_out = step(omp_out, &omp_in))

void loop(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(step : y)
  for (int i = 1; i < n; i++)
    y[i] = step(y[i - 1], &x[i]);
}

// The inner structure first, then the outer one, each with its check.
// CHECK: typedef struct {
// CHECK-NEXT: long [[WIDE:[a-z_]*wide]];
// CHECK-NEXT: ushort {{.*}}narrow[3];
// CHECK-NEXT: uchar pad14[2];
// CHECK-NEXT: } [[INNER:ompscan_t_[a-z]+]];
// CHECK: sizeof([[INNER]]) == 16
// CHECK: __builtin_offsetof([[INNER]], [[WIDE]]) == 0
// CHECK: typedef struct {
// CHECK-NEXT: char {{.*}}kernel;
// CHECK-NEXT: uchar {{.*}}set;
// CHECK-NEXT: uchar pad2[6];
// CHECK-NEXT: [[INNER]] {{.*}}local;
// CHECK-NEXT: uint {{.*}}mode;
// CHECK-NEXT: uchar pad28[4];
// CHECK-NEXT: } [[ITEM:ompscan_t_Item]];
// CHECK: sizeof([[ITEM]]) == 32
// CHECK: __builtin_offsetof([[ITEM]], {{.*}}mode) == 24
// CHECK: __constant uchar [[TABLE:ompscan_c_table]][4] = {
// CHECK: static [[ITEM]] [[STEP:ompscan_f_step[a-z_0-9]*]]([[ITEM]] {{.*}}, [[ITEM]] *
// CHECK: [[TABLE]][
// CHECK: return
// CHECK: typedef [[ITEM]] ompscan_T;
// CHECK: ompscan_combine(
// CHECK: [[STEP]](

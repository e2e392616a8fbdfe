// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -O1 -c %s %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t.dir -o %t.o
// RUN: %python -c "import glob, sys; [print(open(f).read()) for f in sorted(glob.glob(sys.argv[1] + '/*.cl'), key=lambda f: int(f.split('-')[-2]))]" %t.dir | %filecheck %s

// Integers of 1 and 2 bytes have an operator on words that hold an element
// beside other bits: at the bottom for sums, products and bits, at the top for
// the smaller or larger of two.

#define LOOP(NAME, T, OP, VALUE)                                               \
  void NAME(T *y, const T *x, long n) {                                        \
    _Pragma(OP) for (long i = 1; i < n; i++) y[i] = (VALUE);                   \
  }

LOOP(sum, unsigned char, "omp parallel for scan(+ : y)", y[i - 1] + x[i])
// CHECK: #define OMPSCAN_IS_PLAIN 1
// CHECK: #define OMPSCAN_WIDE_IDENTITY 0u
// CHECK-NEXT: #define OMPSCAN_WIDE_AT_TOP 0
// CHECK-NEXT: typedef uint ompscan_wide;
// CHECK-NEXT: ompscan_combine_wide(const ompscan_wide a, const ompscan_wide b) {
// CHECK-NEXT: return a + b;

LOOP(product, short, "omp parallel for scan(* : y)", y[i - 1] * x[i])
// CHECK: #define OMPSCAN_WIDE_IDENTITY 1u
// CHECK: return a * b;

LOOP(bits, signed char, "omp parallel for scan(& : y)", y[i - 1] & x[i])
// CHECK: #define OMPSCAN_WIDE_IDENTITY 0xffffffffu
// CHECK-NEXT: #define OMPSCAN_WIDE_AT_TOP 0
// CHECK-NEXT: typedef uint ompscan_wide;

LOOP(largest, unsigned short, "omp parallel for scan(max : y)",
     y[i - 1] > x[i] ? y[i - 1] : x[i])
// CHECK: #define OMPSCAN_WIDE_IDENTITY 0u
// CHECK-NEXT: #define OMPSCAN_WIDE_AT_TOP 1
// CHECK-NEXT: typedef uint ompscan_wide;
// CHECK: return a > b ? a : b;

LOOP(largest_signed, short, "omp parallel for scan(max : y)",
     y[i - 1] > x[i] ? y[i - 1] : x[i])
// CHECK: #define OMPSCAN_WIDE_IDENTITY (-0x7fffffff - 1)
// CHECK-NEXT: #define OMPSCAN_WIDE_AT_TOP 1
// CHECK-NEXT: typedef int ompscan_wide;

LOOP(smallest, unsigned char, "omp parallel for scan(min : y)",
     y[i - 1] < x[i] ? y[i - 1] : x[i])
// CHECK: #define OMPSCAN_WIDE_IDENTITY 0xffffffffu

LOOP(smallest_signed, signed char, "omp parallel for scan(min : y)",
     y[i - 1] < x[i] ? y[i - 1] : x[i])
// CHECK: #define OMPSCAN_WIDE_IDENTITY 0x7fffffff
// CHECK: return a < b ? a : b;

// Larger integers, truth values and what is computed of the input have none.

// CHECK-NOT: define OMPSCAN_WIDE_IDENTITY
LOOP(large, int, "omp parallel for scan(+ : y)", y[i - 1] + x[i])
LOOP(truth, _Bool, "omp parallel for scan(| : y)", y[i - 1] | x[i])
LOOP(computed, unsigned char, "omp parallel for scan(+ : y)",
     y[i - 1] + (x[i] > 3))
// CHECK: #define OMPSCAN_IS_PLAIN 0
// CHECK-NOT: define OMPSCAN_WIDE_IDENTITY

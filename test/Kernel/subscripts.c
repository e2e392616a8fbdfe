// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/* | %filecheck %s
// RUN: rm -rf %t.wraps && mkdir -p %t.wraps
// RUN: %clang %ompscan_flags -fwrapv -fplugin-arg-ompscan-emit-kernels=%t.wraps -fsyntax-only %s
// RUN: cat %t.wraps/* | %filecheck %s --check-prefix=WRAPS

// Sums with an induction variable of type int are computed in 64 bits where
// they are subscripts, since neither the variable nor the sum overflows.

// CHECK-LABEL: // Scan of y in sums
// CHECK: const long [[W:W_i]] = OMPSCAN_NATIVE ? (long)((ulong)ompscan_lower + (0) * (ulong)1L) : (long)I_i;
// CHECK: A0_y[(W_i - (long)({{.*}}1{{.*}})) - A0_y_origin]
// CHECK: A1_x[(((long)({{.*}}2{{.*}}) * W_i) + (long)(S0_off)) - A1_x_origin]
// CHECK: OMPSCAN_STORE_IN_ORDER((A0_y[W_i - A0_y_origin]),
// WRAPS-LABEL: // Scan of y in sums
// WRAPS-NOT: W_i
// WRAPS-LABEL: // Scan of y in by_value
void sums(int *y, const int *x, int n, int off) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[2 * i + off];
}

// Values, products of variables, unsigned sums and other types are what the
// source says.

// CHECK-LABEL: // Scan of y in by_value
// CHECK: A1_x[(long)({{.*}}(uint)I_i{{.*}}S0_shift{{.*}}) - A1_x_origin]
// CHECK: I_i * I_i
void by_value(int *y, const int *x, int n, unsigned shift) {
#pragma omp target parallel for map(to : x[0 : 4 * n]) map(tofrom : y[0 : n]) scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i + shift] * (i * i);
}

// CHECK-LABEL: // Scan of y in narrow
// CHECK-NOT: W_i
// CHECK-LABEL: // Scan of y in wide
// CHECK-NOT: W_i
void narrow(int *y, const int *x, short n) {
#pragma omp parallel for scan(+ : y)
  for (short i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

void wide(int *y, const int *x, long n) {
#pragma omp parallel for scan(+ : y)
  for (long i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

// Which versions of machine code a loop has on x86-64.

// DEFINE: %{compile} = %clang -O2 --target=x86_64-linux-gnu %ompscan_all_versions_flags -S %s -o -

// A sum gains nothing from x86-64-v4; products of vectors of 64 bits do. What
// runs once a tile gains nothing from any version, and belongs to all of them.
// RUN: %{compile} | %filecheck %s --check-prefixes=BASE,V3 --implicit-check-not=_v4_
// RUN: %{compile} -DWIDE | %filecheck %s --check-prefixes=BASE,V3,V4
// RUN: %{compile} | %filecheck %s --check-prefix=SHARED
// RUN: %{compile} -emit-llvm | %filecheck %s --check-prefix=TABLE --implicit-check-not=opencl.ocl.version

// The version for old processors is small, unless it is the only one: it cannot
// store past the caches.
// RUN: %{compile} | %filecheck %s --check-prefix=SMALL
// RUN: %{compile} -fplugin-arg-ompscan-native=base | %filecheck %s --check-prefix=WHOLE

// RUN: %{compile} -DWIDE -fplugin-arg-ompscan-native=v3,v4 | %filecheck %s --check-prefixes=BASE,V3,V4
// RUN: %{compile} -DWIDE -fplugin-arg-ompscan-native=v4,base | %filecheck %s --check-prefixes=BASE,V4 --implicit-check-not=_v3_
// RUN: %{compile} -DWIDE -fplugin-arg-ompscan-native=v3 | %filecheck %s --check-prefixes=BASE,V3 --implicit-check-not=_v4_
// RUN: %{compile} -DWIDE -fplugin-arg-ompscan-native=base | %filecheck %s --check-prefix=BASE --implicit-check-not=_v3_ --implicit-check-not=_v4_
// RUN: %{compile} -DWIDE -march=x86-64-v4 -fplugin-arg-ompscan-native=v3 | %filecheck %s --check-prefix=BASE --implicit-check-not=_v3_ --implicit-check-not=_v4_

// BASE: {{^}}__ompscan_native_first_{{[0-9a-f]+}}:
// V3: {{^}}__ompscan_native_first_v3_{{[0-9a-f]+}}:
// V4: {{^}}__ompscan_native_first_v4_{{[0-9a-f]+}}:
// SHARED-COUNT-1: {{^}}__ompscan_native_combine{{.*}}:
// SHARED-NOT: {{^}}__ompscan_native_combine{{.*}}:

// TABLE: @__ompscan_native_versions = {{.*}} @__ompscan_native_combine_[[DIGEST:[0-9a-f]+]], {{.*}} @__ompscan_native_combine_[[DIGEST]],

// SMALL: {{^}}__ompscan_native_first_{{[0-9a-f]+}}:
// SMALL-NOT: movnti
// SMALL: {{^}}__ompscan_native_first_v3_{{[0-9a-f]+}}:
// SMALL: movnti

// WHOLE: {{^}}__ompscan_native_first_{{[0-9a-f]+}}:
// WHOLE: movnti

#ifdef WIDE
void product(long *y, const long *x, const long *z, int n) {
#pragma omp target map(from : y[0 : n]) map(to : x[0 : n], z[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] * z[i];
}
#else
void sum(float *y, const float *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
#endif

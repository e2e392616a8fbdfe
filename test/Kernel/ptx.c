// REQUIRES: sm_90
// RUN: rm -rf %t && mkdir -p %t/sum %t/fused %t/kept %t/sides %t/filled
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t/sum -fsyntax-only -DSUM %s
// RUN: cat %t/sum/*.cl > %t/sum.cl
// RUN: %ptx -DOMPSCAN_ALGORITHM=0 -DOMPSCAN_SUM_ITEMS=4 %t/sum.cl -o - | %filecheck %s --check-prefixes=CHECK,THREE
// RUN: %ptx -DOMPSCAN_ALGORITHM=1 %t/sum.cl -o - | %filecheck %s --check-prefixes=CHECK,SINGLE
// RUN: %ptx -DOMPSCAN_ALGORITHM=1 -DOMPSCAN_BLOCK=64 %t/sum.cl -o - | %filecheck %s --check-prefixes=CHECK,SINGLE
// RUN: %ptx -DOMPSCAN_ALGORITHM=2 -DOMPSCAN_SUM_ITEMS=4 %t/sum.cl -o - | %filecheck %s
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t/fused -fsyntax-only %s
// RUN: cat %t/fused/*.cl > %t/fused.cl
// RUN: %ptx -DOMPSCAN_ALGORITHM=0 -DOMPSCAN_SUM_ITEMS=4 %t/fused.cl -o - | %filecheck %s --check-prefixes=CHECK,THREE
// RUN: %ptx -DOMPSCAN_ALGORITHM=1 %t/fused.cl -o - | %filecheck %s --check-prefixes=CHECK,SINGLE
// RUN: %ptx -DOMPSCAN_ALGORITHM=2 -DOMPSCAN_SUM_ITEMS=4 %t/fused.cl -o - | %filecheck %s
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t/kept -fsyntax-only -DKEPT %s
// RUN: cat %t/kept/*.cl > %t/kept.cl
// RUN: %ptx -DOMPSCAN_ALGORITHM=1 %t/kept.cl -o - | %filecheck %s --check-prefix=KEPT
// RUN: %ptx -DOMPSCAN_ALGORITHM=2 -DOMPSCAN_SUM_ITEMS=4 %t/kept.cl -o - | %filecheck %s --check-prefix=STAGED
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t/sides -fsyntax-only -DSIDES %s
// RUN: cat %t/sides/*.cl > %t/sides.cl
// RUN: %ptx -DOMPSCAN_ALGORITHM=1 %t/sides.cl -o - | %filecheck %s --check-prefix=KEPT
// RUN: %ptx -DOMPSCAN_ALGORITHM=2 -DOMPSCAN_SUM_ITEMS=4 %t/sides.cl -o - | %filecheck %s --check-prefix=STAGED
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t/filled -fsyntax-only -DFILLED %s
// RUN: cat %t/filled/*-fused.cl > %t/filled.cl
// RUN: %ptx -DOMPSCAN_ALGORITHM=0 -DOMPSCAN_SUM_ITEMS=4 %t/filled.cl -o - | %filecheck %s --check-prefixes=CHECK,THREE
// RUN: %ptx -DOMPSCAN_ALGORITHM=1 %t/filled.cl -o - | %filecheck %s --check-prefixes=CHECK,FILLED
// RUN: %ptx -DOMPSCAN_ALGORITHM=2 -DOMPSCAN_SUM_ITEMS=4 %t/filled.cl -o - | %filecheck %s

// What the driver of an NVIDIA device is given compiles with each algorithm,
// whether or not there is such a device.

// CHECK: shfl.sync
// THREE: bar.warp.sync
// SINGLE: ld.relaxed.gpu
// KEPT: vote.sync.ballot
// KEPT: ld.relaxed.gpu
// FILLED: st.global.v4
// STAGED: .entry ompscan_put_tiles

#ifdef SUM
void sum(long *y, const long *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}
#elif defined(FILLED)
void filled(long *y, short *t, const unsigned char *x, int n, int limit) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    t[i] = x[i] > limit;
#pragma omp target parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + t[i];
}
#elif defined(KEPT)
void kept(long *y, int n, int k) {
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (y[i] > 0)
      y[k++] = y[i];
}
#elif defined(SIDES)
void sides(long *y, int *z, int n, int k, short l) {
#pragma omp parallel for scan(+ : k, l)
  for (int i = 0; i < n; i++)
    if (y[i] > 0)
      y[k++] = y[i];
    else
      z[l++] = i;
}
#else
void fused(long *y, const unsigned char *x, int n, int limit) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + (x[i] > limit);
}
#endif

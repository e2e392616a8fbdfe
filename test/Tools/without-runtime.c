// A program that is compiled with the plugin, but linked without the runtime: a
// symbol that the linker names says what to do, and docs/install.md and
// docs/troubleshooting.md explain it.
// RUN: not %clang %s %ompscan_native_flags -fuse-ld=bfd -o %t 2>&1 | %filecheck %s --check-prefix=LD
// RUN: not %clang -O2 %s %ompscan_native_flags -fuse-ld=gold -o %t 2>&1 | %filecheck %s --check-prefix=LD
// RUN: grep -c 'undefined reference to `__ompscan_not_linked__use_ompscan_clang_or_add_lompscan.*-lompscan' %S/../../docs/install.md
// RUN: grep -c '__ompscan_not_linked__use_ompscan_clang_or_add_lompscan.*-lompscan' %S/../../docs/troubleshooting.md
// LD-DAG: undefined reference to {{.}}__ompscan_run'
// LD-DAG: undefined reference to {{.}}__ompscan_not_linked__use_ompscan_clang_or_add_lompscan'

// A program of two objects refers to it once, one without a loop does not.
// RUN: %clang -c %s %ompscan_native_flags -o %t.o
// RUN: %clang -c -DOTHER %s %ompscan_native_flags -o %t.other.o
// RUN: %clang %t.o %t.other.o %ompscan_native_flags %ompscan_libs -o %t
// RUN: nm %t | grep -c __ompscan_link_reference | grep -x 1
// RUN: %clang -c -DNO_LOOP %s %ompscan_native_flags -o %t.none.o
// RUN: nm %t.none.o | not grep ompscan
// RUN: %clang -fno-pic -no-pie %s %ompscan_native_flags %ompscan_libs -o %t

#ifdef OTHER
#define main other
#endif

int main(void) {
#ifndef NO_LOOP
  static int y[100000];
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < 100000; i++)
    y[i] = y[i - 1] + 1;
  return y[99999] != 99999;
#endif
}

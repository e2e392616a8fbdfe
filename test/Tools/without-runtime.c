// A program that is compiled with the plugin, but linked without the runtime: the
// linker names the symbol that docs/install.md explains.
// RUN: not %clang %s %ompscan_native_flags -fuse-ld=bfd -o %t 2>&1 | %filecheck %s --check-prefix=LD
// RUN: not %clang %s %ompscan_native_flags -fuse-ld=gold -o %t 2>&1 | %filecheck %s --check-prefix=LD
// RUN: grep -c 'undefined reference to `__ompscan_run.*-lompscan' %S/../../docs/install.md
// RUN: %clang %s %ompscan_native_flags %ompscan_libs -o %t
// LD: undefined reference to {{.}}__ompscan_run'

int main(void) {
  static int y[100000];
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < 100000; i++)
    y[i] = y[i - 1] + 1;
  return y[99999] != 99999;
}

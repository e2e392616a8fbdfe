// REQUIRES: ptx
// A device other than the host is needed.
// UNSUPPORTED: shared-memory

// RUN: %clang -O1 %s %ompscan_native_flags %ompscan_include %ompscan_libs -o %t

// Only the host's cores compute with integers of 128 bits: a loop that asks for
// another device runs there, or is an error where MANDATORY demands the device.
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s --check-prefix=CORES
// CORES: warning: {{.*}} (on_target): the loop runs on the host's cores: it computes with integers of 128 bits, which {{.+}} does not have
// CORES: (on_target): 9999 iterations on host,
// CORES-NOT: warning: {{.*}} (on_target)
// CORES: ok
// RUN: env OMPSCAN_INFO=1 not %run %t 2>&1 | %filecheck %s --check-prefix=FATAL
// FATAL: error: {{.*}} (on_target): cannot offload: it computes with integers of 128 bits, which {{.+}} does not have; the host's cores do (OMPSCAN_DEVICE=host)
// FATAL-NOT: ok
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s --check-prefix=NAMED
// NAMED-NOT: warning
// NAMED: (on_target): 9999 iterations on host,
// NAMED: ok

// With data that is mapped on the device, the host runs the loop on the values
// there.
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_INFO=1 %run %t mapped 2>&1 | %filecheck %s --check-prefix=MAPPED
// MAPPED: warning: {{.*}} (on_target): the loop runs on the host: it computes with integers of 128 bits, which
// MAPPED: ok

// No kernels for drivers are compiled.
// RUN: %clang -O1 -c %s %ompscan_native_flags -fplugin-arg-ompscan-kernels=opencl,ptx -o %t.o 2>&1 | %filecheck %s --check-prefix=FORMAT
// FORMAT: warning: cannot generate PTX for the loop at {{.*}} (on_target), although 'kernels=' asks for it: only the host's cores compute with integers of 128 bits [OS161]

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef __int128 I;

static void on_target(I *y, const I *x, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i] * x[i - 1];
}

enum { N = 10000 };
static I x[N], y[N];

int main(int argc, char **argv) {
  const int mapped = argc > 1 && !strcmp(argv[1], "mapped");
  for (int i = 0; i < N; i++) {
    x[i] = (I)i << 50;
    y[i] = -3;
  }
  I *const py = y;
  const I *const px = x;
  for (int times = 1; times <= 2; times++) {
    if (mapped) {
#pragma omp target data map(to : px[0 : N]) map(tofrom : py[0 : N])
      {
        // The host's values are not those on the device.
        memset(y, 0x11, sizeof y);
        on_target(py, px, N);
      }
    } else {
      on_target(y, x, N);
    }
    I s = -3;
    for (int i = 0; i < N; i++) {
      s += i ? x[i] * x[i - 1] : 0;
      if (y[i] != s) {
        printf("wrong at %d\n", i);
        return 1;
      }
    }
  }
  puts("ok");
}

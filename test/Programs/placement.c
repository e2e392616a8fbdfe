// libcuda is found without an ICD file.
// UNSUPPORTED: cuda

// RUN: %clang %opt %s %ompscan_native_flags %ompscan_include %ompscan_libs -o %t

// Where loops run that nothing else places, on a machine without a driver. The
// host's cores run them all; MANDATORY demands more for a target construct.
// DEFINE: %{alone} = env OMPSCAN_DEVICE= OCL_ICD_VENDORS=/nonexistent OMPSCAN_INFO=1
// RUN: %{alone} OMP_TARGET_OFFLOAD=DEFAULT %t both 2>&1 | %filecheck %s --check-prefixes=HOST,TARGET
// RUN: %{alone} OMP_TARGET_OFFLOAD=DISABLED %t both 2>&1 | %filecheck %s --check-prefixes=HOST,TARGET
// RUN: %{alone} OMP_TARGET_OFFLOAD=MANDATORY %t host 2>&1 | %filecheck %s --check-prefix=HOST
// RUN: %{alone} OMP_TARGET_OFFLOAD=MANDATORY not %t both 2>&1 | %filecheck %s --check-prefixes=HOST,FATAL
// RUN: %{alone} OMP_TARGET_OFFLOAD=MANDATORY OMP_DEFAULT_DEVICE=0 %t both 2>&1 | %filecheck %s --check-prefixes=HOST,TARGET
// RUN: env OMPSCAN_DEVICE=host OMPSCAN_INFO=1 %t both 2>&1 | %filecheck %s --check-prefixes=HOST,TARGET

// As soon as OMPSCAN_DEVICE names a device, it is that of all loops.
// RUN: env OMP_TARGET_OFFLOAD=DISABLED OMPSCAN_DEVICE=host OMPSCAN_INFO=1 %t both 2>&1 | %filecheck %s --check-prefix=SEQUENTIAL

// HOST: (without_target): 99999 iterations on host,
// TARGET: (on_target): 99999 iterations on host,
// TARGET: ok
// FATAL: (on_target): cannot offload: OMP_TARGET_OFFLOAD=MANDATORY requires a device other than the host, and there is none{{.*}}; OMPSCAN_DEVICE=host names the host itself
// FATAL-NOT: ok
// SEQUENTIAL: (without_target): on the host: OMP_TARGET_OFFLOAD=DISABLED
// SEQUENTIAL: (on_target): on the host: OMP_TARGET_OFFLOAD=DISABLED
// SEQUENTIAL: ok

// A loop that the host's cores cannot run is sequential, and no error.
// RUN: %clang %opt %s %ompscan_flags -fplugin-arg-ompscan-no-native %ompscan_libs -o %t.none
// RUN: env OMPSCAN_DEVICE= OCL_ICD_VENDORS=/nonexistent OMP_TARGET_OFFLOAD=MANDATORY %t.none host 2>&1 | %filecheck %s --check-prefix=NONE
// NONE: warning: {{.*}} (without_target): the loop runs on the host, sequentially: {{.*}}without machine code
// NONE: note: OMP_TARGET_OFFLOAD=DISABLED silences this
// NONE: ok
// RUN: env OMPSCAN_DEVICE= OCL_ICD_VENDORS=/nonexistent OMP_TARGET_OFFLOAD=DISABLED %t.none both 2>&1 | %filecheck %s --check-prefix=SILENT --implicit-check-not=ompscan
// SILENT: ok

#include <stdio.h>
#include <string.h>

enum { N = 100000 };
static int x[N], y[N], z[N];

static void without_target(void) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
}

static void on_target(void) {
#pragma omp target parallel for scan(+ : z) map(to : x) map(tofrom : z)
  for (int i = 1; i < N; i++)
    z[i] = z[i - 1] + x[i];
}

int main(int argc, char **argv) {
  const int both = argc > 1 && !strcmp(argv[1], "both");
  for (int i = 0; i < N; i++) {
    x[i] = i % 17;
    y[i] = z[i] = i ? -1 : 3;
  }
  without_target();
  if (both)
    on_target();
  int s = 3;
  for (int i = 1; i < N; i++) {
    s += x[i];
    if (y[i] != s || (both && z[i] != s)) {
      printf("wrong at %d\n", i);
      return 1;
    }
  }
  puts("ok");
}

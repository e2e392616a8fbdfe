// RUN: %clang %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_PROFILE=summary %run %t 2>&1 \
// RUN:   | %filecheck %s

// CHECK: launches iterations total ms kernels ms offload ms management ms on host host ms loop
// CHECK-DAG: 2 19998 {{[0-9.]+}} {{[0-9.]+}} ({{[0-9]+}}%) {{[0-9.]+}} ({{[0-9]+}}%) {{[0-9.]+}} ({{[0-9]+}}%) 0 0.000 {{.*}}(sums)
// CHECK-DAG: 0 0 0.000 0.000 (0%) 0.000 (0%) 0.000 (0%) 1 {{[0-9.]+}} {{.*}}(overlapping)

// The trace is JSON, its spans have a length, and those of a loop's phases lie
// within it. A child process leaves it alone.

// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_PROFILE=%t.json %run %t
// RUN: %python %S/Inputs/check_trace.py %t.json | %filecheck %s --check-prefix=TRACE
// TRACE: fallback 1
// TRACE: fetch 2
// TRACE: host loop 1
// TRACE: kernel {{[2-9]}}
// TRACE: loop 2
// TRACE: management 10
// TRACE: send 4

// A profile is written, too, where the program ends because it must offload.
// RUN: rm %t.json
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY OMPSCAN_PROFILE=%t.json not %run %t
// RUN: %python %S/Inputs/check_trace.py %t.json | %filecheck %s --check-prefix=FATAL
// FATAL: fallback 1

// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_PROFILE=%t.json/x %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=UNWRITABLE
// UNWRITABLE: ompscan: warning: no profile is written, because
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_PROFILE=/dev/full %run %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=FULL
// FULL: ompscan: warning: the profile ends here, because /dev/full cannot be written: No space left on device
// FULL-NOT: the profile

#include "../Support/skip_leak_check.h"
#include "Inputs/loops.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  if (sums() || sums() || overlapping())
    return 1;
  fflush(0);
  const pid_t child = fork();
  if (child == 0) {
    skipLeakCheck();
    exit(0);
  }
  int status;
  return waitpid(child, &status, 0) != child || status != 0;
}

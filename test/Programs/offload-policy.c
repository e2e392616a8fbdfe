// What OMP_TARGET_OFFLOAD asks for when there is nothing to offload to. A
// missing device, ICD or platform is told by name.

// The host's cores need no platform, nor does CUDA: nothing is missing there.
// UNSUPPORTED: shared-memory, cuda

// RUN: %clang %opt %S/Inputs/prefix_sum.c %ompscan_flags %ompscan_libs -o %t

// Offloading is possible: nothing is said.
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %t 2>&1 | %filecheck %s --check-prefix=QUIET
// RUN: env -u OMP_TARGET_OFFLOAD %t 2>&1 | %filecheck %s --check-prefix=QUIET
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t 2>&1 | %filecheck %s --check-prefix=QUIET
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t 2>&1 | %filecheck %s --check-prefix=QUIET

// Disabled: the host does it, and nothing is said either.
// RUN: env OMP_TARGET_OFFLOAD=DISABLED OCL_ICD_VENDORS=/nonexistent %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=QUIET

// QUIET-NOT: ompscan
// QUIET: sums ok
// QUIET-NOT: ompscan

// No device of this name.
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_DEVICE=nonexistent %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=NAME
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY OMPSCAN_DEVICE=nonexistent not %t 2>&1 \
// RUN:   | %filecheck %s --check-prefixes=NAME-FATAL,FATAL
// NAME: ompscan: {{.*}}nonexistent
// NAME-NOT: ompscan: warning
// NAME: sums ok
// NAME-FATAL: nonexistent

// No platform at all.
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OCL_ICD_VENDORS=/nonexistent %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=PLATFORM
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY OCL_ICD_VENDORS=/nonexistent not %t 2>&1 \
// RUN:   | %filecheck %s --check-prefixes=PLATFORM-FATAL,FATAL
// PLATFORM: ompscan: {{.*[Pp]}}latform
// PLATFORM: sums ok
// PLATFORM-FATAL: {{[Pp]}}latform

// An ICD that names no library, and one that names a broken one.
// RUN: rm -rf %t.icd && mkdir -p %t.icd/missing %t.icd/corrupt
// RUN: echo /nonexistent/libnothing.so > %t.icd/missing/nothing.icd
// RUN: echo %t.icd/libcorrupt.so > %t.icd/corrupt/corrupt.icd
// RUN: echo "not a library" > %t.icd/libcorrupt.so
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OCL_ICD_VENDORS=%t.icd/missing %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=PLATFORM
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OCL_ICD_VENDORS=%t.icd/corrupt %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=PLATFORM
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY OCL_ICD_VENDORS=%t.icd/corrupt not %t 2>&1 \
// RUN:   | %filecheck %s --check-prefixes=PLATFORM-FATAL,FATAL

// FATAL-NOT: sums ok

// MANDATORY ends the program with status 1, no other.
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY OCL_ICD_VENDORS=/nonexistent \
// RUN:   %python -c "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1]) != 1)" %t

// RUN: not %clang %ompscan_flags -fopenmp-targets=x86_64-pc-linux-gnu \
// RUN:   -nogpulib -fsyntax-only %s 2>&1 | %filecheck %s
// RUN: not %clang %ompscan_flags -fopenmp-targets=x86_64-pc-linux-gnu \
// RUN:   -nogpulib -fsyntax-only %s -DNO_TARGET 2>&1 \
// RUN:   | %filecheck %s --check-prefix=NO-TARGET
// RUN: not %clang %ompscan_flags -fopenmp-targets=x86_64-pc-linux-gnu \
// RUN:   -nogpulib -fsyntax-only %s -DROWS 2>&1 \
// RUN:   | %filecheck %s --check-prefix=ROWS
// RUN: %clang %ompscan_flags -fopenmp-targets=x86_64-pc-linux-gnu \
// RUN:   -nogpulib -fsyntax-only -Werror %s -DNO_SCAN

// GPUs: the pass for the host, that for the device, both after each other, and
// the wrapper, whose options are Clang's.
// RUN: not %clang %ompscan_flags --offload-arch=sm_70 --offload-host-only \
// RUN:   -nogpulib -fsyntax-only %s 2>&1 | %filecheck %s
// RUN: not %clang %ompscan_flags --offload-arch=sm_70 --offload-device-only \
// RUN:   -nogpulib -c %s -o %t.o 2>&1 | %filecheck %s
// RUN: not %clang %ompscan_flags -fopenmp-targets=nvptx64-nvidia-cuda \
// RUN:   -Xopenmp-target -march=sm_70 -nogpulib -c %s -o %t.o -DNO_TARGET \
// RUN:   2>&1 | %filecheck %s --check-prefix=NO-TARGET
// RUN: not %ompscan_clang -fopenmp-targets=nvptx64-nvidia-cuda \
// RUN:   -Xopenmp-target -march=sm_70 -nogpulib -fsyntax-only %s 2>&1 \
// RUN:   | %filecheck %s
// RUN: %clang %ompscan_flags -fsyntax-only -Werror %s

// libomptarget, by which Clang offloads, and the runtime know different data:
// the first scan loop of a file is an error. Without one, Clang has the file.

void f(int *x, int *y, int n) {
#if !defined NO_TARGET && !defined ROWS
#pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      y[i] = x[i];
#ifndef NO_SCAN
#pragma omp target
// CHECK: :[[@LINE+1]]:26: error: 'scan' loops cannot use data that Clang's own offload maps ('-fopenmp-targets', '--offload-arch'); compile this file without these options, and OmpScan runs its 'target' constructs [OS187]
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] += y[i - 1];
// CHECK-NOT: error:
#pragma omp target
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] += y[i - 1];
#endif
  }
#endif
#ifdef NO_TARGET
// NO-TARGET: :[[@LINE+1]]:26: error: 'scan' loops cannot use {{.*}} [OS187]
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
#endif
#ifdef ROWS
#pragma omp target teams distribute map(to : x[0 : n * n]) \
    map(tofrom : y[0 : n * n])
  for (int r = 0; r < n; r++) {
// ROWS: :[[@LINE+1]]:26: error: 'scan' loops cannot use {{.*}} [OS187]
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[n * r + i] = y[n * r + i - 1] + x[n * r + i];
  }
#endif
}

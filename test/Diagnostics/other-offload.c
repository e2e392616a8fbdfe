// RUN: %clang %ompscan_flags -fopenmp-targets=x86_64-pc-linux-gnu \
// RUN:   -nogpulib -fsyntax-only -Werror %s
// RUN: %clang %ompscan_flags -fopenmp-targets=x86_64-pc-linux-gnu \
// RUN:   -nogpulib -fsyntax-only -fplugin-arg-ompscan-print-loops %s \
// RUN:   | %filecheck %s --check-prefix=LOOPS
// RUN: not %clang %ompscan_flags -fopenmp-targets=x86_64-pc-linux-gnu \
// RUN:   -nogpulib -fsyntax-only %s -DREFUSED 2>&1 | %filecheck %s

// GPUs: the pass for the host, that for the device, both after each other, and
// the wrapper, whose options are Clang's.
// RUN: %clang %ompscan_flags --offload-arch=sm_70 --offload-host-only \
// RUN:   -nogpulib -fsyntax-only -Werror %s
// RUN: %clang %ompscan_flags --offload-arch=sm_70 --offload-device-only \
// RUN:   -nogpulib -S -emit-llvm %s -o - | %filecheck %s --check-prefix=DEVICE
// RUN: not %clang %ompscan_flags --offload-arch=sm_70 --offload-host-only \
// RUN:   -nogpulib -fsyntax-only %s -DREFUSED 2>&1 | %filecheck %s
// RUN: not %clang %ompscan_flags -fopenmp-targets=nvptx64-nvidia-cuda \
// RUN:   -Xopenmp-target -march=sm_70 -nogpulib -c %s -o %t.o -DREFUSED \
// RUN:   2>&1 | %filecheck %s
// RUN: not %ompscan_clang -fopenmp-targets=nvptx64-nvidia-cuda \
// RUN:   -Xopenmp-target -march=sm_70 -nogpulib -fsyntax-only %s -DREFUSED \
// RUN:   2>&1 | %filecheck %s
// RUN: %clang %ompscan_flags -fsyntax-only -Werror %s -DREFUSED

// Beside Clang's own offload, the plugin has the scans, and Clang all other
// `target` constructs. The device has no code of the loops that the plugin
// launches, and runs those of other functions in sequence.

// DEVICE: define{{.*}}__omp_offloading_{{.*}}f_l[[#@LINE+10]](
// DEVICE-NOT: define{{.*}}__omp_offloading_{{[^ ]*}}f_l{{[0-9]+}}(

#pragma omp declare target
void inside(int *x, int n);
#pragma omp end declare target

void f(int *x, int *y, int n, int k) {
#pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      y[i] = x[i];
    // LOOPS: scan loop at [[#@LINE+3]]:26 in f
    // LOOPS: data of libomptarget
#pragma omp target
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] += y[i - 1];
    // LOOPS: scan loop at [[#@LINE+3]]:26 in f
    // LOOPS: data of libomptarget
#pragma omp target map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : k)
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        y[k++] = x[i];
  }
  // LOOPS: scan loop at [[#@LINE+2]]:1 in f
  // LOOPS: data of libomptarget
#pragma omp target teams distribute map(to : x[0 : n * n]) map(tofrom : y[0 : n * n])
  for (int r = 0; r < n; r++) {
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[n * r + i] = y[n * r + i - 1] + x[n * r + i];
  }
  // LOOPS: scan loop at [[#@LINE+2]]:26 in f
  // LOOPS-NOT: data of libomptarget
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
}

// DEVICE: define{{.*}} @inside(
// DEVICE-NOT: {{__ompscan_run|__kmpc_parallel}}
// DEVICE: br label {{.*}}!llvm.loop
// DEVICE: ret void
void inside(int *x, int n) {
#pragma omp parallel for scan(+ : x)
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1];
}

#ifdef REFUSED
void g(int *x, int *y, int n) {
  int s = 0, t = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    x[0] = 1;
// CHECK: :[[@LINE+1]]:26: error: a 'scan' loop inside of a 'target' construct cannot use data that Clang's own offload maps ('-fopenmp-targets', '--offload-arch'); give it a 'target' construct of its own, or compile this file without these options, and OmpScan runs its 'target' constructs [OS187]
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
  }
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
// CHECK: :[[@LINE+1]]:26: error: a 'scan' loop that takes several passes cannot use {{.*}}; scan each value in a loop of its own, or {{.*}} [OS187]
#pragma omp parallel for scan(+ : s, t)
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > 3)
      t += s;
    y[i] = t;
  }
#pragma omp target map(tofrom : y[0 : n]) device(GPU)
// CHECK: :[[@LINE+1]]:26: error: a 'scan' loop on 'device(GPU)' or 'device(CPU)' cannot use {{.*}}; give the number of the device, or {{.*}} [OS187]
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] += y[i - 1];
}
#endif

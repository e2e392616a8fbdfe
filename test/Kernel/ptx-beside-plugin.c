// REQUIRES: primary, libclc
// RUN: rm -rf %t && mkdir -p %t/ompscan && cp %plugin %t/
// RUN: cp %libclc %t/
// RUN: %clang -fopenmp -fplugin=%t/ClangOmpScan-%release.so -fplugin-arg-ompscan-no-native -fplugin-arg-ompscan-kernels=opencl,ptx -Werror -S -emit-llvm %s -o - 2>&1 | %filecheck %s
// RUN: mv %t/libclc-nvptx64-%release.bc %t/ompscan/
// RUN: %clang -fopenmp -fplugin=%t/ClangOmpScan-%release.so -fplugin-arg-ompscan-no-native -fplugin-arg-ompscan-kernels=opencl,ptx -Werror -S -emit-llvm %s -o - 2>&1 | %filecheck %s
// RUN: echo "no bitcode" > %t/libclc-nvptx64-%release.bc
// RUN: %clang -fopenmp -fplugin=%t/ClangOmpScan-%release.so -fplugin-arg-ompscan-no-native -fplugin-arg-ompscan-kernels=opencl,ptx -S -emit-llvm %s -o - 2>&1 | %filecheck %s --check-prefix=BAD

// The functions of libclc are beside the plugin, or in a folder of a build tree.

// CHECK: @__ompscan_loop_descriptor_{{.*}}ptr @__ompscan_kernel_versions }
// BAD: warning: cannot generate PTX for the loop at {{.*}} (sine), although 'kernels=' asks for it: it calls 'sin(double)', and '{{.*}}.tmp/libclc-nvptx64-{{.*}}.bc' cannot be read: {{.*}} [OS161]

double sin(double);
void sine(double *y, const double *x, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + sin(x[i - 1]);
}

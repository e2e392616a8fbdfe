// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t
// RUN: echo "#!/bin/sh" > %t/nvidia-smi
// RUN: echo "printf '7.5\n9.0\n7.5\n'" >> %t/nvidia-smi
// RUN: chmod +x %t/nvidia-smi
// DEFINE: %{ptxas} = -fplugin-arg-ompscan-ptxas=%S/../Support/ptxas.sh
// DEFINE: %{compile} = %ompscan_clang -fplugin-arg-ompscan-no-native -S -emit-llvm %s -o -

// Clang's own option, given to the wrapper, adds machine code for these
// architectures, behind PTX for all others.
// RUN: %{compile} --offload-arch=sm_75,sm_90 %{ptxas} | %filecheck %s --check-prefix=CODE
// RUN: %{compile} --offload-arch=sm_75 --offload-arch=sm_90 %{ptxas} | %filecheck %s --check-prefix=CODE
// CODE-DAG: machine code -arch=sm_75
// CODE-DAG: machine code -arch=sm_90
// CODE: @__ompscan_kernel_versions = {{.*}} i32 4, i32 0, i32 70, {{.*}} i32 3, i32 0, i32 75, {{.*}} i32 3, i32 1, i32 90,

// `native` is what nvidia-smi says.
// RUN: env PATH=%t:/usr/bin:/bin %{compile} --offload-arch=native %{ptxas} | %filecheck %s --check-prefix=CODE
// RUN: env PATH=/usr/bin:/bin not %{compile} --offload-arch=native %{ptxas} 2>&1 | %filecheck %s --check-prefix=NATIVE
// RUN: echo "echo No devices were found; exit 6" > %t/says
// RUN: cp %t/nvidia-smi %t/good && echo "#!/bin/sh" > %t/nvidia-smi && cat %t/says >> %t/nvidia-smi
// RUN: env PATH=%t:/usr/bin:/bin not %{compile} --offload-arch=native %{ptxas} 2>&1 | %filecheck %s --check-prefix=FAILS
// NATIVE: error: '--offload-arch=native' finds no GPU of NVIDIA: there is no 'nvidia-smi' in PATH; name the architecture, such as 'sm_90' [OS191]
// FAILS: error: '--offload-arch=native' finds no GPU of NVIDIA: 'nvidia-smi' fails: No devices were found; name the architecture, such as 'sm_90' [OS191]

// RUN: not %{compile} --offload-arch=sm_90,gfx90a %{ptxas} 2>&1 | %filecheck %s --check-prefix=UNKNOWN -DNAME=gfx90a
// RUN: not %{compile} --offload-arch=sm_42 %{ptxas} 2>&1 | %filecheck %s --check-prefix=UNKNOWN -DNAME=sm_42
// RUN: not %{compile} --offload-arch= %{ptxas} 2>&1 | %filecheck %s --check-prefix=UNKNOWN -DNAME=
// UNKNOWN: error: unknown architecture '[[NAME]]' in '--offload-arch'; use 'native' or some of sm_70, sm_72, sm_75, sm_80, {{.*}}sm_90, {{.*}}sm_121 [OS190]

// Clang's own offload keeps its option.
// RUN: %{compile} -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_70 -nogpulib --offload-host-only -### 2>&1 | %filecheck %s --check-prefix=OTHER --implicit-check-not='"offload-arch='
// OTHER: "-{{fopenmp|-offload}}-targets=nvptx64-nvidia-cuda"

void add(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] += 1;
}

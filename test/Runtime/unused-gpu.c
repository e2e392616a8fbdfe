// REQUIRES: ptx
// RUN: %clang %ompscan_native_flags -fplugin-arg-ompscan-kernels=opencl,ptx %opt %s %ompscan_libs -o %t
// RUN: %clang %ompscan_native_flags -fplugin-arg-ompscan-kernels=opencl %opt %s %ompscan_libs -o %t-without
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/nvidia_file.c -o %t.so

// A loop of a `target` construct that runs on the cores although the system has
// a GPU says once which GPU that is, why it is not used, and what to do. Here no
// driver of OpenCL is registered.
// DEFINE: %{cores} = env OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE= OMP_TARGET_OFFLOAD=DEFAULT LD_PRELOAD=%t.so

// There is no driver library.
// RUN: %{cores} %run %t 2>&1 | %filecheck %s --check-prefixes=LIBRARY,RIGHT --implicit-check-not=warning:
// RUN: %{cores} %run %t-without 2>&1 | %filecheck %s --check-prefixes=LIBRARY,RIGHT --implicit-check-not=warning:
// LIBRARY: ompscan: warning: {{.*}} (fill): the loop runs on the host's cores: an NVIDIA GPU is not used: there is no CUDA driver (libcuda.so.1); install the libraries of NVIDIA's driver, or start the container with its GPUs (--gpus all){{$}}

// The program has no PTX. The driver is not begun.
// RUN: rm -f %t.log && %{cores} LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_LOG=%t.log %run %t-without 2>&1 | %filecheck %s --check-prefixes=PTX,RIGHT --implicit-check-not=warning:
// RUN: not test -e %t.log
// PTX: ompscan: warning: {{.*}} (fill): the loop runs on the host's cores: an NVIDIA GPU is not used: the program has no PTX, and no OpenCL driver of the GPU is registered; compile it with -fplugin-arg-ompscan-kernels=opencl,ptx{{$}}

// The driver has no device, cannot begin, has an old one, or is old.
// RUN: %{cores} LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_INIT=100 CUDA_VISIBLE_DEVICES= %run %t 2>&1 | %filecheck %s --check-prefixes=HIDDEN,RIGHT --implicit-check-not=warning:
// HIDDEN: ompscan: warning: {{.*}} (fill): the loop runs on the host's cores: an NVIDIA GPU is not used: CUDA has no device (CUDA_VISIBLE_DEVICES is ""); name a GPU in CUDA_VISIBLE_DEVICES, or unset it{{$}}
// RUN: %{cores} LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_INIT=803 %run %t 2>&1 | %filecheck %s --check-prefixes=BROKEN,RIGHT --implicit-check-not=warning:
// BROKEN: ompscan: warning: {{.*}} (fill): the loop runs on the host's cores: an NVIDIA GPU is not used: CUDA has no device: {{.*}}cuInit answers CUDA error 803; nvidia-smi says whether the driver works{{$}}
// RUN: %{cores} LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_CAPABILITY=61 %run %t 2>&1 | %filecheck %s --check-prefixes=CAPABILITY,RIGHT --implicit-check-not=warning:
// CAPABILITY: ompscan: warning: {{.*}} (fill): the loop runs on the host's cores: an NVIDIA GPU is not used: Fake GPU has compute capability 6.1, and kernels in PTX need 7.0; use it by NVIDIA's OpenCL driver (libnvidia-opencl.so.1, registered in /etc/OpenCL/vendors){{$}}
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: echo "int cuInit(unsigned f) { return f; }" | %clang -fno-sanitize=all -x c -shared -fPIC - -o %t.dir/libcuda.so.1
// RUN: %{cores} LD_LIBRARY_PATH=%t.dir %run %t 2>&1 | %filecheck %s --check-prefixes=OLD,RIGHT --implicit-check-not=warning:
// OLD: ompscan: warning: {{.*}} (fill): the loop runs on the host's cores: an NVIDIA GPU is not used: the CUDA driver (libcuda.so.1) is too old: it lacks cu{{.*}}; update NVIDIA's driver{{$}}

// Under MANDATORY the same is the error, also where only the driver knows a GPU.
// RUN: not env OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE= LD_LIBRARY_PATH=%fake_cuda %run %t-without 2>&1 | %filecheck %s --check-prefix=MANDATORY
// MANDATORY: ompscan: error: {{.*}} (fill): cannot offload: OMP_TARGET_OFFLOAD=MANDATORY requires a device other than the host, and there is none (Fake GPU is not used: the program has no PTX, and {{.*}}; compile it with -fplugin-arg-ompscan-kernels=opencl,ptx);
// RUN: not %{cores} OMP_TARGET_OFFLOAD=MANDATORY %run %t 2>&1 | %filecheck %s --check-prefix=MANDATORY-LIBRARY
// MANDATORY-LIBRARY: ompscan: error: {{.*}} (fill): cannot offload: OMP_TARGET_OFFLOAD=MANDATORY {{.*}} (an NVIDIA GPU is not used: there is no CUDA driver (libcuda.so.1); install

// Who asks for the host, or for no offload, or has no GPU, hears nothing; nor does
// a program that uses the GPU.
// RUN: %{cores} OMPSCAN_DEVICE=host %run %t 2>&1 | %filecheck %s --check-prefix=RIGHT --implicit-check-not=warning:
// RUN: %{cores} OMP_TARGET_OFFLOAD=DISABLED %run %t 2>&1 | %filecheck %s --check-prefix=RIGHT --implicit-check-not=warning:
// RUN: env OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE= OMP_DEFAULT_DEVICE=0 OMP_TARGET_OFFLOAD=DEFAULT LD_LIBRARY_PATH=%t %run %t 2>&1 | %filecheck %s --check-prefix=RIGHT --implicit-check-not=warning:
// RUN: %{cores} LD_LIBRARY_PATH=%fake_cuda OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s --check-prefix=USED --implicit-check-not=warning:
// USED: ompscan: info: {{.*}} (fill): 100003 iterations on Fake GPU (GPU)
// RIGHT: fills ok

// The tool says the same of the machine.
// RUN: %{cores} LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_INIT=100 CUDA_VISIBLE_DEVICES= %ompscan_tools/ompscan-info | %filecheck %s --check-prefix=TOOL
// RUN: %{cores} LD_LIBRARY_PATH=%fake_cuda FAKE_CUDA_INIT=100 CUDA_VISIBLE_DEVICES= %ompscan_tools/ompscan-info --json | %filecheck %s --check-prefix=JSON
// TOOL: No other device: an NVIDIA GPU is not used: CUDA has no device (CUDA_VISIBLE_DEVICES is ""); name a GPU
// JSON: "problem": "an NVIDIA GPU is not used: CUDA has no device

#include <stdio.h>

enum { n = 100003 };
static int x[n], y[n];

static void fill(void) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
}

int main(void) {
  int good = 1;
  for (int i = 0; i < n; i++) {
    x[i] = 7 * i;
    y[i] = -1;
  }
  fill();
  fill(); // The line is printed once.
  for (int i = 0; i < n; i++)
    good &= y[i] == 7 * i + 1;
  printf("fills %s\n", good ? "ok" : "wrong");
}

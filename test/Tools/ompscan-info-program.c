// REQUIRES: primary, ptx
// RUN: %ompscan_clang -O2 -fplugin-arg-ompscan-kernels=opencl,ptx -fplugin-arg-ompscan-native=base %s -o %t
// RUN: %ompscan_tools/ompscan-info %t | %filecheck %s -DPROGRAM=%t
// RUN: %ompscan_clang -O2 -fplugin-arg-ompscan-kernels=opencl,ptx -fplugin-arg-ompscan-native=base -no-pie %s -o %t.fixed
// RUN: %ompscan_tools/ompscan-info %t.fixed | %filecheck %s -DPROGRAM=%t.fixed
// RUN: %ompscan_clang -O2 -fplugin-arg-ompscan-no-native -fplugin-arg-ompscan-kernels=opencl %s -o %t.text
// RUN: %ompscan_tools/ompscan-info --json %t.text | %filecheck %s --check-prefix=JSON
// RUN: %ompscan_tools/ompscan-info %t %t.text | %filecheck %s --check-prefix=BOTH
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/nvidia_file.c -o %t.so
// DEFINE: %{gpu} = env OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE= LD_PRELOAD=%t.so
// RUN: %{gpu} LD_LIBRARY_PATH=%fake_cuda %ompscan_tools/ompscan-info %t.text | %filecheck %s --check-prefix=UNUSED
// RUN: %{gpu} LD_LIBRARY_PATH=%fake_cuda %ompscan_tools/ompscan-info --json %t.text | %filecheck %s --check-prefix=PROBLEM
// RUN: %{gpu} LD_LIBRARY_PATH=%fake_cuda %ompscan_tools/ompscan-info %t | %filecheck %s -DPROGRAM=%t --implicit-check-not="not used"
// RUN: cp %t %t.stripped && strip %t.stripped
// RUN: not %ompscan_tools/ompscan-info %t.stripped 2>&1 | %filecheck %s --check-prefix=STRIPPED
// RUN: head -c 9000 %t > %t.cut
// RUN: not %ompscan_tools/ompscan-info %t.cut 2>&1 | %filecheck %s --check-prefix=CUT
// RUN: not %ompscan_tools/ompscan-info %s 2>&1 | %filecheck %s --check-prefix=TEXT
// RUN: not %ompscan_tools/ompscan-info %t.none 2>&1 | %filecheck %s --check-prefix=MISSING
// RUN: not %ompscan_tools/ompscan-info --self-test %t 2>&1 | %filecheck %s --check-prefix=USAGE

// The loops of a program and their back ends, as their descriptors tell them.

// CHECK: [[PROGRAM]]: 3 loops
// CHECK-DAG: ompscan-info-program.c:[[@LINE+18]]:{{[0-9]+}} (sum): scan; host (base), OpenCL C, PTX from compute capability 7.0{{$}}
// CHECK-DAG: ompscan-info-program.c:[[@LINE+24]]:{{[0-9]+}} (keep): selection; host (base), OpenCL C, PTX from compute capability 7.0{{$}}
// CHECK-DAG: ompscan-info-program.c:[[@LINE+31]]:{{[0-9]+}} (twice): loop; {{.*}}OpenCL C, PTX from compute capability 7.0{{$}}
// JSON: "program": "{{.*}}.text",
// JSON-NEXT: "loops": [
// JSON: (sum)", "kind": "scan", "back ends": ["OpenCL C"]}
// UNUSED: {{^}}an NVIDIA GPU is not used: {{.*}}PTX
// PROBLEM: "problem": "an NVIDIA GPU is not used: {{.*}}PTX
// BOTH: .tmp: 3 loops
// BOTH: .text: 3 loops
// STRIPPED: ompscan-info: '{{.*}}.stripped': it has no symbols, by which its loops are found (strip, -s)
// CUT: ompscan-info: '{{.*}}.cut': it is damaged
// TEXT: ompscan-info: '{{.*}}.c': it is no program of this system
// MISSING: ompscan-info: '{{.*}}.none' cannot be read
// USAGE: ompscan-info: --self-test takes no program

void sum(long *y, const long *x, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}

int keep(int *y, const int *x, int n) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[k++] = x[i];
  return k;
}

void twice(int *y, const int *x, int n) {
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
}

int main(void) { return 0; }

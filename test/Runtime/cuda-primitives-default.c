// REQUIRES: primitives-ptx
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/pocl_as_nvidia.c -ldl -o %t.so
// RUN: %clang -fno-sanitize=all -shared -fPIC -O1 %S/../Support/cpu_as_gpu.c -ldl -o %t-gpu.so
// RUN: %clang %opt %s %ompscan_include %ompscan_libs -o %t
// DEFINE: %{both} = env LD_PRELOAD=%t.so:%t-gpu.so LD_LIBRARY_PATH=%fake_cuda OMPSCAN_INFO=1 OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_CLANG=off

// On a GPU that CUDA and OpenCL reach, a program with PTX runs primitives that
// there is PTX of through CUDA, and without a Clang all others through OpenCL.
// Mapped data stays where it is.
// RUN: %{both} OMPSCAN_DEVICE= %run %t 2>&1 | %filecheck %s
// CHECK: ompscan_shift: {{.*}} on Fake GPU
// CHECK-NOT: OpenCL is looked for
// CHECK: elements of 4: done
// CHECK-NEXT: OpenCL is looked for
// CHECK: ompscan_shift: {{.*}} on {{(basic|cpu|pthread).*}} (GPU)
// CHECK: elements of 5: done
// CHECK: ompscan_select: {{.*}} on {{(basic|cpu|pthread).*}} (GPU)
// CHECK: text: done
// CHECK: mapped elements of 5: ompscan_shift: the PTX of primitives does not have this one with these sizes and types of elements, and no Clang compiles it: OMPSCAN_CLANG is off, on Fake GPU; the host cannot run it, because data of the call is mapped on a device

// If CUDA is named, the others run on the host.
// RUN: %{both} OMPSCAN_DEVICE=cuda %run %t 2>&1 | %filecheck %s --check-prefix=NAMED
// NAMED: elements of 4: done
// NAMED: warning: ompscan_shift: the call runs on the host: the PTX of primitives does not have this one
// NAMED: elements of 5: done

#include <ompscan/data.h>
#include <ompscan/primitives.h>
#include <stdio.h>

// Of the interface of object code: the program has PTX.
void __ompscan_note_ptx(void);

static unsigned char data[1000];

static void tell(const char *what, int status) {
  printf("%s: %s\n", what, status ? ompscan_last_error() : "done");
  fflush(stdout);
}

int main(void) {
  __ompscan_note_ptx();
  size_t kept;
  ompscan_predicate set = {"uchar", "x != 0", NULL, NULL, 0};
  tell("elements of 4", ompscan_shift(data, 100, 1, 4, NULL));
  tell("elements of 5", ompscan_shift(data, 100, 1, 5, NULL));
  tell("text", ompscan_select(data, 100, 1, &set, NULL, &kept));
  tell("map", ompscan_map(OMPSCAN_DEFAULT_DEVICE, data, sizeof data, OMPSCAN_TO));
  tell("mapped elements of 5", ompscan_shift(data, 100, 1, 5, NULL));
  return 0;
}

// REQUIRES: primitives-clang
// RUN: %clang %opt %s %ompscan_include %ompscan_libs -o %t
// DEFINE: %{cuda} = env LD_LIBRARY_PATH=%fake_cuda OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=cuda OMP_TARGET_OFFLOAD=MANDATORY OMPSCAN_INFO=1 OMPSCAN_CLANG=%clang_path

// Clang compiles primitives with text, and of sizes that no PTX comes for, while
// the program runs.
// RUN: rm -rf %t.cache %t.ptx
// RUN: %{cuda} OMPSCAN_CACHE=%t.cache FAKE_CUDA_PTX=%t.ptx %run %t 2>&1 | %filecheck %s
// CHECK: Clang {{[0-9]+}} ({{.*}}clang) compiles a primitive for CUDA
// CHECK: ompscan_select: {{.*}} on Fake GPU
// CHECK: condition: done
// CHECK: compiles a primitive for CUDA
// CHECK: structure: done
// CHECK: compiles a primitive for CUDA
// CHECK: ompscan_shift: {{.*}} on Fake GPU
// CHECK: elements of 5: done

// It is PTX, with nothing but the kernels visible.
// RUN: %filecheck %s --check-prefix=PTX --input-file=%t.ptx --implicit-check-not='.visible .func' --implicit-check-not='.extern .func'
// PTX: .target sm_
// PTX: .entry ompscan_

// The next process finds it in the cache, which depends on the Clang.
// RUN: %{cuda} OMPSCAN_CACHE=%t.cache %run %t 2>&1 | %filecheck %s --check-prefix=KEPT --implicit-check-not='compiles a primitive'
// KEPT: condition: done
// KEPT: elements of 5: done
// RUN: rm -rf %t.bin && mkdir %t.bin && printf '#!/bin/sh\nexec %clang_path "$@"\n' > %t.bin/clang-%release && chmod +x %t.bin/clang-%release
// RUN: %{cuda} OMPSCAN_CACHE=%t.cache OMPSCAN_CLANG=%t.bin/clang-%release %run %t 2>&1 | %filecheck %s --check-prefix=OTHER
// OTHER: Clang {{[0-9]+}} ({{.*}}.bin/clang-{{[0-9]+}}) compiles a primitive for CUDA

// The text may call all functions of OpenCL C; libclc has those of vectors. The
// one that is installed is of the first release.
// RUN: %if libclc && primary %{ %{cuda} OMPSCAN_CACHE=off FAKE_CUDA_PTX=%t.ptx %run %t "dot(x, x) > 1 && sin(x.y) < 0.5f" "" float4 2>&1 | %filecheck %s --check-prefix=VECTORS %}
// RUN: %if ptxas %{ %assemble_ptx %t.ptx %}
// VECTORS: condition: done

// What Clang says of the text is the error of the call, in lines of the text.
// RUN: not %{cuda} OMPSCAN_CACHE=%t.cache %run %t "x &" 2>&1 | %filecheck %s --check-prefix=WRONG
// WRONG: condition: status 7: ompscan_select: Clang {{[0-9]+}} rejects the kernels ({{.*}}clang); its log:
// WRONG-NEXT: predicate:1:{{[0-9]+}}: error: expected expression
// RUN: not %{cuda} OMPSCAN_CACHE=%t.cache %run %t "f(x)" "int f(int a) {#  return a + b;#}" 2>&1 | %filecheck %s --check-prefix=PREAMBLE --implicit-check-not='ompscan:{{[0-9]}}'
// PREAMBLE: its log:
// PREAMBLE-NEXT: preamble:2:14: error: use of undeclared identifier 'b'
// PREAMBLE-NEXT: return a + b;
// PREAMBLE-NEXT: {{^ *\^$}}

// Without a Clang there is nothing that could run it.
// RUN: not %{cuda} OMPSCAN_CLANG=%t.bin/none %run %t x 2>&1 | %filecheck %s --check-prefix=NONE
// NONE: condition: status 2: ompscan_select: it needs a device with a compiler: {{.*}}, and no Clang compiles it for Fake GPU: OMPSCAN_CLANG names '{{.*}}none', which cannot be run; text in OpenCL C needs a device
// RUN: printf '#!/bin/sh\necho out of luck >&2; exit 4\n' > %t.bin/clang-%release
// RUN: not %{cuda} OMPSCAN_CACHE=off OMPSCAN_CLANG=%t.bin/clang-%release %run %t x 2>&1 | %filecheck %s --check-prefix=BROKEN
// BROKEN: condition: status 2: ompscan_select: Clang {{[0-9]+}} rejects the kernels ({{.*}}); its log:
// BROKEN-NEXT: exit status 4
// BROKEN-NEXT: out of luck

#include <ompscan/primitives.h>
#include <stdio.h>

enum { n = 1000 };
static float data[4 * n];

static int tell(const char *what, int status) {
  if (status)
    printf("%s: status %d: %s\n", what, status, ompscan_last_error());
  else
    printf("%s: done\n", what);
  fflush(stdout);
  return status != 0;
}

int main(int count, char **arguments) {
  size_t kept;
  const int limit = 7;
  ompscan_argument argument = {"int", "limit", &limit, sizeof limit};
  ompscan_predicate below = {"int", "x < limit", NULL, &argument, 1};
  if (count > 1) {
    below.text = arguments[1];
    // A sign for the end of a line.
    for (char *c = count > 2 ? arguments[2] : NULL; c && *c; c++)
      if (*c == '#')
        *c = '\n';
    below.preamble = count > 2 ? arguments[2] : NULL;
    below.type = count > 3 ? arguments[3] : "int";
    const size_t size = count > 3 ? 16 : 4;
    return tell("condition",
                ompscan_select(data, n, size, &below, NULL, &kept));
  }
  ompscan_predicate compose = {
      "struct { float a, b; }", "compose(x, y)",
      "ompscan_E compose(ompscan_E x, ompscan_E y) {"
      "  ompscan_E r = {y.a * x.a, fma(y.a, x.b, y.b)};"
      "  return r; }",
      NULL, 0};
  float all[2];
  return tell("condition", ompscan_select(data, n, 4, &below, NULL, &kept)) |
         tell("structure", ompscan_reduce(data, n, 8, &compose, NULL, all)) |
         tell("elements of 5", ompscan_shift(data, 100, 1, 5, NULL));
}

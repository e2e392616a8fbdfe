// The wrapper adds what is needed to compile and to link, and nothing that
// makes Clang warn where it comes to nothing.

// RUN: rm -rf "%t dir" && mkdir -p "%t dir"
// RUN: %ompscan_clang -Wall -Werror -O2 %s -o "%t dir/pro gram"
// RUN: env OMP_TARGET_OFFLOAD=DISABLED "%t dir/pro gram" "a b" | %filecheck %s

// Apart.
// RUN: %ompscan_clang -Werror -c %s -o %t.o
// RUN: %ompscan_clang -Werror %t.o -o %t.apart
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t.apart "a b" | %filecheck %s
// RUN: %ompscan_clang -Werror -E %s -o %t.i
// RUN: %ompscan_clang -Werror -x cpp-output -c %t.i -o %t.o
// RUN: %ompscan_clang -Werror -S %s -o %t.s
// RUN: %ompscan_clang -Werror -c %t.s -o %t.o
// RUN: %ompscan_clang -Werror -r %t.o -o %t.r.o
// RUN: %ompscan_clang -Werror -shared -fPIC %s -o %t.so
// RUN: %ompscan_clang -Werror -fsyntax-only %s
// RUN: %ompscan_clang -Werror -M %s | %filecheck --check-prefix=DEPENDS %s

// From standard input, after --, in a response file, as a header.
// RUN: %ompscan_clang -Werror -x c - -o %t.stdin < %s
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t.stdin "a b" | %filecheck %s
// RUN: %ompscan_clang -Werror -o %t.dashes -- %s
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t.dashes "a b" | %filecheck %s
// RUN: echo "-c %s -o %t.response.o" > %t.response
// RUN: %ompscan_clang -Werror @%t.response
// RUN: echo "int declared(void);" > %t.h
// RUN: %ompscan_clang -Werror %t.h -o %t.pch
// RUN: %ompscan_clang -Werror -x c-header %t.h -o %t.pch
// RUN: %ompscan_clang -Werror -include-pch %t.pch -c %s -o %t.o

// Quotes and spaces arrive as they were given.
// RUN: %ompscan_clang -Werror -DNAME='"it is a \"name\""' -fsyntax-only %s

// Questions are answered; nothing is linked.
// RUN: %ompscan_clang --version | %filecheck --check-prefix=VERSION %s
// RUN: %ompscan_clang -v 2>&1 | %filecheck --check-prefix=VERSION %s
// RUN: %ompscan_clang -print-resource-dir
// RUN: not %ompscan_clang 2>&1 | %filecheck --check-prefix=NO-INPUT %s
// RUN: %ompscan_clang -### -c %s 2>&1 | %filecheck --check-prefix=COMPILE %s
// RUN: %ompscan_clang -### %t.o 2>&1 | %filecheck --check-prefix=LINK %s

// A copy of the OpenMP runtime beside the plugin goes before all other places.
// RUN: rm -rf %t.copy && mkdir -p %t.copy/bin %t.copy/lib/ompscan/openmp
// RUN: cp %ompscan_tools/ompscan-clang %ompscan_tools/ompscan-config %t.copy/bin/
// RUN: ln -s %plugin %t.copy/lib/
// RUN: touch %t.copy/lib/ompscan/openmp/libomp.so %t.copy/lib/ompscan/openmp/omp.h
// RUN: env OMPSCAN_CLANG=%clang_path %t.copy/bin/ompscan-clang -### -L/last %t.o 2>&1 \
// RUN:   | %filecheck --check-prefix=COPY %s
// RUN: env OMPSCAN_CLANG=%clang_path %t.copy/bin/ompscan-clang -Werror -### -c %s 2>&1 \
// RUN:   | %filecheck --check-prefix=COPY-HEADERS %s
// RUN: %t.copy/bin/ompscan-config --clang %clang_path --cflags --libs \
// RUN:   | %filecheck --check-prefix=COPY-CONFIG %s

// The user's options come last and win.
// RUN: %ompscan_clang -fno-openmp -DWITHOUT_OPENMP -fsyntax-only %s

#if !defined(WITHOUT_OPENMP) && !defined(_OPENMP)
#error "OpenMP is off"
#endif
#if defined(WITHOUT_OPENMP) && defined(_OPENMP)
#error "OpenMP is on"
#endif
#if __OMPSCAN__ < 100
#error "__OMPSCAN__ is not defined"
#endif

#ifdef _OPENMP
#include <omp.h>
#endif
#include <ompscan/abi.h>
#include <stdio.h>

#ifdef NAME
_Static_assert(sizeof NAME == sizeof "it is a *name*", "quotes were lost");
#endif

int main(int argc, char **argv) {
  (void)argc;
  // CHECK: run with a b
  printf("run with %s\n", argv[1]);
  return OMPSCAN_ABI_VERSION < 1;
}

// DEPENDS: ompscan-clang.c
// VERSION: clang version
// VERSION-NOT: error
// NO-INPUT: no input files
// COMPILE: "-D" "__OMPSCAN__={{[0-9]+}}"
// COMPILE-NOT: lompscan
// LINK: "-lompscan" "-rpath" "{{[^"]*}}/lib"
// COPY: "-L{{[^"]*}}/lib/ompscan/openmp" "-L/last"
// COPY-SAME: "-rpath" "{{[^"]*}}/lib/ompscan/openmp"
// COPY-SAME: "-lompscan"
// COPY-HEADERS-NOT: error
// COPY-HEADERS: "-idirafter" "{{[^"]*}}/lib/ompscan/openmp"
// COPY-CONFIG: -idirafter {{.*}}/lib/ompscan/openmp -fopenmp -L{{.*}}/lib/ompscan/openmp -Wl,-rpath,{{.*}}/lib/ompscan/openmp {{.*}}-lompscan

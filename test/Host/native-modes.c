// Loops as machine code of the host, in the ways to compile a file. A program
// without such code ends with an error.

// DEFINE: %{source} = %S/../Programs/Inputs/prefix_sum.c
// DEFINE: %{compile} = %clang %{source} %ompscan_all_versions_flags
// DEFINE: %{make} = %{compile} %ompscan_libs
// DEFINE: %{host} = env OMPSCAN_DEVICE=host %run

// RUN: %{make} -O0 -g -o %t.O0 && %{host} %t.O0
// RUN: %{make} -O1 -fsanitize=undefined -o %t.O1 && %{host} %t.O1
// RUN: %{make} -O2 -o %t.O2 && %{host} %t.O2
// RUN: %{make} -O3 -march=native -o %t.O3 && %{host} %t.O3
// RUN: %{make} -Os -fno-pie -no-pie -o %t.Os && %{host} %t.Os
// RUN: %{make} -O2 -g -fprofile-instr-generate -fcoverage-mapping -fxray-instrument -o %t.profile
// RUN: env LLVM_PROFILE_FILE=%t.profraw OMPSCAN_DEVICE=host %run %t.profile
// RUN: %{make} -O2 -fplugin-arg-ompscan-no-native -o %t.none
// RUN: not %{host} %t.none 2>&1 | %filecheck %s --check-prefix=NONE
// NONE: it was compiled without machine code

// Written as bitcode, as a text, or for link-time optimization, and compiled
// from that.
// RUN: %{compile} -O2 -flto -c -o %t.lto.bc
// RUN: %clang -O2 %t.lto.bc -fopenmp %ompscan_libs -o %t.lto && %{host} %t.lto
// RUN: %{compile} -O2 -flto=thin -fPIC -c -o %t.thin.bc
// RUN: %clang -O2 %t.thin.bc -fopenmp %ompscan_libs -o %t.thin && %{host} %t.thin
// RUN: %{compile} -O0 -S -emit-llvm -o %t.ll
// RUN: %clang -O1 %t.ll -fopenmp %ompscan_libs -o %t.from-ll && %{host} %t.from-ll
// RUN: %{compile} -O1 -S -o %t.s
// RUN: %clang %t.s -fopenmp %ompscan_libs -o %t.from-s && %{host} %t.from-s
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %{make} -O1 -save-temps -o saved && %{host} ./saved

// One version where the user asks for a processor, or for no optimization, and
// for other targets; and none where nothing can run it.
// RUN: %{compile} -O1 -mavx2 -S -o - | %filecheck %s --check-prefix=ONE
// RUN: %{compile} -O0 -S -o - | %filecheck %s --check-prefix=ONE
// RUN: %clang %ompscan_all_versions_flags --target=aarch64-linux-gnu -O1 -S %s -o - | %filecheck %s --check-prefix=ONE
// ONE-NOT: __ompscan_native_first_v
// ONE: __ompscan_native_first_{{[0-9a-f]+}}:
// ONE-NOT: __ompscan_native_first_v
// RUN: %clang %ompscan_all_versions_flags -m32 -O1 -S %s -Werror -o - | %filecheck %s --check-prefix=NO-CODE
// RUN: %clang %ompscan_all_versions_flags -fsanitize=memory -O1 -S %s -Werror -o - | %filecheck %s --check-prefix=NO-CODE
// NO-CODE-NOT: __ompscan_native_first
// NO-CODE: .ident

// Equal loops have one copy.
// RUN: %clang %ompscan_all_versions_flags -O1 -mavx2 -S -emit-llvm %s -o - | %filecheck %s --check-prefix=COPY
// COPY: @__ompscan_native_versions = private {{.*}}constant [1 x
// COPY-NOT: @__ompscan_native_versions{{.+}} = private
// COPY: define linkonce_odr hidden void @__ompscan_native_first_{{.*}} comdat
// COPY-NOT: define {{.*}}@__ompscan_native_{{first|last}}

// A debugger shows the directive, also where the functions are added to the
// optimized program.
// RUN: %clang %ompscan_all_versions_flags -O2 -g -S -emit-llvm %s -o - | %filecheck %s --check-prefix=PLACE --implicit-check-not=ompscan.places
// PLACE: define linkonce_odr hidden void @__ompscan_native_first_[[DIGEST:[0-9a-f]+]](
// PLACE-SAME: comdat !dbg ![[FIRST:[0-9]+]]
// PLACE: ![[FIRST]] = distinct !DISubprogram(name: "__ompscan_native_first_[[DIGEST]]", {{.*}} line: [[#@LINE+17]],

// A debugger shows the directive, AddressSanitizer sees the accesses, and the
// flags of the module stay.
// RUN: %clang %ompscan_all_versions_flags -O1 -g -fPIC -fcf-protection -fsanitize=address -S -emit-llvm %s -o %t.code.ll
// RUN: %filecheck %s --check-prefix=CODE --input-file %t.code.ll
// CODE: define linkonce_odr hidden void @__ompscan_native_first_[[DIGEST:[0-9a-f]+]](
// CODE-SAME: comdat !dbg ![[FIRST:[0-9]+]]
// CODE: call void @__asan_report_load
// CODE: define linkonce_odr hidden void @__ompscan_native_first_v3_
// CODE-DAG: !{i32 8, !"PIC Level", i32 2}
// CODE-DAG: !{i32 8, !"cf-protection-branch", i32 1}
// CODE-DAG: ![[FIRST]] = distinct !DISubprogram(name: "__ompscan_native_first_[[DIGEST]]", {{.*}}file: ![[FILE:[0-9]+]], line: [[#@LINE+5]],
// CODE-DAG: ![[FILE]] = !DIFile(filename: "{{.*}}native-modes.c"
// CODE-DAG: !DILocation(line: [[#@LINE+3]], column: {{[0-9]+}}, scope: ![[FIRST]]

void sum(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

void sum_again(int *y, const int *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

// REQUIRES: primitives-ptx
// RUN: %clang %opt %s %ompscan_include %ompscan_libs -o %t
// DEFINE: %{cuda} = env LD_LIBRARY_PATH=%fake_cuda OCL_ICD_VENDORS=%S/nowhere OMPSCAN_DEVICE=cuda OMPSCAN_CLANG=off

// Primitives without text of the caller run through CUDA, here through a driver
// without a GPU: their PTX comes with the runtime. Mapped arrays are used where
// they are.
// RUN: %{cuda} OMP_TARGET_OFFLOAD=MANDATORY OMPSCAN_INFO=1 %run %t 2>&1 | %filecheck %s
// RUN: %{cuda} OMP_TARGET_OFFLOAD=MANDATORY OMPSCAN_INFO=1 %run %t mapped 2>&1 | %filecheck %s --check-prefixes=CHECK,MAPPED
// CHECK: ompscan_select_flagged: {{.*}} on Fake GPU
// CHECK: ompscan_remove: {{.*}} on Fake GPU
// CHECK: ompscan_unique: {{.*}} on Fake GPU
// CHECK: ompscan_split: {{.*}} on Fake GPU
// CHECK: ompscan_run_length_encode: {{.*}} on Fake GPU
// CHECK: ompscan_shift: {{.*}} on Fake GPU
// CHECK: ompscan_pad: {{.*}} on Fake GPU
// CHECK: ompscan_reduce: {{.*}} on Fake GPU
// CHECK: ompscan_segmented_scan: {{.*}} on Fake GPU
// CHECK: ompscan_segmented_scan: {{.*}} on Fake GPU
// CHECK: ompscan_segmented_reduce: {{.*}} on Fake GPU
// CHECK: ompscan_reduce_by_key: {{.*}} on Fake GPU
// CHECK: ompscan_histogram_even: {{.*}} on Fake GPU
// CHECK: ompscan_radix_sort: {{.*}} on Fake GPU
// CHECK: ompscan_top_k: {{.*}} on Fake GPU
// CHECK: ompscan_nth_element: {{.*}} on Fake GPU
// CHECK: ompscan_argsort: {{.*}} on Fake GPU

// A call that there is no PTX of is an error, or runs on the host, unless a Clang
// compiles it (cuda-primitives-text.c).
// CHECK: odd elements: ompscan_select_flagged: the PTX of primitives does not have this one with these sizes and types of elements, and no Clang compiles it: OMPSCAN_CLANG is off, on Fake GPU (OMP_TARGET_OFFLOAD=MANDATORY)
// MAPPED-NEXT: text: ompscan_select: data of the call is mapped on Fake GPU, which is used through CUDA, and no Clang compiles its text: OMPSCAN_CLANG is off; unmap the data, or use OpenCL (OMPSCAN_DEVICE=opencl); text in OpenCL C needs a device
// RUN: %{cuda} OMP_TARGET_OFFLOAD=DEFAULT %run %t 2>&1 | %filecheck %s --check-prefix=HOST
// HOST: warning: ompscan_select_flagged: the call runs on the host: the PTX of primitives does not have this one with these sizes and types of elements, and no Clang compiles it: OMPSCAN_CLANG is off, on Fake GPU
// HOST: odd elements: done

// There is PTX of all that docs/primitives.md names; the check compiles segments
// of one type.
// RUN: %{cuda} OMP_TARGET_OFFLOAD=MANDATORY %run %t all int 2>&1 | %filecheck %s --check-prefix=ALL
// RUN: %long %{cuda} OMP_TARGET_OFFLOAD=MANDATORY %run %t all int uint long ulong float double 2>&1 | %long %filecheck %s --check-prefix=ALL
// ALL: {{^[0-9]+}} calls, 0 lack PTX

// Each call of the driver fails in turn, and the host computes.
// RUN: %{cuda} OMP_TARGET_OFFLOAD=DEFAULT %run %python %S/../Support/fail_each_cuda_call.py "sum: 0" 719 %t sum | %filecheck %s --check-prefix=FAIL
// RUN: %{cuda} OMP_TARGET_OFFLOAD=DEFAULT %run %python %S/../Support/fail_each_cuda_call.py "sum: 0" 2 %t sum | %filecheck %s --check-prefix=MEMORY
// FAIL-NOT: no message
// FAIL: {{[1-9][0-9]+}} calls have failed
// MEMORY: {{[1-9][0-9]+}} calls have failed

// The PTX is a file beside the library, or another one that is named.
// RUN: %{cuda} OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_PRIMITIVES=%t.none %run %t 2>&1 | %filecheck %s --check-prefix=NONE
// NONE: warning: ompscan_select_flagged: the call runs on the host: the PTX of primitives is missing: {{.*}}.none cannot be read (No such file or directory), and no Clang compiles it: OMPSCAN_CLANG is off, on Fake GPU
// RUN: echo nothing > %t.bad && %{cuda} OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_PRIMITIVES=%t.bad %run %t 2>&1 | %filecheck %s --check-prefix=BAD
// BAD: warning: ompscan_select_flagged: the call runs on the host: the PTX of primitives is missing: {{.*}}.bad has no PTX, and no Clang compiles it: OMPSCAN_CLANG is off, on Fake GPU
// RUN: %{cuda} FAKE_CUDA_LOAD=222 OMP_TARGET_OFFLOAD=DEFAULT %run %t 2>&1 | %filecheck %s --check-prefix=OLD
// OLD: warning: ompscan_select_flagged: the call runs on the host: the CUDA driver of Fake GPU rejects the kernels (the driver is too old for the PTX of the object code; update it: cuModuleLoadDataEx answers CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222))

#include <ompscan/data.h>
#include <ompscan/primitives.h>
#include <stdio.h>
#include <string.h>

enum { n = 1000 };
static int x[2 * n], y[2 * n];
static double values[n], sums[n];
static unsigned char flags[n];
static size_t counts[n];
// More keys than a sort takes at once.
enum { many_keys = (1 << 19) + 1 };
static char many[16 * many_keys];

static void tell(const char *what, int status) {
  if (status)
    printf("%s: %s\n", what, ompscan_last_error());
  else
    printf("%s: done\n", what);
  fflush(stdout);
}

static int calls, failures;

static void expect(int status) {
  ++calls;
  // No kernel has run, so that counts may be senseless.
  if (!status || !strstr(ompscan_last_error(), "PTX"))
    return;
  ++failures;
  puts(ompscan_last_error());
}

static void selectAll(size_t size, const char *type,
                      const ompscan_companion *moved) {
  static const double value = 0;
  size_t kept;
  ompscan_predicate same = {type, NULL, NULL, NULL, 0};
  expect(ompscan_select_flagged(x, flags, 100, size, moved, &kept));
  expect(ompscan_remove(x, 100, size, type, &value, moved, &kept));
  expect(ompscan_unique(x, 100, size, type ? &same : NULL, moved, &kept));
  if (size <= 8)
    expect(ompscan_split(x, 100, size, 0, moved, &kept));
  if (!moved)
    expect(ompscan_run_length_encode(x, 100, size, type ? &same : NULL, y,
                                     counts, &kept));
}

/// Of elements at \p from, which is on a border of vectors on the device or not.
static void segmentAll(char *from, size_t size, const ompscan_predicate *op) {
  static const double initial = 0;
  static const size_t begins[2] = {0, 50};
  size_t kept;
  for (int by = 0; by < 4; by++) {
    ompscan_segments s = {0};
    if (by == 0)
      s.heads = flags;
    else if (by == 1)
      s.offsets = begins, s.count = 2;
    else
      s.keys = y, s.key_size = 4 * (by - 1);
    for (int i = 0; i < 2; i++) {
      expect(ompscan_segmented_scan(from, from, 100, size, op, &s,
                                    i ? &initial : NULL));
      expect(ompscan_segmented_scan(from, values, 100, size, op, &s,
                                    i ? &initial : NULL));
      expect(ompscan_segmented_reduce(from, values, 100, size, op, &s,
                                      i ? &initial : NULL, &kept));
    }
    if (by >= 2)
      expect(ompscan_reduce_by_key(y, from, 100, s.key_size, size, op, sums,
                                   values, &kept));
  }
}

/// Calls each function, by segments on elements of the types \p segmented, which
/// ends by null.
static void callAll(char **segmented) {
  static const size_t moved_sizes[] = {1,  2,  3,  4,  6,  8,
                                       12, 16, 24, 32, 48, 64};
  static const char *const types[] = {"char",  "uchar", "short", "ushort",
                                      "int",   "uint",  "long",  "ulong",
                                      "float", "double"};
  static const size_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  static const char *const signs[] = {"+", "*", "min", "max", "&", "|", "^"};
  static const size_t bins[] = {1, 256, 257, 1024, 1025, 4096, 4097};
  ompscan_companion companions[] = {{.data = y, .element_size = 4},
                                    {.data = y, .element_size = 8}};
  for (int i = 0; i < 12; i++)
    expect(ompscan_shift(x, 100, 1, moved_sizes[i], NULL));
  for (int c = 0; c < 3; c++) {
    const ompscan_companion *moved = c ? &companions[c - 1] : NULL;
    for (size_t size = 1; size <= 16; size *= 2)
      selectAll(size, NULL, moved);
    selectAll(4, "int", moved);
    selectAll(4, "float", moved);
    selectAll(8, "double", moved);
    for (int t = 0; t < 10; t++)
      expect(ompscan_radix_sort(x, 100, types[t], c % 2, moved));
    expect(ompscan_radix_sort(x, 100, "int128", c % 2, moved));
    expect(ompscan_radix_sort(x, 100, "uint128", c % 2, moved));
    for (int t = 0; t < 12; t++) {
      const char *type = t < 10 ? types[t] : t == 10 ? "int128" : "uint128";
      size_t index_size = c == 1 ? 4 : 8;
      expect(ompscan_top_k(x, 100, type, 1, 7, y, c ? counts : NULL, index_size));
      expect(ompscan_top_k(many, many_keys, type, 0, 7, y, c ? counts : NULL,
                           index_size));
      expect(ompscan_nth_element(x, 100, type, 1, 7, y, c ? counts : NULL));
      expect(ompscan_argsort(x, 100, type, 1, y, index_size));
    }
    for (int t = 4; t < 8; t++)
      expect(ompscan_radix_sort_bits(x, 100, types[t], c % 2, 3, 17, moved));
  }
  for (int t = 0; t < 10; t++) {
    char result[8], lower[8] = {0};
    const double one = 1;
    const float one_float = 1;
    const char large[8] = {100};
    for (int s = 0; s < (t < 8 ? 7 : 4); s++) {
      ompscan_predicate op = {types[t], signs[s], NULL, NULL, 0};
      expect(ompscan_reduce(x, 100, sizes[t], &op, NULL, result));
      if (sizes[t] >= 4 && (s == 0 || s == 2 || s == 3)) {
        // Piece 1 is on a border of vectors on the device, piece 0 is not.
        char *data = (char *)x;
        ompscan_piece pieces[] = {{data + sizes[t], data + sizes[t], 7, 0},
                                  {data + 64, data, 8, 0}};
        expect(ompscan_scan_across(pieces, 2, sizes[t], &op, lower));
      }
      for (char **type = segmented; *type; type++)
        if (!strcmp(*type, types[t]) && (s == 0 || s == 2 || s == 3))
          for (int first = 0; first < 2; first++)
            segmentAll((char *)x + first * sizes[t], sizes[t], &op);
    }
    for (int b = 0; b < 7; b++) {
      static size_t many[5000];
      expect(ompscan_histogram_even(x, 100, types[t], lower,
                                    t == 9   ? (const void *)&one
                                    : t == 8 ? (const void *)&one_float
                                             : (const void *)large,
                                    bins[b], many));
    }
  }
  printf("%d calls, %d lack PTX\n", calls, failures);
}

int main(int count, char **arguments) {
  ompscan_predicate add = {"int", "+", NULL, NULL, 0};
  int sum;
  if (count > 1 && !strcmp(arguments[1], "sum")) {
    sum = 1;
    if (ompscan_reduce(x, n, sizeof(int), &add, NULL, &sum))
      puts(ompscan_last_error());
    printf("sum: %d\n", sum);
    return 0;
  }
  if (count > 1 && !strcmp(arguments[1], "all")) {
    // Host arrays begin on borders of vectors on the device, parts of mapped
    // ones need not.
    tell("x", ompscan_map(0, x, sizeof x, OMPSCAN_TO));
    callAll(arguments + 2);
    return failures != 0;
  }
  if (count > 1) {
    tell("x", ompscan_map(0, x, sizeof x, OMPSCAN_TO));
    tell("values", ompscan_map(0, values, sizeof values, OMPSCAN_TO));
  }
  const int zero = 0, hundred = 100;
  size_t kept;
  const size_t begins[3] = {0, 10, 20};
  ompscan_predicate largest = {"double", "max", NULL, NULL, 0};
  ompscan_predicate same = {"float", NULL, NULL, NULL, 0};
  ompscan_predicate odd = {"int", "x & 1", NULL, NULL, 0};
  ompscan_companion moved = {.data = y, .element_size = 4};
  ompscan_segments by_flag = {.heads = flags};
  ompscan_segments by_offset = {.offsets = begins, .count = 3};
  ompscan_segments by_key = {.keys = y, .key_size = 4};
  tell("select", ompscan_select_flagged(x, flags, n, 4, &moved, &kept));
  tell("remove", ompscan_remove(x, n, 4, "uint", &zero, NULL, &kept));
  tell("unique", ompscan_unique(x, n, 4, &same, NULL, &kept));
  tell("split", ompscan_split(x, n, 4, 3, NULL, &kept));
  tell("runs", ompscan_run_length_encode(x, n, 4, NULL, y, counts, &kept));
  tell("shift", ompscan_shift(x + 1, n, 3, 4, NULL));
  tell("pad", ompscan_pad(x, 10, 10, 12, 16, NULL));
  tell("reduce", ompscan_reduce(x, n, 4, &add, NULL, &sum));
  tell("scan", ompscan_segmented_scan(x, y, n, 4, &add, &by_flag, NULL));
  tell("scan",
       ompscan_segmented_scan(values, sums, n, 8, &largest, &by_key, NULL));
  tell("sums",
       ompscan_segmented_reduce(x, y, n, 4, &add, &by_offset, &zero, &kept));
  tell("sums",
       ompscan_reduce_by_key(x, values, n, 4, 8, &largest, y, sums, &kept));
  tell("histogram",
       ompscan_histogram_even(x, n, "int", &zero, &hundred, 50, counts));
  tell("sort", ompscan_radix_sort(values, n, "double", 1, &moved));
  tell("first", ompscan_top_k(values, n, "double", 1, 50, sums, y, 4));
  tell("median", ompscan_nth_element(x, n, "int", 0, n / 2, y, counts));
  tell("order", ompscan_argsort(x, n, "int", 0, counts, 8));
  tell("odd elements",
       ompscan_select_flagged(y, flags, n / 3, 12, NULL, &kept));
  tell("text", ompscan_select(x, n, 4, &odd, NULL, &kept));
  return 0;
}

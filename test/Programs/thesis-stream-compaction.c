// RUN: %clang %opt -DGPU=0 %s %ompscan_flags %ompscan_libs -o %t 2>&1 \
// RUN:   | %filecheck %s --check-prefix=WARN
// RUN: %run %t 1000003
// RUN: %run_tiny %t
// RUN: %run_oclgrind %t 150

// Listing 4.1: stream compaction. Its map types contradict the loop: `bits` is
// read and mapped `from`, `bitsum` is written and mapped `to`.

#include "Inputs/scan_test.h"

static int *input, *bits, *bitsum, *output;

static void f(const int *input, int *bits, int N, int predicate) {
  for (int i = 0; i < N; i++)
    bits[i] = input[i] > predicate;
}

static void exclusive_to_inclusive(int *bitsum, const int *bits, int N) {
  for (int i = 0; i < N; i++)
    bitsum[i] += bits[i];
}

static void g(int *output, const int *input, const int *bitsum,
              const int *bits, int N) {
  for (int i = 0; i < N; i++)
    if (bits[i])
      output[bitsum[i] - 1] = input[i];
}

static int compact(int N, int predicate) {
  f(input, bits, N, predicate);

  bitsum[0] = 0;
  // WARN-DAG: thesis-stream-compaction.c:[[#@LINE+2]]:{{[0-9]+}}: warning: 'bits' is mapped 'from', but the loop reads
  // WARN-DAG: thesis-stream-compaction.c:[[#@LINE+1]]:{{[0-9]+}}: warning: 'bitsum' is mapped 'to', but the loop stores
  #pragma omp target device(GPU) map(from: bits[:N]) map(to: bitsum[:N])
  #pragma omp parallel for scan(+: bitsum)
  for (int i = 1; i < N; i++)
    bitsum[i] = bitsum[i-1] + bits[i-1];

  exclusive_to_inclusive(bitsum, bits, N);
  g(output, input, bitsum, bits, N);
  return bitsum[N - 1];
}

static void check(int N, int predicate) {
  int kept = compact(N, predicate);
  int want = 0;
  for (int i = 0; i < N; i++)
    if (input[i] > predicate) {
      if (output[want] != input[i])
        scan_test_fail(__FILE__, __LINE__, __func__, "output", want,
                       output[want], input[i]);
      want++;
    }
  if (kept != want)
    scan_test_fail(__FILE__, __LINE__, __func__, "kept", 0, kept, want);
}

static void allocate(size_t N) {
  input = BLOCK(int, N);
  bits = BLOCK(int, N);
  bitsum = BLOCK(int, N);
  output = BLOCK(int, N);
}

static void release(void) {
  free(input);
  free(bits);
  free(bitsum);
  free(output);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);

  static const int example[] = {17, 4, 6, 8, 11, 5, 13, 19, 0, 24};
  allocate(10);
  memcpy(input, example, sizeof example);
  check(10, 10);
  release();

  FOR_EACH_SIZE(n) {
    if (n == 0)
      continue;
    allocate(n);
    for (size_t k = 0; k < n; k++)
      input[k] = (int)scan_test_pick(k, -100, 100);
    check((int)n, 25);
    release();
  }
  return scan_test_passed();
}

// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t device | %filecheck %s
// RUN: %run_tiny %t device | %filecheck %s
// RUN: %long env OMPSCAN_ALGORITHM=three-kernel %run_tiny %t device \
// RUN:   | %long %filecheck %s
// RUN: %long env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t device \
// RUN:   | %long %filecheck %s
// RUN: env OMPSCAN_POOL=0 OMPSCAN_MEMORY_LIMIT=400K %run %t device \
// RUN:   | %filecheck %s
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %run %t device \
// RUN:   | %filecheck %s
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_MEMORY_LIMIT=10K \
// RUN:   %run %t fallback 2>&1 \
// RUN:   | %filecheck %s --check-prefixes=CHECK,FALLBACK
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t host | %filecheck %s
// RUN: %run_oclgrind %t device 100

// Loops on data that the program has mapped: what they find and leave is on the
// device, and the host keeps its own until it asks.

// FALLBACK: warning: {{.*}} (sums): the loop runs on the host: arrays y and x overlap
// FALLBACK: warning: {{.*}} (compaction): the loop runs on the host: x needs
// FALLBACK: warning: {{.*}} (columns): the loop runs on the host: rows needs
// CHECK: sums ok
// CHECK: compaction ok
// CHECK: constants ok
// CHECK: columns ok

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST = -123456 };
static int n = 50000, on_device, falls_back;

#define CALL(C)                                                                \
  do                                                                           \
    if ((C) != 0) {                                                            \
      printf("line %d: %s\n", __LINE__, ompscan_last_error());                 \
      exit(1);                                                                 \
    }                                                                          \
  while (0)
#define EXPECT(C)                                                              \
  do                                                                           \
    if (!(C)) {                                                                \
      printf("line %d: not so: %s\n", __LINE__, #C);                           \
      exit(1);                                                                 \
    }                                                                          \
  while (0)

static int *array(int count) { return malloc((size_t)count * sizeof(int)); }
static void map(const int *data, int count) {
  CALL(ompscan_map(OMPSCAN_DEFAULT_DEVICE, data, (size_t)count * sizeof(int),
                   OMPSCAN_TO));
}
static void unmap(int *data, int count) {
  CALL(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, data, (size_t)count * sizeof(int),
                     OMPSCAN_FROM));
}
// Data that nobody may look at while the device has other.
static void spoil(int *data, int count) {
  for (int i = 0; on_device && i < count; i++)
    data[i] = HOST;
}
static void untouched(const int *data, int count) {
  for (int i = 0; on_device && i < count; i++)
    EXPECT(data[i] == HOST);
}

// A chain of loops; the last element of one is what the next one starts from.
// With `falls_back` the host has to do the first of them: the last iteration
// reads y[1].
static void sums(void) {
  int *block = array(2 * n), *same = array(2 * n);
  const int shift = falls_back ? 2 : 0;
  // Sums wrap around.
  unsigned *y = (unsigned *)block + n, *x = (unsigned *)block + shift;
  for (int i = 0; i < 2 * n; i++)
    block[i] = same[i] = i < n ? i % 7 : 1;
  map(block, 2 * n);
  spoil(block, 2 * n);
  for (int round = 0; round < 3; round++) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] + x[i];
#pragma omp parallel for scan(+ : y)
    for (int i = n - 2; i >= 0; i--)
      y[i] = y[i] + y[i + 1];
  }
  untouched(block, 2 * n);
  unmap(block, 2 * n);
  unsigned *want = (unsigned *)same + n;
  const unsigned *input = (unsigned *)same + shift;
  for (int round = 0; round < 3; round++) {
    for (int i = 1; i < n; i++)
      want[i] = want[i - 1] + input[i];
    for (int i = n - 2; i >= 0; i--)
      want[i] = want[i] + want[i + 1];
  }
  for (int i = 0; i < 2 * n; i++)
    EXPECT(block[i] == same[i]);
  free(block);
  free(same);
  puts("sums ok");
}

// As many elements as are kept are mapped, or all. With `falls_back`, x is not,
// and does not fit.
static void compaction(void) {
  int *x = array(n), *kept = array(n), count = 0;
  for (int i = 0; i < n; i++) {
    x[i] = (i * 7919 + i / 3) % 1000;
    count += x[i] > 600;
  }
  for (int all = 0; all < 2; all++) {
    const int room = all ? n : count;
    if (!falls_back)
      map(x, n);
    for (int i = 0; i < room; i++)
      kept[i] = -1;
    map(kept, room);
    int k = 0;
    for (int part = 0; part < 2; part++) {
      spoil(kept, room);
      const int begin = part ? n / 3 : 0, end = part ? n : n / 3;
#pragma omp parallel for scan(+ : k)
      for (int i = begin; i < end; i++)
        if (x[i] > 600)
          kept[k++] = x[i];
    }
    EXPECT(k == count);
    untouched(kept, room);
    unmap(kept, room);
    if (!falls_back)
      unmap(x, n);
    k = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 600)
        EXPECT(kept[k++] == x[i]);
    for (; k < room; k++)
      EXPECT(kept[k] == -1);
  }
  free(x);
  free(kept);
  puts("compaction ok");
}

// One column of a table, and then its rows as structures, which begin where no
// structure would in what is mapped.
typedef struct {
  int key, value, sum;
} Row;

static Row later(Row a, Row b) {
  Row r = {b.key, a.value + b.value, a.sum > b.sum ? a.sum : b.sum};
  return r;
}
#pragma omp declare scan(later : Row : omp_out = later(omp_out, omp_in))

static void columns(void) {
  const size_t bytes = 8 + (size_t)n * sizeof(Row);
  char *block = malloc(bytes);
  Row *rows = (Row *)(block + 8);
  int *values = &rows->value, *sums = &rows->sum, total = 5;
  memset(block, 0x33, 8);
  for (int i = 0; i < n; i++)
    rows[i] = (Row){i, i % 11, -1};
  CALL(ompscan_map(OMPSCAN_DEFAULT_DEVICE, block, bytes, OMPSCAN_TO));
  if (on_device)
    memset(block, 0x55, bytes);
#pragma omp parallel for scan(+ : total)
  for (int i = 0; i < n; i++) {
    total += values[3 * i];
    sums[3 * i] = total;
  }
#pragma omp parallel for scan(later : rows)
  for (int i = 1; i < n; i++)
    rows[i] = later(rows[i - 1], rows[i]);
  for (size_t i = 0; on_device && i < bytes; i++)
    EXPECT(block[i] == 0x55);
  CALL(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, block, bytes, OMPSCAN_FROM));
  for (int i = 0; i < 8; i++)
    EXPECT(block[i] == 0x33);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += i % 11;
    EXPECT(rows[i].key == i && rows[i].value == sum && rows[i].sum == sum + 5);
  }
  EXPECT(total == sum + 5);
  free(block);
  puts("columns ok");
}

// Memory that nobody may write to, whoever does the loop.
static const int weights[] = {3, -1, 4, 1, -5, 9, 2, 6};
static void constants(void) {
  enum { COUNT = sizeof weights / sizeof *weights };
  int *y = array(COUNT);
  for (int i = 0; i < COUNT; i++)
    y[i] = HOST;
  y[0] = 7;
  map(weights, COUNT);
  map(y, COUNT);
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < COUNT; i++)
    y[i] = y[i - 1] + weights[i];
#pragma omp parallel for scan(+ : y)
  for (int i = 2; i < COUNT; i += 2)
    y[i] = y[i - 2] + weights[i - 1];
  CALL(ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, weights, sizeof weights,
                     OMPSCAN_RELEASE));
  unmap(y, COUNT);
  for (int i = 1, odd = 7, even = 7; i < COUNT; i++) {
    odd += weights[i];
    even += i % 2 ? 0 : weights[i - 1];
    EXPECT(y[i] == (i % 2 ? odd : even));
  }
  free(y);
  puts("constants ok");
}

int main(int argc, char **argv) {
  falls_back = strcmp(argv[1], "fallback") == 0;
  on_device = strcmp(argv[1], "host") != 0;
  if (argc > 2)
    n = atoi(argv[2]);
  sums();
  compaction();
  constants();
  if (argc == 2) // Oclgrind does not know the copies that structures become.
    columns();
}

// REQUIRES: primary
// RUN: %clang -Wall -Werror %s %ompscan_include %ompscan_flags %ompscan_libs \
// RUN:   -o %t
// RUN: %run %t
// RUN: not %run %t absent 2>&1 | %filecheck %s --check-prefix=ABSENT
// RUN: not %run %t always 2>&1 | %filecheck %s --check-prefix=ALWAYS

// `present` asks for what is on the device; `always` is refused there.
// ABSENT: error: {{.*}} (present): the loop maps x with 'present', and it is not on
// ALWAYS: error: {{.*}} (always): the loop maps x with 'always', and it is on {{.*}} already

#include <ompscan/ompscan.h>
#include <string.h>

enum { N = 100 };
static int x[N], y[N + 1];

static void present(void) {
#pragma omp target map(present, to : x[0 : N]) map(tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static void always(void) {
#pragma omp target map(always, to : x[0 : N]) map(always, tofrom : y[0 : N + 1])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i <= N; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static int wrong(void) {
  int sum = y[0];
  for (int i = 1; i <= N; i++)
    if (y[i] != (sum += i - 1))
      return 1;
  return 0;
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    x[i] = i;
  memset(y, 0xAB, sizeof y);
  always();
  if (wrong())
    return 1;
  if (argc > 1 && strcmp(argv[1], "absent") == 0)
    present();
  if (ompscan_map(OMPSCAN_DEFAULT_DEVICE, x, sizeof x, OMPSCAN_TO))
    return 2;
  if (argc > 1 && strcmp(argv[1], "always") == 0)
    always();
  memset(y, 0xAB, sizeof y);
  present();
  return wrong();
}

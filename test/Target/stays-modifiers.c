// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t
// RUN: not %run %t absent 2>&1 | %filecheck %s
// RUN: not %run %t partly 2>&1 | %filecheck %s --check-prefix=PARTLY
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t off

// `always` and `present` on a construct that stays on the host.

// CHECK: stays-modifiers.c:{{.*}}(absent): x[0:n]: the 40 bytes {{.*}} are not on {{.*}}, as 'present' requires
// PARTLY: stays-modifiers.c:{{.*}}(absent): x[0:n]: only a part

#include <ompscan/ompscan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n = 10;

static void absent(int *x) {
#pragma omp target map(present, tofrom : x[0 : n])
  {
    x[0] = 1;
    printf("%d\n", x[1]);
  }
}

#define CHECK(CONDITION)                                                       \
  if (!(CONDITION))                                                            \
  printf("%s:%d: %s\n", __FILE__, __LINE__, #CONDITION), exit(1)

int main(int argc, char **argv) {
  int x[10], y[10], z[10], flag = 1, seen = 0;
  if (argc > 1 && strcmp(argv[1], "off") != 0) {
#pragma omp target enter data map(to : x[0 : 5]) if (argv[1][0] == 'p')
    absent(x);
    return 0;
  }
  for (int i = 0; i < n; i++)
    x[i] = y[i] = z[i] = i;
#pragma omp target data map(to : x, y, z)
  {
    // The host's own, which the device does not know yet.
    x[1] = y[1] = z[1] = 100;
    // Inside of it all are the device's, but for x.
#pragma omp target map(always, to : x[0 : n]) map(always, from : y[0 : n]) map(z) map(from : seen)
    {
      seen = x[1] * 1000000 + y[1] * 1000 + z[1];
      x[2] = y[2] = z[2] = 200;
      printf("%d\n", x[3]);
    }
    // Nothing is on a device, or its memory is the host's.
    if (argc > 1 ||
        ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 1) {
      CHECK(seen == 100100100);
      CHECK(x[2] == 200 && y[2] == 200 && z[2] == 200);
#pragma omp target update from(x, y, z)
#pragma omp target map(always, tofrom : x) map(tofrom : flag) if (flag)
      {
        flag = 0;
        x[2] = x[1] - 1;
        printf("%d\n", x[3]);
      }
      CHECK(x[1] == 100 && x[2] == 99 && y[1] == 100 && z[1] == 100);
      exit(0);
    }
    CHECK(seen == 100001001);
    CHECK(x[1] == 100 && x[2] == 2);
    CHECK(y[1] == 1 && y[2] == 200);
    CHECK(z[1] == 100 && z[2] == 2);
#pragma omp target update from(x, z)
    CHECK(x[1] == 100 && x[2] == 200);
    CHECK(z[1] == 1 && z[2] == 200);

    // A condition counts as it was when the construct began.
    x[1] = -1;
#pragma omp target map(always, tofrom : x) map(tofrom : flag) if (flag)
    {
      flag = 0;
      x[2] = x[1] - 1;
      printf("%d\n", x[3]);
    }
    CHECK(x[1] == -1 && x[2] == -2);
    // Where it is false the host works on its own, and nothing is copied.
    x[3] = -3;
#pragma omp target map(always, present, tofrom : x) if (flag)
    {
      x[4] = x[3] - 1;
      printf("%d\n", x[3]);
    }
    CHECK(x[4] == -4);
#pragma omp target update from(x)
    CHECK(x[3] == 3 && x[4] == 4 && x[2] == -2);
#pragma omp target map(present, to : x, y)
    printf("%d\n", x[3]);
  }
  return 0;
}

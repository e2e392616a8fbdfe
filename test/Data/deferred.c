// UNSUPPORTED: no-device
// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -o %t
// RUN: %run %t beside
// RUN: %run %t
// RUN: %run_tiny %t
// RUN: env OMPSCAN_ASYNC=0 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t host
// RUN: env LIBOMP_USE_HIDDEN_HELPER_TASK=FALSE %run %t
// RUN: not %run %t part 2>&1 | %filecheck %s --check-prefix=PART
// RUN: %run %t exit

// Directives on data with nowait are tasks beside the program: `depend`,
// taskwait, taskgroup, barriers and the end of a parallel order them.

// PART: error: {{.*}}deferred.c:[[#]]:1 (fail_later): x[0:n]: only a part of the

#include <omp.h>
#include <ompscan/ompscan.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 20000 };
static int failures;
static int on_host; // OMP_TARGET_OFFLOAD=DISABLED
static int is_shared; // Data that is mapped is the host's own.

static void expect(int holds, const char *what, int line) {
  if (holds)
    return;
  printf("line %d: %s\n", line, what);
  failures++;
}
#define EXPECT(holds) expect(holds, #holds, __LINE__)

static int *block(int value) {
  int *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = value;
  return p;
}

static int is_all(const int *p, int value) {
  for (int i = 0; i < n; i++)
    if (p[i] != value)
      return 0;
  return 1;
}

static int is_present(const int *p) {
  return ompscan_is_present(OMPSCAN_DEFAULT_DEVICE, p, n * sizeof *p) && !on_host;
}

// A directive that waited for what it depends on would never come to the line
// that lets it go on: an event that is fulfilled later, outside of any parallel,
// and a task that waits for another thread.
static void beside(void) {
  int *x = block(1), *y = block(2);
  omp_event_handle_t given = {0};
#pragma omp task detach(given) depend(out : x[0])
  x[0] = 7;
#pragma omp target enter data map(to : x[0 : n]) depend(inout : x[0]) nowait
#pragma omp target enter data map(to : y[0 : n]) depend(inout : y[0]) nowait
#pragma omp target update to(y[0 : n]) depend(in : x[0]) depend(inout : y[0]) nowait
#pragma omp target exit data map(from : x[0 : n]) depend(inout : x[0]) nowait
  EXPECT(!is_present(x));
  x[1] = 8; // No copy is made before the event.
  omp_fulfill_event(given);
#pragma omp taskwait
  EXPECT(!is_present(x) && is_present(y));
  y[1] = 0;
#pragma omp target update from(y[0 : n])
  EXPECT(x[0] == 7 && x[1] == 8 && y[1] == (is_shared ? 0 : 2));
#pragma omp target exit data map(delete : y[0 : n]) nowait
#pragma omp taskwait
  static volatile int go;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x[0])
    {
      int is_time = 0;
      while (!is_time) {
        sched_yield();
#pragma omp atomic read
        is_time = go;
      }
      x[0] = 9;
    }
#pragma omp target enter data map(to : x[0 : n]) depend(inout : x[0]) nowait
#pragma omp atomic write
    go = 1;
  }
  EXPECT(is_present(x)); // The end of the parallel has waited.
  x[0] = 0;
#pragma omp target exit data map(from : x[0 : n])
  EXPECT(x[0] == (is_shared ? 0 : 9));
  free(x);
  free(y);
}

// Two chains, of which each element of the arrays in between depends on the
// rounds before. Nothing but depend orders them.
static void chains(void) {
  int *x = block(1), *s = block(0), *y = block(2), *t = block(0);
  int *from_s = block(-1), *from_t = block(-1);
#pragma omp target enter data map(to : x[0 : n], s[0 : n]) depend(out : x[0], s[0]) nowait
#pragma omp target enter data map(to : y[0 : n], t[0 : n]) depend(out : y[0], t[0]) nowait
  for (int round = 1; round <= 5; round++) {
#pragma omp task depend(inout : x[0])
    for (int i = 0; i < n; i++)
      x[i] = round;
#pragma omp target update to(x[0 : n]) depend(inout : x[0]) nowait
#pragma omp task depend(inout : y[0])
    for (int i = 0; i < n; i++)
      y[i] = -round;
#pragma omp target update to(y[0 : n]) depend(inout : y[0]) nowait
#pragma omp target parallel for scan(+ : s) nowait depend(in : x[0]) depend(inout : s[0])
    for (int i = 1; i < n; i++)
      s[i] = s[i - 1] + x[i];
#pragma omp target parallel for scan(+ : t) nowait depend(in : y[0]) depend(inout : t[0])
    for (int i = 1; i < n; i++)
      t[i] = t[i - 1] + y[i];
#pragma omp target teams distribute parallel for nowait depend(inout : s[0])
    for (int i = 1; i < n; i++)
      s[i] += round;
#pragma omp target update from(s[0 : n]) depend(inout : s[0]) nowait
#pragma omp target update from(t[0 : n]) depend(inout : t[0]) nowait
#pragma omp task depend(in : s[0]) depend(inout : from_s[0])
    for (int i = 0; i < n; i++)
      from_s[i] = s[i];
#pragma omp task depend(in : t[0]) depend(inout : from_t[0])
    for (int i = 0; i < n; i++)
      from_t[i] = t[i];
#pragma omp taskwait depend(in : from_s[0], from_t[0])
    for (int i = 1; i < n; i++)
      if (from_s[i] != round * i + round || from_t[i] != -round * i) {
        EXPECT(!"the rounds follow each other");
        break;
      }
    // In place again, from zero on.
#pragma omp target teams distribute parallel for depend(inout : s[0])
    for (int i = 0; i < n; i++)
      s[i] = 0;
  }
#pragma omp target exit data map(delete : x[0 : n], y[0 : n]) \
    depend(inout : x[0], y[0]) nowait
#pragma omp target exit data map(from : s[0 : n]) map(from : t[0 : n]) \
    depend(inout : s[0], t[0]) nowait
#pragma omp taskwait
  EXPECT(!is_present(x) && !is_present(s) && !is_present(t));
  EXPECT(is_all(s, 0) && t[n - 1] == -5 * (n - 1));
  free(x), free(s), free(y), free(t), free(from_s), free(from_t);
}

// What else waits.
static void ends(void) {
  int *x = block(3);
#pragma omp taskgroup
  {
#pragma omp target enter data map(to : x[0 : n]) nowait
  }
  EXPECT(on_host || is_present(x));
  int *kept = block(0);
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num(), lower = me * (n / 3);
    if (me == 0)
      x[0] = x[n / 3] = x[n / 3 * 2] = 4;
#pragma omp barrier
#pragma omp target update to(x[lower : 1]) nowait
#pragma omp barrier
#pragma omp single
    {
      x[0] = x[n / 3] = x[n / 3 * 2] = 5;
#pragma omp target update from(x[0 : n]) nowait
    }
    // The barrier of the single.
    kept[lower] = x[lower];
  }
  const int want = on_host || is_shared ? 5 : 4;
  EXPECT(kept[0] == want && kept[n / 3] == want && kept[n / 3 * 2] == want);
  // Off the device while a loop is at work on it.
#pragma omp target teams distribute parallel for nowait
  for (int i = 0; i < n; i++)
    x[i] = 6;
#pragma omp target exit data map(from : x[0 : n]) nowait
#pragma omp taskwait
  EXPECT(is_all(x, 6) && !is_present(x));
  free(x);
  free(kept);
}

static int *volatile hidden;

// What a construct uses that calls unknown functions is what its own thread has
// mapped, whoever has done that.
static void unknown(int *p, int value) {
#pragma omp target map(to : value)
  {
    int *q = hidden;
    q[0] += value;
  }
  (void)p;
}

static void clauses(int yes) {
  int *x = block(1), *y = block(1);
#pragma omp target enter data map(to : x[0 : n]) nowait if (yes) depend(out : x[0])
#pragma omp target enter data map(to : y[0 : n]) nowait if (!yes) depend(out : y[0])
#pragma omp taskwait
  EXPECT(on_host || (is_present(x) && !is_present(y)));
  hidden = x;
  unknown(x, 4);
  if (!on_host && !is_shared)
    EXPECT(x[0] == 1);
  // The place is that of the directive, whatever happens to the variables.
  int *p = x, lower = 0, count = n;
#pragma omp target update from(p[lower : count]) nowait device(0)
  p = 0, lower = -1, count = -1;
#pragma omp taskwait
  EXPECT(x[0] == 5 && x[1] == 1 && !p && lower == count);
#pragma omp target exit data map(delete : x[0 : n], y[0 : n]) nowait
#pragma omp taskwait
  EXPECT(!is_present(x));
  free(x);
  free(y);
}

static void fail_later(void) {
  int *x = block(1);
#pragma omp target enter data map(to : x[5 : 10])
#pragma omp target enter data map(to : x[0 : n]) nowait
#pragma omp taskwait
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  on_host = strcmp(what, "host") == 0;
  is_shared = ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 1;
  if (strcmp(what, "beside") == 0) {
    if (!is_shared) // Otherwise nothing takes time.
      beside();
  } else if (strcmp(what, "part") == 0) {
    fail_later();
  } else if (strcmp(what, "exit") == 0) {
    int *x = block(1); // Nobody waits for these.
    for (int round = 0; round < 20; round++) {
#pragma omp target enter data map(to : x[0 : n]) nowait depend(inout : x[0])
#pragma omp target exit data map(from : x[0 : n]) nowait depend(inout : x[0])
    }
  } else {
    for (int round = 0; round < 10; round++) {
      chains();
      ends();
      clauses(1);
    }
  }
  return failures != 0;
}

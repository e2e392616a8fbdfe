// REQUIRES: primary
// RUN: %clang %opt -Wall -Werror -fPIC -shared -DLIBRARY %s %ompscan_flags \
// RUN:   %ompscan_libs -o %t.so
// RUN: %clang %opt -Wall -Werror -fPIC -shared -DLIBRARY -DFACTOR=2 %s \
// RUN:   %ompscan_flags %ompscan_libs -o %t.2.so
// RUN: %clang %opt -Wall -Werror -pthread %s %ompscan_flags %ompscan_libs -ldl \
// RUN:   -o %t
// RUN: %run %t library %t.so %t.2.so
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t fork 2>&1 | %filecheck %s
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t fork-mapped 2>&1 \
// RUN:   | %filecheck %s --check-prefix=MAPPED
// RUN: env OMPSCAN_CACHE=%t.cache %run %t exec
// RUN: %run %t exit
// RUN: env OMPSCAN_CACHE=%t.cache %run_tiny %t exit
// RUN: env OMPSCAN_CACHE=%t.cache %run %t exit
// RUN: %run %t region

// What the plugin has compiled, in processes that fork, call exec, load and
// unload libraries with loops, and end while others scan. ProcessTest does the
// same without the plugin.

// CHECK: warning: {{.*}} (sum): the loop runs on the host: the parent process had used OpenCL or CUDA before the fork
// CHECK: the child ends with 0
// MAPPED: error: {{.*}} (sum): the parent process had used OpenCL or CUDA before the fork, {{.*}} (and data that was mapped on a device is lost)
// MAPPED: the child ends with 1

#ifndef FACTOR
#define FACTOR 1
#endif

enum { N = 5000 };

/* Of FACTOR * (i + 1), but 1 where i is 0; or -1. */
static long sum(int mapped) {
  static int x[N];
  static long y[N];
  for (int i = 0; i < N; i++) {
    x[i] = i + 1;
    y[i] = 1;
  }
#pragma omp target enter data map(to : x, y) if (mapped)
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + FACTOR * x[i];
#pragma omp target exit data map(from : y) map(release : x) if (mapped)
  for (int i = 0; i < N; i++)
    if (y[i] != 1 + FACTOR * ((i + 1L) * (i + 2) / 2 - 1))
      return -1;
  return y[N - 1];
}

#ifdef LIBRARY

long sum_in_library(int mapped) { return sum(mapped); }

#else

#include "../Support/skip_leak_check.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const long right = (long)N * (N + 1) / 2;

/* Loads one library after the other, perhaps at the same place: what is known of
   the loop of one must not be taken for the other's. */
static int library(char **paths) {
  for (int round = 0; round < 20; round++) {
    const int factor = 1 + round / 2 % 2;
    void *handle = dlopen(paths[factor - 1], RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      puts(dlerror());
      return 1;
    }
    long (*const scan)(int) = (long (*)(int))dlsym(handle, "sum_in_library");
    if (!scan || scan(round % 2) != 1 + factor * (right - 1))
      return 2;
    if (dlclose(handle))
      return 3;
    if (round % 5 == 0 && sum(1) != right)
      return 4;
  }
  return 0;
}

static int forked(int mapped) {
  static int kept[N];
  if (sum(1) != right)
    return 1;
  if (mapped) {
#pragma omp target enter data map(to : kept)
  }
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    skipLeakCheck();
    exit(sum(0) == right ? 0 : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("the child ends with %d\n",
         WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return sum(1) != right;
}

static int executed(char *self) {
  if (sum(1) != right)
    return 1;
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    execl(self, self, "once", (char *)0);
    _exit(9);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) || sum(0) != right)
    return 2;
  execl(self, self, "once", (char *)0);
  return 9;
}

/* Each on its own data, as long as the process lives. */
static void *scan_for_ever(void *begun) {
  int *y = malloc(N * sizeof *y);
  for (;;) {
    for (int i = 0; i < N; i++)
      y[i] = 1;
#pragma omp target data map(tofrom : y[0 : N])
    {
#pragma omp parallel for scan(+ : y)
      for (int i = 1; i < N; i++)
        y[i] = y[i - 1] + y[i];
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        y[i] *= 2;
    }
    if (y[N - 1] != 2 * N)
      abort();
    __atomic_fetch_add((int *)begun, 1, __ATOMIC_SEQ_CST);
  }
}

static void end_while_others_scan(void) {
  static int begun;
  for (int t = 0; t < 4; t++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, scan_for_ever, &begun))
      exit(2);
  }
  while (__atomic_load_n(&begun, __ATOMIC_SEQ_CST) < 20)
    usleep(100);
  exit(0);
}

/* Threads of OpenMP, with scans, beside loops of its own. */
static int region(void) {
  long total = 0;
  int bad = 0;
#pragma omp parallel num_threads(4) reduction(+ : bad)
  {
    int y[500];
    y[0] = 3;
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < 500; i++)
      y[i] = y[i - 1] + i;
    bad += y[499] != 3 + 499 * 250;
#pragma omp for reduction(+ : total)
    for (int i = 0; i < 500; i++)
      total += i;
  }
  return bad || total != 499 * 250;
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "";
  alarm(250);
  if (!strcmp(what, "library"))
    return library(arguments + 2);
  if (!strncmp(what, "fork", 4))
    return forked(!strcmp(what, "fork-mapped"));
  if (!strcmp(what, "exec"))
    return executed(arguments[0]);
  if (!strcmp(what, "exit"))
    end_while_others_scan();
  if (!strcmp(what, "region"))
    return region();
  return sum(1) != right;
}

#endif

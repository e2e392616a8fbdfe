// REQUIRES: ptx
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx %opt %s %ompscan_include %ompscan_libs -lpthread -ldl -o %t
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx -DLIBRARY -shared -fPIC %opt %s %ompscan_include %ompscan_libs -o %t.so
// DEFINE: %{cuda} = env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE=cuda FAKE_CUDA_PTX=%t.ptx
// DEFINE: %{held} = %{cuda} FAKE_CUDA_HOLD=%t.go

// From the first use of a GPU on, a thread assembles the loops of the program, in their
// order, each once, also those of libraries that are loaded later. They are
// told by the numbers that they add.
// RUN: rm -f %t.ptx %t.go %t.go.begun && %{cuda} %run %t order | %filecheck %s && %filecheck %s --check-prefix=ORDER < %t.ptx
// RUN: rm -f %t.ptx %t.go %t.go.begun && %{cuda} %run %t late %t.so | %filecheck %s && %filecheck %s --check-prefixes=ORDER,LATE < %t.ptx
// ORDER-NOT: program loaded
// ORDER: program loaded
// ORDER: add.s32 {{.*}}, 11;
// ORDER: program loaded
// ORDER: add.s32 {{.*}}, 12;
// ORDER: program loaded
// ORDER: add.s32 {{.*}}, 13;
// ORDER: program loaded
// ORDER: add.s32 {{.*}}, 14;
// LATE: program loaded
// LATE: add.s32 {{.*}}, 21;
// LATE: program loaded
// LATE: add.s32 {{.*}}, 22;
// ORDER-NOT: program loaded

// A launch waits for a loop that is being assembled, and assembles one whose turn
// has not come.
// RUN: rm -f %t.ptx %t.go %t.go.begun && %{held} %run %t wait | %filecheck %s && %filecheck %s --check-prefix=WAIT < %t.ptx
// WAIT-NOT: program loaded
// WAIT: program loaded
// WAIT: add.s32 {{.*}}, 13;
// WAIT: program loaded
// WAIT: add.s32 {{.*}}, 11;
// WAIT: program loaded
// WAIT: add.s32 {{.*}}, 12;
// WAIT: program loaded
// WAIT: add.s32 {{.*}}, 14;
// WAIT-NOT: program loaded

// Whichever threads launch loops, each is assembled once.
// RUN: rm -f %t.ptx %t.go %t.go.begun && %{cuda} %run %t threads | %filecheck %s && grep -c "program loaded" %t.ptx | %filecheck %s --check-prefix=FOUR
// FOUR: {{^4$}}

// The thread runs on all processors of the process, although the one that starts it
// is bound to one of them.
// RUN: rm -f %t.ptx %t.go %t.go.begun && %{held} %run %t bound | %filecheck %s

// If the driver fails ahead of a launch, it does its work at the launch, or says why
// it does not.
// RUN: %{cuda} FAKE_CUDA_REFUSE=cuLibraryLoadData FAKE_CUDA_CODE=2 %run %t launch 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: not %{cuda} FAKE_CUDA_LOAD=222 %run %t launch 2>&1 | %filecheck %s --check-prefix=REFUSED
// REFUSED: error: {{.*}} (add11): cannot offload: the CUDA driver of Fake GPU rejects the kernels of the loop (the driver is too old for the PTX of the object code; update it: cuModuleLoadDataEx answers CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222))

// The next process leaves loops to launches, since the driver keeps the machine
// code: no thread assembles. For another device there is none yet.
// RUN: rm -rf %t.cache %t.ptx %t.go %t.go.begun && %{cuda} OMPSCAN_CACHE=%t.cache %run %t order | %filecheck %s && %{held} OMPSCAN_CACHE=%t.cache %run %t launch | %filecheck %s && not ls %t.go.begun
// RUN: rm -f %t.ptx && %{cuda} OMPSCAN_CACHE=%t.cache FAKE_CUDA_CAPABILITY=80 %run %t order | %filecheck %s && grep -c "program loaded" %t.ptx | %filecheck %s --check-prefix=FOUR

// The process may end, or fork, while a loop is being assembled. A child runs its
// loops on the host. A library whose loops have not been assembled may go, and
// come back.
// RUN: rm -f %t.go %t.go.begun && %{held} %run %t exit | %filecheck %s --check-prefix=ENDS
// ENDS: leaves main
// RUN: rm -f %t.go %t.go.begun && %{held} OMP_TARGET_OFFLOAD=DEFAULT %run %t fork 2>&1 | %filecheck %s --check-prefixes=CHILD,CHECK
// CHILD: warning: {{.*}} (add11): the loop runs on the host: the parent process had used
// CHILD: child ends: 0
// RUN: rm -f %t.ptx %t.go %t.go.begun && %{held} %run %t unload %t.so | %filecheck %s && %filecheck %s --check-prefix=UNLOADED < %t.ptx
// UNLOADED: add.s32 {{.*}}, 11;
// UNLOADED-NOT: add.s32 {{.*}}, 2{{[12]}};
// UNLOADED: add.s32 {{.*}}, 14;
// UNLOADED: add.s32 {{.*}}, 21;
// UNLOADED: add.s32 {{.*}}, 22;
// UNLOADED-NOT: program loaded

// CHECK: right

#define _GNU_SOURCE
#include <stdio.h>

enum { n = 1000 };

#define LOOP(NUMBER)                                                           \
  int add##NUMBER(int *y, const int *x) {                                      \
    _Pragma("omp target parallel for map(to : x[0 : n]) map(from : y[0 : n])") \
    for (int i = 0; i < n; i++)                                                \
      y[i] = x[i] + NUMBER;                                                    \
    return y[n - 1];                                                           \
  }

#if defined(LIBRARY)

LOOP(21)
LOOP(22)

#else

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

LOOP(11)
LOOP(12)
LOOP(13)
LOOP(14)

typedef int Loop(int *, const int *);
static Loop *const loops[] = {add11, add12, add13, add14};
static int x[n];

/// Whether the driver has run the loop: it adds 1, whatever the PTX says.
static int isRun(Loop *loop) {
  int y[n] = {0};
  return loop(y, x) == x[n - 1] + 1;
}

static void *launchAll(void *good) {
  for (int i = 0; i < 4; i++)
    *(int *)good &= isRun(loops[i]);
  return NULL;
}

static void *launchFirst(void *good) {
  *(int *)good &= isRun(add11);
  return NULL;
}

/// Waits until the driver has assembled `count` programs.
static void waitForPrograms(int count) {
  for (int found = 0; found < count; usleep(1000)) {
    FILE *file = fopen(getenv("FAKE_CUDA_PTX"), "r");
    char line[4096];
    for (found = 0; file && fgets(line, sizeof line, file);)
      found += strncmp(line, "// program loaded", 17) == 0;
    if (file)
      fclose(file);
  }
}

static void waitForBegin(void) {
  char name[4096];
  snprintf(name, sizeof name, "%s.begun", getenv("FAKE_CUDA_HOLD"));
  while (access(name, F_OK) != 0)
    usleep(1000);
}

static void *go(void *delay) {
  usleep((unsigned)(size_t)delay);
  fclose(fopen(getenv("FAKE_CUDA_HOLD"), "w"));
  return NULL;
}

static int processorsOf(pid_t thread) {
  cpu_set_t set;
  return sched_getaffinity(thread, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

/// Binds the thread to a processor.
static void bindToOne(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(sched_getcpu(), &set);
  sched_setaffinity(0, sizeof set, &set);
}

/// Starts the program again with one processor, for one thread that assembles.
static void useOneProcessor(char **argv) {
  if (processorsOf(0) == 1)
    return;
  bindToOne();
  execv("/proc/self/exe", argv);
}

/// Whether a thread besides the first one may run on `count` processors.
static int hasThreadOn(int count) {
  int found = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *each; (each = readdir(tasks));)
    if (atoi(each->d_name) != 0 && atoi(each->d_name) != getpid())
      found |= processorsOf(atoi(each->d_name)) == count;
  closedir(tasks);
  return found;
}

static void load(void **library, const char *name) {
  *library = dlopen(name, RTLD_NOW);
  if (!*library)
    printf("%s\n", dlerror());
}

int main(int argc, char **argv) {
  const char *what = argv[1];
  int good = 1, inThread = 1;
  void *library = NULL;
  pthread_t thread, others[4];
  if (strcmp(what, "bound") != 0 && strcmp(what, "threads") != 0)
    useOneProcessor(argv);
  if (strcmp(what, "unload") == 0)
    load(&library, argv[2]);
  int processors = processorsOf(0);
  if (strcmp(what, "bound") == 0)
    bindToOne();
  // The first use of the GPU.
#pragma omp target enter data map(to : x)
#pragma omp target exit data map(delete : x)
  if (strcmp(what, "order") == 0) {
    waitForPrograms(4);
  } else if (strcmp(what, "late") == 0) {
    waitForPrograms(4);
    load(&library, argv[2]);
    waitForPrograms(6);
  } else if (strcmp(what, "wait") == 0) {
    waitForBegin();
    pthread_create(&thread, NULL, launchFirst, &inThread);
    good &= isRun(add13);
    go(NULL);
    pthread_join(thread, NULL);
    waitForPrograms(4);
  } else if (strcmp(what, "threads") == 0) {
    int each[4] = {1, 1, 1, 1};
    for (int i = 0; i < 4; i++)
      pthread_create(&others[i], NULL, launchAll, &each[i]);
    for (int i = 0; i < 4; i++) {
      pthread_join(others[i], NULL);
      good &= each[i];
    }
  } else if (strcmp(what, "bound") == 0) {
    waitForBegin();
    good &= hasThreadOn(processors);
    go(NULL);
  } else if (strcmp(what, "exit") == 0) {
    waitForBegin();
    pthread_create(&thread, NULL, go, (void *)50000);
    puts("leaves main");
    return 0;
  } else if (strcmp(what, "fork") == 0) {
    waitForBegin();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      int y[n];
      exit(add11(y, x) != x[n - 1] + 11);
    }
    int status = 1;
    waitpid(child, &status, 0);
    printf("child ends: %d\n", status);
    go(NULL);
  } else if (strcmp(what, "unload") == 0) {
    waitForBegin();
    dlclose(library);
    go(NULL);
    waitForPrograms(4);
    load(&library, argv[2]);
    waitForPrograms(6);
  }
  launchAll(&good);
  if (library)
    good &= isRun((Loop *)dlsym(library, "add22"));
  puts(good && inThread ? "right" : "wrong");
  return !(good && inThread);
}
#endif

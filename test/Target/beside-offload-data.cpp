// REQUIRES: omptarget
// UNSUPPORTED: no-device
// RUN: %clangxx -O1 -Wall -Werror %s %ompscan_include %offload_flags \
// RUN:   %ompscan_libs -o %t
// RUN: env OMP_NUM_THREADS=1 %run %t
// RUN: env OMP_NUM_THREADS=2 %run %t
// RUN: env OMP_NUM_THREADS=3 %run %t
// RUN: env OMP_NUM_THREADS=5 %run %t
// RUN: env OMP_NUM_THREADS=16 %run %t
// RUN: env OMPSCAN_VERIFY=1 %run %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT OMPSCAN_VERIFY=1 %run %t host

// A scan with `target` works on the data that Clang's own offload maps or
// allocates, in each way, and counts references as another construct does.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <thread>
#include <vector>

#define CHECK(HOLDS)                                                           \
  ((HOLDS) ? (void)0                                                           \
           : (std::printf("line %d: " #HOLDS "\n", __LINE__), std::exit(1)))

enum { N = 50021, HOST = -77 };

static long stepAt(int i) { return i % 11 - 4; }

struct Store {
  int before;
  long values[N];
  int behind;
  long *elsewhere;
};
static Store store;

#pragma omp declare target
long table[N];
#pragma omp end declare target

static std::vector<long> xs(N), ys(N), zs(N);
static long *const x = xs.data(), *const y = ys.data(), *const z = zs.data();

// The sums of the steps from `seed` on.
static void expect(const long *got, long seed, int line) {
  for (int i = 0; i < N; i++) {
    if (i > 0)
      seed += stepAt(i);
    if (got[i] != seed) {
      std::printf("line %d: element %d is %ld, not %ld\n", line, i, got[i],
                  seed);
      std::exit(1);
    }
  }
}
#define EXPECT(GOT, SEED) expect(GOT, SEED, __LINE__)

static void poison() {
  for (int i = 0; i < N; i++)
    x[i] = y[i] = z[i] = HOST;
}

static void fill(long seed) {
  for (int i = 0; i < N; i++) {
    x[i] = stepAt(i);
    y[i] = HOST;
  }
  y[0] = seed;
}

template <typename T> void scan(T *x, T *y) {
#pragma omp target map(to : x[0 : N]) map(tofrom : y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
}

static void mapped() {
  long *const x = ::x, *const y = ::y;
  // Data that is absent is mapped for the construct.
  fill(8);
  scan(x, y);
  EXPECT(y, 8);
  CHECK(!omp_target_is_present(x, 0) && !omp_target_is_present(y, 0));

  // Data that is present, and the construct maps nothing.
  poison();
#pragma omp target enter data map(alloc : x[0 : N], y[0 : N])
#pragma omp target
  for (int i = 0; i < N; i++) {
    x[i] = i % 11 - 4;
    y[i] = 8;
  }
#pragma omp target
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
  CHECK(y[0] == HOST && y[N - 1] == HOST);
#pragma omp target update from(y[0 : N])
  EXPECT(y, 8);

  // The construct maps it again: nothing is copied.
  poison();
#pragma omp target
  y[0] = 9;
  scan(x, y);
  CHECK(y[0] == HOST && y[N - 1] == HOST);
#pragma omp target update from(y[0 : N])
  EXPECT(y, 9);

  // But with `always`.
  fill(10);
#pragma omp target map(always, to : x[0 : N]) map(always, tofrom : y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i];
  EXPECT(y, 10);
  poison();
#pragma omp target map(present, to : x[0 : N]) map(present, tofrom : y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] += y[i - 1] + x[i] - y[i];
  CHECK(y[0] == HOST);

  // As often as it was mapped, it is unmapped.
  CHECK(omp_target_is_present(x, 0) && omp_target_is_present(y, 0));
#pragma omp target exit data map(release : x[0 : N]) map(from : y[0 : N])
  CHECK(!omp_target_is_present(x, 0) && !omp_target_is_present(y, 0));
  EXPECT(y, 10);
}

static void sections() {
  long *const x = ::x, *const y = ::y;
  fill(HOST);
  y[100] = 7;
#pragma omp target data map(to : x[0 : N]) map(tofrom : y[50 : 500])
  {
    x[150] = 1000;
    y[100] = HOST;
#pragma omp target map(to : x[100 : 200]) map(tofrom : y[100 : 200])
#pragma omp parallel for scan(+ : y)
    for (int i = 101; i < 300; i++)
      y[i] = y[i - 1] + x[i];
    CHECK(y[120] == HOST);
  }
  long sum = 7;
  for (int i = 101; i < 300; i++)
    CHECK(y[i] == (sum += stepAt(i)));
  CHECK(y[99] == HOST && y[300] == HOST);

  // Subscripts from memory, of data that the construct does not map.
  std::vector<int> places(N);
  int *const at = places.data();
  fill(HOST);
  for (int i = 0; i < N; i++)
    at[i] = static_cast<int>(i * 7L % N);
  for (int i = 0; i < N; i++)
    x[at[i]] = stepAt(i);
#pragma omp target data map(to : x[0 : N], at[0 : N]) map(from : y[0 : N])
  {
    poison();
    std::memset(at, 0, N * sizeof *at);
#pragma omp target
    y[0] = 1;
#pragma omp target
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[at[i]];
  }
  EXPECT(y, 1);
}

// Two sections as far from each other on the device as they are here: what is
// between them belongs to none.
static void gaps() {
  enum { GAP = 8 };
  const int host = omp_get_initial_device();
  const size_t size = N * sizeof(long);
  std::vector<long> here(2 * N + GAP, HOST);
  std::vector<int> places(N);
  long *const p = here.data(), *const q = p + N + GAP;
  int *const at = places.data();
  for (int i = 0; i < N; i++) {
    at[i] = static_cast<int>(i * 7L % N);
    p[at[i]] = stepAt(i);
  }
  auto *const there =
      static_cast<long *>(omp_target_alloc(2 * size + GAP * sizeof(long), 0));
  omp_target_memcpy(there, p, size, 0, 0, 0, host);
  omp_target_associate_ptr(p, there, size, 0, 0);
  omp_target_associate_ptr(q, there + N + GAP, size, 0, 0);
#pragma omp target data map(to : at[0 : N])
  {
#pragma omp target
    q[0] = 3;
#pragma omp target
#pragma omp parallel for scan(+ : q)
    for (int i = 1; i < N; i++)
      q[i] = q[i - 1] + p[at[i]];
  }
  CHECK(q[0] == HOST && q[N - 1] == HOST);
  omp_target_memcpy(q, there + N + GAP, size, 0, 0, host, 0);
  EXPECT(q, 3);
  omp_target_disassociate_ptr(p, 0);
  omp_target_disassociate_ptr(q, 0);
  omp_target_free(there, 0);
}

static void structures() {
  long *const x = ::x;
  for (int i = 0; i < N; i++)
    store.values[i] = stepAt(i);
  store.values[0] = 4;
#pragma omp target data map(tofrom : store)
  {
    for (int i = 0; i < N; i++)
      store.values[i] = HOST;
#pragma omp target
#pragma omp parallel for scan(+ : store.values)
    for (int i = 1; i < N; i++)
      store.values[i] += store.values[i - 1];
    CHECK(store.values[N - 1] == HOST);
  }
  EXPECT(store.values, 4);

  fill(HOST);
  x[0] = 6;
  store.elsewhere = x;
#pragma omp target data map(tofrom : store.elsewhere[0 : N])
  {
    for (int i = 0; i < N; i++)
      x[i] = HOST;
#pragma omp target map(tofrom : store.elsewhere[0 : N])
#pragma omp parallel for scan(+ : store.elsewhere)
    for (int i = 1; i < N; i++)
      store.elsewhere[i] += store.elsewhere[i - 1];
    CHECK(x[N - 1] == HOST);
  }
  EXPECT(x, 6);

  // `declare target`
  for (int i = 0; i < N; i++)
    table[i] = HOST;
#pragma omp target
  for (int i = 0; i < N; i++)
    table[i] = i == 0 ? 2 : i % 11 - 4;
#pragma omp target
#pragma omp parallel for scan(+ : table)
  for (int i = 1; i < N; i++)
    table[i] += table[i - 1];
  CHECK(table[N - 1] == HOST);
#pragma omp target update from(table)
  EXPECT(table, 2);
}

static void pointers() {
  long *const x = ::x, *const y = ::y, *const z = ::z;
  const int host = omp_get_initial_device();
  const size_t size = N * sizeof(long);
  auto *const a = static_cast<long *>(omp_target_alloc(size, 0));
  auto *const b = static_cast<long *>(omp_target_alloc(size, 0));
#pragma omp target is_device_ptr(a, b)
  for (int i = 0; i < N; i++) {
    a[i] = i % 11 - 4;
    b[i] = 3;
  }
#pragma omp target is_device_ptr(a, b)
#pragma omp parallel for scan(+ : b)
  for (int i = 1; i < N; i++)
    b[i] = b[i - 1] + a[i];
  poison();
  omp_target_memcpy(y, b, size, 0, 0, host, 0);
  EXPECT(y, 3);

  int kept = 0;
#pragma omp target is_device_ptr(a, b)
#pragma omp parallel for scan(+ : kept)
  for (int i = 0; i < N; i++)
    if (a[i] > 2)
      b[kept++] = a[i] * i;
  poison();
  omp_target_memcpy(y, b, size, 0, 0, host, 0);
  int wanted = 0;
  for (int i = 0; i < N; i++)
    if (stepAt(i) > 2)
      CHECK(y[wanted++] == stepAt(i) * i);
  CHECK(kept == wanted);

  poison();
  omp_target_associate_ptr(x, a, size, 0, 0);
  omp_target_associate_ptr(y, b, size, 0, 0);
#pragma omp target
  y[0] = 11;
  scan(x, y);
  CHECK(y[0] == HOST && y[N - 1] == HOST);
  omp_target_memcpy(z, b, size, 0, 0, host, 0);
  EXPECT(z, 11);
  omp_target_disassociate_ptr(x, 0);
  omp_target_disassociate_ptr(y, 0);
  omp_target_free(a, 0);
  omp_target_free(b, 0);

  fill(HOST);
#pragma omp target data map(to : x[0 : N]) map(from : y[0 : N])
  {
#pragma omp target
    y[0] = 12;
    long *p = x, *q = y;
#pragma omp target data use_device_ptr(p, q)
    {
#pragma omp target is_device_ptr(p, q)
#pragma omp parallel for scan(+ : q)
      for (int i = 1; i < N; i++)
        q[i] = q[i - 1] + p[i];
    }
  }
  EXPECT(y, 12);
}

// Where a loop runs: another device, the host.
static void places() {
  long *const x = ::x, *const y = ::y;
  CHECK(omp_get_num_devices() > 1);
  fill(13);
#pragma omp target data map(to : x[0 : N]) map(tofrom : y[0 : N]) device(1)
  {
    poison();
#pragma omp target device(1)
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i];
    CHECK(y[0] == HOST && y[N - 1] == HOST);
  }
  EXPECT(y, 13);

  fill(14);
#pragma omp target data map(alloc : x[0 : N]) map(alloc : y[0 : N])
  {
#pragma omp target if (x == y)
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i];
    EXPECT(y, 14);
    fill(15);
#pragma omp target device(omp_get_initial_device())
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i];
    EXPECT(y, 15);
    // Without `target`, the loop is the host's, as its data.
    fill(16);
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i];
    EXPECT(y, 16);
  }
}

// Accumulators, and loops over rows.
static void kinds() {
  long *const x = ::x, *const y = ::y;
  fill(HOST);
  long sum = 18;
#pragma omp target data map(to : x[0 : N]) map(from : y[0 : N])
  {
#pragma omp target map(tofrom : sum)
#pragma omp parallel for scan(+ : sum)
    for (int i = 0; i < N; i++) {
      sum += i == 0 ? 0 : x[i];
      y[i] = sum;
    }
  }
  EXPECT(y, 18);
  CHECK(sum == y[N - 1]);

  // Arrays that nothing maps, one of them constant.
  static const long weights[4] = {1, 10, 100, 1000};
  fill(20);
  long weighted = 20;
#pragma omp target map(tofrom : y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < N; i++)
    y[i] = y[i - 1] + x[i] * weights[i & 3];
  for (int i = 1; i < N; i++)
    CHECK(y[i] == (weighted += stepAt(i) * weights[i & 3]));

  enum { ROWS = 50, COLUMNS = 1000 };
  for (int i = 0; i < N; i++) {
    x[i] = stepAt(i);
    y[i] = 1;
  }
#pragma omp target data map(to : x[0 : N]) map(tofrom : y[0 : N])
  {
    for (int i = 0; i < N; i++)
      y[i] = HOST;
#pragma omp target teams
#pragma omp distribute parallel for collapse(2) scan(+ : y)
    for (int r = 0; r < ROWS; r++)
      for (int c = 1; c < COLUMNS; c++)
        y[r * COLUMNS + c] =
            y[r * COLUMNS + c - 1] + x[r * COLUMNS + c];
    CHECK(y[5] == HOST);
  }
  const auto checkRows = [&] {
    for (int r = 0; r < ROWS; r++) {
      long expected = 1;
      for (int c = 1; c < COLUMNS; c++)
        CHECK(y[r * COLUMNS + c] == (expected += x[r * COLUMNS + c]));
    }
  };
  checkRows();
#pragma omp target enter data map(to : x[0 : N]) map(alloc : y[0 : N])
#pragma omp target
  for (int i = 0; i < N; i++)
    y[i] = 1;
  for (int i = 0; i < N; i++)
    y[i] = HOST;
#pragma omp target teams distribute map(y[0 : N]) map(to : x[0 : N])
  for (int r = 0; r < ROWS; r++) {
#pragma omp parallel for scan(+ : y)
    for (int c = 1; c < COLUMNS; c++)
      y[r * COLUMNS + c] = y[r * COLUMNS + c - 1] + x[r * COLUMNS + c];
  }
  CHECK(y[5] == HOST);
#pragma omp target exit data map(release : x[0 : N]) map(from : y[0 : N])
  checkRows();
}

// Tasks that the loop waits for, and that wait for it.
static void tasks() {
  long *const x = ::x, *const y = ::y;
  poison();
#pragma omp parallel
#pragma omp single
  {
#pragma omp target enter data map(alloc : x[0 : N], y[0 : N])                  \
    depend(out : x[0]) nowait
#pragma omp target depend(inout : x[0]) nowait
    for (int i = 0; i < N; i++) {
      x[i] = i % 11 - 4;
      y[i] = 19;
    }
#pragma omp target depend(inout : x[0])
#pragma omp parallel for scan(+ : y)
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i];
#pragma omp target exit data map(release : x[0 : N]) map(from : y[0 : N])      \
    depend(inout : x[0]) nowait
#pragma omp taskwait
  }
  EXPECT(y, 19);
}

// Threads whose loops use the same data.
static void threads() {
  long *const x = ::x;
  fill(HOST);
#pragma omp target enter data map(to : x[0 : N])
  std::vector<long> results[4];
  std::vector<std::thread> all;
  for (int t = 0; t < 4; t++)
    all.emplace_back([&, t] {
      results[t].resize(N);
      for (int times = 0; times < 10; times++) {
        results[t].assign(N, HOST);
        results[t][0] = t;
        scan(x, results[t].data());
      }
    });
  for (int t = 0; t < 4; t++) {
    all[t].join();
    EXPECT(results[t].data(), t);
  }
  CHECK(omp_target_is_present(x, 0));
#pragma omp target exit data map(release : x[0 : N])
  CHECK(!omp_target_is_present(x, 0));
}

// A loop that only the host can run does so on the device's data.
static void onHost(int first) {
  long *const x = ::x, *p = x;
  std::vector<long> expected(N, 1);
  for (int i = first; i < N; i++)
    expected[i] = expected[i - 1] + expected[N - i];
  poison();
#pragma omp target data map(tofrom : x[0 : N])
  {
#pragma omp target
    for (int i = 0; i < N; i++)
      x[i] = 1;
#pragma omp target
#pragma omp parallel for scan(+ : p)
    for (int i = first; i < N; i++)
      p[i] = p[i - 1] + x[N - i];
    CHECK(x[0] == HOST && x[N - 1] == HOST);
  }
  for (int i = 0; i < N; i++)
    CHECK(x[i] == expected[i]);
}

int main(int argc, char **) {
  if (argc > 1) {
    onHost(argc - 1);
  } else {
    mapped();
    sections();
    gaps();
    structures();
    pointers();
    places();
    kinds();
    tasks();
    threads();
  }
  std::puts("ok");
}

// REQUIRES: primary
// RUN: %clangxx -std=c++17 -O1 -Wall -Werror %s %ompscan_include \
// RUN:   %ompscan_flags %ompscan_libs -ldl -o %t
// RUN: %run %python %S/../Support/fail_each_form.py %opencl_layer %t 3 \
// RUN:   | %filecheck %s
// RUN: %run_tiny %python %S/../Support/fail_each_form.py %opencl_layer %t 7 \
// RUN:   chunks lanes | %filecheck %s --check-prefix=TINY
// RUN: env OMPSCAN_VERIFY=1 %run %python %S/../Support/fail_each_form.py \
// RUN:   %opencl_layer %t 5 clauses rotation target-loop stay \
// RUN:   | %filecheck %s --check-prefix=VERIFY

// Every OpenCL call fails once of loops of every form that there is, of
// directives, constructs on the host, calls on data, and primitives
// (fail_each_form.py). Here a sample, every 3rd call; faults-forms-long.test has
// all of them.

// CHECK: {{^}}container: {{[0-9]+}} calls
// CHECK: {{^}}sort: {{[0-9]+}} calls
// CHECK: all: {{[1-9][0-9]*}} calls
// VERIFY: {{^}}rotation: {{[0-9]+}} calls
// VERIFY: all: {{[1-9][0-9]*}} calls
// TINY: {{^}}chunks: {{[0-9]+}} calls
// TINY: {{^}}lanes: {{[0-9]+}} calls

#include "../Support/opencl_layer.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <ompscan/ompscan.h>
#include <ompscan/primitives.h>
#include <string>
#include <vector>

static constexpr int N = 3000, Device = OMPSCAN_DEFAULT_DEVICE;

//===----------------------------------------------------------------------===//
// The layer, and what a run is
//===----------------------------------------------------------------------===//

static decltype(&opencl_layer_fail) fail;
static decltype(&opencl_layer_calls) calls;
static decltype(&opencl_layer_live) live;

static void findLayer() {
  void *Layer = dlopen(std::getenv("OPENCL_LAYERS"), RTLD_NOW | RTLD_NOLOAD);
  const auto Find = [&](const char *Name) {
    void *Found = Layer ? dlsym(Layer, Name) : nullptr;
    if (!Found) {
      std::puts("no layer");
      std::exit(2);
    }
    return Found;
  };
  fail = reinterpret_cast<decltype(fail)>(Find("opencl_layer_fail"));
  calls = reinterpret_cast<decltype(calls)>(Find("opencl_layer_calls"));
  live = reinterpret_cast<decltype(live)>(Find("opencl_layer_live"));
}

static long callsOfRun;

/// From here on calls fail no more: what follows looks at the results.
static void endOfFaults() {
  callsOfRun = calls();
  fail(0, 0);
}

enum Outcome { Right, Told };

[[noreturn]] static void wrong(int Line, const char *What) {
  std::printf("wrong: line %d: not so: %s (%s)\n", Line, What,
              ompscan_last_error());
  std::exit(3);
}
#define EXPECT(C)                                                              \
  do                                                                           \
    if (!(C))                                                                  \
      wrong(__LINE__, #C);                                                     \
  while (0)

static int input(int I) {
  return int(unsigned(I) * 2654435761u >> 20) - 2000;
}

static std::vector<int> inputs(int Count = N) {
  std::vector<int> V(Count);
  for (int I = 0; I < Count; I++)
    V[I] = input(I);
  return V;
}

static std::vector<int> poison(int Count = N) {
  return std::vector<int>(Count, int(0xA5A5A5A5));
}

/// What y[i] = y[i-1] + x[i] leaves.
static std::vector<int> sumsOf(const std::vector<int> &X, int First) {
  std::vector<int> Y = X;
  Y[0] = First;
  for (size_t I = 1; I < Y.size(); I++)
    Y[I] += Y[I - 1];
  return Y;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static Outcome container() {
  std::vector<int> X = inputs(), Y = poison();
  Y[0] = 5;
#pragma omp parallel for scan(+ : Y)
  for (int I = 1; I < N; I++)
    Y[I] = Y[I - 1] + X[I];
  endOfFaults();
  EXPECT(Y == sumsOf(X, 5));
  return Right;
}

static Outcome clauses() {
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  int *y = Y.data(), Last = -1, Most = -5000, Sum = 7;
  const int *x = X.data();
  int T = -1;
#pragma omp parallel for scan(+ : Sum) lastprivate(Last) private(T)             \
    reduction(max : Most)
  for (int I = 0; I < N; I++) {
    T = x[I] * 2;
    Sum += T;
    y[I] = Sum;
    Most = Most < T ? T : Most;
    Last = I + T;
  }
  endOfFaults();
  int Want = 7;
  for (int I = 0; I < N; I++)
    EXPECT(Y[I] == (Want += 2 * X[I]));
  EXPECT(Sum == Want && Last == N - 1 + 2 * X[N - 1] &&
         Most == 2 * *std::max_element(X.begin(), X.end()));
  return Right;
}

static Outcome compaction() {
  const std::vector<int> X = inputs();
  std::vector<int> Out = poison();
  const int *x = X.data();
  int *out = Out.data(), K = 1;
#pragma omp target map(to : x[0 : N]) map(from : out[0 : N])
#pragma omp parallel for scan(+ : K)
  for (int I = 0; I < N; I++)
    if (x[I] > 300)
      out[K++] = x[I];
  endOfFaults();
  int Want = 1;
  EXPECT(Out[0] == int(0xA5A5A5A5));
  for (int V : X)
    if (V > 300)
      EXPECT(Out[Want++] == V);
  EXPECT(K == Want);
  for (; Want < N; Want++)
    EXPECT(Out[Want] == int(0xA5A5A5A5));
  return Right;
}

/// Every iteration stores at the value of the accumulator.
static Outcome collisions() {
  const std::vector<int> X = inputs();
  std::vector<int> Out = poison(N + 1);
  const int *x = X.data();
  int *out = Out.data(), K = 0;
#pragma omp target map(to : x[0 : N]) map(from : out[0 : N + 1])
#pragma omp parallel for scan(+ : K)
  for (int I = 0; I < N; I++) {
    out[K] = x[I];
    K += x[I] & 1;
  }
  endOfFaults();
  std::vector<int> Want = poison(N + 1);
  int WantK = 0;
  for (int V : X) {
    Want[WantK] = V;
    WantK += V & 1;
  }
  EXPECT(K == WantK && Out == Want);
  return Right;
}

struct Account {
  int Change, Balance;
  double Rate;
};
struct Totals {
  long Sum;
  int Count;
};

/// Members of elements, and members as accumulators.
static Outcome members() {
  std::vector<Account> Accounts(N);
  for (int I = 0; I < N; I++)
    Accounts[I] = {input(I), -1, 0.5};
  Account *a = Accounts.data();
  Totals T = {3, 0};
  a[0].Balance = 11;
#pragma omp parallel for scan(+ : T.Sum, T.Count)
  for (int I = 1; I < N; I++) {
    T.Sum += a[I].Change;
    if (a[I].Change > 0)
      T.Count++;
    a[I].Balance = int(T.Sum) + T.Count;
  }
  endOfFaults();
  long Sum = 3;
  int Count = 0;
  EXPECT(a[0].Balance == 11);
  for (int I = 1; I < N; I++) {
    Sum += input(I);
    Count += input(I) > 0;
    EXPECT(a[I].Balance == int(Sum) + Count && a[I].Change == input(I) &&
           a[I].Rate == 0.5);
  }
  EXPECT(T.Sum == Sum && T.Count == Count);
  return Right;
}

/// In place, and exclusive.
static Outcome rotation() {
  std::vector<int> X = inputs();
  int *x = X.data(), T1 = x[0], T2;
  x[0] = 0;
#pragma omp parallel for scan(+ : x)
  for (int I = 1; I < N; I++) {
    T2 = x[I];
    x[I] = x[I - 1] + T1;
    T1 = T2;
  }
  endOfFaults();
  int Want = 0;
  for (int I = 1; I < N; I++)
    EXPECT(X[I] == (Want += input(I - 1)));
  return Right;
}

static Outcome rows() {
  constexpr int Rows = 4, Columns = N / 4;
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  const int *x = X.data();
  int *y = Y.data();
  for (int R = 0; R < Rows; R++)
    y[R * Columns] = R;
  for (int R = 0; R < Rows; R++) {
    int *row = y + R * Columns;
    const int *in = x + R * Columns;
#pragma omp parallel for scan(+ : row)
    for (int I = 1; I < Columns; I++)
      row[I] = row[I - 1] + in[I];
  }
  endOfFaults();
  for (int R = 0, Want; R < Rows; R++)
    for (int I = 0; I < Columns; I++)
      EXPECT(Y[R * Columns + I] ==
             (Want = I ? Want + X[R * Columns + I] : R));
  return Right;
}

static Outcome reproducible() {
  std::vector<float> X(N), Y(N, -1.0f);
  for (int I = 0; I < N; I++)
    X[I] = float(input(I));
  const float *x = X.data();
  float *y = Y.data();
  y[0] = 0;
#pragma omp parallel for scan(+ : y) order(reproducible : concurrent)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + x[I];
  endOfFaults();
  float Want = 0; // Integers all the way.
  for (int I = 1; I < N; I++)
    EXPECT(Y[I] == (Want += X[I]));
  return Right;
}

static Outcome targetLoop() {
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  const int *x = X.data();
  int *y = Y.data();
  long Sum = 5;
  int Most = -9999;
#pragma omp target teams distribute parallel for map(to : x[0 : N])             \
    map(from : y[0 : N]) reduction(+ : Sum) reduction(max : Most)
  for (int I = 0; I < N; I++) {
    y[(I * 7) % N] = x[I] / 3;
    Sum += x[I];
    Most = Most < x[I] ? x[I] : Most;
  }
  endOfFaults();
  long Want = 5;
  for (int I = 0; I < N; I++) {
    EXPECT(Y[(I * 7) % N] == X[I] / 3);
    Want += X[I];
  }
  EXPECT(Sum == Want && Most == *std::max_element(X.begin(), X.end()));
  return Right;
}

static Outcome pinned() {
  int *y = static_cast<int *>(ompscan_host_alloc(Device, N * sizeof(int)));
  if (!y) {
    EXPECT(*ompscan_last_error());
    endOfFaults();
    return Told;
  }
  for (int I = 0; I < N; I++)
    y[I] = input(I);
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + y[I];
  const int Freed = [&] {
    const std::vector<int> Results(y, y + N);
    const int Status = ompscan_host_free(y);
    endOfFaults();
    EXPECT(Results == sumsOf(inputs(), input(0)));
    return Status;
  }();
  EXPECT(Freed == OMPSCAN_SUCCESS);
  return Right;
}

/// With the library of tiny tiles, in chunks of several threads.
static Outcome chunks() {
  constexpr int Many = 30000;
  const std::vector<int> X = inputs(Many);
  std::vector<int> Y = poison(Many);
  const int *x = X.data();
  int *y = Y.data(), Count = 0;
  y[0] = 3;
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < Many; I++)
    y[I] = y[I - 1] + x[I];
  std::vector<int> Out = poison(Many);
  int *out = Out.data();
#pragma omp target map(to : x[0 : Many]) map(from : out[0 : Many])
#pragma omp parallel for scan(+ : Count)
  for (int I = 0; I < Many; I++)
    if (x[I] > 0)
      out[Count++] = x[I];
  endOfFaults();
  EXPECT(Y == sumsOf(X, 3));
  int Want = 0;
  for (int V : X)
    if (V > 0)
      EXPECT(Out[Want++] == V);
  EXPECT(Want == Count);
  return Right;
}

//===----------------------------------------------------------------------===//
// Data on the device
//===----------------------------------------------------------------------===//

/// The same library moves data by several threads.
static Outcome lanes() {
  constexpr int Many = 50000;
  std::vector<int> X = inputs(Many);
  if (ompscan_map(Device, X.data(), Many * sizeof(int), OMPSCAN_TO)) {
    EXPECT(*ompscan_last_error());
    endOfFaults();
    EXPECT(X == inputs(Many) && !ompscan_is_present(Device, X.data(), 4));
    return Told;
  }
  std::fill(X.begin(), X.end(), 1);
  const int Status =
      ompscan_unmap(Device, X.data(), Many * sizeof(int), OMPSCAN_FROM);
  endOfFaults();
  if (Status) { // Nothing has gone; some may have come.
    EXPECT(ompscan_unmap(Device, X.data(), Many * sizeof(int), OMPSCAN_FROM) ==
           OMPSCAN_SUCCESS);
  }
  EXPECT(X == inputs(Many));
  return Status ? Told : Right;
}

/// A construct of two directives, loops of both kinds, and the host.
static Outcome directives() {
  std::vector<int> X = inputs(), Y = poison();
  int *x = X.data(), *y = Y.data(), Middle = -1;
  long Sum = 0;
  y[0] = 4;
#pragma omp target enter data map(to : x[0 : N])
#pragma omp target data map(tofrom : y[0 : N])
  {
#pragma omp parallel for scan(+ : y)
    for (int I = 1; I < N; I++)
      y[I] = y[I - 1] + x[I];
#pragma omp target teams distribute parallel for reduction(+ : Sum)
    for (int I = 0; I < N; I++)
      Sum += y[I] - x[I];
#pragma omp target map(tofrom : y[0 : N])
    {
      y[1] = 17;
      y[N - 1] += 1;
    }
    if (ompscan_is_present(Device, y, 4)) // The directive may not have it.
      y[N / 2] = -77;
#pragma omp target update from(y[N / 2])
    Middle = y[N / 2];
    x[0] = 123;
#pragma omp target update to(x[0 : 1])
    x[0] = 0;
  }
#pragma omp target exit data map(from : x[0 : N])
  endOfFaults();
  std::vector<int> Want = sumsOf(inputs(), 4);
  long WantSum = 0;
  for (int I = 0; I < N; I++)
    WantSum += Want[I] - input(I);
  EXPECT(Sum == WantSum && Middle == Want[N / 2]);
  Want[1] = 17;
  Want[N - 1]++;
  EXPECT(Y == Want && X[0] == 123 && X[1] == input(1) && X[N - 1] == input(N - 1));
  return Right;
}

/// The host does a loop on the device's data: x and y overlap.
static Outcome stay() {
  std::vector<int> Block = inputs(2 * N), Want = Block;
  int *x = Block.data() + 1, *y = Block.data();
  const bool IsMapped = ompscan_map(Device, Block.data(), 2 * N * sizeof(int),
                                    OMPSCAN_TO) == OMPSCAN_SUCCESS;
  for (int &V : Block)
    V = IsMapped ? -5 : V;
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + x[I];
  int Status = IsMapped ? ompscan_unmap(Device, Block.data(),
                                        2 * N * sizeof(int), OMPSCAN_FROM)
                        : 0;
  endOfFaults();
  if (Status)
    EXPECT(ompscan_unmap(Device, Block.data(), 2 * N * sizeof(int),
                         OMPSCAN_FROM) == OMPSCAN_SUCCESS);
  for (int I = 1; I < N; I++)
    Want[I] = Want[I - 1] + Want[I + 1];
  EXPECT(Block == Want);
  return IsMapped && !Status ? Right : Told;
}

/// `always` moves what is on the device.
static Outcome always() {
  std::vector<int> X = inputs(), Y = poison();
  int *x = X.data(), *y = Y.data();
  y[0] = 9;
#pragma omp target enter data map(alloc : x[0 : N], y[0 : N])
#pragma omp target map(always, to : x[0 : N]) map(always, tofrom : y[0 : N])
#pragma omp parallel for scan(+ : y)
  for (int I = 1; I < N; I++)
    y[I] = y[I - 1] + x[I];
  const std::vector<int> Results = Y;
#pragma omp target exit data map(delete : x[0 : N], y[0 : N])
  endOfFaults();
  EXPECT(Results == sumsOf(X, 9));
  return Right;
}

/// The calls on data that move nothing or little.
static Outcome dataCalls() {
  const std::vector<int> X = inputs();
  std::vector<int> Y = poison();
  int Errors = 0;
  const auto Call = [&](int Status) {
    if (Status) {
      EXPECT(*ompscan_last_error());
      Errors++;
    }
    return Status == OMPSCAN_SUCCESS;
  };
  void *Memory = ompscan_device_alloc(Device, N * sizeof(int));
  bool Filled = false, Back = false;
  if (Call(!Memory)) {
    Filled = Call(ompscan_copy(Device, Memory, X.data(), N * sizeof(int)));
    Back = Filled &&
           Call(ompscan_copy(Device, Y.data(), Memory, N * sizeof(int)));
  }
  const bool IsMapped =
      Call(ompscan_map(Device, X.data(), N * sizeof(int), OMPSCAN_TO));
  if (IsMapped) {
    Call(ompscan_update_to(Device, X.data(), 400));
    struct _cl_mem *Buffer;
    size_t Offset;
    Call(ompscan_get_buffer(Device, &X[3], &Buffer, &Offset));
  }
  endOfFaults();
  if (IsMapped)
    EXPECT(!ompscan_unmap(Device, X.data(), N * sizeof(int), OMPSCAN_RELEASE));
  if (Memory)
    EXPECT(ompscan_device_free(Device, Memory) == OMPSCAN_SUCCESS);
  EXPECT(!Back || Y == X);
  return Errors ? Told : Right;
}

//===----------------------------------------------------------------------===//
// Primitives
//===----------------------------------------------------------------------===//

/// Whether a call has failed when its results had begun to arrive.
static bool isLost() {
  return std::strstr(ompscan_last_error(), "is not known") != nullptr;
}

/// Compares \p Data with what it was where the call has failed, and with
/// \p Want where it has not.
static Outcome settled(int Status, const std::vector<int> &Data,
                       const std::vector<int> &Before,
                       const std::vector<int> &Want) {
  endOfFaults();
  if (Status)
    EXPECT(*ompscan_last_error() && (isLost() || Data == Before));
  else
    EXPECT(Data == Want);
  return Status ? Told : Right;
}

static Outcome select() {
  std::vector<int> X = inputs();
  const ompscan_predicate Keep = {"int", "x > 100", nullptr, nullptr, 0};
  size_t Kept = 0;
  const int Status =
      ompscan_select(X.data(), N, sizeof(int), &Keep, nullptr, &Kept);
  std::vector<int> Want;
  for (int I = 0; I < N; I++)
    if (input(I) > 100)
      Want.push_back(input(I));
  if (!Status) {
    EXPECT(Kept == Want.size());
    X.resize(Kept);
  }
  return settled(Status, X, inputs(), Want);
}

static Outcome partitionCopy() {
  const std::vector<int> X = inputs();
  std::vector<int> Out = poison(), Want;
  const ompscan_predicate Keep = {"int", "x & 1", nullptr, nullptr, 0};
  size_t Kept = 0;
  const int Status = ompscan_partition_copy(X.data(), Out.data(), nullptr, N,
                                            sizeof(int), &Keep, nullptr, &Kept);
  std::copy_if(X.begin(), X.end(), std::back_inserter(Want),
               [](int V) { return V & 1; });
  std::copy_if(X.begin(), X.end(), std::back_inserter(Want),
               [](int V) { return !(V & 1); });
  return settled(Status, Out, poison(), Want);
}

static Outcome unique() {
  std::vector<int> X(N), Want;
  for (int I = 0; I < N; I++)
    X[I] = I / 3;
  const std::vector<int> Before = X;
  for (int I = 0; I < N / 3; I++)
    Want.push_back(I);
  size_t Kept = 0;
  const int Status =
      ompscan_unique(X.data(), N, sizeof(int), nullptr, nullptr, &Kept);
  if (!Status)
    X.resize(Kept);
  return settled(Status, X, Before, Want);
}

/// The host can do it, but not when the keys have come and the values have not.
static Outcome sort() {
  std::vector<int> Keys = inputs(), Values(N), Want = Keys;
  for (int I = 0; I < N; I++)
    Values[I] = I;
  const ompscan_companion Companion = {Values.data(), sizeof(int), nullptr,
                                       nullptr};
  const int Status = ompscan_radix_sort(Keys.data(), N, "int", 0, &Companion);
  std::sort(Want.begin(), Want.end());
  for (int I = 0; I < N && !(Status && isLost()); I++)
    EXPECT(Status ? Values[I] == I : input(Values[I]) == Want[I]);
  return settled(Status, Keys, inputs(), Want);
}

static Outcome shift() {
  std::vector<int> X = inputs(), Want = X;
  const int Fill = 8;
  const int Status = ompscan_shift(X.data(), N, 5, sizeof(int), &Fill);
  for (int I = N - 1; I >= 0; I--)
    Want[I] = I < 5 ? Fill : input(I - 5);
  return settled(Status, X, inputs(), Want);
}

static Outcome reduce() {
  const std::vector<int> X = inputs();
  const ompscan_predicate Plus = {"int", "+", nullptr, nullptr, 0};
  std::vector<int> Result = {-1}, Want = {0};
  for (int V : X)
    Want[0] += V;
  const int Status = ompscan_reduce(X.data(), N, sizeof(int), &Plus, nullptr,
                                    Result.data());
  return settled(Status, Result, {-1}, Want);
}

static Outcome segments() {
  const std::vector<int> X = inputs();
  std::vector<int> Keys(N), Out = poison(), Want(N);
  for (int I = 0; I < N; I++) {
    Keys[I] = I / 100;
    Want[I] = X[I] + (I % 100 ? Want[I - 1] : 0);
  }
  const ompscan_predicate Plus = {"int", "+", nullptr, nullptr, 0};
  const ompscan_segments ByKeys = {nullptr, Keys.data(), sizeof(int), nullptr,
                                   0};
  const int Status = ompscan_segmented_scan(X.data(), Out.data(), N,
                                            sizeof(int), &Plus, &ByKeys,
                                            nullptr);
  return settled(Status, Out, poison(), Want);
}

static Outcome reduceByKey() {
  const std::vector<int> X = inputs();
  std::vector<int> Keys(N), OutKeys = poison(), Out = poison(),
                            Want = poison();
  for (int I = 0; I < N; I++) {
    Keys[I] = I / 100;
    Want[I / 100] = X[I] + (I % 100 ? Want[I / 100] : 0);
  }
  const ompscan_predicate Plus = {"int", "+", nullptr, nullptr, 0};
  size_t Count = 0;
  const int Status =
      ompscan_reduce_by_key(Keys.data(), X.data(), N, sizeof(int), sizeof(int),
                            &Plus, OutKeys.data(), Out.data(), &Count);
  if (!Status)
    EXPECT(Count == N / 100 && OutKeys[7] == 7);
  return settled(Status, Out, poison(), Want);
}

static Outcome histogram() {
  const std::vector<int> X = inputs();
  std::vector<size_t> Counts(16, 99), Want(16);
  const int Lower = -2000, Upper = 2096;
  for (int V : X)
    Want[size_t(V - Lower) * 16 / 4096]++;
  const int Status = ompscan_histogram_even(X.data(), N, "int", &Lower, &Upper,
                                            16, Counts.data());
  endOfFaults();
  EXPECT(Counts == (Status ? std::vector<size_t>(16, 99) : Want) ||
         (Status && isLost()));
  return Status ? Told : Right;
}

/// On data that is on the device, a primitive that fails may not be done by the
/// host.
static Outcome presentSelect() {
  std::vector<int> X = inputs();
  std::vector<unsigned char> Flags(N);
  for (int I = 0; I < N; I++)
    Flags[I] = input(I) & 1;
  const size_t Bytes = N * sizeof(int);
  if (ompscan_map(Device, X.data(), Bytes, OMPSCAN_TO)) {
    endOfFaults();
    return Told;
  }
  std::fill(X.begin(), X.end(), -1);
  size_t Kept = 0;
  const int Status = ompscan_select_flagged(X.data(), Flags.data(), N,
                                            sizeof(int), nullptr, &Kept);
  const std::string Error = ompscan_last_error();
  endOfFaults();
  EXPECT(X[0] == -1 && X[N - 1] == -1);
  EXPECT(ompscan_unmap(Device, X.data(), Bytes, OMPSCAN_FROM) == 0);
  if (Status) {
    EXPECT(!Error.empty());
    if (Error.find("is not known") == std::string::npos)
      EXPECT(X == inputs());
    return Told;
  }
  size_t Want = 0;
  for (int I = 0; I < N; I++)
    if (Flags[I])
      EXPECT(X[Want++] == input(I));
  EXPECT(Want == Kept);
  return Right;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

static const struct {
  const char *Name;
  Outcome (*Run)();
  bool MayEnd;  ///< the program, where data is lost or cannot be moved
  bool Threads; ///< so that the number of objects in use changes a little
} Kinds[] = {{"container", container, false, false},
             {"clauses", clauses, false, false},
             {"compaction", compaction, false, false},
             {"collisions", collisions, false, false},
             {"members", members, true, false},
             {"rotation", rotation, true, false},
             {"rows", rows, false, false},
             {"reproducible", reproducible, false, false},
             {"target-loop", targetLoop, false, false},
             {"pinned", pinned, true, false},
             {"chunks", chunks, false, true},
             {"lanes", lanes, false, true},
             {"directives", directives, true, false},
             {"stay", stay, true, false},
             {"always", always, true, false},
             {"data-calls", dataCalls, false, false},
             {"select", select, false, false},
             {"partition-copy", partitionCopy, false, false},
             {"unique", unique, false, false},
             {"sort", sort, false, false},
             {"shift", shift, false, false},
             {"reduce", reduce, false, false},
             {"segments", segments, false, false},
             {"reduce-by-key", reduceByKey, false, false},
             {"histogram", histogram, false, false},
             {"present-select", presentSelect, true, false}};

static std::map<std::string, long> objects() {
  std::map<std::string, long> Counts;
  for (const char *Kind :
       {"context", "queue", "memory", "program", "kernel", "event"})
    Counts[Kind] = live(Kind);
  return Counts;
}

/// forms: lists the kinds.
/// forms KIND FIRST STEP LOSE: has calls FIRST, FIRST + STEP, ... of KIND fail,
/// and with LOSE = 1 all calls after them, and prints what became of each.
int main(int Count, char **Arguments) {
  if (Count < 5) {
    for (const auto &K : Kinds)
      std::printf("%s %d\n", K.Name, K.MayEnd);
    return 0;
  }
  for (const auto &K : Kinds) {
    if (std::strcmp(K.Name, Arguments[1]) != 0)
      continue;
    ompscan_get_num_devices(); // Loads the layer.
    findLayer();
    const auto RunWell = [&] {
      fail(0, 0);
      EXPECT(K.Run() == Right);
      return callsOfRun;
    };
    RunWell(); // Fills the caches.
    long Calls = RunWell();
    // With tiny tiles everything that moves goes by several threads.
    Dl_info Library;
    const bool IsTiny = dladdr(
        reinterpret_cast<void *>(ompscan_get_num_devices), &Library) &&
        std::strstr(Library.dli_fname, "/tiny/");
    const long Slack = K.Threads || IsTiny ? 16 : 0;
    const auto Before = objects();
    const long Step = std::atol(Arguments[3]);
    const int Lose = std::atoi(Arguments[4]);
    for (long At = std::atol(Arguments[2]); At <= Calls; At += Step) {
      std::printf("call %ld\n", At);
      std::fflush(stdout);
      fail(At, Lose);
      const Outcome Result = K.Run();
      std::puts(Result == Right ? "right" : "told");
      for (const auto &[Kind, Live] : objects())
        if (Live > Before.at(Kind) + Slack) {
          std::printf("leak: %ld of %s, and there were %ld\n", Live,
                      Kind.c_str(), Before.at(Kind));
          return 3;
        }
      RunWell();         // What was dropped is there again.
      Calls = RunWell(); // As many as the next run has.
    }
    std::printf("end %ld\n", Calls);
    return 0;
  }
  return 2;
}

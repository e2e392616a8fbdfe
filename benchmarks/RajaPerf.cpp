//===- RajaPerf.cpp - Kernels of the RAJA Performance Suite ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ompscan-bench-rajaperf[-...] LOG2|n=N [PART-OF-A-LOOP'S-NAME]
///
/// The problems of the kernels SCAN, INDEXLIST and INDEXLIST_3LOOP: an
/// exclusive sum of doubles, and the list of the negative elements. Times are
/// those of whole calls by the host's clock. The file is compiled as annotated
/// loops where there is the plugin, else with OpenMP as loops over a part for
/// each thread, else as plain loops. With OMPSCAN_BENCH_RAJA it measures RAJA's
/// kernels (RajaPerfRaja.h) besides: with annotated loops through CUDA, on the
/// same arrays of the device, else by OpenMP.
///
//===----------------------------------------------------------------------===//

#include "HostClock.h"
#include "Loops.h"
#include "Report.h"
#include "ScanData.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
#ifdef __OMPSCAN__
#include "ompscan/data.h"
#include "ompscan/ompscan.h"
#elif defined(_OPENMP)
#include <omp.h>
#endif
#ifdef OMPSCAN_BENCH_RAJA
#include "RajaPerfRaja.h"
#ifdef __OMPSCAN__
#include "ompscan/cuda.h"
#endif
#endif

using namespace ompscan::bench;

namespace {

#ifdef __OMPSCAN__

void scan(const double *x, double *y, int64_t n) {
  double sum = 0;
#pragma omp target parallel for scan(+ : sum)
  for (int64_t i = 0; i < n; i++) {
    y[i] = sum;
    sum += x[i];
  }
}

int64_t indexList(const double *x, int *list, int64_t n) {
  int64_t count = 0;
#pragma omp target parallel for scan(+ : count)
  for (int64_t i = 0; i < n; i++)
    if (x[i] < 0.0)
      list[count++] = static_cast<int>(i);
  return count;
}

int64_t indexList3(const double *x, int64_t *counts, int *list, int64_t n) {
#pragma omp target teams distribute parallel for
  for (int64_t i = 0; i < n; i++)
    counts[i] = x[i] < 0.0 ? 1 : 0;
  int64_t count = 0;
#pragma omp target parallel for scan(+ : count)
  for (int64_t i = 0; i < n + 1; i++) {
    const int64_t here = i < n ? counts[i] : 0;
    counts[i] = count;
    count += here;
  }
#pragma omp target teams distribute parallel for
  for (int64_t i = 0; i < n; i++)
    if (counts[i] != counts[i + 1])
      list[counts[i]] = static_cast<int>(i);
  return count;
}

std::string who() { return ompscanName(); }

#elif defined(_OPENMP)

/// Scans by all threads: each has a part, which it sums up by \p Reduce, and
/// passes to \p Scan with the sum of the parts in front.
/// \returns the sum of all parts.
template <typename T, typename Reduction, typename Scanner>
T scanByParts(int64_t N, Reduction Reduce, Scanner Scan) {
  std::vector<T> Sums(static_cast<size_t>(omp_get_max_threads()) + 1);
#pragma omp parallel
  {
    const int64_t Count = omp_get_num_threads(), Me = omp_get_thread_num();
    const int64_t Begin = N * Me / Count, End = N * (Me + 1) / Count;
    Sums[Me + 1] = Reduce(Begin, End);
#pragma omp barrier
#pragma omp single
    for (int64_t I = 1; I <= Count; ++I)
      Sums[I] += Sums[I - 1];
    Scan(Begin, End, Sums[Me]);
#pragma omp barrier
#pragma omp single
    Sums.back() = Sums[Count];
  }
  return Sums.back();
}

void scan(const double *x, double *y, int64_t n) {
  scanByParts<double>(
      n,
      [=](int64_t Begin, int64_t End) {
        double Sum = 0;
        for (int64_t I = Begin; I < End; ++I)
          Sum += x[I];
        return Sum;
      },
      [=](int64_t Begin, int64_t End, double Sum) {
        for (int64_t I = Begin; I < End; ++I) {
          y[I] = Sum;
          Sum += x[I];
        }
      });
}

int64_t indexList(const double *x, int *list, int64_t n) {
  return scanByParts<int64_t>(
      n,
      [=](int64_t Begin, int64_t End) {
        int64_t Count = 0;
        for (int64_t I = Begin; I < End; ++I)
          Count += x[I] < 0.0;
        return Count;
      },
      [=](int64_t Begin, int64_t End, int64_t Count) {
        for (int64_t I = Begin; I < End; ++I)
          if (x[I] < 0.0)
            list[Count++] = static_cast<int>(I);
      });
}

int64_t indexList3(const double *x, int64_t *counts, int *list, int64_t n) {
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++)
    counts[i] = x[i] < 0.0 ? 1 : 0;
  counts[n] = 0;
  scanByParts<int64_t>(
      n + 1,
      [=](int64_t Begin, int64_t End) {
        int64_t Count = 0;
        for (int64_t I = Begin; I < End; ++I)
          Count += counts[I];
        return Count;
      },
      [=](int64_t Begin, int64_t End, int64_t Count) {
        for (int64_t I = Begin; I < End; ++I) {
          const int64_t Here = counts[I];
          counts[I] = Count;
          Count += Here;
        }
      });
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++)
    if (counts[i] != counts[i + 1])
      list[counts[i]] = static_cast<int>(i);
  return counts[n];
}

std::string who() { return "OpenMP parts (" OMPSCAN_BENCH_COMPILER ")"; }

#else

void scan(const double *x, double *y, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) {
    y[i] = sum;
    sum += x[i];
  }
}

int64_t indexList(const double *x, int *list, int64_t n) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; i++)
    if (x[i] < 0.0)
      list[count++] = static_cast<int>(i);
  return count;
}

int64_t indexList3(const double *x, int64_t *counts, int *list, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    counts[i] = x[i] < 0.0 ? 1 : 0;
  int64_t count = 0;
  counts[n] = 0;
  for (int64_t i = 0; i < n + 1; i++) {
    const int64_t here = counts[i];
    counts[i] = count;
    count += here;
  }
  for (int64_t i = 0; i < n; i++)
    if (counts[i] != counts[i + 1])
      list[counts[i]] = static_cast<int>(i);
  return counts[n];
}

std::string who() { return "plain loop (" OMPSCAN_BENCH_COMPILER ")"; }

#endif

/// The kernels by one author, null where there is none.
struct Version {
  std::string Who;
  void (*Scan)(const double *, double *, int64_t);
  int64_t (*IndexList)(const double *, int *, int64_t);
  int64_t (*IndexList3)(const double *, int64_t *, int *, int64_t);
  bool ByCuda = false; ///< They take the device's addresses of arrays.
};

std::vector<Version> versions() {
  std::vector<Version> Versions = {{who(), scan, indexList, indexList3}};
#ifdef OMPSCAN_BENCH_RAJA
#ifdef __OMPSCAN__
  Versions.push_back(
      {"RAJA (CUDA)", scanByRaja, nullptr, indexList3ByRaja, /*ByCuda=*/true});
#else
  Versions.push_back({"RAJA (" OMPSCAN_BENCH_COMPILER ")", scanByRaja, nullptr,
                      indexList3ByRaja});
#endif
#endif
  return Versions;
}

/// Memory of \p N elements, which are on the device too where there is one.
template <typename T> class Array {
public:
  explicit Array(uint64_t N) : Elements(N) {
#ifdef __OMPSCAN__
    T *Data = Elements.data();
#pragma omp target enter data map(alloc : Data[0 : N])
#endif
  }
  ~Array() {
#ifdef __OMPSCAN__
    T *Data = Elements.data();
#pragma omp target exit data map(delete : Data[0 : Elements.size()])
#endif
  }
  /// The address that \p V takes.
  T *data(const Version &V) {
    T *Data = Elements.data();
#if defined(__OMPSCAN__) && defined(OMPSCAN_BENCH_RAJA)
    void *OnDevice = nullptr;
    if (!V.ByCuda)
      return Data;
    if (ompscan_cuda_get_pointer(0, Data, &OnDevice) != OMPSCAN_SUCCESS) {
      std::fprintf(stderr, "ompscan-bench: the loops do not run through CUDA, "
                           "which RAJA's need: OMPSCAN_DEVICE=cuda\n");
      std::exit(1);
    }
    return static_cast<T *>(OnDevice);
#else
    (void)V;
    return Data;
#endif
  }
  T &operator[](uint64_t I) { return Elements[I]; }
  uint64_t size() const { return Elements.size(); }

  void spoil() {
    std::memset(Elements.data(), 0xCB, Elements.size() * sizeof(T));
    send();
  }
  void send() {
#ifdef __OMPSCAN__
    T *Data = Elements.data();
#pragma omp target update to(Data[0 : Elements.size()])
    ompscan_wait(-1); // RAJA's kernels are in a stream of their own.
#endif
  }
  void fetch() {
#ifdef __OMPSCAN__
    T *Data = Elements.data();
#pragma omp target update from(Data[0 : Elements.size()])
#endif
  }

private:
  std::vector<T> Elements;
};

/// Whether \p Y has the sum in front of each element, which is exact.
bool isScan(Array<double> &X, Array<double> &Y) {
  Y.fetch();
  double Sum = 0;
  for (uint64_t I = 0; I != X.size(); ++I) {
    if (Y[I] != Sum)
      return false;
    Sum += X[I];
  }
  return true;
}

/// Whether \p List begins with the \p Count places of negative elements.
bool isIndexList(Array<double> &X, Array<int> &List, int64_t Count) {
  List.fetch();
  int64_t Expected = 0;
  for (uint64_t I = 0; I != X.size(); ++I)
    if (X[I] < 0.0 && (Expected == Count ||
                       List[static_cast<uint64_t>(Expected++)] != int(I)))
      return false;
  return Expected == Count;
}

/// Measures \p Work by \p Who; \p Spoil overwrites its results, \p IsRight
/// checks them.
template <typename Preparation, typename Function, typename Check>
bool measure(const Request &R, const char *Name, const std::string &Who,
             uint64_t Bytes, Preparation Spoil, Function Work, Check IsRight) {
  if (!R.wants(Name))
    return true;
  const auto Call = [&] {
    Work();
#ifdef __OMPSCAN__
    ompscan_wait(-1);
#endif
  };
  Spoil();
  Call();
  if (!IsRight())
    return reportWrong(Name, Who);
  const std::vector<double> Times = timesOf(Spoil, Call);
  if (!IsRight())
    return reportWrong(Name, Who);
  report(Name, Who, R.N, Bytes, Times);
  return true;
}

} // namespace

int main(int Count, char **Values) {
  const Request R(Count, Values);
#ifdef __OMPSCAN__
  char Device[256] = "none";
  ompscan_get_device_name(0, Device, sizeof Device);
  inform(who().c_str(), Device);
#endif
  const auto N = static_cast<int64_t>(R.N);
  Array<double> X(R.N), Y(R.N);
  Array<int64_t> Counts(R.N + 1);
  Array<int> List(R.N);
  uint64_t Negative = 0;
  for (uint64_t I = 0; I != R.N; ++I) {
    make(X[I], I);
    // As many elements are negative as are not.
    if (X[I] == 0)
      X[I] = mix(~I) & 1 ? 1.0 : -1.0;
    Negative += X[I] < 0.0;
  }
  X.send();
  int64_t Found = 0;
  const auto SpoilLists = [&] {
    List.spoil();
    Counts.spoil();
    Found = -1;
  };
  const auto IsRight = [&] { return isIndexList(X, List, Found); };
  const uint64_t ListBytes = R.N * sizeof(double) + Negative * sizeof(int);
  bool AllRight = true;
  for (const Version &V : versions()) {
    const double *const x = X.data(V);
    double *const y = Y.data(V);
    int64_t *const counts = Counts.data(V);
    int *const list = List.data(V);
    AllRight &= measure(
        R, "RAJAPerf SCAN", V.Who, 2 * R.N * sizeof(double), [&] { Y.spoil(); },
        [&] { V.Scan(x, y, N); }, [&] { return isScan(X, Y); });
    if (V.IndexList)
      AllRight &= measure(
          R, "RAJAPerf INDEXLIST", V.Who, ListBytes, SpoilLists,
          [&] { Found = V.IndexList(x, list, N); }, IsRight);
    AllRight &= measure(
        R, "RAJAPerf INDEXLIST_3LOOP", V.Who, ListBytes, SpoilLists,
        [&] { Found = V.IndexList3(x, counts, list, N); }, IsRight);
  }
  return AllRight ? 0 : 1;
}

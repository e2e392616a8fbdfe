//===- SlidesBench.h - Times of primitives and loops ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_SLIDESBENCH_H
#define OMPSCAN_BENCH_SLIDESBENCH_H

#include "HostClock.h"
#include "Report.h"
#include "Slides.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <ompscan/data.h>
#include <ompscan/ompscan.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ompscan::bench {

/// Ends a call of the library that has failed.
inline void need(int Status, const char *What) {
  if (Status != OMPSCAN_SUCCESS)
    throw std::runtime_error(std::string(What) + ": " + ompscan_last_error());
}

/// An array that lies on the device, too, for as long as it lives.
template <typename T> class Resident {
public:
  explicit Resident(std::vector<T> Values) : Host(std::move(Values)) {
    need(ompscan_map(OMPSCAN_DEFAULT_DEVICE, Host.data(), bytes(), OMPSCAN_TO),
         "ompscan_map");
  }
  /// Results: nothing that is right.
  explicit Resident(uint64_t N) : Resident(poison(N)) {}
  ~Resident() {
    ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, Host.data(), bytes(),
                  OMPSCAN_RELEASE);
  }
  Resident(const Resident &) = delete;
  Resident &operator=(const Resident &) = delete;

  T *data() { return Host.data(); }

  /// Puts nothing that is right there again.
  void spoil() {
    std::memset(static_cast<void *>(Host.data()), Poison, bytes());
    need(ompscan_update_to(OMPSCAN_DEFAULT_DEVICE, data(), bytes()),
         "ompscan_update_to");
  }

  /// Takes the first elements of \p Other, on the device.
  void take(Resident &Other) {
    const uint64_t Size =
        Host.size() < Other.Host.size() ? bytes() : Other.bytes();
    need(ompscan_copy(OMPSCAN_DEFAULT_DEVICE, data(), Other.data(), Size),
         "ompscan_copy");
  }

  /// What the device has.
  const std::vector<T> &fetch() {
    need(ompscan_update_from(OMPSCAN_DEFAULT_DEVICE, Host.data(), bytes()),
         "ompscan_update_from");
    return Host;
  }

private:
  static constexpr int Poison = 0xCB;

  static std::vector<T> poison(uint64_t N) {
    std::vector<T> Values(N);
    std::memset(static_cast<void *>(Values.data()), Poison, N * sizeof(T));
    return Values;
  }
  size_t bytes() const { return Host.size() * sizeof(T); }

  std::vector<T> Host;
};

/// Whether an array begins with the elements of \p Wanted.
template <typename T>
bool beginsWith(Resident<T> &Array, const std::vector<T> &Wanted) {
  return std::memcmp(Array.fetch().data(), Wanted.data(),
                     Wanted.size() * sizeof(T)) == 0;
}

/// What is measured, and how.
class Bench {
public:
  Bench(unsigned Log2, std::string Part)
      : N(uint64_t(1) << Log2), Part(std::move(Part)), Who(ompscanName()) {}

  const uint64_t N;

  /// Whether a call has been left out.
  bool hasFailed() const { return HasFailed; }

  /// The name of results.
  const std::string &who() const { return Who; }

  bool wants(const std::string &Name) const {
    return Name.find(Part) != std::string::npos;
  }

  bool wantsAny(std::initializer_list<std::string> Names) const {
    for (const std::string &Name : Names)
      if (wants(Name))
        return true;
    return false;
  }

  /// Measures \p Call, which works on what \p Prepare has set, and whose first
  /// result \p Check looks at: its kernels, or with OMPSCAN_BENCH_CLOCK=host
  /// all of it, with a look at the last result, too. \p By is another name of
  /// who does it. A call that fails is left out, such as one with text through
  /// CUDA on a machine without a Clang.
  void measure(const std::string &Name, uint64_t Count, uint64_t Bytes,
               const std::function<void()> &Prepare,
               const std::function<void()> &Call,
               const std::function<bool()> &Check,
               const std::string &By = "") const {
    const auto HasToBeRight = [&] {
      if (!Check()) {
        std::fprintf(stderr, "%s is wrong\n", Name.c_str());
        std::exit(1);
      }
    };
    try {
      Prepare();
      Call(); // A warm-up.
    } catch (const std::exception &E) {
      std::fprintf(stderr, "%s: %s\n", Name.c_str(), E.what());
      HasFailed = true;
      return;
    }
    HasToBeRight();
    const std::vector<double> Times =
        usesHostClock() ? timesOf(Prepare, Call) : kernelTimes(Prepare, Call);
    if (usesHostClock())
      HasToBeRight();
    report(Name.c_str(), By.empty() ? Who : By, Count, Bytes, Times);
  }

private:
  static std::vector<double> kernelTimes(const std::function<void()> &Prepare,
                                         const std::function<void()> &Call) {
    std::vector<double> Times;
    Patience Runs;
    Runs.hasAnother(); // The warm-up was the first one.
    while (Runs.hasAnother()) {
      Prepare();
      Call();
      uint64_t Begin = 0, End = 0;
      if (ompscan_get_kernel_times(&Begin, &End, 1))
        Times.push_back(static_cast<double>(End - Begin));
    }
    return Times;
  }

  std::string Part, Who;
  mutable bool HasFailed = false;
};

/// Runs \p Measure as the main function of a program that takes LOG2 and a part
/// of a name.
template <typename Function>
int benchMain(int Count, char **Values, Function Measure) {
  if (Count < 2 || std::atoi(Values[1]) < 1 || std::atoi(Values[1]) > 32) {
    std::fprintf(stderr, "usage: %s LOG2 [NAME]\n", Values[0]);
    return 2;
  }
  if (!usesHostClock())
    setenv("OMPSCAN_REPEAT", "1", /*overwrite=*/1);
  char Name[256] = "";
  if (ompscan_get_device_name(0, Name, sizeof Name) > 0)
    inform("device 0", Name);
  try {
    const Bench B(static_cast<unsigned>(std::atoi(Values[1])),
                  Count > 2 ? Values[2] : "");
    Measure(B);
    return B.hasFailed();
  } catch (const std::exception &E) {
    std::fprintf(stderr, "%s: %s\n", Values[0], E.what());
    return 1;
  }
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_SLIDESBENCH_H

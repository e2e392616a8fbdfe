//===- SlidesBench.h - Times of primitives and loops ---------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_SLIDESBENCH_H
#define OMPSCAN_BENCH_SLIDESBENCH_H

#include "Report.h"
#include "Slides.h"
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <ompscan/ompscan.h>
#include <string>
#include <vector>

namespace ompscan::bench {

/// What is measured, and how.
class Bench {
public:
  static constexpr unsigned Runs = 9;

  Bench(unsigned Log2, std::string Part)
      : N(uint64_t(1) << Log2), Part(std::move(Part)) {
    const char *Name = std::getenv("OMPSCAN_BENCH_WHO");
    Who = Name ? Name : "OmpScan";
  }

  const uint64_t N;

  bool wants(const std::string &Name) const {
    return Name.find(Part) != std::string::npos;
  }

  /// Measures \p Call, which works on what \p Prepare has set, and whose last
  /// result \p Check looks at.
  void measure(const std::string &Name, uint64_t Count, uint64_t Bytes,
               const std::function<void()> &Prepare,
               const std::function<void()> &Call,
               const std::function<bool()> &Check) const {
    std::vector<double> Times;
    for (unsigned I = 0; I != Runs; ++I) {
      Prepare();
      Call();
      uint64_t Begin = 0, End = 0;
      if (ompscan_get_kernel_times(&Begin, &End, 1))
        Times.push_back(static_cast<double>(End - Begin));
      // The first one is a warm-up, but has to be right.
      if (I == 0) {
        Times.clear();
        if (!Check()) {
          std::fprintf(stderr, "ompscan-bench-slides: %s is wrong\n",
                       Name.c_str());
          std::exit(1);
        }
      }
    }
    report(Name.c_str(), Who, Count, Bytes, Times);
  }

private:
  std::string Part, Who;
};

inline std::vector<uint32_t> elements(uint64_t N) {
  std::vector<uint32_t> X(N);
  for (uint64_t I = 0; I != N; ++I)
    X[I] = slideElement(I);
  return X;
}

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_SLIDESBENCH_H

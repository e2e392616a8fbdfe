//===- Loops.h - The loops that are measured --------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Types, operators and data that OmpScan and its peers have in common. Nothing
/// here needs a compiler plugin; CUDA reads it, too.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_BENCH_LOOPS_H
#define OMPSCAN_BENCH_LOOPS_H

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define OMPSCAN_BENCH_BOTH __host__ __device__
#else
#define OMPSCAN_BENCH_BOTH
#endif

namespace ompscan::bench {

/// x -> y x + p, one map after the other: not commutative.
struct Affine {
  float p, y;
};

/// Multiplied: not commutative.
struct Matrix {
  int64_t a, b, c, d;
};

OMPSCAN_BENCH_BOTH inline Affine compose(Affine a, Affine b) {
  Affine r;
  r.p = a.p * b.y + b.p;
  r.y = a.y * b.y;
  return r;
}

OMPSCAN_BENCH_BOTH inline Matrix multiply(Matrix x, Matrix y) {
  Matrix r;
  r.a = x.a * y.a + x.b * y.c;
  r.b = x.a * y.b + x.b * y.d;
  r.c = x.c * y.a + x.d * y.c;
  r.d = x.c * y.b + x.d * y.d;
  return r;
}

/// Threshold of the fused loop.
constexpr uint8_t Threshold = 100;

/// Well mixed bits of \p I.
OMPSCAN_BENCH_BOTH inline uint32_t mix(uint64_t I) {
  uint32_t H = uint32_t(I) * 2654435761u ^ uint32_t(I >> 32) * 0x9E3779B9u;
  H = (H ^ H >> 16) * 0x7feb352du;
  H = (H ^ H >> 15) * 0x846ca68bu;
  return H ^ H >> 16;
}

// Element I of the data. Results are exact, whatever the order of operations.
OMPSCAN_BENCH_BOTH inline void make(uint8_t &V, uint64_t I) { V = mix(I); }
OMPSCAN_BENCH_BOTH inline void make(uint16_t &V, uint64_t I) { V = mix(I); }
OMPSCAN_BENCH_BOTH inline void make(int32_t &V, uint64_t I) {
  V = int32_t(mix(I) % 7) - 3;
}
OMPSCAN_BENCH_BOTH inline void make(int64_t &V, uint64_t I) {
  V = int64_t(mix(I)) << 8;
}
OMPSCAN_BENCH_BOTH inline void make(float &V, uint64_t I) {
  V = float(int(mix(I) % 7) - 3);
}
OMPSCAN_BENCH_BOTH inline void make(double &V, uint64_t I) {
  V = double(int(mix(I) % 7) - 3);
}
OMPSCAN_BENCH_BOTH inline void make(Affine &V, uint64_t I) {
  V.p = float(int(mix(I) % 7) - 3);
  V.y = mix(I) & 65536 ? 1.0f : -1.0f;
}
OMPSCAN_BENCH_BOTH inline void make(Matrix &V, uint64_t I) {
  const uint32_t H = mix(I);
  V.a = H & 1, V.b = H >> 1 & 1, V.c = H >> 2 & 1, V.d = 1;
}

/// The names under which everybody reports a loop.
constexpr char UcharMax[] = "uint8 max";
constexpr char UshortSum[] = "uint16 sum";
constexpr char IntSum[] = "int32 sum";
constexpr char LongSum[] = "int64 sum";
constexpr char FloatSum[] = "float sum";
constexpr char DoubleSum[] = "double sum";
constexpr char AffinePair[] = "affine pair (8 bytes)";
constexpr char MatrixProduct[] = "2x2 matrix (32 bytes)";
constexpr char FusedCount[] = "int32 count of bytes > t";
/// The loop of examples/line_index.c.
constexpr char LineCount[] = "uint64 count of newlines";

} // namespace ompscan::bench

#endif // OMPSCAN_BENCH_LOOPS_H

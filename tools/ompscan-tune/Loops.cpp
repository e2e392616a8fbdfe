//===- Loops.cpp - The loops that shapes are tuned with -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Templates.h"

namespace ompscan::rt::tune {

namespace {

constexpr char Hooks[] = R"(
#define OMPSCAN_PARAMETERS __global ompscan_T *F_y, const long F_y_origin, __global const E *F_x, const long F_x_origin, const long ompscan_lower
#define OMPSCAN_ARGUMENTS F_y, F_y_origin, F_x, F_x_origin, ompscan_lower
#define OMPSCAN_USES_BEFORE 0
#define OMPSCAN_CAN_RELOAD 1
#define OMPSCAN_HAS_VECTORS 1
#define OMPSCAN_IS_PLAIN PLAIN
#define Y(k) F_y[ompscan_lower + (long)(k) - F_y_origin]
#define X(k) F_x[ompscan_lower + (long)(k) - 1 - F_x_origin]
static inline ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return of(X(ompscan_k));
}
static inline ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) {
  return F_y[ompscan_lower - 1 - F_y_origin];
}
static inline void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, const ompscan_T before, const ompscan_T after) {
  Y(ompscan_k) = after;
}
static inline ompscan_T ompscan_reload(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return Y(ompscan_k);
}
#if OMPSCAN_PTX
typedef struct {
  OMPSCAN_PART_OF(E, e0);
} ompscan_vectors;
static inline void ompscan_fetch(OMPSCAN_PARAMETERS, const ulong ompscan_k, __local ompscan_vectors *to) {
  OMPSCAN_FETCH(to->e0, &X(ompscan_k));
}
static inline void ompscan_inputs(OMPSCAN_PARAMETERS, const ulong ompscan_k, __local const ompscan_vectors *from, const uint place, ompscan_T *v) {
  OMPSCAN_VECTOR_OF(E) e0;
  OMPSCAN_TAKE(e0, from->e0, place);
#pragma unroll
  for (uint j = 0; j < OMPSCAN_VECTOR; ++j)
    v[j] = of(e0.e[j]);
}
#endif
static inline __global ompscan_T *ompscan_output_address(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return &Y(ompscan_k);
}
#if OMPSCAN_IS_PLAIN
static inline __global const ompscan_T *ompscan_input_address(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return &X(ompscan_k);
}
#endif
)";

constexpr char Helpers[] = R"(
__kernel void ompscan_tune_fill(__global E *x, ulong n) {
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
    uint h = (uint)i * 2654435761u ^ (uint)(i >> 32) * 0x9E3779B9u;
    h = (h ^ h >> 16) * 0x7feb352du;
    h = (h ^ h >> 15) * 0x846ca68bu;
    x[i] = random(h ^ h >> 16);
  }
}
__kernel void ompscan_tune_check(__global const ompscan_T *y, ulong first,
                                 __global const E *x, ulong n,
                                 __global uint *errors) {
  y += first;
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
    union { ompscan_T v; uchar b[sizeof(ompscan_T)]; } a, b;
    a.v = ompscan_combine(y[i], of(x[i]));
    b.v = y[i + 1];
    bool same = true;
    for (uint j = 0; j < sizeof(ompscan_T); ++j)
      same &= a.b[j] == b.b[j];
    if (!same)
      atomic_inc(errors);
  }
}
)";

} // namespace

const std::vector<TuneLoop> &allLoops() {
  static const std::vector<TuneLoop> Loops = {
      {"uchar max", 1, 1, false, true,
       "typedef uchar ompscan_T; typedef uchar E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { return h & 255; }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ return a < b ? b : a; }\n"},
      {"ushort +", 2, 2, false, true,
       "typedef ushort ompscan_T; typedef ushort E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { return h; }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ return a + b; }\n"},
      {"int +", 4, 4, false, true,
       "typedef int ompscan_T; typedef int E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { return (int)h; }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ return (int)((uint)a + (uint)b); }\n"},
      {"int + over bytes > t", 4, 1, false, false,
       "typedef int ompscan_T; typedef uchar E;\n"
       "static ompscan_T of(E v) { return v > 100; }\n"
       "static E random(uint h) { return h & 255; }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ return (int)((uint)a + (uint)b); }\n"},
      {"float +", 4, 4, false, false,
       "typedef float ompscan_T; typedef float E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { return (float)((int)(h % 7u) - 3); }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ return a + b; }\n"},
      {"long +", 8, 8, false, true,
       "typedef long ompscan_T; typedef long E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { return (long)h << 17 ^ h; }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ return (long)((ulong)a + (ulong)b); }\n"},
      {"double +", 8, 8, true, false,
       "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
       "typedef double ompscan_T; typedef double E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { return (double)((int)(h % 7u) - 3); }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ return a + b; }\n"},
      {"affine pair of float", 8, 8, false, false,
       "typedef struct { float p, y; } ompscan_T; typedef ompscan_T E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { E e; e.p = (float)((int)(h % 7u) - 3); "
       "e.y = h & 65536u ? 1.0f : -1.0f; return e; }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ ompscan_T r; r.p = a.p * b.y + b.p; r.y = a.y * b.y; return r; }\n"},
      {"affine pair of ulong", 16, 16, false, true,
       "typedef struct { ulong a, b; } ompscan_T; typedef ompscan_T E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { E e; e.a = h | 1; e.b = h >> 7; return e; }\n"
       "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
       "{ ompscan_T r; r.a = a.a * b.a; r.b = a.b * b.a + b.b; return r; }\n"},
      {"2x2 matrix of ulong", 32, 32, false, true,
       "typedef struct { ulong a, b, c, d; } ompscan_T; typedef ompscan_T E;\n"
       "static E of(E v) { return v; }\n"
       "static E random(uint h) { E e; e.a = h & 15 | 1; e.b = h >> 4 & 15; "
       "e.c = h >> 8 & 15; e.d = h >> 12 & 15 | 1; return e; }\n"
       "static ompscan_T ompscan_combine(ompscan_T x, ompscan_T y) "
       "{ ompscan_T r; r.a = x.a * y.a + x.b * y.c; "
       "r.b = x.a * y.b + x.b * y.d; r.c = x.c * y.a + x.d * y.c; "
       "r.d = x.c * y.b + x.d * y.d; return r; }\n"},
  };
  return Loops;
}

ProgramTraits traitsOf(const TuneLoop &L) {
  ProgramTraits T;
  T.HasVectors = true;
  T.IsPlain = L.ItemSize == L.InputSize;
  return T;
}

std::string programOf(const TuneLoop &L) {
  return std::string(traitsOf(L).IsPlain ? "#define PLAIN 1\n"
                                         : "#define PLAIN 0\n") +
         templates::Prelude + L.Code + Hooks + templates::Kernels;
}

std::string helpersTextOf(const TuneLoop &L) {
  return std::string(templates::Prelude) + L.Code + Helpers;
}

} // namespace ompscan::rt::tune

//===- Loops.cpp - The loops that shapes are tuned with -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Compose.h"
#include "ompscan/abi.h"

namespace ompscan::rt::tune {

namespace {

constexpr char Helpers[] = R"(
__kernel void ompscan_tune_fill(__global OMPSCAN_X_TYPE *x, ulong n) {
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
    uint h = (uint)i * 2654435761u ^ (uint)(i >> 32) * 0x9E3779B9u;
    h = (h ^ h >> 16) * 0x7feb352du;
    h = (h ^ h >> 15) * 0x846ca68bu;
    x[i] = random(h ^ h >> 16);
  }
}
__kernel void ompscan_tune_check(__global const ompscan_T *y, ulong first,
                                 __global const OMPSCAN_X_TYPE *x, ulong n,
                                 __global uint *errors) {
  y += first;
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
    union { ompscan_T v; uchar b[sizeof(ompscan_T)]; } a, b;
    a.v = ompscan_combine(y[i], OMPSCAN_INPUT_OF(x[i]));
    b.v = y[i + 1];
    bool same = true;
    for (uint j = 0; j < sizeof(ompscan_T); ++j)
      same &= a.b[j] == b.b[j];
    if (!same)
      atomic_inc(errors);
  }
}
)";

uint32_t traitBits(const TuneLoop &L) {
  const bool IsPlain = L.ItemSize == L.InputSize;
  return OMPSCAN_TRAIT_CAN_RELOAD | OMPSCAN_TRAIT_HAS_VECTORS |
         (IsPlain ? uint32_t(OMPSCAN_TRAIT_IS_PLAIN) : 0);
}

std::string hooksOf(const TuneLoop &L) {
  const auto Function = [](const char *Head, const char *Body) {
    return std::string("static ") + Head + " {\n  " + Body + "\n}\n";
  };
  return std::string(L.NeedsFp64
                         ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                         : "") +
         "typedef " + L.Type + " ompscan_T;\n" +
         Function("ompscan_T ompscan_combine(ompscan_T a, ompscan_T b)",
                  L.Combine) +
         L.Inputs + templates::PlainHooks +
         Function("OMPSCAN_X_TYPE random(uint h)", L.Random);
}

} // namespace

const std::vector<TuneLoop> &allLoops() {
  static const std::vector<TuneLoop> Loops = {
      {"uchar max", 1, 1, false, true, "uchar", "return a < b ? b : a;",
       "return h & 255;"},
      {"ushort +", 2, 2, false, true, "ushort", "return a + b;", "return h;"},
      {"int +", 4, 4, false, true, "int", "return (int)((uint)a + (uint)b);",
       "return (int)h;"},
      {"int + over bytes > t", 4, 1, false, false, "int",
       "return (int)((uint)a + (uint)b);", "return h & 255;",
       "#define OMPSCAN_X_TYPE uchar\n"
       "#define OMPSCAN_INPUT_OF(e) ((e) > 100)\n"},
      {"float +", 4, 4, false, false, "float", "return a + b;",
       "return (float)((int)(h % 7u) - 3);"},
      {"long +", 8, 8, false, true, "long",
       "return (long)((ulong)a + (ulong)b);", "return (long)h << 17 ^ h;"},
      {"double +", 8, 8, true, false, "double", "return a + b;",
       "return (double)((int)(h % 7u) - 3);"},
      {"affine pair of float", 8, 8, false, false, "struct { float p, y; }",
       "ompscan_T r; r.p = a.p * b.y + b.p; r.y = a.y * b.y; return r;",
       "ompscan_T e; e.p = (float)((int)(h % 7u) - 3); "
       "e.y = h & 65536u ? 1.0f : -1.0f; return e;"},
      {"affine pair of ulong", 16, 16, false, true, "struct { ulong a, b; }",
       "ompscan_T r; r.a = a.a * b.a; r.b = a.b * b.a + b.b; return r;",
       "ompscan_T e; e.a = h | 1; e.b = h >> 7; return e;"},
      {"2x2 matrix of ulong", 32, 32, false, true,
       "struct { ulong a, b, c, d; }",
       "ompscan_T r; r.a = a.a * b.a + a.b * b.c; "
       "r.b = a.a * b.b + a.b * b.d; r.c = a.c * b.a + a.d * b.c; "
       "r.d = a.c * b.b + a.d * b.d; return r;",
       "ompscan_T e; e.a = h & 15 | 1; e.b = h >> 4 & 15; "
       "e.c = h >> 8 & 15; e.d = h >> 12 & 15 | 1; return e;"},
  };
  return Loops;
}

ProgramTraits traitsOf(const TuneLoop &L) {
  return ProgramTraits::of(OMPSCAN_TEMPLATE_SCAN, traitBits(L),
                           /*MovedSize=*/0, /*StreamedSize=*/0);
}

std::string programOf(const TuneLoop &L) {
  return templates::compose(OMPSCAN_TEMPLATE_SCAN, traitBits(L),
                            hooksOf(L).c_str());
}

std::string helpersTextOf(const TuneLoop &L) {
  return templates::Prelude + hooksOf(L) + Helpers;
}

} // namespace ompscan::rt::tune

//===- Scans.cpp - Scans to try a device with -----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scans.h"
#include "Templates.h"
#include "access/Conflicts.h"
#include "launch/Choice.h"
#include "launch/Launch.h"
#include "support/Environment.h"
#include <cstring>
#include <utility>

namespace ompscan::rt::info {

namespace {

/// The hooks of `y[k + 1] = combine(y[k], x[k])` (see docs/kernel-contract.md).
constexpr char Hooks[] = R"(
#define OMPSCAN_PARAMETERS __global ompscan_T *F_y, const long F_y_origin, __global const ompscan_T *F_x, const long F_x_origin, const long ompscan_lower
#define OMPSCAN_ARGUMENTS F_y, F_y_origin, F_x, F_x_origin, ompscan_lower
#define OMPSCAN_USES_BEFORE 0
#define OMPSCAN_CAN_RELOAD 1
#define OMPSCAN_HAS_VECTORS 0
#define OMPSCAN_IS_PLAIN 0
static inline ompscan_T ompscan_input(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return F_x[ompscan_lower + (long)ompscan_k - F_x_origin];
}
static inline ompscan_T ompscan_seed(OMPSCAN_PARAMETERS) {
  return F_y[ompscan_lower - F_y_origin];
}
static inline void ompscan_output(OMPSCAN_PARAMETERS, const ulong ompscan_k, const ompscan_T ompscan_before, const ompscan_T ompscan_after) {
  F_y[ompscan_lower + (long)ompscan_k + 1 - F_y_origin] = ompscan_after;
}
static inline ompscan_T ompscan_reload(OMPSCAN_PARAMETERS, const ulong ompscan_k) {
  return F_y[ompscan_lower + (long)ompscan_k + 1 - F_y_origin];
}
)";

struct ByteMax {
  using T = uint8_t;
  static constexpr const char *Code =
      "typedef uchar ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
      "{ return a < b ? b : a; }\n";
  static T combine(T A, T B) { return A < B ? B : A; }
  static T random(uint32_t H) { return static_cast<T>(H % 250); }
};

struct IntSum {
  using T = uint32_t;
  static constexpr const char *Code =
      "typedef uint ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
      "{ return a + b; }\n";
  static T combine(T A, T B) { return A + B; }
  static T random(uint32_t H) { return H; }
};

struct LongProduct {
  using T = uint64_t;
  static constexpr const char *Code =
      "typedef ulong ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
      "{ return a * b; }\n";
  static T combine(T A, T B) { return A * B; }
  static T random(uint32_t H) { return H | 1; }
};

/// Of small integers, whose sums are exact in every order.
struct FloatSum {
  using T = float;
  static constexpr const char *Code =
      "typedef float ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
      "{ return a + b; }\n";
  static T combine(T A, T B) { return A + B; }
  static T random(uint32_t H) { return static_cast<T>(H % 7) - 3; }
};

struct DoubleSum {
  using T = double;
  static constexpr const char *Code =
      "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
      "typedef double ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
      "{ return a + b; }\n";
  static T combine(T A, T B) { return A + B; }
  static T random(uint32_t H) { return static_cast<T>(H % 7) - 3; }
};

/// x -> a x + b, one map after the other: not commutative.
struct Affine {
  struct T {
    uint64_t A, B;
  };
  static constexpr const char *Code =
      "typedef struct { ulong a, b; } ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) "
      "{ ompscan_T r; r.a = a.a * b.a; r.b = a.b * b.a + b.b; return r; }\n";
  static T combine(T A, T B) { return {A.A * B.A, A.B * B.A + B.B}; }
  static T random(uint32_t H) { return {H | 1, H >> 7}; }
};

/// The prelude and the templates are those of the runtime's own tests.
template <typename Op> const ProgramText &programOf() {
  return ProgramText::of(std::string(templates::Prelude) + Op::Code + Hooks +
                         templates::Kernels);
}

template <typename Op>
std::string check(Device &D, Algorithm Method, uint64_t N) {
  using T = typename Op::T;
  std::vector<T> X(N), Y(N + 1), Expected(N + 1);
  uint32_t Hash = 12345;
  for (uint64_t K = 0; K != N; ++K) {
    Hash = Hash * 1664525u + 1013904223u;
    X[K] = Op::random(Hash >> 8);
  }
  Y[0] = Expected[0] = Op::random(99);
  for (uint64_t K = 0; K != N; ++K)
    Expected[K + 1] = Op::combine(Expected[K], X[K]);

  LaunchDescriptor L{};
  L.Text = &programOf<Op>();
  L.Location = "ompscan-info";
  L.ItemSize = sizeof(T);
  L.DeviceRequest = OMPSCAN_DEVICE_DEFAULT;
  // Nothing is to be verified by a loop on the host: that is done here.
  L.IsPrimitive = true;
  const auto Add = [&](const char *Name, std::vector<T> &Values,
                       std::vector<Access> Accesses) {
    Array A{};
    A.Name = Name;
    A.Base = Values.data();
    A.ElementSize = sizeof(T);
    A.Count = Values.size();
    A.Accesses = std::move(Accesses);
    L.Arrays.push_back(std::move(A));
  };
  Add("y", Y, {{OMPSCAN_ACCESS_SEED, 0, 0}, {OMPSCAN_ACCESS_WRITE, 1, 1}});
  Add("x", X, {{OMPSCAN_ACCESS_READ, 0, 1}});
  try {
    L.Trips = N;
    ResolvedLaunch R = resolveElements(L, N, {std::shared_ptr<void>(), &D});
    check(L, R);
    runOn(makePlan(Method, requestFor(L, R)), L, R);
  } catch (const std::exception &E) {
    return E.what();
  }
  for (uint64_t K = 0; K != N + 1; ++K)
    if (std::memcmp(&Y[K], &Expected[K], sizeof(T)) != 0)
      return "element " + std::to_string(K) + " of " + std::to_string(N + 1) +
             " is wrong";
  return "";
}

} // namespace

const std::vector<ScanKind> &allKinds() {
  static const std::vector<ScanKind> Kinds = {
      {"max of 1-byte integers", false, check<ByteMax>},
      {"sum of 4-byte integers", false, check<IntSum>},
      {"product of 8-byte integers", false, check<LongProduct>},
      {"sum of float", false, check<FloatSum>},
      {"sum of double", true, check<DoubleSum>},
      {"affine maps, 16 bytes, not commutative", false, check<Affine>},
  };
  return Kinds;
}

} // namespace ompscan::rt::info

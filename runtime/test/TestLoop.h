//===- TestLoop.h - Loops as the plugin would make them ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `y[f(i)] = op(y[f(i - step)], x[g(i)])` for any i loop and affine f and g:
/// kernels, calls and the sequential answer.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_TESTLOOP_H
#define OMPSCAN_TEST_TESTLOOP_H

#include "Compose.h"
#include "DescribedLaunch.h"
#include "access/Conflicts.h"
#include "device/Devices.h"
#include "ompscan/abi.h"
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace ompscan::rt {

inline Device &device() { return *deviceFor(OMPSCAN_DEVICE_DEFAULT); }

/// Oclgrind takes a thousand times as long, and watches accesses: tests of
/// sizes around a border take fewer of them.
inline bool isSimulated() {
  return device().driverKind() == DriverKind::Oclgrind;
}

/// The types that are scanned. `Name` and `Code` are for the kernels.
struct IntSum {
  using T = int32_t;
  static constexpr const char *Code =
      "typedef int ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) {\n"
      "  return (int)((uint)a + (uint)b);\n"
      "}\n";
  static T combine(T A, T B) {
    return static_cast<T>(static_cast<uint32_t>(A) + static_cast<uint32_t>(B));
  }
};

struct ByteMax {
  using T = uint8_t;
  static constexpr const char *Code =
      "typedef uchar ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) {\n"
      "  return a < b ? b : a;\n"
      "}\n";
  static T combine(T A, T B) { return A < B ? B : A; }
};

/// x -> a x + b, one map after the other: not commutative.
struct Affine {
  struct T {
    uint64_t A, B;
  };
  static constexpr const char *Code =
      "typedef struct { ulong a, b; } ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) {\n"
      "  ompscan_T r;\n"
      "  r.a = b.a * a.a;\n"
      "  r.b = b.a * a.b + b.b;\n"
      "  return r;\n"
      "}\n";
  static T combine(T A, T B) { return {B.A * A.A, B.A * A.B + B.B}; }
};

/// 8 x 8 matrices of unsigned int: 256 bytes, the largest type, and no identity
/// in sight.
struct Matrix {
  struct T {
    uint32_t M[64];
  };
  static constexpr const char *Code =
      "typedef struct { uint m[64]; } ompscan_T;\n"
      "static ompscan_T ompscan_combine(ompscan_T a, ompscan_T b) {\n"
      "  ompscan_T r;\n"
      "  for (int i = 0; i < 8; ++i)\n"
      "    for (int j = 0; j < 8; ++j) {\n"
      "      uint s = 0;\n"
      "      for (int k = 0; k < 8; ++k)\n"
      "        s += a.m[8 * i + k] * b.m[8 * k + j];\n"
      "      r.m[8 * i + j] = s;\n"
      "    }\n"
      "  return r;\n"
      "}\n";
  static T combine(const T &A, const T &B) {
    T R;
    for (int I = 0; I < 8; ++I)
      for (int J = 0; J < 8; ++J) {
        uint32_t S = 0;
        for (int K = 0; K < 8; ++K)
          S += A.M[8 * I + K] * B.M[8 * K + J];
        R.M[8 * I + J] = S;
      }
    return R;
  }
};

/// The hooks of the loop over the operator \p Op; x and y are two arrays, or
/// one that is updated in place.
template <typename Op> const LoopHooks &hooksOf(bool InPlace) {
  static constexpr char Subscripts[] = R"(
#define OMPSCAN_SCALARS const long step, const long ya, const long yb, const long xa, const long xb,
#define OMPSCAN_SCALAR_ARGUMENTS step, ya, yb, xa, xb,
#define OMPSCAN_Y_AT(k) (ya * (ompscan_lower + (k) * step) + yb)
#define OMPSCAN_X_AT(k) (xa * (ompscan_lower + (k) * step) + xb)
)";
  static const LoopHooks Two{std::string(Op::Code) + Subscripts +
                             templates::PlainHooks};
  static const LoopHooks One{"#define OMPSCAN_IN_PLACE 1\n" + Two.Text};
  return InPlace ? One : Two;
}

inline const ProgramText &textOf(const LoopHooks &S) {
  ProgramTraits Traits;
  Traits.CanReload = S.Traits & OMPSCAN_TRAIT_CAN_RELOAD;
  return ProgramText::of(
      templates::compose(S.Template, S.Traits, S.Text.c_str()), Traits);
}

/// i -> A i + B
struct Map {
  int64_t A = 1;
  int64_t B = 0;
  int64_t operator()(int64_t I) const { return A * I + B; }
};

/// A heap block that is exactly the elements [Low, High], all poisoned.
template <typename T> class Block {
public:
  Block(int64_t Low, int64_t High)
      : Low(Low), Bytes(new unsigned char[size(Low, High)]),
        Size(size(Low, High)) {
    std::memset(Bytes.get(), 0xA5, Size);
  }
  /// The address of element 0, which need not be in the block.
  const void *base() const {
    return reinterpret_cast<const void *>(
        reinterpret_cast<uintptr_t>(Bytes.get()) -
        static_cast<uintptr_t>(Low) * sizeof(T));
  }
  void *data() const { return Bytes.get(); }
  uint64_t bytes() const { return Size; }
  T get(int64_t I) const {
    T Value;
    std::memcpy(&Value, &Bytes[(I - Low) * sizeof(T)], sizeof(T));
    return Value;
  }
  void set(int64_t I, const T &Value) {
    std::memcpy(&Bytes[(I - Low) * sizeof(T)], &Value, sizeof(T));
  }
  Block copy() const {
    Block C(Low, Low + static_cast<int64_t>(Size / sizeof(T)) - 1);
    std::memcpy(C.Bytes.get(), Bytes.get(), Size);
    return C;
  }
  /// The first element that differs, or -1.
  int64_t difference(const Block &Other) const {
    for (uint64_t I = 0; I != Size; ++I)
      if (Bytes[I] != Other.Bytes[I])
        return static_cast<int64_t>(I / sizeof(T));
    return -1;
  }

private:
  static uint64_t size(int64_t Low, int64_t High) {
    return static_cast<uint64_t>(High - Low + 1) * sizeof(T);
  }

  int64_t Low;
  std::unique_ptr<unsigned char[]> Bytes;
  uint64_t Size;
};

/// What a test varies.
struct Form {
  uint64_t N = 0;    ///< iterations
  int64_t Lower = 1; ///< first value of i
  int64_t Step = 1;
  Map Y, X; ///< subscripts
  bool InPlace = false;
  uint32_t MapKind = OMPSCAN_MAP_NONE;
};

/// The induction variable is a 64-bit signed integer and the condition `!=`.
constexpr uint32_t LongLoop =
    OMPSCAN_RELATION_NE | 64u << OMPSCAN_INDUCTION_BITS_SHIFT;

/// Resolves \p L on \p D; data mapped there is present.
inline ResolvedLaunch resolved(const LaunchDescriptor &L, Device &D) {
  ResolvedLaunch R = resolveElements(L, L.Trips, {std::shared_ptr<void>(), &D});
  findPresent(L, R);
  return R;
}

/// Resolves \p L on \p D and checks its stores.
inline ResolvedLaunch checked(const LaunchDescriptor &L, Device &D) {
  ResolvedLaunch R = resolved(L, D);
  check(L, R);
  return R;
}

template <typename Op> struct TestLoop {
  using T = typename Op::T;

  Form F;
  Block<T> Y, X, Expected;
  LoopHooks Hooks;
  LaunchDescriptor L;

  static int64_t last(const Form &F) {
    return F.Lower + (static_cast<int64_t>(F.N) - 1) * F.Step;
  }
  static Block<T> blockFor(const Map &M, int64_t First, int64_t Last) {
    return Block<T>(std::min(M(First), M(Last)), std::max(M(First), M(Last)));
  }

  explicit TestLoop(const Form &F)
      : F(F),
        Y(F.N ? blockFor(F.Y, F.Lower - F.Step, last(F)) : Block<T>(0, 0)),
        X(F.N ? blockFor(F.X, F.Lower, last(F)) : Block<T>(0, 0)),
        Expected(0, 0), Hooks(hooksOf<Op>(F.InPlace)) {
    uint32_t State = 12345;
    auto Random = [&] {
      T Value;
      unsigned char Bytes[sizeof(T)];
      for (unsigned char &B : Bytes) {
        State = State * 1664525u + 1013904223u;
        B = static_cast<unsigned char>(State >> 24);
      }
      std::memcpy(&Value, Bytes, sizeof(T));
      return Value;
    };
    if (F.N) {
      Y.set(F.Y(F.Lower - F.Step), Random());
      for (uint64_t K = 0; K != F.N; ++K)
        (F.InPlace ? Y : X).set((F.InPlace ? F.Y : F.X)(at(K)), Random());
    }
    Expected = Y.copy();
    scan(Expected);
    describe();
  }

  int64_t at(uint64_t K) const {
    return F.Lower + static_cast<int64_t>(K) * F.Step;
  }

  /// Gives the loop other hooks.
  void setHooks(const std::string &Text) {
    Hooks.Text = Text;
    L.Text = &textOf(Hooks);
  }

  /// The loop, or another one like it of \p Trips iterations, as object code
  /// describes it.
  DescribedLaunch described(const LaunchDescriptor &Like,
                            uint64_t Trips) const {
    return {Like, {F.Lower, at(Trips), F.Step, LongLoop}, Hooks};
  }

  DescribedLaunch described() const { return described(L, F.N); }

  /// Runs the loop through the ABI.
  int32_t launch() const { return described().run(); }

  /// Runs the loop as a program does where the device has not done it, or only
  /// its first \p Done iterations.
  void runOnHost(uint64_t Done = 0) { scan(Y, Done); }

  /// The first element of y that is not as the sequential loop leaves it.
  int64_t wrong() const { return Y.difference(Expected); }

private:
  /// The sequential loop, with \p To in the place of y.
  void scan(Block<T> &To, uint64_t First = 0) const {
    for (uint64_t K = First; K != F.N; ++K) {
      const T Input = F.InPlace ? To.get(F.Y(at(K))) : X.get(F.X(at(K)));
      To.set(F.Y(at(K)), Op::combine(To.get(F.Y(at(K) - F.Step)), Input));
    }
  }

  void describe() {
    static const ProgramText *const Texts[] = {&textOf(hooksOf<Op>(false)),
                                               &textOf(hooksOf<Op>(true))};
    L = LaunchDescriptor{Texts[F.InPlace],
                         "test.c:1:1 (main)",
                         sizeof(T),
                         0,
                         OMPSCAN_DEVICE_DEFAULT,
                         {},
                         {},
                         {},
                         {}};
    L.Range = {F.Lower, at(F.N), F.Step, LongLoop};
    L.Trips = F.N;
    const Access Seed{OMPSCAN_ACCESS_SEED, F.Y(F.Lower - F.Step), 1};
    const Access Store{OMPSCAN_ACCESS_WRITE, F.Y(F.Lower), F.Y.A * F.Step};
    const Access Load{OMPSCAN_ACCESS_READ, F.X(F.Lower), F.X.A * F.Step};
    L.Arrays.push_back({{"y", Y.base(), sizeof(T), F.MapKind, 0, 0}, {Seed}});
    section(L.Arrays.back(), F.Y, F.Lower - F.Step);
    if (F.InPlace) {
      L.Arrays.back().Accesses.push_back(
          {OMPSCAN_ACCESS_READ, Store.First, Store.Stride});
    } else {
      L.Arrays.push_back({{"x", X.base(), sizeof(T), F.MapKind, 0, 0}, {Load}});
      section(L.Arrays.back(), F.X, F.Lower);
    }
    L.Arrays.front().Accesses.push_back(Store);
    for (int64_t S : {F.Step, F.Y.A, F.Y.B, F.X.A, F.X.B}) {
      L.Scalars.emplace_back(sizeof S);
      std::memcpy(L.Scalars.back().data(), &S, sizeof S);
    }
  }

  /// Maps exactly what the loop needs.
  void section(Array &A, const Map &M, int64_t First) const {
    if (F.MapKind == OMPSCAN_MAP_NONE || F.N == 0)
      return;
    const int64_t Ends[] = {M(First), M(last(F))};
    A.Begin = std::min(Ends[0], Ends[1]);
    A.Count = static_cast<uint64_t>(std::max(Ends[0], Ends[1]) - A.Begin + 1);
  }
};

} // namespace ompscan::rt

#endif // OMPSCAN_TEST_TESTLOOP_H

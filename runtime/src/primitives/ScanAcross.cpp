//===- ScanAcross.cpp - Scan of an array on several devices ---------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compose.h"
#include "access/Conflicts.h"
#include "data/DataEnvironment.h"
#include "device/Devices.h"
#include "launch/Choice.h"
#include "launch/Launch.h"
#include "launch/ProgramCache.h"
#include "ompscan/primitives.h"
#include "plan/Tuning.h"
#include "primitives/Call.h"
#include "primitives/Operands.h"
#include "primitives/Outcome.h"
#include "primitives/Reduce.h"
#include "support/Export.h"
#include "support/Failure.h"
#include "support/HostThreads.h"
#include "support/SharedStep.h"
#include <optional>
#include <string>
#include <vector>

namespace ompscan::rt {

namespace {

constexpr char Name[] = "ompscan_scan_across";

using Element = std::vector<unsigned char>;

/// Part of an array, on its device.
struct Piece {
  std::string Name; ///< "piece 2", for messages
  const void *In;
  void *Out;
  uint64_t N;
  int64_t Number; ///< of the device
  std::shared_ptr<Device> On = nullptr;
  Element Total = {};
  /// The value in front of it; nothing in front of the very first element.
  std::optional<Element> Before = std::nullopt;

  bool isInPlace() const { return In == Out; }
};

class AcrossScan {
public:
  AcrossScan(const ompscan_piece *Given, size_t Count, uint64_t Size,
             const ompscan_predicate *Op, const void *Initial)
      : Size(Size), Op(operatorOf(Op, Size)) {
    if (!this->Op.Values.empty())
      refuse("the operator of a scan takes no arguments");
    if (!Given && Count)
      refuse("the pieces are a null pointer");
    for (size_t I = 0; I != Count; ++I)
      if (const ompscan_piece &P = Given[I]; P.n)
        Pieces.push_back({"piece " + std::to_string(I), P.in, P.out, P.n,
                          P.device == -1 ? OMPSCAN_DEVICE_DEFAULT : P.device});
    if (Initial) {
      First.emplace(copyOf(Initial));
    } else if (this->Op.OnHost && this->Op.OnHost->Identity) {
      First.emplace(Size);
      this->Op.OnHost->Identity(First->data());
    }
  }

  void check(OperandCheck &Check) const {
    for (const Piece &P : Pieces) {
      Check.addArray((P.Name + ".in").c_str(), P.In, P.N, Size, P.In == P.Out);
      if (P.In != P.Out)
        Check.addArray((P.Name + ".out").c_str(), P.Out, P.N, Size, true);
    }
  }
  /// Finds the devices of the pieces.
  ///
  /// \throws Refusal if a piece is not on its device, or none can scan it.
  void findDevices();
  void run();

private:
  Element copyOf(const void *Value) const {
    const auto *const Bytes = static_cast<const unsigned char *>(Value);
    return {Bytes, Bytes + Size};
  }
  void combine(const Piece &P, const void *In, uint64_t N, const void *Initial,
               Element &To) const;
  void passOn();
  void scan(const Piece &P, const ProgramText &Program) const;
  const ProgramText &text(bool IsInPlace) const;

  const uint64_t Size;
  const Operator Op;
  std::vector<Piece> Pieces;    ///< those with elements
  std::optional<Element> First; ///< the value in front of all pieces
};

void AcrossScan::findDevices() {
  for (Piece &P : Pieces) {
    P.On = P.Number == OMPSCAN_DEVICE_DEFAULT ? deviceFor(P.Number)
                                              : deviceNumbered(P.Number);
    if (!P.On)
      refuse(P.Name + " names device " + std::to_string(P.Number) +
             ", and there is none of that number");
    if (P.On->sharesHostMemory())
      refuse(P.Name + " is on the host, which is not one of the devices that "
                      "scan an array together");
    for (const void *Array : {P.In, const_cast<const void *>(P.Out)})
      if (dataOf(*P.On).find(Array, P.N * Size).State != Presence::Present)
        throw Refusal(OMPSCAN_ERROR_NOT_PRESENT,
                      P.Name + " is not mapped on " + P.On->info().Name +
                          " as a whole: " + describeBytes(Array, P.N * Size));
  }
}

/// Runs \p F, which works on \p P. Errors name piece and device, and end with
/// \p Consequence.
template <typename Function>
void onDevice(const Piece &P, const char *Consequence, Function F) {
  const auto Refuse = [&](const char *Cause) {
    throw Refusal(OMPSCAN_ERROR_DEVICE,
                  P.Name + ": " + withDevice(Cause, P.On.get()) + Consequence);
  };
  try {
    F();
  } catch (const TextFailure &E) {
    if (E.Why == BuildError::Cause::Text)
      throw;
    Refuse(E.what());
  } catch (const Failure &E) {
    Refuse(E.what());
  } catch (const Unrecoverable &E) {
    Refuse(E.what());
  }
}

/// Combines \p N elements at \p In on the device of \p P.
void AcrossScan::combine(const Piece &P, const void *In, uint64_t N,
                         const void *Initial, Element &To) const {
  onDevice(P, "", [&] {
    reduceOnDevice({Name, In, N, Size, Initial, To.data(), Op}, P.On);
  });
}

/// Gives each piece the combination of what is in front of it.
void AcrossScan::passOn() {
  std::optional<Element> Sum = First;
  for (Piece &P : Pieces) {
    P.Before = Sum;
    if (&P == &Pieces.back())
      return;
    if (!Sum) {
      Sum = P.Total;
    } else if (Op.OnHost) {
      Op.OnHost->Combine(Sum->data(), P.Total.data());
    } else {
      Element Next(Size);
      combine(P, P.Total.data(), 1, Sum->data(), Next);
      Sum = std::move(Next);
    }
  }
}

/// The program of a scan that starts from a value of the host. Without one in
/// front of the first element, that element is the value, and iterations begin
/// behind it.
const ProgramText &AcrossScan::text(bool IsInPlace) const {
  const std::string Hooks =
      Op.Type + userParameters({}) + Op.Declaration +
      definition("OMPSCAN_IN_PLACE", IsInPlace) +
      "typedef ompscan_E ompscan_T;\n"
      "static inline ompscan_T ompscan_combine(const ompscan_T a, const "
      "ompscan_T b) {\n  return ompscan_operate(a, b);\n}\n"
      "#define OMPSCAN_SCALARS const ompscan_T F_before,\n"
      "#define OMPSCAN_SCALAR_ARGUMENTS F_before,\n"
      "#define OMPSCAN_SEED F_before\n" +
      templates::PlainHooks;
  const uint32_t Traits =
      OMPSCAN_TRAIT_CAN_RELOAD |
      (vectorFor(Size) > 1 ? OMPSCAN_TRAIT_HAS_VECTORS | OMPSCAN_TRAIT_IS_PLAIN
                           : 0);
  return ProgramText::of(
      templates::compose(OMPSCAN_TEMPLATE_SCAN, Traits, Hooks.c_str()) +
          Op.Function,
      ProgramTraits::of(OMPSCAN_TEMPLATE_SCAN, Traits, /*MovedSize=*/0,
                        /*StreamedSize=*/0));
}

/// Scans \p P with \p Program.
void AcrossScan::scan(const Piece &P, const ProgramText &Program) const {
  Element Seed = P.Before ? *P.Before : Element(Size);
  const int64_t Lower = P.Before ? 0 : 1;
  if (!P.Before) {
    Call C(P.On, Name, 1);
    C.read(C.operand("in", P.In, Size, Use::In), Seed.data(), Size);
    C.end();
    if (!P.isInPlace())
      deliverTo(P.On, Name, "out", P.Out, Seed);
    if (P.N == 1)
      return;
  }
  const Access Read{OMPSCAN_ACCESS_READ, Lower, 1};
  const Access Write{OMPSCAN_ACCESS_WRITE, Lower, 1};
  LaunchDescriptor L{&Program, Name, Size, 0, OMPSCAN_DEVICE_DEFAULT,
                     {},       {},   {},   {}};
  const ArraySection In{"in", P.In, Size, OMPSCAN_MAP_NONE, 0, 0};
  if (P.isInPlace())
    L.Arrays = {{In, {Read, Write}}};
  else
    L.Arrays = {{{"out", P.Out, Size, OMPSCAN_MAP_NONE, 0, 0}, {Write}},
                {In, {Read}}};
  L.Scalars.push_back(std::move(Seed));
  constexpr uint32_t LongLoop =
      OMPSCAN_RELATION_LT | 64u << OMPSCAN_INDUCTION_BITS_SHIFT;
  L.Range = {Lower, static_cast<int64_t>(P.N), 1, LongLoop};
  L.IsPrimitive = true;
  L.OnDevice = P.On;
  ResolvedLaunch R;
  resolve(L, R);
  rt::check(L, R);
  runOn(choosePlan(L, R), L, R);
}

void AcrossScan::run() {
  if (Pieces.empty())
    return;
  // Nobody needs the total of the last piece.
  const size_t Totals = Pieces.size() - 1;
  SharedStep Combining(Totals);
  if (Totals == 0)
    passOn();
  // A call waits for those with smaller numbers, as it may. The threads of the
  // scans begin, and look for programs, while devices combine their pieces.
  forEach(Totals + Pieces.size(), static_cast<unsigned>(Pieces.size()),
          [&](uint64_t I) {
            if (I < Totals) {
              Piece &P = Pieces[I];
              Combining.work(
                  [&] {
                    P.Total.resize(Size);
                    combine(P, P.In, P.N, /*Initial=*/nullptr, P.Total);
                  },
                  [&] { passOn(); });
              return;
            }
            const Piece &P = Pieces[I - Totals];
            const ProgramText &Program = text(P.isInPlace());
            if (Combining.wait())
              onDevice(P, "; the results on the devices are not known",
                       [&] { scan(P, Program); });
          });
}

} // namespace

} // namespace ompscan::rt

extern "C" OMPSCAN_EXPORT int ompscan_scan_across(const ompscan_piece *pieces,
                                                  size_t count,
                                                  size_t element_size,
                                                  const ompscan_predicate *op,
                                                  const void *initial) {
  using namespace ompscan::rt;
  std::optional<AcrossScan> S;
  return perform(
      __func__,
      [&](OperandCheck &Check) {
        S.emplace(pieces, count, element_size, op, initial);
        S->check(Check);
        S->findDevices();
        return true;
      },
      [&](const std::shared_ptr<Device> &) { S->run(); }, [] {});
}

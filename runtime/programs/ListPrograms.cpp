//===- ListPrograms.cpp - The programs that become PTX --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     ompscan-list-programs PART FILE
//
// Writes the programs of a part of the primitives that become PTX to FILE
// (README.md). The table of docs/primitives.md ("Through CUDA") says what they
// are.
//
//===----------------------------------------------------------------------===//

#include "RecordingDevice.h"
#include "device/Devices.h"
#include "device/cuda/PtxLibrary.h"
#include "launch/HeadFlags.h"
#include "ompscan/data.h"
#include "ompscan/primitives.h"
#include "plan/CompiledPlans.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

using namespace ompscan::rt;

namespace {

/// Numbers of elements: those that 32 bits count, and more.
constexpr size_t Few = 100000, Many = size_t(1) << 32;
constexpr size_t Both[] = {Few, Many};

/// Sizes of elements that are moved, and of those of a companion.
constexpr size_t MovedSizes[] = {1, 2, 4, 8, 16};
constexpr size_t CompanionSizes[] = {4, 8};

struct Number {
  const char *Type;
  size_t Size;
};
constexpr Number Numbers[] = {
    {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},
    {"uint", 4}, {"long", 8},  {"ulong", 8}, {"float", 4},  {"double", 8}};

bool isFloating(const Number &N) {
  return N.Type[0] == 'f' || N.Type[0] == 'd';
}

/// The calls on a device. All arrays are there, and have room for everything.
class Calls {
public:
  explicit Calls(const std::shared_ptr<RecordingDevice> &To)
      : Device(*To), DeviceNumber(static_cast<int>(attachDevice(To))) {
    for (void **Array :
         {&In, &Out, &Values, &ValuesOut, &Flags, &Keys, &KeysOut, &Lengths})
      *Array = ompscan_device_alloc(DeviceNumber, 16 * (Many + 1));
  }

  /// The selections of a part.
  using Selecting = void (Calls::*)(size_t N, size_t Size,
                                    const ompscan_companion *Companion);
  void forSelections(Selecting Select) {
    for (const size_t Size : MovedSizes) {
      for (const size_t N : Both)
        (this->*Select)(N, Size, nullptr);
      for (const size_t ValueSize : CompanionSizes) {
        const ompscan_companion Companion{Values, ValueSize, ValuesOut,
                                          nullptr};
        (this->*Select)(Few, Size, &Companion);
      }
    }
  }

  void flagged(size_t N, size_t Size, const ompscan_companion *Companion) {
    check(ompscan_select_flagged(In, static_cast<unsigned char *>(Flags), N,
                                 Size, Companion, nullptr));
  }
  void removals(size_t N, size_t Size, const ompscan_companion *Companion) {
    const uint64_t Value[2] = {};
    for (const char *Type : equalTypes(Size))
      check(ompscan_remove(In, N, Size, Type, Value, Companion, nullptr));
  }
  void unique(size_t N, size_t Size, const ompscan_companion *Companion) {
    for (const char *Type : equalTypes(Size)) {
      const ompscan_predicate Equal{Type, nullptr, nullptr, nullptr, 0};
      check(ompscan_unique(In, N, Size, Type ? &Equal : nullptr, Companion,
                           nullptr));
    }
  }
  void splits(size_t N, size_t Size, const ompscan_companion *Companion) {
    if (Size <= 8)
      check(ompscan_split(In, N, Size, 0, Companion, nullptr));
  }

  void runs() {
    for (const size_t Size : MovedSizes)
      for (const size_t N : Both)
        for (const char *Type : equalTypes(Size)) {
          const ompscan_predicate Equal{Type, nullptr, nullptr, nullptr, 0};
          check(ompscan_run_length_encode(In, N, Size, Type ? &Equal : nullptr,
                                          Out, static_cast<size_t *>(Lengths),
                                          nullptr));
        }
  }

  void moves() {
    for (const size_t Size : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64})
      check(ompscan_shift(In, Few, 1, Size, nullptr));
  }

  void reductions() {
    for (const Number &Each : Numbers)
      forSigns(Each, [&](const ompscan_predicate &Op) {
        check(ompscan_reduce(In, Few, Each.Size, &Op, nullptr, Result));
      });
  }

  /// The segments of elements of \p Type.
  void segments(const std::string &Type) {
    for (const Number &Each : Numbers)
      if (Each.Type == Type)
        forSigns(Each, [&](const ompscan_predicate &Op) {
          if (isScanned(Op))
            segments(Each.Size, Op);
        });
  }

  void across() {
    for (const Number &Each : Numbers)
      if (Each.Size >= 4)
        forSigns(Each, [&](const ompscan_predicate &Op) {
          if (isScanned(Op))
            for (void *From : {In, anywhere(In, Each.Size)})
              for (void *To : {From, Out}) {
                const ompscan_piece All{From, To, Few, DeviceNumber};
                const uint64_t Zero = 0;
                check(ompscan_scan_across(&All, 1, Each.Size, &Op, &Zero));
              }
        });
  }

  /// Offsets of segments become flags, by a program of its own.
  void offsets() {
    try {
      HeadFlags(*deviceNumbered(DeviceNumber), SegmentBegins{}, Few);
    } catch (const Failure &) {
      check(OMPSCAN_ERROR_DEVICE);
    }
  }

  void histograms() {
    static constexpr uint64_t Lower = 0;
    static constexpr size_t Bins[] = {1, 1000, 4000, 10000};
    for (const Number &Each : Numbers)
      for (const size_t Number : Bins) {
        // The largest of the type, or 1.
        const float One = 1;
        const double OneInDouble = 1;
        const uint64_t Largest =
            std::numeric_limits<uint64_t>::max() >> (64 - 8 * Each.Size + 1);
        const uint64_t Small = Largest < 100000 ? Largest : 100000;
        const void *const Upper =
            !isFloating(Each) ? static_cast<const void *>(&Small)
            : Each.Size == 4  ? static_cast<const void *>(&One)
                              : &OneInDouble;
        check(ompscan_histogram_even(In, Few, Each.Type, &Lower, Upper, Number,
                                     static_cast<size_t *>(Lengths)));
      }
  }

  void sorts() {
    for (const Number &Each : Numbers)
      for (const size_t N : Both)
        forCompanions([&](const ompscan_companion *C) {
          check(ompscan_radix_sort(In, N, Each.Type, 0, C));
        });
    for (const char *Type : {"int128", "uint128"})
      forCompanions([&](const ompscan_companion *C) {
        check(ompscan_radix_sort(In, Few, Type, 0, C));
      });
    // A program for all ranges of bits.
    for (const Number &Each : Numbers)
      if (Each.Size >= 4 && !isFloating(Each))
        forCompanions([&](const ompscan_companion *C) {
          check(ompscan_radix_sort_bits(In, Few, Each.Type, 0, 0, 1, C));
        });
  }

  void keySelections() {
    // So many that they are not sorted at once.
    constexpr size_t N = Many / 2;
    const auto ForType = [&](const char *Type) {
      for (const size_t IndexSize : {0, 4, 8})
        check(ompscan_top_k(In, N, Type, 0, 1, Out,
                            IndexSize ? Lengths : nullptr, IndexSize));
    };
    for (const Number &Each : Numbers)
      ForType(Each.Type);
    for (const char *Type : {"int128", "uint128"})
      ForType(Type);
    // Their first program numbers the keys, and the other one is a sort.
    for (const size_t IndexSize : {4, 8})
      check(ompscan_argsort(In, Few, "uint", 0, Lengths, IndexSize));
  }

private:
  /// Calls \p F with each companion of a sort: null, and one of each size.
  template <typename Function> void forCompanions(Function F) const {
    F(nullptr);
    for (const size_t Size : CompanionSizes) {
      const ompscan_companion Companion{Values, Size, nullptr, nullptr};
      F(&Companion);
    }
  }

  /// Ends the program if a call, which has returned \p Status, has not asked
  /// for a program.
  void check(int Status) {
    if (Status != OMPSCAN_SUCCESS && Device.requests() > Seen) {
      Seen = Device.requests();
      return;
    }
    std::fprintf(stderr, "ompscan-list-programs: %s\n", ompscan_last_error());
    std::exit(EXIT_FAILURE);
  }

  /// The equalities of elements of \p Size bytes: of bytes, and of types whose
  /// `==` is another one.
  static std::vector<const char *> equalTypes(size_t Size) {
    if (Size == 4)
      return {nullptr, "float"};
    if (Size == 8)
      return {nullptr, "double"};
    return {nullptr};
  }

  /// Whether scans by \p Op have PTX: those by `+`, `min` and `max`.
  static bool isScanned(const ompscan_predicate &Op) {
    return Op.text[0] == '+' || Op.text[0] == 'm';
  }

  void segments(size_t Size, const ompscan_predicate &Op) {
    ompscan_segments By{};
    By.heads = static_cast<unsigned char *>(Flags);
    segments(Size, Op, By);
    for (const size_t KeySize : {4, 8}) {
      By = {};
      By.keys = Keys;
      By.key_size = KeySize;
      segments(Size, Op, By);
      for (const void *From : {In, anywhere(In, Size)})
        check(ompscan_reduce_by_key(Keys, From, Few, KeySize, Size, &Op,
                                    KeysOut, Out, nullptr));
    }
  }

  void segments(size_t Size, const ompscan_predicate &Op,
                const ompscan_segments &By) {
    const uint64_t Zero = 0;
    for (const void *Initial : {static_cast<const void *>(nullptr),
                                static_cast<const void *>(&Zero)}) {
      for (void *From : {In, anywhere(In, Size)}) {
        for (void *To : {From, Out})
          check(ompscan_segmented_scan(From, To, Few, Size, &Op, &By, Initial));
        check(ompscan_segmented_reduce(From, Out, Few, Size, &Op, &By, Initial,
                                       nullptr));
      }
    }
  }

  /// The second element of \p Array, which is on no border of a vector.
  static void *anywhere(void *Array, size_t Size) {
    return static_cast<unsigned char *>(Array) + Size;
  }

  /// Calls \p F with each operator that the type has.
  template <typename Function> void forSigns(const Number &Of, Function F) {
    for (const char *Sign : {"+", "*", "min", "max", "&", "|", "^"}) {
      const bool NeedsBits = std::string("&|^").find(Sign) != std::string::npos;
      if (!NeedsBits || !isFloating(Of))
        F(ompscan_predicate{Of.Type, Sign, nullptr, nullptr, 0});
    }
  }

  RecordingDevice &Device;
  const int DeviceNumber;
  unsigned Seen = 0; ///< requests
  void *In, *Out, *Values, *ValuesOut, *Flags, *Keys, *KeysOut, *Lengths;
  uint64_t Result[2];
};

/// A part of the primitives: a file of the build.
struct Part {
  const char *Name;
  void (*Call)(Calls &);
};
constexpr Part Parts[] = {
    {"flagged", [](Calls &All) { All.forSelections(&Calls::flagged); }},
    {"removals", [](Calls &All) { All.forSelections(&Calls::removals); }},
    {"unique", [](Calls &All) { All.forSelections(&Calls::unique); }},
    {"splits", [](Calls &All) { All.forSelections(&Calls::splits); }},
    {"runs", [](Calls &All) { All.runs(); }},
    {"moves", [](Calls &All) { All.moves(); }},
    {"reductions", [](Calls &All) { All.reductions(); }},
    {"across", [](Calls &All) { All.across(); }},
    {"offsets", [](Calls &All) { All.offsets(); }},
    {"segments-int", [](Calls &All) { All.segments("int"); }},
    {"segments-uint", [](Calls &All) { All.segments("uint"); }},
    {"segments-long", [](Calls &All) { All.segments("long"); }},
    {"segments-ulong", [](Calls &All) { All.segments("ulong"); }},
    {"segments-float", [](Calls &All) { All.segments("float"); }},
    {"segments-double", [](Calls &All) { All.segments("double"); }},
    {"histograms", [](Calls &All) { All.histograms(); }},
    {"sorts", [](Calls &All) { All.sorts(); }},
    {"key-selections", [](Calls &All) { All.keySelections(); }},
};

} // namespace

int main(int Count, char **Arguments) {
  // The programs depend on nothing else, and no driver is needed.
  ::clearenv();
  ::setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
  ::setenv("OCL_ICD_VENDORS", "/nowhere", 1);
  const auto Device = std::make_shared<RecordingDevice>();
  Calls All(Device);
  const Part *const Wanted =
      std::find_if(std::begin(Parts), std::end(Parts), [&](const Part &P) {
        return Count == 3 && std::string(Arguments[1]) == P.Name;
      });
  if (Wanted == std::end(Parts)) {
    std::fputs("usage: ompscan-list-programs PART FILE\n", stderr);
    return EXIT_FAILURE;
  }
  Wanted->Call(All);
  std::ofstream File(Arguments[2]);
  for (const auto &[Name, Program] : Device->programs())
    File << listEntry(Program.Text, Program.Options, LeastPtxCapability);
  File.close();
  if (!File || Device->programs().empty()) {
    std::fprintf(stderr,
                 "ompscan-list-programs: %s cannot be written, or has "
                 "no programs\n",
                 Arguments[2]);
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

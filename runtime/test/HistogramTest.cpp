//===- HistogramTest.cpp - Counting numbers in bins -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitiveTypes.h"
#include "support/Environment.h"
#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

using namespace ompscan::rt;

namespace {

template <typename T> class Histogram : public testing::Test {};
TYPED_TEST_SUITE(Histogram, AllKeys);

TYPED_TEST(Histogram, Even) {
  using T = TypeParam;
  const T Lower = static_cast<T>(std::is_signed<T>::value ? -50 : 3);
  const T Upper = static_cast<T>(97);
  for (size_t N : slideSizes(sizeof(T), 60))
    for (size_t Bins : {size_t(1), size_t(7), size_t(300), size_t(5000)}) {
      std::vector<T> X = randomNumbers<T>(N);
      for (size_t I = 0; I != N; ++I)
        if (std::is_floating_point<T>::value || I % 2)
          X[I] = static_cast<T>(static_cast<double>(I * 40503 % 6007) / 47 -
                                (std::is_signed<T>::value ? 40 : 0));
      std::vector<size_t> Wanted(Bins);
      for (T E : X) {
        if (E < Lower || !(E < Upper))
          continue;
        size_t Bin;
        if constexpr (std::is_floating_point<T>::value) {
          const T Scale = static_cast<T>(Bins) / (Upper - Lower);
          Bin = static_cast<size_t>((E - Lower) * Scale);
        } else {
          const auto From = static_cast<uint64_t>(Lower);
          Bin = (static_cast<uint64_t>(E) - From) * Bins /
                (static_cast<uint64_t>(Upper) - From);
        }
        ++Wanted[std::min(Bin, Bins - 1)];
      }
      const Items<T> In(X);
      Items<size_t> Counts(Bins);
      EXPECT_DONE(ompscan_histogram_even(In.data(), N, Text<T>::Type, &Lower,
                                         &Upper, Bins, Counts.data()));
      ASSERT_TRUE(same(Counts.data(), Wanted)) << N << ", " << Bins << " bins";
    }
}

TEST(HistogramRefusal, Arguments) {
  const std::vector<float> Data{1, 2, 3};
  const float Zero = 0, Ten = 10, Huge = 3e38f, Depth = -3e38f;
  const int64_t Least = INT64_MIN, Most = INT64_MAX;
  std::vector<size_t> Counts(4, 77);
  const auto Expect = [&](int Status, const std::string &Part) {
    EXPECT_TRUE(isRefused(Status, Part));
    EXPECT_EQ(Counts, std::vector<size_t>(4, 77));
  };
  const auto Count = [&](const char *Type, const void *Lower, const void *Upper,
                         size_t Bins) {
    return ompscan_histogram_even(Data.data(), 1, Type, Lower, Upper, Bins,
                                  Counts.data());
  };
  Expect(Count("float3", &Zero, &Ten, 4), "elements of type float3 cannot");
  Expect(Count("float", nullptr, &Ten, 4), "the bounds are null pointers");
  Expect(Count("float", &Zero, &Ten, 0), "there are no bins");
  Expect(Count("float", &Ten, &Ten, 4), "lower is not less than upper");
  Expect(Count("float", &Depth, &Huge, 4), "have no width in float");
  Expect(Count("long", &Least, &Most, 4), "does not fit into 64 bits");
  Expect(
      ompscan_histogram_even(Data.data(), 3, "float", &Zero, &Ten, 4, nullptr),
      "counts is a null pointer");
  // In front of the counts, which reach over half of the address space. Memory
  // of the device or of the host runs out first, as the driver has it.
  std::vector<size_t> Both(5);
  const int Status = ompscan_histogram_even(&Both[0], 1, "float", &Zero, &Ten,
                                            size_t(1) << 60, &Both[1]);
  EXPECT_TRUE(Status == OMPSCAN_ERROR_MEMORY ||
              (Status == OMPSCAN_ERROR_DEVICE && !runsOnHost()))
      << ompscan_last_error();
}

} // namespace

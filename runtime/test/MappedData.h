//===- MappedData.h - An array that tests map ----------------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TEST_MAPPEDDATA_H
#define OMPSCAN_TEST_MAPPEDDATA_H

#include "ompscan/ompscan.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ompscan::rt {

constexpr int Default = OMPSCAN_DEFAULT_DEVICE;

/// An array of the host, filled with one value, that leaves the device in the
/// end.
class Data : public std::vector<int> {
public:
  explicit Data(int Value, size_t Count = 1000)
      : std::vector<int>(Count, Value) {}
  ~Data() { ompscan_unmap(Default, data(), bytes(), OMPSCAN_DELETE); }

  size_t bytes() const { return size() * sizeof(int); }
  int map(unsigned Flags, size_t First = 0, size_t Count = 0) {
    return ompscan_map(Default, data() + First, part(Count), Flags);
  }
  int unmap(unsigned Flags, size_t First = 0, size_t Count = 0) {
    return ompscan_unmap(Default, data() + First, part(Count), Flags);
  }
  void set(int Value) { assign(size(), Value); }
  /// What the device has in an element.
  int onDevice(size_t I) {
    const int Kept = (*this)[I];
    EXPECT_EQ(ompscan_update_from(Default, data() + I, sizeof(int)), 0)
        << ompscan_last_error();
    const int Value = (*this)[I];
    (*this)[I] = Kept;
    return Value;
  }
  bool isThere() const {
    return ompscan_is_present(Default, data(), bytes()) == 1;
  }

private:
  size_t part(size_t Count) const {
    return (Count ? Count : size()) * sizeof(int);
  }
};

} // namespace ompscan::rt

/// The error says so.
#define EXPECT_ERROR(CALL, CODE, TEXT)                                         \
  do {                                                                         \
    EXPECT_EQ(CALL, CODE);                                                     \
    EXPECT_NE(std::string(ompscan_last_error()).find(TEXT), std::string::npos) \
        << ompscan_last_error();                                               \
  } while (0)

#endif // OMPSCAN_TEST_MAPPEDDATA_H

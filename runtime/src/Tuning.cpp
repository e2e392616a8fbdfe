//===- Tuning.cpp - The best shapes
//-------------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tuning.h"
#include <cstddef>

namespace ompscan {

namespace {

struct Row {
  uint64_t MaxItemSize;
  Shape Best;
};

constexpr Row VectorRows[] = {
    {1, {128, 80}},
    {2, {128, 80}},
    {4, {128, 80}},
    {256, {256, 32}},
};

constexpr Row WarpRows[] = {
    {1, {128, 33}}, {4, {128, 23}}, {8, {128, 17}},
    {16, {128, 9}}, {32, {256, 5}}, {256, {64, 3}},
};

constexpr Row GroupRows[] = {
    {4, {128, 29}}, {8, {128, 29}}, {16, {128, 13}}, {32, {64, 9}},
    {64, {64, 5}},  {128, {32, 5}}, {256, {32, 3}},
};

constexpr Row SerialRows[] = {
    {4, {1, 4096}}, {8, {1, 2048}},  {16, {1, 1024}}, {32, {1, 512}},
    {64, {1, 256}}, {128, {1, 128}}, {256, {1, 64}},
};

template <size_t Count>
Shape find(const Row (&Rows)[Count], uint64_t ItemSize) {
  const Row *R = Rows;
  while (R != Rows + Count - 1 && ItemSize > R->MaxItemSize)
    ++R;
  return R->Best;
}

} // namespace

Shape tunedShape(Way W, uint64_t ItemSize) {
  switch (W) {
  case Way::Serial:
    return find(SerialRows, ItemSize);
  case Way::Groups:
    return find(GroupRows, ItemSize);
  case Way::Warps:
    return find(WarpRows, ItemSize);
  case Way::Vectors:
    return find(VectorRows, ItemSize);
  }
  return {1, 1024};
}

uint32_t vectorFor(uint64_t ItemSize) {
  return ItemSize <= 8 && (ItemSize & (ItemSize - 1)) == 0
             ? static_cast<uint32_t>(16 / ItemSize)
             : 1;
}

} // namespace ompscan

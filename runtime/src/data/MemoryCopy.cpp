//===- MemoryCopy.cpp - Copies between memories ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/MemoryCopy.h"
#include "data/DataEnvironment.h"
#include "device/Stream.h"
#include "report/EventLog.h"
#include <algorithm>
#include <cstring>
#include <functional>

namespace ompscan::rt {

std::vector<CopiedBlock> CopiedBox::blocks() const {
  std::vector<CopiedBlock> Blocks;
  if (ElementSize == 0 || Dimensions.empty() ||
      std::any_of(Dimensions.begin(), Dimensions.end(),
                  [](const Dimension &D) { return D.Count == 0; }))
    return Blocks;
  // Whole rows of both arrays follow one another without a gap.
  size_t Inner = Dimensions.size() - 1;
  uint64_t Bytes = ElementSize * Dimensions[Inner].Count;
  while (Inner != 0 && Dimensions[Inner].Count == Dimensions[Inner].ToLength &&
         Dimensions[Inner].Count == Dimensions[Inner].FromLength)
    Bytes *= Dimensions[--Inner].Count;

  const std::function<void(size_t, uint64_t, uint64_t)> Add =
      [&](size_t Depth, uint64_t To, uint64_t From) {
        if (Depth == Dimensions.size()) {
          Blocks.push_back({To * ElementSize, From * ElementSize, Bytes});
          return;
        }
        const Dimension &D = Dimensions[Depth];
        To = To * D.ToLength + D.ToBegin;
        From = From * D.FromLength + D.FromBegin;
        for (uint64_t I = 0; I != (Depth < Inner ? D.Count : 1); ++I)
          Add(Depth + 1, To + I, From + I);
      };
  Add(0, 0, 0);
  return Blocks;
}

namespace {

/// The bytes of one side that the blocks touch.
struct Touched {
  const MemorySide &Side;
  uint64_t Begin, End; ///< Offsets.
  std::shared_ptr<PresentData> Data;

  Touched(const MemorySide &Side, const std::vector<CopiedBlock> &Blocks,
          uint64_t CopiedBlock::*Offset)
      : Side(Side), Begin(UINT64_MAX), End(0) {
    for (const CopiedBlock &B : Blocks) {
      Begin = std::min(Begin, B.*Offset);
      End = std::max(End, B.*Offset + B.Bytes);
    }
    checkAddress(Side.Address + Begin, End - Begin);
    if (Side.On)
      Data = dataOf(*Side.On).locate(Side.Address + Begin, End - Begin);
  }

  const Memory &buffer() const { return Data->buffer(); }
  uint64_t inBuffer(uint64_t Offset) const {
    return Data->offsetOf(reinterpret_cast<uintptr_t>(Side.Address) + Offset);
  }
};

constexpr char Name[] = "mapped data";

/// Enqueues commands of one device by \p Enqueue, and waits for them.
template <typename Function>
void onDevice(Device &D, LaunchRecord &Record, Function Enqueue) {
  Stream Commands(D, Record);
  Enqueue(Commands);
  Commands.finish();
  Commands.giveBack();
}

} // namespace

void copyMemory(const MemorySide &To, const MemorySide &From,
                const std::vector<CopiedBlock> &Blocks, const char *Call) {
  if (Blocks.empty())
    return;
  const Touched Target(To, Blocks, &CopiedBlock::To);
  const Touched Source(From, Blocks, &CopiedBlock::From);
  uint64_t Bytes = 0;
  for (const CopiedBlock &B : Blocks)
    Bytes += B.Bytes;
  if (!To.On && !From.On) {
    for (const CopiedBlock &B : Blocks)
      std::memmove(To.Address + B.To, From.Address + B.From, B.Bytes);
    return;
  }

  LaunchRecord Record(Call);
  const auto Write = [&](const char *Host, uint64_t CopiedBlock::*Offset) {
    onDevice(*To.On, Record, [&](Stream &Commands) {
      for (const CopiedBlock &B : Blocks)
        Commands.write(Target.buffer(), Target.inBuffer(B.To), B.Bytes,
                       Host + B.*Offset, Name);
    });
    Record.BytesSent += Bytes;
  };
  const auto Read = [&](char *Host, uint64_t CopiedBlock::*Offset) {
    onDevice(*From.On, Record, [&](Stream &Commands) {
      for (const CopiedBlock &B : Blocks)
        Commands.read(Source.buffer(), Source.inBuffer(B.From), B.Bytes,
                      Host + B.*Offset, Name);
    });
    Record.BytesFetched += Bytes;
  };
  if (!From.On) {
    Write(From.Address, &CopiedBlock::From);
  } else if (!To.On) {
    Read(To.Address, &CopiedBlock::To);
  } else if (To.On == From.On) {
    onDevice(*To.On, Record, [&](Stream &Commands) {
      for (const CopiedBlock &B : Blocks)
        Commands.copy(Source.buffer(), Source.inBuffer(B.From), Target.buffer(),
                      Target.inBuffer(B.To), B.Bytes, Name);
    });
  } else {
    // Two devices share no memory but the host's.
    std::vector<char> Between(Source.End - Source.Begin);
    Read(Between.data() - Source.Begin, &CopiedBlock::From);
    Write(Between.data() - Source.Begin, &CopiedBlock::From);
  }
  noteTransfer(Record, (To.On ? To.On : From.On)->label());
}

} // namespace ompscan::rt

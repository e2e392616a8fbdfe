//===- DeviceMemory.cpp - Memory of devices that programs hold ------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a data environment does with the buffers of a program, with memory that
/// is on the device only, and copies to and from both.
///
//===----------------------------------------------------------------------===//

#include "data/DataEnvironment.h"
#include "data/ReservedAddresses.h"
#include "device/Device.h"
#include "device/Stream.h"
#include "report/EventLog.h"
#include <utility>

namespace ompscan::rt {

void DataEnvironment::associate(const void *Address, uint64_t Bytes,
                                const Memory &Buffer, uint64_t Offset) {
  associate(Address, Bytes, Buffer, Offset, /*Lender=*/nullptr);
}

void DataEnvironment::associateAllocated(const void *Address, uint64_t Bytes,
                                         const void *On) {
  Entry Lender = locate(On, Bytes);
  if (!Lender->isDeviceOnly())
    throw DataError(OMPSCAN_ERROR_ARGUMENT,
                    "the memory is not one of omp_target_alloc");
  const uint64_t Offset = Lender->offsetOf(number(On));
  const Memory Buffer = Lender->buffer();
  associate(Address, Bytes, Buffer, Offset, std::move(Lender));
}

void DataEnvironment::associate(const void *Address, uint64_t Bytes,
                                const Memory &Buffer, uint64_t Offset,
                                Entry Lender) {
  const uint64_t Size = Buffer.size();
  if (Offset > Size || Bytes > Size - Offset)
    throw DataError(
        OMPSCAN_ERROR_ARGUMENT,
        std::to_string(Bytes) + " bytes from byte " + std::to_string(Offset) +
            " on are not in the buffer of " + std::to_string(Size) + " bytes");
  const auto [Root, RootOffset] = Buffer.allocation();
  const uint64_t First = RootOffset + Offset;

  const uintptr_t Begin = number(Address), End = Begin + Bytes;
  std::unique_lock<std::mutex> Guard(Lock);
  const Presence P = settle(Guard, Begin, End);
  if (P.State == Presence::Present && P.Data->Foreign &&
      P.Data->Foreign.allocation() == Buffer.allocation() &&
      P.Data->offsetOf(Begin) == Offset)
    return; // The same once more.
  if (P.State != Presence::Absent)
    throw DataError(OMPSCAN_ERROR_OVERLAP,
                    "the " + describeBytes(Address, Bytes) +
                        " are on the device already, at least in part; unmap "
                        "or disassociate them first");
  for (const auto &[Other, E] : Table)
    if (E->Foreign) {
      const auto [OtherRoot, OtherOffset] = E->Foreign.allocation();
      const uint64_t From = OtherOffset + E->Offset;
      if (OtherRoot == Root && From < First + Bytes &&
          First < From + (E->End - E->Begin))
        throw DataError(OMPSCAN_ERROR_OVERLAP,
                        "a part of the buffer is associated with other data, " +
                            describeBytes(reinterpret_cast<void *>(Other),
                                          E->End - E->Begin));
    }
  const Entry E(new PresentData(Begin, End, Mapper::thisThread()));
  E->Foreign = Buffer;
  E->Offset = Offset;
  E->Lender = std::move(Lender);
  E->Endless = true;
  insert(E);
}

std::shared_ptr<PresentData> DataEnvironment::locate(const void *Address,
                                                     uint64_t Bytes) {
  std::unique_lock<std::mutex> Guard(Lock);
  return require(Guard, Address, Bytes);
}

void *DataEnvironment::mappedAddress(const void *Address) {
  const Presence P = find(Address, 1);
  if (P.State != Presence::Present)
    return nullptr;
  if (const Entry &Lender = P.Data->Lender)
    return reinterpret_cast<void *>(
        Lender->Begin + (P.Data->offsetOf(number(Address)) - Lender->Offset));
  return const_cast<void *>(Address);
}

void DataEnvironment::disassociate(const void *Address) {
  std::unique_lock<std::mutex> Guard(Lock);
  const auto Found = Table.find(number(Address));
  if (Found == Table.end() || !Found->second->Foreign)
    throw DataError(OMPSCAN_ERROR_NOT_PRESENT,
                    "no buffer is associated with data that begins at this "
                    "address");
  remove(Entry(Found->second));
}

void *DataEnvironment::allocate(uint64_t Bytes) {
  void *Address = reserveAddresses(Bytes);
  Entry E;
  try {
    E.reset(new PresentData(number(Address), number(Address) + Bytes,
                            Mapper::thisThread()));
  } catch (...) {
    unreserveAddresses(number(Address));
    throw;
  }
  E->DeviceOnly = true;
  E->Endless = true;
  fill(*E, /*Send=*/false, "ompscan_device_alloc");
  std::unique_lock<std::mutex> Guard(Lock);
  insert(E);
  return Address;
}

void DataEnvironment::free(void *Address) {
  Entry E;
  std::unique_lock<std::mutex> Guard(Lock);
  const auto Found = Table.find(number(Address));
  if (Found == Table.end() || !Found->second->DeviceOnly)
    throw DataError(OMPSCAN_ERROR_NOT_PRESENT,
                    "ompscan_device_alloc did not return this address for " +
                        Owner.info().Name);
  E = Found->second;
  remove(E);
}

void DataEnvironment::copy(void *To, const void *From, uint64_t Bytes) {
  const uintptr_t ToBegin = number(To), FromBegin = number(From);
  if (ToBegin < FromBegin + Bytes && FromBegin < ToBegin + Bytes)
    throw DataError(OMPSCAN_ERROR_ARGUMENT,
                    "the two ranges have bytes in common");
  std::unique_lock<std::mutex> Guard(Lock);
  const Presence Target = settle(Guard, ToBegin, ToBegin + Bytes);
  if (Target.State == Presence::Partial)
    throwOverlap(*Target.Data, To, Bytes);
  const Presence Source = settle(Guard, FromBegin, FromBegin + Bytes);
  if (Source.State == Presence::Partial)
    throwOverlap(*Source.Data, From, Bytes);
  Guard.unlock();
  for (const void *Address : {static_cast<const void *>(To), From})
    if (isReserved(Address) && !(Address == To ? Target.Data : Source.Data))
      throw DataError(OMPSCAN_ERROR_NOT_PRESENT,
                      "the " + describeBytes(Address, Bytes) +
                          " are memory of another device");
  if (!Target.Data && !Source.Data)
    throw DataError(OMPSCAN_ERROR_NOT_PRESENT,
                    "neither side is on the device; use memcpy");
  LaunchRecord Record("ompscan_copy");
  Stream Commands(Owner, Record);
  if (!Source.Data)
    Commands.write(Target.Data->buffer(), Target.Data->offsetOf(ToBegin), Bytes,
                   From, "mapped data");
  else if (!Target.Data)
    Commands.read(Source.Data->buffer(), Source.Data->offsetOf(FromBegin),
                  Bytes, To, "mapped data");
  else
    Commands.copy(Source.Data->buffer(), Source.Data->offsetOf(FromBegin),
                  Target.Data->buffer(), Target.Data->offsetOf(ToBegin), Bytes,
                  "mapped data");
  Commands.finish();
  Commands.giveBack();
  Record.BytesSent = Source.Data ? 0 : Bytes;
  Record.BytesFetched = Target.Data ? 0 : Bytes;
  noteTransfer(Record, Owner.label());
}

} // namespace ompscan::rt

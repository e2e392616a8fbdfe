//===- Call.cpp - A primitive on a device ---------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Call.h"
#include "data/ReservedAddresses.h"
#include "device/Devices.h"
#include "device/Poison.h"
#include "device/Profile.h"
#include "launch/Choice.h"
#include "ompscan/abi.h"
#include "plan/Tuning.h"
#include "primitives/Outcome.h"
#include "report/EventLog.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstring>
#include <utility>

namespace ompscan::rt {

Algorithm chooseMethod(Device &D) {
  // There is no other PTX.
  if (D.takesPtx())
    return Algorithm::SinglePass;
  // Counts and moves are the same in any order.
  return chooseAlgorithm(environment(), D.driverKind(), /*CanReload=*/false,
                         LookbackSupport::Best,
                         [&] { return D.supportsLookback(); });
}

Plan slidePlan(Device &D, Algorithm Method, uint64_t ItemSize) {
  Plan P;
  P.Method = Method;
  P.Kind = D.driverKind();
  P.Tile = slideShape(D.limits(), ItemSize);
  return P;
}

Plan selectPlan(Device &D, Algorithm Method, uint64_t ItemSize,
                uint64_t ValueSize, bool HasRejected) {
  Plan P = slidePlan(D, Method, ItemSize + ValueSize);
  P.Tile = groupSelectShape(D.limits(), ItemSize + ValueSize, /*IsLoop=*/false);
  const Shape Tile = selectShape(D.limits(), ItemSize + ValueSize);
  const uint32_t Instructions = instructionsFor(D);
  if (Instructions >= 70 && Tile.Group % 32 == 0) {
    P.Ptx = Instructions;
    P.Vector = selectVector(std::max(ItemSize, ValueSize), HasRejected);
    P.Tile = {Tile.Group, (Tile.Items + P.Vector - 1) / P.Vector * P.Vector};
  }
  if (Method == Algorithm::SinglePass)
    P.StatusWords =
        statusWords(sizeof(uint64_t), P.Tile.tile() * (ItemSize + ValueSize));
  return P;
}

Call::Call(const std::shared_ptr<Device> &D, const char *Function, uint64_t N)
    : D(D), Method(chooseMethod(*D)), Record(Function), Commands(*D, Record) {
  Record.Iterations = N;
  Record.beginPhase("program");
}

Memory Call::scratch(uint64_t Bytes) {
  if (Bytes > D->maxBuffer())
    throw Failure("it needs " + std::to_string(Bytes) + " bytes on " +
                  D->info().Name + ", which allows buffers of " +
                  std::to_string(D->maxBuffer()));
  Held.push_back(D->pool().take(Bytes));
  poison(Commands.queue(), *Held.back(), Bytes);
  return *Held.back();
}

std::shared_ptr<PresentData> Call::presentOf(const char *Name, const void *Host,
                                             uint64_t Bytes) {
  if (Bytes == 0 || !isAnythingPresent())
    return nullptr;
  const Presence Found = dataOf(*D).find(Host, Bytes);
  if (Found.State == Presence::Partial)
    throw Refusal(OMPSCAN_ERROR_OVERLAP, std::string("only a part of ") + Name +
                                             ", " + describeBytes(Host, Bytes) +
                                             ", is on " + D->info().Name +
                                             "; map all of it or nothing");
  if (Found.State == Presence::Absent && isReserved(Host))
    throw Refusal(OMPSCAN_ERROR_ARGUMENT,
                  std::string(Name) + " is memory of another device");
  return Found.Data;
}

uint64_t Call::presentBytes(const void *Host) {
  if (!isAnythingPresent())
    return 0;
  const Presence Found = dataOf(*D).find(Host, 1);
  return Found.Data ? Found.Data->end() - reinterpret_cast<uintptr_t>(Host) : 0;
}

Call::~Call() {
  if (!HasEnded)
    for (const View &V : Views)
      V.Data->distrust();
}

Memory Call::viewOf(const PresentData &Data, const void *Host, uint64_t Bytes) {
  const auto Begin = reinterpret_cast<uintptr_t>(Host);
  if (Bytes > Data.end() - Begin)
    return {};
  const uint64_t Offset = Data.offsetOf(Begin);
  // A part has the alignment that kernels need.
  return Offset == 0 && !D->takesPtx() ? Data.buffer()
                                       : Data.buffer().part(Offset, Bytes);
}

Memory Call::operand(const char *Name, const void *Host, uint64_t Bytes,
                     Use What, uint64_t Room, bool MayChange) {
  const uint64_t Whole = std::max({Bytes, Room, uint64_t(1)});
  const auto Present = presentOf(Name, Host, Bytes);
  if (Present && (What == Use::In || MayChange))
    if (Memory B = viewOf(*Present, Host, Whole); B) {
      Views.push_back({B, Present});
      Changes |= What != Use::In;
      return B;
    }
  const Memory B = scratch(Whole);
  if (What == Use::Out || Bytes == 0)
    return B;
  if (Present) {
    Commands.copy(Present->buffer(),
                  Present->offsetOf(reinterpret_cast<uintptr_t>(Host)), B, 0,
                  Bytes, Name);
  } else {
    const auto Begin = reinterpret_cast<uintptr_t>(Host);
    Inputs.emplace_back(Begin, Begin + Bytes);
    Commands.write(B, 0, Bytes, Host, Name);
    Record.BytesSent += Bytes;
  }
  return B;
}

void Call::fetch(const char *Name, const Memory &From, void *Host,
                 uint64_t Bytes, uint64_t Offset) {
  const bool IsThere =
      std::any_of(Views.begin(), Views.end(),
                  [&](const View &V) { return V.Buffer == From; });
  if (Bytes && !IsThere)
    Results.push_back(
        {Name, From, Host, Bytes, Offset, presentOf(Name, Host, Bytes)});
}

void Call::attempt(const std::function<void()> &Step) {
  const auto Lose = [&](const std::string &Cause) {
    if (Changes && HasRun)
      throw Refusal(OMPSCAN_ERROR_DEVICE,
                    withDevice(Cause, D.get()) +
                        "; the values of the mapped arrays that it was to "
                        "change are not known on the device");
  };
  try {
    Step();
  } catch (const Failure &E) {
    Lose(E.what());
    throw;
  }
}

KernelLease Call::kernels(const std::string &Text, const Plan &Wanted,
                          uint64_t ItemSize,
                          const std::vector<std::string> &Names) {
  KernelLease L =
      takeKernels(*D, ProgramText::of(Text), Wanted, ItemSize, &Names);
  Shape = "tiles of " + std::to_string(L.plan().Tile.Group) + " x " +
          std::to_string(L.plan().Tile.Items);
  Record.beginPhase("send and compute");
  return L;
}

void Call::run(Kernel &K, uint64_t Groups, uint32_t Group) {
  attempt([&] { Commands.run(K, Groups, Group); });
  HasRun = true;
  if (environment().Repeat)
    Kernels.push_back(Commands.lastEvent());
}

void Call::runSinglePass(Kernel &K, ArgumentSetter &Setter, uint64_t Tiles,
                         uint64_t Words, uint32_t Group) {
  if (Tiles >= MaxLookbackTiles)
    throw Failure("it has too many tiles for a single pass");
  TileStateBuffer C;
  attempt([&] {
    C = D->tileStates().take(D->backend(), Commands.queue(), Tiles * Words, 1);
  });
  Setter.add(C.Handle).add(C.FirstTicket).add(C.Epoch);
  run(K, Tiles, Group);
  C.advance(Tiles);
  TileStates.push_back(std::move(C));
}

void Call::read(const Memory &From, void *To, uint64_t Bytes) {
  attempt([&] {
    Commands.read(From, 0, Bytes, To, "a count");
    Commands.finish();
  });
}

void Call::bringResults() {
  const uint64_t Fetches = Commands.fetches();
  bool HasCopied = false;
  size_t Begun = 0;
  try {
    for (const Result &R : Results) {
      ++Begun;
      if (R.To) {
        Commands.copy(R.From, R.Offset, R.To->buffer(),
                      R.To->offsetOf(reinterpret_cast<uintptr_t>(R.Host)),
                      R.Bytes, R.Name);
        HasCopied = true;
      } else {
        Commands.read(R.From, R.Offset, R.Bytes, R.Host, R.Name);
        Record.BytesFetched += R.Bytes;
      }
    }
    Commands.finish();
  } catch (const Failure &E) {
    if (HasCopied || Commands.fetches() != Fetches)
      loseResults(Begun, E.what());
    throw;
  }
}

void Call::loseResults(size_t Begun, const std::string &Cause) const {
  std::vector<std::string> Names;
  bool IsLost = false; // The host cannot begin anew.
  for (size_t I = 0; I != Begun; ++I) {
    const Result &R = Results[I];
    const auto Begin = reinterpret_cast<uintptr_t>(R.Host);
    Names.push_back(R.Name);
    IsLost |= R.To != nullptr ||
              std::any_of(Inputs.begin(), Inputs.end(), [&](const auto &In) {
                return In.first < Begin + R.Bytes && Begin < In.second;
              });
  }
  const std::string Text = withDevice(Cause, D.get()) +
                           "; results had begun to arrive, and the "
                           "contents of " +
                           listNames(Names) + " are not known";
  if (IsLost)
    throw Refusal(OMPSCAN_ERROR_DEVICE, Text);
  throw Failure(Text);
}

void Call::end() {
  attempt([&] { Commands.finish(); });
  for (TileStateBuffer &C : TileStates)
    D->tileStates().giveBack(std::move(C));
  if (!Kernels.empty())
    lastKernelTimes() = {timeOf(Kernels.front(), Kernels.back())};
  Record.beginPhase("fetch");
  attempt([&] { bringResults(); });
  HasEnded = true;
  Commands.giveBack();
  for (PooledBuffer &B : Held)
    B.giveBack();
  Record.end();
  if (environment().takesTimes()) {
    Record.Device = D->label();
    Record.Method = std::string(algorithmName(Method)) + ", " + Shape;
    noteLaunch(Record);
  }
}

void deliverTo(const std::shared_ptr<Device> &D, const char *Function,
               const char *Name, void *Host,
               const std::vector<unsigned char> &Bytes) {
  if (!isAnythingPresent()) {
    std::memcpy(Host, Bytes.data(), Bytes.size());
    return;
  }
  Call C(D, Function, Bytes.size());
  C.fetch(Name, C.operand(Name, Bytes.data(), Bytes.size(), Use::In), Host,
          Bytes.size());
  C.end();
}

} // namespace ompscan::rt

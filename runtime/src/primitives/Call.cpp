//===- Call.cpp - A primitive on a device ---------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "primitives/Call.h"
#include "Choice.h"
#include "Failure.h"
#include "Journal.h"
#include "Poison.h"
#include "Profile.h"
#include "ReservedAddresses.h"
#include "Tuning.h"
#include "ompscan/abi.h"
#include "primitives/Outcome.h"
#include <algorithm>
#include <utility>

namespace ompscan {

Algorithm chooseMethod(Device &D) {
  // Counts and moves are the same at every run.
  Environment E = environment();
  E.Reproducible = false;
  return chooseAlgorithm(E, D.kind(), /*CanReload=*/false,
                         [&] { return D.canChain(); });
}

Plan slidePlan(Device &D, Algorithm Method, uint64_t ItemSize) {
  Plan P;
  P.Method = Method;
  P.Kind = D.kind();
  P.Tile = slideShape(D.limits(), ItemSize);
  return P;
}

Call::Call(const char *Function, uint64_t N)
    : D(deviceFor(OMPSCAN_DEVICE_DEFAULT)), Method(chooseMethod(*D)),
      Record(Function), Commands(*D, Record) {
  Record.Iterations = N;
  Record.beginPhase("program");
}

cl::Buffer Call::scratch(uint64_t Bytes) {
  if (Bytes > D->maxBuffer())
    throw Failure("it needs " + std::to_string(Bytes) + " bytes on " +
                  D->info().Name + ", which allows buffers of " +
                  std::to_string(D->maxBuffer()));
  cl::Buffer B(D->context(), CL_MEM_READ_WRITE, Bytes);
  poison(Commands.queue(), B, Bytes);
  Held.push_back(B);
  return B;
}

std::shared_ptr<PresentData> Call::presentOf(const char *Name, const void *Host,
                                             uint64_t Bytes) {
  if (Bytes == 0 || !isAnythingPresent())
    return nullptr;
  const Presence Found = D->data().find(Host, Bytes);
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

cl::Buffer Call::operand(const char *Name, const void *Host, uint64_t Bytes,
                         Use What, uint64_t Room) {
  const cl::Buffer B = scratch(std::max({Bytes, Room, uint64_t(1)}));
  const auto Present = presentOf(Name, Host, Bytes);
  if (What == Use::Out || Bytes == 0)
    return B;
  if (Present) {
    Commands.copy(Present->buffer(),
                  Present->offsetOf(reinterpret_cast<uintptr_t>(Host)), B, 0,
                  Bytes, Name);
  } else {
    Commands.write(B, 0, Bytes, Host, Name);
    Record.BytesSent += Bytes;
  }
  return B;
}

void Call::fetch(const char *Name, const cl::Buffer &From, void *Host,
                 uint64_t Bytes) {
  if (Bytes)
    Results.push_back({Name, From, Host, Bytes, presentOf(Name, Host, Bytes)});
}

KernelLease Call::kernels(const std::string &Text, const Plan &Wanted,
                          uint64_t ItemSize,
                          const std::vector<std::string> &Names) {
  KernelLease L =
      D->kernels(ProgramText::of(Text.c_str()), Wanted, ItemSize, &Names);
  Shape = "tiles of " + std::to_string(L.plan().Tile.Group) + " x " +
          std::to_string(L.plan().Tile.Items);
  Record.beginPhase("send and compute");
  return L;
}

void Call::run(const cl::Kernel &K, uint64_t Groups, uint32_t Group) {
  Commands.run(K, Groups, Group);
  if (environment().Repeat)
    Kernels.push_back(Commands.lastEvent());
}

void Call::runChained(const cl::Kernel &K, ArgumentSetter &Setter,
                      uint64_t Tiles, uint64_t Words, uint32_t Group) {
  if (Tiles >= MaxChainTiles)
    throw Failure("it has too many tiles for a single pass");
  Chain C = D->chains().take(D->context(), Commands.queue(), Tiles * Words, 1);
  Setter.add(C.Memory).add(C.FirstTicket).add(C.Epoch);
  run(K, Tiles, Group);
  C.advance(Tiles);
  Chains.push_back(std::move(C));
}

void Call::copy(const cl::Buffer &From, uint64_t FromOffset,
                const cl::Buffer &To, uint64_t ToOffset, uint64_t Bytes) {
  if (!Bytes)
    return;
  Commands.copy(From, FromOffset, To, ToOffset, Bytes, "a part of the results");
  if (environment().Repeat)
    Kernels.push_back(Commands.lastEvent());
}

uint64_t Call::read(const cl::Buffer &From) {
  cl_ulong Value = 0;
  Commands.read(From, 0, sizeof Value, &Value, "a count");
  Commands.finish();
  return Value;
}

void Call::end() {
  Commands.finish();
  for (Chain &C : Chains)
    D->chains().giveBack(std::move(C));
  if (!Kernels.empty())
    lastKernelTimes() = {timeOf(Kernels.front(), Kernels.back())};
  Record.beginPhase("fetch");
  for (const Result &R : Results) {
    if (R.To) {
      Commands.copy(R.From, 0, R.To->buffer(),
                    R.To->offsetOf(reinterpret_cast<uintptr_t>(R.Host)),
                    R.Bytes, R.Name);
    } else {
      Commands.read(R.From, 0, R.Bytes, R.Host, R.Name);
      Record.BytesFetched += R.Bytes;
    }
  }
  Commands.finish();
  Commands.giveBack();
  Record.end();
  if (environment().takesTimes()) {
    Record.Device = D->info().Name + " (" + typeName(D->info().Type) + ")";
    Record.Method = std::string(algorithmName(Method)) + ", " + Shape;
    noteLaunch(Record);
  }
}

} // namespace ompscan

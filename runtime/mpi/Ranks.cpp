//===- Ranks.cpp - The ranks of a communicator ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ranks.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace ompscan::mpi {

namespace {

bool isRunning() {
  int IsInitialized = 0, IsFinalized = 0;
  MPI_Initialized(&IsInitialized);
  MPI_Finalized(&IsFinalized);
  return IsInitialized && !IsFinalized;
}

void print(const std::string &Place, const std::string &Text, int Rank) {
  std::fprintf(stderr, "ompscan: error: %s: %s", Place.c_str(), Text.c_str());
  if (Rank >= 0)
    std::fprintf(stderr, " (MPI rank %d)", Rank);
  std::fputc('\n', stderr);
  std::fflush(stderr);
}

/// Ends all ranks. Launchers drop messages that they have not forwarded when a
/// rank aborts, so they get time for that.
[[noreturn]] void endAll() {
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::_Exit(1);
}

} // namespace

void fail(const std::string &Place, const std::string &Text) {
  int Rank = -1;
  if (isRunning())
    MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  print(Place, Text, Rank);
  if (isRunning())
    endAll();
  std::_Exit(1);
}

void checkRunning(const char *Function) {
  int IsInitialized = 0;
  MPI_Initialized(&IsInitialized);
  if (!isRunning())
    fail(Function, IsInitialized ? "MPI has been finalized"
                                 : "MPI is not initialized; call "
                                   "MPI_Init_thread first");
}

Ranks::Ranks(MPI_Comm Of) {
  MPI_Comm_dup(Of, &Own);
  MPI_Comm_set_errhandler(Own, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_rank(Own, &Number);
  MPI_Comm_size(Own, &Count);
}

Ranks::~Ranks() { MPI_Comm_free(&Own); }

int Ranks::turn() const {
  MPI_Comm Machine;
  MPI_Comm_split_type(Own, MPI_COMM_TYPE_SHARED, Number, MPI_INFO_NULL,
                      &Machine);
  int Turn = 0;
  MPI_Comm_rank(Machine, &Turn);
  MPI_Comm_free(&Machine);
  return Turn;
}

std::string Ranks::textOf(int From, const std::string &Text) const {
  constexpr size_t Size = 1024;
  char Bytes[Size] = {};
  Text.copy(Bytes, Size - 1);
  MPI_Bcast(Bytes, Size, MPI_CHAR, From, Own);
  return Bytes;
}

void Ranks::endTogether(const std::string &Place, const std::string &Text,
                        int Rank) const {
  print(Place, Text, Rank);
  MPI_Barrier(Own);
  endAll();
}

void Ranks::fail(const std::string &Place, const std::string &Text) const {
  print(Place, Text, Number);
  endAll();
}

} // namespace ompscan::mpi

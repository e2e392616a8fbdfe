//===- Ranks.h - The ranks of a communicator ------------------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_MPI_RANKS_H
#define OMPSCAN_MPI_RANKS_H

#include <mpi.h>
#include <string>

namespace ompscan::mpi {

/// Prints `ompscan: error: PLACE: TEXT (MPI rank N)` and ends all ranks.
[[noreturn]] void fail(const std::string &Place, const std::string &Text);

/// Ends the program unless MPI has been initialized and not finalized.
void checkRunning(const char *Function);

/// A duplicate of a communicator, so that messages of the program do not
/// interfere. Errors of MPI on it end all ranks.
class Ranks {
public:
  explicit Ranks(MPI_Comm Of);
  Ranks(const Ranks &) = delete;
  ~Ranks();

  MPI_Comm comm() const { return Own; }
  int rank() const { return Number; }
  int size() const { return Count; }
  /// The number of this rank among those of its machine. Collective.
  int turn() const;

  /// The text of rank \p From, cut if it is long. Collective.
  std::string textOf(int From, const std::string &Text) const;

  /// Ends all ranks, each of which prints the text: collective, so that no rank
  /// is ended before. \p Rank is the one that has the failure, or negative.
  [[noreturn]] void endTogether(const std::string &Place,
                                const std::string &Text, int Rank) const;
  /// Ends all ranks; the others need not call it.
  [[noreturn]] void fail(const std::string &Place,
                         const std::string &Text) const;

private:
  MPI_Comm Own = MPI_COMM_NULL;
  int Number = 0, Count = 1;
};

} // namespace ompscan::mpi

#endif // OMPSCAN_MPI_RANKS_H

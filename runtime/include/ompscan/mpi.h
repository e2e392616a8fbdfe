//===- ompscan/mpi.h - Scans over the ranks of MPI -------------*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Between ompscan_mpi_begin and ompscan_mpi_end every scan loop of a rank is
/// its part of one loop over all ranks, in the order of their numbers. The
/// library is libompscan-mpi (OmpScan::MPI); docs/mpi.md describes it. Errors
/// end all ranks with a message.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_MPI_H
#define OMPSCAN_MPI_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The library's layout, whatever the program packs.
#pragma pack(push, 8)

/// Begins a scope: the scan loops that the calling thread runs from now on are
/// shared by the ranks of \p comm. Collective; scopes do not nest. The
/// communicator is duplicated and may be freed.
void ompscan_mpi_begin(MPI_Comm comm);

/// Ends the scope. Collective.
void ompscan_mpi_end(void);

/// The numbers that the last loop that kept elements in a scope added to a
/// counter.
typedef struct ompscan_mpi_count {
  int64_t before; ///< in the ranks before this one: its offset
  int64_t own;    ///< in this rank
  int64_t all;    ///< in all ranks
} ompscan_mpi_count;

/// Answers what has been added to the variable at \p counter since the last
/// ompscan_mpi_begin of this thread.
/// \return 0, or -1 if it has counted in no loop.
int ompscan_mpi_get_count(const void *counter, ompscan_mpi_count *count);

/// Moves elements between the ranks of \p comm, in order, so that each of them
/// has an equal part: the first ranks have one more if they are not a multiple
/// of the number of ranks. Collective.
/// \param elements those of this rank; also takes its part of the result.
/// \param count    how many this rank has.
/// \param capacity for how many there is room.
/// \param size     bytes of an element; equal in all ranks.
/// \return how many elements this rank has now.
int64_t ompscan_mpi_balance(void *elements, int64_t count, int64_t capacity,
                            size_t size, MPI_Comm comm);

#pragma pack(pop)

#ifdef __cplusplus
} // extern "C"

namespace ompscan {

/// A scope that ends with the block.
class MpiScope {
public:
  explicit MpiScope(MPI_Comm Comm) { ompscan_mpi_begin(Comm); }
  MpiScope(const MpiScope &) = delete;
  MpiScope &operator=(const MpiScope &) = delete;
  ~MpiScope() { ompscan_mpi_end(); }
};

} // namespace ompscan
#endif

#endif // OMPSCAN_MPI_H

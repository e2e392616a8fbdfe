//===- Mpi.cpp - Scan loops over the ranks of MPI -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of ompscan/mpi.h that concern loops: an ompscan_exchange of
/// which each function is a collective operation of MPI.
///
//===----------------------------------------------------------------------===//

#include "ompscan/mpi.h"
#include "Ranks.h"
#include "ompscan/exchange.h"
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ompscan::mpi {

namespace {

/// The operand of MPI's reduction: whether a rank has a value, then the value.
constexpr size_t Header = 8;

/// The operator of the reduction in progress, which MPI has no argument for.
/// Reductions of several threads take turns.
std::mutex CombineLock;
const ompscan_combiner *Combiner = nullptr;
size_t ValueSize = 0;

/// MPI_User_function: `inout = in op inout`.
void combinePairs(void *In, void *InOut, int *Count, MPI_Datatype *) {
  const size_t Stride = Header + ValueSize;
  for (int I = 0; I != *Count; ++I) {
    const auto *Left = static_cast<unsigned char *>(In) + size_t(I) * Stride;
    auto *Right = static_cast<unsigned char *>(InOut) + size_t(I) * Stride;
    if (!Left[0])
      continue;
    if (Right[0])
      Combiner->combine(Combiner, Left + Header, Right + Header);
    else
      std::memcpy(Right, Left, Stride);
  }
}

/// Where a rank is: at a loop, or at the end of the scope.
struct Place {
  uint64_t Digest[2];
  const char *Text;
};

class Scope : public ompscan_exchange {
public:
  explicit Scope(MPI_Comm Of);
  ~Scope();

  /// Ends the scope of this rank together with all others.
  void end() { agree({{0, 0}, "at ompscan_mpi_end"}, nullptr, 0, nullptr); }

private:
  static const Scope &of(const ompscan_exchange *E) {
    return *static_cast<const Scope *>(E);
  }
  static void meet(const ompscan_exchange *E, const ompscan_part *Own,
                   ompscan_parts *All);
  static int32_t prefix(const ompscan_exchange *E, const void *Value,
                        uint64_t Size, const ompscan_combiner *C, void *Before);
  static void broadcast(const ompscan_exchange *E, int32_t From, void *Bytes,
                        uint64_t Size);
  static void counted(const ompscan_exchange *E, const void *Address,
                      int64_t Before, int64_t Own, int64_t All);
  static void failWith(const ompscan_exchange *E, const char *Location,
                       const char *Text);

  void agree(const Place &Own, const char *Failure, uint64_t Iterations,
             ompscan_parts *All) const;
  [[noreturn]] void reportDifference(const Place &Own) const;

  const Ranks Group;
  MPI_Op Combine = MPI_OP_NULL;
};

thread_local Scope *Current = nullptr;
thread_local std::map<const void *, ompscan_mpi_count> Counts;

Scope::Scope(MPI_Comm Of)
    : ompscan_exchange{meet, prefix, broadcast, counted, failWith, /*turn=*/0},
      Group(Of) {
  turn = static_cast<uint32_t>(Group.turn());
  MPI_Op_create(combinePairs, /*commute=*/0, &Combine);
}

Scope::~Scope() { MPI_Op_free(&Combine); }

/// Compares where all ranks are, and finds out which of them have iterations.
/// Returns if they are at the same place and none has a failure.
void Scope::agree(const Place &Own, const char *Failure, uint64_t Iterations,
                  ompscan_parts *All) const {
  enum { First, Last, Failed, Places };
  // The largest and the smallest number of all ranks, by one reduction.
  const auto Split = [](uint64_t Number, int64_t *To) {
    for (unsigned I = 0; I != 2; ++I) {
      const auto Half = static_cast<int64_t>(Number >> (32 * I) & UINT32_MAX);
      To[2 * I] = Half;
      To[2 * I + 1] = -Half;
    }
  };
  int64_t Numbers[Places + 8];
  Numbers[First] = Iterations ? Group.size() - Group.rank() : 0;
  Numbers[Last] = Iterations ? Group.rank() + 1 : 0;
  Numbers[Failed] = Failure ? Group.size() - Group.rank() : 0;
  Split(Own.Digest[0], Numbers + Places);
  Split(Own.Digest[1], Numbers + Places + 4);
  MPI_Allreduce(MPI_IN_PLACE, Numbers, Places + 8, MPI_INT64_T, MPI_MAX,
                Group.comm());
  for (unsigned I = Places; I != Places + 8; I += 2)
    if (Numbers[I] != -Numbers[I + 1])
      reportDifference(Own);
  if (Numbers[Failed]) {
    const int Rank = Group.size() - static_cast<int>(Numbers[Failed]);
    Group.endTogether(Own.Text, Group.textOf(Rank, Failure ? Failure : ""),
                      Rank);
  }
  if (All)
    *All = {Group.rank(),
            Numbers[First] ? Group.size() - static_cast<int32_t>(Numbers[First])
                           : -1,
            static_cast<int32_t>(Numbers[Last]) - 1};
}

/// Says which rank is at another place, and ends all.
void Scope::reportDifference(const Place &Own) const {
  const std::string Zero = Group.textOf(0, Own.Text);
  int Other = Zero == Own.Text ? Group.size() : Group.rank();
  MPI_Allreduce(MPI_IN_PLACE, &Other, 1, MPI_INT, MPI_MIN, Group.comm());
  const std::string Else =
      Other < Group.size() ? Group.textOf(Other, Own.Text) : "another version";
  Group.endTogether("MPI",
                    "ranks are at different loops of a scope: rank 0 is " +
                        Zero + ", and rank " +
                        std::to_string(Other < Group.size() ? Other : 0) +
                        " is " + Else +
                        "; all ranks of a scope run the same loops in the same "
                        "order, also without iterations",
                    -1);
}

void Scope::meet(const ompscan_exchange *E, const ompscan_part *Own,
                 ompscan_parts *All) {
  const Place At = {{Own->digest[0], Own->digest[1]}, Own->location};
  of(E).agree(At, Own->failure, Own->iterations, All);
}

int32_t Scope::prefix(const ompscan_exchange *E, const void *Value,
                      uint64_t Size, const ompscan_combiner *C, void *Before) {
  const Scope &S = of(E);
  const std::lock_guard<std::mutex> Guard(CombineLock);
  Combiner = C;
  ValueSize = Size;
  std::vector<unsigned char> Own(Header + Size), Result(Header + Size);
  if (Value) {
    Own[0] = 1;
    std::memcpy(Own.data() + Header, Value, Size);
  }
  MPI_Datatype Pair;
  MPI_Type_contiguous(static_cast<int>(Header + Size), MPI_BYTE, &Pair);
  MPI_Type_commit(&Pair);
  MPI_Exscan(Own.data(), Result.data(), 1, Pair, S.Combine, S.Group.comm());
  MPI_Type_free(&Pair);
  // MPI leaves the result of the first rank undefined.
  if (S.Group.rank() == 0 || !Result[0])
    return 0;
  std::memcpy(Before, Result.data() + Header, Size);
  return 1;
}

void Scope::broadcast(const ompscan_exchange *E, int32_t From, void *Bytes,
                      uint64_t Size) {
  MPI_Bcast(Bytes, static_cast<int>(Size), MPI_BYTE, From, of(E).Group.comm());
}

void Scope::counted(const ompscan_exchange *, const void *Address,
                    int64_t Before, int64_t Own, int64_t All) {
  Counts[Address] = {Before, Own, All};
}

void Scope::failWith(const ompscan_exchange *E, const char *Location,
                     const char *Text) {
  of(E).Group.fail(Location, Text);
}

/// Says that a scope is still open when MPI ends: an attribute of MPI_COMM_SELF
/// is deleted first of all then.
int noteFinalize(MPI_Comm, int, void *, void *) {
  if (Current)
    fail("MPI", "MPI_Finalize is called in a scope; ompscan_mpi_end has to end "
                "it");
  return MPI_SUCCESS;
}

void watchFinalize() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    int Key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, noteFinalize, &Key, nullptr);
    MPI_Comm_set_attr(MPI_COMM_SELF, Key, nullptr);
    MPI_Comm_free_keyval(&Key);
  });
}

/// Ends the program if MPI does not allow the threads of a loop.
void checkThreads(unsigned Threads) {
  int Level = MPI_THREAD_SINGLE, IsMain = 1;
  MPI_Query_thread(&Level);
  MPI_Is_thread_main(&IsMain);
  if (Level == MPI_THREAD_SINGLE && Threads > 1)
    fail("ompscan_mpi_begin",
         "MPI was initialized with MPI_THREAD_SINGLE, and loops run on " +
             std::to_string(Threads) +
             " threads; ask MPI_Init_thread for MPI_THREAD_FUNNELED, or set "
             "OMP_NUM_THREADS=1");
  if (Level <= MPI_THREAD_FUNNELED && !IsMain)
    fail("ompscan_mpi_begin",
         "a thread other than the main one begins a scope; ask MPI_Init_thread "
         "for MPI_THREAD_SERIALIZED");
}

} // namespace

} // namespace ompscan::mpi

using namespace ompscan::mpi;

#define OMPSCAN_EXPORT __attribute__((visibility("default")))

extern "C" {

OMPSCAN_EXPORT void ompscan_mpi_begin(MPI_Comm comm) {
  checkRunning("ompscan_mpi_begin");
  if (comm == MPI_COMM_NULL)
    fail("ompscan_mpi_begin",
         "the communicator is MPI_COMM_NULL: it has been freed, or this rank "
         "is none of its group");
  if (Current)
    fail("ompscan_mpi_begin",
         "a scope is open already, and scopes do not nest; call "
         "ompscan_mpi_end first");
  Current = new Scope(comm);
  Counts.clear();
  checkThreads(__ompscan_exchange_begin(Current));
  watchFinalize();
}

OMPSCAN_EXPORT void ompscan_mpi_end(void) {
  checkRunning("ompscan_mpi_end");
  if (!Current)
    fail("ompscan_mpi_end", "no scope is open; ompscan_mpi_begin begins one");
  Current->end();
  __ompscan_exchange_end();
  delete Current;
  Current = nullptr;
}

OMPSCAN_EXPORT int ompscan_mpi_get_count(const void *counter,
                                         ompscan_mpi_count *count) {
  const auto Found = Counts.find(counter);
  if (Found == Counts.end())
    return -1;
  *count = Found->second;
  return 0;
}

} // extern "C"

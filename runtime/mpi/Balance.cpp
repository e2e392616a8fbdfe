//===- Balance.cpp - Equal parts for all ranks ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ranks.h"
#include "ompscan/mpi.h"
#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

using namespace ompscan::mpi;

namespace {

constexpr char Name[] = "ompscan_mpi_balance";

/// Elements [Begin, End) of all ranks' elements in a row.
struct Span {
  int64_t Begin, End;

  int64_t size() const { return End - Begin; }
  Span meet(const Span &S) const {
    const int64_t From = std::max(Begin, S.Begin);
    return {From, std::max(From, std::min(End, S.End))};
  }
};

/// The part that rank \p R has of \p All elements in \p Ranks equal parts.
Span partOf(int64_t All, int R, int Ranks) {
  const int64_t Each = All / Ranks, More = All % Ranks;
  const int64_t Begin = R * Each + std::min<int64_t>(R, More);
  return {Begin, Begin + Each + (R < More)};
}

/// Numbers and places of the elements that this rank sends or receives, by
/// rank.
struct Side {
  std::vector<int> Counts, Places;
  int64_t Sum = 0;

  void add(int64_t Count, int64_t Place) {
    Counts.push_back(static_cast<int>(Count));
    Places.push_back(static_cast<int>(Place));
    Sum += Count;
  }
};

void balance(unsigned char *Elements, const std::vector<int64_t> &Ends,
             const Span &Part, size_t Size, const Ranks &All) {
  const auto HeldBy = [&](int R) {
    return Span{R ? Ends[static_cast<size_t>(R) - 1] : 0,
                Ends[static_cast<size_t>(R)]};
  };
  const Span Held = HeldBy(All.rank());
  const Span Stays = Held.meet(Part);
  Side Sent, Received;
  for (int R = 0; R != All.size(); ++R) {
    const bool IsOwn = R == All.rank();
    const Span Out = Held.meet(partOf(Ends.back(), R, All.size()));
    const Span In = HeldBy(R).meet(Part);
    Sent.add(IsOwn ? 0 : Out.size(), Out.Begin - Held.Begin);
    // Arriving elements are packed: those of lower ranks come first.
    Received.add(IsOwn ? 0 : In.size(), Received.Sum);
  }
  const auto Bytes = [Size](int64_t Count) {
    return static_cast<size_t>(Count) * Size;
  };
  const std::unique_ptr<unsigned char[]> Arrived(
      new unsigned char[Bytes(Received.Sum) + 1]);
  MPI_Datatype Element;
  MPI_Type_contiguous(static_cast<int>(Size), MPI_BYTE, &Element);
  MPI_Type_commit(&Element);
  MPI_Alltoallv(Elements, Sent.Counts.data(), Sent.Places.data(), Element,
                Arrived.get(), Received.Counts.data(), Received.Places.data(),
                Element, All.comm());
  MPI_Type_free(&Element);
  const int64_t Lower = Stays.size() ? Stays.Begin - Part.Begin : Received.Sum;
  if (Stays.size())
    std::memmove(Elements + Bytes(Lower),
                 Elements + Bytes(Stays.Begin - Held.Begin),
                 Bytes(Stays.size()));
  if (Lower)
    std::memcpy(Elements, Arrived.get(), Bytes(Lower));
  if (Received.Sum > Lower)
    std::memcpy(Elements + Bytes(Lower + Stays.size()),
                Arrived.get() + Bytes(Lower), Bytes(Received.Sum - Lower));
}

/// Why this rank cannot take part; empty if it can.
std::string whyNot(int64_t Count, int64_t Capacity, size_t Size,
                   const Span &Part) {
  if (Size == 0 || Size > INT_MAX)
    return "elements have " + std::to_string(Size) + " bytes";
  if (Count < 0 || Count > Capacity)
    return "there are " + std::to_string(Count) + " elements in an array for " +
           std::to_string(Capacity);
  if (Part.size() > Capacity)
    return "the rank gets " + std::to_string(Part.size()) +
           " elements, and has room for " + std::to_string(Capacity);
  if (Count > INT_MAX || Part.size() > INT_MAX)
    return "a rank has more than " + std::to_string(INT_MAX) +
           " elements, which MPI_Alltoallv cannot count";
  return "";
}

} // namespace

extern "C" __attribute__((visibility("default"))) int64_t
ompscan_mpi_balance(void *elements, int64_t count, int64_t capacity,
                    size_t size, MPI_Comm comm) {
  checkRunning(Name);
  if (comm == MPI_COMM_NULL)
    fail(Name, "the communicator is MPI_COMM_NULL");
  try {
    const Ranks All(comm);
    std::vector<int64_t> Ends(static_cast<size_t>(All.size()));
    const int64_t Own = std::max<int64_t>(count, 0);
    MPI_Allgather(&Own, 1, MPI_INT64_T, Ends.data(), 1, MPI_INT64_T,
                  All.comm());
    for (size_t R = 1; R != Ends.size(); ++R)
      Ends[R] += Ends[R - 1];
    const Span Part = partOf(Ends.back(), All.rank(), All.size());
    const std::string Why = whyNot(count, capacity, size, Part);
    int64_t Numbers[] = {Why.empty() ? 0 : All.size() - All.rank(),
                         static_cast<int64_t>(size),
                         -static_cast<int64_t>(size)};
    MPI_Allreduce(MPI_IN_PLACE, Numbers, 3, MPI_INT64_T, MPI_MAX, All.comm());
    if (Numbers[0]) {
      const int Rank = All.size() - static_cast<int>(Numbers[0]);
      All.endTogether(Name, All.textOf(Rank, Why), Rank);
    }
    if (Numbers[1] != -Numbers[2])
      All.endTogether(Name,
                      "elements have " + std::to_string(-Numbers[2]) +
                          " bytes in one rank and " +
                          std::to_string(Numbers[1]) + " in another",
                      -1);
    balance(static_cast<unsigned char *>(elements), Ends, Part, size, All);
    return Part.size();
  } catch (const std::bad_alloc &) {
    fail(Name, "the program is out of memory");
  }
}

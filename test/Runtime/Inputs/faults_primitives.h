// Primitives whose OpenCL calls fail, for faults-forms.cpp.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FAULTS_PRIMITIVES_H
#define FAULTS_PRIMITIVES_H

#include "faults_runs.h"
#include <ompscan/primitives.h>

/// Whether a call has failed when its results had begun to arrive.
static bool isLost() {
  return std::strstr(ompscan_last_error(), "are not known") != nullptr;
}

/// Compares \p Data with what it was where the call has failed, and with
/// \p Want where it has not.
static Outcome settled(int Status, const std::vector<int> &Data,
                       const std::vector<int> &Before,
                       const std::vector<int> &Want) {
  endOfFaults();
  if (Status)
    EXPECT(*ompscan_last_error() && (isLost() || Data == Before));
  else
    EXPECT(Data == Want);
  return Status ? Told : Right;
}

static Outcome select() {
  std::vector<int> X = inputs();
  const ompscan_predicate Keep = {"int", "x > 100", nullptr, nullptr, 0};
  size_t Kept = 0;
  const int Status =
      ompscan_select(X.data(), N, sizeof(int), &Keep, nullptr, &Kept);
  std::vector<int> Want;
  for (int I = 0; I < N; I++)
    if (input(I) > 100)
      Want.push_back(input(I));
  if (!Status) {
    EXPECT(Kept == Want.size());
    X.resize(Kept);
  }
  return settled(Status, X, inputs(), Want);
}

/// In place, of so many elements that do not come first that the device has no
/// room for some of them.
static Outcome presentPartition() {
  struct Element {
    int Key, Number, Rest[14];
  };
  std::vector<Element> X(N), Want;
  for (int I = 0; I < N; I++)
    X[I] = {input(I), I, {}};
  const std::vector<Element> Before = X;
  for (bool IsFirst : {true, false})
    for (const Element &E : Before)
      if ((E.Key % 4 == 0) == IsFirst)
        Want.push_back(E);
  const auto Is = [&](const std::vector<Element> &Other) {
    return std::memcmp(X.data(), Other.data(), N * sizeof(Element)) == 0;
  };
  const size_t Bytes = N * sizeof(Element);
  if (ompscan_map(Device, X.data(), Bytes, OMPSCAN_TO)) {
    endOfFaults();
    return Told;
  }
  const ompscan_predicate First = {"struct { int key, w[15]; }",
                                   "x.key % 4 == 0", nullptr, nullptr, 0};
  size_t Kept = 0;
  const int Status = ompscan_partition(X.data(), N, sizeof(Element), &First,
                                       nullptr, &Kept);
  const bool MayHaveChanged = isLost();
  endOfFaults();
  EXPECT(Is(Before));
  EXPECT(ompscan_unmap(Device, X.data(), Bytes, OMPSCAN_FROM) == 0);
  EXPECT((Status && MayHaveChanged) || Is(Status ? Before : Want));
  return Status ? Told : Right;
}

static Outcome partitionCopy() {
  const std::vector<int> X = inputs();
  std::vector<int> Out = poison(), Want;
  const ompscan_predicate Keep = {"int", "x & 1", nullptr, nullptr, 0};
  size_t Kept = 0;
  const int Status = ompscan_partition_copy(X.data(), Out.data(), nullptr, N,
                                            sizeof(int), &Keep, nullptr, &Kept);
  std::copy_if(X.begin(), X.end(), std::back_inserter(Want),
               [](int V) { return V & 1; });
  std::copy_if(X.begin(), X.end(), std::back_inserter(Want),
               [](int V) { return !(V & 1); });
  return settled(Status, Out, poison(), Want);
}

static Outcome unique() {
  std::vector<int> X(N), Want;
  for (int I = 0; I < N; I++)
    X[I] = I / 3;
  const std::vector<int> Before = X;
  for (int I = 0; I < N / 3; I++)
    Want.push_back(I);
  size_t Kept = 0;
  const int Status =
      ompscan_unique(X.data(), N, sizeof(int), nullptr, nullptr, &Kept);
  if (!Status)
    X.resize(Kept);
  return settled(Status, X, Before, Want);
}

/// The host can do it, but not when the keys have come and the values have not.
static Outcome sort() {
  std::vector<int> Keys = inputs(), Values(N), Want = Keys;
  for (int I = 0; I < N; I++)
    Values[I] = I;
  const ompscan_companion Companion = {Values.data(), sizeof(int), nullptr,
                                       nullptr};
  const int Status = ompscan_radix_sort(Keys.data(), N, "int", 0, &Companion);
  std::sort(Want.begin(), Want.end());
  for (int I = 0; I < N && !(Status && isLost()); I++)
    EXPECT(Status ? Values[I] == I : input(Values[I]) == Want[I]);
  return settled(Status, Keys, inputs(), Want);
}

/// The keys come before the indices.
static Outcome first() {
  const std::vector<int> X = inputs();
  std::vector<int> Out = poison(), Indices = poison(), Want(N), Places(N);
  for (int I = 0; I < N; I++)
    Places[I] = I;
  std::sort(Places.begin(), Places.end(), [&](int A, int B) {
    return X[A] == X[B] ? A < B : X[A] < X[B];
  });
  for (int I = 0; I < N; I++)
    Want[I] = X[Places[I]];
  const int Status = ompscan_top_k(X.data(), N, "int", 0, N, Out.data(),
                                   Indices.data(), sizeof(int));
  EXPECT(Status ? isLost() || Indices == poison() : Indices == Places);
  return settled(Status, Out, poison(), Want);
}

static Outcome shift() {
  std::vector<int> X = inputs(), Want = X;
  const int Fill = 8;
  const int Status = ompscan_shift(X.data(), N, 5, sizeof(int), &Fill);
  for (int I = N - 1; I >= 0; I--)
    Want[I] = I < 5 ? Fill : input(I - 5);
  return settled(Status, X, inputs(), Want);
}

static Outcome reduce() {
  const std::vector<int> X = inputs();
  const ompscan_predicate Plus = {"int", "+", nullptr, nullptr, 0};
  std::vector<int> Result = {-1}, Want = {0};
  for (int V : X)
    Want[0] += V;
  const int Status = ompscan_reduce(X.data(), N, sizeof(int), &Plus, nullptr,
                                    Result.data());
  return settled(Status, Result, {-1}, Want);
}

static Outcome segments() {
  const std::vector<int> X = inputs();
  std::vector<int> Out = poison(), Want(N);
  std::vector<size_t> Begins;
  for (int I = 0; I < N; I++) {
    if (I % 100 == 0)
      Begins.push_back(I);
    Want[I] = X[I] + (I % 100 ? Want[I - 1] : 0);
  }
  const ompscan_predicate Plus = {"int", "+", nullptr, nullptr, 0};
  const ompscan_segments ByOffsets = {nullptr, nullptr, 0, Begins.data(),
                                      Begins.size()};
  const int Status = ompscan_segmented_scan(X.data(), Out.data(), N,
                                            sizeof(int), &Plus, &ByOffsets,
                                            nullptr);
  return settled(Status, Out, poison(), Want);
}

static Outcome reduceByKey() {
  const std::vector<int> X = inputs();
  std::vector<int> Keys(N), OutKeys = poison(), Out = poison(),
                            Want = poison();
  for (int I = 0; I < N; I++) {
    Keys[I] = I / 100;
    Want[I / 100] = X[I] + (I % 100 ? Want[I / 100] : 0);
  }
  const ompscan_predicate Plus = {"int", "+", nullptr, nullptr, 0};
  size_t Count = 0;
  const int Status =
      ompscan_reduce_by_key(Keys.data(), X.data(), N, sizeof(int), sizeof(int),
                            &Plus, OutKeys.data(), Out.data(), &Count);
  if (!Status)
    EXPECT(Count == N / 100 && OutKeys[7] == 7);
  return settled(Status, Out, poison(), Want);
}

static Outcome runLengths() {
  std::vector<int> X(N), Out = poison(), Want = poison();
  std::vector<size_t> Lengths(N, 99);
  for (int I = 0; I < N; I++)
    Want[I / 100] = X[I] = I / 100 + 5;
  size_t Count = 0;
  const int Status =
      ompscan_run_length_encode(X.data(), N, sizeof(int), nullptr, Out.data(),
                                Lengths.data(), &Count);
  EXPECT(Status ? isLost() || Lengths[0] == 99
                : Count == N / 100 && Lengths[0] == 100 &&
                      Lengths[N / 100 - 1] == 100);
  return settled(Status, Out, poison(), Want);
}

static Outcome histogram() {
  const std::vector<int> X = inputs();
  std::vector<size_t> Counts(16, 99), Want(16);
  const int Lower = -2000, Upper = 2096;
  for (int V : X)
    Want[size_t(V - Lower) * 16 / 4096]++;
  const int Status = ompscan_histogram_even(X.data(), N, "int", &Lower, &Upper,
                                            16, Counts.data());
  endOfFaults();
  EXPECT(Counts == (Status ? std::vector<size_t>(16, 99) : Want) ||
         (Status && isLost()));
  return Status ? Told : Right;
}

/// On data that is on the device, a primitive that fails may not be done by the
/// host.
static Outcome presentSelect() {
  std::vector<int> X = inputs();
  std::vector<unsigned char> Flags(N);
  for (int I = 0; I < N; I++)
    Flags[I] = input(I) & 1;
  const size_t Bytes = N * sizeof(int);
  if (ompscan_map(Device, X.data(), Bytes, OMPSCAN_TO)) {
    endOfFaults();
    return Told;
  }
  std::fill(X.begin(), X.end(), -1);
  size_t Kept = 0;
  const int Status = ompscan_select_flagged(X.data(), Flags.data(), N,
                                            sizeof(int), nullptr, &Kept);
  const std::string Error = ompscan_last_error();
  endOfFaults();
  EXPECT(X[0] == -1 && X[N - 1] == -1);
  EXPECT(ompscan_unmap(Device, X.data(), Bytes, OMPSCAN_FROM) == 0);
  if (Status) {
    EXPECT(!Error.empty());
    if (Error.find("are not known") == std::string::npos)
      EXPECT(X == inputs());
    return Told;
  }
  size_t Want = 0;
  for (int I = 0; I < N; I++)
    if (Flags[I])
      EXPECT(X[Want++] == input(I));
  EXPECT(Want == Kept);
  return Right;
}

/// In place, in three pieces.
static Outcome scanAcross() {
  std::vector<int> X = inputs();
  if (ompscan_map(Device, X.data(), N * sizeof(int), OMPSCAN_TO)) {
    endOfFaults();
    return Told;
  }
  const ompscan_predicate Plus = {"int", "+", nullptr, nullptr, 0};
  std::vector<ompscan_piece> Pieces;
  for (const int Begin : {0, N / 3, N / 2})
    Pieces.push_back({&X[Begin], &X[Begin],
                      size_t(Begin == 0       ? N / 3
                             : Begin == N / 3 ? N / 2 - N / 3
                                              : N - N / 2),
                      Device});
  const int Status =
      ompscan_scan_across(Pieces.data(), 3, sizeof(int), &Plus, nullptr);
  const std::string Error = ompscan_last_error();
  endOfFaults();
  EXPECT(ompscan_unmap(Device, X.data(), N * sizeof(int), OMPSCAN_FROM) == 0);
  if (Status) {
    EXPECT(!Error.empty());
    if (Error.find("are not known") == std::string::npos)
      EXPECT(X == inputs());
    return Told;
  }
  std::vector<int> Want = inputs();
  for (int I = 1; I < N; I++)
    Want[I] += Want[I - 1];
  EXPECT(X == Want);
  return Right;
}

#endif // FAULTS_PRIMITIVES_H

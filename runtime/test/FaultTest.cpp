//===- FaultTest.cpp - Every OpenCL call fails once -----------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs loops on a layer of OpenCL that makes a call fail (see
/// test/Support/opencl_layer.h), for each call that the loop makes. Either the
/// device's result is right, or the host can still do the loop, or the error
/// says that results are lost; nothing leaks, and the next loop runs as ever.
///
//===----------------------------------------------------------------------===//

#include "OpenCLOf.h"
#include "TestLoop.h"
#include "device/Devices.h"
#include "launch/Choice.h"
#include "launch/Chunks.h"
#include "launch/HostLoopMirror.h"
#include "launch/Launch.h"
#include "opencl_layer.h"
#include "plan/Plan.h"
#include "plan/Tuning.h"
#include "support/Failure.h"
#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <memory>
#include <string>

using namespace ompscan::rt;

namespace {

/// The layer that the loader has put between the runtime and OpenCL.
struct Layer {
  decltype(&opencl_layer_fail) Fail;
  decltype(&opencl_layer_calls) Calls;
  decltype(&opencl_layer_live) Live;
  decltype(&opencl_layer_deny) Deny;
  decltype(&opencl_layer_failed) Failed;

  Layer() {
    allDevices();
    void *Handle =
        ::dlopen(std::getenv("OPENCL_LAYERS"), RTLD_NOW | RTLD_NOLOAD);
    if (!Handle)
      throw Failure("OPENCL_LAYERS does not name the layer for tests");
    find(Handle, "opencl_layer_fail", Fail);
    find(Handle, "opencl_layer_calls", Calls);
    find(Handle, "opencl_layer_live", Live);
    find(Handle, "opencl_layer_deny", Deny);
    find(Handle, "opencl_layer_failed", Failed);
  }

  std::map<std::string, long> live() const {
    std::map<std::string, long> Counts;
    for (const char *Kind :
         {"context", "queue", "memory", "program", "kernel", "event"})
      Counts[Kind] = Live(Kind);
    return Counts;
  }

private:
  template <typename F>
  static void find(void *Handle, const char *Name, F &To) {
    To = reinterpret_cast<F>(::dlsym(Handle, Name));
  }
};

const Layer &layer() {
  static const Layer L;
  return L;
}

enum class Outcome { Done, Host, Lost, Wrong };

/// How many runs came out in which way.
using Tally = std::map<Outcome, long>;

/// One run and what became of it.
struct Run {
  Outcome Result = Outcome::Done;
  std::string Cause; ///< where it did not end well
  long Calls = 0;
};

/// What a series of runs looks at.
struct Series {
  const char *Name;
  bool AllAfter = false; ///< the device is lost
  bool Cold = false;     ///< each run has a device that nobody has used
  bool Compile = false;  ///< each run has kernels that nobody has compiled
  Algorithm Method = Algorithm::ThreeKernel;
  bool Resident = false; ///< the arrays are on the device
  bool Chunks = false;   ///< in three chunks, through pinned blocks
  bool Resumes = false;  ///< the host can go on behind some of them
  bool MayLose = false;  ///< results of loops in place
};

/// The iterations of a chunk.
constexpr uint64_t ChunkTrips = 4096;

/// Maps the arrays of \p L on \p D, and spoils what the host has of them.
template <typename Op> void mapArrays(TestLoop<Op> &L, Device &D) {
  for (auto *B : {&L.Y, &L.X}) {
    dataOf(D).enter(B->data(), B->bytes(), OMPSCAN_TO);
    std::memset(B->data(), 0x77, B->bytes());
  }
}

/// Brings the results home.
template <typename Op> void unmapArrays(TestLoop<Op> &L, Device &D) {
  for (auto *B : {&L.Y, &L.X})
    dataOf(D).exit(B->data(), B->bytes(), OMPSCAN_FROM);
}

/// Runs \p L on \p D while the layer makes calls fail.
template <typename Op>
Run runFailing(TestLoop<Op> &L, Device &D, long At, const Series &S) {
  Plan Small;
  Small.Method = S.Method;
  Small.Tile = {2, 3}; // Several levels.
  Small.Kind = D.driverKind();
  Run R;
  if (S.Resident)
    mapArrays(L, D);
  ResolvedLaunch Launch = checked(L.L, D);
  std::unique_ptr<HostLoopMirror> Stay;
  if (S.Resumes)
    L.L.Features |= OMPSCAN_FEATURE_RESUMES;
  uint64_t Done = 0; ///< iterations
  layer().Fail(At, S.AllAfter);
  try {
    try {
      if (S.Chunks)
        runInChunks(L.L, {{Launch, {ChunkTrips, 1}, ""}});
      else
        runOn(Small, L.L, Launch);
    } catch (const Unrecoverable &) {
      throw;
    } catch (...) {
      if (S.Resident)
        Stay = std::make_unique<HostLoopMirror>(L.L, Launch);
      throw;
    }
  } catch (const LostResults &E) {
    R = {Outcome::Lost, E.what(), 0};
  } catch (const PartlyDone &E) {
    R = {Outcome::Host, E.what(), 0};
    Done = static_cast<uint64_t>((E.Next - L.F.Lower) / L.F.Step);
  } catch (const std::exception &E) {
    R = {Outcome::Host, E.what(), 0};
  }
  R.Calls = layer().Calls();
  layer().Fail(0, 0);
  if (Stay)
    Stay->begin();
  if (R.Result == Outcome::Host)
    L.runOnHost(Done);
  if (Stay)
    Stay->end();
  Stay.reset();
  Launch = {};
  if (S.Resident)
    unmapArrays(L, D);
  if (R.Result != Outcome::Lost && L.wrong() != -1)
    R.Result = Outcome::Wrong;
  return R;
}

/// Checks what a run has said about the call that the layer made to fail.
void checkCause(const Run &R, const Series &S, bool InPlace) {
  const std::string Call = layer().Failed();
  ASSERT_NE(R.Result, Outcome::Wrong) << Call << ": " << R.Cause;
  if (R.Result == Outcome::Done)
    return;
  // What has been computed on the device only, and a loop that overwrites its
  // input, cannot be run again.
  ASSERT_TRUE(R.Result == Outcome::Host || (S.MayLose && InPlace) ||
              (S.Resident && S.AllAfter))
      << Call << ": " << R.Cause;
  ASSERT_NE(R.Cause.find("CL_OUT_OF_RESOURCES"), std::string::npos) << R.Cause;
  // A lost device may show itself later than at the first call that fails.
  ASSERT_TRUE(S.AllAfter || R.Cause.find(Call) != std::string::npos)
      << Call << " has failed, but the message is: " << R.Cause;
}

void checkLeaks(const std::map<std::string, long> &Before, const Series &S) {
  const std::string Call = layer().Failed();
  for (const auto &[Kind, Count] : layer().live())
    if (!S.Compile || (Kind != "program" && Kind != "kernel")) {
      EXPECT_LE(Count, Before.at(Kind)) << Kind << " after " << Call;
    }
}

/// Runs a loop of \p F on \p D whose call \p At fails, and checks what became
/// of it.
template <typename Op>
void failOnce(const Form &F, Device &D, long At, const Series &S, Tally &T,
              Run &R) {
  TestLoop<Op> L(F);
  if (S.Compile)
    L.setHooks("// " + std::to_string(At) + S.Name + "\n" + L.Hooks.Text);
  R = runFailing(L, D, At, S);
  if (R.Calls < At) // There is no such call.
    ASSERT_EQ(R.Result, Outcome::Done) << R.Cause;
  else
    ++T[R.Result];
  ASSERT_NO_FATAL_FAILURE(checkCause(R, S, F.InPlace))
      << S.Name << ", call " << At;
}

template <typename Op> void failEachCall(const Form &F, const Series &S) {
  Device &Warm = *deviceFor(OMPSCAN_DEVICE_DEFAULT);
  const auto RunWell = [&] {
    TestLoop<Op> L(F);
    ASSERT_EQ(runFailing(L, Warm, 0, S).Result, Outcome::Done);
  };
  ASSERT_NO_FATAL_FAILURE(RunWell());
  const auto Before = layer().live();
  ASSERT_EQ(Before.at("event"), 0);

  Tally T;
  Run R;
  long At = 0;
  do {
    ++At;
    if (S.Cold) {
      Device Fresh(std::make_shared<OpenCLDevice>(handleOf(Warm)));
      ASSERT_NO_FATAL_FAILURE(failOnce<Op>(F, Fresh, At, S, T, R));
    } else {
      // Where the one before has run well, so that all have the same calls; and
      // then where that one has failed, and has left less to begin with.
      ASSERT_NO_FATAL_FAILURE(RunWell()) << "the next loop runs as ever";
      ASSERT_NO_FATAL_FAILURE(failOnce<Op>(F, Warm, At, S, T, R));
      Run Again;
      ASSERT_NO_FATAL_FAILURE(failOnce<Op>(F, Warm, At, S, T, Again));
    }
    checkLeaks(Before, S);
  } while (R.Calls >= At);
  ASSERT_NO_FATAL_FAILURE(RunWell()) << "the next loop runs as ever";
  std::cout << S.Name << ": " << At - 1 << " calls, " << T[Outcome::Done]
            << " done, " << T[Outcome::Host] << " left to the host, "
            << T[Outcome::Lost] << " lost\n";
}

Form form(bool InPlace, int64_t Stride, uint32_t MapKind) {
  Form F;
  F.N = 100;
  F.InPlace = InPlace;
  F.Y = F.X = {Stride, 0};
  F.MapKind = MapKind;
  return F;
}

/// Every kind of loop that there is, by every algorithm: two arrays, in place,
/// with gaps, mapped.
template <typename Op> void failEveryKind(Series S) {
  const std::string Name = S.Name;
  for (Algorithm Method : {Algorithm::ThreeKernel, Algorithm::ReduceThenScan,
                           Algorithm::SinglePass})
    for (bool InPlace : {false, true})
      for (int64_t Stride : {1, -3})
        for (uint32_t MapKind : {OMPSCAN_MAP_NONE, OMPSCAN_MAP_TOFROM}) {
          const std::string Kind = Name + ", " + algorithmName(Method) +
                                   (InPlace ? ", in place" : "") +
                                   (Stride == 1 ? "" : ", strided") +
                                   (MapKind ? ", mapped" : "");
          S.Name = Kind.c_str();
          S.Method = Method;
          ASSERT_NO_FATAL_FAILURE(
              failEachCall<Op>(form(InPlace, Stride, MapKind), S));
        }
}

TEST(Faults, EachCall) {
  failEveryKind<IntSum>({"int"});
  failEveryKind<Affine>({"affine"});
}

TEST(Faults, DeviceLost) {
  failEveryKind<IntSum>({"int, lost", /*AllAfter=*/true});
  failEveryKind<Affine>({"affine, lost", /*AllAfter=*/true});
}

/// Of loops on data that is on the device.
TEST(Faults, Resident) {
  for (bool AllAfter : {false, true}) {
    Series S{AllAfter ? "resident, lost" : "resident", AllAfter};
    S.Resident = S.MayLose = true;
    failEveryKind<IntSum>(S);
    failEveryKind<Affine>(S);
  }
}

/// Of loops that are cut, one chunk after the other, so that calls have an
/// order. A pinned block that cannot be had is done without.
TEST(Faults, Chunks) {
  Device &D = *deviceFor(OMPSCAN_DEVICE_DEFAULT);
  const TransferRules Before = D.pinned().rules();
  // Two blocks have room for the results of a chunk, or for half of them.
  constexpr uint64_t Half = ChunkTrips * sizeof(int) / 2, Quarter = Half / 2;
  const auto Run = [&](const Series &S, bool InPlace, uint64_t Piece) {
    D.pinned().setRules({true, 2048, Piece, 1, 16384, 65536, UINT64_MAX});
    Form F = form(InPlace, 1, OMPSCAN_MAP_NONE);
    F.N = 3 * ChunkTrips - 100;
    failEachCall<IntSum>(F, S);
  };
  Series S{"chunks"};
  S.Chunks = true;
  Run(S, /*InPlace=*/false, Quarter);
  S.Name = "chunks, in place";
  S.Resumes = true;
  Run(S, /*InPlace=*/true, Quarter); // Reads them again.
  S.AllAfter = true;
  Run(S, /*InPlace=*/true, Half);
  S.Resumes = false;
  S.Name = "chunks";
  Run(S, /*InPlace=*/false, Quarter);
  S.MayLose = true;
  S.Name = "chunks, in place, of an older plugin";
  Run(S, /*InPlace=*/true, Half);
  D.pinned().setRules(Before);
}

/// The search for a pinned block fails, too.
TEST(Faults, FirstPinnedBlock) {
  Device &D = *deviceFor(OMPSCAN_DEVICE_DEFAULT);
  const TransferRules Before = D.pinned().rules();
  const TransferRules Staged{true, 64, 4096, 1, 16384, 65536, UINT64_MAX};
  TestLoop<IntSum> First(form(false, 1, OMPSCAN_MAP_NONE));
  ASSERT_EQ(runFailing(First, D, 0, {"first pinned block"}).Result,
            Outcome::Done);
  const auto Live = layer().live(); // With the pools filled.
  for (long At = 1; At != 8; ++At) {
    D.pinned().setRules(Staged); // Without a block.
    TestLoop<IntSum> L(form(false, 1, OMPSCAN_MAP_NONE));
    const auto R = runFailing(L, D, At, {"first pinned block"});
    EXPECT_NE(R.Result, Outcome::Wrong) << At;
    EXPECT_NE(R.Result, Outcome::Lost) << At;
    D.pinned().setRules(Staged);
    EXPECT_LE(layer().live()["memory"], Live.at("memory")) << At;
  }
  D.pinned().setRules(Before);
}

/// With the context and the queue still to be made, and the program still to be
/// loaded from the cache on disk.
TEST(Faults, FirstLoop) {
  for (bool AllAfter : {false, true})
    failEachCall<IntSum>(form(false, 1, OMPSCAN_MAP_NONE),
                         {"first loop", AllAfter, /*Cold=*/true});
}

/// With the program still to be compiled.
TEST(Faults, FirstBuild) {
  failEachCall<IntSum>(form(true, 1, OMPSCAN_MAP_NONE),
                       {"first build", false, /*Cold=*/true, /*Compile=*/true});
}

/// Drivers answer 0 where OpenCL does not allow that.
TEST(Faults, ZeroFigures) {
  const cl::Device Handle = handleOf(*deviceFor(OMPSCAN_DEVICE_DEFAULT));
  for (cl_device_info What :
       {CL_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_MAX_WORK_GROUP_SIZE,
        CL_DEVICE_MAX_WORK_ITEM_SIZES, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
        CL_DEVICE_LOCAL_MEM_SIZE, CL_DEVICE_GLOBAL_MEM_SIZE,
        CL_DEVICE_MAX_MEM_ALLOC_SIZE, CL_DEVICE_MEM_BASE_ADDR_ALIGN}) {
    layer().Deny(What);
    Device D(std::make_shared<OpenCLDevice>(Handle));
    layer().Deny(0);
    EXPECT_GE(D.units(), 1u) << What;
    EXPECT_GE(D.limits().MaxGroup, 1u) << What;
    EXPECT_GE(D.memory(), 1u) << What;
    EXPECT_GE(D.maxBuffer(), 1u) << What;
    D.backend().allocate(64).part(32, 32); // Divides by the alignment.
    EXPECT_GE(reduceGroups(D.units(), {1, 1}), 1u) << What;
    TestLoop<IntSum> L(form(false, 1, OMPSCAN_MAP_NONE));
    const ResolvedLaunch R = checked(L.L, D);
    const Cut C = cutFor(L.L, R, memoryLimits(D, environment()));
    ASSERT_EQ(C.Chunk, L.F.N) << What;
    runOn(choosePlan(L.L, R), L.L, R);
    EXPECT_EQ(L.wrong(), -1) << What;
  }
}

} // namespace

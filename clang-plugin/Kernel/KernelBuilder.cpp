//===- KernelBuilder.cpp - From a ScanLoop to OpenCL C --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/KernelBuilder.h"
#include "Analysis/Parallel/RowTraits.h"
#include "Compose.h"
#include "Kernel/BodyHooks.h"
#include "Kernel/CombineHooks.h"
#include "Kernel/HostTraits.h"
#include "Kernel/InspectorHooks.h"
#include "Kernel/KernelHooks.h"
#include "Kernel/ParallelHooks.h"
#include "Kernel/RecurrenceHooks.h"
#include "Kernel/SelectionHooks.h"
#include "Kernel/TeamHooks.h"
#include "Kernel/VectorHooks.h"
#include "Support/ClangCompat.h"
#include "Support/Printable.h"
#include "ompscan/abi.h"
#include "plan/Tuning.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace ompscan::plugin;

/// Adds the division by the trip counts of loops, whose inverses the host
/// passes.
static void addDivision(KernelHooks &S) {
  if (S.Loop.isBatch())
    S.Text +=
        "static inline ulong ompscan_divide(const ulong a, const ulong b, "
        "const ulong inverse) {\n"
        "  const ulong q = mul_hi(a, inverse);\n"
        "  return a - q * b >= b ? q + 1 : q;\n}\n\n";
}

/// The traits of \p Nest, whose rows have the traits \p Rows and the \p Hooks,
/// that are about what runs its iterations.
static unsigned teamTraits(const ScanLoop &Nest, const RowTraits &Rows,
                           const TeamHooks &Hooks) {
  unsigned Traits = OMPSCAN_TRAIT_HAS_TEAM;
  if (Rows.AreEqual)
    Traits |= OMPSCAN_TRAIT_HAS_EQUAL_ROWS;
  if (Rows.HaveBundles)
    Traits |= OMPSCAN_TRAIT_HAS_BUNDLES;
  if (Rows.HaveParts && Hooks.valueSize() <= ompscan::rt::MaxPtxItemSize)
    Traits |= OMPSCAN_TRAIT_HAS_PARTS;
  if (Rows.AccessNeighbours)
    Traits |= OMPSCAN_TRAIT_PREFERS_TEAM;
  if (Rows.Kept.Reread)
    Traits |= OMPSCAN_TRAIT_REREADS;
  if (Rows.AreColumns)
    Traits |= OMPSCAN_TRAIT_HAS_COLUMNS;
  if (Rows.AreColumns || Hooks.scansAhead())
    Traits |= OMPSCAN_TRAIT_IS_FAST_ALONE;
  for (const TeamLoop &T : Nest.parallel()->Team)
    if (T.Loop->scan() && !T.Loop->IsSingleUpdate)
      Traits |= OMPSCAN_TRAIT_USES_BEFORE;
  return Traits;
}

/// Whether the kernels of \p Loop, which has items, combine in the order of
/// docs/floating-point.md: it is asked for, and matters. Rows may be launched
/// one by one, or all together, and have no common order.
static bool isOrdered(const ScanLoop &Loop, const ASTContext &Context) {
  return Loop.Where.IsOrdered && !Loop.isBatch() &&
         !combinesIntegers(Loop, Context);
}

/// \returns the traits of the scan \p S, bits of ompscan_trait.
static unsigned scanTraits(const KernelHooks &S, const VectorHooks &Vectors) {
  const ScanLoop &Loop = S.Loop;
  // An element of a recurrence holds a value of the scan.
  const bool CanReload = !S.Items.front().function();
  unsigned Traits = !Loop.IsSingleUpdate ? OMPSCAN_TRAIT_USES_BEFORE
                    : CanReload          ? OMPSCAN_TRAIT_CAN_RELOAD
                                         : 0;
  if (Vectors.hasVectors())
    Traits |= OMPSCAN_TRAIT_HAS_VECTORS;
  if (Vectors.hasResults())
    Traits |= OMPSCAN_TRAIT_HAS_RESULTS;
  if (Loop.isFold())
    Traits |= OMPSCAN_TRAIT_IS_FOLD;
  if (Vectors.hasFills())
    Traits |= OMPSCAN_TRAIT_HAS_FILLS;
  if (Vectors.isPlain())
    Traits |= OMPSCAN_TRAIT_IS_PLAIN;
  if (combinesIntegers(Loop, S.Context))
    Traits |= OMPSCAN_TRAIT_IS_INTEGER;
  if (S.Streamed.size() != 0)
    Traits |= OMPSCAN_TRAIT_HAS_STREAMS;
  if (isFastAlone(S, Traits))
    Traits |= OMPSCAN_TRAIT_IS_FAST_ALONE;
  if (needsThreads(S))
    Traits |= OMPSCAN_TRAIT_NEEDS_THREADS;
  if (isOrdered(Loop, S.Context))
    Traits |= OMPSCAN_TRAIT_IS_ORDERED;
  return Traits;
}

std::string Kernel::source() const {
  return WideInteger.isNull()
             ? templates::compose(Template, Traits, Hooks.c_str())
             : templates::composeNative(Template, Traits, ValueSize,
                                        Hooks.c_str());
}

std::string Kernel::checkedSource() const {
  return WideInteger.isNull()
             ? templates::composeHooks(Template, Traits, Hooks.c_str())
             : source();
}

/// Checks what the loop computes, also where the kernel combines values in
/// another way than the loop.
static void checkArithmetic(KernelHooks &S) {
  S.Lower.checkArithmetic(S.Loop.body().source());
  for (const Fill &F : S.Loop.Fills)
    S.Lower.checkArithmetic(F.Value);
}

/// Whether an operator of \p S may have branches that do not become selections:
/// it is declared, its values are structures, or its functions are rational or
/// may be constant.
static bool mayBranch(const KernelHooks &S) {
  return llvm::any_of(S.Loop.Items,
                      [](const Item &I) {
                        return I.Declared || !I.Type->isBuiltinType();
                      }) ||
         llvm::any_of(S.Items, [](const ItemCode &I) {
           const FunctionCode *Function = I.function();
           return Function && (Function->isRational() ||
                               !Function->isConstant("a").empty());
         });
}

/// Notes what the operators call, which is all that has been lowered so far,
/// and says so, which sums are long, and whether operators may branch, to the
/// host's templates.
static void addCombineCalls(KernelHooks &S) {
  S.CombineCalls = S.Lower.libraryCalls();
  const FunctionCode *Function = S.Items.front().function();
  if (S.Items.size() == 1 && Function && Function->addsInLanes())
    S.Text +=
        "#define OMPSCAN_LONG_SUM " + S.Items.front().elementType() + "\n\n";
  if (S.CombineCalls != LibraryCalls::None)
    S.Text += std::string("#define OMPSCAN_COMBINE_CALLS OMPSCAN_CALLS_") +
              (S.CombineCalls == LibraryCalls::Math ? "MATH" : "LIBRARY") +
              "\n\n";
  if (isOrdered(S.Loop, S.Context) && mayBranch(S))
    S.Text += "#define OMPSCAN_COMBINE_BRANCHES 1\n\n";
}

/// Adds what the host knows of the only item if it is a sum that begins anew in
/// some iterations: `ompscan_going_on`, an input of another iteration, and
/// `ompscan_mark`, which is 0 for such inputs. It is an integer, so that one
/// test serves for several of them.
static void addRestartedSum(KernelHooks &S) {
  const Item &I = S.Loop.Items.front();
  const FunctionCode *Function = S.Items.front().function();
  if (S.Items.size() != 1 || S.Loop.isBatch() || !Function ||
      !Function->isRestartedSum())
    return;
  const bool IsFloat = I.Type->isSpecificBuiltinType(BuiltinType::Float);
  if (!IsFloat && !I.Type->isSpecificBuiltinType(BuiltinType::Double))
    return;
  S.Text += "#define OMPSCAN_MAY_GO_ON 1\nstatic inline ulong "
            "ompscan_mark(const ompscan_T a) {\n  return " +
            std::string(IsFloat ? "as_uint" : "as_ulong") +
            "(a.k);\n}\n\nstatic inline ompscan_T ompscan_going_on(const "
            "ompscan_T a) {\n  return " +
            Function->addition("a.v") + ";\n}\n\n";
}

/// Adds `ompscan_constant`, which makes use of the fact that functions are
/// constant in every prefix, where it saves work, and `ompscan_is_fixed`, which
/// tells whether a value hides all values in front of it. The host uses them.
static void addConstants(KernelHooks &S) {
  std::string Known, Fixed;
  bool MayBeFixed = true, IsApplied = false;
  for (const auto &[Number, I] : llvm::enumerate(S.Items)) {
    const FunctionCode *Function = I.function();
    const std::string Value = S.member("a", Number);
    const std::string Test = Function ? Function->isConstant(Value) : "";
    MayBeFixed &= !Test.empty();
    Fixed += (Fixed.empty() ? "" : " && ") + Test;
    if (!Function)
      continue;
    IsApplied |= Function->isApplied() || Function->isRestartedSum();
    Known += "  " + S.member("r", Number) + " = " +
             Function->constantOf(Value) + ";\n";
  }
  if (MayBeFixed)
    S.Text += "#define OMPSCAN_MAY_BE_FIXED 1\nstatic inline int "
              "ompscan_is_fixed(const ompscan_T a) {\n  return " +
              Fixed + ";\n}\n\n";
  if (IsApplied)
    S.Text += "#define OMPSCAN_IS_APPLIED 1\nstatic inline ompscan_T "
              "ompscan_constant(const ompscan_T a) {\n  ompscan_T r = a;\n" +
              Known + "  return r;\n}\n\n";
  if (hasPowers(S))
    S.Text += S.Items.front().function()->linear()->powerFunctions();
  addRestartedSum(S);
}

/// Adds `ompscan_settled`, which makes subnormal factors of the only item 0:
/// products of many factors end as subnormal numbers, with which some
/// processors take a hundred times as long to compute.
static void addSettling(KernelHooks &S) {
  const FunctionCode *Function = S.Items.front().function();
  const std::string Least =
      S.Items.size() == 1 && Function ? Function->leastFactor() : "";
  if (Least.empty())
    return;
  S.Text += "#define OMPSCAN_HAS_FACTORS 1\nstatic inline ompscan_T "
            "ompscan_settled(const ompscan_T a) {\n  ompscan_T r = a;\n";
  for (const std::string &Factor : Function->factorNames())
    S.Text += "  r." + Factor + " = fabs(a." + Factor + ") < " + Least +
              " ? 0 : a." + Factor + ";\n";
  S.Text += "  return r;\n}\n\n";
}

/// The hooks of \p S behind the definitions that they use.
static std::string hooksText(const KernelHooks &S, const Kernel &K,
                             bool UsesLongAtomics) {
  const ScanLoop &Loop = S.Loop;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const SourceManager &SM = S.Context.getSourceManager();
  const PresumedLoc Place = SM.getPresumedLoc(SM.getFileLoc(Loop.Loc));
  OS << "// "
     << (Loop.parallel() ? "Loop" : "Scan of " + Loop.Items.front().Name)
     << " in " << Loop.Function << ", " << printable(Place.getFilename()) << ":"
     << Place.getLine() << ":" << Place.getColumn() << "\n";
  if (K.NeedsFP64)
    OS << "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  if (UsesLongAtomics)
    OS << "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n";
  // A fused fill is rounded to its type as if it went through memory, but
  // OpenCL compilers contract across statements.
  const bool Contracts = S.Lower.allowsContraction() && Loop.Fills.empty() &&
                         !Loop.Where.IsOrdered &&
                         S.Context.getLangOpts().getDefaultFPContractMode() !=
                             LangOptions::FPM_Off;
  OS << "#pragma OPENCL FP_CONTRACT " << (Contracts ? "ON" : "OFF") << "\n\n";
  OS << S.Lower.definitions() << S.valueTypes();
  OS << "typedef " << S.valueType() << " ompscan_T;\n";
  OS << "typedef char ompscan_T_layout[sizeof(ompscan_T) == " << K.ValueSize
     << " ? 1 : -1];\n";
  OS << S.parameterMacros() << "#define OMPSCAN_UNPACKED(a) " << S.Unpacked
     << "\n#define OMPSCAN_PARAMETER_COUNT " << S.ParameterCount << "\n";
  if (S.knowsRows())
    OS << "#define OMPSCAN_ROW_LENGTH ompscan_trips_"
       << Loop.countedLoops().size() - 1
       << "\n#undef OMPSCAN_TASK_TYPE\n#define OMPSCAN_TASK_TYPE "
          "ompscan_row_task\n";
  OS << "\n" << S.Text;
  return Text;
}

/// The traits of a loop without a scan.
static unsigned parallelTraits(const ScanLoop &Loop, const ParallelLoop &Mode,
                               const ASTContext &Context) {
  unsigned Traits = 0;
  if (!Loop.Items.empty())
    Traits |= OMPSCAN_TRAIT_HAS_REDUCTIONS;
  if (!Loop.Items.empty() && !Mode.IsByElement && isOrdered(Loop, Context))
    Traits |= OMPSCAN_TRAIT_IS_ORDERED;
  if (Mode.IsByElement)
    Traits |= OMPSCAN_TRAIT_IS_BY_ELEMENT;
  if (Mode.BeginsRegions || (!Mode.IsByElement && isReductionFastAlone(Loop)))
    Traits |= OMPSCAN_TRAIT_IS_FAST_ALONE;
  return Traits;
}

/// The traits of a selection that keeps \p MovedSize bytes of an iteration.
static unsigned selectionTraits(const KernelHooks &S, const Selection &Mode,
                                uint64_t MovedSize) {
  unsigned Traits = 0;
  if (S.Loop.Items.size() > 1)
    Traits |= OMPSCAN_TRAIT_HAS_REJECTED;
  if (Mode.IsInPlace)
    Traits |= OMPSCAN_TRAIT_IS_STAGED;
  if (Mode.MayStay)
    Traits |= OMPSCAN_TRAIT_MAY_STAY;
  if (isSelectionFastAlone(S, MovedSize))
    Traits |= OMPSCAN_TRAIT_IS_FAST_ALONE;
  return Traits;
}

std::optional<Kernel>
ompscan::plugin::buildKernel(const ScanLoop &Loop, ASTContext &Context,
                             const Diagnostics &Diags,
                             Lowering::BodyRequest RequestBody) {
  KernelHooks S(Loop, Context, Diags, std::move(RequestBody));
  checkArithmetic(S);
  VectorHooks Vectors(S);
  ParallelHooks Parallel(S);
  S.name();
  addDivision(S);
  const ParallelLoop *Independent = Loop.parallel();
  const Selection *Kept = Loop.selection();
  const bool Combines = !Loop.Items.empty() && !Kept &&
                        !(Independent && Independent->IsByElement);
  std::optional<SelectionHooks> Moves;
  if (Kept)
    Moves.emplace(S, *Kept);
  if (Combines) {
    addCombineHooks(S);
    addCombineCalls(S);
  }
  const RowTraits Rows = Independent ? rowTraits(Loop, Context) : RowTraits();
  std::optional<TeamHooks> Team;
  if (Independent && !Independent->Team.empty())
    Team.emplace(S, Parallel, Rows).add();
  else if (Independent)
    Parallel.add();
  else if (Moves)
    Moves->add();
  else if (Loop.IsSingleUpdate)
    RecurrenceHooks(S, Vectors).add();
  else
    BodyHooks(S, *Loop.scan(), Vectors).add();
  if (Combines && !Independent) {
    addConstants(S);
    addSettling(S);
  }
  const bool IsInspected = InspectorHooks::areNeeded(Loop);
  if (IsInspected)
    InspectorHooks(S, Diags).add();
  if (S.Lower.hasFailed())
    return std::nullopt;
  Kernel Result;
  Result.WideInteger = S.Lower.wideInteger();
  // Without a scan, Clang's own code runs on the host's cores as well.
  if (Independent && !Result.WideInteger.isNull()) {
    Diags.report(Loop.Loc, Diag::err_device_type) << Result.WideInteger;
    return std::nullopt;
  }
  Result.NeedsFP64 = S.Lower.usesDouble();
  Result.CallsLibrary = S.Lower.libraryCalls() == LibraryCalls::Others;
  S.layOut(Result);
  Result.Hooks = hooksText(S, Result, Parallel.usesLongAtomics());
  // The runtime plans for the largest values that work-items exchange.
  if (Team)
    Result.ValueSize = std::max(Result.ValueSize, Team->valueSize());
  if (Independent) {
    Result.Template = Independent->HasSharedLists
                          ? OMPSCAN_TEMPLATE_HISTOGRAM
                          : OMPSCAN_TEMPLATE_PARALLEL_LOOP;
    Result.Traits = parallelTraits(Loop, *Independent, Context);
    if (Team)
      Result.Traits |= teamTraits(Loop, Rows, *Team);
  } else if (Kept) {
    Result.Template = OMPSCAN_TEMPLATE_SELECTION;
    Result.MovedSize = Moves->movedSize();
    Result.Traits = selectionTraits(S, *Kept, Result.MovedSize);
  } else {
    Result.Template = OMPSCAN_TEMPLATE_SCAN;
    Result.StreamedSize = S.Streamed.size();
    Result.Traits = scanTraits(S, Vectors);
  }
  if (IsInspected)
    Result.Traits |= OMPSCAN_TRAIT_HAS_INSPECTOR;
  return Result;
}

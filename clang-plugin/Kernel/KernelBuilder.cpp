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

/// Whether \p T has integers only.
static bool isOfIntegers(QualType T, const ASTContext &Context) {
  T = Context.getBaseElementType(T);
  const RecordDecl *Record = T->getAsRecordDecl();
  if (!Record)
    return T->isIntegralOrEnumerationType();
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!isOfIntegers(Base.getType(), Context))
        return false;
  return llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
    return isOfIntegers(Field->getType(), Context);
  });
}

/// Whether it takes little longer to wait for the result of the operator than
/// to compute it: a value is one integer, which one or two instructions
/// combine, or too many integers for the registers of several values.
static bool combinesIntegers(const ScanLoop &Loop, const ASTContext &Context) {
  const Item &I = Loop.Items.front();
  if (Loop.Items.size() != 1 || I.isList() || I.isFunction())
    return false;
  constexpr int64_t FewBytes = 16;
  if (I.Op == Operator::Declared)
    return isOfIntegers(I.Type, Context) &&
           Context.getTypeSizeInChars(I.Type).getQuantity() > FewBytes;
  return I.Type->isIntegralOrEnumerationType() && I.Op != Operator::Mul;
}

/// Whether \p T is float or double.
static bool isFloating(QualType T) {
  return T->isSpecificBuiltinType(BuiltinType::Float) ||
         T->isSpecificBuiltinType(BuiltinType::Double);
}

/// Whether the scan \p S is that of a linear recurrence or system with the same
/// factors in each iteration: the host computes powers of its matrix once.
static bool hasPowers(const KernelHooks &S) {
  const Item &I = S.Loop.Items.front();
  return S.Loop.Items.size() == 1 && I.isLinear() && !S.Loop.isBatch() &&
         S.Loop.hasSteadyFactors(I);
}

/// Whether the host computes the scan \p S with one thread in less time than
/// the loop as it is written, which waits for the result of each operation: it
/// adds floating-point numbers, composes linear functions of them, uses powers
/// of a matrix, or has integers of 1 or 2 bytes, a minimum or maximum of 4
/// bytes, or exponentials and logarithms in vectors (templates/native-scan.cl,
/// native-vectors.cl, native-lanes.cl). On a Xeon it takes 0.4 to 0.8 of the
/// time. Other integers, minimum, maximum and product of floating-point
/// numbers, and several items take 0.8 to 1.5 times as long.
static bool isFastAlone(const KernelHooks &S, unsigned Traits) {
  const ScanLoop &Loop = S.Loop;
  const Item &I = Loop.Items.front();
  if (Loop.Items.size() != 1 || I.isList() || (Traits & OMPSCAN_TRAIT_IS_FOLD))
    return false;
  if (S.CombineCalls == LibraryCalls::Math)
    return true;
  const bool IsExtremum = traits(I.Op).Family == OperatorFamily::Extremum;
  if (IsExtremum && (Traits & OMPSCAN_TRAIT_HAS_VECTORS) &&
      !S.Items.front().vectorOperator().empty() && Loop.Fills.empty())
    return true;
  if (isFloating(I.Type)) {
    const FunctionCode *Function = S.Items.front().function();
    return I.Op == Operator::Add || hasPowers(S) ||
           (I.Op == Operator::Affine && !Function->isApplied() &&
            !Function->isRestartedSum());
  }
  constexpr unsigned Needed =
      OMPSCAN_TRAIT_IS_INTEGER | OMPSCAN_TRAIT_HAS_VECTORS;
  return (Traits & Needed) == Needed &&
         S.Context.getTypeSizeInChars(I.Type).getQuantity() <= 2;
}

/// Whether the host needs more than two threads for the scan \p S: the total of
/// a tile takes longer than its scan, which applies functions one by one. On
/// two cores of a Xeon, loops with `rational`, and with `last` beside a sum,
/// take 1.0 to 1.2 times as long as they are written, arrays of `double` that
/// are computed from their last two values 1.4 times, and of `float` from their
/// last four values 1.1 times, unless the powers of a matrix serve.
/// Accumulators that use each other take less: as written, each operation waits
/// for the last one.
static bool needsThreads(const KernelHooks &S) {
  return llvm::any_of(
      llvm::zip_equal(S.Items, S.Loop.Items), [&S](const auto &Each) {
        const auto &[Code, I] = Each;
        const FunctionCode *Function = Code.function();
        return Function &&
               (Function->isRational() ||
                (S.Items.size() > 1 && Function->isApplied()) ||
                (I.isLinear() && I.isArray() && !hasPowers(S) &&
                 (S.Context.getTypeSize(I.Type) > 32 || I.order() > 2)));
      });
}

/// The traits of \p Nest, whose rows have the traits \p Rows and scan values of
/// at most \p ValueSize bytes, that are about what runs its iterations.
static unsigned teamTraits(const ScanLoop &Nest, const RowTraits &Rows,
                           uint64_t ValueSize) {
  const ArrayRef<TeamLoop> Team = Nest.parallel()->Team;
  if (Team.empty())
    return 0;
  unsigned Traits = OMPSCAN_TRAIT_HAS_TEAM;
  if (Rows.AreEqual)
    Traits |= OMPSCAN_TRAIT_HAS_EQUAL_ROWS;
  if (Rows.HaveBundles)
    Traits |= OMPSCAN_TRAIT_HAS_BUNDLES;
  if (Rows.HaveParts && ValueSize <= ompscan::rt::MaxPtxItemSize)
    Traits |= OMPSCAN_TRAIT_HAS_PARTS;
  if (Rows.AccessNeighbours)
    Traits |= OMPSCAN_TRAIT_PREFERS_TEAM;
  if (Rows.AreColumns)
    Traits |= OMPSCAN_TRAIT_HAS_COLUMNS | OMPSCAN_TRAIT_IS_FAST_ALONE;
  for (const TeamLoop &T : Team)
    if (T.Loop->scan() && !T.Loop->IsSingleUpdate)
      Traits |= OMPSCAN_TRAIT_USES_BEFORE;
  return Traits;
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

/// Notes what the operators call, which is all that has been lowered so far,
/// and says so to the host's templates.
static void addCombineCalls(KernelHooks &S) {
  S.CombineCalls = S.Lower.libraryCalls();
  if (S.CombineCalls != LibraryCalls::None)
    S.Text += std::string("#define OMPSCAN_COMBINE_CALLS OMPSCAN_CALLS_") +
              (S.CombineCalls == LibraryCalls::Math ? "MATH" : "LIBRARY") +
              "\n\n";
}

/// Adds what the host knows of the only item if it is a sum that begins anew in
/// some iterations: `ompscan_going_on`, an input of another iteration, and
/// `ompscan_mark`, which is 0 for such inputs. It is an integer, so that one
/// test serves for several of them.
static void addRestartedSum(KernelHooks &S) {
  const Item &I = S.Loop.Items.front();
  const FunctionCode *Function = S.Items.front().function();
  if (S.Items.size() != 1 || S.Loop.isBatch() || !Function ||
      !Function->isRestartedSum() || !isFloating(I.Type))
    return;
  const bool IsFloat = I.Type->isSpecificBuiltinType(BuiltinType::Float);
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
  uint64_t TeamValueSize = 0;
  if (Independent) {
    Parallel.add();
    TeamHooks Team(S, Parallel, Rows);
    Team.add();
    TeamValueSize = Team.valueSize();
  } else if (Moves)
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
  S.layOut(Result);
  Result.Hooks = hooksText(S, Result, Parallel.usesLongAtomics());
  // The runtime plans for the largest values that work-items exchange.
  Result.ValueSize = std::max(Result.ValueSize, TeamValueSize);
  if (Independent) {
    Result.Template = Independent->HasSharedLists
                          ? OMPSCAN_TEMPLATE_HISTOGRAM
                          : OMPSCAN_TEMPLATE_PARALLEL_LOOP;
    if (!Loop.Items.empty())
      Result.Traits |= OMPSCAN_TRAIT_HAS_REDUCTIONS;
    Result.Traits |= teamTraits(Loop, Rows, TeamValueSize);
    if (Independent->IsByElement)
      Result.Traits |= OMPSCAN_TRAIT_IS_BY_ELEMENT;
  } else if (Kept) {
    Result.Template = OMPSCAN_TEMPLATE_SELECTION;
    Result.MovedSize = Moves->movedSize();
    if (Loop.Items.size() > 1)
      Result.Traits |= OMPSCAN_TRAIT_HAS_REJECTED;
    if (Kept->IsInPlace)
      Result.Traits |= OMPSCAN_TRAIT_IS_STAGED;
    if (Kept->MayStay)
      Result.Traits |= OMPSCAN_TRAIT_MAY_STAY;
  } else {
    Result.Template = OMPSCAN_TEMPLATE_SCAN;
    Result.StreamedSize = S.Streamed.size();
    Result.Traits = scanTraits(S, Vectors);
  }
  if (IsInspected)
    Result.Traits |= OMPSCAN_TRAIT_HAS_INSPECTOR;
  return Result;
}

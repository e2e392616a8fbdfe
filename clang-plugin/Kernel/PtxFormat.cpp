//===- PtxFormat.cpp - Kernels as PTX -------------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compose.h"
#include "Kernel/KernelFormat.h"
#include "Kernel/PtxAssembler.h"
#include "Kernel/PtxPasses.h"
#include "Kernel/WithoutPlugins.h"
#include "device/cuda/DependentLaunch.h"
#include "plan/CompiledPlans.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Compression.h"

using namespace clang;
using namespace ompscan::plugin;
using ompscan::rt::Plan;

namespace {

class PtxFormat : public KernelFormat {
public:
  PtxFormat(std::string Library, const KernelForms &Forms)
      : Library(std::move(Library)), Architectures(Forms.CudaArchitectures),
        Assembler(Forms.PtxAssembler), IsAsked(Forms.PtxIsAsked),
        IsCompressed(Forms.Compresses &&
                     llvm::compression::zstd::isAvailable()) {}

  ompscan_kernel_format number() const override { return OMPSCAN_FORMAT_PTX; }
  const char *name() const override { return "PTX"; }
  bool isAsked() const override { return IsAsked; }
  bool isCompressed() const override { return IsCompressed; }
  uint32_t capability(const Plan &For) const override {
    return For.CopiesAsync ? ompscan::rt::AsyncPtxCapability
                           : ompscan::rt::LeastPtxCapability;
  }
  std::vector<Plan> plans(const KernelSource &Loop) const override {
    return ompscan::rt::ptxPlans(Loop.Template, Loop.traits(), Loop.ItemSize,
                                 Loop.InputSize, Loop.OutputSize);
  }
  std::string compose(const KernelSource &Loop) const override {
    return ompscan::templates::composePtx(Loop.Template, Loop.Traits,
                                          Loop.Hooks.str().c_str());
  }
  std::vector<std::string> compile(StringRef Text, llvm::ArrayRef<Plan> Plans,
                                   uint64_t ItemSize,
                                   std::string &Error) const override;
  std::vector<MachineCode> assemble(StringRef Code, const Plan &For,
                                    std::string &Error) const override;

private:
  /// The bitcode of libclc, or an empty string.
  const std::string Library;
  const std::vector<unsigned> Architectures;
  const PtxAssembler Assembler;
  const bool IsAsked;
  const bool IsCompressed;
};

} // namespace

/// Says how many threads the groups of each kernel have, in the place where
/// Clang's back end leaves OpenCL's attribute out: ptxas gives kernels as many
/// registers as these may have.
static std::string withGroupSize(StringRef Ptx, const PtxProgram &Program) {
  const std::string Size =
      "\n.reqntid " + std::to_string(Program.Group) + ", 1, 1" +
      (Program.GroupsOfUnit
           ? "\n.minnctapersm " + std::to_string(Program.GroupsOfUnit)
           : "");
  std::string Text;
  for (;;) {
    // The parameters end at the first parenthesis.
    const size_t Kernel = Ptx.find(".entry ");
    const size_t End = Ptx.find(')', Kernel);
    if (Kernel == StringRef::npos || End == StringRef::npos)
      return Text + Ptx.str();
    Text += Ptx.take_front(End + 1).str() + Size;
    Ptx = Ptx.drop_front(End + 1);
  }
}

std::string ompscan::plugin::compilePtx(const PtxProgram &Program,
                                        std::string &Error, std::string *Log) {
  llvm::LLVMContext Context;
  WithoutPlugins<EmitLLVMOnlyAction> Action(&Context);
  const std::string Target = "sm_" + std::to_string(Program.Capability);
  const std::string Resources = Program.Resources.str();
  // Quotients of floats are those of the host. As Clang's driver does, names of
  // values and checks of the code are left out.
  std::vector<const char *> Arguments = {
      "-emit-llvm-only",
      "-disable-llvm-passes",
      "-discard-value-names",
      "-disable-llvm-verifier",
      "-cl-ext=+cl_khr_fp64",
      "-cl-fp32-correctly-rounded-divide-sqrt",
      "-O2",
      "-triple",
      "nvptx64-nvidia-nvcl",
      "-target-cpu",
      Target.c_str()};
  if (!Resources.empty())
    Arguments.insert(Arguments.end(), {"-resource-dir", Resources.c_str()});
  llvm::SmallString<0> Nothing;
  if (!compileWith(std::move(Arguments), Program.Text, Program.Options, Action,
                   Nothing, Error, Log))
    return "";
  const std::unique_ptr<llvm::Module> M = Action.takeModule();
  Error = completeKernels(*M, Program.Libclc);
  if (!Error.empty())
    return "";
  const std::string Ptx = generatePtx(*M, Target);
  if (Ptx.empty()) {
    Error = "this LLVM has no back end for NVPTX";
    return "";
  }
  return withGroupSize(Ptx, Program);
}

/// The groups of the program \p Text that a unit of a device runs at once, for
/// which ptxas limits the registers; 0: any number.
static uint32_t groupsOfUnit(StringRef Text, const Plan &For,
                             uint64_t ItemSize) {
  // On an H200, 2^27 floats in ragged rows of mean length 33 take 0.353 ms by
  // bundles with registers for three groups, 0.323 for four, 0.316 for five and
  // 0.319 for six. The code for rows of one length needs more: rows of 32 take
  // 0.268 ms with registers for four, and 0.451 for five.
  if (For.Method == ompscan::rt::Algorithm::Bundles)
    return ItemSize <= 4 && Text.contains("#define OMPSCAN_HAS_EQUAL_ROWS 0")
               ? 5
               : 4;
  // Where a team keeps its row in registers, a softmax of 2^27 floats takes
  // 0.284 ms with 80 registers, 0.259 with 64, and 0.262 with 48. Few lanes
  // have few elements, so that more teams have to be there.
  if (For.Method == ompscan::rt::Algorithm::Rows &&
      Text.contains("#define OMPSCAN_REREADS 1"))
    return For.team() < 16 ? 1280 / For.Tile.Group
                           : std::max(1024 / For.Tile.Group, 1u);
  return For.groupsOfUnit(ItemSize);
}

/// \p Ptx without the kernel \p Name.
static std::string withoutKernel(StringRef Ptx, StringRef Name) {
  // Each function ends with a line of its own.
  constexpr StringRef End = "\n}";
  const size_t Kernel = Ptx.find((".entry " + Name + "(").str());
  const size_t Before = Ptx.take_front(Kernel).rfind(End);
  const size_t Last = Ptx.find(End, Kernel);
  if (Kernel == StringRef::npos || Before == StringRef::npos ||
      Last == StringRef::npos)
    return Ptx.str();
  return (Ptx.take_front(Before) + Ptx.drop_front(Last)).str();
}

std::vector<std::string> PtxFormat::compile(StringRef Text,
                                            llvm::ArrayRef<Plan> Plans,
                                            uint64_t ItemSize,
                                            std::string &Error) const {
  // Workaround: on an H100, PTX of Clang 22 gave other low bits of a `double`
  // at an offset that is no multiple of 8 in a packed structure of 28 bytes.
  // NVIDIA's OpenCL compiler is right for the same source. The workaround can
  // go with a Clang whose PTX of test/Programs/options-types.cpp is right on a
  // GPU.
  if (Text.contains("__attribute__((packed))")) {
    Error = "a structure is packed";
    return {};
  }
  const Plan &For = Plans.front();
  std::string Options = For.options(ItemSize);
  if (Plans.size() > 1)
    Options += " -D OMPSCAN_ALSO_REDUCES=1 -D OMPSCAN_SUM_ITEMS=" +
               std::to_string(Plans.back().SumItems);
  const uint32_t GroupsOfUnit = groupsOfUnit(Text, For, ItemSize);
  const std::string Ptx =
      compilePtx({Text, Options, capability(For), For.Tile.Group, Library,
                  /*Resources=*/"", GroupsOfUnit},
                 Error);
  if (Ptx.empty())
    return {};
  if (Plans.size() == 1)
    return {Ptx};
  // The driver need not assemble what a single pass does not run.
  return {withoutKernel(withoutKernel(Ptx, "ompscan_scan_sums"),
                        "ompscan_add_sums"),
          Ptx};
}

std::vector<MachineCode> PtxFormat::assemble(StringRef Code, const Plan &For,
                                             std::string &Error) const {
  std::vector<MachineCode> All;
  for (const unsigned Architecture : Architectures) {
    // Other PTX serves older devices, but not those that have none at all.
    if (For.CopiesAsync && Architecture < ompscan::rt::AsyncPtxCapability)
      continue;
    const std::string Dependent =
        Architecture >= ompscan::rt::DependentLaunchCapability
            ? ompscan::rt::withDependentLaunch(std::string_view(Code))
            : "";
    std::string Bytes = Assembler.assemble(
        Dependent.empty() ? Code : StringRef(Dependent), Architecture, Error);
    if (Bytes.empty())
      break;
    All.push_back({OMPSCAN_FORMAT_CUBIN, Architecture, std::move(Bytes)});
  }
  return All;
}

std::unique_ptr<KernelFormat>
ompscan::plugin::makePtxFormat(const CompilerInstance &CI,
                               const KernelForms &Forms) {
  std::string Library =
      Forms.PtxLibrary.empty() ? ownPtxLibrary() : Forms.PtxLibrary;
  if (Library.empty())
    Library = findPtxLibrary(CI.getHeaderSearchOpts().ResourceDir);
  return std::make_unique<PtxFormat>(std::move(Library), Forms);
}

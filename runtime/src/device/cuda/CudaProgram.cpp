//===- CudaProgram.cpp - Programs in PTX ----------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/CudaProgram.h"
#include "device/cuda/CudaDevice.h"
#include "device/cuda/CudaQueue.h"
#include "device/cuda/DependentLaunch.h"
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace ompscan::rt {

namespace {

/// The bytes of a parameter that begins behind ".param" with \p Text:
/// " .u64 .ptr .global .align 8 NAME," or " .align 4 .b8 NAME[12],".
uint32_t sizeOfParameter(std::string_view Text) {
  Text = Text.substr(0, Text.find('\n'));
  if (const size_t Count = Text.find('['); Count != std::string_view::npos)
    return static_cast<uint32_t>(
        std::strtoul(std::string(Text.substr(Count + 1)).c_str(), nullptr, 10));
  // The type comes first: a letter and the number of its bits.
  const size_t Type = Text.find('.');
  return Type == std::string_view::npos
             ? 0
             : static_cast<uint32_t>(std::strtoul(
                   std::string(Text.substr(Type + 2)).c_str(), nullptr, 10)) /
                   8;
}

std::atomic<uint64_t> Programs{0}; ///< that there have been

/// Whether \p M has a variable \p Name.
bool hasGlobal(cuda::Module M, const char *Name) {
  cuda::Address Begin;
  size_t Size;
  const cuda::Result Code =
      cuda::driver().cuModuleGetGlobal_v2(&Begin, &Size, M, Name);
  if (Code == cuda::NotFound)
    return false;
  cuda::check(Code, "cuModuleGetGlobal");
  return true;
}

} // namespace

std::vector<uint32_t> parametersOf(const std::string &Ptx,
                                   const std::string &Name) {
  std::vector<uint32_t> Sizes;
  const size_t Begin = Ptx.find(".entry " + Name + "(");
  if (Begin == std::string::npos)
    return Sizes;
  const std::string_view All =
      std::string_view(Ptx).substr(Begin, Ptx.find(')', Begin) - Begin);
  constexpr std::string_view Word = ".param";
  for (size_t At = All.find(Word); At != std::string_view::npos;
       At = All.find(Word, At + 1))
    if (const char Next = All[At + Word.size()]; Next == ' ' || Next == '\t')
      Sizes.push_back(sizeOfParameter(All.substr(At + Word.size())));
  return Sizes;
}

const char *machineCodeOf(const ompscan_kernel_version &Ptx,
                          uint32_t Capability) {
  const ompscan_kernel_version *Best = nullptr;
  for (const ompscan_kernel_version *V = &Ptx;
       !V->is_last && V[1].format == OMPSCAN_FORMAT_CUBIN; ++V)
    if (V[1].capability / 10 == Capability / 10 &&
        V[1].capability <= Capability &&
        (!Best || V[1].capability > Best->capability))
      Best = &V[1];
  return Best ? Best->code : nullptr;
}

std::string textForDriver(std::string Ptx, uint32_t Capability) {
  std::string Dependent;
  if (Capability >= DependentLaunchCapability)
    Dependent = withDependentLaunch(Ptx);
  return Dependent.empty() ? std::move(Ptx) : std::move(Dependent);
}

CudaProgram::CudaProgram(CudaDevice &D, std::string Text,
                         const char *MachineCode)
    : Ptx(std::move(Text)), Number(++Programs) {
  const uint32_t Capability = D.properties().ComputeCapability;
  const std::string Driven =
      MachineCode ? std::string() : textForDriver(Ptx, Capability);
  // Before the device is used, which has another thread assemble the PTX of all
  // loops.
  if (!MachineCode)
    D.awaitAssembly(Driven);
  Context = D.primaryContext();
  const cuda::ContextUse Use(Context);
  if (!MachineCode)
    loadPtx(D, Driven);
  else if (!loadCode(MachineCode))
    loadPtx(D, textForDriver(Ptx, Capability));
  IsDependent =
      cuda::driver().cuLaunchKernelEx && hasGlobal(Handle, DependentLaunchMark);
}

/// Returns false if the driver refuses \p MachineCode.
bool CudaProgram::loadCode(const char *MachineCode) {
  return cuda::driver().cuModuleLoadDataEx(&Handle, MachineCode, /*Count=*/0,
                                           nullptr, nullptr) == cuda::Success;
}

/// Loads \p Text, the PTX for the driver.
void CudaProgram::loadPtx(CudaDevice &D, const std::string &Text) {
  char Log[4096] = "";
  int Options[] = {cuda::JitErrorLog, cuda::JitErrorLogSize};
  void *Values[] = {Log, reinterpret_cast<void *>(uintptr_t(sizeof Log))};
  const DeviceProperties &P = D.properties();
  const cuda::Result Result = cuda::driver().cuModuleLoadDataEx(
      &Handle, Text.c_str(), /*Count=*/2, Options, Values);
  if (Result == cuda::Success)
    return;
  const DeviceError Error = cuda::deviceError(Result, "cuModuleLoadDataEx");
  if (Error.kind() != DeviceError::Kind::BuildFailed)
    throw Error;
  Log[sizeof Log - 1] = '\0';
  throw BuildError("the CUDA driver of " + P.Info.Name, Error.what(), Log,
                   BuildError::Cause::Form);
}

CudaProgram::~CudaProgram() {
  try {
    const cuda::ContextUse Use(Context);
    cuda::driver().cuModuleUnload(Handle);
  } catch (const DeviceError &) {
    // It went with its context.
  }
}

std::unique_ptr<Kernel> CudaProgram::kernel(const char *Name) const {
  const cuda::ContextUse Use(Context);
  cuda::Function Function;
  OMPSCAN_CUDA(cuModuleGetFunction, &Function, Handle, Name);
  int MaxGroup = 0;
  OMPSCAN_CUDA(cuFuncGetAttribute, &MaxGroup, cuda::FunctionMaxThreads,
               Function);
  return std::make_unique<CudaKernel>(Name, Function,
                                      static_cast<uint64_t>(MaxGroup), Number,
                                      IsDependent, parametersOf(Ptx, Name));
}

CudaKernel::CudaKernel(std::string Name, cuda::Function Handle,
                       uint64_t MaxGroup, uint64_t Program, bool IsDependent,
                       const std::vector<uint32_t> &Parameters)
    : Kernel(static_cast<uint32_t>(Parameters.size())), Handle(Handle),
      Program(Program), IsDependent(IsDependent), Name(std::move(Name)),
      MaxGroup(MaxGroup), Values(Parameters.size()), Sizes(Parameters),
      Places(Parameters.size()) {
  for (size_t I = 0; I != Parameters.size(); ++I) {
    Values[I].resize((Sizes[I] + sizeof(Block) - 1) / sizeof(Block) + 1);
    Places[I] = Values[I].data();
  }
}

void CudaKernel::setBytes(uint32_t I, size_t Size, const void *Bytes) {
  if (I >= Sizes.size() || Size != Sizes[I])
    throw DeviceError(DeviceError::Kind::Other, [&] {
      return "kernel " + Name + " takes other arguments: not " +
             std::to_string(Size) + " bytes as argument " + std::to_string(I);
    });
  std::memcpy(Places[I], Bytes, Size);
}

void CudaKernel::copyArguments(std::vector<Block> &Bytes,
                               std::vector<void *> &To) const {
  Bytes.clear();
  for (const std::vector<Block> &V : Values)
    Bytes.insert(Bytes.end(), V.begin(), V.end());
  To.clear();
  Block *Place = Bytes.data();
  for (const std::vector<Block> &V : Values) {
    To.push_back(Place);
    Place += V.size();
  }
}

void CudaKernel::setMemory(uint32_t I, const Memory &M) {
  const cuda::Address Begin = M ? CudaMemory::at(M) : 0;
  setBytes(I, sizeof Begin, &Begin);
}

} // namespace ompscan::rt

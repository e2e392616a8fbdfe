//===- Program.cpp - The loops of a program -------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "device/Devices.h"
#include "device/UnusedGpu.h"
#include "ompscan/abi.h"
#include "report/Trace.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>

namespace ompscan::rt::info {

namespace {

constexpr char Damaged[] = "it is damaged";

/// A program for this kind of machine, as it is in memory when it is loaded.
class Image {
public:
  explicit Image(std::string File);

  /// The addresses of the symbols whose names contain \p Part.
  std::set<uint64_t> symbols(std::string_view Part) const;
  bool hasSymbols() const { return HasSymbols; }
  /// The object at \p Address.
  template <typename T> T at(uint64_t Address) const {
    T Value;
    std::memcpy(&Value, bytes(Address, sizeof(T)), sizeof(T));
    return Value;
  }
  /// The pointer at \p Address: where it points to.
  uint64_t pointer(uint64_t Address) const;
  std::string text(uint64_t Address) const;

private:
  template <typename T> T read(uint64_t Offset) const {
    if (Offset > File.size() || sizeof(T) > File.size() - Offset)
      throw std::runtime_error(Damaged);
    T Value;
    std::memcpy(&Value, File.data() + Offset, sizeof(T));
    return Value;
  }
  const char *bytes(uint64_t Address, uint64_t Size) const;
  void readRelocations(const Elf64_Shdr &Section);

  const std::string File;
  std::vector<Elf64_Phdr> Segments;
  std::vector<Elf64_Shdr> Sections;
  bool HasSymbols = false;
  /// Where pointers of a program that is loaded anywhere point to.
  std::map<uint64_t, uint64_t> Relocated;
};

} // namespace

Image::Image(std::string Content) : File(std::move(Content)) {
  if (File.compare(0, SELFMAG, ELFMAG) != 0)
    throw std::runtime_error("it is no program of this system");
  const auto Header = read<Elf64_Ehdr>(0);
  // The machine of this program.
  std::ifstream Self("/proc/self/exe", std::ios::binary);
  Elf64_Ehdr Own;
  if (!Self.read(reinterpret_cast<char *>(&Own), sizeof Own) ||
      std::memcmp(Header.e_ident, Own.e_ident, EI_VERSION) != 0 ||
      Header.e_machine != Own.e_machine)
    throw std::runtime_error("it is a program for another kind of machine");
  if (Header.e_type != ET_EXEC && Header.e_type != ET_DYN)
    throw std::runtime_error("it is not linked");
  for (unsigned I = 0; I != Header.e_phnum; ++I)
    Segments.push_back(
        read<Elf64_Phdr>(Header.e_phoff + uint64_t(I) * sizeof(Elf64_Phdr)));
  for (unsigned I = 0; I != Header.e_shnum; ++I)
    Sections.push_back(
        read<Elf64_Shdr>(Header.e_shoff + uint64_t(I) * sizeof(Elf64_Shdr)));
  for (const Elf64_Shdr &Each : Sections) {
    HasSymbols |= Each.sh_type == SHT_SYMTAB;
    if (Each.sh_type == SHT_RELA)
      readRelocations(Each);
  }
}

/// Keeps the values of pointers that the loader sets. Those of SHT_RELR are in
/// the file, where pointer() finds them.
void Image::readRelocations(const Elf64_Shdr &Section) {
  for (uint64_t At = 0; At + sizeof(Elf64_Rela) <= Section.sh_size;
       At += sizeof(Elf64_Rela)) {
    const auto R = read<Elf64_Rela>(Section.sh_offset + At);
    if (ELF64_R_SYM(R.r_info) == 0)
      Relocated[R.r_offset] = static_cast<uint64_t>(R.r_addend);
  }
}

const char *Image::bytes(uint64_t Address, uint64_t Size) const {
  for (const Elf64_Phdr &Each : Segments)
    if (Each.p_type == PT_LOAD && Address >= Each.p_vaddr &&
        Address - Each.p_vaddr <= Each.p_filesz &&
        Size <= Each.p_filesz - (Address - Each.p_vaddr)) {
      const uint64_t Offset = Each.p_offset + (Address - Each.p_vaddr);
      if (Offset <= File.size() && Size <= File.size() - Offset)
        return File.data() + Offset;
    }
  throw std::runtime_error(Damaged);
}

uint64_t Image::pointer(uint64_t Address) const {
  const auto Found = Relocated.find(Address);
  return Found == Relocated.end() ? at<uint64_t>(Address) : Found->second;
}

std::string Image::text(uint64_t Address) const {
  std::string Text;
  for (char C; (C = *bytes(Address, 1)) != '\0'; ++Address)
    Text += C;
  return Text;
}

std::set<uint64_t> Image::symbols(std::string_view Part) const {
  std::set<uint64_t> Addresses;
  for (const Elf64_Shdr &Table : Sections) {
    if (Table.sh_type != SHT_SYMTAB || Table.sh_link >= Sections.size())
      continue;
    const uint64_t Names = Sections[Table.sh_link].sh_offset;
    for (uint64_t At = 0; At + sizeof(Elf64_Sym) <= Table.sh_size;
         At += sizeof(Elf64_Sym)) {
      const auto Symbol = read<Elf64_Sym>(Table.sh_offset + At);
      const uint64_t Name = Names + Symbol.st_name;
      if (Symbol.st_shndx != SHN_UNDEF && Name < File.size() &&
          std::string_view(File.c_str() + Name).find(Part) !=
              std::string_view::npos)
        Addresses.insert(Symbol.st_value);
    }
  }
  return Addresses;
}

namespace {

std::string kindOf(const ompscan_loop_descriptor &Loop) {
  switch (Loop.kernel_template) {
  case OMPSCAN_TEMPLATE_SCAN:
    return "scan";
  case OMPSCAN_TEMPLATE_SELECTION:
    return "selection";
  case OMPSCAN_TEMPLATE_PARALLEL_LOOP:
    return Loop.traits & OMPSCAN_TRAIT_HAS_TEAM         ? "rows"
           : Loop.traits & OMPSCAN_TRAIT_HAS_REDUCTIONS ? "reduction"
                                                        : "loop";
  case OMPSCAN_TEMPLATE_HISTOGRAM:
    return "histogram";
  }
  return "unknown";
}

const char *nameOf(uint32_t Instructions) {
  switch (Instructions) {
  case OMPSCAN_INSTRUCTIONS_BASE:
    return "base";
  case OMPSCAN_INSTRUCTIONS_X86_64_V3:
    return "x86-64-v3";
  case OMPSCAN_INSTRUCTIONS_X86_64_V4:
    return "x86-64-v4";
  }
  return "unknown";
}

/// "7.0"
std::string capabilityOf(uint32_t Number) {
  return std::to_string(Number / 10) + "." + std::to_string(Number % 10);
}

/// "a, b"
std::string list(const std::vector<std::string> &Names) {
  std::string Text;
  for (const std::string &Each : Names)
    Text += (Text.empty() ? "" : ", ") + Each;
  return Text;
}

/// Reads \p Loop, whose descriptor is at \p Address.
ProgramLoop read(const Image &Program, uint64_t Address) {
  ProgramLoop Loop;
  const auto Pointer = [&](size_t Offset) {
    return Program.pointer(Address + Offset);
  };
  const auto D = Program.at<ompscan_loop_descriptor>(Address);
  Loop.Place =
      Program.text(Pointer(offsetof(ompscan_loop_descriptor, location)));
  if (D.abi != OMPSCAN_ABI_VERSION) {
    Loop.Kind = "of another release of OmpScan";
    return Loop;
  }
  Loop.Kind = kindOf(D);
  std::vector<std::string> Instructions;
  for (uint64_t At = Pointer(offsetof(ompscan_loop_descriptor, native)); At;) {
    const auto V = Program.at<ompscan_native_version>(At);
    Instructions.push_back(nameOf(V.instructions));
    At = V.is_last ? 0 : At + sizeof V;
  }
  if (!Instructions.empty())
    Loop.BackEnds.push_back("host (" + list(Instructions) + ")");
  Loop.BackEnds.push_back("OpenCL C");
  std::set<uint32_t> Ptx, Machine;
  bool HasSpirv = false;
  for (uint64_t At = Pointer(offsetof(ompscan_loop_descriptor, versions));
       At;) {
    const auto V = Program.at<ompscan_kernel_version>(At);
    HasSpirv |= V.format == OMPSCAN_FORMAT_SPIRV;
    if (V.format == OMPSCAN_FORMAT_CUBIN)
      Machine.insert(V.capability);
    else if (V.format != OMPSCAN_FORMAT_SPIRV)
      Ptx.insert(V.capability);
    At = V.is_last ? 0 : At + sizeof V;
  }
  Loop.HasPtx = !Ptx.empty();
  if (Loop.HasPtx)
    Loop.BackEnds.push_back("PTX from compute capability " +
                            capabilityOf(*Ptx.begin()));
  for (const uint32_t Each : Machine)
    Loop.BackEnds.push_back("sm_" + std::to_string(Each));
  if (HasSpirv)
    Loop.BackEnds.push_back("SPIR-V");
  return Loop;
}

} // namespace

std::vector<ProgramLoop> loopsOfProgram(const std::string &Path) {
  std::ifstream Stream(Path, std::ios::binary);
  if (!Stream)
    throw std::runtime_error("'" + Path + "' cannot be read");
  try {
    const Image Program(
        std::string(std::istreambuf_iterator<char>(Stream), {}));
    if (!Program.hasSymbols())
      throw std::runtime_error(
          "it has no symbols, by which its loops are found (strip, -s)");
    std::vector<ProgramLoop> Loops;
    for (const uint64_t Each : Program.symbols("__ompscan_loop_descriptor_"))
      Loops.push_back(read(Program, Each));
    std::sort(Loops.begin(), Loops.end(),
              [](const ProgramLoop &A, const ProgramLoop &B) {
                return A.Place < B.Place;
              });
    return Loops;
  } catch (const std::runtime_error &E) {
    throw std::runtime_error("'" + Path + "': " + E.what());
  }
}

/// Why the GPU of this machine runs none of \p Loops; empty if it may run some,
/// or if there is none.
static std::string whyNot(const std::vector<ProgramLoop> &Loops) {
  try {
    // This tool has PTX, and finds the devices of CUDA.
    const std::vector<Device *> &Devices = allDevices();
    if (std::any_of(Loops.begin(), Loops.end(),
                    [](const ProgramLoop &Each) { return Each.HasPtx; }))
      return whyNoGpu();
    for (const Device *Each : Devices)
      if (Each->info().Type == DeviceType::Gpu &&
          backendsOf(*Each).find("OpenCL") != std::string::npos)
        return "";
    return describeUnusedGpu(/*HasPtx=*/false);
  } catch (const std::exception &E) {
    return E.what();
  }
}

std::string toText(const std::string &Path,
                   const std::vector<ProgramLoop> &Loops,
                   const Painter &Paint) {
  std::string Text = Paint(Style::Title, Path) + ": " +
                     (Loops.empty() ? "no" : std::to_string(Loops.size())) +
                     (Loops.size() == 1 ? " loop\n" : " loops\n");
  for (const ProgramLoop &Each : Loops)
    Text += "  " + Paint(Style::Name, Each.Place) + ": " + Each.Kind +
            (Each.BackEnds.empty() ? "" : "; " + list(Each.BackEnds)) + "\n";
  const std::string Why = whyNot(Loops);
  return Why.empty() || Loops.empty()
             ? Text
             : Text + Paint(Style::Doubtful, Why) + "\n";
}

std::string toJson(const std::string &Path,
                   const std::vector<ProgramLoop> &Loops) {
  std::string Text =
      "{\n  \"program\": " + quoteJson(Path) + ",\n  \"loops\": [";
  for (const ProgramLoop &Each : Loops) {
    Text += (&Each == &Loops.front() ? "\n" : ",\n");
    Text += "    {\"place\": " + quoteJson(Each.Place) +
            ", \"kind\": " + quoteJson(Each.Kind) + ", \"back ends\": [";
    for (const std::string &Name : Each.BackEnds)
      Text += (&Name == &Each.BackEnds.front() ? "" : ", ") + quoteJson(Name);
    Text += "]}";
  }
  Text += Loops.empty() ? "]" : "\n  ]";
  if (const std::string Why = whyNot(Loops); !Why.empty())
    Text += ",\n  \"problem\": " + quoteJson(Why);
  return Text + "\n}\n";
}

} // namespace ompscan::rt::info

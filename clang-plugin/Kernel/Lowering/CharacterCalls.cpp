//===- CharacterCalls.cpp - Calls of ctype.h ------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Lowering/CharacterCalls.h"
#include "Kernel/Lowering/ExprLowering.h"
#include "Kernel/Lowering/LoweringModule.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using namespace ompscan::plugin;

namespace {

/// A class of characters, and the test of `c` in OpenCL C.
struct CharacterClass {
  StringRef Function;
  StringRef Test;
};

} // namespace

/// In the order of the bits of glibc's table.
static constexpr CharacterClass Classes[] = {
    {"isupper", "c >= 'A' && c <= 'Z'"},
    {"islower", "c >= 'a' && c <= 'z'"},
    {"isalpha", "(c | 32) >= 'a' && (c | 32) <= 'z'"},
    {"isdigit", "c >= '0' && c <= '9'"},
    {"isxdigit",
     "(c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f')"},
    {"isspace", "c == ' ' || (c >= 9 && c <= 13)"},
    {"isprint", "c >= ' ' && c < 127"},
    {"isgraph", "c > ' ' && c < 127"},
    {"isblank", "c == ' ' || c == 9"},
    {"iscntrl", "(c >= 0 && c < ' ') || c == 127"},
    {"ispunct", "c > ' ' && c < 127 && !((c >= '0' && c <= '9') || "
                "((c | 32) >= 'a' && (c | 32) <= 'z'))"},
    {"isalnum",
     "(c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z')"}};

/// The table has the elements -128 to 255.
static constexpr llvm::StringLiteral Lower =
    R"(static int ompscan_tolower(int c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : c >= -128 && c < -1 ? c + 256 : c;
}
)";

static constexpr llvm::StringLiteral Upper =
    R"(static int ompscan_toupper(int c) {
  return c >= 'a' && c <= 'z' ? c - 32 : c >= -128 && c < -1 ? c + 256 : c;
}
)";

/// The bit of class \p Number: _ISbit() in glibc's <ctype.h>.
static unsigned bitOf(unsigned Number, const ASTContext &Context) {
  const bool Swaps = Context.getTargetInfo().isLittleEndian();
  return 1u << (Swaps ? (Number + 8) % 16 : Number);
}

Piece ompscan::plugin::lowerCharacterAccess(CharacterTable Table,
                                            const Expr *Index,
                                            ExprLowering &Exprs) {
  LoweringModule &M = Exprs.module();
  const std::string Argument =
      "(" + withoutParens(Exprs.lower(Index).Text).str() + ")";
  if (Table != CharacterTable::Classes) {
    const bool IsLower = Table == CharacterTable::Lower;
    M.Functions.helper(IsLower ? Lower : Upper);
    return Piece((IsLower ? "ompscan_tolower" : "ompscan_toupper") + Argument);
  }
  std::string Helper = "static ushort ompscan_character_classes(int c) {\n"
                       "  uint bits = 0;\n";
  for (const auto &[Number, Class] : llvm::enumerate(Classes))
    Helper += ("  bits |= " + Class.Test + " ? " +
               llvm::Twine(bitOf(Number, M.context())) + " : 0;\n")
                  .str();
  M.Functions.helper(Helper + "  return (ushort)bits;\n}\n");
  return Piece("ompscan_character_classes" + Argument);
}

std::optional<Piece> ompscan::plugin::lowerCharacterCall(const CallExpr &E,
                                                         StringRef Name,
                                                         ExprLowering &Exprs) {
  if (E.getNumArgs() != 1)
    return std::nullopt;
  if (Name == "tolower" || Name == "toupper")
    return lowerCharacterAccess(Name == "tolower" ? CharacterTable::Lower
                                                  : CharacterTable::Upper,
                                E.getArg(0), Exprs);
  const CharacterClass *const Class = llvm::find_if(
      Classes, [Name](const CharacterClass &C) { return C.Function == Name; });
  if (Class == std::end(Classes))
    return std::nullopt;
  const Piece Bits =
      lowerCharacterAccess(CharacterTable::Classes, E.getArg(0), Exprs);
  return Piece(
      "(int)(" + Bits.Text + " & " +
      std::to_string(bitOf(Class - Classes, Exprs.module().context())) + ")");
}

//===- TableCode.cpp - Automata by tables ---------------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/TableCode.h"

using namespace clang;
using namespace ompscan::plugin;

RecordText TableCode::record() const {
  RecordText Record;
  // The value of a constant function comes first.
  Record.add(Type + " v", Bytes, Bytes);
  Record.add(Type + " w[" + llvm::Twine(States - 1) + "]", (States - 1) * Bytes,
             Bytes);
  Record.add(Type + " o", Bytes, Bytes);
  Record.add(Type + " k", Bytes, Bytes);
  Record.finish();
  return Record;
}

/// $N is the structure, $T the type of the value, $P the parameters, $A the
/// assignments of their values, $K the number of states.
static constexpr llvm::StringLiteral TableFunctions =
    R"(static inline $N $N_make($P) {
  $N r;
$A  r.o = 0;
  r.k = 0;
  return r;
}
static inline $N $N_constant(const $T x) {
  $N r;
  r.v = x;
  for (int s = 1; s < $K; ++s)
    r.w[s - 1] = x;
  r.o = x;
  r.k = 1;
  return r;
}
static inline $T $N_at(const $N *g, const $T x) {
  if (g->k != 0)
    return g->o;
  if ((ulong)x >= $K)
    return x;
  return x == 0 ? g->v : g->w[x - 1];
}
static inline $N $N_then(const $N f, const $N g) {
  if (f.k != 0)
    return $N_constant($N_at(&g, f.o));
  $N r;
  r.v = $N_at(&g, f.v);
  for (int s = 1; s < $K; ++s)
    r.w[s - 1] = $N_at(&g, f.w[s - 1]);
  r.o = g.o;
  r.k = g.k;
  return r;
}
)";

std::string TableCode::definition() const {
  std::string Parameters, Assignments;
  for (unsigned State = 0; State != States; ++State) {
    const std::string Number = std::to_string(State);
    Parameters += (State == 0 ? "const " : ", const ") + Type + " v" + Number;
    Assignments += State == 0 ? "  r.v = v0;\n"
                              : "  r.w[" + std::to_string(State - 1) + "] = v" +
                                    Number + ";\n";
  }
  return filled(TableFunctions, [&](char Letter) {
    return Letter == 'N'   ? Name
           : Letter == 'T' ? Type
           : Letter == 'P' ? Parameters
           : Letter == 'A' ? Assignments
                           : std::to_string(States);
  });
}

std::string
TableCode::make(llvm::function_ref<std::string(unsigned State)> ValueOf) const {
  std::string Values;
  for (unsigned State = 0; State != States; ++State)
    Values += (State == 0 ? "(" : ", (") + Type + ")(" + ValueOf(State) + ")";
  return Name + "_make(" + Values + ")";
}

std::string TableCode::identity() const {
  return make([](unsigned State) { return std::to_string(State); });
}

std::string TableCode::constant(llvm::ArrayRef<std::string> Values) const {
  return Name + "_constant((" + Type + ")(" + Values.front() + "))";
}

std::string TableCode::evaluate(const Update &U,
                                llvm::ArrayRef<std::string> Texts,
                                unsigned Number) const {
  const FunctionNode &Node = U.Function[Number];
  switch (Node.Kind) {
  case FunctionKind::Before:
    return identity();
  case FunctionKind::Lookup:
    return make([&](unsigned State) { return Texts[Node.Term + State]; });
  case FunctionKind::Choose:
    return "((" + Texts[Node.Term] + ") ? " + evaluate(U, Texts, Node.Left) +
           " : " + evaluate(U, Texts, Node.Right) + ")";
  default:
    return constant(Texts[Node.Term]);
  }
}

std::string TableCode::input(const Update &U,
                             llvm::ArrayRef<std::string> Texts) const {
  return evaluate(U, Texts, U.Function.size() - 1);
}

std::string TableCode::composition() const {
  return "  return " + Name + "_then(a, b);\n";
}

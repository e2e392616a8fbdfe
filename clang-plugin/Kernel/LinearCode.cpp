//===- LinearCode.cpp - Linear recurrences in OpenCL C --------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/LinearCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ompscan::plugin;
using llvm::StringRef;

std::string LinearCode::matrix(unsigned Row, unsigned Column) const {
  return "m" + std::to_string(Row) + std::to_string(Column);
}

std::vector<std::string> LinearCode::factorNames() const {
  std::vector<std::string> All;
  for (unsigned Row = 0; Row != Order; ++Row)
    for (unsigned Column = 0; Column != Order; ++Column)
      All.push_back(matrix(Row, Column));
  return All;
}

RecordText LinearCode::record() const {
  RecordText Record;
  for (unsigned Lag = 1; Lag <= Order; ++Lag)
    Record.add(Type + " " + value(Lag), Bytes, Align);
  for (const std::string &Factor : factorNames())
    Record.add(Type + " " + Factor, Bytes, Align);
  Record.finish();
  return Record;
}

/// Most entries of the matrix of an iteration are 0, and those of a constant
/// map all are: where a compiler knows that, it need not multiply by them.
std::string LinearCode::definition() const {
  return "static inline " + Type + " " + Name + "_plus(const " + Type +
         " r, const " + Type + " m, const " + Type +
         " x) {\n  return OMPSCAN_IS_KNOWN_ZERO(m) || "
         "OMPSCAN_IS_KNOWN_ZERO(x) ? r : " +
         operation("r", "+", operation("m", "*", "x")) + ";\n}\n";
}

StringRef LinearCode::zero() const {
  return I.Type->isFloatingType() ? "-0.0f" : "0";
}

std::string LinearCode::operation(StringRef A, StringRef Op,
                                  StringRef B) const {
  if (I.Type->isFloatingType())
    return ("((" + A + ") " + Op + " (" + B + "))").str();
  return ("(" + Type + ")((" + Wrapping + ")(" + A + ") " + Op + " (" +
          Wrapping + ")(" + B + "))")
      .str();
}

std::string LinearCode::negative(StringRef A) const {
  if (A.empty())
    return "";
  return I.Type->isFloatingType() ? ("(-(" + A + "))").str()
                                  : operation("0", "-", A);
}

/// \p A op \p B, where an empty one stands for 0.
std::string LinearCode::sum(StringRef A, StringRef B, bool Subtracts) const {
  if (B.empty())
    return A.str();
  if (A.empty())
    return Subtracts ? negative(B) : B.str();
  return operation(A, Subtracts ? "-" : "+", B);
}

/// \p A with \p F of each of its numbers but 0.
template <typename Function>
LinearCode::Sum LinearCode::mapped(Sum A, Function F) const {
  for (std::string &Each : A.Factors)
    if (!Each.empty())
      Each = F(Each);
  if (!A.Rest.empty())
    A.Rest = F(A.Rest);
  return A;
}

/// The variables that are the row \p Row of a system (Update::Row): a row of \p
/// Map, or of one of the item's Locals.
LinearCode::Sum LinearCode::rowOf(unsigned Row, StringRef Map) const {
  const std::string Prefix =
      Row <= Order ? (Map + ".").str()
                   : Name + "_local" + std::to_string(Row - Order - 1) + "_";
  Sum Result;
  for (unsigned Column = 0; Column != Order; ++Column)
    Result.Factors.push_back(Prefix +
                             matrix(Row <= Order ? Row - 1 : 0, Column));
  Result.Rest = Prefix + value(Row <= Order ? Row : 1);
  return Result;
}

std::string LinearCode::locals() const {
  std::string Text;
  for (unsigned Number = 0; Number != I.Locals.size(); ++Number) {
    const Sum Row = rowOf(Order + 1 + Number, "");
    Text += "  " + Type + " " + llvm::join(Row.Factors, ", ") + ", " +
            Row.Rest + ";\n";
  }
  return Text;
}

std::string LinearCode::assignment(const Update &U,
                                   llvm::ArrayRef<std::string> Texts,
                                   StringRef Map) const {
  const Sum New = evaluate(U, Texts, U.Function.size() - 1, Map);
  const Sum To = rowOf(U.Row, Map);
  // The new row may use the old one.
  std::string Values = "const " + Type + " ompscan_rest = " +
                       (New.Rest.empty() ? zero().str() : New.Rest);
  std::string Assignments = To.Rest + " = ompscan_rest;";
  for (const auto &[Column, Factor] : llvm::enumerate(New.Factors)) {
    const std::string Number = std::to_string(Column);
    Values +=
        ", ompscan_factor" + Number + " = " + (Factor.empty() ? "0" : Factor);
    Assignments +=
        " " + To.Factors[Column] + " = ompscan_factor" + Number + ";";
  }
  return "{ " + Values + "; " + Assignments + " }";
}

LinearCode::Sum LinearCode::evaluate(const Update &U,
                                     llvm::ArrayRef<std::string> Texts,
                                     unsigned Number, StringRef Map) const {
  const FunctionNode &Node = U.Function[Number];
  Sum Result;
  Result.Factors.resize(Order);
  if (Node.Kind == FunctionKind::Before && I.isSystem())
    return rowOf(Node.Of, Map);
  if (Node.Kind == FunctionKind::Before) {
    Result.Factors[Node.Of - 1] = "1";
    return Result;
  }
  if (Node.Kind == FunctionKind::Input) {
    Result.Rest = "(" + Type + ")(" + Texts[Node.Term] + ")";
    return Result;
  }
  Sum F = evaluate(U, Texts, Node.Left, Map);
  if (Node.Kind == FunctionKind::Negate)
    return mapped(std::move(F), [this](StringRef A) { return negative(A); });
  Sum G = evaluate(U, Texts, Node.Right, Map);
  if (Node.Kind == FunctionKind::Add || Node.Kind == FunctionKind::Subtract) {
    const bool Subtracts = Node.Kind == FunctionKind::Subtract;
    for (const auto &[To, A, B] :
         llvm::zip_equal(Result.Factors, F.Factors, G.Factors))
      To = sum(A, B, Subtracts);
    Result.Rest = sum(F.Rest, G.Rest, Subtracts);
    return Result;
  }
  // One operand is a number; only the right one of a quotient or shift.
  if (Node.Kind == FunctionKind::Multiply &&
      llvm::all_of(F.Factors, [](StringRef A) { return A.empty(); }))
    std::swap(F, G);
  const StringRef Op = Node.Kind == FunctionKind::Multiply ? "*"
                       : Node.Kind == FunctionKind::Divide ? "/"
                                                           : "<<";
  return mapped(std::move(F), [&](StringRef A) {
    return Op == "*" && A == "1" ? G.Rest : operation(A, Op, G.Rest);
  });
}

/// A map of \p Values and \p Matrix, of which empty ones are 0.
std::string LinearCode::literal(llvm::ArrayRef<std::string> Values,
                                llvm::ArrayRef<std::string> Matrix) const {
  std::string Text;
  for (const std::string &V : Values)
    Text += (Text.empty() ? "(" : ", (") + Type + ")(" +
            (V.empty() ? zero().str() : V) + ")";
  for (const std::string &M : Matrix)
    Text += ", (" + Type + ")(" + (M.empty() ? "0" : M) + ")";
  return "((" + Name + "){" + Text + "})";
}

std::string LinearCode::identity() const {
  llvm::SmallVector<std::string, 16> Matrix(Order * Order);
  for (unsigned Row = 0; Row != Order; ++Row)
    Matrix[Row * Order + Row] = "1";
  return literal(llvm::SmallVector<std::string, MostLag>(Order), Matrix);
}

std::string LinearCode::constant(llvm::ArrayRef<std::string> Values) const {
  return literal(Values, llvm::SmallVector<std::string, 16>(Order * Order));
}

std::string LinearCode::constantOf(StringRef Value) const {
  llvm::SmallVector<std::string, MostLag> Values;
  for (unsigned Lag = 1; Lag <= Order; ++Lag)
    Values.push_back((Value + "." + value(Lag)).str());
  return constant(Values);
}

std::string LinearCode::input(const Update &U,
                              llvm::ArrayRef<std::string> Texts) const {
  const Sum New = evaluate(U, Texts, U.Function.size() - 1);
  llvm::SmallVector<std::string, MostLag> Values(Order);
  Values.front() = New.Rest;
  llvm::SmallVector<std::string, 16> Matrix(Order * Order);
  llvm::copy(New.Factors, Matrix.begin());
  for (unsigned Row = 1; Row != Order; ++Row)
    Matrix[Row * Order + Row - 1] = "1";
  return literal(Values, Matrix);
}

std::string LinearCode::sumOfProducts(std::string First, StringRef Map,
                                      unsigned Row, Right Factor) const {
  for (unsigned At = 0; At != Order; ++At)
    First = (Name + "_plus(" + First + ", " + Map + "." + matrix(Row, At) +
             ", " + Factor(At) + ")")
                .str();
  return First;
}

std::string LinearCode::powerFunctions() const {
  const std::string Begin =
      "static inline __attribute__((always_inline)) ompscan_T ompscan_";
  std::string Applied, Kept;
  for (unsigned Row = 0; Row != Order; ++Row) {
    const std::string Value = value(Row + 1);
    Applied +=
        "  r." + Value + " = " +
        sumOfProducts("rest." + Value, "map", Row,
                      [](unsigned At) { return "values." + value(At + 1); }) +
        ";\n";
    Kept += "  map." + Value + " = values." + Value + ";\n";
  }
  const std::string Zero =
      constant(llvm::SmallVector<std::string, MostLag>(Order));
  return "#define OMPSCAN_HAS_POWERS 1\n" + Begin + "zero(void) {\n  return " +
         Zero + ";\n}\n" + Begin +
         "apply(const ompscan_T map, const ompscan_T values, const ompscan_T "
         "rest) {\n  ompscan_T r = " +
         Zero + ";\n" + Applied + "  return r;\n}\n" + Begin +
         "with_values(ompscan_T map, const ompscan_T values) {\n" + Kept +
         "  return map;\n}\n\n";
}

std::string LinearCode::composition() const {
  std::string Text = "  " + Name + " r;\n";
  for (unsigned Row = 0; Row != Order; ++Row)
    Text += "  r." + value(Row + 1) + " = " +
            sumOfProducts("b." + value(Row + 1), "b", Row,
                          [](unsigned At) { return "a." + value(At + 1); }) +
            ";\n";
  for (unsigned Row = 0; Row != Order; ++Row)
    for (unsigned Column = 0; Column != Order; ++Column)
      Text += "  r." + matrix(Row, Column) + " = " +
              sumOfProducts(
                  zero().str(), "b", Row,
                  [&](unsigned At) { return "a." + matrix(At, Column); }) +
              ";\n";
  return Text + "  return r;\n";
}

//===- BuildLog.cpp - What a compiler says of a program -------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/backend/BuildLog.h"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace ompscan::rt {

namespace {

constexpr const char Unnamed[] = "<kernel>:";

/// "NAME:LINE" for line \p Number of \p Text, counted from 1; empty where no
/// `#line` with a name stands in front of it.
std::string nameOfLine(const std::string &Text, unsigned long Number) {
  std::string Name;
  unsigned long Line = 0;
  size_t Begin = 0;
  for (unsigned long I = 1; I != Number && Begin < Text.size(); ++I) {
    const size_t End = std::min(Text.find('\n', Begin), Text.size());
    if (Text.compare(Begin, 6, "#line ") == 0) {
      const size_t Quote = Text.find('"', Begin);
      if (Quote < End) {
        Name = Text.substr(Quote + 1, Text.find('"', Quote + 1) - Quote - 1);
        Line = std::strtoul(Text.c_str() + Begin + 6, nullptr, 10);
      }
    } else {
      ++Line;
    }
    Begin = End + 1;
  }
  return Name.empty() ? Name : Name + ":" + std::to_string(Line);
}

/// Whose text a line of a log is about.
enum class Of { Nobody, Runtime, Program };

Of ownerOf(std::string_view Line) {
  for (std::string_view Kind : {"error: ", "warning: ", "note: "})
    if (Line.substr(0, Kind.size()) == Kind)
      Line.remove_prefix(Kind.size());
  for (std::string_view Name :
       {std::string_view("ompscan:"), std::string_view(Unnamed)})
    if (Line.substr(0, Name.size()) == Name)
      return Of::Runtime;
  const size_t Colon = Line.find(':');
  return Colon + 1 < Line.size() &&
                 std::isdigit(static_cast<unsigned char>(Line[Colon + 1]))
             ? Of::Program
             : Of::Nobody;
}

} // namespace

std::string withoutConsequences(const std::string &Log) {
  std::string Kept;
  bool HasCause = false;
  Of Owner = Of::Nobody;
  for (size_t Begin = 0; Begin < Log.size();) {
    const size_t End = std::min(Log.find('\n', Begin), Log.size() - 1) + 1;
    const std::string Line = Log.substr(Begin, End - Begin);
    // The text itself and marks follow the line with its place.
    const Of Next = ownerOf(Line);
    if (Next != Of::Nobody)
      Owner = Next;
    HasCause |= Next == Of::Program && Line.find("error:") != std::string::npos;
    if (Owner != Of::Runtime)
      Kept += Line;
    Begin = End;
  }
  return HasCause ? Kept : Log;
}

std::string withNamedLines(const std::string &Log, const std::string &Text) {
  std::string Result;
  size_t From = 0;
  for (;;) {
    const size_t Place = Log.find(Unnamed, From);
    if (Place == std::string::npos)
      return Result + Log.substr(From);
    const size_t Number = Place + sizeof Unnamed - 1;
    size_t End = Number;
    while (End < Log.size() &&
           std::isdigit(static_cast<unsigned char>(Log[End])))
      ++End;
    std::string Name;
    if (End != Number)
      Name = nameOfLine(Text, std::strtoul(Log.c_str() + Number, nullptr, 10));
    Result += Log.substr(From, Place - From) +
              (Name.empty() ? Log.substr(Place, End - Place) : Name);
    From = End;
  }
}

} // namespace ompscan::rt

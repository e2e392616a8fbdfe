//===- Terminal.h - Colours and progress on a terminal ------ -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Colours and progress lines of the tools and of ompscan-bench. A file or a
/// pipe gets plain text.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_TOOLS_TERMINAL_H
#define OMPSCAN_TOOLS_TERMINAL_H

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>

namespace ompscan {

/// Whether \p Stream is a terminal that understands escape sequences.
inline bool isTerminal(std::FILE *Stream) {
  const char *const Kind = std::getenv("TERM");
  return ::isatty(::fileno(Stream)) == 1 && Kind && *Kind &&
         std::string_view(Kind) != "dumb";
}

enum class Style { Plain, Title, Name, Good, Doubtful, Bad };

/// Gives texts the colours of their styles, or none.
class Painter {
public:
  /// For \p Stream: with colours if it is a terminal and NO_COLOR, of
  /// https://no-color.org, is unset or empty.
  static Painter of(std::FILE *Stream) {
    const char *const No = std::getenv("NO_COLOR");
    return Painter(isTerminal(Stream) && (!No || !*No));
  }

  std::string operator()(Style S, const std::string &Text) const {
    if (!HasColours || S == Style::Plain || Text.empty())
      return Text;
    return std::string("\033[") + codeOf(S) + "m" + Text + "\033[0m";
  }

private:
  explicit Painter(bool HasColours) : HasColours(HasColours) {}

  static const char *codeOf(Style S) {
    switch (S) {
    case Style::Plain:
      break;
    case Style::Title:
      return "1";
    case Style::Name:
      return "36";
    case Style::Good:
      return "32";
    case Style::Doubtful:
      return "33";
    case Style::Bad:
      return "1;31";
    }
    return "0";
  }

  const bool HasColours;
};

/// A line on standard error that says how far a program is, if that is a
/// terminal. It is removed in the end.
class ProgressLine {
public:
  ProgressLine() : IsTerminal(isTerminal(stderr)) {}
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine() { clear(); }

  void show(const std::string &Text) {
    if (!IsTerminal)
      return;
    std::fprintf(stderr, "\r%s\033[K", Text.c_str());
    std::fflush(stderr);
    IsShown = true;
  }

  /// Removes the line, before something else is printed.
  void clear() {
    if (IsShown)
      std::fputs("\r\033[K", stderr);
    IsShown = false;
  }

private:
  const bool IsTerminal;
  bool IsShown = false;
};

} // namespace ompscan

#endif // OMPSCAN_TOOLS_TERMINAL_H

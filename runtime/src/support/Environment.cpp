//===- Environment.cpp - Environment variables ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Environment.h"
#include "ompscan/abi.h"
#include "support/Messages.h"
#include "support/Spelling.h"
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <string_view>
#include <sys/auxv.h>
#include <unistd.h>
#include <utility>

namespace ompscan::rt {

std::string toLower(std::string Text) {
  for (char &C : Text)
    if (C >= 'A' && C <= 'Z')
      C = static_cast<char>(C - 'A' + 'a');
  return Text;
}

namespace {

/// The end of a value of OMPSCAN_DEVICE that has loops dealt out.
constexpr std::string_view Every = ":all";

/// \p Text without the white space around it, which OpenMP lets a value have.
std::string trim(const std::string &Text) {
  const char *Space = " \t\n\r\f\v";
  size_t Begin = Text.find_first_not_of(Space);
  if (Begin == std::string::npos)
    return "";
  return Text.substr(Begin, Text.find_last_not_of(Space) - Begin + 1);
}

/// The usual place for our files in the user's cache; empty where there is
/// none.
std::string usualCache(const Variables &Set) {
  const auto Absolute = [&](const char *Name) {
    const auto Found = Set.find(Name);
    return Found != Set.end() && Found->second.compare(0, 1, "/") == 0
               ? Found->second
               : std::string();
  };
  if (const std::string Cache = Absolute("XDG_CACHE_HOME"); !Cache.empty())
    return Cache + "/ompscan";
  const std::string Home = Absolute("HOME");
  return Home.empty() ? Home : Home + "/.cache/ompscan";
}

/// A number from 0 up.
std::optional<int64_t> parseNumber(const std::string &Text) {
  int64_t Number = 0;
  const char *End = Text.data() + Text.size();
  const auto [Rest, Error] = std::from_chars(Text.data(), End, Number);
  if (Error != std::errc() || Rest != End || Number < 0)
    return std::nullopt;
  return Number;
}

/// "1000", "64K", "16m", "2G"
std::optional<uint64_t> parseSize(const std::string &Text) {
  uint64_t Number = 0;
  const char *End = Text.data() + Text.size();
  const auto [Rest, Error] = std::from_chars(Text.data(), End, Number);
  const std::string Unit = toLower(std::string(Rest, End));
  const unsigned Shift = Unit == "g"   ? 30
                         : Unit == "m" ? 20
                         : Unit == "k" ? 10
                                       : 0;
  if (Error != std::errc() || Number == 0 || (!Unit.empty() && Shift == 0) ||
      Number > UINT64_MAX >> Shift)
    return std::nullopt;
  return Number << Shift;
}

/// The word of \p Words that \p Value may stand for; empty for none.
std::string_view meantWord(const std::string &Value,
                           const std::vector<std::string> &Words) {
  std::vector<std::string> Lower;
  std::transform(Words.begin(), Words.end(), std::back_inserter(Lower),
                 toLower);
  const std::string_view Found =
      nearestName(toLower(Value),
                  std::vector<std::string_view>(Lower.begin(), Lower.end()));
  for (size_t I = 0; I != Words.size(); ++I)
    if (!Found.empty() && Lower[I] == Found)
      return Words[I];
  return {};
}

class Parser {
public:
  Parser(const Variables &Set, std::vector<std::string> &Warnings)
      : Set(Set), Warnings(Warnings) {}

  /// Calls \p Accept with the value of \p Name; it returns whether the value
  /// has a meaning. A variable that is empty counts as not set. \p Words are
  /// the values among those \p Accepted that can be misspelled.
  template <typename Function>
  void read(const char *Name, const std::string &Accepted, Function Accept,
            const std::vector<std::string> &Words = {}) {
    Known.push_back(Name);
    const auto Found = Set.find(Name);
    if (Found == Set.end())
      return;
    const std::string Value = trim(Found->second);
    if (Value.empty() || Accept(Value))
      return;
    std::string Text = std::string(Name) + " is '" + Value +
                       "', which is not one of its values, and is ignored; ";
    if (const std::string_view Meant = meantWord(Value, Words); !Meant.empty())
      Text += "did you mean '" + std::string(Meant) + "'? It ";
    else
      Text += "it ";
    Warnings.push_back(Text + "takes " + Accepted);
  }

  /// Reads a variable whose values are \p Words, in upper or lower case.
  template <typename T, typename Place>
  void readWord(const char *Name,
                const std::vector<std::pair<std::string, T>> &Words,
                Place &Target) {
    std::vector<std::string> Names;
    std::string Accepted;
    for (size_t I = 0; I != Words.size(); ++I) {
      Names.push_back(Words[I].first);
      const bool IsLast = I + 1 == Words.size();
      Accepted += (I == 0 ? "" : IsLast ? " or " : ", ") + Words[I].first;
    }
    read(
        Name, Accepted,
        [&](const std::string &Value) {
          for (const auto &[Word, Meaning] : Words) {
            if (toLower(Word) != toLower(Value))
              continue;
            Target = Meaning;
            return true;
          }
          return false;
        },
        Names);
  }

  /// Reads a variable that is 0 or 1.
  void readSwitch(const char *Name, bool &Target) {
    readWord<bool>(Name, {{"0", false}, {"1", true}}, Target);
  }

  /// Warns of variables whose name is nearly that of one that has been read.
  void warnOfMisspelledNames() {
    const std::string_view Prefix = "OMPSCAN_";
    std::vector<std::string_view> Ends;
    for (const std::string_view Name : Known)
      if (Name.substr(0, Prefix.size()) == Prefix)
        Ends.push_back(Name.substr(Prefix.size()));
    for (const auto &[Name, Value] : Set) {
      if (Name.compare(0, Prefix.size(), Prefix) != 0)
        continue;
      const std::string_view Meant =
          nearestName(std::string_view(Name).substr(Prefix.size()), Ends);
      if (!Meant.empty())
        Warnings.push_back("there is no variable " + Name + "; did you mean " +
                           std::string(Prefix) + std::string(Meant) + "?");
    }
  }

private:
  const Variables &Set;
  std::vector<std::string> &Warnings;
  std::vector<const char *> Known;
};

} // namespace

bool Environment::isReproducible(uint32_t Features) const {
  return Reproducible || (Features & OMPSCAN_FEATURE_REPRODUCIBLE);
}

Environment parseEnvironment(const Variables &Set,
                             std::vector<std::string> &Warnings) {
  Environment E;
  Parser P(Set, Warnings);
  P.readWord<Offload>("OMP_TARGET_OFFLOAD",
                      {{"MANDATORY", Offload::Mandatory},
                       {"DISABLED", Offload::Disabled},
                       {"DEFAULT", Offload::Default}},
                      E.Policy);
  P.read("OMP_DEFAULT_DEVICE", "a device number, 0 or more",
         [&](const std::string &Value) {
           E.DefaultDevice = parseNumber(Value);
           return E.DefaultDevice.has_value();
         });
  P.read("OMPSCAN_DEVICE",
         "part of a device's name, or gpu, cpu, accelerator, and ':all' after "
         "it, or all",
         [&](const std::string &Value) {
           const size_t End =
               Value.size() - std::min(Value.size(), Every.size());
           const bool HasEnd = toLower(Value.substr(End)) == Every;
           E.Device = HasEnd ? trim(Value.substr(0, End)) : Value;
           E.DealsOut =
               !E.Device.empty() && (HasEnd || toLower(Value) == AllDevices);
           return !E.Device.empty();
         });
  P.read("OMPSCAN_SHORT_LOOP", "a number of iterations, 0 or more",
         [&](const std::string &Value) {
           E.ShortLoop = parseNumber(Value);
           return E.ShortLoop.has_value();
         });
  P.readSwitch("OMPSCAN_INFO", E.Info);
  std::vector<std::pair<std::string, Algorithm>> Algorithms;
  for (Algorithm A : {Algorithm::SinglePass, Algorithm::ReduceThenScan,
                      Algorithm::ThreeKernel})
    Algorithms.emplace_back(algorithmName(A), A);
  P.readWord("OMPSCAN_ALGORITHM", Algorithms, E.Method);
  std::vector<std::pair<std::string, RowTeam>> Teams;
  for (RowTeam T :
       {RowTeam::WorkItem, RowTeam::Column, RowTeam::PartOfWarp,
        RowTeam::HalfWarp, RowTeam::Warp, RowTeam::Group64, RowTeam::Group128,
        RowTeam::Group, RowTeam::Group512, RowTeam::WideGroup, RowTeam::Columns,
        RowTeam::Bundle, RowTeam::Parts})
    Teams.emplace_back(teamName(T), T);
  P.readWord("OMPSCAN_ROWS", Teams, E.Rows);
  P.readSwitch("OMPSCAN_REPRODUCIBLE", E.Reproducible);
  P.readSwitch("OMPSCAN_PTX", E.Ptx);
  P.read("OMPSCAN_PRIMITIVES", "the path of a file",
         [&](const std::string &Value) {
           E.Primitives = Value;
           return true;
         });
  P.read("OMPSCAN_CLANG", "off, or the name or path of a program",
         [&](const std::string &Value) {
           E.Clang = toLower(Value) == "off" ? "off" : Value;
           return true;
         });
  P.read("PATH", "folders", [&](const std::string &Value) {
    E.ProgramFolders = Value;
    return true;
  });
  P.readSwitch("OMPSCAN_ASYNC", E.Async);
  P.read("OMPSCAN_REPEAT", "a number of runs, 0 to 1000",
         [&](const std::string &Value) {
           uint32_t Runs = 0;
           const char *End = Value.data() + Value.size();
           auto [Rest, Error] = std::from_chars(Value.data(), End, Runs);
           if (Error != std::errc() || Rest != End || Runs > 1000)
             return false;
           E.Repeat = Runs;
           return true;
         });
  P.read("OMPSCAN_MEMORY_LIMIT", "a number of bytes, or of K, M or G",
         [&](const std::string &Value) {
           E.MemoryLimit = parseSize(Value);
           return E.MemoryLimit.has_value();
         });
  P.read("OMPSCAN_POOL", "a number of bytes, or of K, M or G",
         [&](const std::string &Value) {
           E.PoolLimit = Value == "0" ? 0 : parseSize(Value);
           return E.PoolLimit.has_value();
         });
  const std::vector<std::string> Summary = {"summary"};
  P.read(
      "OMPSCAN_PROFILE",
      "summary or the path of a file, which has a '/' or a '.' if it resembles "
      "that word",
      [&](const std::string &Value) {
        if (Value.find_first_of("/.") == std::string::npos &&
            !meantWord(Value, Summary).empty())
          return false;
        E.Profile = toLower(Value) == "summary" ? "summary" : Value;
        return true;
      },
      Summary);
  P.readWord<Verifying>("OMPSCAN_VERIFY",
                        {{"0", Verifying::Off},
                         {"1", Verifying::Close},
                         {"exact", Verifying::Exact}},
                        E.Verify);
  P.readWord<bool>("OMP_DISPLAY_ENV",
                   {{"TRUE", true},
                    {"VERBOSE", true},
                    {"1", true},
                    {"FALSE", false},
                    {"0", false}},
                   E.Display);
  E.CacheDirectory = usualCache(Set);
  P.read("OMPSCAN_CACHE", "off or the absolute path of a directory",
         [&](const std::string &Value) {
           const bool Off = toLower(Value) == "off";
           if (Off || Value.front() == '/')
             E.CacheDirectory = Off ? "" : Value;
           return Off || Value.front() == '/';
         });
  P.warnOfMisspelledNames();
  return E;
}

Variables processVariables() {
  Variables Set;
  if (::getauxval(AT_SECURE))
    return Set;
  for (char **Entry = environ; Entry && *Entry; ++Entry) {
    const std::string_view Text = *Entry;
    const size_t End = Text.find('=');
    // Of several entries of a name, getenv() returns the first, too.
    if (End != std::string_view::npos)
      Set.emplace(Text.substr(0, End), Text.substr(End + 1));
  }
  return Set;
}

std::string deviceText(const Environment &E) {
  return E.DealsOut && toLower(E.Device) != AllDevices
             ? E.Device + std::string(Every)
             : E.Device;
}

std::string displayText(const Environment &E) {
  const char *Policy = E.Policy == Offload::Mandatory  ? "MANDATORY"
                       : E.Policy == Offload::Disabled ? "DISABLED"
                                                       : "DEFAULT";
  const char *Verify = E.Verify == Verifying::Exact   ? "exact"
                       : E.Verify == Verifying::Close ? "1"
                                                      : "0";
  std::string Text = "\nOMPSCAN DISPLAY ENVIRONMENT BEGIN\n";
  const auto Add = [&](const char *Name, const std::string &Value) {
    Text += std::string("  [host] ") + Name + "='" + Value + "'\n";
  };
  Add("OMPSCAN_VERSION", OMPSCAN_VERSION);
  Add("OMP_TARGET_OFFLOAD", Policy);
  Add("OMP_DEFAULT_DEVICE",
      E.DefaultDevice ? std::to_string(*E.DefaultDevice) : "");
  Add("OMPSCAN_ALGORITHM", E.Method ? algorithmName(*E.Method) : "");
  Add("OMPSCAN_ASYNC", E.Async ? "1" : "0");
  Add("OMPSCAN_CACHE", E.CacheDirectory.empty() ? "off" : E.CacheDirectory);
  Add("OMPSCAN_CLANG", E.Clang);
  Add("OMPSCAN_DEVICE", deviceText(E));
  Add("OMPSCAN_INFO", E.Info ? "1" : "0");
  Add("OMPSCAN_MEMORY_LIMIT",
      E.MemoryLimit ? std::to_string(*E.MemoryLimit) : "");
  Add("OMPSCAN_POOL", E.PoolLimit ? std::to_string(*E.PoolLimit) : "");
  Add("OMPSCAN_PRIMITIVES", E.Primitives);
  Add("OMPSCAN_PROFILE", E.Profile);
  Add("OMPSCAN_PTX", E.Ptx ? "1" : "0");
  Add("OMPSCAN_REPEAT", std::to_string(E.Repeat));
  Add("OMPSCAN_REPRODUCIBLE", E.Reproducible ? "1" : "0");
  Add("OMPSCAN_ROWS", E.Rows ? teamName(*E.Rows) : "");
  Add("OMPSCAN_SHORT_LOOP", E.ShortLoop ? std::to_string(*E.ShortLoop) : "");
  Add("OMPSCAN_VERIFY", Verify);
  return Text + "OMPSCAN DISPLAY ENVIRONMENT END\n";
}

namespace {

const Environment *readEnvironment() noexcept try {
  std::vector<std::string> Warnings;
  auto *Parsed =
      new Environment(parseEnvironment(processVariables(), Warnings));
  for (const std::string &W : Warnings)
    reportWarning(W.c_str());
  if (Parsed->Display)
    std::fputs(displayText(*Parsed).c_str(), stderr);
  return Parsed;
} catch (const std::bad_alloc &) {
  // Nobody knows whether loops may be left to the host. Not reportFatal(),
  // which asks for the environment.
  std::fputs("ompscan: error: the program is out of memory\n", stderr);
  std::fflush(stdout);
  std::_Exit(1);
}

} // namespace

const Environment &environment() noexcept {
  // Never destroyed: loops may run while static objects are destroyed.
  static const Environment &E = *readEnvironment();
  return E;
}

} // namespace ompscan::rt

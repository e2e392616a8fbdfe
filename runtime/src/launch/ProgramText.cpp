//===- ProgramText.cpp - The sources of programs --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch/ProgramText.h"
#include "ompscan/abi.h"
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace ompscan::rt {

namespace {

struct Texts {
  std::mutex Lock; ///< of what follows
  std::unordered_map<const char *, const ProgramText *> ByAddress;
  std::map<std::string_view, std::unique_ptr<const ProgramText>> ByContent;
};

/// The length of the line of \p Text that tells its digest; that of the text,
/// with its end, where there is none.
size_t distinctOf(const std::string &Text) {
  constexpr size_t Mark = sizeof OMPSCAN_DIGEST_MARK - 1, Digits = 32;
  const bool HasDigest =
      Text.compare(0, Mark, OMPSCAN_DIGEST_MARK) == 0 &&
      Text.find_first_not_of("0123456789abcdef", Mark) == Mark + Digits &&
      Text[Mark + Digits] == '\n';
  return HasDigest ? Mark + Digits + 1 : Text.size() + 1;
}

/// Never destroyed: loops may run while static objects are destroyed.
Texts &texts() {
  static Texts &All = *new Texts;
  return All;
}

} // namespace

ProgramText::ProgramText(const char *Source)
    : Text(Source), Traits(Source), Distinct(distinctOf(Text)) {}

const ProgramText &ProgramText::of(const char *Text) {
  Texts &All = texts();
  const ProgramText *Known = nullptr;
  {
    std::lock_guard<std::mutex> Guard(All.Lock);
    if (const auto Found = All.ByAddress.find(Text);
        Found != All.ByAddress.end())
      Known = Found->second;
  }
  if (Known && std::strncmp(Known->Text.c_str(), Text, Known->Distinct) == 0)
    return *Known;
  const ProgramText &Found = ofTemporary(Text);
  std::lock_guard<std::mutex> Guard(All.Lock);
  All.ByAddress[Text] = &Found;
  return Found;
}

const ProgramText &ProgramText::ofTemporary(const std::string &Text) {
  Texts &All = texts();
  std::lock_guard<std::mutex> Guard(All.Lock);
  auto Place = All.ByContent.find(Text);
  if (Place == All.ByContent.end()) {
    std::unique_ptr<const ProgramText> New(new ProgramText(Text.c_str()));
    const std::string_view Content = New->Text;
    Place = All.ByContent.emplace(Content, std::move(New)).first;
  }
  return *Place->second;
}

} // namespace ompscan::rt

//===- ProgramText.cpp - The sources of programs --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramText.h"
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace ompscan {

namespace {

struct Texts {
  std::mutex Lock; ///< of what follows
  std::unordered_map<const char *, const ProgramText *> ByAddress;
  std::map<std::string_view, std::unique_ptr<const ProgramText>> ByContent;
};

/// Never destroyed: loops may run while static objects are destroyed.
Texts &texts() {
  static Texts &All = *new Texts;
  return All;
}

} // namespace

const ProgramText &ProgramText::of(const char *Text) {
  Texts &All = texts();
  const ProgramText *Known = nullptr;
  {
    std::lock_guard<std::mutex> Guard(All.Lock);
    if (const auto Found = All.ByAddress.find(Text);
        Found != All.ByAddress.end())
      Known = Found->second;
  }
  if (Known && std::strcmp(Known->Text.c_str(), Text) == 0)
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

} // namespace ompscan

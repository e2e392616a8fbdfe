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

} // namespace

const ProgramText &ProgramText::of(const char *Text) {
  // Never destroyed: loops may run while static objects are destroyed.
  static Texts &All = *new Texts;
  const ProgramText *Known = nullptr;
  {
    std::lock_guard<std::mutex> Guard(All.Lock);
    if (const auto Found = All.ByAddress.find(Text);
        Found != All.ByAddress.end())
      Known = Found->second;
  }
  if (Known && std::strcmp(Known->Text.c_str(), Text) == 0)
    return *Known;
  std::lock_guard<std::mutex> Guard(All.Lock);
  auto Place = All.ByContent.find(Text);
  if (Place == All.ByContent.end()) {
    std::unique_ptr<const ProgramText> New(new ProgramText(Text));
    const std::string_view Content = New->Text;
    Place = All.ByContent.emplace(Content, std::move(New)).first;
  }
  All.ByAddress[Text] = Place->second.get();
  return *Place->second;
}

} // namespace ompscan

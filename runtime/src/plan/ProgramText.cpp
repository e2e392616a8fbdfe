//===- ProgramText.cpp - The sources of programs --------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/ProgramText.h"
#include "Compose.h"
#include "support/Failure.h"
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

namespace ompscan::rt {

namespace {

using LoopDigest = std::pair<uint64_t, uint64_t>;

struct Texts {
  std::mutex Lock; ///< of what follows
  std::map<LoopDigest, const ProgramText *> ByDigest;
  std::multimap<std::string_view, std::unique_ptr<const ProgramText>> ByContent;
};

/// Never destroyed: loops may run while static objects are destroyed.
Texts &texts() {
  static Texts &All = *new Texts;
  return All;
}

void checkTemplates(const ompscan_loop_descriptor &Loop) {
  if (Loop.templates_version != OMPSCAN_TEMPLATES_VERSION)
    throw Failure("its kernels need templates of version " +
                  std::to_string(Loop.templates_version) +
                  ", and this runtime has those of version " +
                  std::to_string(OMPSCAN_TEMPLATES_VERSION) + versionsOf(Loop));
  if (!templates::kernelsOf(Loop.kernel_template))
    throw Failure("its kernels need template " +
                  std::to_string(Loop.kernel_template) +
                  ", which this runtime does not have" + versionsOf(Loop));
}

} // namespace

std::string versionsOf(const ompscan_loop_descriptor &Loop) {
  return std::string(" (plugin ") + Loop.plugin + ", runtime " +
         OMPSCAN_VERSION "); install the runtime of the compiler plugin, or "
                         "compile it again";
}

const ProgramText &ProgramText::of(const ompscan_loop_descriptor &Loop) {
  Texts &All = texts();
  const LoopDigest Key{Loop.digest[0], Loop.digest[1]};
  {
    std::lock_guard<std::mutex> Guard(All.Lock);
    if (const auto Found = All.ByDigest.find(Key); Found != All.ByDigest.end())
      return *Found->second;
  }
  checkTemplates(Loop);
  const ProgramText &Found =
      of(templates::compose(Loop.kernel_template, Loop.traits, Loop.hooks),
         ProgramTraits::of(Loop.kernel_template, Loop.traits, Loop.moved_size,
                           Loop.streamed_size));
  std::lock_guard<std::mutex> Guard(All.Lock);
  All.ByDigest[Key] = &Found;
  return Found;
}

const ProgramText &ProgramText::of(const std::string &Text,
                                   const ProgramTraits &Traits) {
  Texts &All = texts();
  std::lock_guard<std::mutex> Guard(All.Lock);
  const auto [First, Last] = All.ByContent.equal_range(Text);
  for (auto I = First; I != Last; ++I)
    if (I->second->Traits == Traits)
      return *I->second;
  std::unique_ptr<const ProgramText> New(new ProgramText(Text, Traits));
  const std::string_view Content = New->Text;
  return *All.ByContent.emplace(Content, std::move(New))->second;
}

} // namespace ompscan::rt

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
#include <tuple>
#include <utility>

namespace ompscan::rt {

namespace {

using Digest = std::pair<uint64_t, uint64_t>;

struct Texts {
  std::mutex Lock; ///< of what follows
  std::map<Digest, const ProgramText *> ByDigest;
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

ProgramTraits traitsOf(const ompscan_loop_descriptor &Loop) {
  const auto Has = [&](uint32_t Trait) { return (Loop.traits & Trait) != 0; };
  ProgramTraits T;
  T.HasVectors = Has(OMPSCAN_TRAIT_HAS_VECTORS);
  T.IsPlain = Has(OMPSCAN_TRAIT_IS_PLAIN);
  T.CanReload = Has(OMPSCAN_TRAIT_CAN_RELOAD);
  T.Reduces = Has(OMPSCAN_TRAIT_HAS_REDUCTIONS);
  T.ByElement = Has(OMPSCAN_TRAIT_IS_BY_ELEMENT);
  T.Counts = Loop.kernel_template == OMPSCAN_TEMPLATE_HISTOGRAM;
  T.IsStaged = Has(OMPSCAN_TRAIT_IS_STAGED);
  T.IsFold = Has(OMPSCAN_TRAIT_IS_FOLD);
  T.MovedSize = Loop.moved_size;
  T.StreamedSize = Loop.streamed_size;
  return T;
}

} // namespace

bool ProgramTraits::operator==(const ProgramTraits &T) const {
  const auto All = [](const ProgramTraits &X) {
    return std::tie(X.HasVectors, X.IsPlain, X.CanReload, X.Reduces,
                    X.ByElement, X.Counts, X.IsStaged, X.IsFold, X.MovedSize,
                    X.StreamedSize, X.SerialItems, X.SegmentSize, X.HasKeys);
  };
  return All(*this) == All(T);
}

std::string versionsOf(const ompscan_loop_descriptor &Loop) {
  return std::string(" (plugin ") + Loop.plugin + ", runtime " +
         OMPSCAN_VERSION "); install the runtime of the compiler plugin, or "
                         "compile it again";
}

const ProgramText &ProgramText::of(const ompscan_loop_descriptor &Loop) {
  Texts &All = texts();
  const Digest Key{Loop.digest[0], Loop.digest[1]};
  {
    std::lock_guard<std::mutex> Guard(All.Lock);
    if (const auto Found = All.ByDigest.find(Key); Found != All.ByDigest.end())
      return *Found->second;
  }
  checkTemplates(Loop);
  const ProgramText &Found =
      of(templates::compose(Loop.kernel_template, Loop.traits, Loop.hooks),
         traitsOf(Loop));
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

//===- FirstReason.cpp - Why a loop is refused ----------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FirstReason.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;
using namespace ompscan::plugin;

void FirstReason::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                   const Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level < DiagnosticsEngine::Error || !Text.empty())
    return;
  llvm::SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  Text = Message.str().str();
  Loc = Info.getLocation();
  if (const size_t At = Text.rfind(" [OS"); At != std::string::npos) {
    Tag = StringRef(Text).substr(At).trim(" []").str();
    Text.resize(At);
  }
}

bool FirstReason::isFaultOfProgram() const {
  static constexpr Diag Faults[] = {Diag::err_scan_item_missing,
                                    Diag::err_standard_form,
                                    Diag::err_no_combiner,
                                    Diag::err_operator,
                                    Diag::err_subtrahend,
                                    Diag::err_conversion,
                                    Diag::err_minmax,
                                    Diag::err_previous_twice,
                                    Diag::err_no_input,
                                    Diag::err_not_combiner,
                                    Diag::err_operand_order,
                                    Diag::err_no_update,
                                    Diag::err_not_combined,
                                    Diag::err_shared_scalar,
                                    Diag::err_loop_variable,
                                    Diag::err_in_place,
                                    Diag::err_slide,
                                    Diag::err_collision,
                                    Diag::err_collision_ahead,
                                    Diag::err_collision_counters,
                                    Diag::err_carry,
                                    Diag::err_carried_value,
                                    Diag::err_own_initializer,
                                    Diag::err_list_element};
  return llvm::any_of(Faults, [this](Diag D) { return is(D); });
}

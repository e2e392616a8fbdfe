# bash completion for ompscan-config                             -*- shell-script -*-
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

_ompscan_config() {
  local word=${COMP_WORDS[COMP_CWORD]}
  if [[ ${COMP_WORDS[COMP_CWORD - 1]} == --clang ]]; then
    mapfile -t COMPREPLY < <(compgen -c -- "${word:-clang}")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W '--plugin --cflags --libs --clang-path
    --version --prefix --check --clang --help' -- "$word")
}

complete -F _ompscan_config ompscan-config

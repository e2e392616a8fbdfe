# bash completion for ompscan-tune                               -*- shell-script -*-
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

_ompscan_tune() {
  local word=${COMP_WORDS[COMP_CWORD]} words='--device --seconds --exhaustive --reset
    --log2 --way --loop --shape --vector --block --help'
  case ${COMP_WORDS[COMP_CWORD - 1]} in
  --way) words='plain warps groups serial' ;;
  --device | --seconds | --log2 | --loop | --shape | --vector | --block) words= ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _ompscan_tune ompscan-tune

# bash completion for ompscan-info                               -*- shell-script -*-
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

complete -f -W '--json --self-test --help' ompscan-info

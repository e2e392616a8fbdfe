#!/bin/sh
#
# Prints the commands of a page as they are, in the order in which they stand: the
# lines that are indented by four spaces. Fenced blocks have none.
#
#   test/packaging/commands.sh PAGE [SECTION]
#
# SECTION is the heading of a section; without it, the commands of the whole page
# are printed. It is an error if there are none.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

[ $# = 1 ] || [ $# = 2 ] || {
  echo "usage: test/packaging/commands.sh PAGE [SECTION]" >&2
  exit 2
}
awk -v section="${2:-}" '
  /^```/ { fenced = !fenced; next }
  fenced { next }
  /^## / { heading = substr($0, 4) }
  /^    / && (section == "" || heading == section) {
    print substr($0, 5)
    printed = 1
  }
  END { exit !printed }' "$1" || {
  echo "commands: $1 has no command ${2:+in the section \"$2\"}" >&2
  exit 1
}

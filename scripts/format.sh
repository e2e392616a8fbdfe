#!/bin/sh
#
# Formats the C, C++ and OpenCL sources with clang-format 22, whose answers
# differ from those of other releases.
#
#   scripts/format.sh [--check]
#
# --check changes nothing and ends with status 1 where a file would change.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

cd -- "$(dirname -- "$0")/.."

case ${1:-} in
'') mode=-i ;;
--check) mode='--dry-run -Werror' ;;
*)
  echo "usage: scripts/format.sh [--check]" >&2
  exit 2
  ;;
esac

command -v clang-format-22 >/dev/null || {
  echo "format: clang-format-22 is not installed (see scripts/setup.sh)" >&2
  exit 1
}

# Tests are left as they are written: positions and spellings are what many of
# them are about.
# shellcheck disable=SC2086 # two options
find clang-plugin runtime templates examples benchmarks -type f \
  \( -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cpp' -o -name '*.cl' \) \
  -exec clang-format-22 $mode {} +

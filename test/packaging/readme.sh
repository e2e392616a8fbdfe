#!/bin/sh
#
# Types the commands of README.md as they are (commands.sh).
#
#   test/packaging/readme.sh BUILD_DIR
#
# Takes a copy of the sources in place of a clone, with BUILD_DIR as its build tree.
# Commands that build (scripts/...) are left out, and there is no network.
# scripts/test-fresh-debian.sh types all of them on a fresh system.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)

fail() {
  echo "readme: $1" >&2
  exit 1
}

# The first fenced block.
# shellcheck disable=SC2016 # the quotes are Markdown's
program() {
  sed -n -e '/^```$/q' -e '/^```c$/,$p' "$root/README.md" | sed 1d
}
# shellcheck disable=SC2016
result() { sed -n 's/.*prints `\(.*\)`.*/\1/p' "$root/README.md" | head -n 1; }

[ $# = 1 ] || fail "usage: test/packaging/readme.sh BUILD_DIR"
build=$(CDPATH='' cd -- "$1" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
program >"$work/program"
sed -n '/^#include/,$p' "$root/examples/prefix_sum.c" | diff - "$work/program" ||
  fail "the first program of README.md is not examples/prefix_sum.c"

mkdir "$work/home" "$work/clone"
(cd -- "$root" && git ls-files -z --cached --others --exclude-standard |
  tar -c --null --ignore-failed-read -T -) | tar -x -C "$work/clone"
ln -s "$build" "$work/clone/build"
"$root/test/packaging/commands.sh" "$root/README.md" >"$work/all"
grep -v '^scripts/' "$work/all" >"$work/commands" || fail "README.md has only commands that build"
without_network=
! unshare -n true 2>/dev/null || without_network="unshare -n"
# shellcheck disable=SC2086 # words, or none
(cd -- "$work/clone" && $without_network env -i HOME="$work/home" LANG=C.UTF-8 \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  sh -ex "$work/commands") >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  fail "a command of README.md fails"
}

result=$(result)
runs=$(grep -c 'prefix_sum$' "$work/commands")
[ "$(grep -cFx -- "$result" "$work/log")" = "$runs" ] || {
  cat "$work/log" >&2
  fail "the commands of README.md do not print '$result'"
}
echo "readme: passed"

#!/bin/bash
#
# Tests scripts/release.sh on a clone of the last commit.
#
#   test/packaging/release.sh
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "packaging: $1" >&2
  exit 1
}

git -C "$root" rev-parse -q --verify HEAD >/dev/null 2>&1 || {
  echo "packaging: the sources are no git repository; no release is tried"
  exit 0
}
commit() {
  git -C "$clone" -c user.name=Test -c user.email=test@localhost \
    commit -q --allow-empty -am "$1"
}
clone=$work/clone
git clone -q "$root" "$clone"
cp "$root/scripts/release.sh" "$clone/scripts/"
git -C "$clone" add -A
commit "The script as it is here"
version=$(sed -n 's/^  VERSION \([0-9.]*\)$/\1/p' "$clone/CMakeLists.txt")
entry="## [$version] - 2026-11-25"

# refuses TEXT [OPTION...]: no release, for a reason with this text.
refuses() {
  local text=$1
  shift
  if "$clone/scripts/release.sh" "$@" "$work/refused" >"$work/log" 2>&1; then
    fail "a release was made where it should say '$text'"
  fi
  grep -qF -- "$text" "$work/log" || {
    cat "$work/log"
    fail "release.sh does not say '$text'"
  }
}

sed -i "s/^## \[$version\] - .*/## [$version] - unreleased/" "$clone/CHANGELOG.md"
commit "No date"
refuses "CHANGELOG.md has no date for $version"
"$clone/scripts/release.sh" --snapshot "$work/snapshot" >"$work/log"

sed -i "s/^## \[$version\] - .*/## [9.9.9] - 2026-11-25/" "$clone/CHANGELOG.md"
commit "Another version"
refuses "'## [9.9.9] - 2026-11-25', and not that of $version"
refuses "and not that of $version" --snapshot

sed -i "s/^## \[9.9.9\] - .*/$entry/" "$clone/CHANGELOG.md"
refuses "changes that are not committed"
commit "A date"
"$clone/scripts/release.sh" "$work/first" >"$work/log"
(cd "$work/first" && sha256sum --quiet -c SHA256SUMS)

# The same bytes from another place, with another umask and another time.
git clone -q "$clone" "$work/another clone"
(
  umask 077
  TZ=Asia/Tokyo "$work/another clone/scripts/release.sh" "$work/second" >"$work/log"
)
cmp "$work/first/ompscan-$version.tar.gz" "$work/second/ompscan-$version.tar.gz"
tar -tzf "$work/first/ompscan-$version.tar.gz" | grep -v '/$' |
  sed "s,^ompscan-$version/,," | LC_ALL=C sort >"$work/packed"
git -C "$clone" ls-files | LC_ALL=C sort | diff - "$work/packed"

git -C "$clone" tag "v$version"
"$clone/scripts/release.sh" "$work/first" >"$work/log"
commit "After the tag"
refuses "the tag v$version is at another commit"
echo "packaging: source release passed"

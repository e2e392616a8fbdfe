#!/bin/sh
#
# Fills in the recipes for other systems.
#
#   scripts/recipes.sh FOLDER [TARBALL]
#
# FOLDER gets the files of packaging/recipes with the version of CMakeLists.txt and
# the addresses of packaging/project.txt. TARBALL is the source tarball of the release
# (scripts/release.sh), whose digests the recipes have; without it, they have zeros.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
case $# in
1 | 2) ;;
*)
  echo "usage: scripts/recipes.sh FOLDER [TARBALL]" >&2
  exit 2
  ;;
esac
setting() { sed -n "s/^$1 //p" "$root/packaging/project.txt"; }
# quoted TEXT: as the replacement of a command of sed.
quoted() { printf '%s' "$1" | sed 's/[\\&|]/\\&/g'; }

# digest_of BITS TARBALL
digest_of() {
  if [ -n "$2" ]; then
    "sha${1}sum" "$2" | cut -d ' ' -f 1
  else
    printf "%0$(($1 / 4))d\n" 0
  fi
}
tarball=${2:-}
version=$(sed -n 's/^  VERSION \([0-9.]*\)$/\1/p' "$root/CMakeLists.txt")
mkdir -p "$1"
cp -r "$root/packaging/recipes/." "$1"
find "$1" -type f -exec sed -i \
  -e "s|@VERSION@|$(quoted "$version")|g" \
  -e "s|@ADDRESS@|$(quoted "$(setting address)")|g" \
  -e "s|@SOURCE@|$(quoted "$(setting source)")|g" \
  -e "s|@CONTACT@|$(quoted "$(setting contact)")|g" \
  -e "s|@SHA256@|$(digest_of 256 "$tarball")|g" \
  -e "s|@SHA512@|$(digest_of 512 "$tarball")|g" {} +

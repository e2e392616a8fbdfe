#!/bin/sh
#
# Makes a site of the documents, with search.
#
#   scripts/site.sh [FOLDER]
#
# FOLDER (default: build/site) gets HTML: FOLDER/index.html. Links are checked
# in the documents and in the HTML. Debian's packages python3-sphinx,
# python3-myst-parser and furo are needed. A warning of Sphinx is an error.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
folder=${1:-$root/build/site}

# Debian's Sphinx, whatever Python is first in PATH.
sphinx=/usr/bin/sphinx-build
[ -x $sphinx ] || sphinx=$(command -v sphinx-build) || {
  echo "site: Sphinx is not installed: apt-get install python3-sphinx python3-myst-parser furo" >&2
  exit 1
}
"$root/scripts/check-links.py"
mkdir -p "$folder"
"$sphinx" -q -W --keep-going -b html -c "$root/docs/site" -d "$folder.doctrees" "$root" "$folder"
# README.md has figures in HTML, which Sphinx does not copy.
mkdir -p "$folder/docs/images"
cp "$root"/docs/images/*.svg "$folder/docs/images/"
cat >"$folder/index.html" <<'END'
<!DOCTYPE html>
<meta charset="utf-8">
<title>OmpScan</title>
<meta http-equiv="refresh" content="0; url=docs/site/index.html">
<a href="docs/site/index.html">OmpScan</a>
END
"$root/scripts/check-links.py" --site "$folder"
echo "$folder/index.html"

#!/bin/sh
#
# Makes a site of the documents, with search, and looks at its pages.
#
#   scripts/site.sh [FOLDER]
#
# FOLDER (default: build/site) gets HTML: FOLDER/index.html. Links are checked
# in the documents and in the HTML, and each page is looked at in a browser, if there
# is one (scripts/check-pages.py). Sphinx and its theme come from the Python index, into
# FOLDER.python, or from there if FOLDER.python is there. A warning of Sphinx is an error.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
folder=${1:-$root/build/site}

fail() {
  echo "site: $1" >&2
  exit 1
}

"$root/scripts/check-links.py"
mkdir -p "$folder"
requirements=$root/docs/site/requirements.txt
python=$folder.python
if ! cmp -s "$requirements" "$python/requirements.txt"; then
  python3 -m venv "$python" ||
    fail "Python has no venv; on Debian: apt-get install python3-venv"
  "$python/bin/pip" install -q -r "$requirements" ||
    fail "pip does not get Sphinx from the Python index"
  cp "$requirements" "$python/"
fi
"$python/bin/sphinx-build" -q -W --keep-going -b html -c "$root/docs/site" \
  -d "$folder.doctrees" "$root" "$folder"
# Pages have figures in HTML, which Sphinx does not copy.
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
# Debian's Python has Debian's Selenium, whatever Python is first in PATH.
system_python=/usr/bin/python3
[ -x $system_python ] || system_python=python3
status=0
$system_python "$root/scripts/check-pages.py" "$folder" || status=$?
# 77: there is no browser.
[ $status = 0 ] || [ $status = 77 ] || exit $status
echo "$folder/index.html"

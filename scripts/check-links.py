#!/usr/bin/env python3
#
# Checks the links of the documents: each file that one names is there, and so is
# the heading that it names.
#
#   scripts/check-links.py [FILE.md...]
#   scripts/check-links.py --site FOLDER
#
# Without FILE, all Markdown files of the sources; with --site, the HTML of
# scripts/site.sh in FOLDER. Addresses elsewhere are not asked.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import html.parser
import os
import re
import sys
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"\s*```")


def text_lines(path):
    """(number, line) of all lines outside of blocks of code."""
    with open(path, encoding="utf-8") as file:
        inside = False
        for number, line in enumerate(file, 1):
            if FENCE.match(line):
                inside = not inside
            elif not inside:
                yield number, line


def anchors_of(path):
    """The names of the headings, as GitHub and the site make them."""
    names = {}
    for _, line in text_lines(path):
        for name in re.findall(r'<a id="([^"]+)"', line):
            names[name] = 1
        heading = re.match(r"#+\s+(.*?)\s*#*$", line)
        if not heading:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
        name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            names[f"{name}-{names[name] - 1}"] = 1
    return names


def problems_of(path):
    with open(path, encoding="utf-8") as file:
        lines = [""] * len(file.readlines())
    for number, line in text_lines(path):
        # Code in a line may look like a link: `[a](b)`.
        lines[number - 1] = re.sub(r"`[^`]*`", "", line.rstrip("\n"))
    # The text of a link may begin in one line and end in the next.
    text = "\n".join(lines)
    for link in LINK.finditer(text):
        target = link[1]
        if re.match(r"[a-z]+:", target):
            continue
        number = text.count("\n", 0, link.start(1)) + 1
        name, _, anchor = target.partition("#")
        file = os.path.normpath(
            os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(file):
            yield f"{path}:{number}: there is no {name}"
        elif anchor and anchor not in anchors_of(file):
            yield f"{path}:{number}: {name or path} has no heading #{anchor}"


class Page(html.parser.HTMLParser):
    """The links of a page of the site, and the places that links may name."""

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.names = set()
        self.links = []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.names.update(values[key] for key in ("id", "name")
                          if values.get(key))
        self.links += [(self.getpos()[0], values[key])
                       for key in ("href", "src") if values.get(key)]

    def problems(self, pages):
        for number, link in self.links:
            address = urllib.parse.urlparse(link)
            if address.scheme or address.netloc:
                continue
            file = self.path
            if address.path:
                file = os.path.normpath(os.path.join(
                    os.path.dirname(self.path),
                    urllib.parse.unquote(address.path)))
            anchor = urllib.parse.unquote(address.fragment)
            if not os.path.exists(file):
                yield f"{self.path}:{number}: there is no {link}"
            elif anchor and file in pages and anchor not in pages[file].names:
                yield f"{self.path}:{number}: {file} has no place #{anchor}"


def problems_of_site(folder):
    """(number of pages, problems of the site in a folder)"""
    paths = [os.path.join(where, name) for where, _, names in os.walk(folder)
             for name in sorted(names) if name.endswith(".html")]
    pages = {os.path.normpath(path): Page(os.path.normpath(path))
             for path in paths}
    return len(pages), [problem for page in pages.values()
                        for problem in page.problems(pages)]


def all_documents():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [f for f in folders if not f.startswith((".", "build"))]
        yield from (os.path.join(folder, f) for f in files if f.endswith(".md"))


def main():
    if sys.argv[1:2] == ["--site"] and len(sys.argv) == 3:
        count, problems = problems_of_site(sys.argv[2])
    else:
        files = sys.argv[1:] or sorted(all_documents())
        count = len(files)
        problems = [p for file in files for p in problems_of(file)]
    for problem in problems:
        print(problem)
    print(f"{count} files, {len(problems)} broken links")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

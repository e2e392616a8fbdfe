#!/usr/bin/env python3
# Compiles the examples of a page of the documentation.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: check_examples.py PAGE [--tags DIAGNOSTICS.def] [--run LIBRARIES]
                         COMPILER [ARGUMENT...]

Every block that begins with ```c or ```cpp is compiled with COMPILER ARGUMENT...
-fsyntax-only: as a file of its own if it declares something at file scope, else
as the body of a function that has the parameters of PROLOGUE. The info string
says what is expected: nothing more (no error and no warning), a tag such as
OS034 (that diagnostic and no other of the plugin), or `-` (not compiled). A name
of a file (`file=a.c`) says nothing here. With
`+` a block continues the one before it. A block with `run` is a program, which
is linked with LIBRARIES and run, and has to end with status 0.

With --tags, the page has a list of pages, each with its tags, as in `OS001 to
OS009, OS042`, and these pages are compiled, too. Each tag of DIAGNOSTICS.def has a
heading `### OSnnn` on the page that the list names, once and in order, and every
block in such a section is about its tag.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

INCLUDES = """
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
"""
PROLOGUE = """
void example(int *y, int *z, const int *x, const int *a, const int *index,
             float *f, const float *g, unsigned *u, uint8_t *bytes, bool *flags,
             int n, int s, int t, int step) {
"""
FILE_SCOPE = re.compile(
    r"^(#pragma omp declare|typedef|struct|class|enum|template|namespace|static|"
    r"using|constexpr|void|(int|long|double) \w+\()", re.M)


def blocks(lines):
    """(line, section, language, expected, text) of every block."""
    section, info, start, text = "", None, 0, []
    for number, line in enumerate(lines, 1):
        if info is None:
            heading = re.match(r"#+ (.*)", line)
            fence = re.match(r"\s*```(\S*)\s*(.*)", line)
            if heading:
                section = heading[1]
            elif fence:
                info, start, text = fence, number, []
        elif line.strip() == "```":
            yield start, section, info[1], info[2].strip(), "\n".join(text)
            info = None
        else:
            text.append(line)


def compile_block(command, language, text):
    body = text if FILE_SCOPE.search(text) else PROLOGUE + text + "\n}\n"
    suffix = ".cpp" if language == "cpp" else ".c"
    with tempfile.NamedTemporaryFile("w", suffix=suffix) as source:
        source.write(INCLUDES + body)
        source.flush()
        result = subprocess.run(
            command + ["-fsyntax-only", "-ferror-limit=0", source.name],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


def run_block(command, libraries, language, text):
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "example." + language)
        program = os.path.join(directory, "example")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        for step in (command + [source, "-o", program] + libraries, [program]):
            result = subprocess.run(step, stdout=subprocess.PIPE, timeout=120,
                                    stderr=subprocess.STDOUT, text=True)
            if result.returncode != 0:
                break
        return result.returncode, result.stdout


def tagged_pages(page, known, problems):
    """The pages that the list of the page names, whose headings are checked."""
    explained, pages = [], []
    with open(page, encoding="utf-8") as file:
        rows = re.findall(r"^- \[[^\]]*\]\(([\w-]+\.md)\): ((?:OS\d{3}|to|[\s,])+)$",
                          file.read(), re.M)
    for name, named in rows:
        path = os.path.join(os.path.dirname(page), name)
        pages.append(path)
        ranges = [re.findall(r"OS\d{3}", part) for part in named.split(",")]
        wanted = [tag for tag in known
                  if any(tags[0] <= tag <= tags[-1] for tags in ranges)]
        with open(path, encoding="utf-8") as file:
            found = re.findall(r"^### (OS\d{3})", file.read(), re.M)
        if found != wanted:
            problems.append(f"{page} names {' '.join(wanted)} for {name}, which has "
                            f"{' '.join(found)}")
        explained += found
    for tag in set(known) ^ set(explained):
        problems.append(f"{tag} is not explained, or is none")
    if len(explained) != len(set(explained)):
        problems.append("a tag is explained twice")
    return pages


def check_page(page, table, command, libraries, problems):
    """The number of examples."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().splitlines()
    count = 0
    before = ""
    for line, section, language, expected, text in blocks(lines):
        if language not in ("c", "cpp") or expected == "-":
            continue
        expected = re.sub(r"^file=\S+ ?", "", expected)  # run_tutorial.py
        if expected.startswith("+"):
            expected = expected[1:].strip()
            text = before + "\n" + text
        if not re.fullmatch(r"OS\d{3}", expected):
            before = text
        count += 1
        if expected == "run":
            expected = ""
            status, output = run_block(command, libraries, language, text)
        else:
            status, output = compile_block(command, language, text)
        said = set(re.findall(r"(?:error|warning): .*\[(OS\d{3})\]", output))
        if expected:
            good = said == {expected}
        else:
            good = status == 0 and "warning:" not in output
        if table and expected and not section.startswith(expected):
            problems.append(f"{page}:{line}: {expected} in section {section}")
        if not good:
            problems.append(f"{page}:{line}: expected {expected or 'no error'}, "
                            f"but the compiler says:\n{output}")
    return count


def main():
    arguments = sys.argv[1:]
    page, *command = arguments
    pages = [page]
    table = None
    libraries = []
    if command[0] == "--tags":
        table, command = command[1], command[2:]
    if command[0] == "--run":
        libraries, command = shlex.split(command[1]), command[2:]
    problems = []
    if table:
        with open(table, encoding="utf-8") as file:
            known = sorted(set(re.findall(r'"(OS\d{3})"', file.read())))
        pages += tagged_pages(page, known, problems)

    count = 0
    for page in pages:
        count += check_page(page, table, command, libraries, problems)
    for problem in problems:
        print(problem)
    print(f"{count} examples compiled")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())

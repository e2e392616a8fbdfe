#!/usr/bin/env python3
# Follows a tutorial of the documentation.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: run_tutorial.py PAGE FOLDER-OF-TOOLS

A block of code whose info string has `file=NAME` is written to that file. Each
line of a `console` block that begins with `$ ` is a command; the lines behind it
are its output, of both streams. In them `...` stands for any text, and alone in a
line for any lines. All happens in one empty folder.
"""

import os
import re
import subprocess
import sys
import tempfile


def blocks(page):
    """(line, info string, text)"""
    for match in re.finditer(r"^```(\w[^\n]*)\n(.*?)^```$", page, re.M | re.S):
        yield page.count("\n", 0, match.start()) + 1, match[1], match[2]


def pattern_of(expected):
    lines = []
    for line in expected:
        if line == "...":
            lines.append(r"(?:.*\n)*")
        else:
            lines.append(r".*".join(map(re.escape, line.split("..."))) + r"\n")
    return "".join(lines)


def steps(text):
    """(command, lines of its output)"""
    for step in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *expected = step.rstrip("\n").split("\n")
        yield command, expected


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    # A reader has not set what tests set.
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("OMP") or name == "OMPSCAN_CACHE"}
    environment["LC_ALL"] = "C.UTF-8"
    environment["PATH"] = os.pathsep.join(
        [os.path.abspath(sys.argv[2]), environment["PATH"]])
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for line, info, text in blocks(page):
            name = re.search(r"\bfile=(\S+)", info)
            if name:
                with open(os.path.join(folder, name[1]), "w",
                          encoding="utf-8") as file:
                    file.write(text)
            if info.split()[0] != "console":
                continue
            for command, expected in steps(text):
                count += 1
                # Lines come in the order that a terminal shows.
                output = subprocess.run(
                    ["stdbuf", "-oL", "sh", "-c", command], cwd=folder,
                    env=environment,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    text=True, timeout=300).stdout
                if not re.fullmatch(pattern_of(expected), output):
                    print(f"{sys.argv[1]}:{line}: $ {command}\nprints\n{output}"
                          "and not\n" + "\n".join(expected))
                    return 1
    print(f"{count} commands")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())

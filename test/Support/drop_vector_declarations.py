#!/usr/bin/env python3
# drop_vector_declarations.py - Makes the header of OpenCL C smaller.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""drop_vector_declarations.py INPUT OUTPUT

Copies opencl-c.h without comments, and without the functions of vectors, halfs,
images, conversions, sub-groups and copies, and the atomic functions of C11. A
kernel that calls one of them does not compile. See pocl_without_vectors.sh.
"""

import re
import sys

DROPPED = re.compile(
    r"\bu?(char|short|int|long|float|double|half)(2|3|4|8|16)\b"
    r"|half|image|intel|\bconvert_|sub_group|\basync_|\bprefetch\b|\bpipe\b"
    r"|\batomic_(init|load|store|exchange|compare|fetch|flag|work_item)")
KEPT = re.compile(r"\bv(load|store)\d+\(")


def declarations(text):
    """Lines of the preprocessor, and declarations, each in one line."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*|\\\n", " ", text, flags=re.DOTALL)
    part = ""
    for line in text.splitlines():
        line = " ".join(line.split())
        if line.startswith("#"):
            if part:
                yield part
                part = ""
            yield line
        elif line:
            part = f"{part} {line}".strip()
            if part.endswith((";", "}")):
                yield part
                part = ""


def main():
    source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as header:
        text = header.read()
    lines = []
    for line in declarations(text):
        if line.startswith("#endif") and lines and \
                lines[-1].startswith("#if"):
            lines.pop()  # nothing is left of what the condition is for
        elif line.startswith("#") or not DROPPED.search(line) or \
                KEPT.search(line):
            lines.append(line)
    with open(target, "w", encoding="utf-8") as header:
        header.write("\n".join(lines) + "\n")


main()

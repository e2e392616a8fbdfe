"""Compiles and runs the programs of a page of documentation.

usage: run_examples.py PAGE INCLUDE-OPTION LIBRARY-OPTIONS... -- CLANG...
                       -- CLANG++... -- RUNNER...

A program is a block in C or C++ that has a main function. The block behind it,
in `text`, is what it prints.
"""

import os
import re
import subprocess
import sys
import tempfile


def programs(page):
    """(line, language, text, expected output)"""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for match in re.finditer(
            r"^```(c|cpp)\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", text,
            re.M | re.S):
        line = text.count("\n", 0, match.start()) + 1
        yield line, match[1], match[2], match[3]


def run(page, options, clang, clangxx, runner):
    problems, count = [], 0
    for line, language, text, expected in programs(page):
        with tempfile.TemporaryDirectory() as directory:
            source = os.path.join(directory, "example." + language)
            binary = os.path.join(directory, "example")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            compiler = clang if language == "c" else clangxx
            result = subprocess.run(
                compiler + ["-Wall", "-Wextra", "-Werror", source, "-o", binary]
                + options, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True)
            if result.returncode == 0:
                result = subprocess.run(runner + [binary],
                                        stdout=subprocess.PIPE, text=True)
        if result.returncode != 0 or result.stdout != expected:
            problems.append(f"{page}:{line}: expected\n{expected}but found "
                            f"(status {result.returncode})\n{result.stdout}")
        count += 1
    return problems, count


def main():
    parts = [[]]
    for word in sys.argv[1:]:
        if word == "--":
            parts.append([])
        else:
            parts[-1].append(word)
    (page, *options), clang, clangxx, runner = parts
    problems, count = run(page, options, clang, clangxx, runner)
    print("\n".join(problems))
    print(f"{count} examples run")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())

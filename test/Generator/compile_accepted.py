#!/usr/bin/env python3
"""Compiles a program of generate_items.py --wild without the loops that the
compiler refuses.

  compile_accepted.py SOURCE TAGS COMMAND...

runs COMMAND with the options that the first line of SOURCE names, and SOURCE.
Where errors of OmpScan stand in loops, it runs again with -DWITHOUT_<loop> for
each of them. TAGS gets a line "<loop> <tag>" for each. The exit status is 1, with
what the compiler printed, where anything else is wrong.
"""

import re
import subprocess
import sys

FUNCTION = re.compile(r"static void (loop\d+?)(_expected)?\(")


def main():
    source, tags, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(source, encoding="utf-8") as file:
        lines = file.read().splitlines()
    options = re.fullmatch(r"/\* options: (.*) \*/", lines[0])[1].split()
    loop_at, loop = {}, None
    for number, line in enumerate(lines, 1):
        started = FUNCTION.match(line)
        loop = started[1] if started else None if line == "#endif" else loop
        loop_at[number] = loop
    refused = {}
    while True:
        result = subprocess.run(
            command + options + [f"-DWITHOUT_{name}" for name in refused] +
            ["-ferror-limit=0", source], capture_output=True, text=True)
        if result.returncode == 0:
            break
        found = {}
        for error in re.finditer(r"^(.*?):(\d+):\d+: error: .*", result.stderr,
                                 re.MULTILINE):
            tag = re.search(r"\[(OS\d+)\]$", error[0])
            at = loop_at.get(int(error[2])) if error[1] == source else None
            # OS060 is a kernel that does not compile: a defect.
            if not tag or tag[1] == "OS060" or not at:
                found = {}
                break
            found.setdefault(at, tag[1])
        if not found or set(found) <= set(refused):
            sys.stderr.write(result.stderr[-4000:])
            sys.exit(1)
        refused.update(found)
    with open(tags, "w", encoding="utf-8") as file:
        file.writelines(f"{name} {tag}\n" for name, tag in sorted(refused.items()))


if __name__ == "__main__":
    main()

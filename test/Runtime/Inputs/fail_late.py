# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: fail_late.py SOURCE PROGRAM

Runs PROGRAM with each of the words that it prints without one. It prints "gone
on" when the loop has returned that fails, and has to end when it waits.
"""

import re
import subprocess
import sys


def main():
    source, program = sys.argv[1:]
    with open(source) as lines:
        line = next(number for number, text in enumerate(lines)
                    if "the loop that fails" in text)
    kinds = subprocess.run([program], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    ended = 0
    for kind in kinds:
        result = subprocess.run([program, kind], capture_output=True,
                                text=True, timeout=60)
        is_end = kind in ("return", "exit")
        expected = (rf"^ompscan: {'warning' if is_end else 'error'}: "
                    rf"\S*:{line}:\d+ \(scan_y\): the loop has failed on .* "
                    r"the values of y, .*: a kernel has failed on the device: "
                    r"CL_OUT_OF_RESOURCES")
        said = re.findall("^ompscan: .* has failed .*", result.stderr, re.M)
        output = "gone on\n" + ("not told\n" if kind == "return" else "")
        if len(said) != 1 or not re.match(expected, said[0]) or \
                result.stdout != output or \
                result.returncode != (0 if is_end else 1):
            sys.exit(f"fail_late: {kind}: status {result.returncode}\n"
                     f"{result.stdout}{result.stderr}")
        ended += not is_end
    print(f"{len(kinds)} kinds: {ended} ended the program, "
          f"{len(kinds) - ended} warned")


main()

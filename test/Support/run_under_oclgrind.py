#!/usr/bin/env python3
# Runs a program under Oclgrind and fails where the program or a kernel fails.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: run_under_oclgrind.py [--in-place] OCLGRIND LIBRARY PROGRAM [ARGUMENT...]

Oclgrind passes on the exit status of the program and only writes about what
kernels do wrong. Here every such report is a failure. LIBRARY is preloaded (see
oclgrind_write_buffer.c). Where OCLGRIND is "none", nothing is run.

--in-place: data races are not looked for. What a single pass does in place looks
like one: only the look-back tells when a tile may be overwritten.

Kernels are built without optimisation: the inliner of Oclgrind 21.10 leaves
intrinsics behind that its interpreter does not know, as soon as a function takes
or returns a structure (llvm.experimental.noalias.scope.decl, llvm.memmove).
"""

import subprocess
import sys
import tempfile


def main():
    arguments = sys.argv[1:]
    races = ["--data-races"]
    if arguments[0] == "--in-place":
        arguments, races = arguments[1:], []
    oclgrind, library, *program = arguments
    if oclgrind == "none":
        return 0
    with tempfile.NamedTemporaryFile("r", prefix="oclgrind-") as log:
        status = subprocess.run(
            [oclgrind, *races, "--uninitialized", "--check-api",
             "--max-errors", "20", "--log", log.name,
             "--build-options", "-cl-opt-disable",
             # Oclgrind sets LD_PRELOAD anew, so this goes behind it.
             "sh", "-c", 'LD_PRELOAD="$0:$LD_PRELOAD" exec "$@"', library]
            + program).returncode
        reports = log.read()
    if reports:
        sys.stderr.write(reports)
        sys.stderr.write("\nrun_under_oclgrind: Oclgrind reports errors\n")
        return 1
    if status != 0:
        sys.stderr.write(f"run_under_oclgrind: the program ended with {status}\n")
    return 0 if status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

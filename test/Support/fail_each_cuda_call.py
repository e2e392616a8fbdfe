"""Runs a program once for each call of the fake CUDA driver that may fail.

    fail_each_cuda_call.py LINE CODE PROGRAM [ARGUMENT...]

Whatever fails, the program has to end well and to print LINE.

Part of the OmpScan project, under the Apache License v2.0 with LLVM
Exceptions. See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import subprocess
import sys
import tempfile


def main():
    line, code, *program = sys.argv[1:]
    calls = 0
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        while True:
            calls += 1
            environment = dict(os.environ, FAKE_CUDA_FAIL=str(calls),
                               FAKE_CUDA_CODE=code, FAKE_CUDA_LOG=log)
            open(log, "w", encoding="utf-8").close()
            result = subprocess.run(program, env=environment, timeout=60,
                                    capture_output=True, text=True)
            if result.returncode or line not in result.stdout.splitlines():
                sys.exit(f"call {calls}: status {result.returncode}\n"
                         f"{result.stdout}{result.stderr}")
            with open(log, encoding="utf-8") as file:
                names = file.read().splitlines()
            if len(names) < calls:
                break
            if "the loop runs on the host" not in result.stderr and \
                    "warning" not in result.stderr:
                print(f"call {calls}, {names[calls - 1]}: no message")
    print(f"{calls - 1} calls have failed")


if __name__ == "__main__":
    main()

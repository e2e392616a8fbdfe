# Runs a program on the layer of Support/opencl_layer.cpp and lets the first call
# of an OpenCL function fail.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: fail_call.py FUNCTION PROGRAM

The environment names the layer and its log.
"""

import os
import subprocess
import sys

function, program = sys.argv[1:]
for number in range(1, 1000):
    result = subprocess.run([program], capture_output=True, text=True,
                            env=dict(os.environ, OPENCL_LAYER_FAIL=str(number),
                                     OMP_TARGET_OFFLOAD="DEFAULT"))
    with open(os.environ["OPENCL_LAYER_LOG"]) as log:
        failed = log.read().split("failed ")[1].strip()
    if failed == "none":
        sys.exit(f"fail_call: {function} is never called")
    if failed == function:
        break
print(result.stderr + result.stdout)
sys.exit(result.returncode)

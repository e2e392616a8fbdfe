"""Loads a plugin into each Clang of another release that is installed.

    load_by_others.py PLUGIN

Each must end with a message that says which plugin it needs. Prints the messages;
ends with status 1 if a Clang says anything else.

Part of the OmpScan project, under the Apache License v2.0 with LLVM
Exceptions. See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import glob
import os
import re
import subprocess
import sys

plugin = sys.argv[1]
folder, name = os.path.split(plugin)
own = re.search(r"-(\d+)\.so$", name).group(1)
failed = False
for clang in sorted(glob.glob("/usr/lib/llvm-*/bin/clang")):
    release = re.search(r"llvm-(\d+)/", clang).group(1)
    if release == own:
        continue
    run = subprocess.run([clang, f"-fplugin={plugin}", "-fsyntax-only",
                          "-x", "c", os.devnull],
                         stderr=subprocess.PIPE, text=True, check=False)
    right = os.path.join(folder, f"ClangOmpScan-{release}.so")
    advice = (f"load {right}," if os.path.exists(right) else
              f"this Clang has no plugin there: run clang-{own},")
    good = (run.returncode == 1 and run.stderr.count("\n") == 1 and
            f"error: the plugin {name} is for Clang {own} and was loaded by '"
            in run.stderr and advice in run.stderr)
    failed |= not good
    print("right:" if good else f"WRONG ({run.returncode}):", release, run.stderr,
          end="")
sys.exit(failed)

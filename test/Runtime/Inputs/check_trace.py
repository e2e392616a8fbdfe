# Checks a trace of OMPSCAN_PROFILE and counts its events by category.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check_trace.py FILE"""

import collections
import json
import sys

with open(sys.argv[1]) as file:
    events = json.load(file)["traceEvents"]
loops = [event for event in events if event.get("cat") == "loop"]
counts = collections.Counter()
for event in events:
    if event["ph"] == "M":
        continue
    counts[event["cat"]] += 1
    if event["ph"] == "X" and event["dur"] < 0:
        sys.exit(f"a span of negative length: {event}")
    # Times are rounded to nanoseconds.
    if event["cat"] == "management" and not any(
            loop["ts"] - 0.002 <= event["ts"] and
            event["ts"] + event["dur"] <= loop["ts"] + loop["dur"] + 0.002
            for loop in loops):
        sys.exit(f"a phase outside of its loop: {event}")
for category in sorted(counts):
    print(category, counts[category])

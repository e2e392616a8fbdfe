#!/usr/bin/env python3
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
RowsTorch.py LOG2

Reports loops of Rows.cpp as operations of PyTorch on a CUDA device: sums along
rows and columns of 2^LOG2 floats, and softmax over rows. Measured by events
around each call, whose result goes to a tensor that exists. Lines are those of
Report.h.
"""

import sys

import torch


def times_of(call):
    """Nanoseconds of eight calls behind one that does not count."""
    times = []
    for _ in range(9):
        begin = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        begin.record()
        call()
        end.record()
        end.synchronize()
        times.append(1e6 * begin.elapsed_time(end))
    return times[1:]


def report(loop, count, times):
    fields = ["RESULT", loop, "PyTorch", str(count), str(8 * count)]
    print("\t".join(fields + [f"{time:.12g}" for time in times]), flush=True)


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit("usage: RowsTorch.py LOG2")
    if not torch.cuda.is_available():
        sys.exit("RowsTorch: PyTorch finds no CUDA device")
    count = 1 << int(sys.argv[1])
    print(f"INFO\tPyTorch\t{torch.__version__}", flush=True)
    # Between -2 and 2, so that sums stay exact.
    data = torch.randint(-2, 3, (count,), device="cuda").to(torch.float32)
    result = torch.empty_like(data)
    report("copy", count, times_of(lambda: result.copy_(data)))
    for length in (32, 64, 4096, 1 << 20):
        if count % length or count < length:
            continue
        rows, to = data.view(-1, length), result.view(-1, length)
        report(f"rows of {length}", count,
               times_of(lambda: torch.cumsum(rows, 1, out=to)))
        if not torch.equal(to[:, -1], rows.sum(1)):
            sys.exit(f"RowsTorch: sums of rows of {length} are wrong")
        report(f"{length} columns", count,
               times_of(lambda: torch.cumsum(rows, 0, out=to)))
        if length == 4096:
            report(f"softmax, rows of {length}", count,
                   times_of(lambda: torch.softmax(rows, 1, out=to)))


if __name__ == "__main__":
    main()

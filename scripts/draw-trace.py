#!/usr/bin/env python3
#
# Draws a trace of OMPSCAN_PROFILE as a timeline.
#
#   scripts/draw-trace.py TRACE.json PICTURE.svg
#
# A row for each thread has its loops, with their phases below, and a row for each
# queue of a device its kernels or transfers. Bars that are wide enough have names
# and durations. <https://ui.perfetto.dev> shows the same trace, and can zoom.
# Python's matplotlib is needed.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import io
import json

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

COLORS = {"loop": "#4c72b0", "management": "#b0b8c4", "kernel": "#55a868",
          "send": "#dd8452", "fetch": "#c44e52", "data": "#8172b3"}
WIDTH = 9.0  # inches
LETTER = 0.075  # inches, about


def events_of(path):
    """The events of a trace, also of a program that has crashed."""
    with open(path, encoding="utf-8") as file:
        text = file.read().rstrip().rstrip(",")
    if not text.endswith("]}"):
        text += "]}"
    return json.loads(text)["traceEvents"]


def duration(microseconds):
    if microseconds < 1000:
        return f"{microseconds:.3g} us"
    return f"{microseconds / 1000:.3g} ms"


def rows_of(events):
    """{row: its events}: the threads first, then the queues of devices."""
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events
             if e["ph"] == "M" and e["name"] == "thread_name"}
    rows = {}
    for event in events:
        if event["ph"] != "X":
            continue
        place = (event["pid"], event["tid"])
        name = names.get(place)
        order = (name is not None, str(name))
        if name is None:
            phase = event.get("cat") == "management"
            order += (event["tid"], phase)
            name = "phases" if phase else "loops"
        rows.setdefault((order, name), []).append(event)
    return [(name, rows[order, name]) for order, name in sorted(rows)]


def draw(events, picture):
    rows = rows_of(events)
    if not rows:
        raise SystemExit("draw-trace: the trace has no events")
    begin = min(e["ts"] for _, row in rows for e in row)
    end = max(e["ts"] + e["dur"] for _, row in rows for e in row)
    figure, axes = plt.subplots(figsize=(WIDTH, 0.9 + 0.5 * len(rows)))
    kinds = []
    for number, (_, row) in enumerate(rows):
        for event in row:
            kind = event.get("cat", "data")
            if kind not in kinds:
                kinds.append(kind)
            left = (event["ts"] - begin) / 1000
            axes.barh(number, event["dur"] / 1000, left=left, height=0.7,
                      color=COLORS.get(kind, "#999999"), edgecolor="white",
                      linewidth=0.3)
            label = f"{event['name']}, {duration(event['dur'])}"
            room = event["dur"] / (end - begin) * WIDTH * 0.75 / LETTER
            if len(label) <= room:
                axes.text(left + event["dur"] / 2000, number, label,
                          ha="center", va="center", fontsize=8)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlim(0, (end - begin) / 1000)
    axes.set_xlabel("ms", fontsize=8)
    axes.tick_params(axis="x", labelsize=8)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    handles = [plt.Rectangle((0, 0), 1, 1, color=COLORS.get(kind, "#999999"))
               for kind in kinds]
    axes.legend(handles, kinds, ncol=len(kinds), fontsize=8, frameon=False,
                loc="lower center", bbox_to_anchor=(0.5, 1.0))
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight",
                   metadata={"Date": None, "Creator": None})
    with open(picture, "w", encoding="utf-8") as file:
        file.writelines(line.rstrip() + "\n"
                        for line in text.getvalue().splitlines())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trace", metavar="TRACE.json")
    parser.add_argument("picture", metavar="PICTURE.svg")
    arguments = parser.parse_args()
    matplotlib.rcParams["svg.hashsalt"] = "ompscan"
    matplotlib.rcParams["svg.fonttype"] = "none"
    matplotlib.rcParams["font.family"] = "sans-serif"
    draw(events_of(arguments.trace), arguments.picture)


if __name__ == "__main__":
    main()

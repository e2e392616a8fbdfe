#!/usr/bin/env python3
# Draws the chart of README.md from results of ompscan-bench.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
usage: scripts/draw-summary.py

Writes docs/images/speed-light.svg and speed-dark.svg: some loops on the cores,
against the plain loop, and on a GPU, against CUB; speed-narrow-light.svg and
speed-narrow-dark.svg are the same for phones. The results are those in
benchmarks/results. Needs matplotlib.
"""

import json
import os
import statistics

import matplotlib

matplotlib.use("Agg")
# Letters, not their outlines; the same bytes for the same results.
matplotlib.rcParams["svg.fonttype"] = "none"
matplotlib.rcParams["svg.hashsalt"] = "ompscan"
matplotlib.rcParams["font.family"] = "sans-serif"
from matplotlib import pyplot, ticker  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Results, title, loops with their labels, and programs with their labels, of
# which the best counts. The first one is the unit.
PANELS = [
    ("host-16cores.json", "16 cores: times as fast as the plain loop",
     {"float sum": "sum of floats", "uint64 count of newlines": "count of newlines",
      "affine pair (8 bytes)": "linear recurrence"},
     {("plain loop (clang 22 -O2)",): "plain loop",
      ("OpenMP inscan (gcc)",): "OpenMP inscan (GCC)",
      ("std par_unseq (gcc)",): "std::execution (TBB)",
      ("OmpScan host",): "OmpScan"}),
    ("h200-2e28.json", "NVIDIA H200: times as fast as CUB",
     {"int32 sum": "sum of integers", "affine pair (8 bytes)": "linear recurrence",
      "2x2 matrix (32 bytes)": "2x2 matrices"},
     {("CUB InclusiveSum", "CUB InclusiveScan"): "CUB",
      ("OmpScan CUDA",): "OmpScan"}),
]
COLOURS = {"OmpScan": "#2f81f7"}
OTHERS = ["#8c959f", "#b0883b", "#6e9a5b"]


def time_of(results, loop, programs):
    """The least median time of the programs for the loop, in nanoseconds."""
    times = [statistics.median(run["nanoseconds"]) for run in results
             if run["loop"] == loop and run["who"] in programs]
    if not times:
        raise SystemExit(f"draw-summary: no result of {programs} for '{loop}'")
    return min(times)


def draw(text, is_narrow, path):
    """Draws both panels, one below the other if that is_narrow, with letters of
    the colour text."""
    figure, all_axes = pyplot.subplots(2, 1, figsize=(4.4, 5.6)) if is_narrow \
        else pyplot.subplots(1, 2, figsize=(9, 2.9))
    for axes, (name, title, loops, programs) in zip(all_axes, PANELS):
        with open(f"{ROOT}/benchmarks/results/{name}", encoding="utf-8") as file:
            results = json.load(file)["results"]
        width = 0.84 / len(programs)
        unit = next(iter(programs))
        for number, (who, label) in enumerate(programs.items()):
            speeds = [time_of(results, loop, unit) / time_of(results, loop, who)
                      for loop in loops]
            places = [place + (number - len(programs) / 2 + 0.5) * width
                      for place in range(len(loops))]
            bars = axes.bar(places, speeds, width, label=label,
                            color=COLOURS.get(label, OTHERS[number % len(OTHERS)]))
            if label in COLOURS:
                axes.bar_label(bars, [f"{speed:.1f}" for speed in speeds],
                               color=text, fontsize=9)
        axes.set_xticks(range(len(loops)), loops.values(), color=text, fontsize=9)
        axes.set_title(title, color=text, fontsize=10)
        axes.tick_params(colors=text, length=0)
        axes.margins(y=0.15)
        axes.yaxis.set_major_locator(ticker.MaxNLocator("auto", integer=True))
        for side, spine in axes.spines.items():
            spine.set_visible(side == "bottom")
            spine.set_color(text)
        axes.legend(frameon=False, labelcolor=text, fontsize=8, loc="upper left")
    figure.tight_layout()
    figure.savefig(path, transparent=True, metadata={"Date": None})
    pyplot.close(figure)


def main():
    for scheme, text in [("light", "#1f2328"), ("dark", "#e6edf3")]:
        draw(text, False, f"{ROOT}/docs/images/speed-{scheme}.svg")
        draw(text, True, f"{ROOT}/docs/images/speed-narrow-{scheme}.svg")


if __name__ == "__main__":
    main()

"""Sums the sizes of the functions for the host in an object file.

  native_size.py OBJECT MOST

Fails if there are none, or if they have more than MOST bytes together.
"""

import subprocess
import sys

obj, most = sys.argv[1], int(sys.argv[2])
listing = subprocess.run(
    ["nm", "--print-size", "--defined-only", obj], check=True, capture_output=True, text=True
).stdout
sizes = {}
for line in listing.splitlines():
    fields = line.split()
    if len(fields) == 4 and fields[2] in "tTwW" and fields[3].startswith("__ompscan_native_"):
        sizes[fields[3]] = int(fields[1], 16)
total = sum(sizes.values())
if not any("_v3_" in name for name in sizes) or total > most:
    for name, size in sizes.items():
        print(f"{size:6} {name}")
    sys.exit(f"{total} bytes of machine code in {len(sizes)} functions, of {most} at most")

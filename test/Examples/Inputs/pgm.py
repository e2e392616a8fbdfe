"""Writes a grey image, or equalises or blurs one and compares.

  pgm.py make WIDTH HEIGHT MAXIMUM FILE
  pgm.py check BEFORE AFTER
  pgm.py blurred RADIUS BEFORE AFTER
"""

import sys


def make(width, height, maximum, path):
    levels = [(x * x + y * 7) % (maximum // 3 + 1) + maximum // 4
              for y in range(height) for x in range(width)]
    size = 2 if maximum > 255 else 1
    with open(path, "wb") as file:
        file.write(b"P5\n# levels in the dark half\n%d %d\n%d\n"
                   % (width, height, maximum))
        file.write(b"".join(l.to_bytes(size, "big") for l in levels))


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    fields, at = [], 0
    while len(fields) < 4:
        end = at
        while not data[end:end + 1].isspace():
            end += 1
        if data[at:at + 1] == b"#":
            end = data.index(b"\n", at)
        else:
            fields.append(data[at:end])
        at = end + 1
    width, height, maximum = map(int, fields[1:])
    size = 2 if maximum > 255 else 1
    pixels = data[at:]
    assert len(pixels) == width * height * size, "size of the image"
    return width, height, maximum, [
        int.from_bytes(pixels[k:k + size], "big")
        for k in range(0, len(pixels), size)]


def check(before, after):
    width, height, maximum, old = read(before)
    assert read(after)[:3] == (width, height, maximum), "header"
    at_most, total = {}, 0
    for level in sorted(set(old)):
        total += old.count(level)
        at_most[level] = total
    dark = at_most[min(old)]
    rest = total - dark
    for k, (a, b) in enumerate(zip(old, read(after)[3])):
        want = a
        if rest:
            want = ((at_most[a] - dark) * maximum + rest // 2) // rest
        assert b == want, f"pixel {k} is {b}, expected {want}"
    print("equalised")


def blurred(radius, before, after):
    width, height, maximum, old = read(before)
    assert read(after)[:3] == (width, height, maximum), "header"
    for k, b in enumerate(read(after)[3]):
        y, x = divmod(k, width)
        square = [old[v * width + u]
                  for v in range(max(y - radius, 0), min(y + radius + 1, height))
                  for u in range(max(x - radius, 0), min(x + radius + 1, width))]
        want = (2 * sum(square) + len(square)) // (2 * len(square))
        assert b == want, f"pixel {k} is {b}, expected {want}"


if sys.argv[1] == "make":
    make(*map(int, sys.argv[2:5]), sys.argv[5])
elif sys.argv[1] == "blurred":
    blurred(int(sys.argv[2]), *sys.argv[3:])
else:
    check(*sys.argv[2:])

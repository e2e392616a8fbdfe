"""Makes texts in UTF-8, and checks what utf8_decode makes of them.

  utf8.py make FILE
  utf8.py check FILE UTF16
  utf8.py refuse FILE -- COMMAND...    COMMAND... FILE is run with texts that
                                       are no UTF-8
"""

import subprocess
import sys

POINTS = [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000,
          0x10FFFF]
# Each with the first byte that belongs to no character.
BAD = [
    (b"\x80", 0),              # a second byte alone
    (b"ab\xc3\xa9\x80", 2),    # one more than there should be
    (b"ab\xc0\x80", 2),        # longer than need be
    (b"\xe0\x9f\xbf", 0),
    (b"\xf0\x8f\xbf\xbf", 0),
    (b"a\xed\xa0\x80", 1),     # a surrogate
    (b"\xf4\x90\x80\x80", 0),  # beyond the last code point
    (b"a\xe6\xbc", 1),         # cut short
    (b"\xf0\x9f\x98", 0),
    (b"\xf0\x9f\x98\x80\xff", 4),
    (b"x" * 3000 + b"\xc3", 3000),
]


def make(path):
    text = "".join(map(chr, POINTS + [p for p in POINTS for _ in range(3)]))
    with open(path, "wb") as file:
        file.write(text.encode())


def check(path, utf16):
    with open(path, "rb") as before, open(utf16, "rb") as after:
        assert after.read() == before.read().decode().encode("utf-16-le")


def refuse(path, command):
    for text, place in BAD:
        with open(path, "wb") as file:
            file.write(text)
        run = subprocess.run(command + [path], capture_output=True, text=True)
        assert run.returncode == 1, (text, run)
        assert f"no UTF-8 at byte {place}\n" in run.stderr, (text, run)


if sys.argv[1] == "make":
    make(sys.argv[2])
elif sys.argv[1] == "check":
    check(*sys.argv[2:4])
else:
    refuse(sys.argv[2], sys.argv[4:])

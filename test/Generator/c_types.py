"""The types of C, and what its operators make of them."""

from collections import namedtuple

Type = namedtuple("Type", "name bits signed rank kind")

BOOL = Type("bool", 1, False, 0, "bool")
INT = Type("int", 32, True, 3, "integer")
UNSIGNED = Type("unsigned", 32, False, 3, "integer")
FLOAT = Type("float", 32, True, 6, "floating")
DOUBLE = Type("double", 64, True, 7, "floating")
INTEGERS = [
    Type("char", 8, True, 1, "integer"),
    Type("signed char", 8, True, 1, "integer"),
    Type("unsigned char", 8, False, 1, "integer"),
    Type("int8_t", 8, True, 1, "integer"),
    Type("uint8_t", 8, False, 1, "integer"),
    Type("short", 16, True, 2, "integer"),
    Type("uint16_t", 16, False, 2, "integer"),
    INT, INT, INT,
    UNSIGNED,
    Type("int32_t", 32, True, 3, "integer"),
    Type("uint32_t", 32, False, 3, "integer"),
    Type("long", 64, True, 4, "integer"),
    Type("unsigned long", 64, False, 4, "integer"),
    Type("int64_t", 64, True, 4, "integer"),
    Type("long long", 64, True, 5, "integer"),
    Type("unsigned long long", 64, False, 5, "integer"),
    Type("size_t", 64, False, 4, "integer"),
]
# Of the host alone. WIDE_TYPES defines them, as the generators name them.
WIDE = [Type("wide", 128, True, 6, "integer"),
        Type("uwide", 128, False, 6, "integer")]
WIDE_TYPES = "typedef __int128 wide;\ntypedef unsigned __int128 uwide;\n"
FLOATINGS = [FLOAT, DOUBLE]


def promoted(t):
    return INT if t.kind != "floating" and t.bits < 32 else t


def common(a, b):
    """The usual arithmetic conversions."""
    a, b = promoted(a), promoted(b)
    if "floating" in (a.kind, b.kind):
        return max((t for t in (a, b) if t.kind == "floating"),
                   key=lambda t: t.rank)
    if a.signed == b.signed:
        return max(a, b, key=lambda t: t.rank)
    u, s = (b, a) if a.signed else (a, b)
    if u.rank >= s.rank:
        return u
    if s.bits > u.bits:
        return s
    return Type("unsigned " + s.name, s.bits, False, s.rank, "integer")


def literal(value):
    return str(value) if value >= 0 else f"({value})"
